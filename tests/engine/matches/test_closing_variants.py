"""Closing results of an unfinished home game: each row of the table in the rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from engine.games.commands import Resign
from engine.games.game import Game
from engine.ids import Seat
from engine.matches.closing import close_game
from engine.matches.events import Statement
from engine.matches.match import Match
from engine.matches.rulings import follow_ruling
from engine.thinking_time import LeavePeriod
from tests.builders import noon, play
from tests.engine.games.ordered import obeyed
from tests.engine.matches.closing_shared import CLOSING, ORDER, saying, unfinished
from tests.engine.matches.staged import after, coefficients_of

HEADING: Final = "## What the closing brings to an unfinished home game"
AWAY: Final = LeavePeriod(first=CLOSING - timedelta(days=1), last=CLOSING)

Variant = Callable[[], tuple[Match, Game]]


def _joined(*seats: Seat, moves: int) -> tuple[Match, Game]:
    match, game = unfinished(moves, 0)
    return replace(match, joined=frozenset(game.side(seat).person for seat in seats)), game


def _on_leave(seat: Seat, moves: int) -> tuple[Match, Game]:
    match, game = unfinished(moves, 55)
    if seat is Seat.RED:
        return match, replace(game, red=replace(game.red, leave=(AWAY,)))
    return match, replace(game, blue=replace(game.blue, leave=(AWAY,)))


def _declared() -> tuple[Match, Game]:
    match, game = unfinished(2, 31)
    return saying(match, game, {Seat.RED: Statement.DECLARED, Seat.BLUE: None}), game


def _withdrew(seat: Seat, moves: int) -> tuple[Match, Game]:
    match, game = unfinished(moves, 0)
    return match, play(game, Resign(by=seat, withdrew=True), at=noon(30))


VARIANTS: Final[Mapping[str, Variant]] = {
    "Nobody has moved": lambda: unfinished(0, 0),
    "Nobody has moved; begun three days before": lambda: unfinished(0, 57),
    "Nobody has moved; Red on leave in the last five days": lambda: _on_leave(Seat.RED, 0),
    "Red has moved, Blue never answered": lambda: unfinished(1, 0),
    "Red has moved two days before, Blue did not answer": lambda: unfinished(1, 58),
    "Red has moved; Blue on leave in the last five days": lambda: _on_leave(Seat.BLUE, 1),
    "Both have moved, nobody says anything": lambda: unfinished(2, 31),
    "Both have moved, one declares the state (8–13)": _declared,
    "Red never took their place, nobody has moved": lambda: _joined(Seat.BLUE, moves=0),
    "Blue never took their place, Red has moved": lambda: _joined(Seat.RED, moves=1),
    "Blue never took their place, Red never moved": lambda: _joined(Seat.RED, moves=0),
    "Neither took their place": lambda: _joined(moves=0),
    "Red withdrew before their first move": lambda: _withdrew(Seat.RED, 0),
    "Blue withdrew without an answer": lambda: _withdrew(Seat.BLUE, 1),
    "Red withdrew after a move of both (8–13)": lambda: _withdrew(Seat.RED, 2),
    "Blue withdrew after a move of both (8–13)": lambda: _withdrew(Seat.BLUE, 2),
}


def _table() -> dict[str, tuple[str, str]]:
    """Return the table of the rules document: both coefficients by variant."""
    page = Path("docs/rules.md").read_text(encoding="utf-8").partition(HEADING)[2]
    lines = page.partition("\n## ")[0].splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    return {row[0]: (row[1], row[2]) for row in rows[2:]}


def test_the_table_has_every_variant() -> None:
    """The document's table has a row for each variant, and no other row."""
    assert list(_table()) == list(VARIANTS)


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_closing_brings_what_the_table_says(variant: str) -> None:
    """Each variant of an unfinished home game ends with the coefficients of its row."""
    match, game = VARIANTS[variant]()
    over = game
    if game.ended is None:
        over = obeyed(game, close_game(match, game, ORDER, CLOSING))

    found = coefficients_of(after(match, *follow_ruling(match, over, noon(70))))[0]

    assert (str(found.first), str(found.second)) == _table()[variant]
