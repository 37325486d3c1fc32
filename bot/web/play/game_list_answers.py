"""The lists of a person's games as JSON: running games and the archive. Pure."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.documents.render.theme import PlayerColour
from bot.documents.views.boards import laid_by_moves
from bot.service.lookups.matches.archive import outcome_for
from bot.web.play.game_answers import board_rows
from bot.web.refusals import Json
from engine.board import EMPTY, SIZE
from engine.figures import Figures
from engine.games.game import Game
from engine.ids import PersonId, Seat
from storage.play.game_rows import GameRow

_SIGNS: Final = {PlayerColour.RED: "r", PlayerColour.BLUE: "b"}
"""The signs of `laid_rows`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEntry:
    """A game in a person's list."""

    row: GameRow
    game: Game
    person: PersonId
    partner: str
    """The opponent's shown name."""

    @property
    def is_blue(self) -> bool:
        """Return whether the person is Blue."""
        return self.row.blue == self.person

    def json(self) -> Json:
        """Return what both lists show."""
        red_and_blue = (self.row.red_score, self.row.blue_score)
        own, partner = reversed(red_and_blue) if self.is_blue else red_and_blue
        return {
            "game": self.row.game_id,
            "partner": self.partner,
            "colour": (Seat.BLUE if self.is_blue else Seat.RED).value,
            "score": {"own": own, "partner": partner},
            "competition": self.row.competition or None,
            "board": board_rows(self.game),
            "laid": laid_rows(self.game),
        }


def running_json(entry: GameEntry, last_day: date | None, unread: int, *, is_mine: bool) -> Json:
    """Return a running game, and whether it waits for the person's move.

    `unread`: the number of the opponent's messages not read yet.
    """
    row = entry.row
    return {
        **entry.json(),
        "turn": row.turn_seat,
        "mine": is_mine,
        "last_day": None if last_day is None else last_day.isoformat(),
        "version": row.seq,
        "unread": unread,
    }


def finished_json(entry: GameEntry, figures: Figures | None, ended: date) -> Json:
    """Return a finished game; `figures` is its result, if it has one."""
    result, coefficient = None, None
    if figures is not None:
        result = outcome_for(figures, is_blue=entry.is_blue)
        coefficient = figures.blue if entry.is_blue else figures.red
    return {
        **entry.json(),
        "result": result,
        "worth": None if coefficient is None else str(coefficient),
        "ended": ended.isoformat(),
    }


def laid_rows(game: Game) -> list[str]:
    """Return who placed each tile, row by row.

    `r` is Red and `b` Blue, `R` and `B` the same for the last move, `.` no tile.
    """
    rows = [[EMPTY] * SIZE for _ in range(SIZE)]
    moves = laid_by_moves(game)
    for laid in moves:
        for tile in laid:
            sign = _SIGNS[tile.side]
            rows[tile.square.row][tile.square.column] = sign.upper() if laid is moves[-1] else sign
    return ["".join(row) for row in rows]
