"""The cells of a crosstable: the games that each states, in points or coefficients."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Generic, TypeVar

from bot.documents.tables.crosstables.rows import MOST_GAMES, Table
from bot.documents.tables.import_stated import FormFault
from bot.texts.messages import Text, say
from engine.coefficients import MAXIMUM

_F = TypeVar("_F")
_ONLY_WINNERS: Final = {Decimal(figure) for figure in ("0", "0.5", "1", "1.5", "2")}
"""The cell values of a table that states only the winners."""
_NUMBER: Final = r"\d{1,4}(?:[.,]\d{1,4})?"
_DASH: Final = r"\s*[-\u2010-\u2015\N{MINUS SIGN}:]\s*"
_GAME: Final = re.compile(
    rf"(?P<own>{_NUMBER})(?:{_DASH}(?P<other>{_NUMBER}))?"
    rf"(?:\s*\((?P<own_worth>{_NUMBER})(?:{_DASH}(?P<other_worth>{_NUMBER}))?\))?"
)
"""A game in a cell: `524-480`, `524`, `1,5219`, or `524-480 (1,5219-0,4781)`."""
_BETWEEN: Final = re.compile(r"[\s;,/|]*")
_NO_HOME_GAME: Final = re.compile(r"\s*[-\u2010-\u2015\N{MINUS SIGN}]?\s*;(?=.*\d)", re.DOTALL)
"""The start of a cell that has only the return game: `–; 412-388`."""


@dataclass(frozen=True, slots=True)
class Pair(Generic[_F]):
    """A figure of both players, the row's player first; None for an unknown one."""

    own: _F | None = None
    other: _F | None = None

    @property
    def turned(self) -> "Pair[_F]":
        """Return the figures with the other player first."""
        return Pair(self.other, self.own)

    @property
    def both(self) -> tuple[_F, _F] | None:
        """Return both figures, or None if one is unknown."""
        return None if self.own is None or self.other is None else (self.own, self.other)

    def agrees(self, others: "Pair[_F]") -> bool:
        """Return whether no player has two different figures."""
        pairs = ((self.own, others.own), (self.other, others.other))
        return all(None in pair or pair[0] == pair[1] for pair in pairs)

    def joined(self, others: "Pair[_F]") -> "Pair[_F]":
        """Return the figures of both pairs together."""
        own = others.own if self.own is None else self.own
        return Pair(own, others.other if self.other is None else self.other)


@dataclass(frozen=True, slots=True)
class Game:
    """One game as a cell states it."""

    points: Pair[int] = Pair()
    worth: Pair[Decimal] = Pair()
    """The coefficients."""

    @property
    def turned(self) -> "Game":
        """Return the game as the opponent's row would state it."""
        return Game(self.points.turned, self.worth.turned)

    @property
    def is_whole(self) -> bool:
        """Return whether the points or the coefficients of both players are known."""
        return self.points.both is not None or self.worth.both is not None

    def agrees(self, other: "Game") -> bool:
        """Return whether no figure of the two contradicts another."""
        return self.points.agrees(other.points) and self.worth.agrees(other.worth)

    def joined(self, other: "Game") -> "Game":
        """Return the figures of both statements together."""
        return Game(self.points.joined(other.points), self.worth.joined(other.worth))


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is not on the diagonal and has a game."""

    table: Table
    row: int
    column: int
    texts: Sequence[str]

    def fault(self, what: Text) -> FormFault:
        """Return a fault of the cell, named by its row and its column."""
        players = self.table.players
        return FormFault(self.table.sheet, players[self.row].row, players[self.column].name, what)

    @property
    def has_decimals(self) -> bool:
        """Return whether a figure of the cell has decimals."""
        return any("," in text or "." in text for text in self._numbers())

    @property
    def says_only_who_won(self) -> bool:
        """Return whether the figures may be those of a table of winners."""
        numbers = [_decimal(text) for text in self._numbers()]
        return bool(numbers) and all(number in _ONLY_WINNERS for number in numbers)

    def _numbers(self) -> Iterator[str]:
        """Yield the figures of both players outside brackets, as written."""
        for text in self.texts:
            for game in _GAME.finditer(text.replace("½", "0.5")):
                yield from filter(None, game.group("own", "other"))

    def games(self, *, is_worth: bool) -> tuple[Game, ...] | Text:
        """Return the games of the cell, the home game first, or the text of its fault.

        `is_worth`: whether figures outside brackets are coefficients, not points.
        """
        games: list[Game] = []
        for text in self.texts:
            without_home = _NO_HOME_GAME.match(text)
            parts = _parts(text[without_home.end() :] if without_home else text)
            if parts is None:
                return say("import.cross_cell", found=text)
            if without_home:
                games.append(Game())
            games += [_game(part, is_worth=is_worth) for part in parts]
            if not parts and len(self.texts) > 1:  # an empty half keeps the place of its game
                games.append(Game())
        if len(games) > MOST_GAMES:
            return say("import.cross_cell", found=" ".join(filter(None, self.texts)))
        worths = [worth for game in games for worth in (game.worth.own, game.worth.other)]
        high = next((worth for worth in worths if worth is not None and worth > MAXIMUM), None)
        if high is not None:
            return say("import.coefficient", found=say("standings.figure", figure=f"{high}"))
        return tuple(games)


def _parts(text: str) -> list[re.Match[str]] | None:
    """Return the games that a text has; None if it cannot be read."""
    if not has_digit(text):
        return []
    unread = _BETWEEN.sub("", _GAME.sub("", text))
    return None if unread else list(_GAME.finditer(text))


def _game(match: re.Match[str], *, is_worth: bool) -> Game:
    """Return the game stated by a text."""
    own, other = match.group("own", "other")
    worth = Pair(*map(_decimal, match.group("own_worth", "other_worth")))
    if is_worth:
        return Game(worth=Pair(_decimal(own), _decimal(other)))
    points = Pair(*(None if text is None else int(text) for text in (own, other)))
    return Game(points, worth)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text.replace(",", "."))


def is_other_text(text: str) -> bool:
    """Return whether a cell has words and no result, such as `forfait`."""
    return not has_digit(text) and sum(map(str.isalpha, text)) > 1


def has_digit(text: str) -> bool:
    """Return whether the text has a digit."""
    return any(map(str.isdecimal, text))


def cells_with_games(table: Table) -> Iterator[Cell]:
    """Yield each cell of the table with a game, row by row."""
    for (row, column), texts in table.texts.items():
        if row != column and any(map(has_digit, texts)):
            yield Cell(table, row, column, texts)
