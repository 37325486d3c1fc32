"""Random games, and a second scorer that shares no code with the engine."""

import random
import string
from collections.abc import Iterator
from dataclasses import replace

from engine.board import Axis, Square
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GameRecord, GcgKind, GcgPlayer
from engine.placement import Placement
from engine.tiles import load_tile_set

Cell = tuple[int, int]
PLAYERS = (GcgPlayer(nick="red", name="Ana Pop"), GcgPlayer(nick="blue", name="Ion Rus"))

# The premium squares, named as on a printed board: column letter, row number.
_TRIPLE_WORD = "A1 H1 O1 A8 O8 A15 H15 O15"
_DOUBLE_WORD = "B2 N2 C3 M3 D4 L4 E5 K5 H8 E11 K11 D12 L12 C13 M13 B14 N14"
_TRIPLE_LETTER = "F2 J2 B6 F6 J6 N6 B10 F10 J10 N10 F14 J14"
_DOUBLE_LETTER = "D1 L1 G3 I3 A4 H4 O4 C7 G7 I7 M7 D8 L8 C9 G9 I9 M9 A12 H12 O12 G13 I13 D15 L15"
_VALUES = {
    letter: value
    for value, letters in {
        1: "AEIOULNSTR", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ",
    }.items()
    for letter in letters
}  # fmt: skip

_BAG = "".join(letter * number for letter, number in load_tile_set("en").counts.items())


def _cells(names: str) -> set[Cell]:
    return {(int(name[1:]) - 1, ord(name[0]) - ord("A")) for name in names.split()}


_WORD = dict.fromkeys(_cells(_TRIPLE_WORD), 3) | dict.fromkeys(_cells(_DOUBLE_WORD), 2)
_LETTER = dict.fromkeys(_cells(_TRIPLE_LETTER), 3) | dict.fromkeys(_cells(_DOUBLE_LETTER), 2)


class RecordBuilderWithReturns(RecordBuilder):
    """Builds records in which placements are taken back, as other programs write them."""

    def withdraw(self, player: int, note: str = "") -> None:
        """Take back the player's placement, which is the last entry, with a note."""
        last = self._entries[-1]
        self._add(player, GcgKind.WITHDRAWN, -last.points, rack=last.rack)
        self._entries[-1] = replace(self._entries[-1], note=note)


class PaperBoard:
    """A board as a dictionary, scored square by square."""

    def __init__(self) -> None:
        self.cells: dict[Cell, str] = {}

    def run(self, cell: Cell, step: Cell) -> list[Cell]:
        """Return the cells of the word through the cell in that direction."""
        back = (-step[0], -step[1])
        before = [*self._walk(cell, back)][1:]
        return [*reversed(before), *self._walk(cell, step)]

    def _walk(self, cell: Cell, step: Cell) -> Iterator[Cell]:
        while cell in self.cells:
            yield cell
            cell = (cell[0] + step[0], cell[1] + step[1])

    def play(self, new: dict[Cell, str], step: Cell) -> tuple[int, tuple[str, ...]]:
        """Lay the tiles; return the points and the words, the main one first."""
        self.cells |= new
        first = next(iter(new))
        turned = (step[1], step[0])
        runs = [self.run(first, step), *(self.run(cell, turned) for cell in new)]
        runs = [cells for cells in runs if len(cells) > 1]
        points = 50 if len(new) == 7 else 0
        for cells in runs:
            times, total = 1, 0
            for cell in cells:
                value = _VALUES.get(self.cells[cell], 0)
                total += value * (_LETTER.get(cell, 1) if cell in new else 1)
                times *= _WORD.get(cell, 1) if cell in new else 1
            points += times * total
        return points, tuple("".join(self.cells[cell] for cell in cells) for cells in runs)


def random_game(seed: int, turns: int = 12) -> tuple[GameRecord, list[tuple[int, tuple[str, ...]]]]:
    """Return a record of legal plays with nonsense words, and the points of each event."""
    chance = random.Random(seed)
    paper = PaperBoard()
    builder = RecordBuilderWithReturns(PLAYERS)
    worth: list[tuple[int, tuple[str, ...]]] = []
    bag = list(_BAG)
    chance.shuffle(bag)
    hands: list[list[str]] = [[], []]
    for turn in range(turns):
        player = turn % 2
        hand = hands[player]
        hand += [bag.pop() for _ in range(7 - len(hand))]
        rack = "".join(hand)
        if chance.random() < 0.1:
            builder.pass_turn(player, rack)
            worth.append((0, ()))
            continue
        before = dict(paper.cells)
        placement, points, words, used = _random_play(chance, paper, hand)
        builder.play(player, placement, points, rack)
        worth.append((points, words))
        if chance.random() >= 0.15:
            for tile in used:
                hand.remove(tile)
        else:
            builder.withdraw(player)
            paper.cells = before
            worth.append((-points, ()))
    return builder.record(), worth


def _random_play(
    chance: random.Random, paper: PaperBoard, hand: list[str]
) -> tuple[Placement, int, tuple[str, ...], list[str]]:
    while True:
        anchor = chance.choice([*paper.cells] or [(7, 7)])
        step = chance.choice([(0, 1), (1, 0)])
        start = chance.randint(0, 6)
        cells = [
            (anchor[0] + step[0] * at, anchor[1] + step[1] * at)
            for at in range(-start, chance.randint(1, 6) + 1)
        ]
        free = [cell for cell in cells if cell not in paper.cells]
        inside = all(0 <= row < 15 and 0 <= column < 15 for row, column in cells)
        if not inside or not 1 <= len(free) <= 7:
            continue
        used = chance.sample(hand, len(free))
        letters = [chance.choice(string.ascii_lowercase) if tile == "?" else tile for tile in used]
        new = dict(zip(free, letters, strict=True))
        points, words = paper.play(new, step)
        whole = paper.run(next(iter(new)), step)
        axis = Axis.ACROSS if step == (0, 1) else Axis.DOWN
        return Placement(Square(*whole[0]), axis, words[0]), points, words, used
