"""Reading a hunspell dictionary: the endings of its affix file and the entries of its word file.

Only what a list of single words needs is implemented: flags of one character, endings with their
conditions, and no prefixes. Everything else that would change the words is refused with its line,
because a list with wrong words is worse than none.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

PREFIXES: Final = frozenset({"auto", "ne", "re"})
"""The prefixes that a list of words leaves out; any other prefix is refused."""
_NEUTRAL: Final = frozenset(
    {"SET", "TRY", "KEY", "REP", "MAP", "PHONE", "ICONV", "OCONV", "BREAK", "WORDCHARS", "LANG"}
    | {"NAME", "HOME", "VERSION", "NOSUGGEST", "NOSPLITSUGS", "SUGSWITHDOTS", "MAXNGRAMSUGS"}
    | {"MAXDIFF", "MAXCPDSUGS", "ONLYMAXDIFF"}
)
"""The commands of an affix file that change no single word: most of them concern suggestions."""
_AFFIXES: Final = frozenset({"SFX", "PFX"})
_ZERO: Final = "0"
"""What an affix file writes for nothing to remove or to add."""
_CONDITION: Final = re.compile(r"(\.|\[\^?[^\[\]]+\]|[^\[\]])*")
"""The condition of an affix: any character, a set of characters, or one itself, repeated."""
_PART: Final = re.compile(r"\[(\^?)([^\]]+)\]|(.)")
_FIELD: Final = re.compile(r"[a-z]{2}:")
"""The beginning of a morphological field, such as `po:`."""
_FIELD_IN_ENTRY: Final = re.compile(r"\t|\s[a-z]{2}:")


class Refusal(StrEnum):
    """The reasons why a dictionary is refused."""

    COMMAND = "command"
    """A command that changes the words and is not implemented."""
    ENCODING = "encoding"
    """The affix file names another encoding than UTF-8."""
    NO_COUNT = "no_count"
    """The line with the number of entries, or of a class's affixes, is missing."""
    WRONG_COUNT = "wrong_count"
    """A class has another number of affixes than its first line says."""
    AFFIX = "affix"
    """An affix that cannot be read."""
    PREFIX = "prefix"
    """A prefix other than those in `PREFIXES`."""
    CONTINUATION = "continuation"
    """An affix with flags, so that another affix may follow it."""
    FIELDS = "fields"
    """A morphological field, or another text after the flags."""
    FLAGS = "flags"
    """Flags that are not single ASCII characters."""


class File(StrEnum):
    """The two files of a dictionary."""

    AFF = "aff"
    DIC = "dic"


@dataclass(frozen=True, slots=True)
class DictionaryFault:
    """A line that is not implemented: its file, number from 1, text, and the reason."""

    file: File
    line: int
    text: str
    reason: Refusal


class UnsupportedDictionary(Exception):  # noqa: N818  (the name needs no suffix)
    """The dictionary has lines that are not implemented."""

    def __init__(self, faults: tuple[DictionaryFault, ...]) -> None:
        super().__init__(f"{len(faults)} lines of the dictionary are not implemented")
        self.faults = faults


class AffixEnding(NamedTuple):
    """One ending of a class of entries: remove `strip`, add `add`."""

    strip: str
    add: str
    condition: str
    """A regular expression for the end of the entry; empty if every entry fits."""


class Entry(NamedTuple):
    """One entry of the word file, with the flags of its classes."""

    root: str
    flags: str


