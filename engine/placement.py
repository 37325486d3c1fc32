"""A placement on its board: the words it forms, its score, and all its errors (art. 4–5).

`survey` returns the effect of a placement. `technical_faults` and `unknown_words` validate it, and
`score` returns its points. `engine.games.game` handles the order of turns and the points caps.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import (
    CENTRE,
    EMPTY,
    LETTER_FACTOR,
    SIZE,
    STRIDE,
    WORD_FACTOR,
    Axis,
    Board,
    Square,
    offset,
    squares,
)
from engine.errors import Fault
from engine.rulesets import Ruleset
from engine.tiles import TileSet, missing_tiles

_PREMIUMS = frozenset(
    place
    for place, factors in enumerate(zip(LETTER_FACTOR, WORD_FACTOR, strict=True))
    if factors != (1, 1)
)
_ACROSS = Axis.ACROSS  # a local name, because every placement uses it
_PLACES = tuple(range(SIZE * STRIDE + 1))
_TURNED = tuple(1 + (place - 1) % STRIDE * STRIDE + (place - 1) // STRIDE for place in _PLACES)
"""The offset of each square on one axis, by its offset on the other."""
_CENTRE = offset(CENTRE, Axis.ACROSS)  # the same on both axes


@dataclass(frozen=True, slots=True)
class Placement:
    """A main word and where it starts; letters already on the board are part of the word."""

    square: Square
    """The square of the word's first letter."""
    axis: Axis
    """The direction of the word."""
    word: str
    """Upper case, blanks in lower case."""

    @property
    def letters(self) -> Iterator[tuple[Square, str]]:
        """Yield each letter of the word with its square, even past the edge."""
        return zip(squares(self.square, self.axis, len(self.word)), self.word, strict=True)


class Survey(NamedTuple):
    """The effect of a placement on a board."""

    word: str
    """The main word as laid: a blank already on the board stays in lower case."""
    new: str
    """The new tiles in reading order, blanks in lower case."""
    places: tuple[int, ...]
    """The offsets of the new tiles."""
    crosses: tuple[tuple[int, str, str, str], ...]
    """Each adjacent word: index of its new tile in `new`, letters before, tile, letters after."""
    clashes: tuple[int, ...]
    """Indexes in the word at which the board has another letter."""
    overhang: int
    """The number of letters off the board."""
    whole: str
    """The word with adjoining letters at both ends; equal to `word` if it was typed in full."""
    lead: int
    """The number of adjoining letters before the word."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the main word, then the adjacent ones, blanks in lower case."""
        if not self.crosses:
            return (self.word,)
        return (self.word, *[before + tile + after for _, before, tile, after in self.crosses])


def survey(board: Board, placement: Placement) -> Survey:
    """Return the new tiles and words of the placement; it may be invalid."""
    typed = placement.word
    row, column = placement.square
    if placement.axis is _ACROSS:
        line, cross = board.across, board.down
    else:
        line, cross = board.down, board.across
        row, column = column, row
    length = len(typed)
    start = 1 + row * STRIDE + column
    overhang = max(column + length - SIZE, 0)
    end = start + length - overhang

    lying = line[start:end]
    if lying == EMPTY * length:
        word = new = typed
        places = _PLACES[start : start + length]
        clashes: tuple[int, ...] = ()
    else:
        word, new, places, clashes = _merge(typed, lying + EMPTY * overhang, start)
    crosses = _crosses(cross, new, places, end)
    before, after = _beside(line, start, end)
    whole = before + word + after
    return Survey(word, new, places, crosses, clashes, overhang, whole, len(before))


def _merge(typed: str, lying: str, start: int) -> tuple[str, str, tuple[int, ...], tuple[int, ...]]:
    """Return the word as laid, its new tiles, their offsets, and the indexes of clashes."""
    word = new = ""
    places = []
    clashes: tuple[int, ...] = ()
    for index, tile in enumerate(typed):
        old = lying[index]
        if old == EMPTY:
            word += tile
            new += tile
            places.append(start + index)
        else:
            word += old
            if old.upper() != tile.upper():
                clashes += (index,)
    return word, new, tuple(places), clashes


