"""Builds the free word list that ships with the program from the Romanian hunspell dictionary.

The same two files give the same edition, byte for byte. The words are:

  * entries in lower-case Romanian letters only: no names, no hyphens, no digits;
  * their forms with the dictionary's endings, each as one word;
  * no forms with its three prefixes (auto-, ne-, re-), which fit nearly every verb and adjective;
    no dictionary has most of these forms. Words with an entry of their own stay;
  * no shortened article of spoken language (stejaru' for stejarul), and no gerund that only occurs
    before a pronoun (văzându-l), unless an entry has the same letters;
  * words with a vowel (or the interjections hm and st), 2 to 15 letters long, and not in
    `excluded.txt` (abbreviations, Roman numerals, names of programs).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.cli.dictionary.hunspell import AffixEnding, read_dictionary
from engine.words.lexicon import SHIPPED
from engine.words.wordlist import LONGEST_WORD, SHORTEST_WORD, fold_word

LICENCE = "GPL-2.0 OR LGPL-2.1 OR MPL-1.1"
_ROMANIAN = re.compile("[a-zăâîșțşţ]+")
_VOWEL = re.compile("[AEIOUY]")
_INTERJECTIONS = frozenset({"HM", "ST"})
_BEFORE_PRONOUN = re.compile("(ându|indu)$")


class _Endings(NamedTuple):
    """The endings of a class that fit the same entries."""

    strip: str
    condition: re.Pattern[str]
    added: Sequence[str]


def _forms(root: str, endings: Iterable[_Endings]) -> Iterator[str]:
    """Yield an entry and each of its forms that is written as one word."""
    yield root
    for strip, condition, added in endings:
        stem = len(root) - len(strip)
        if stem > 0 and root.endswith(strip) and condition.search(root):
            for add in added:
                yield root[:stem] + add


def _grouped(endings: Collection[AffixEnding]) -> list[_Endings]:
    """Return the endings that make words, without spoken ones, by the entries that they fit.

    Spoken is -u, if the class has -ul under the same condition.
    """
    added_by_fit: dict[tuple[str, str], list[str]] = {}
    for ending in endings:
        full = ending._replace(add=f"{ending.add}l")
        is_spoken = ending.add.endswith("u") and full in endings
        if not is_spoken and (not ending.add or _ROMANIAN.fullmatch(ending.add)):
            added_by_fit.setdefault((ending.strip, ending.condition), []).append(ending.add)
    return [
        _Endings(strip, re.compile(fits), added) for (strip, fits), added in added_by_fit.items()
    ]


def expand(aff: str, dic: str, excluded: Iterable[str]) -> list[str]:
    """Return the words of a dictionary, folded, in upper case and sorted.

    Raises:
        UnsupportedDictionary: the dictionary needs more than this program implements.
    """
    dictionary = read_dictionary(aff, dic)
    classes = {flag: _grouped(endings) for flag, endings in dictionary.endings.items()}
    forms: set[str] = set()
    for root, flags in dictionary.entries:
        if _ROMANIAN.fullmatch(root):
            endings = (ending for flag in flags for ending in classes.get(flag, ()))
            forms.update(_forms(root, endings))
    # The gerund before a pronoun ends in -u, which the gerund itself lacks.
    complete = {form for form in forms if not (_BEFORE_PRONOUN.search(form) and form[:-1] in forms)}
    folded = {word for form in complete if (word := fold_word(form))}
    return sorted(word for word in folded - set(excluded) if _is_playable(word))


def _is_playable(word: str) -> bool:
    can_be_spoken = _VOWEL.search(word) is not None or word in _INTERJECTIONS
    return SHORTEST_WORD <= len(word) <= LONGEST_WORD and can_be_spoken


def read_excluded() -> frozenset[str]:
    """Return the entries excluded from the word list; `#` begins a comment."""
    lines = (SHIPPED / "excluded.txt").read_text(encoding="utf-8").splitlines()
    listed = " ".join(line.partition("#")[0] for line in lines).split()
    return frozenset(word for entry in listed if (word := fold_word(entry)))


class BuiltWords(NamedTuple):
    """The words of a dictionary, and the name of the dictionary with its version."""

    words: Sequence[str]
    source: str


def built_words(aff: Path, dic: Path) -> BuiltWords:
    """Return the words of the dictionary in these two files.

    Raises:
        UnsupportedDictionary: the dictionary needs more than this program implements.
        OSError, UnicodeDecodeError: a file cannot be read.
    """
    affixes = aff.read_text(encoding="utf-8")
    words = expand(affixes, dic.read_text(encoding="utf-8"), read_excluded())
    version = re.search(r"word list version (\S+)", affixes)
    source = f"Romanian hunspell dictionary (Rospell) {version[1] if version else ''}".strip()
    return BuiltWords(words, source)
