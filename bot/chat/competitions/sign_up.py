"""The sign-up by a competition's public link: people sign up and withdraw in the chat.

`bot.chat.competitions.sign_up_settings` serves the arbiters.
"""

import json
from dataclasses import replace
from typing import Final

from bot.chat.topics import Topic
from bot.runtime.guesses import guess
from bot.runtime.shared import UserInput
from bot.service.competitions import signing_up
from bot.service.competitions.signing_up import SignUpDetails
from bot.service.lookups.competitions import sign_up_offers, signed_up
from bot.service.operations.people.resolving import has_fixed_name
from bot.service.people.sign_up_details import read_details, read_email
from bot.service.pure.acts import act
from bot.service.readers.people.persons import readable_name
from bot.service.service import Service
from bot.texts.buttons.competitions import SIGN_UP, SignUpAction
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Text, say
from bot.texts.notices.competitions.sign_ups import (
    SIGN_UP_LINK,
    asking_card,
    name_question,
    state_button,
)
from engine.competitions.entering import withdraw
from engine.competitions.sign_up import SignUpState
from engine.errors import EngineError, Fault, NotationError
from engine.ids import CompetitionCode
from storage.competitions import sign_ups as stored_sign_ups
from storage.competitions.sign_ups import SignUp

_MOST_ODD_SIGNS: Final = 2
"""The most characters of a typed club that may be unreadable."""


def is_link(code: str) -> bool:
    """Return whether the code of a deep link opens a sign-up."""
    return code.startswith(SIGN_UP_LINK)


async def open_link(service: Service, user_input: UserInput) -> None:
    """Handle the link of a sign-up: show the card, or ask who the person is."""
    code = CompetitionCode(user_input.args.removeprefix(SIGN_UP_LINK).upper())
    opened = await guess(
        service.shared.gate, user_input, lambda: stored_sign_ups.of(service.unit.tx, code)
    )
    sign_up = opened.meant
    if sign_up is None:
        service.reply(user_input, say("sign_up.unknown"))
        return
    await _show_sign_up(service, user_input, sign_up)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button of the card, or of the question whether to withdraw."""
    code, action = SIGN_UP.read(user_input.args)
    sign_up = await stored_sign_ups.of(service.unit.tx, code)
    if sign_up is None:
        service.edit(user_input, say("button.unknown"))
        return
    match action:
        case SignUpAction.SIGN_UP:
            await _sign_up(service, user_input, sign_up)
        case SignUpAction.NAME | SignUpAction.EMAIL if sign_up.is_open(user_input.at):
            await _ask_details(service, user_input, sign_up, action)
        case SignUpAction.ASK_OUT:
            await _ask_out(service, user_input, code)
        case SignUpAction.WITHDRAW:
            await _withdraw(service, user_input, sign_up)
        case _:  # also the buttons for details, once the sign-up is closed
            await _show_sign_up(service, user_input, sign_up)


async def answer_given(service: Service, user_input: UserInput, about: str) -> None:
    """Handle a typed name and club, or an e-mail address: `CODE:name` or `CODE:email`.

    Raises:
        NotationError: `sign_up_name`, `sign_up_club`, `typed_*` or `sign_up_email`; the question
            stays open.
    """
    code, asked_for = SIGN_UP.read(about)
    sign_up = await stored_sign_ups.of(service.unit.tx, code)
    if sign_up is None or not sign_up.is_open(user_input.at):
        await service.questions.close(user_input)
        service.reply(user_input, say("sign_up.over"))
        return
    details = await _details(service, user_input, sign_up.competition)
    if asked_for is SignUpAction.EMAIL:
        email = read_email(user_input.args)
        await signing_up.set_email(service, user_input.person.id, sign_up.competition, email)
        details = None if details is None else replace(details, email=email)
    else:
        is_fixed = await has_fixed_name(service, user_input.person.id)
        details = await _read_name(service, user_input, details, is_fixed=is_fixed)
    await service.questions.close(user_input)
    entry = await signed_up.entry_of(service, sign_up.competition, user_input.person.id)
    # Of somebody who is in the list, nothing waits until they sign up.
    if details is not None and (entry is None or entry.state is SignUpState.OUT):
        await _store_details(service, user_input, sign_up.competition, details)
    await _show_sign_up(service, user_input, sign_up)


async def _read_name(
    service: Service, user_input: UserInput, details: SignUpDetails | None, *, is_fixed: bool
) -> SignUpDetails:
    """Return the typed name and club; a person who already plays can type only the club."""
    email = details.email if details is not None else ""
    if is_fixed and details is not None:
        club, typed = readable_name(user_input.args), user_input.args.strip()
        # What `readable_name` drops is no part of a club: a second line, or many odd signs.
        if "\n" in typed or len(typed) > len(club) + _MOST_ODD_SIGNS:
            raise NotationError(Fault("sign_up_club"))
        return SignUpDetails(name=details.name, club=club, email=email)
    return await read_details(service, user_input.args, email)


def _details_key(code: CompetitionCode) -> str:
    return f"signup:{code}"


async def _store_details(
    service: Service, user_input: UserInput, code: CompetitionCode, details: SignUpDetails
) -> None:
    """Store the details until the person signs up, or types others."""
    stored = json.dumps([details.name, details.club, details.email])
    await service.dialogues.remember(user_input, _details_key(code), stored)


async def _details(
    service: Service, user_input: UserInput, code: CompetitionCode
) -> SignUpDetails | None:
    """Return the details typed for this sign-up, else those known; None without either."""
    stored = await service.dialogues.kept(user_input, _details_key(code))
    known_details = await signing_up.given_by(service, user_input.person.id, code)
    if stored is None:
        return known_details
    name, club, email = json.loads(stored.value)
    if known_details is not None and await has_fixed_name(service, user_input.person.id):
        name = known_details.name
    return SignUpDetails(name=name, club=club, email=email)


async def _show_sign_up(service: Service, user_input: UserInput, sign_up: SignUp) -> None:
    """Show the person's sign-up, or the card to sign up; without a name, ask for it."""
    competition = (await service.competitions.load(sign_up.competition)).competition
    own_sign_up = await signed_up.shown_to(service, competition, sign_up, user_input.person.id)
    if own_sign_up is not None:
        service.answer(user_input, *own_sign_up)
        return
    if not sign_up.is_open(user_input.at):
        service.answer(user_input, say("sign_up.closed", title=competition.title))
        return
    details = await _details(service, user_input, sign_up.competition)
    offer = await sign_up_offers.shown_as(service, competition, sign_up)
    if details is None:
        await service.questions.ask(
            user_input, Topic.SIGN_UP, SIGN_UP.about(sign_up.competition, SignUpAction.NAME)
        )
        service.answer(user_input, name_question(offer))
        return
    is_fixed = await has_fixed_name(service, user_input.person.id)
    card = asking_card(offer, details.name, details.club, details.email, is_fixed=is_fixed)
    service.answer(user_input, *card)


