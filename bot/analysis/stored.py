"""Findings as they are kept: packed, under the game's last event and the analysis's version."""

import zlib
from typing import TYPE_CHECKING

from bot.analysis.findings import VERSION, Findings, findings_from_json, findings_to_json
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import Analysis

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


async def current(tx: "AsyncConnection", game: GameId, head: str) -> Findings | None:
    """Return what is known of the game as it ended, by today's analysis."""
    return unpacked(await analyses.find(tx, game), head)


def unpacked(analysis: Analysis | None, head: str) -> Findings | None:
    """Return what was kept, if it is of that head and of today's analysis."""
    if analysis is None or (analysis.head, analysis.version) != (head, VERSION):
        return None
    return findings_from_json(zlib.decompress(analysis.findings))


def packed(game: GameId, head: str, found: Findings, at: "datetime") -> Analysis:
    """Return findings as they are kept."""
    return Analysis(
        game_id=game,
        head=head,
        version=VERSION,
        findings=zlib.compress(findings_to_json(found).encode()),
        at=at,
    )
