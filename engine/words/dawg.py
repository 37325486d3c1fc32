"""A word graph: every word of a list as a path of letters, with shared endings.

A node is a plain dict from letter to node, so each letter costs one look-up. The key `END` marks
that a word may end there. The list of 850,000 Romanian words has about 65,000 nodes.
`engine.generator` searches the graph; `engine.words.lexicon` looks up single words.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

Node: TypeAlias = dict[str, "Node"]

END = ""
"""The key that marks the end of a word."""
_STOP: Node = {}
_MAGIC = b"word graph 1\n"
_FINAL = 0x80
_FEW = 30
"""The most endings of a node that `build` remembers by them."""
_SIZES = 8
"""The bytes of the two numbers at the start of a `body`."""


@dataclass(frozen=True, eq=False)
class Dawg:
    """A word graph, given by its first node or by its stored bytes."""

    _built: Node | None = None
    stored: bytes = b""
    """The `body` of a graph that was loaded; empty for a graph built from words."""

    @cached_property
    def root(self) -> Node:
        """The first node. Words share nodes, so never change one.

        A loaded graph makes its nodes at the first access, because the compiled search needs none.
        """
        return _first_node(self.stored) if self._built is None else self._built

    def __contains__(self, word: str) -> bool:
        """Return whether the list has the word."""
        node = walk(self.root, word)
        return node is not None and END in node

    def __iter__(self) -> Iterator[str]:
        """Yield every word, in alphabetical order."""
        return _words(self.root, "")


def walk(node: Node, letters: str) -> Node | None:
    """Return the node at the end of those letters, or None when no word begins with them."""
    for letter in letters:
        following = node.get(letter)
        if following is None:
            return None
        node = following
    return node


def build(words: Iterable[str]) -> Dawg:
    """Return the smallest word graph of these words; about 3 s for 850,000 of them.

    Two nodes with the same letters to the same nodes are one. The node of a few endings is known
    before its letters are compared, because most endings are those of many words.
    """
    distinct: dict[tuple[str | int, ...], Node] = {}
    known: dict[tuple[str, ...], Node] = {}

    def made(endings: tuple[str, ...]) -> Node:
        """Return the node from which these sorted endings follow."""
        if endings in known:
            return known[endings]
        node: Node = {}
        for letter, group in groupby(endings, key=itemgetter(slice(1))):
            node[letter] = made(tuple([word[1:] for word in group])) if letter else _STOP
        node = distinct.setdefault((*node, *map(id, node.values())), node)
        if len(endings) <= _FEW:
            known[endings] = node
        return node

    return Dawg(made(tuple(sorted(set(words) - {""}))))


def letters_of(graph: Dawg) -> set[str]:
    """Return every letter that occurs in the word list."""
    if graph.stored:
        _, letters, _ = _parts(graph.stored)
        return set(letters)
    return set[str]().union(*graph)


def dump(graph: Dawg) -> bytes:
    """Return the graph as bytes that `load` reads back; equal word lists give equal bytes.

    The first line identifies the format; the `body` follows.
    """
    return _MAGIC + body(graph)


def body(graph: Dawg) -> bytes:
    """Return the graph as bytes.

    The number of nodes and the number of edges come first (all numbers have 32 bits,
    little-endian). Then each node has one byte, children first: its number of edges, plus 128 if a
    word may end there. Then come the letters of all edges, and then the nodes at their ends.
    """
    if graph.stored:
        return graph.stored
    numbers: dict[int, int] = {}
    counts = bytearray()
    letters: list[str] = []
    targets: list[int] = []

    def visit(node: Node) -> int:
        number = numbers.get(id(node))
        if number is None:
            edges = [(letter, visit(child)) for letter, child in sorted(node.items()) if letter]
            counts.append(len(edges) | (_FINAL if END in node else 0))
            letters.extend(letter for letter, _ in edges)
            targets.extend(target for _, target in edges)
            number = numbers[id(node)] = len(numbers)
        return number

    visit(graph.root)
    sizes = len(counts), len(letters)
    text = "".join(letters).encode("ascii")
    return b"".join([_bytes(sizes), counts, text, _bytes(targets)])


def load(data: bytes) -> Dawg:
    """Return the graph that `dump` wrote.

    Raises:
        ValueError: the bytes are not a complete word graph.
    """
    start = len(_MAGIC)
    if data[:start] != _MAGIC or len(data) < start + _SIZES:
        raise ValueError("not a word graph")
    stored = data[start:]
    node_count, edge_count = _numbers(stored[:_SIZES])
    if not node_count or len(stored) != _SIZES + node_count + 5 * edge_count:
        raise ValueError("a word graph that is not whole")
    return Dawg(stored=stored)


def _parts(stored: bytes) -> tuple[bytes, str, bytes]:
    """Return the bytes of the nodes, the letters of the edges, and the bytes of their targets."""
    node_count, edge_count = _numbers(stored[:_SIZES])
    letters_at = _SIZES + node_count
    targets_at = letters_at + edge_count
    letters = stored[letters_at:targets_at].decode("ascii")
    return stored[_SIZES:letters_at], letters, stored[targets_at:]


def _first_node(stored: bytes) -> Node:
    """Make all nodes of a `body` and return the first; about 0.1 s for 850,000 words."""
    counts, letters, ends = _parts(stored)
    targets = _numbers(ends)
    nodes: list[Node] = []
    edge = 0
    for count in counts:
        last = edge + (count & ~_FINAL)
        children = [nodes[target] for target in targets[edge:last]]
        node: Node = dict(zip(letters[edge:last], children, strict=True))
        if count & _FINAL:
            node[END] = _STOP
        nodes.append(node)
        edge = last
    return nodes[-1]


def _bytes(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data)


def _words(node: Node, begun: str) -> Iterator[str]:
    for letter, child in sorted(node.items()):
        if letter == END:
            yield begun
        else:
            yield from _words(child, begun + letter)
