"""The terms of a sign-up: the arbiter's draft before the opening, changed at once later."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import date
from enum import StrEnum
from typing import Final

from bot.chat.competitions.card_steps import Step, ask, drop_question, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions import sign_ups
from bot.service.lookups.competitions import sign_up_checks, sign_up_offers, sign_up_terms
from bot.service.lookups.competitions.sign_up_terms import SignUpTerms
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.buttons.verb import YesNo
from bot.texts.days import days_in_figures
from bot.texts.messages import Buttons, rows_of, say
from bot.texts.notices.competitions.sign_ups import terms_lines
from engine.competitions.sign_up import Limits
from engine.dates import parse_date
from engine.errors import Fault, GameStateError, NotationError
from storage.competitions import sign_ups as stored_sign_ups
from storage.competitions.sign_ups import is_under_way

_MOST_PLACES: Final = 300
"""The highest limit of people, in all or of a club."""
_NUMBER: Final = re.compile(r"\d{1,5}")
"""A rating in a typed limit."""
_NONE: Final = "none"
"""The choice that removes a limit."""


class _Term(StrEnum):
    """A term of a sign-up, as its button names it."""

    LAST_DAY = "day"
    PLACES = "places"
    CLUB = "club"
    """The most people of one club."""
    RATING = "rating"
    """The least and the highest rating."""
    EMAIL = "email"
    """Whether people are asked for an e-mail address."""
    WORD = "word"
    """Whether the arbiter accepts each person."""


async def present_terms(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> SignUpTerms:
    """Return the terms of the open sign-up, of the draft, or the usual ones."""
    competition = snapshot.competition
    sign_up = await stored_sign_ups.of(service.unit.tx, competition.code)
    if is_under_way(sign_up):
        return sign_up_terms.terms_of(sign_up, competition)
    key = _kept_under(snapshot)
    stored = await service.dialogues.kept(user_input, key)
    if stored is None:
        return sign_up_terms.usual_terms(competition, service.today())
    facts = json.loads(stored.value)
    return SignUpTerms(
        last_day=date.fromisoformat(facts["last_day"]),
        limits=Limits(**facts["limits"]),
        asks_email=facts["asks_email"],
        needs_word=facts["needs_word"],
    )


def _kept_under(snapshot: CompetitionSnapshot) -> str:
    return f"opening:{snapshot.competition.code}"


async def forget_draft(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> None:
    """Delete the draft of the terms."""
    await service.dialogues.forget(user_input, _kept_under(snapshot))


async def _store_terms(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, terms: SignUpTerms
) -> None:
    """Store the draft, or change the open sign-up."""
    sign_up = await stored_sign_ups.of(service.unit.tx, snapshot.competition.code)
    if is_under_way(sign_up):
        await sign_ups.set_terms(service, user_input, snapshot, terms)
        return
    facts = {
        "last_day": terms.last_day.isoformat(),
        "limits": asdict(terms.limits),
        "asks_email": terms.asks_email,
        "needs_word": terms.needs_word,
    }
    await service.dialogues.remember(user_input, _kept_under(snapshot), json.dumps(facts))


async def _terms_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Show the terms."""
    await show_terms(service, user_input, snapshot)


