"""The last day of a phase: its date, whether it is past, and what it forbids.

`bot.service.competitions.closing_days` handles the unfinished games.
"""

from collections.abc import Iterable
from datetime import date, datetime

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.context import Context
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.matches.match_snapshots import Matches
from engine.errors import Fault, GameStateError
from engine.games.commands import (
    AnswerInterruption,
    Command,
    Pass,
    Place,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
)
from engine.games.game import Game
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, MatchCode
from engine.matches.match import Match
from engine.thinking_time import day_of
from storage.play.game_rows import GameRow

PLAYING = (Place, Pass, ReturnPlacement, Resign, ProposeInterruption, AnswerInterruption)
"""The commands that are forbidden in a game of a closed phase."""


class Closings:
    """All reads of closing dates."""

    def __init__(self, context: Context, matches: Matches, competitions: Competitions) -> None:
        self._context, self._matches, self._competitions = context, matches, competitions

    async def last_day(self, match: Match) -> date | None:
        """Return the last day of play in the match; None outside a competition.

        This is the closing date of the phase, or the day by which a reopened match must finish.
        """
        snapshot = await self._competitions.of_match(match)
        if snapshot is None:
            return None
        return match.last_day(snapshot.competition.state_of(match.phase).plan.closing)

    async def shortened_on(self, match: Match) -> date | None:
        """Return the day on which the match's running phase was shortened; None if it was not."""
        snapshot = await self._competitions.of_match(match)
        if snapshot is None:
            return None
        return snapshot.competition.state_of(match.phase).closing_moved

    async def past_closing_date(self, match: Match, at: datetime) -> date | None:
        """Return the last day of play in the match if it was past at that instant, else None."""
        closing = await self.last_day(match)
        if closing is None or day_of(at, match.rules.time_zone) <= closing:
            return None
        return closing

    async def is_match_closed(self, match: Match, at: datetime) -> bool:
        """Return whether the match's phase was closed at that instant."""
        return await self.past_closing_date(match, at) is not None

    async def of_row(self, row: GameRow) -> date | None:
        """Return the closing date of a listed game's phase; None outside a competition."""
        if not row.competition:
            return None
        snapshot = await self._matches.load(MatchCode(row.match_id))
        return await self.last_day(snapshot.match)

    async def still_open(self, rows: Iterable[GameRow]) -> list[GameRow]:
        """Return the listed games that may continue, reading few matches.

        Those of a damaged competition are left out.
        """
        closed: dict[str, frozenset[GameId]] = {NO_COMPETITION: frozenset()}
        open_games = []
        for row in rows:
            with leaving_out_damaged():
                if row.competition not in closed:
                    code = CompetitionCode(row.competition)
                    closed[code] = await self._closed_games(code)
                if row.game_id not in closed[row.competition] or await self._is_reopened(row):
                    open_games.append(row)
        return open_games

    async def _is_reopened(self, row: GameRow) -> bool:
        """Return whether the game of a closed phase was reopened and may be played today."""
        match = await self._matches.get(MatchCode(row.match_id))
        return not await self.is_match_closed(match, self._context.unit.now)

    async def _closed_games(self, code: CompetitionCode) -> frozenset[GameId]:
        """Return the games of the competition's phases that are closed."""
        competition = (await self._competitions.load(code)).competition
        today = day_of(self._context.unit.now, competition.rules.time_zone)
        phases = [phase.games for phase in competition.phases if phase.plan.closing < today]
        return frozenset[GameId]().union(*phases)

    async def is_game_closed(self, game: Game) -> bool:
        """Return whether no more moves are possible in the game, because its phase is closed."""
        match = await self._matches.get(game.match)
        return await self.is_match_closed(match, self._context.unit.now)

    async def before_return(self, match: Match) -> date | None:
        """Return the closing date if the return game would begin automatically only after it.

        That return game begins only if both players ask for it by that date (art. 7.1, 9.4). None:
        it begins automatically, or no return game is awaited.
        """
        closing, day = await self.last_day(match), match.return_day
        return closing if closing is not None and day is not None and closing < day else None

    async def check_command(self, game: Game, command: Command, at: datetime) -> None:
        """Refuse a player's command in a game whose phase is closed.

        Raises:
            GameStateError: `phase_closed`.
        """
        if not isinstance(command, PLAYING):
            return
        await self.check_match_open((await self._matches.load(game.match)).match, at)

    async def check_match_open(self, match: Match, at: datetime) -> None:
        """Refuse an act in a match whose phase is closed.

        Raises:
            GameStateError: `phase_closed`.
        """
        closing = await self.past_closing_date(match, at)
        if closing is not None:
            raise GameStateError(Fault("phase_closed", "9.4", {"closing": closing.isoformat()}))
