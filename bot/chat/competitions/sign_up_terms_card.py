"""The terms of a sign-up: the arbiter's draft before the opening, changed at once later."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from datetime import date
from enum import StrEnum
from typing import Final

from bot.chat.competitions.card_steps import Step, answer, ask, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions import sign_ups
from bot.service.lookups.competitions import sign_up_checks, sign_up_offers, sign_up_terms
from bot.service.lookups.competitions.sign_up_terms import SignUpTerms
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CardStep, OfCard
from bot.texts.days import days_in_figures
from bot.texts.messages import Buttons, rows_of, say
from bot.texts.notices.competitions.sign_ups import terms_lines
from engine.competitions.sign_up import Limits
from engine.dates import parse_date
from engine.errors import Fault, GameStateError, NotationError
from storage.competitions import sign_ups as stored_sign_ups

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
    service: Service, snapshot: CompetitionSnapshot, user_input: UserInput
) -> SignUpTerms:
    """Return the terms of the open sign-up, of the draft, or the usual ones."""
    competition = snapshot.competition
    sign_up = await stored_sign_ups.of(service.unit.tx, competition.code)
    if sign_up is not None and sign_up.closed_at is None:
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
    if sign_up is not None and sign_up.closed_at is None:
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
    await service.questions.close(user_input)
    competition = snapshot.competition
    sign_up_checks.check_takes_entries(competition)
    sign_up = await stored_sign_ups.of(service.unit.tx, competition.code)
    is_open = sign_up is not None and sign_up.closed_at is None
    terms = await present_terms(service, snapshot, user_input)
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
    email_key = "sign_up_no_email" if terms.asks_email else "sign_up_email"
    word_key = "sign_up_no_word" if terms.needs_word else "sign_up_word"
    rows.append((step_button(competition, email_key, CardStep.SIGN_UP_TERM, _Term.EMAIL),))
    rows.append((step_button(competition, word_key, CardStep.SIGN_UP_TERM, _Term.WORD),))
    if is_open:
        rows.append((step_button(competition, "back", CardStep.SIGN_UP_PEOPLE),))
    else:
        rows.append((step_button(competition, "sign_up_open", CardStep.SIGN_UP_OPEN),))
        rows.append((step_button(competition, "back", CardStep.CARD),))
    await answer(service, user_input, text, tuple(rows))


async def _term_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Change a term at once, or ask for its value; `_NONE` removes a limit."""
    term, value = step.what, step.choice
    terms = await present_terms(service, snapshot, user_input)
    if term == _Term.EMAIL:
        terms = replace(terms, asks_email=not terms.asks_email)
    elif term == _Term.WORD:
        terms = replace(terms, needs_word=not terms.needs_word)
    elif term in _READERS and value == _NONE:
        terms = _READERS[term](terms, "", service.today())
    elif term in {_Term.LAST_DAY, *_READERS}:
        none = step_button(snapshot.competition, "sign_up_none", CardStep.SIGN_UP_TERM, term, _NONE)
        more: Buttons = () if term == _Term.LAST_DAY else ((none,),)
        await ask(
            service,
            user_input,
            snapshot,
            CardStep.SIGN_UP_TERM,
            say(f"sign_up.ask.{term}"),
            term,
            more=more,
        )
        return
    else:
        raise GameStateError(Fault("button_unknown"))
    await _store_terms(service, user_input, snapshot, terms)
    await show_terms(service, user_input, snapshot)


async def _term_given(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Handle the typed value of a term."""
    terms = await present_terms(service, snapshot, user_input)
    if step.what == _Term.LAST_DAY:
        today = service.today()
        day = parse_date(days_in_figures(user_input.args, today), today)
        sign_up_checks.check_last_day(snapshot.competition, day, today)
        terms = replace(terms, last_day=day)
    else:
        terms = _READERS[step.what](terms, user_input.args, service.today())
    await _store_terms(service, user_input, snapshot, terms)
    await show_terms(service, user_input, snapshot)


def _number(text: str) -> int | None:
    """Return the number that begins the text, as a limit; None (no limit) for an empty text.

    Raises:
        NotationError: `sign_up_number`.
    """
    if not text:
        return None
    number = next(iter(text.split()), "")
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_PLACES:
        raise NotationError(Fault("sign_up_number", facts={"most": _MOST_PLACES}))
    return int(number)


def _with_places(terms: SignUpTerms, text: str, _today: date) -> SignUpTerms:
    return replace(terms, limits=replace(terms.limits, places=_number(text)))


def _with_club(terms: SignUpTerms, text: str, _today: date) -> SignUpTerms:
    return replace(terms, limits=replace(terms.limits, per_club=_number(text)))


def _with_rating(terms: SignUpTerms, text: str, _today: date) -> SignUpTerms:
    """Return the terms with ratings `1200-1800`, `1200+` or `-1800`."""
    low, high = _rating_limits(text.strip())
    return replace(terms, limits=replace(terms.limits, rating_from=low, rating_to=high))


def _rating_limits(text: str) -> tuple[int | None, int | None]:
    """Return the least and the highest rating; None for an end without limit.

    Raises:
        NotationError: `sign_up_rating_limits`.
    """
    is_least, is_most = text.endswith("+"), text.startswith(("-", "–", "−"))  # any dash
    match [int(number) for number in _NUMBER.findall(text)]:
        case [] if not text:
            return None, None
        case [low, high] if low <= high:
            return low, high
        case [only] if is_least != is_most:
            return (only, None) if is_least else (None, only)
    raise NotationError(Fault("sign_up_rating_limits"))


_READERS: Final[Mapping[str, Callable[[SignUpTerms, str, date], SignUpTerms]]] = {
    _Term.PLACES: _with_places,
    _Term.CLUB: _with_club,
    _Term.RATING: _with_rating,
}
"""Reads the typed value of a limit; an empty text means without limit."""

STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.SIGN_UP_TERMS: _terms_pressed,
    CardStep.SIGN_UP_TERM: _term_pressed,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.SIGN_UP_TERM: _term_given}
