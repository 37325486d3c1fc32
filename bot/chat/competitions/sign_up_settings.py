"""The arbiter's side of a sign-up by a public link: opening, people, closing.

The card of `/campionat` leads here; `sign_up_terms_card` shows and changes the terms.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask_yes_or_no, drop_question, step_button
from bot.chat.competitions.sign_up_terms_card import forget_draft, present_terms, show_terms
from bot.runtime.shared import UserInput
from bot.service.competitions import sign_ups
from bot.service.lookups.competitions import sign_up_offers, signed_up
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import YES, page_in, person_in
from bot.texts.messages import Button, Buttons, Card, Text, page_of_buttons, say
from bot.texts.notices.competitions.sign_up_lists import (
    person_card,
    row_text,
    share_button,
    web_share_button,
)
from bot.texts.notices.competitions.sign_ups import SignUpLine, SignUpOffer
from bot.texts.paging import page_at
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.sign_up import SignUpState
from storage.competitions import sign_ups as stored_sign_ups
from storage.competitions.sign_ups import SignUp, is_under_way

_ON_PAGE: Final = 20
"""The people with a button on one page."""
_SHOWN: Final = (SignUpState.ASKED, SignUpState.IN, SignUpState.WAITING, SignUpState.REFUSED)
"""The order of people in the list; those who withdrew are not in it."""


async def _open_sign_up(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, _step: OfCard
) -> None:
    """Open the sign-up; the list with the link comes as a message of its own."""
    sign_up = await stored_sign_ups.of(service.unit.tx, snapshot.competition.code)
    if not is_under_way(sign_up):
        terms = await present_terms(service, user_input, snapshot)
        await sign_ups.set_terms(service, user_input, snapshot, terms)
        await forget_draft(service, user_input, snapshot)
    await show_card(
        service, user_input, snapshot, say("sign_up.opened", title=snapshot.competition.title)
    )


async def _people_pressed(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show one page of the people who signed up, the first without a page in the button."""
    await show_people(service, user_input, snapshot, page_in(step.what))


async def show_people(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, page_number: int = 0
) -> None:
    """Show everybody who signed up, page by page, each with a button; those who wait come first.

    Before the sign-up is opened, show the terms of a new one.
    """
    await drop_question(service, user_input, snapshot.competition)
    sign_up = await stored_sign_ups.of(service.unit.tx, snapshot.competition.code)
    if sign_up is None:
        await show_terms(service, user_input, snapshot)
    else:
        service.answer(user_input, *await _people_card(service, snapshot, sign_up, page_number))


