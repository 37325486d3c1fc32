"""A reader of the catalogues' `.po` files: keys and their plural forms.

The library for the full format makes an object of each message and imports the e-mail package. That
costs a tenth of the bot's start. This module reads only the lines that our files contain; a test
compares its result with the library's.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

Entries = dict[str, tuple[str, ...]]
"""Each key with its forms, the singular first; one form if nothing is counted."""

FORMAL: Final = "ro_formal"
"""The file of Romanian texts that differ for a reader addressed as „dumneavoastră”."""
_ESCAPED: Final = re.compile(r"\\(.)")
_UNESCAPED: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_TOGETHER: Final = tuple(
    (parts, parts.replace(" ", "\N{NO-BREAK SPACE}")) for parts in ("art. ", "nr. {", "no. {")
)
"""Places where no line may break: „art. 7.2”, „fișa nr. 9”."""


@cache
def catalogue_texts(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return the texts in a catalogue file, with no-break spaces where no line may break.

    The file contains plain spaces, which an editor can see.
    """
    entries = entries_of(name)
    return {key: tuple(map(_kept_together, forms)) for key, forms in entries.items()}


def entries_of(name: str) -> Entries:
    """Return the texts in a catalogue file, as written there.

    Raises:
        ValueError: as for `read`.
    """
    with files("bot.texts").joinpath("locales", f"{name}.po").open(encoding="utf-8") as lines:
        return read(lines)


def read(lines: Iterable[str]) -> Entries:
    """Return the entries of a file, without its header.

    Raises:
        ValueError: a line is not valid, or a key appears twice or has no text; the error names it.
    """
    entries: Entries = {}
    key, forms = "", [""]
    is_key = False  # whether a further line continues a key, not a form
    for number, raw_line in enumerate(lines, 1):
        line = raw_line.strip()
        if not line or line[0] == "#":
            continue
        word, quote, rest = line.partition('"')
        if not quote or rest[-1:] != '"':
            raise ValueError(f"line {number} of the catalogue is neither key nor text: {line!r}")
        written = rest[:-1]
        if "\\" in written:
            written = _unescaped(written, number)
        word = word.rstrip()
        if word == "msgid":
            _add(entries, key, forms)
            key, forms, is_key = written, [], True
        elif word.startswith("msgstr"):
            forms.append(written)
            is_key = False
        elif not word and is_key:
            key += written
        elif not word:
            forms[-1] += written
        elif word != "msgid_plural":
            raise ValueError(f"line {number} of the catalogue begins with {word!r}")
    _add(entries, key, forms)
    return entries


def _unescaped(written: str, number: int) -> str:
    """Return the text of a line with its escaped signs as they are meant."""

    def sign(found: re.Match[str]) -> str:
        if found[1] not in _UNESCAPED:
            raise ValueError(f"line {number} of the catalogue has an unknown escape {found[0]!r}")
        return _UNESCAPED[found[1]]

    return _ESCAPED.sub(sign, written)


def _add(entries: Entries, key: str, forms: list[str]) -> None:
    """Add a text to the entries; the header has no key and is left out."""
    if key in entries:
        raise ValueError(f"the catalogue has two texts with the key {key!r}")
    if not forms:
        raise ValueError(f"the catalogue has no text with the key {key!r}")
    if key:
        entries[key] = tuple(forms)


def _kept_together(form: str) -> str:
    for parted, whole in _TOGETHER:
        form = form.replace(parted, whole)
    return form
