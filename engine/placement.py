"""A placement on its board: the words it forms, its score, and every fault at once (art. 4–5).

`survey` finds out what a placement would do, `technical_faults` and `unknown_words` judge it, and
`score` prices it. Whose turn it is and what the caps make of the points belongs to `engine.game`.
"""

from collections.abc import Container
from dataclasses import dataclass

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
)
from engine.errors import Fault
from engine.rulesets import Ruleset
from engine.tiles import TileSet, missing_tiles


@dataclass(frozen=True, slots=True)
class Placement:
    """A main word and where it starts; letters already on the board are part of the word."""

    square: Square
    axis: Axis
    word: str
    """Upper case, jokers in lower case."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a placement would do to a board."""

    word: str
    """The main word as it would lie there: a joker already on the board stays lower case."""
    start: int
    """The offset of its first letter in the line string of its axis."""
    new: str
    """The tiles it lays, jokers in lower case, in reading order."""
    places: tuple[int, ...]
    """The offsets of the new tiles."""
    crosses: tuple[tuple[int, str, str, str], ...]
    """Each adjacent word: index of its new tile in `new`, letters before, tile, letters after."""
    clashes: tuple[int, ...]
    """Indexes in the word where another letter already lies."""
    overhang: int
    """How many letters fall off the board."""
    whole: str
    """The word with the letters that adjoin it at its ends: equal to `word` when typed in full."""
    lead: int
    """How many adjoining letters precede it."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the main word and then the adjacent ones, jokers in lower case."""
        return (self.word, *(before + tile + after for _, before, tile, after in self.crosses))


def survey(board: Board, placement: Placement) -> Survey:
    """Return what the placement would lay and form; it never refuses."""
    typed = placement.word
    line = board.across if placement.axis is Axis.ACROSS else board.down
    cross = board.down if placement.axis is Axis.ACROSS else board.across
    row, column = placement.square
    if placement.axis is Axis.DOWN:
        row, column = column, row
    start = 1 + row * STRIDE + column
    overhang = max(0, column + len(typed) - SIZE)
    end = start + len(typed) - overhang
    lying = line[start:end] + EMPTY * overhang

    letters: list[str] = []
    new: list[str] = []
    places: list[int] = []
    crosses: list[tuple[int, str, str, str]] = []
    clashes: list[int] = []
    at = 1 + column * STRIDE + row
    for index, tile in enumerate(typed):
        old = lying[index]
        if old != EMPTY:
            letters.append(old)
            if old != tile and old.upper() != tile.upper():
                clashes.append(index)
        else:
            letters.append(tile)
            new.append(tile)
            places.append(start + index)
            if start + index < end and (cross[at - 1] != EMPTY or cross[at + 1] != EMPTY):
                before = cross[cross.rfind(EMPTY, 0, at) + 1 : at]
                after = cross[at + 1 : cross.find(EMPTY, at + 1)]
                crosses.append((len(new) - 1, before, tile, after))
        at += STRIDE

    word = "".join(letters)
    before = line[line.rfind(EMPTY, 0, start) + 1 : start] if line[start - 1] != EMPTY else ""
    after = line[end : line.find(EMPTY, end)] if not overhang and line[end] != EMPTY else ""
    return Survey(
        word=word,
        start=start,
        new="".join(new),
        places=tuple(places),
        crosses=tuple(crosses),
        clashes=tuple(clashes),
        overhang=overhang,
        whole=before + word + after,
        lead=len(before),
    )


def score(laid: Survey, tile_set: TileSet, rules: Ruleset) -> int:
    """Return the points of a placement before any cap: words, premiums, +50 for a whole rack.

    A premium counts only for the placement that covers it, in every word the tile is part of.
    """
    values = tile_set.values
    main = sum([values[letter] for letter in laid.word])
    factor = 1
    crossing = 0
    for tile, place in zip(laid.new, laid.places, strict=True):
        main += values[tile] * (LETTER_FACTOR[place] - 1)
        factor *= WORD_FACTOR[place]
    for index, before, tile, after in laid.crosses:
        place = laid.places[index]
        letters = sum([values[letter] for letter in before + after])
        crossing += (letters + values[tile] * LETTER_FACTOR[place]) * WORD_FACTOR[place]
    bonus = rules.all_tiles_bonus if len(laid.new) == rules.rack_size else 0
    return main * factor + crossing + bonus


def unknown_words(laid: Survey, lexicon: Container[str]) -> tuple[str, ...]:
    """Return the words of the placement that the list does not have (art. 3, 5.2), as formed."""
    return tuple(word for word in laid.words if word.upper() not in lexicon)


def technical_faults(
    board: Board, placement: Placement, laid: Survey, rack: str, points: int
) -> tuple[Fault, ...]:
    """Return every technical error of the placement (art. 5.1–5.3), none when it may stand."""
    faults: list[Fault] = []
    if laid.overhang:
        faults.append(Fault("off_board", "5.1", {"letters": laid.overhang}))
    for index in laid.clashes:
        square = _square_of(placement, index)
        faults.append(
            Fault(
                "occupied",
                "5.1",
                {
                    "square": square.name,
                    "there": board[square].upper(),
                    "typed": placement.word[index].upper(),
                },
            )
        )
    if len(placement.word) < 2:
        faults.append(Fault("one_letter", "5.1", {"word": placement.word}))
    if laid.whole != laid.word:
        faults.append(Fault("word_goes_on", "5.2", _completed(placement, laid)))
    if not laid.new:
        faults.append(Fault("no_new_tile", "5.1"))
    elif board.is_empty:
        if offset(CENTRE, placement.axis) not in laid.places:
            faults.append(Fault("off_centre", "5.1", {"centre": CENTRE.name}))
    elif len(laid.new) == len(laid.word) and not laid.crosses and laid.whole == laid.word:
        faults.append(Fault("not_connected", "5.1"))
    if short := missing_tiles(laid.new, rack):
        faults.append(Fault("not_on_rack", "5.1", {"tiles": short, "rack": rack}))
    if not faults and points == 0 and not laid.new.islower():
        faults.append(Fault("zero_points", "5.3"))
    return tuple(faults)


def _square_of(placement: Placement, index: int) -> Square:
    row, column = placement.square
    if placement.axis is Axis.ACROSS:
        return Square(row, column + index)
    return Square(row + index, column)


def _completed(placement: Placement, laid: Survey) -> dict[str, str]:
    """Return the facts that let a message say what to type instead: the word in full."""
    start = _square_of(placement, -laid.lead)
    name = start.name
    if placement.axis is Axis.DOWN:
        name = name[1:] + name[0]
    return {"typed": placement.word, "position": name, "word": laid.whole}