async def _ask_details(
    service: Service, user_input: UserInput, sign_up: SignUp, action: SignUpAction
) -> None:
    """Ask for a name and club, for a club alone, or for an e-mail address."""
    key = "sign_up.ask_email"
    if action is SignUpAction.NAME:
        is_fixed = await has_fixed_name(service, user_input.person.id)
        key = "sign_up.ask_club" if is_fixed else "sign_up.ask_other"
    about = SIGN_UP.about(sign_up.competition, action)
    await service.questions.ask(user_input, Topic.SIGN_UP, about)
    service.edit(user_input, Text(key), ((state_button(sign_up.competition),),))


async def _sign_up(service: Service, user_input: UserInput, sign_up: SignUp) -> None:
    """Sign the person up; a refusal says why."""
    details = await _details(service, user_input, sign_up.competition)
    if details is None:
        await _show_sign_up(service, user_input, sign_up)
        return
    try:
        async with service.unit.savepoint():
            await signing_up.sign_up(service, user_input, sign_up.competition, details)
    except EngineError as error:
        service.edit(user_input, say("refused", faults=faults_text(error)))
        return
    await service.dialogues.forget(user_input, _details_key(sign_up.competition))
    await service.questions.drop(user_input, Topic.SIGN_UP, sign_up.competition)
    await _show_sign_up(service, user_input, sign_up)


async def _ask_out(service: Service, user_input: UserInput, code: CompetitionCode) -> None:
    """Ask whether to withdraw.

    Raises:
        GameStateError: the games have begun; it is refused now, not after the yes.
    """
    competition = (await service.competitions.load(code)).competition
    if user_input.person.id in competition.phase.players:
        withdraw(competition, act(user_input), user_input.person.id)
    yes = SIGN_UP.button(say("button.sign_up.sure"), code, SignUpAction.WITHDRAW)
    no = SIGN_UP.button(say("button.undecide"), code, SignUpAction.SHOW)
    service.edit(user_input, say("sign_up.ask_out", title=competition.title), ((yes,), (no,)))


async def _withdraw(service: Service, user_input: UserInput, sign_up: SignUp) -> None:
    """Withdraw the person; a second tap changes nothing."""
    title = (await service.competitions.load(sign_up.competition)).competition.title
    try:
        async with service.unit.savepoint():
            await signing_up.withdraw(service, user_input, sign_up.competition)
    except EngineError as error:  # the games have begun
        service.edit(user_input, say("refused", faults=faults_text(error)))
        return
    again = ((state_button(sign_up.competition),),) if sign_up.is_open(user_input.at) else ()
    service.edit(user_input, say("sign_up.withdrawn", title=title), again)