def _crosses(
    cross: str, new: str, places: tuple[int, ...], end: int
) -> tuple[tuple[int, str, str, str], ...]:
    """Return the adjacent words of the tiles before offset `end`."""
    found = []
    for index, place in enumerate(places):
        if place >= end:
            break
        at = _TURNED[place]
        if cross[at - 1] != EMPTY or cross[at + 1] != EMPTY:
            before, after = _beside(cross, at, at + 1)
            found.append((index, before, new[index], after))
    return tuple(found)


def _beside(line: str, start: int, end: int) -> tuple[str, str]:
    """Return the letters before and after this part of a line string."""
    return line[:start].rpartition(EMPTY)[2], line[end:].partition(EMPTY)[0]


def score(laid: Survey, tile_set: TileSet, rules: Ruleset) -> int:
    """Return the points before any cap: words, premiums, and the all-tiles bonus of the ruleset.

    A premium counts only for the placement that covers it, in every word with that tile.
    """
    values = tile_set.values
    new, places = laid.new, laid.places
    main = sum(map(values.__getitem__, laid.word))
    factor = 1
    if not _PREMIUMS.isdisjoint(places):
        for index, place in enumerate(places):
            if place in _PREMIUMS:
                main += values[new[index]] * (LETTER_FACTOR[place] - 1)
                factor *= WORD_FACTOR[place]
    crossing = 0
    for index, before, tile, after in laid.crosses:
        place = places[index]
        points = values[tile] * LETTER_FACTOR[place]
        for letter in before + after:
            points += values[letter]
        crossing += points * WORD_FACTOR[place]
    bonus = rules.all_tiles_bonus if len(laid.new) == rules.rack_size else 0
    return main * factor + crossing + bonus


class _EveryWord:
    """A word list that contains every word."""

    def __contains__(self, word: object) -> bool:
        """Return True for every word."""
        return True


EVERY_WORD = _EveryWord()
"""A word list for placements whose words have been validated before."""


def unknown_words(laid: Survey, lexicon: Container[str]) -> tuple[str, ...]:
    """Return the placement's words that are not in the list, as formed (art. 3, 5.2)."""
    return tuple([word for word in laid.words if word.upper() not in lexicon])


def technical_faults(
    board: Board, placement: Placement, laid: Survey, rack: str, points: int
) -> tuple[Fault, ...]:
    """Return every technical error of the placement (art. 5.1–5.3); none if it is allowed."""
    faults: list[Fault] = []
    if laid.overhang:
        faults.append(Fault("off_board", "5.1", {"letters": laid.overhang}))
    if laid.clashes:
        faults.extend(_occupied(board, placement, index) for index in laid.clashes)
    if len(placement.word) < 2:
        faults.append(Fault("one_letter", "5.1", {"word": placement.word}))
    if laid.whole != laid.word:
        faults.append(Fault("word_goes_on", "5.2", _completed(placement, laid)))
    if not laid.new:
        faults.append(Fault("no_new_tile", "5.1"))
    elif board.is_empty:
        if _CENTRE not in laid.places:
            faults.append(Fault("off_centre", "5.1", {"centre": CENTRE.name}))
    elif not laid.crosses and laid.new == laid.word and laid.whole == laid.word:
        faults.append(Fault("not_connected", "5.1"))
    if short := missing_tiles(laid.new, rack):
        faults.append(Fault("not_on_rack", "5.1", {"tiles": short, "rack": rack}))
    if not faults and points == 0 and not laid.new.islower():
        faults.append(Fault("zero_points", "5.3"))
    return tuple(faults)


def _occupied(board: Board, placement: Placement, index: int) -> Fault:
    square = square_of(placement, index)
    there, typed = board[square].upper(), placement.word[index].upper()
    return Fault("occupied", "5.1", {"square": square.name, "there": there, "typed": typed})


def square_of(placement: Placement, index: int) -> Square:
    """Return the square of that letter of the placement; a negative index is before its first."""
    row, column = placement.square
    if placement.axis is Axis.ACROSS:
        return Square(row, column + index)
    return Square(row + index, column)


def new_tiles(board: Board, placement: Placement) -> tuple[tuple[Square, str], ...]:
    """Return the tiles that a placement lays on that board."""
    return tuple((at, tile) for at, tile in placement.letters if board[at] == EMPTY)


def _completed(placement: Placement, laid: Survey) -> dict[str, str]:
    """Return the facts from which a message suggests the word in full."""
    position = square_of(placement, -laid.lead).position(placement.axis)
    return {"typed": placement.word, "position": position, "word": laid.whole}
