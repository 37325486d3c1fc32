"""Matches that a disqualification makes void, and whose results nobody approves (art. 10.3)."""

from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.messages import Text, say
from engine.cases.events import RulingKind
from engine.competitions.events import PlayerExcluded
from storage.cases.case_rows import with_ruling


async def void_text(service: Service, snapshot: MatchSnapshot) -> Text | None:
    """Return why a match is void, and since when; None if it counts (art. 10.3)."""
    void = await service.competitions.made_void(snapshot.match)
    if void is None:
        return None
    return say(
        "homologate.void",
        match=snapshot.match.code,
        who=(await service.persons.get(void.player)).name,
        since=void.at.isoformat(),
        article=void.article,
        lifted=await _lifted_by(service, snapshot, void),
    )


async def _lifted_by(
    service: Service, snapshot: MatchSnapshot, excluded: PlayerExcluded
) -> Text | None:
    """Return the case in which the disqualification can be lifted; None without one."""
    kind, match = RulingKind.EXCLUSION.value, snapshot.match
    rows = await with_ruling(
        service.unit.tx, [kind], competition=match.competition, arbiter=match.arbiter
    )
    for row in rows:
        case = (await service.cases.load(row.case_id)).case
        # A ruling and the disqualification that it records have the same instant.
        if any(ruling.at == excluded.at for ruling in case.rulings):
            return say("homologate.void_lifted", case=case.id)
    return None