Endings = Mapping[str, list[AffixEnding]]
"""The endings by the flag of their class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictionary:
    """The content of both files."""

    endings: Endings
    entries: tuple[Entry, ...]


def read_dictionary(aff: str, dic: str) -> Dictionary:
    """Return the endings and entries of a dictionary.

    Raises:
        UnsupportedDictionary: a line would change the words and is not implemented.
    """
    affixes = _Affixes()
    for number, line in enumerate(_lines(aff), 1):
        affixes.read_line(line, number)
    affixes.close()
    read = list(_entries(dic))
    faults = [*affixes.faults, *(each for each in read if isinstance(each, DictionaryFault))]
    if faults:
        raise UnsupportedDictionary(tuple(faults))
    entries = tuple(each for each in read if isinstance(each, Entry))
    return Dictionary(endings=affixes.endings, entries=entries)


@dataclass(slots=True)
class _AffixClass:
    """A class of affixes, by its first line."""

    kind: str
    """`SFX` or `PFX`."""
    flag: str
    line: str
    number: int
    """The number of that line, from 1."""
    missing: int
    """The number of its affixes that are still to come."""

    def has_affix(self, kind: str, words: list[str]) -> bool:
        """Return whether a line with these words after its kind is an affix of the class."""
        return kind == self.kind and words[:1] == [self.flag]


@dataclass(slots=True)
class _Affixes:
    """Reads an affix file line by line."""

    endings: dict[str, list[AffixEnding]] = field(default_factory=dict)
    faults: list[DictionaryFault] = field(default_factory=list)
    _commands: set[str] = field(default_factory=set)
    """The refused commands; each is reported once."""
    _class: "_AffixClass | None" = None
    """The class that is being read."""

    def read_line(self, line: str, number: int) -> None:
        """Read a line: of an affix, or a command, which ends the class before it."""
        words = line.partition("#")[0].split()
        if not words:
            return
        command, *rest = words
        if command in _AFFIXES:
            self._affix(command, rest, line, number)
            return
        self.close()
        if command not in _NEUTRAL and command not in self._commands:
            self._commands.add(command)
            self._refuse(Refusal.COMMAND, line, number)
        elif command == "SET" and rest[:1] not in (["UTF-8"], ["utf-8"]):
            self._refuse(Refusal.ENCODING, line, number)

    def close(self) -> None:
        """End the class that is being read; refuse it if affixes are missing."""
        if self._class is not None and self._class.missing:
            self._refuse(Refusal.WRONG_COUNT, self._class.line, self._class.number)
        self._class = None

    def _refuse(self, reason: Refusal, line: str, number: int) -> None:
        self.faults.append(DictionaryFault(File.AFF, number, line.strip(), reason))

    def _affix(self, kind: str, words: list[str], line: str, number: int) -> None:
        """Read the first line of a class, or one of its affixes."""
        current = self._class
        if current is not None and current.missing and current.has_affix(kind, words):
            current.missing -= 1
            self._read_affix(kind, words, line, number)
        else:
            self.close()
            self._begin_class(kind, words, line, number)

    def _begin_class(self, kind: str, words: list[str], line: str, number: int) -> None:
        """Read the first line of a class: its flag, Y or N, and the number of its affixes."""
        match words:
            case [flag, "Y" | "N", count] if count.isdecimal():
                if len(flag) != 1 or not flag.isascii():
                    self._refuse(Refusal.FLAGS, line, number)
                self._class = _AffixClass(kind, flag, line, number, missing=int(count))
                if kind == "SFX":
                    self.endings.setdefault(flag, [])
            case _:
                self._refuse(Refusal.NO_COUNT, line, number)

    def _read_affix(self, kind: str, words: list[str], line: str, number: int) -> None:
        """Read an affix: its flag, the text to remove, the text to add, and its condition."""
        if len(words) < 3:
            self._refuse(Refusal.AFFIX, line, number)
            return
        flag, strip, add, *rest = words
        condition, *more = rest or ["."]
        if "/" in add:
            self._refuse(Refusal.CONTINUATION, line, number)
        elif any(map(_FIELD.match, (condition, *more))):
            self._refuse(Refusal.FIELDS, line, number)
        elif kind == "PFX":
            if add not in PREFIXES or strip != _ZERO:
                self._refuse(Refusal.PREFIX, line, number)
        elif _CONDITION.fullmatch(condition) is None:
            self._refuse(Refusal.AFFIX, line, number)
        else:
            ending = AffixEnding(_letters(strip), _letters(add), _pattern(condition))
            self.endings[flag].append(ending)


def _letters(text: str) -> str:
    return "" if text == _ZERO else text


def _pattern(condition: str) -> str:
    """Return the condition as a regular expression; in it only `.`, `[…]` and `[^…]` are signs."""
    if condition == ".":
        return ""
    parts = []
    for part in _PART.finditer(condition):
        negation, group, single = part.groups()
        if group:
            parts.append(f"[{negation}{re.escape(group)}]")
        else:
            parts.append("." if single == "." else re.escape(single))
    return "".join(parts) + "$"


def _entries(dic: str) -> Iterator[Entry | DictionaryFault]:
    """Yield each entry, or why its line is refused."""
    for number, line in enumerate(_lines(dic), 1):
        text = line.strip()
        if number == 1:
            if not text.isdecimal():
                yield DictionaryFault(File.DIC, number, text, Refusal.NO_COUNT)
            continue
        root, _, flags = text.partition("/")
        if _FIELD_IN_ENTRY.search(text) or len(flags.split()) > 1:
            yield DictionaryFault(File.DIC, number, text, Refusal.FIELDS)
        elif not flags.isascii():
            yield DictionaryFault(File.DIC, number, text, Refusal.FLAGS)
        elif root:
            yield Entry(root, flags)


def _lines(text: str) -> list[str]:
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff")).split("\n")
