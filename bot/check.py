"""The check behind `turretur verify`: chains, replays, figures and projections, all at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.games import game_row
from bot.matches import match_row
from engine.audit import audit
from engine.errors import BrokenLog
from engine.fold import replay
from engine.match import replay_match
from storage.log import Stored
from storage.projections import GameRow, MatchRow
from storage.streams import GAMES

if TYPE_CHECKING:
    from engine.ids import MatchCode, PersonId


class Folds:
    """Folds each stream into its projection; matches come before their games (`storage.verify`)."""

    def __init__(self) -> None:
        self._arbiters: dict[MatchCode, PersonId] = {}

    def __call__(self, stream: str, stored: Sequence[Stored]) -> GameRow | MatchRow | None:
        """Return the row that the events make.

        Raises:
            BrokenLog: a recorded figure does not come out again.
        """
        events = [row.event for row in stored]
        last = stored[-1]
        if not stream.startswith(GAMES):
            match = replay_match(events)
            self._arbiters[match.code] = match.arbiter
            return match_row(match, last.seq, last.at)
        wrong = audit(events)
        if wrong:
            raise BrokenLog("; ".join(wrong))
        game = replay(events)
        return game_row(game, last.seq, self._arbiters[game.match], last.at)
