"""`/preda`: hands a match outside any competition over to another arbiter."""

from typing import Final

from bot.chat.choosing import match_rows
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason
from bot.service.matches.handovers import (
    KIND,
    candidates,
    carry_out,
    match_facts,
    match_to_hand_over,
    possible_arbiter,
)
from bot.service.readers.matches.match_snapshots import CODE_LENGTH, MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import HAND_BACK, HAND_OVER
from bot.texts.messages import Card, page_of_buttons, say
from engine.ids import MatchCode
from engine.matches.arbiters import former_arbiter
from engine.matches.match import FINISHED
from storage.people.people import Person

_ON_PAGE: Final = 20
"""The most arbiters offered at once."""


async def hand_over(service: Service, user_input: UserInput) -> None:
    """Handle `/preda [MATCH]`: ask for the match, or for the new arbiter."""
    if len(user_input.args) == CODE_LENGTH:
        snapshot = await match_to_hand_over(service, user_input, MatchCode(user_input.args.upper()))
        service.reply(user_input, *await _arbiters_card(service, snapshot))
        return
    matches = [
        snapshot
        for snapshot in await service.matches.all_ruled(user_input.person.id)
        if not snapshot.match.competition and snapshot.match.stage not in FINISHED
    ]
    if not matches:
        service.reply(user_input, say("handover.none"))
        return
    rows = await match_rows(service, matches, HAND_OVER.button)
    service.reply(user_input, say("handover.which"), rows)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons `hand:MATCH`, `hand:MATCH:PERSON` and, as second tap, `…:yes`.

    `hand:MATCH:::PAGE` shows another page of arbiters.
    """
    code, arbiter_id, sure, page = HAND_OVER.read(user_input.args)
    snapshot = await match_to_hand_over(service, user_input, code)
    if arbiter_id is None:
        service.edit(user_input, *await _arbiters_card(service, snapshot, page))
        return
    arbiter = await possible_arbiter(service, snapshot.match, arbiter_id)
    if not sure:
        service.edit(user_input, *await _confirmation(service, snapshot, arbiter))
        return
    text = await carry_out(service, user_input, snapshot, arbiter)
    service.edit(user_input, text)


async def ask_to_take_back(service: Service, user_input: UserInput) -> None:
    """Handle the button `handback:MATCH`: ask why the handover is taken back."""
    code = HAND_BACK.read(user_input.args).match
    usual = say("handover.back_usual")
    await ask_for_reason(service, user_input, KIND, code, usual=usual, beside=True)


async def _arbiters_card(service: Service, snapshot: MatchSnapshot, page: int = 0) -> Card:
    """Return the arbiters to whom the match may go, and the button that takes a handover back."""
    match = snapshot.match
    arbiters = await candidates(service, match)
    text = say(
        "handover.whom",
        **await match_facts(service, match),
        old=(await service.persons.get(match.arbiter)).name,
        none=None if arbiters else say("comp.no_other_arbiters"),
    )
    buttons = [
        HAND_OVER.button(say("handover.to", who=person.name), match.code, person.id)
        for person in arbiters
    ]
    rows = page_of_buttons(buttons, page, _ON_PAGE, HAND_OVER.turns(match.code, None, sure=False))
    former = next((person for person in arbiters if person.id == former_arbiter(match)), None)
    if former is not None:
        label = say("button.handover.back", who=former.name)
        rows = (*rows, (HAND_BACK.button(label, match.code),))
    return Card(text, rows)


async def _confirmation(service: Service, snapshot: MatchSnapshot, arbiter: Person) -> Card:
    """Ask the arbiter to confirm to whom the match goes."""
    match = snapshot.match
    old = (await service.persons.get(match.arbiter)).name
    text = say("handover.sure", **await match_facts(service, match), who=arbiter.name, old=old)
    yes = HAND_OVER.button(say("button.comp.yes_arbiter_main"), match.code, arbiter.id, sure=True)
    no = HAND_OVER.button(say("button.comp.give_up"), match.code)
    return Card(text, ((yes,), (no,)))
