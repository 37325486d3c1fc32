import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import LABEL_KEYS, SequenceTile, TileState, mark_sequence
from tests.bot.documents.render.labels import EN, RO

RED, BLUE = PlayerColour.RED, PlayerColour.BLUE


def written(tiles: tuple[SequenceTile, ...]) -> str:
    """Return the state of each tile: r, b used; R, B on a rack; . waiting."""
    return "".join(
        "."
        if tile.side is None
        else tile.side[0].upper()
        if tile.state is TileState.HELD
        else tile.side[0]
        for tile in tiles
    )


@pytest.mark.article("1.3", "4.1")
def test_the_sequence_shows_who_used_and_who_holds_each_letter() -> None:
    """Each tile of the sequence is marked as used, on a rack, or waiting, with its player."""
    marked = mark_sequence("ABCDEFGH", [(RED, 2), (BLUE, 2), (RED, 1)], {RED: "BE", BLUE: "CD"})
    assert written(marked) == "rRBBR..."


@pytest.mark.article("4.1")
def test_of_equal_letters_the_one_taken_first_is_used_first() -> None:
    """Of two equal tiles the one drawn earlier is marked as used."""
    marked = mark_sequence("AABA", [(RED, 3), (BLUE, 1)], {RED: "AB", BLUE: ""})
    assert written(marked) == "rRRb"


def test_a_blank_laid_is_a_blank_of_the_sequence() -> None:
    """A blank on a rack is the blank of the sequence."""
    assert written(mark_sequence("?A", [(RED, 2)], {RED: "?"})) == "Rr"


@pytest.mark.parametrize(("draws", "racks"), [([(RED, 9)], {}), ([(RED, 1)], {RED: "Z"})])
def test_what_cannot_be_is_refused(
    draws: list[tuple[PlayerColour, int]], racks: dict[PlayerColour, str]
) -> None:
    """Too many drawn tiles, or a tile that was never drawn, raise an error."""
    with pytest.raises(ValueError, match="drawn"):
        mark_sequence("ABC", draws, racks)


@given(st.data())
def test_every_letter_held_is_marked_once(data: st.DataObject) -> None:
    """The tiles marked as on a rack are exactly those of that rack."""
    sequence = data.draw(st.text("AB?", min_size=1, max_size=30))
    counts = data.draw(st.lists(st.integers(0, 5), max_size=6))
    draws, taken = [], {RED: "", BLUE: ""}
    at = 0
    for turn, count in enumerate(counts):
        side = BLUE if turn % 2 else RED
        here = min(count, len(sequence) - at)
        taken[side] += sequence[at : at + here]
        draws.append((side, here))
        at += here
    racks = {
        side: "".join(letter for letter in letters if data.draw(st.booleans()))
        for side, letters in taken.items()
    }
    marked = mark_sequence(sequence, draws, racks)
    assert "".join(tile.tile for tile in marked) == sequence
    for side, rack in racks.items():
        held = [tile.tile for tile in marked if (tile.side, tile.state) == (side, TileState.HELD)]
        assert sorted(held) == sorted(rack)
    assert all((tile.side is None) == (tile.state is TileState.WAITING) for tile in marked)


@pytest.mark.parametrize("labels", [RO, EN])
def test_the_samples_have_every_word(labels: dict[str, str]) -> None:
    """The sample labels are exactly the labels that the sheets use."""
    assert set(labels) == set(LABEL_KEYS)
