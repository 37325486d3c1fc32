"""The people of a restored import who were merged or forgotten while it was taken back.

Nothing is written in an import that is taken back, so neither could reach its logs.
"""

from contextlib import suppress

from bot.service.operations.people.mergers import merge_match
from bot.service.readers.readers import Readers
from bot.service.recording.changes import CompetitionChange
from bot.service.recording.recorder import Recorder
from engine.competitions.competition import Competition
from engine.competitions.entering import merge
from engine.competitions.events import ImportTakenBack
from engine.competitions.guards import Act
from engine.competitions.participation import everybody
from engine.errors import GameStateError
from engine.ids import CompetitionCode, PersonId
from storage.days import due
from storage.people import invitations
from storage.people.forgetting import FORGOTTEN
from storage.streams import person_stream


async def follow(recorder: Recorder, change: CompetitionChange) -> None:
    """Merge and take out, in a restored import, everybody to whom that has happened since.

    A person who cannot be merged there stays two, so that the import is restored.
    """
    code = change.after.competition.code
    for event in change.events:
        if isinstance(event, ImportTakenBack) and event.restored:
            act = Act(by=event.by, at=event.at)
            for person, into in (await invitations.merged(recorder.unit.tx)).items():
                with suppress(GameStateError):
                    async with recorder.unit.savepoint():
                        await _merge(recorder, code, act, person=person, into=into)
            await _plan_erasures(recorder, await recorder.competitions.get(code))


async def _merge(
    recorder: Recorder, code: CompetitionCode, act: Act, *, person: PersonId, into: PersonId
) -> None:
    """Give what `person` has in the competition to `into`.

    Raises:
        GameStateError: both play there, one is an arbiter there, or a log of theirs is damaged.
    """
    snapshot = await recorder.competitions.load(code)
    events = merge(snapshot.competition, act, person=person, into=into)
    if not events:
        return
    matches = await recorder.matches.played_in(person, code)
    await recorder.competition_acts.record(snapshot, events, act.at)
    for played in matches:
        await merge_match(recorder, played, act, person=person, into=into)


async def _plan_erasures(readers: Readers, competition: Competition) -> None:
    """Let the next sweep free the seats of forgotten people (`bot.service.people.forgetting`)."""
    for person in everybody(competition):
        if await readers.persons.is_forgotten(person):
            row = due.DueRow(stream=person_stream(person), kind=FORGOTTEN, due_at=readers.unit.now)
            await due.put(readers.unit.tx, row)
