"""The draw: fixed results, the written procedure, validity, seeds and commitments."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.rulesets import NATIONAL_2025, RULESETS, JokerRuns, Ruleset
from engine.sequences.check import violations
from engine.sequences.sequence import commitment, draw, further_seed
from engine.tiles import TileSet, load_tile_set
from tests.engine.sequences.sequence_oracle import draw_by_the_book, is_valid, small_rules, tile_set

ZEROS, ONES, STEPS = bytes(32), b"\xff" * 32, bytes(range(32))

GOLDEN = {
    (JokerRuns.BOTH, ZEROS): (
        "RUETSRITPARODCIIRIUTRAPENUGNAVAMBGITTNADDTIOTN?OCI"
        "LDASLLEECXUPNAOALVRERZFOEJU?ICSEHUAPFENBMACIMSSIEA"
    ),
    (JokerRuns.BOTH, ONES): (
        "PTNAERNNOIILEIRCTAOCDDURSEEANORXCIIVFORPAUDCISESOL"
        "BNAR?LAIFTAEZURISIGMPEDAAUTTSAPEGMTUC?JAUVMNEHBITL"
    ),
    (JokerRuns.BOTH, STEPS): (
        "AAISNUTECEDNRATTELIRAPOAORIIMENCTEVGTIUJMU?FADETRP"
        "OUPLEFBCOSRIUEMDUNNCISHRADNAROSE?IVBLICAASPGILAZTX"
    ),
    (JokerRuns.BREAKS, ZEROS): (
        "RODTECRTISNCOLSARUARIPSAAGIV?PHCULROFIJNIVNTUFMRUD"
        "GIEOPEREPNDAEMUZINETTBAXANEA?LACESIEOMIADBLAUTSTIC"
    ),
    (JokerRuns.SKIPPED, STEPS): (
        "EULTTIAISPEUNCNOATUSTCURPLAETXSIZEIINMTAAMORIDIDCO"
        "NLEGARTABDU?CIGRNEPRLESHOOMRUAVCEFFPIEDABASVAI?JNR"
    ),
}


def national(reading: JokerRuns) -> Ruleset:
    """Return the national rules with this reading of blanks in runs."""
    return replace(NATIONAL_2025, joker_runs=reading)


@pytest.mark.parametrize(
    ("reading", "seed"), GOLDEN, ids=["all zeros", "all ones", "steps", "breaks", "skipped"]
)
def test_a_seed_gives_its_sequence_for_ever(reading: JokerRuns, seed: bytes) -> None:
    """Every version draws the same sequence from a published seed."""
    assert draw(seed, national(reading)) == GOLDEN[reading, seed]


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sampled_from(JokerRuns))
def test_the_draw_follows_the_written_procedure(seed: bytes, reading: JokerRuns) -> None:
    """A second program, written from the document, draws the same sequences."""
    tiles = tile_set("AAEIBBCD??", {"I": 5, "C": 3, "D": 9})
    rules = small_rules(
        longest_run=3, early_tiles=4, joker_gap=2, opening_kinds=1, rack_size=3, joker_runs=reading
    )

    assert draw(seed, rules, tiles) == draw_by_the_book(seed, rules, tiles)


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.sampled_from(JokerRuns))
@pytest.mark.article("1.3")
def test_every_draw_is_valid(seed: bytes, reading: JokerRuns) -> None:
    """The checker and a plain reading of the article accept every drawn sequence."""
    rules = national(reading)

    sequence = draw(seed, rules)

    assert violations(sequence, rules) == ()
    assert is_valid(sequence, rules, load_tile_set("ro"))
    assert draw(seed, rules) == sequence


@pytest.mark.article("1.3")
def test_the_default_reading_satisfies_the_others() -> None:
    """A sequence that is valid under the default reading is valid under all readings."""
    for number in range(20):
        sequence = draw(number.to_bytes(32, "big"), NATIONAL_2025)

        assert not any(violations(sequence, national(reading)) for reading in JokerRuns)


def test_rules_that_do_not_concern_the_sequence_leave_it_alone() -> None:
    """All rulesets draw the same sequence from a seed."""
    assert len({draw(STEPS, rules) for rules in RULESETS.values()}) == 1


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    """The commitment is the SHA-256 of the seed, which anyone can check."""
    assert commitment(STEPS) == hashlib.sha256(STEPS).hexdigest()
    assert commitment(ZEROS).startswith("66687aadf862bd77")


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)], ids=len)
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    """The draw and the commitment refuse a seed that does not have 32 bytes."""
    with pytest.raises(ValueError, match="32 bytes"):
        draw(seed, NATIONAL_2025)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)


def test_a_series_of_seeds_starts_with_its_own() -> None:
    """Seed 0 of a series is the seed itself; the others are fixed and different."""
    series = [further_seed(STEPS, number) for number in range(50)]

    assert series[0] == STEPS
    assert series[1] == hashlib.sha256(b"tur-retur series 1" + STEPS + bytes(7) + b"\1").digest()
    assert len({*series}) == 50


@pytest.mark.parametrize(
    ("tiles", "rules"),
    [
        (tile_set("AAAAB", {}), small_rules(longest_run=1)),
        (tile_set("AB??", {}), small_rules(joker_gap=3)),
        (tile_set("AZZZ", {"Z": 10}), small_rules(early_tiles=2)),
        (tile_set("AAAABBBB", {}), small_rules(opening_kinds=2, rack_size=4)),
    ],
    ids=["runs", "jokers", "early", "racks"],
)
def test_impossible_rules_are_refused(tiles: TileSet, rules: Ruleset) -> None:
    """The draw refuses rules that no arrangement meets, and does not search for ever."""
    with pytest.raises(RuleViolation, match="no_valid_sequence"):
        draw(ZEROS, rules, tiles)


def test_a_set_without_blanks_or_without_vowels_can_be_drawn() -> None:
    """A tile set without blanks or without vowels can be drawn."""
    assert sorted(draw(ONES, small_rules(), tile_set("BBBCC", {}))) == list("BBBCC")
    assert draw(ONES, small_rules(early_tiles=99), tile_set("AAA", {})) == "AAA"


def test_the_english_set_can_be_drawn_too() -> None:
    """A draw of the English tile set meets the same rules."""
    rules = replace(NATIONAL_2025, tile_set="en")

    assert violations(draw(STEPS, rules), rules) == ()
