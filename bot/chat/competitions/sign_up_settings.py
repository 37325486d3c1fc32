"""The arbiter's side of a sign-up by a public link: terms, opening, people, closing.

The card of `/campionat` leads here. Before the opening the terms are a draft; later each change
applies at once.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, answer, ask, ask_twice, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions import sign_ups
from bot.service.lookups.competitions import sign_up_terms, signed_up
from bot.service.lookups.competitions.sign_up_terms import SignUpTerms
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import page_in
from bot.texts.days import days_in_figures
from bot.texts.messages import Button, Buttons, Text, page_of, say
from bot.texts.notices.competitions.sign_ups import (
    Line,
    person_card,
    row_text,
    share_button,
    terms_lines,
    web_share_button,
)
from engine.competitions.competition import CompetitionStage
from engine.competitions.sign_up import Limits, SignUpState
from engine.dates import parse_date
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import PersonId
from storage.competitions import sign_ups as stored
from storage.competitions.sign_ups import SignUp
from storage.play import previews

ON_PAGE: Final = 20
"""The people with a button on one page."""
MOST_PLACES: Final = 300
_SHOWN: Final = (SignUpState.ASKED, SignUpState.IN, SignUpState.WAITING, SignUpState.REFUSED)
"""The order of people in the list; those who withdrew are not in it."""
_NUMBERS: Final = re.compile(r"\d{1,5}")
_DAY, _PLACES, _CLUB, _RATING, _EMAIL, _WORD = "day", "places", "club", "rating", "email", "word"


async def _open_card(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Show an open sign-up with its people, a closed one's people, or the terms of a new one."""
    sign_up = await stored.of(service.unit.tx, snapshot.competition.code)
    if sign_up is None:
        await _show_terms(service, user_input, snapshot)
    else:
        await answer(service, user_input, *await _card(service, snapshot, sign_up, ""))


async def _terms(
    service: Service, snapshot: CompetitionSnapshot, user_input: UserInput
) -> SignUpTerms:
    """Return the terms of the open sign-up, of the draft, or the usual ones."""
    competition = snapshot.competition
    sign_up = await stored.of(service.unit.tx, competition.code)
    if sign_up is not None and sign_up.closed_at is None:
        return sign_up_terms.terms_of(sign_up, competition)
    key = _kept_under(snapshot)
    kept = await previews.waiting_for(service.unit.tx, user_input.person.id, key)
    if kept is None:
        return sign_up_terms.usual_terms(competition, service.today())
    told = json.loads(kept[0])
    return SignUpTerms(
        last_day=date.fromisoformat(told["last_day"]),
        limits=Limits(**told["limits"]),
        asks_email=told["asks_email"],
        needs_word=told["needs_word"],
    )


def _kept_under(snapshot: CompetitionSnapshot) -> str:
    return f"opening:{snapshot.competition.code}"


async def _keep(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, terms: SignUpTerms
) -> None:
    """Store the draft, or change the open sign-up."""
    tx, code, limits = service.unit.tx, snapshot.competition.code, terms.limits
    sign_up = await stored.of(tx, code)
    if sign_up is not None and sign_up.closed_at is None:
        await sign_ups.set_terms(service, user_input, snapshot, terms)
        return
    told = {
        "last_day": terms.last_day.isoformat(),
        "limits": {
            "places": limits.places,
            "per_club": limits.per_club,
            "rating_from": limits.rating_from,
            "rating_to": limits.rating_to,
        },
        "asks_email": terms.asks_email,
        "needs_word": terms.needs_word,
    }
    await previews.wait_for(
        tx, user_input.person.id, _kept_under(snapshot), json.dumps(told), user_input.at
    )


