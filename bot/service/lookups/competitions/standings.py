"""A competition's standings and results, for people who may see them and its linked group.

Every call checks rights, whatever the button or command names.
"""

from bot.documents.standings.scene import Scene
from bot.documents.standings.stored_scene import StoredCompetition, scene_of
from bot.runtime.shared import UserInput
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from engine.competitions.participation import everybody
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode


async def open_to(readers: Readers, user_input: UserInput) -> list[CompetitionSnapshot]:
    """Return the competitions whose standings the person may see, last changed first.

    Those that they play come before those that they only rule.
    """
    person = user_input.person.id
    played = await readers.competitions.all_played(person)
    codes = {snapshot.competition.code for snapshot in played}
    ruled = await readers.competitions.all_ruled(person)
    return [*played, *(snapshot for snapshot in ruled if snapshot.competition.code not in codes)]


async def scene_for(
    readers: Readers, user_input: UserInput, code: CompetitionCode, number: int | None = None
) -> Scene:
    """Return a phase of a competition for its pictures, if the person may see it.

    `number`: counted from 0; None for the current phase.

    Raises:
        GameStateError: there is no such competition or phase, or the person may not see it.
    """
    snapshot = await readers.competitions.load(code)
    if not await _may_see(readers, user_input, snapshot):
        raise GameStateError(
            Fault("not_in_competition", facts={"title": snapshot.competition.title})
        )
    known = StoredCompetition(snapshot.competition, snapshot.seq)
    return await scene_of(readers.unit.tx, readers.shared, known, readers.unit.now, number)


async def _may_see(readers: Readers, user_input: UserInput, snapshot: CompetitionSnapshot) -> bool:
    """Return whether the person, or the group in which they ask, may see the standings."""
    if not user_input.incoming.is_private:
        group = await readers.groups.of_chat(user_input.incoming.chat)
        return group is not None and group.competition == snapshot.competition.code
    person, competition = user_input.person.id, snapshot.competition
    return (
        person in competition.arbiters
        or person in everybody(competition)
        or readers.persons.is_operator(user_input)
    )
