"""Findings in storage: compressed, under the game's last event and the version of the analysis."""

import zlib
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import VERSION, Findings, findings_from_json, findings_to_json
from engine.ids import GameId
from storage.analysis import analyses
from storage.analysis.analyses import StoredAnalysis


async def current(tx: AsyncConnection, game: GameId, head: str) -> Findings | None:
    """Return the findings of the game in its present state and analysis version, or None."""
    return unpacked(await analyses.find(tx, game), head)


def unpacked(analysis: StoredAnalysis | None, head: str) -> Findings | None:
    """Return the stored findings if they are for that event hash and this version, or None."""
    if analysis is None or (analysis.head, analysis.version) != (head, VERSION):
        return None
    return findings_from_json(zlib.decompress(analysis.findings))


def packed(game: GameId, head: str, findings: Findings, at: datetime) -> StoredAnalysis:
    """Return findings in their stored form."""
    return StoredAnalysis(
        game_id=game,
        head=head,
        version=VERSION,
        findings=zlib.compress(findings_to_json(findings).encode()),
        at=at,
    )
