"""Reading a hunspell dictionary: endings with their conditions, and every line that is refused."""

import re

import pytest

from bot.cli.dictionary.hunspell import (
    AffixEnding,
    DictionaryFault,
    Entry,
    File,
    Refusal,
    UnsupportedDictionary,
    read_dictionary,
)

SOUND = "SFX F Y 1\nSFX F ă e .\n"
DIC = "1\ncasă/F\n"


def refused(aff: str, dic: str = DIC) -> tuple[DictionaryFault, ...]:
    """Return the faults for which the dictionary is refused."""
    with pytest.raises(UnsupportedDictionary) as error:
        read_dictionary(aff, dic)
    return error.value.faults


def test_endings_and_entries_are_read() -> None:
    """Comments, blank lines, marks and commands about suggestions change nothing."""
    aff = (
        "\ufeff# a comment\nSET UTF-8\nTRY abc\n\nREP 1\nREP x y\n"
        "PFX P Y 1\nPFX P 0 re .\n"
        "SFX F N 3 # feminine\nSFX F ă e ă s.f. pl.\nSFX F 0 a\nSFX F 0 lor [^ai]\n"
    )
    dictionary = read_dictionary(aff, "3\r\ncasă/FP\r\n\r\ne-mail\r\n/x\r\n")

    assert dictionary.endings == {
        "F": [
            AffixEnding("ă", "e", "ă$"),
            AffixEnding("", "a", ""),
            AffixEnding("", "lor", "[^ai]$"),
        ]
    }
    assert dictionary.entries == (Entry("casă", "FP"), Entry("e-mail", ""))


@pytest.mark.parametrize(
    ("aff", "line", "reason"),
    [
        (SOUND + "FLAG num\n", 3, Refusal.COMMAND),
        (SOUND + "AF 2\nAF F # 1\nAF G # 2\n", 3, Refusal.COMMAND),
        ("SET ISO8859-2\n", 1, Refusal.ENCODING),
        ("SFX F ă e .\n", 1, Refusal.NO_COUNT),
        ("SFX\n", 1, Refusal.NO_COUNT),
        ("SFX F Y 2\nSFX F ă e .\n", 1, Refusal.WRONG_COUNT),
        ("SFX F Y 2\nSFX F ă e .\n" + "SFX G Y 1\nSFX G ă e .\n", 1, Refusal.WRONG_COUNT),
        ("SFX F Y 2\nSFX F ă e .\nTRY abc\n", 1, Refusal.WRONG_COUNT),
        ("SFX ș Y 1\nSFX ș ă e .\n", 1, Refusal.FLAGS),
        ("SFX F Y 1\nSFX F ă\n", 2, Refusal.AFFIX),
        ("SFX F Y 1\nSFX F ă e [a\n", 2, Refusal.AFFIX),
        ("SFX F Y 1\nSFX F ă e/G .\n", 2, Refusal.CONTINUATION),
        ("SFX F Y 1\nSFX F ă e . is:pl\n", 2, Refusal.FIELDS),
        ("SFX F Y 1\nSFX F ă e is:pl\n", 2, Refusal.FIELDS),
        ("PFX P Y 1\nPFX P 0 stră .\n", 2, Refusal.PREFIX),
        ("PFX P Y 1\nPFX P a re .\n", 2, Refusal.PREFIX),
    ],
)
def test_a_line_of_the_affix_file_that_needs_more_is_refused(
    aff: str, line: int, reason: Refusal
) -> None:
    """Each line that is not implemented is refused once, with its number and its text."""
    text = aff.split("\n")[line - 1]

    assert refused(aff) == (DictionaryFault(File.AFF, line, text, reason),)


@pytest.mark.parametrize(
    ("dic", "line", "reason"),
    [
        ("casă/F\nmare\n", 1, Refusal.NO_COUNT),
        ("", 1, Refusal.NO_COUNT),
        ("1\ncasă/F po:noun\n", 2, Refusal.FIELDS),
        ("1\ncasă\tpo:noun\n", 2, Refusal.FIELDS),
        ("1\ncasă/F G\n", 2, Refusal.FIELDS),
        ("1\ncasă/ș\n", 2, Refusal.FLAGS),
    ],
)
def test_a_line_of_the_word_file_that_needs_more_is_refused(
    dic: str, line: int, reason: Refusal
) -> None:
    """A missing count, morphological fields and foreign flags are refused with their line."""
    text = dic.split("\n")[line - 1]

    assert refused(SOUND, dic) == (DictionaryFault(File.DIC, line, text, reason),)


@pytest.mark.parametrize(
    ("condition", "fits"),
    [(".", "ab ac ad a-"), ("a[bc]", "ab ac"), ("[^b]", "ac ad a-"), ("[a-]", "a-"), ("d", "ad")],
)
def test_a_condition_has_the_signs_of_hunspell_alone(condition: str, fits: str) -> None:
    """Only the dot and brackets are signs; a hyphen in brackets is a hyphen, not a range."""
    (ending,) = read_dictionary(f"SFX A Y 1\nSFX A 0 x {condition}\n", "0\n").endings["A"]

    found = [root for root in ("ab", "ac", "ad", "a-") if re.search(ending.condition, root)]
    assert found == fits.split()
