"""What people are called on public pages."""

from typing import TYPE_CHECKING

from engine.competitions.competition import Competition
from storage import people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.ids import PersonId


async def public_names(tx: "AsyncConnection", competition: Competition) -> "Mapping[PersonId, str]":
    """Return the names of everybody who has a part in the competition, as they may be shown."""
    wanted = {
        *competition.arbiters,
        *(who for phase in competition.phases for who in phase.players),
        *(each.player for phase in competition.phases for each in phase.withdrawn),
    }
    return {person.id: person.name for person in await people.several(tx, wanted)}
