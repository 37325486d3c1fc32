"""Who writes for a player in all matches of a competition, also of its next phase (art. 9.6).

The arbiter says so once, in the matches that are played then; when the next phase starts, its
matches begin with what was last said.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.texts.messages import say
from engine.competitions.competition import Competition
from engine.ids import PersonId
from engine.matches.events import WriterAllowed, WriterWithdrawn
from storage import log
from storage.streams import match_stream

if TYPE_CHECKING:
    from bot.service.recording import Recorder

Writers = Mapping[PersonId, WriterAllowed]
"""For each player for whom somebody writes everywhere: the arbiter's word."""


async def lasting(service: "Recorder", competition: Competition) -> Writers:
    """Return who writes everywhere for the players of the present phase, as last decided.

    Only an arbiter of the competition can.
    """
    players = set(competition.phase.players)
    decided: list[WriterAllowed | WriterWithdrawn] = []
    for phase in competition.phases[: competition.number]:
        for listed in phase.matches:
            if listed.players & players:
                stored = await log.load(service.unit.tx, match_stream(listed.code))
                decided += [
                    row.event
                    for row in stored
                    if isinstance(row.event, WriterAllowed | WriterWithdrawn)
                    and row.event.everywhere
                ]
    last = {event.person: event for event in sorted(decided, key=lambda event: event.at)}
    return {
        person: event
        for person, event in last.items()
        if isinstance(event, WriterAllowed)
        and person in players
        and event.writer in competition.arbiters
    }


async def tell(service: "Recorder", competition: Competition, writers: Writers) -> None:
    """Tell each player and each writer in which matches of the new phase it goes on."""
    for person, event in writers.items():
        matches = [one.code for one in competition.phase.matches if person in one.players]
        names = await service.persons.names((person, event.writer))
        text = say(
            "writer.goes_on",
            title=competition.title,
            who=names[person],
            writer=names[event.writer],
            match=", ".join(matches),
        )
        for each in (person, event.writer):
            if (await service.persons.get(each)).chat is not None:
                await service.tell_person(each, text)
        await service.digests.ensure(await service.persons.get(event.writer))
