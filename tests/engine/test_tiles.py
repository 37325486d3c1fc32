"""Tile sets as published, and the tiles that a rack has, lacks and keeps."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import as_held, load_tile_set, missing_tiles, tile_set_names, value_of, without

ROMANIAN = """
A11·1 B2·9 C5·1 D4·2 E9·1 F2·8 G2·9 H1·10 I10·1 J1·10 L4·1 M3·4 N6·1 O5·1 P4·2 R7·1 S5·1 T7·1 U6·1
V2·8 X1·10 Z1·10
"""
ENGLISH = """
A9·1 B2·3 C2·3 D4·2 E12·1 F2·4 G3·2 H2·4 I9·1 J1·8 K1·5 L4·1 M2·3 N6·1 O8·1 P2·3 Q1·10 R6·1 S4·1
T6·1 U4·1 V2·4 W2·4 X1·8 Y2·4 Z1·10
"""
PUBLISHED = {"ro": (ROMANIAN, "KQWY"), "en": (ENGLISH, "")}
racks = st.text("AABES?", max_size=7)
laid = st.text("ABESab", max_size=7)


def in_hand(tiles: str) -> Counter[str]:
    """Return the count of each tile as on a rack, with blanks as `?`."""
    return Counter("?" if tile in "abcdefghijklmnopqrstuvwxyz" else tile for tile in tiles)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_set_is_the_published_one(name: str) -> None:
    """Each set has the published 100 tiles and values, two of them blanks."""
    printed, jokers_only = PUBLISHED[name]
    tiles = load_tile_set(name)
    letters = {letter for letter in tiles.counts if letter != "?"}

    found = [f"{letter}{tiles.counts[letter]}·{tiles.values[letter]}" for letter in sorted(letters)]
    assert found == printed.split()
    assert (tiles.name, tiles.size, tiles.counts["?"], tiles.values["?"]) == (name, 100, 2, 0)
    assert tiles.vowels == set("AEIOU")
    assert tiles.consonants == letters - set("AEIOU")
    assert tiles.without_tile == set(jokers_only)
    assert tiles.letters == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert {tiles.values[letter.lower()] for letter in tiles.letters} == {0}


def test_the_sets_are_known_by_name() -> None:
    """Each shipped set is loaded by its name, and another name is refused."""
    assert tile_set_names() == ("en", "ro")
    with pytest.raises(KeyError, match="de"):
        load_tile_set("de")


@given(racks, laid)
def test_what_a_rack_lacks_is_what_it_cannot_pay(rack: str, needed: str) -> None:
    """The missing tiles are listed in alphabetical order, with a blank for each marked letter."""
    has, wants = in_hand(rack), in_hand(needed)

    expected = [tile for tile in "?ABES" for _ in range(wants[tile] - has[tile])]

    assert list(missing_tiles(needed, rack)) == expected
    assert [as_held(tile) for tile in needed] == list(
        "".join("?" if t in "ab" else t for t in needed)
    )


@pytest.mark.parametrize(
    ("rack", "used", "left"),
    [
        ("CASAREI", "CASA", "REI"),
        ("AXBXC", "X", "ABXC"),
        ("AB?D?", "b", "ABD?"),
        ("ABC", "", "ABC"),
        ("A?", "aA", ""),
    ],
)
def test_a_rack_keeps_the_rest_in_its_order(rack: str, used: str, left: str) -> None:
    """A rack keeps its order; the first of equal tiles, or a marked blank, is removed."""
    assert without(rack, used) == left


def test_what_a_rack_does_not_hold_cannot_be_taken_from_it() -> None:
    """Removing a tile that the rack does not have raises a programming error."""
    for used in ("AA", "a"):
        with pytest.raises(ValueError, match="not in list"):
            without("AB", used)


def test_tiles_left_are_worth_what_is_printed_on_them() -> None:
    """Tiles left have their printed values, and a blank has 0."""
    tiles = load_tile_set("ro")

    assert value_of("ZAB?", tiles) == 20
    assert value_of("", tiles) == 0
