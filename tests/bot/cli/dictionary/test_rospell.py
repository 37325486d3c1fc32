"""The words that entries of a hunspell dictionary become."""

from itertools import product

import pytest

from bot.cli.dictionary.hunspell import read_dictionary
from bot.cli.dictionary.rospell import expand

AFF = """
SET UTF-8
PFX K Y 1
PFX K 0 re .
SFX A Y 3   # feminine
SFX A ă a ă   s.f.
SFX A ă e [^c]ă
SFX A 0 -i .
SFX L Y 2
SFX L 0 u .
SFX L 0 ul .
"""


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("casă/A", ["CASA", "CASE"]),
        ("pisică/A", ["PISICA"]),
        ("stejar/L", ["STEJAR", "STEJARUL"]),
        ("lucra/K", ["LUCRA"]),
        ("Ana/A", []),
        ("e-mail", []),
        ("UNESCO", []),
        ("co2", []),
        ("km", []),
        ("st", ["ST"]),
        ("etc", []),
        ("y", []),
        ("otorinolaringologul", []),
        ("café", []),
    ],
)
def test_what_an_entry_becomes(entry: str, words: list[str]) -> None:
    """An entry gives its inflected words, without prefixes, names, hyphens, abbreviations."""
    assert expand(AFF, f"1\n{entry}\n", ["ETC"]) == words


def test_a_gerund_before_a_pronoun_is_left_out() -> None:
    """`văzându`, which needs a pronoun, is left out; `văzând` and `hindu` are not."""
    assert expand(AFF, "3\nvăzându\nvăzând\nhindu\n", []) == ["HINDU", "VAZAND"]


def test_the_endings_agree_with_an_independent_reading() -> None:
    """The endings of every class equal those of a second, letter-by-letter program."""
    roots = ["a" + "".join(letters) for letters in product("acă", repeat=3)]
    endings = read_dictionary(AFF, "0\n").endings

    for root in roots:
        expected = {root.replace("ă", "a").upper()}
        if root.endswith("ă"):
            expected.add(f"{root[:-1]}a".replace("ă", "a").upper())
            if not root.endswith("că"):
                expected.add(f"{root[:-1]}e".replace("ă", "a").upper())
        assert set(expand(AFF, f"1\n{root}/A", [])) == expected
    assert set(endings) == {"A", "L"}


def test_an_ending_without_a_condition_fits_every_entry() -> None:
    """An ending may leave its condition out, with or without a comment."""
    aff = "SFX q Y 2\nSFX q 0 ă\nSFX q 0 e # plural\n"

    assert expand(aff, "1\nmurg/q\n", []) == ["MURG", "MURGA", "MURGE"]


def test_no_ending_replaces_a_whole_entry() -> None:
    """Hunspell keeps at least one letter of the entry, and so does the program."""
    assert expand("SFX A Y 1\nSFX A as es as\n", "1\nas/A\n", []) == ["AS"]
