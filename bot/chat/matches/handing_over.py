"""`/preda`: hands a match outside any competition over to another arbiter."""

from bot.chat.choosing import match_rows
from bot.runtime.shared import Said
from bot.service.matches.handovers import carry_out, facts_of, handed_by, possible
from bot.service.matches.matches import CODE_LENGTH, SeenMatch
from bot.service.service import Service
from bot.texts.buttons.matches import HAND_OVER
from bot.texts.messages import Buttons, Text, say
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.matches.match import FINISHED
from storage.people.people import Person

MOST_OFFERED = 20
YES = "yes"


async def hand_over(service: Service, said: Said) -> None:
    """Handle `/preda [MATCH]`: ask for the match, or for the new arbiter."""
    if len(said.args) == CODE_LENGTH:
        seen = await handed_by(service, said, MatchCode(said.args.upper()))
        service.reply(said, *await _to_whom(service, seen))
        return
    own = [
        seen
        for seen in await service.matches.all_ruled(said.person.id)
        if not seen.match.competition and seen.match.stage not in FINISHED
    ]
    if not own:
        service.reply(said, say("handover.none"))
        return
    rows = await match_rows(service, own, HAND_OVER.button)
    service.reply(said, say("handover.which"), rows)


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons `hand:MATCH`, `hand:MATCH:PERSON` and, as second tap, `…:yes`."""
    code, number, sure = HAND_OVER.read(said.args)
    seen = await handed_by(service, said, code)
    if number is None:
        service.edit(said, *await _to_whom(service, seen))
        return
    arbiter = await _arbiter(service, seen, number)
    if not sure:
        service.edit(said, *await _sure(service, seen, arbiter))
        return
    text = await carry_out(service, said, seen, arbiter)
    service.edit(said, text)


async def _to_whom(service: Service, seen: SeenMatch) -> tuple[Text, Buttons]:
    match = seen.match
    found = await possible(service, match)
    text = say(
        "handover.whom",
        **await facts_of(service, match),
        old=(await service.persons.get(match.arbiter)).name,
        none=None if found else say("comp.no_other_arbiters"),
    )
    buttons = [
        (HAND_OVER.button(say("handover.to", who=one.name), match.code, one.id),)
        for one in found[:MOST_OFFERED]
    ]
    return text, tuple(buttons)


async def _sure(service: Service, seen: SeenMatch, arbiter: Person) -> tuple[Text, Buttons]:
    match = seen.match
    old = (await service.persons.get(match.arbiter)).name
    text = say("handover.sure", **await facts_of(service, match), who=arbiter.name, old=old)
    yes = HAND_OVER.button(say("button.comp.yes_arbiter_main"), match.code, arbiter.id, sure=True)
    no = HAND_OVER.button(say("button.comp.give_up"), match.code)
    return text, ((yes,), (no,))


async def _arbiter(service: Service, seen: SeenMatch, number: PersonId) -> Person:
    """Return the arbiter of that number, if they may rule the match.

    Raises:
        GameStateError: no such arbiter may rule the match.
    """
    for one in await possible(service, seen.match):
        if one.id == number:
            return one
    raise GameStateError(Fault("no_such_arbiter"))
