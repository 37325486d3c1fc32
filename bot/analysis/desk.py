"""What is to be analysed, as the queue of jobs sees it: one at a time, people's wishes first."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.runtime.job_queue import Job
from engine.ids import GameId
from storage.analysis import analyses, sequences
from storage.analysis.sequences import Searched

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.shared import Shared
    from bot.runtime.unit import Runtime


class AnalysisDesk:
    """Where analyses are asked for. They are no hurry: whatever else is wanted goes first."""

    at_once = 1

    def __init__(self, runtime: "Runtime", shared: "Shared", editions: Path) -> None:
        """Take where word lists lie that are not shipped."""
        self._runtime, self._shared, self._editions = runtime, shared, editions

    async def wanted(self, tx: "AsyncConnection") -> list[Job]:
        """Return the games somebody waits for, who has waited longest first.

        Where nobody does, it is the sequences of the night; such a search is broken off as soon as
        somebody asks for a game, and begun again after it.
        """
        games = dict.fromkeys(wish.game_id for wish in await analyses.wishes(tx))
        if games:
            return [Job(("analysis", game), (), partial(self._do, game)) for game in games]
        return [
            Job(("sequence", one.seed), one.wanted, partial(self._search, one))
            for one in await sequences.waiting(tx)
        ]

    async def _do(self, game: GameId) -> None:
        from bot.analysis.runner import Runner  # noqa: PLC0415  (seldom asked for)

        await Runner(self._runtime, self._shared, self._editions).do(game)

    async def _search(self, wish: Searched) -> None:
        from bot.analysis.sequences import search_waiting  # noqa: PLC0415  (likewise)

        await search_waiting(self._runtime, self._shared, self._editions, wish)
