"""The results of a crosstable: which cells say the same game, and who was Red in it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from bot.documents.tables.crosstables.cells import Cell, Game
from bot.documents.tables.crosstables.rows import Table
from bot.documents.tables.import_stated import FormFault, Layout, SeasonAnswers, StatedResult
from bot.texts.messages import Text, say
from engine.ids import Leg

Games = Mapping[tuple[int, int], tuple[Game, ...]]
"""The games in each cell, by row and column."""


def layout_of(tables: Sequence[Games]) -> Layout | None:
    """Return how the cells of these tables belong together; None if that is not clear."""
    if any(len(games) > 1 for table in tables for games in table.values()):
        return Layout.PAIRS
    # Whether each pair of cells across the diagonal can say the same game.
    agreeing = [
        game.agrees(across.turned)
        for table in tables
        for (row, column), (game, *_) in table.items()
        if row < column
        for across in table.get((column, row), ())
    ]
    if not any(game.is_whole for table in tables for games in table.values() for game in games):
        return Layout.MIRROR
    if all(agreeing):
        return Layout.MIRROR
    return None if any(agreeing) else Layout.HALVES


class TableResults:
    """The results of one table."""

    def __init__(
        self, table: Table, group: str, games: Games, layout: Layout, answers: SeasonAnswers
    ) -> None:
        """Take the games of the table's cells, which belong together as the layout says."""
        self.faults: list[FormFault] = []
        self._table, self._group, self._games = table, group, games
        self._layout, self._is_swapped = layout, answers.is_swapped

    def results(self) -> Iterator[StatedResult]:
        """Yield the result of every game, pair by pair."""
        for row, column in combinations(range(len(self._table.players)), 2):
            first, second = self._games.get((row, column), ()), self._games.get((column, row), ())
            if self._layout is Layout.HALVES:
                yield from self._halves(row, column, first, second)
            else:
                yield from self._games_of_both_cells(row, column, first, second)

    def _halves(
        self, row: int, column: int, first: tuple[Game, ...], second: tuple[Game, ...]
    ) -> Iterator[StatedResult]:
        """Yield the games of a pair in the two halves: the row's player is Red in each."""
        legs = (Leg.RETURN, Leg.HOME) if self._is_swapped else (Leg.HOME, Leg.RETURN)
        cells = (((row, column), first), ((column, row), second))
        for leg, (at, games) in zip(legs, cells, strict=True):
            for game in games[:1]:
                yield from self._result(at, game, leg, is_red=True)

    def _games_of_both_cells(
        self, row: int, column: int, first: tuple[Game, ...], second: tuple[Game, ...]
    ) -> Iterator[StatedResult]:
        """Yield the games of a pair whose two cells say the same: Red changes with the leg."""
        for number, leg in enumerate(Leg):
            game = first[number] if number < len(first) else Game()
            across = second[number].turned if number < len(second) else Game()
            if not game.agrees(across):
                who = self._table.players[row].name
                self._note((column, row), say("import.cross_differs", who=who))
            elif game != Game() or across != Game():
                is_red = (leg is Leg.HOME) is not self._is_swapped
                yield from self._result((row, column), game.joined(across), leg, is_red=is_red)

    def _result(
        self, at: tuple[int, int], game: Game, leg: Leg, *, is_red: bool
    ) -> Iterator[StatedResult]:
        """Yield the result, or note that the opponent's figure is missing."""
        row, column = (self._table.players[seat] for seat in at)
        if not game.is_whole:
            is_own = game.points.own is not None or game.worth.own is not None
            self._note(at[::-1] if is_own else at, say("import.both"))
            return
        as_red = game if is_red else game.turned
        red, blue = (row, column) if is_red else (column, row)
        yield StatedResult(
            row=row.row,
            leg=leg,
            group=self._group,
            red=red.name,
            blue=blue.name,
            scores=as_red.points.both,
            coefficients=as_red.worth.both,
        )

    def _note(self, at: tuple[int, int], what: Text) -> None:
        """Record a fault of the cell in that row and column."""
        self.faults.append(Cell(self._table, *at, ()).fault(what))