async def _people_below(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the people in a new message, so that the message with the button stays."""
    sign_up = await stored_sign_ups.of(service.unit.tx, snapshot.competition.code)
    service.toast(user_input)
    if sign_up is not None:
        service.reply(
            user_input, *await _people_card(service, snapshot, sign_up, page_in(step.what))
        )


async def _people_card(
    service: Service, snapshot: CompetitionSnapshot, sign_up: SignUp, page_number: int
) -> Card:
    """Return one page of the people who signed up, with the arbiter's possible actions."""
    competition, code = snapshot.competition, snapshot.competition.code
    people = await stored_sign_ups.people_of(service.unit.tx, code)
    lines = [line for state in _SHOWN for line in await signed_up.lines_of(service, people, state)]
    page = page_at(lines, page_number, _ON_PAGE)
    offer = await sign_up_offers.shown_as(service, competition, sign_up)
    text = say(
        "sign_up.people" if lines else "sign_up.nobody",
        title=competition.title,
        n=len(lines),
        rows=[row_text(number, line) for number, line in enumerate(page.items, page.first + 1)],
    )
    buttons = page_of_buttons(
        [_person_button(snapshot, line) for line in lines],
        page.number,
        _ON_PAGE,
        CARD.turns(code, CardStep.SIGN_UP_PEOPLE),
    )
    return Card(text, (*buttons, *_actions(service, competition, sign_up, offer)))


def _actions(
    service: Service, competition: Competition, sign_up: SignUp, offer: SignUpOffer
) -> Buttons:
    """Return the arbiter's buttons below the people: share, terms, close or open again, back."""
    rows: list[tuple[Button, ...]] = []
    if offer.is_open:
        link = sign_up_offers.link_of(service, competition.code)
        web = sign_up_offers.web_link_of(service, competition)
        rows.append((share_button(offer, link),))
        if web:
            rows.append((web_share_button(offer, link, web),))
        rows.append((step_button(competition, "sign_up_terms", CardStep.SIGN_UP_TERMS),))
    if sign_up.closed_at is None:
        rows.append((step_button(competition, "sign_up_close", CardStep.SIGN_UP_CLOSE),))
    elif competition.stage is CompetitionStage.OPEN and not competition.number:  # the first phase
        rows.append((step_button(competition, "sign_up_again", CardStep.SIGN_UP_TERMS),))
    rows.append((step_button(competition, "back", CardStep.CARD),))
    return tuple(rows)


def _person_button(snapshot: CompetitionSnapshot, line: SignUpLine) -> Button:
    label = say("button.plain", label=line.name)
    return CARD.button(label, snapshot.competition.code, CardStep.SIGN_UP_PERSON, f"{line.person}")


async def _show_person(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show a person who signed up, with the e-mail address that they gave."""
    code = snapshot.competition.code
    sign_up = await stored_sign_ups.of(service.unit.tx, code)
    people = await stored_sign_ups.people_of(service.unit.tx, code)
    entries = [person for person in people if f"{person.person}" == step.what]
    if sign_up is None or not entries or entries[0].state is SignUpState.OUT:
        await show_people(service, user_input, snapshot)
        return
    (line,) = await signed_up.lines_of(service, entries, entries[0].state)
    is_player = line.person in snapshot.competition.phase.players
    card = person_card(
        snapshot.competition, line, is_open=sign_up.closed_at is None, is_player=is_player
    )
    service.answer(user_input, *card)


async def _decide(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Accept or refuse a person who signed up."""
    accept = step.step is CardStep.SIGN_UP_ACCEPT
    person = person_in(step.what)
    decided = await sign_ups.decide(service, user_input, snapshot, person, accept=accept)
    back = (step_button(snapshot.competition, "sign_up_people", CardStep.SIGN_UP_PEOPLE),)
    if decided is None:
        service.answer(user_input, say("sign_up.gone"), (back,))
        return
    title = snapshot.competition.title
    text = Text(f"sign_up.decided_{decided.state.value}", {"who": decided.name, "title": title})
    service.answer(user_input, text, (back,))


async def _close_sign_up(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Close the sign-up at the second tap."""
    competition = snapshot.competition
    if step.what != YES:
        people = await stored_sign_ups.people_of(service.unit.tx, competition.code)
        count = Counter(person.state for person in people)
        left_out = count[SignUpState.WAITING] + count[SignUpState.ASKED]
        taken_in = count[SignUpState.IN]
        question = say("sign_up.ask_close", title=competition.title, n=taken_in, left=left_out)
        yes = step_button(competition, "sign_up_close_yes", CardStep.SIGN_UP_CLOSE, YES)
        no = step_button(competition, "give_up", CardStep.SIGN_UP_PEOPLE)
        ask_yes_or_no(service, user_input, question, yes, no)
        return
    snapshot = await sign_ups.close(service, snapshot, user_input.at)
    await show_card(service, user_input, snapshot, say("sign_up.done_closed"))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.SIGN_UP: _people_pressed,
    CardStep.SIGN_UP_OPEN: _open_sign_up,
    CardStep.SIGN_UP_PEOPLE: _people_pressed,
    CardStep.SIGN_UP_PEOPLE_BELOW: _people_below,
    CardStep.SIGN_UP_PERSON: _show_person,
    CardStep.SIGN_UP_ACCEPT: _decide,
    CardStep.SIGN_UP_REFUSE: _decide,
    CardStep.SIGN_UP_CLOSE: _close_sign_up,
}
