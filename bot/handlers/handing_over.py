"""`/preda`: a match outside any competition is handed over to another arbiter."""

from bot.desk.desk import Desk
from bot.desk.handovers import carry_out, facts_of, handed_by, possible
from bot.desk.matches import SeenMatch
from bot.handlers import enter
from bot.messages import Button, Buttons, Text, say
from bot.office.shared import Said
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode
from engine.matches.match import MatchStage
from storage.people import Person

MOST_OFFERED = 20
YES = "yes"


async def hand_over(desk: Desk, said: Said) -> None:
    """Handle `/preda [MATCH]`: ask which match, or to whom."""
    if said.args:
        seen = await handed_by(desk, said, MatchCode(said.args.upper()))
        desk.reply(said, *await _to_whom(desk, seen))
        return
    own = [
        seen
        for seen in await desk.matches.all_ruled(said.person.id)
        if not seen.match.competition and seen.match.stage is not MatchStage.HOMOLOGATED
    ]
    if not own:
        desk.reply(said, say("handover.none"))
        return
    buttons = []
    for seen in own[:MOST_OFFERED]:
        label = Text("writer.match", {**await facts_of(desk, seen.match)})
        buttons.append((Button(label, f"hand:{seen.match.code}"),))
    desk.reply(said, say("handover.which"), tuple(buttons))


async def pressed(desk: Desk, said: Said) -> None:
    """Handle the presses `hand:MATCH`, `hand:MATCH:PERSON` and, the second tap, `…:yes`."""
    code, _, rest = said.args.partition(":")
    number, _, sure = rest.partition(":")
    seen = await handed_by(desk, said, MatchCode(code))
    if not number:
        desk.edit(said, *await _to_whom(desk, seen))
        return
    arbiter = await _arbiter(desk, seen, number)
    if sure != YES:
        desk.edit(said, *await _sure(desk, seen, arbiter))
        return
    text = await carry_out(desk, said, seen, arbiter)
    desk.edit(said, text)
    await enter.ask_again(desk, said, (await desk.matches.load(seen.match.code)).match)


async def _to_whom(desk: Desk, seen: SeenMatch) -> tuple[Text, Buttons]:
    match = seen.match
    found = await possible(desk, match)
    text = say(
        "handover.whom",
        **await facts_of(desk, match),
        old=(await desk.persons.get(match.arbiter)).name,
        none=None if found else say("comp.no_other_arbiters"),
    )
    buttons = [
        (Button(say("handover.to", who=one.name), f"hand:{match.code}:{one.id}"),)
        for one in found[:MOST_OFFERED]
    ]
    return text, tuple(buttons)


async def _sure(desk: Desk, seen: SeenMatch, arbiter: Person) -> tuple[Text, Buttons]:
    match = seen.match
    old = (await desk.persons.get(match.arbiter)).name
    text = say("handover.sure", **await facts_of(desk, match), who=arbiter.name, old=old)
    yes = Button(say("button.comp.yes_arbiter_main"), f"hand:{match.code}:{arbiter.id}:{YES}")
    no = Button(say("button.comp.give_up"), f"hand:{match.code}")
    return text, ((yes,), (no,))


async def _arbiter(desk: Desk, seen: SeenMatch, number: str) -> Person:
    """Return the arbiter of that number who could rule the match.

    Raises:
        GameStateError: there is none.
    """
    for one in await possible(desk, seen.match):
        if str(one.id) == number:
            return one
    raise GameStateError(Fault("no_such_arbiter"))