async def show_terms(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> None:
    """Show the terms, each with a button that changes it."""
    await drop_question(service, user_input, snapshot.competition)
    competition = snapshot.competition
    sign_up_checks.check_takes_entries(competition)
    sign_up = await stored_sign_ups.of(service.unit.tx, competition.code)
    is_open = is_under_way(sign_up)
    terms = await present_terms(service, user_input, snapshot)
    offer = await sign_up_offers.offer_of(service, competition, terms, is_open=is_open)
    key = "sign_up.terms" if is_open else "sign_up.new_terms"
    text = say(key, title=competition.title, terms=terms_lines(offer))
    rows = list(
        rows_of(
            [
                step_button(competition, f"sign_up_{term}", CardStep.SIGN_UP_TERM, term)
                for term in (_Term.LAST_DAY, _Term.PLACES, _Term.CLUB, _Term.RATING)
            ],
            2,
        )
    )
    for term, is_on in ((_Term.EMAIL, terms.asks_email), (_Term.WORD, terms.needs_word)):
        key, other = (f"sign_up_no_{term}", YesNo.NO) if is_on else (f"sign_up_{term}", YesNo.YES)
        rows.append((step_button(competition, key, CardStep.SIGN_UP_TERM, term, other),))
    if is_open:
        rows.append((step_button(competition, "back", CardStep.SIGN_UP_PEOPLE),))
    else:
        rows.append((step_button(competition, "sign_up_open", CardStep.SIGN_UP_OPEN),))
        rows.append((step_button(competition, "back", CardStep.CARD),))
    service.answer(user_input, text, tuple(rows))


async def _term_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Change a term at once, or ask for its value; `_NONE` removes a limit."""
    terms = await present_terms(service, user_input, snapshot)
    match step.what, step.choice:
        case _Term.EMAIL, YesNo.YES | YesNo.NO:
            terms = replace(terms, asks_email=step.choice == YesNo.YES)
        case _Term.WORD, YesNo.YES | YesNo.NO:
            terms = replace(terms, needs_word=step.choice == YesNo.YES)
        case (_Term.PLACES | _Term.CLUB | _Term.RATING) as term, _ if step.choice == _NONE:
            terms = replace(terms, limits=_limited(terms.limits, term, None))
        case (_Term.LAST_DAY | _Term.PLACES | _Term.CLUB | _Term.RATING) as term, _:
            await _ask_term(service, user_input, snapshot, term)
            return
        case _:
            raise GameStateError(Fault("button_unknown"))
    await _store_terms(service, user_input, snapshot, terms)
    await show_terms(service, user_input, snapshot)


async def _ask_term(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, term: str
) -> None:
    """Ask for the value of a term; a button removes a limit."""
    competition, step = snapshot.competition, CardStep.SIGN_UP_TERM
    none_row = (step_button(competition, "sign_up_none", step, term, _NONE),)
    more: Buttons = () if term == _Term.LAST_DAY else (none_row,)
    question = say(f"sign_up.ask.{term}")
    await ask(service, user_input, snapshot, step, question, term, more=more)


async def _term_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Handle the typed value of a term."""
    terms = await present_terms(service, user_input, snapshot)
    if step.what == _Term.LAST_DAY:
        today = service.today()
        day = parse_date(days_in_figures(user_input.args, today), today)
        sign_up_checks.check_last_day(snapshot.competition, day, today)
        terms = replace(terms, last_day=day)
    else:
        terms = replace(terms, limits=_limited(terms.limits, step.what, user_input.args))
    await _store_terms(service, user_input, snapshot, terms)
    await show_terms(service, user_input, snapshot)


def _limited(limits: Limits, term: str, typed: str | None) -> Limits:
    """Return the limits with the typed one; without it if `typed` is None.

    Raises:
        NotationError: `sign_up_number` or `sign_up_rating_limits`.
    """
    if term == _Term.RATING:
        low, high = (None, None) if typed is None else _rating_limits(typed.strip())
        return replace(limits, rating_from=low, rating_to=high)
    number = None if typed is None else _number(typed)
    if term == _Term.CLUB:
        return replace(limits, per_club=number)
    return replace(limits, places=number)


def _number(text: str) -> int:
    """Return the number that begins the text, as a limit.

    Raises:
        NotationError: `sign_up_number`.
    """
    number = next(iter(text.split()), "")
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_PLACES:
        raise NotationError(Fault("sign_up_number", facts={"most": _MOST_PLACES}))
    return int(number)


def _rating_limits(text: str) -> tuple[int | None, int | None]:
    """Return the ratings of `1200-1800`, `1200+` or `-1800`; None for an end without limit.

    Raises:
        NotationError: `sign_up_rating_limits`.
    """
    is_least, is_most = text.endswith("+"), text.startswith(("-", "–", "−"))  # any dash
    match [int(number) for number in _NUMBER.findall(text)]:
        case [low, high] if low <= high:
            return low, high
        case [only] if is_least != is_most:
            return (only, None) if is_least else (None, only)
    raise NotationError(Fault("sign_up_rating_limits"))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.SIGN_UP_TERMS: _terms_pressed,
    CardStep.SIGN_UP_TERM: _term_pressed,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.SIGN_UP_TERM: _term_given}
