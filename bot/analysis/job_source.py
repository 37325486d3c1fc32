"""The analyses to run, as jobs for the queue: one at a time, people's requests first."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.runner import AnalysisRunner
from bot.analysis.sequences import search_waiting
from bot.runtime.job_queue import RequestedJob
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from engine.ids import GameId, PersonId
from storage.analysis import analyses, sequences
from storage.analysis.analyses import AnalysisRequest
from storage.analysis.sequences import SearchedSequence


class AnalysisJobSource:
    """The queue's source of analyses, at low priority: all other jobs run first."""

    at_once = 1

    def __init__(self, runtime: Runtime, shared: BotSettings, editions: Path) -> None:
        """Remember the folder of word lists that are not part of the program."""
        self._runtime, self._shared, self._editions = runtime, shared, editions

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return jobs for the games that people wait for, one of each person in turn.

        If nobody waits, return the searches of sequences at night. A request stops such a search,
        which starts again later.
        """
        games: dict[GameId, PersonId] = {}
        for wish in _in_turn(await analyses.wishes(tx)):
            games.setdefault(wish.game_id, wish.person)
        if games:
            return [
                RequestedJob(("analysis", game), (), partial(self._analyse, game), by=person)
                for game, person in games.items()
            ]
        return [
            RequestedJob(("sequence", wish.seed), wish.wanted, partial(self._search, wish))
            for wish in await sequences.waiting(tx)
        ]

    async def _analyse(self, game: GameId) -> None:
        await AnalysisRunner(self._runtime, self._shared, self._editions).run(game)

    async def _search(self, wish: SearchedSequence) -> None:
        await search_waiting(self._runtime, self._shared, self._editions, wish)


def _in_turn(wishes: Sequence[AnalysisRequest]) -> list[AnalysisRequest]:
    """Return the wishes, everybody's first before anybody's second, the longest wait first."""
    numbers: Counter[PersonId] = Counter()
    numbered = []
    for wish in wishes:
        numbered.append((numbers[wish.person], wish))
        numbers[wish.person] += 1
    return [wish for _, wish in sorted(numbered, key=lambda each: each[0])]