async def _terms_asked(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    await _show_terms(service, user_input, snapshot)


async def _show_terms(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> None:
    """Show the terms, each with a button that changes it."""
    await service.questions.close(user_input)
    competition = snapshot.competition
    sign_up_terms.check_takes_entries(competition)
    sign_up = await stored.of(service.unit.tx, competition.code)
    is_open = sign_up is not None and sign_up.closed_at is None
    terms = await _terms(service, snapshot, user_input)
    offer = await sign_up_terms.offer_of(service, competition, terms, is_open=is_open)
    key = "sign_up.terms" if is_open else "sign_up.new_terms"
    text = say(key, title=competition.title, terms=terms_lines(offer))
    rows = [
        tuple(
            step_button(competition, f"sign_up_{name}", CardStep.SIGN_UP_TERM, name)
            for name in pair
        )
        for pair in ((_DAY, _PLACES), (_CLUB, _RATING))
    ]
    email = "no_email" if terms.asks_email else _EMAIL
    word = "no_word" if terms.needs_word else _WORD
    rows.append((step_button(competition, f"sign_up_{email}", CardStep.SIGN_UP_TERM, _EMAIL),))
    rows.append((step_button(competition, f"sign_up_{word}", CardStep.SIGN_UP_TERM, _WORD),))
    if is_open:
        rows.append((step_button(competition, "back", CardStep.SIGN_UP_PEOPLE),))
    else:
        rows.append((step_button(competition, "sign_up_open", CardStep.SIGN_UP_OPEN),))
        rows.append((step_button(competition, "back", CardStep.CARD),))
    await answer(service, user_input, text, tuple(rows))


async def _set(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Change a term at once, or ask for its value; the choice `none` removes a limit."""
    name, value = step.what, step.choice
    terms = await _terms(service, snapshot, user_input)
    if name == _EMAIL:
        terms = replace(terms, asks_email=not terms.asks_email)
    elif name == _WORD:
        terms = replace(terms, needs_word=not terms.needs_word)
    elif name in _READERS and value == "none":
        terms = _READERS[name](terms, "", service.today())
    elif name in {_DAY, *_READERS}:
        none = step_button(
            snapshot.competition, "sign_up_none", CardStep.SIGN_UP_TERM, name, "none"
        )
        more: Buttons = () if name == _DAY else ((none,),)
        await ask(
            service,
            user_input,
            snapshot,
            CardStep.SIGN_UP_TERM,
            say(f"sign_up.ask.{name}"),
            name,
            more=more,
        )
        return
    else:
        raise GameStateError(Fault("button_unknown"))
    await _keep(service, user_input, snapshot, terms)
    await _show_terms(service, user_input, snapshot)


async def _value_typed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Handle the typed value of a term."""
    terms = await _terms(service, snapshot, user_input)
    if step.what == _DAY:
        today = service.today()
        day = parse_date(days_in_figures(user_input.args, today), today)
        sign_up_terms.check_last_day(snapshot.competition, day, today)
        terms = replace(terms, last_day=day)
    else:
        terms = _READERS[step.what](terms, user_input.args, service.today())
    await _keep(service, user_input, snapshot, terms)
    await _show_terms(service, user_input, snapshot)


def _number(text: str, code: str) -> int | None:
    """Return the typed limit; None for an empty text."""
    if not text:
        return None
    number = text.split(maxsplit=1)[0] if text.split() else ""
    if not number.isdecimal() or not 1 <= int(number) <= MOST_PLACES:
        raise NotationError(Fault(code, facts={"most": MOST_PLACES}))
    return int(number)


def _with_places(terms: SignUpTerms, text: str, _today: date) -> SignUpTerms:
    return replace(terms, limits=replace(terms.limits, places=_number(text, "sign_up_number")))


def _with_club(terms: SignUpTerms, text: str, _today: date) -> SignUpTerms:
    return replace(terms, limits=replace(terms.limits, per_club=_number(text, "sign_up_number")))


def _with_rating(terms: SignUpTerms, text: str, _today: date) -> SignUpTerms:
    """Return the terms with ratings `1200-1800`, `1200+` or `-1800`."""
    if not text:
        return replace(terms, limits=replace(terms.limits, rating_from=None, rating_to=None))
    limits = [int(number) for number in _NUMBERS.findall(text)]
    is_least = text.strip().endswith("+")
    is_most = text.strip().startswith(("-", "–", "−"))
    if len(limits) == 2 and limits[0] <= limits[1]:
        low, high = limits[0], limits[1]
        return replace(terms, limits=replace(terms.limits, rating_from=low, rating_to=high))
    if len(limits) != 1 or is_least == is_most:
        raise NotationError(Fault("sign_up_rating_limits"))
    low_only, high_only = (limits[0], None) if is_least else (None, limits[0])
    return replace(terms, limits=replace(terms.limits, rating_from=low_only, rating_to=high_only))


_READERS: Final[Mapping[str, Callable[[SignUpTerms, str, date], SignUpTerms]]] = {
    _PLACES: _with_places,
    _CLUB: _with_club,
    _RATING: _with_rating,
}
"""Reads the typed value of a limit; an empty text means without limit."""


async def _open(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Open the sign-up; the list with the link comes as a message of its own."""
    sign_up = await stored.of(service.unit.tx, snapshot.competition.code)
    if sign_up is None or sign_up.closed_at is not None:
        terms = await _terms(service, snapshot, user_input)
        await sign_ups.set_terms(service, user_input, snapshot, terms)
        await previews.forget_waiting(service.unit.tx, user_input.person.id, _kept_under(snapshot))
    await show_card(
        service, user_input, snapshot, say("sign_up.opened", title=snapshot.competition.title)
    )


async def _people(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show one page of the people who signed up."""
    await show_people(service, user_input, snapshot, step.what)


async def show_people(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, page: str = ""
) -> None:
    """Show everybody who signed up, page by page, each with a button; those who wait come first."""
    await service.questions.close(user_input)
    sign_up = await stored.of(service.unit.tx, snapshot.competition.code)
    if sign_up is None:
        await _show_terms(service, user_input, snapshot)
    else:
        await answer(service, user_input, *await _card(service, snapshot, sign_up, page))


async def _people_below(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the people in a new message, so that the message with the button stays."""
    sign_up = await stored.of(service.unit.tx, snapshot.competition.code)
    service.toast(user_input)
    if sign_up is not None:
        service.reply(user_input, *await _card(service, snapshot, sign_up, step.what))


async def _card(
    service: Service, snapshot: CompetitionSnapshot, sign_up: SignUp, wanted: str
) -> tuple[Text, Buttons]:
    """Return one page of the people who signed up, with the arbiter's possible actions."""
    competition, code = snapshot.competition, snapshot.competition.code
    people = await stored.people_of(service.unit.tx, code)
    lines = [line for state in _SHOWN for line in await signed_up.lines_of(service, people, state)]
    page = min(page_in(wanted), max(0, (len(lines) - 1) // ON_PAGE))
    on_page = lines[page * ON_PAGE : (page + 1) * ON_PAGE]
    offer = await sign_up_terms.shown_as(service, competition, sign_up)
    text = say(
        "sign_up.people" if lines else "sign_up.nobody",
        title=competition.title,
        n=len(lines),
        rows=[row_text(number, line) for number, line in enumerate(on_page, page * ON_PAGE + 1)],
    )
    buttons = page_of(
        [_person_button(snapshot, line) for line in lines],
        page,
        ON_PAGE,
        CARD.turns(code, CardStep.SIGN_UP_PEOPLE),
    )
    more: list[tuple[Button, ...]] = []
    if offer.is_open:
        link, web = (
            sign_up_terms.link_of(service, code),
            sign_up_terms.web_link_of(service, competition),
        )
        more.append((share_button(offer, link),))
        if web:
            more.append((web_share_button(offer, link, web),))
        more.append((step_button(competition, "sign_up_terms", CardStep.SIGN_UP_TERMS),))
    if sign_up.closed_at is None:
        more.append((step_button(competition, "sign_up_close", CardStep.SIGN_UP_CLOSE),))
    elif competition.stage is CompetitionStage.OPEN and not competition.number:
        more.append((step_button(competition, "sign_up_again", CardStep.SIGN_UP_TERMS),))
    more.append((step_button(competition, "back", CardStep.CARD),))
    return text, (*buttons, *more)


def _person_button(snapshot: CompetitionSnapshot, line: Line) -> Button:
    label = say("button.plain", label=line.name)
    return CARD.button(label, snapshot.competition.code, CardStep.SIGN_UP_PERSON, f"{line.person}")


async def _person(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show a person who signed up, with the e-mail address that they gave."""
    code = snapshot.competition.code
    sign_up = await stored.of(service.unit.tx, code)
    people = await stored.people_of(service.unit.tx, code)
    entries = [person for person in people if f"{person.person}" == step.what]
    if sign_up is None or not entries or entries[0].state is SignUpState.OUT:
        await _open_card(service, user_input, snapshot, step)
        return
    (line,) = await signed_up.lines_of(service, entries, entries[0].state)
    is_player = line.person in snapshot.competition.phase.players
    card = person_card(
        snapshot.competition, line, is_open=sign_up.closed_at is None, is_player=is_player
    )
    await answer(service, user_input, *card)


async def _accept(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Accept a person."""
    await _decide(service, user_input, snapshot, step, accept=True)


async def _refuse(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Refuse a person."""
    await _decide(service, user_input, snapshot, step, accept=False)


async def _decide(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    *,
    accept: bool,
) -> None:
    """Accept or refuse a person who signed up."""
    person = PersonId(int(step.what[:18])) if step.what.isdecimal() else PersonId(0)
    after = await sign_ups.decide(service, user_input, snapshot, person, accept=accept)
    back = (step_button(snapshot.competition, "sign_up_people", CardStep.SIGN_UP_PEOPLE),)
    if after is None:
        await answer(service, user_input, say("sign_up.gone"), (back,))
        return
    title = snapshot.competition.title
    text = Text(f"sign_up.decided_{after.state.value}", {"who": after.name, "title": title})
    await answer(service, user_input, text, (back,))


async def _close(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Close the sign-up at the second tap."""
    competition = snapshot.competition
    if step.what != "yes":
        people = await stored.people_of(service.unit.tx, competition.code)
        inside, waiting, asked = (
            sum(person.state is state for person in people)
            for state in (SignUpState.IN, SignUpState.WAITING, SignUpState.ASKED)
        )
        question = say("sign_up.ask_close", title=competition.title, n=inside, left=waiting + asked)
        yes = step_button(competition, "sign_up_close_yes", CardStep.SIGN_UP_CLOSE, "yes")
        no = step_button(competition, "give_up", CardStep.SIGN_UP_PEOPLE)
        await ask_twice(service, user_input, question, yes, no)
        return
    snapshot = await sign_ups.close(service, snapshot, user_input.at)
    await show_card(service, user_input, snapshot, say("sign_up.done_closed"))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.SIGN_UP: _open_card,
    CardStep.SIGN_UP_TERMS: _terms_asked,
    CardStep.SIGN_UP_TERM: _set,
    CardStep.SIGN_UP_OPEN: _open,
    CardStep.SIGN_UP_PEOPLE: _people,
    CardStep.SIGN_UP_PEOPLE_BELOW: _people_below,
    CardStep.SIGN_UP_PERSON: _person,
    CardStep.SIGN_UP_ACCEPT: _accept,
    CardStep.SIGN_UP_REFUSE: _refuse,
    CardStep.SIGN_UP_CLOSE: _close,
}
TYPED: Final[Mapping[CardStep, Step]] = {CardStep.SIGN_UP_TERM: _value_typed}
