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
_LINE: Final = re.compile(r'(msgid_plural|msgid|msgstr(?:\[(\d)\])?)?\s*"((?:[^"\\]|\\.)*)"')
"""A word, a form's number and a quoted text; only a text if the line continues the one before."""
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
        ValueError: a line is not valid, forms are out of order, or a key appears twice or has no
            text; the error names it.
    """
    entries: Entries = {}
    key: list[str] = []
    forms: list[list[str]] = [[]]
    continued = key  # what a line without a word belongs to
    for number, raw_line in enumerate(lines, 1):
        line = raw_line.strip()
        if not line or line[0] == "#":
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number} of the catalogue is neither key nor text: {line!r}")
        word, form, written = found.groups()
        if word == "msgid":
            _add(entries, key, forms)
            key, forms = [], []
            continued = key
        elif word == "msgid_plural":
            continued = []  # the key of the singular is enough
        elif word is not None:
            if int(form or 0) != len(forms):
                raise ValueError(f"line {number} of the catalogue is form {form} out of order")
            continued = []
            forms.append(continued)
        continued.append(_unescaped(written, number) if "\\" in written else written)
    _add(entries, key, forms)
    return entries


def _unescaped(written: str, number: int) -> str:
    """Return the text of a line with its escaped signs as they are meant."""

    def sign(found: re.Match[str]) -> str:
        if found[1] not in _UNESCAPED:
            raise ValueError(f"line {number} of the catalogue has an unknown escape {found[0]!r}")
        return _UNESCAPED[found[1]]

    return _ESCAPED.sub(sign, written)


def _add(entries: Entries, parts: list[str], forms: list[list[str]]) -> None:
    """Add a text to the entries; the header has no key and is left out."""
    key = "".join(parts)
    if key in entries:
        raise ValueError(f"the catalogue has two texts with the key {key!r}")
    if not forms:
        raise ValueError(f"the catalogue has no text with the key {key!r}")
    if key:
        entries[key] = tuple(map("".join, forms))


def _kept_together(form: str) -> str:
    for parted, whole in _TOGETHER:
        form = form.replace(parted, whole)
    return form
