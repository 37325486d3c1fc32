"""Writers who enter a player's moves in all matches of a competition (art. 9.6).

The arbiter decides once, for the current matches. The last decision also applies to the matches of
the next phase.
"""

from collections.abc import Mapping

from bot.runtime.damaged_logs import leaving_out_damaged, stored_events
from bot.service.context import Context
from bot.service.recording.recorder import Recorder
from bot.texts.messages import say
from engine.competitions.competition import Competition
from engine.ids import PersonId
from engine.matches.events import WriterAllowed, WriterWithdrawn
from engine.matches.writers import lasting_decisions
from storage.streams import match_stream

Writers = Mapping[PersonId, WriterAllowed]
"""The arbiter's decision for each player who has a writer in all matches."""


async def of(context: Context, competition: Competition) -> Writers:
    """Return the last decisions for players of the current phase.

    A writer who is no longer an arbiter of the competition is left out.
    """
    players = set(competition.phase.players)
    # The decisions are events of matches; those of the phases before this one are read.
    decisions: list[WriterAllowed | WriterWithdrawn] = []
    for phase in competition.phases[: competition.number]:
        for listed in phase.matches:
            if listed.players & players:
                with leaving_out_damaged():  # the player's other matches have the decision, too
                    stream = match_stream(listed.code)
                    stored = await stored_events(context.unit.tx, context.shared.damaged, stream)
                    decisions += lasting_decisions(row.event for row in stored)
    last_of = {event.person: event for event in sorted(decisions, key=lambda event: event.at)}
    return {
        person: event
        for person, event in last_of.items()
        if isinstance(event, WriterAllowed)
        and person in players
        and event.writer in competition.arbiters
    }


async def notify_writers(recorder: Recorder, competition: Competition, writers: Writers) -> None:
    """Notify players and writers of the matches that each writer enters in the new phase.

    Writers get digests from now on.
    """
    for person, event in writers.items():
        matches = [match.code for match in competition.phase.matches if person in match.players]
        names = await recorder.persons.names((person, event.writer))
        text = say(
            "writer.goes_on",
            title=competition.title,
            who=names[person],
            writer=names[event.writer],
            match=", ".join(matches),
        )
        for player in (person, event.writer):
            # Without a chat of their own, the player would be reached through the writer.
            if await recorder.persons.address(player) is not None:
                await recorder.notify_person(player, text)
        await recorder.digests.ensure(await recorder.persons.get(event.writer))
