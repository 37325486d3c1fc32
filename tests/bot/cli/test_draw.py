"""`turretur draw`."""

import hashlib
import json
import textwrap
from typing import Any

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from engine.rulesets import NATIONAL_2025
from engine.sequences.check import violations
from engine.sequences.sequence import draw

SEED = bytes(range(32))


def rows(*arguments: str) -> list[dict[str, Any]]:
    """Run the command with --json, expect status 0, and return its lines."""
    result = CliRunner().invoke(main, ["draw", *arguments, "--json"])
    assert result.exit_code == 0
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.article("1.3")
def test_a_seed_is_drawn_with_its_commitment() -> None:
    """The three fields are exactly what a verifier needs; hexadecimal is read in either case."""
    assert rows("--seed", SEED.hex().upper()) == [
        {
            "seed": SEED.hex(),
            "commitment": hashlib.sha256(SEED).hexdigest(),
            "sequence": draw(SEED, NATIONAL_2025),
        }
    ]


def test_without_a_seed_each_draw_has_its_own() -> None:
    """Three draws have three seeds, and each seed gives its sequence and commitment again."""
    found = rows("--count", "3")

    assert len({row["seed"] for row in found}) == 3
    for row in found:
        seed = bytes.fromhex(row["seed"])
        assert row["sequence"] == draw(seed, NATIONAL_2025)
        assert row["commitment"] == hashlib.sha256(seed).hexdigest()
        assert not violations(row["sequence"], NATIONAL_2025)
    assert rows()[0]["seed"] not in {row["seed"] for row in found}


def test_a_series_from_one_seed_can_be_repeated() -> None:
    """With --seed and --count the first is the seed's own draw and the rest follow from it."""
    series = rows("--seed", SEED.hex(), "--count", "3")

    assert series[0] == rows("--seed", SEED.hex())[0]
    assert series == rows("--seed", SEED.hex(), "--count", "3")
    assert len({row["sequence"] for row in series}) == 3


@pytest.mark.parametrize("reading", ["both", "breaks", "skipped"])
def test_the_reading_of_blanks_is_kept_from_draw_to_check(reading: str) -> None:
    """A sequence drawn under a reading is valid under it."""
    sequence = rows("--seed", SEED.hex(), "--joker-runs", reading)[0]["sequence"]

    assert rows("--check", sequence, "--joker-runs", reading) == [{"valid": True, "violations": []}]


@pytest.mark.article("1.3")
def test_an_invalid_sequence_ends_with_status_1_and_its_violations() -> None:
    """Each violation has its article, rule, places and detail."""
    sequence = draw(bytes(32), NATIONAL_2025)
    early = "?" + sequence[1:46] + sequence[0] + sequence[47:]
    result = CliRunner().invoke(main, ["draw", "--check", early, "--json"])

    assert sequence[46] == "?"
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "valid": False,
        "violations": [{"article": "1.3", "rule": "early", "at": [1, 1], "detail": "joker"}],
    }


def test_a_check_can_be_read_by_a_person() -> None:
    """The answer is one word, then one line for each violation and its place."""
    written = " ".join(textwrap.wrap(draw(SEED, NATIONAL_2025).lower(), 7))
    good = CliRunner().invoke(main, ["draw", "--check", written])
    bad = CliRunner().invoke(main, ["draw", "--check", draw(SEED, NATIONAL_2025)[:-1]])

    assert (good.exit_code, good.stdout) == (0, "valid\n")
    assert bad.exit_code == 1
    assert bad.stdout.splitlines() == [
        "not valid",
        "  tiles 1-100: X: 0 < 1 (art. 1.3)",
        "  tiles 100: length: 99 < 100 (art. 1.3)",
    ]


def test_a_draw_can_be_read_by_a_person() -> None:
    """Seed, commitment and sequence have a line each; a blank line separates draws."""
    result = CliRunner().invoke(main, ["draw", "--seed", SEED.hex(), "--count", "2"])

    lines = result.stdout.splitlines()
    assert [line.split()[:1] for line in lines] == [
        ["seed"], ["commitment"], ["sequence"], [], ["seed"], ["commitment"], ["sequence"]
    ]  # fmt: skip
    assert lines[2].split()[1] == draw(SEED, NATIONAL_2025)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seed", "12"], "'12': a seed has 64 hexadecimal digits"),
        (["--seed", "g" * 64], "64 hexadecimal digits"),
        (["--seed", " " + "0" * 63], "64 hexadecimal digits"),
        (["--count", "0"], "0 is not in the range"),
        (["--joker-runs", "never"], "'never' is not one of 'both', 'breaks', 'skipped'"),
        (["--check", "ABC", "--count", "2"], "Use --check without --seed and --count"),
        (["--check"], "'--check' requires an argument"),
        (["here"], "unexpected extra argument"),
    ],
)
def test_bad_input_ends_with_one_clear_line(arguments: list[str], said: str) -> None:
    """Bad input gives status 2, nothing on stdout, and one line on stderr with the error."""
    result = CliRunner().invoke(main, ["draw", *arguments])

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("turretur: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
