"""The sequence checker: it names every violation of each rule with its position."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset
from engine.sequences.check import SequenceRule, violations
from engine.sequences.sequence import draw
from tests.engine.sequences.sequence_oracle import is_valid, small_rules, tile_set

VALID = draw(bytes(32), NATIONAL_2025)


def put(sequence: str, *changes: tuple[int, str]) -> str:
    """Return the sequence with other tiles at these positions, counted from 1."""
    tiles = list(sequence)
    for place, tile in changes:
        tiles[place - 1] = tile
    return "".join(tiles)


def found(sequence: str, reading: JokerRuns = JokerRuns.BOTH) -> list[tuple[str, int, int, str]]:
    """Return the violations of the national rules as plain rows."""
    rules = replace(NATIONAL_2025, joker_runs=reading)
    return [(v.rule, *v.at, v.detail) for v in violations(sequence, rules)]


def test_a_valid_sequence_has_none() -> None:
    """A valid sequence has no violations."""
    assert found(VALID) == []


@pytest.mark.article("1.3")
def test_a_surplus_tile_is_named_at_its_place_and_a_missing_one_overall() -> None:
    """A surplus tile is reported at its position, a missing one for the whole sequence."""
    rows = found(put(VALID, (22, "P")))

    assert [row for row in rows if row[0] == "tiles"] == [
        ("tiles", 86, 86, "P: 5 > 4"),
        ("tiles", 1, 100, "A: 10 < 11"),
    ]


@pytest.mark.article("1.3")
@pytest.mark.parametrize("wrong", ["K", "a", "Ă", " ", "*", "1"])
def test_a_character_that_is_no_tile_is_named_at_its_place(wrong: str) -> None:
    """A letter without a tile, lower case or any other character is reported as unknown."""
    assert found(put(VALID, (3, wrong))) == [
        ("tiles", 3, 3, f"unknown: {wrong}"),
        ("tiles", 1, 100, "E: 8 < 9"),
    ]


@pytest.mark.article("1.3")
def test_a_wrong_length_points_to_what_is_missing_or_too_much() -> None:
    """A wrong length is reported with the missing or surplus positions."""
    assert found(VALID[:-1]) == [
        ("tiles", 1, 100, "A: 10 < 11"),
        ("tiles", 100, 100, "length: 99 < 100"),
    ]
    long = found(VALID + "BE")
    assert [row for row in long if row[0] == "tiles"] == [
        ("tiles", 101, 101, "B: 3 > 2"),
        ("tiles", 102, 102, "E: 10 > 9"),
        ("tiles", 101, 102, "length: 102 > 100"),
    ]


def test_an_empty_sequence_is_described_too() -> None:
    """An empty sequence reports every missing tile and both poor racks."""
    rows = found("")

    assert Counter(rule for rule, *_ in rows) == {"tiles": 24, "racks": 2}
    assert ("tiles", 1, 100, "length: 0 < 100") in rows
    assert ("racks", 8, 14, ": vowels 0, consonants 0, least 2") in rows


@pytest.mark.article("1.3")
def test_each_run_that_is_too_long_is_named_whole() -> None:
    """Each run that is too long is reported from its first to its last tile."""
    tiles = tile_set("AEIOUABCDBCDA", {})

    rows = violations("AEIOUBCDBCDAA", small_rules(longest_run=3), tiles)

    assert [(v.rule, v.at, v.detail) for v in rows] == [
        (SequenceRule.RUNS, (1, 5), "vowels: AEIOU (5 > 3)"),
        (SequenceRule.RUNS, (6, 11), "consonants: BCDBCD (6 > 3)"),
    ]


@pytest.mark.article("1.3")
@pytest.mark.parametrize(
    ("sequence", "reading", "expected"),
    [
        ("AEI?B", JokerRuns.BOTH, [((1, 4), "vowels: AEI? (4 > 3)")]),
        ("AEI?B", JokerRuns.BREAKS, []),
        ("AEI?B", JokerRuns.SKIPPED, []),
        ("AE?IB", JokerRuns.BOTH, [((1, 4), "vowels: AE?I (4 > 3)")]),
        ("AE?IO", JokerRuns.SKIPPED, [((1, 5), "vowels: AE?IO (4 > 3)")]),
        ("AE?IO", JokerRuns.BREAKS, []),
        (
            "AEI?BCD",
            JokerRuns.BOTH,
            [((1, 4), "vowels: AEI? (4 > 3)"), ((4, 7), "consonants: ?BCD (4 > 3)")],
        ),
        ("?BC?DF?", JokerRuns.SKIPPED, [((2, 6), "consonants: BC?DF (4 > 3)")]),
        ("AE??I", JokerRuns.BREAKS, []),
    ],
)
def test_blanks_in_runs_count_as_the_reading_says(
    sequence: str, reading: JokerRuns, expected: list[tuple[tuple[int, int], str]]
) -> None:
    """A blank in a run counts as both kinds, ends it, or is skipped, by the option."""
    rules = small_rules(longest_run=3, joker_runs=reading)

    rows = violations(sequence, rules, tile_set(sequence, {}))

    assert [(v.at, v.detail) for v in rows] == expected


@pytest.mark.article("1.3")
def test_each_early_tile_is_named() -> None:
    """High-value tiles and blanks among the first 25 are reported, but not one at 26."""
    rows = found(put(VALID, (7, "?"), (20, "V"), (25, "Z"), (26, "X")))

    assert [row for row in rows if row[0] == "early"] == [
        ("early", 7, 7, "joker"),
        ("early", 20, 20, "V: 8 > 2"),
        ("early", 25, 25, "Z: 10 > 2"),
    ]


@pytest.mark.article("1.3")
def test_blanks_too_near_are_named_from_one_to_the_other() -> None:
    """Two blanks with 24 tiles between them are reported, with 25 they are not."""
    tiles = "ABBA" * 25
    near = put(tiles, (30, "?"), (55, "?"))
    far = put(tiles, (30, "?"), (56, "?"))

    assert [row for row in found(near) if row[0] == "jokers"] == [
        ("jokers", 30, 55, "between: 24 < 25")
    ]
    assert not [row for row in found(far) if row[0] == "jokers"]


def test_three_blanks_make_two_pairs() -> None:
    """Each blank is compared with the next one, and the outer two are not."""
    rules = small_rules(joker_gap=3)

    rows = violations("?AB?AB?", rules, tile_set("?AB?AB?", {}))

    assert [v.at for v in rows] == [(1, 4), (4, 7)]


@pytest.mark.article("1.3")
@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("AEBCRST" + "AEBCRST", []),
        ("AABCRST" + "AEBCRST", [(1, 7, "AABCRST: vowels 1, consonants 5, least 2")]),
        ("AEBCRST" + "AEIOUBB", [(8, 14, "AEIOUBB: vowels 5, consonants 1, least 2")]),
        ("EEETTTT" + "AAATT?T", [(1, 7, None), (8, 14, None)]),
    ],
)
def test_each_poor_rack_is_named(start: str, expected: list[tuple[int, int, str | None]]) -> None:
    """A first rack with fewer than two vowels or consonants is reported, for either colour."""
    rows = [row for row in found(start + VALID[14:]) if row[0] == "racks"]

    assert [(first, last) for _, first, last, _ in rows] == [(a, b) for a, b, _ in expected]
    for row, (_, _, detail) in zip(rows, expected, strict=True):
        assert detail in (None, row[3])


SOME = tile_set("AAEBBC??", {"C": 5})
sequences = st.permutations(list("AAEBBC??")).map("".join)
rules_of_all_kinds = st.builds(
    small_rules,
    longest_run=st.integers(1, 3),
    early_tiles=st.integers(0, 4),
    joker_gap=st.integers(0, 4),
    rack_size=st.integers(1, 4),
    opening_kinds=st.integers(0, 2),
    joker_runs=st.sampled_from(JokerRuns),
)


@given(sequences, rules_of_all_kinds)
def test_the_checker_agrees_with_the_plain_words_of_the_article(
    sequence: str, rules: Ruleset
) -> None:
    """The checker reports a violation exactly if a plain reading of the article does."""
    assert (violations(sequence, rules, SOME) == ()) == is_valid(sequence, rules, SOME)


# Skipped blanks may be inside a run; the table above has those cases.
@given(sequences, rules_of_all_kinds.filter(lambda r: r.joker_runs is not JokerRuns.SKIPPED))
def test_runs_cover_every_window_that_is_all_of_one_kind(sequence: str, rules: Ruleset) -> None:
    """The reported runs cover exactly the windows that are longer than the rule allows."""
    joker = "?" if rules.joker_runs is JokerRuns.BOTH else ""
    size = rules.longest_run + 1
    covered = {
        place + step
        for place in range(1, len(sequence) - size + 2)
        for kind in ("AE" + joker, "BC" + joker)
        if set(sequence[place - 1 : place - 1 + size]) <= set(kind)
        for step in range(size)
    }

    named = [v.at for v in violations(sequence, rules, SOME) if v.rule is SequenceRule.RUNS]

    assert {place for first, last in named for place in range(first, last + 1)} == covered
    assert named == sorted(set(named))
