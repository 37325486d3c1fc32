"""The words that a rack can spell along a word graph, without a board.

A `SpellingNode` is a node of the graph together with the tiles left. Equal states are one object,
so the search calculates everything that follows from a state only once.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import TypeAlias

from engine.tiles import JOKER
from engine.words.dawg import END, Node


class RackTiles:
    """Some of the tiles of a rack, including blanks; equal ones of a rack are one object."""

    def __init__(self, tiles: str, blank_letters: str, known: dict[str, "RackTiles"]) -> None:
        known[tiles] = self
        self.options: dict[str, list[tuple[str, RackTiles]]] = {}
        """By letter, each tile that can show it (`A`, a blank as `a`) and the tiles then left."""
        self.states: dict[int, SpellingNode] = {}
        """The states with these tiles, by the identity of their node."""
        for tile in dict.fromkeys(tiles):
            left = tiles.replace(tile, "", 1)
            rest = known.get(left) or RackTiles(left, blank_letters, known)
            for letter in blank_letters if tile == JOKER else tile:
                lies = letter.lower() if tile == JOKER else letter
                self.options.setdefault(letter, []).append((lies, rest))

    def at(self, node: Node) -> "SpellingNode":
        """Create the state of that node with these tiles."""
        state = self.states[id(node)] = SpellingNode(node, self)
        return state


class SpellingNode:
    """A node of the word graph and the tiles that are left there."""

    __slots__ = ("_moves", "final", "hand", "node")

    def __init__(self, node: Node, hand: RackTiles) -> None:
        self.node = node
        self.hand = hand
        self.final = END in node
        """Whether a word may end here."""
        self._moves: dict[str, SpellingNode] | None = None

    def moves(self) -> dict[str, "SpellingNode"]:
        """Return the state after each possible tile, by the tile as laid on the board."""
        if self._moves is None:
            self._moves = moves = {}
            node, options = self.node, self.hand.options
            for letter in options if len(options) < len(node) else node:
                if letter in options and letter in node:
                    child = node[letter]
                    for tile, rest in options[letter]:
                        moves[tile] = rest.states.get(id(child)) or rest.at(child)
        return self._moves

    def through(self, letter: str) -> "SpellingNode":
        """Return the state after a letter already on the board; the node must have that letter."""
        child = self.node[letter]
        return self.hand.states.get(id(child)) or self.hand.at(child)


Spelled: TypeAlias = tuple[str, SpellingNode]
"""The start of a word, blanks in lower case, and its state (a plain tuple, for speed)."""


class Speller:
    """All words and beginnings that one rack can spell along one word graph."""

    def __init__(self, root: Node, rack: str, joker_letters: Collection[str]) -> None:
        self._hands: dict[str, RackTiles] = {}
        hand = RackTiles("".join(sorted(rack)), "".join(sorted(joker_letters)), self._hands)
        self.laid_as = {
            letter: [tile for tile, _ in options] for letter, options in hand.options.items()
        }
        """By letter, the tiles of the rack that can show it: `A`, a blank as `a`, or both."""
        self._openings: list[list[Spelled]] = [[("", hand.at(root))]]
        self._by_last: list[dict[str, list[Spelled]]] = []
        self._through: dict[tuple[int, str], list[Spelled]] = {}

    def openings(self, length: int, last: Collection[str] | None = None) -> list[Spelled]:
        """Return every beginning of that many tiles from the rack; `last` limits the last tile."""
        while len(self._openings) <= length:
            self._openings.append(laid(self._openings[-1]))
        if last is None:
            return self._openings[length]
        while len(self._by_last) <= length:
            groups: dict[str, list[Spelled]] = defaultdict(list)
            for spelled in self._openings[len(self._by_last)]:
                groups[spelled[0][-1:]].append(spelled)
            self._by_last.append(groups)
        groups = self._by_last[length]
        return [spelled for tile in last for spelled in groups.get(tile, ())]

    def through(self, length: int, tile: str) -> list[Spelled]:
        """Return the beginnings of that many tiles that continue through a tile on the board."""
        found = self._through.get((length, tile))
        if found is None:
            found = self._through[length, tile] = passed(self.openings(length), tile)
        return found

    def forget(self) -> None:
        """Delete all states, whose reference cycles would otherwise stay in memory."""
        for hand in self._hands.values():
            hand.states.clear()


def laid(begun: list[Spelled], only: Collection[str] | None = None) -> list[Spelled]:
    """Return these beginnings with one more tile from the rack; `only` limits which tiles."""
    if only is None:
        return [
            (letters + tile, after)
            for letters, state in begun
            for tile, after in state.moves().items()
        ]
    return [
        (letters + tile, after)
        for letters, state in begun
        for tile, after in state.moves().items()
        if tile in only
    ]


def passed(begun: list[Spelled], tile: str) -> list[Spelled]:
    """Return the beginnings that can continue through a tile on the board."""
    letter = tile.upper()
    return [
        (letters + tile, state.through(letter)) for letters, state in begun if letter in state.node
    ]
