"""The rows of an imported game, and the faults that the importer finds in them."""

from collections.abc import Container, Sequence
from dataclasses import replace
from datetime import date, timedelta

from engine.board import Axis, Square
from engine.games.events import Ending, Passed
from engine.games.game import Game
from engine.games.importing import (
    ImportedGame,
    ImportFault,
    StatedEnd,
    StatedGrant,
    StatedTurn,
    import_game,
)
from engine.ids import Seat
from engine.notation import parse_placement
from engine.placement import Placement
from engine.rulesets import NATIONAL_2025, Ruleset
from engine.tiles import load_tile_set
from tests.builders import ANY_WORD, ARBITER, SEQUENCE, START, started
from tests.builders import noon as noon_after

TILES = load_tile_set("ro")
TODAY = 60
"""The day of the import, counted from the start."""
NO_WORD: frozenset[str] = frozenset()


def day(number: int) -> date:
    """Return the date this many days after the start."""
    return START + timedelta(days=number)


def turn(row: int, text: str, sent: int = 0, *, received: int | None = None) -> StatedTurn:
    """Return the turn of a row; the days are counted from the start."""
    return StatedTurn(
        row=row,
        placement=None if text == "PAS" else parse_placement(text),
        sent=day(sent),
        received=None if received is None else day(received),
    )


CASA, STIRE, TIN = turn(2, "H7 CASA"), turn(3, "I8 STIRE", 1), turn(4, "J8 TIN", 4)
"""Three turns worth 8, 13 and 16 points; the third takes two days."""


def imported(
    *turns: StatedTurn,
    end: StatedEnd | None = None,
    rules: Ruleset = NATIONAL_2025,
    lexicon: Container[str] = ANY_WORD,
    today: int = TODAY,
    grants: Sequence[StatedGrant] = (),
    sequence: str = SEQUENCE,
) -> ImportedGame:
    """Return the game as imported at noon of that day; row 1 states its start."""
    return import_game(
        replace(started(sequence, rules), imported=True),
        turns,
        end,
        writer=ARBITER,
        at=noon_after(today),
        lexicon=lexicon,
        row=1,
        grants=grants,
    )


def lines(faults: Sequence[ImportFault]) -> list[str]:
    """Return each fault as its row, its column and its text."""
    return [f"{one.row} {one.column}: {one.fault}" for one in faults]


def faults_of(
    *turns: StatedTurn,
    end: StatedEnd | None = None,
    rules: Ruleset = NATIONAL_2025,
    lexicon: Container[str] = ANY_WORD,
) -> list[str]:
    """Return the faults of the imported game, each as one line."""
    return lines(imported(*turns, end=end, rules=rules, lexicon=lexicon).faults)


def points_of(game: Game) -> list[int]:
    """Return the points of every move, 0 for a pass."""
    return [0 if isinstance(move, Passed) else move.points for move in game.moves]


def filled() -> tuple[StatedTurn, ...]:
    """Return 14 turns of seven tiles, row below row, after which Blue has no tile left."""
    rows = [*range(7, -1, -1), *range(8, 14)]
    racks = [SEQUENCE[start : start + 7] for start in range(0, 7 * len(rows), 7)]
    return tuple(
        StatedTurn(
            row=number,
            placement=Placement(Square(row, 4), Axis.ACROSS, rack.replace("?", "a")),
            sent=START,
        )
        for number, (row, rack) in enumerate(zip(rows, racks, strict=True), 2)
    )


def grant(days: int, on: int, row: int = 9) -> StatedGrant:
    """Return days that the arbiter gave Blue on a day counted from the start."""
    return StatedGrant(row=row, seat=Seat.BLUE, days=days, on=day(on), reason="Boală")


def ended(ending: Ending, on: int | None = None, by: Seat | None = None) -> StatedEnd:
    """Return the end that row 8 states; the day is counted from the start."""
    return StatedEnd(row=8, ending=ending, on=None if on is None else day(on), by=by)
