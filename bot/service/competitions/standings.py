"""Who may see which standings: the players and arbiters of the competition, and its linked group.

Rights are checked here each time, whatever a button or a command names.
"""

from typing import TYPE_CHECKING

from bot.documents.standings.reading import scene_of
from bot.service.competitions.competitions import SeenCompetition
from bot.service.rows import players_of
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode

if TYPE_CHECKING:
    from bot.documents.standings.scene import Scene
    from bot.runtime.shared import Said
    from bot.service.readers import Readers


async def open_to(service: "Readers", said: "Said") -> list[SeenCompetition]:
    """Return the competitions whose standings the person may see, the latest changed first."""
    person = said.person.id
    played = await service.competitions.all_played(person)
    codes = {seen.competition.code for seen in played}
    ruled = await service.competitions.all_ruled(person)
    return [*played, *(seen for seen in ruled if seen.competition.code not in codes)]


async def scene_for(
    service: "Readers", said: "Said", code: CompetitionCode, number: int | None = None
) -> "Scene":
    """Return a phase of a competition, by default the present one, for somebody who may see it.

    Raises:
        GameStateError: there is no such competition or phase, or it is none of his.
    """
    seen = await service.competitions.load(code)
    if not await _may_see(service, said, seen):
        raise GameStateError(Fault("not_in_competition", facts={"title": seen.competition.title}))
    known = (seen.competition, seen.seq)
    return await scene_of(service.unit.tx, service.shared, known, service.unit.now, number)


async def _may_see(service: "Readers", said: "Said", seen: SeenCompetition) -> bool:
    if not said.incoming.private:
        group = await service.groups.of_chat(said.incoming.chat)
        return group is not None and group.competition == seen.competition.code
    person, competition = said.person.id, seen.competition
    return (
        person in competition.arbiters
        or person in players_of(competition)
        or service.persons.is_operator(said)
    )
