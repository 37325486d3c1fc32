"""Ends the games that a phase's last day leaves unfinished, as `engine.matches.closing` decides."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.unfinished_games import unfinished_of
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.matches.starts import Starts
from bot.service.pure.acts import order_of
from bot.service.recording.recorder import Recorder
from bot.texts.notices.competitions.closings import UnfinishedGame, settled_of
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.games.endings import accepted_end
from engine.games.orders import Order
from engine.ids import MatchCode
from engine.matches.closing import close_game
from engine.thinking_time import day_of

ARTICLE: Final = "9.4"
"""The article by which games are ended at the closing date."""


def settled_among(unfinished: Sequence[UnfinishedGame], today: date) -> list[UnfinishedGame]:
    """Return the games that may be ended; both games of a match, or neither.

    Raises:
        GameStateError: none may be: `case_to_rule` for each claim or question that needs a ruling
            first (art. 5.3, 9.4), otherwise `nothing_settled`.
    """
    settled = settled_of(unfinished, today)
    if settled:
        return settled
    cases = (one.claim or (one.game and one.game.query) for one in unfinished)
    waiting = [Fault("case_to_rule", "7.2", {"case": case}) for case in cases if case]
    raise GameStateError(*waiting or [Fault("nothing_settled", ARTICLE)])


class ClosingActs:
    """Ends unfinished games."""

    def __init__(self, recorder: Recorder, results: MatchResults, starts: Starts) -> None:
        self._recorder, self._results, self._starts = recorder, results, starts

    async def end_accepted(self, unfinished: Sequence[UnfinishedGame]) -> bool:
        """End the games whose last move can no longer be sent back (art. 4.3, 5.2).

        Return whether there were any.
        """
        now = self._recorder.unit.now
        accepted = [
            each.game
            for each in unfinished
            if each.game is not None and each.game.waits_for_acceptance
        ]
        for game in accepted:
            snapshot = await self._recorder.games.load(game.id)
            await self._recorder.game_acts.record(snapshot, accepted_end(game, now), now)
        return bool(accepted)

    async def close(
        self, user_input: UserInput, competition: Competition, code: MatchCode, reason: str
    ) -> None:
        """End a match's unfinished games: the running ones, and a return game that never began.

        All are checked before the first one ends, so that nothing is written if one is refused.

        Raises:
            GameStateError: one of them must not be ended yet, as `settled_among` says.
        """
        order = order_of(user_input, ARTICLE, reason)
        unfinished = await self._unfinished(competition, code)
        settled_among(unfinished, day_of(self._recorder.unit.now, competition.rules.time_zone))
        while unfinished:  # the end of a home game may leave a return game that never began
            await self._end(unfinished[-1], order)
            unfinished = await self._unfinished(competition, code)

    async def _unfinished(self, competition: Competition, code: MatchCode) -> list[UnfinishedGame]:
        """Return the unfinished games of the match as it is now."""
        match = await self._recorder.matches.get(code)
        return await unfinished_of(self._recorder, competition, match)

    async def _end(self, unfinished: UnfinishedGame, order: Order) -> None:
        """End the game; one that never began is started for it, so that it has a log and sheets."""
        match = unfinished.match
        if unfinished.game is None:
            waiting = await self._recorder.matches.load(match.code)
            snapshot = await self._starts.open_closed(waiting, order.at)
        else:
            snapshot = await self._recorder.games.load(unfinished.id)
        game = await self._recorder.arrivals.for_time_decisions(snapshot.game)
        excluded = await self._recorder.competitions.excluded_players(match)
        events = close_game(match, game, order, unfinished.closing, excluded)
        if unfinished.game is None:
            await self._results.record_unplayed(snapshot, events, order.at)
        else:
            await self._recorder.game_acts.record(snapshot, events, order.at)
