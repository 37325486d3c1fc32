"""The word graph: exactly its words, the fewest possible nodes, and reproducible bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.words import dawg
from engine.words.dawg import END, Dawg, Node

word_lists = st.sets(st.text("ABC", min_size=1, max_size=6), max_size=60)


def nodes(graph: Dawg) -> list[Node]:
    """Return every node of the graph once."""
    seen: dict[int, Node] = {}
    waiting = [graph.root]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting += [child for letter, child in node.items() if letter != END]
    return [*seen.values()]


def endings(words: set[str]) -> int:
    """Return the number of different sets of endings among the beginnings of these words."""
    beginnings = {word[:place] for word in words for place in range(len(word) + 1)} or {""}
    return len(
        {
            frozenset(word[len(begun) :] for word in words if word.startswith(begun))
            for begun in beginnings
        }
    )


@settings(deadline=None)
@given(words=word_lists)
def test_a_graph_has_its_words_and_no_others(words: set[str]) -> None:
    """A graph lists its words in order, and finds these and no other words."""
    graph = dawg.build(words)

    assert list(graph) == sorted(words)
    assert all(word in graph for word in words)
    assert all((word[:-1] in graph) == (word[:-1] in words) for word in words if len(word) > 1)
    assert "ABCABCA" not in graph


@settings(deadline=None)
@given(words=word_lists)
def test_a_graph_has_one_node_for_each_set_of_endings(words: set[str]) -> None:
    """A graph has the fewest possible nodes, one for each different set of endings."""
    assert len(nodes(dawg.build(words))) == endings(words)


@settings(deadline=None)
@given(words=word_lists)
def test_a_graph_comes_back_from_its_bytes(words: set[str]) -> None:
    """A dumped graph loads with the same words, letters and nodes, and dumps to the same bytes."""
    graph = dawg.build(words)
    data = dawg.dump(graph)
    again = dawg.load(data)

    assert list(again) == sorted(words)
    assert len(nodes(again)) == len(nodes(graph))
    assert dawg.letters_of(again) == dawg.letters_of(graph)
    assert dawg.dump(again) == dawg.dump(Dawg(again.root)) == data


DATA = dawg.dump(dawg.build({"CASA", "CASE"}))


@pytest.mark.parametrize("data", [b"", DATA[:-1], DATA[:16], b"x" + DATA, DATA + b"x"])
def test_bytes_that_are_no_graph_are_refused(data: bytes) -> None:
    """A truncated or foreign file is refused as a word graph."""
    with pytest.raises(ValueError, match="word graph"):
        dawg.load(data)
