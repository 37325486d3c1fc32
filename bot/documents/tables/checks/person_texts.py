"""A person's name as a cell states it: without numbering, telephone number and club in brackets.

A name with a sign that is no letter is an error, because its letters are probably damaged: a text
in the encoding of another program (`¸tefan` is `Ștefan` in cp852).
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from bot.documents.tables.faults import TableFault
from bot.documents.tables.names import fold

_NUMBERING: Final = re.compile(
    r"^\s*(?:(?:nr\b[. ]*|#\s*)?\d{1,3}(?:\s*[.):\N{COMBINING ENCLOSING KEYCAP}]\s*|\s+)"
    r"|[a-z]\)\s*)(?=[^\W\d_])",
    re.IGNORECASE,
)
"""The number of a row: `1.`, `2)`, `Nr. 3`, `#4`, `b)`, or a digit as a key, in one message."""
_IN_BRACKETS: Final = re.compile(r"\s*[(\[](?P<club>[^()\[\]]*)[)\]]\s*$")
_PHONE: Final = re.compile(
    r"[\s,;/–-]*(?:\b(?:tel|telefon|mobil|phone|gsm)\b[.:\s]*)?"
    r"(?<![\w+])(?:\+|00)?\d(?:[\s./-]?\d){8,13}(?!\w)[\s,;]*",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(r"[\s,;/–-]*\S+@\S+")
_QUOTED: Final = re.compile(r"\w[\"„”“]\w")
"""A quotation mark inside a word, which only damage puts there."""
_PUNCTUATION: Final = frozenset(" .,-'’‘`´ʼ‐‑–—/&\"„”“()[]:·")
"""Signs that names may have beside letters and figures."""
_OF_NAMES: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc"})
"""The categories of letters and their marks; a mark that encloses a sign is in no name."""
_KEY: Final = re.compile(r"#\d+")
"""The key of a person on the program's own lists."""
_BROKEN: Final = re.compile(r"(?<=[^\W\d_])(?=[^\x00-\x7f])[^\W\d_]")
"""A letter beyond ASCII inside a word."""
_UNLIKELY: Final = re.compile(r"\w\w\wî(?!\w)|\b(?:[ČÈ]š|[ÅĹ]ž)(?=\w)")
"""Letters that only damage puts there: `Ionuî` is `Ionuţ` in cp852, `Čšurlea` `Țurlea` in UTF-8."""
_NOBODY: Final = re.compile(
    r"(?:loc )?vacant|n ?n|(?:rezerva|reserve)(?: ?\d+)?|necunoscut|unknown|tbd"
)
"""A text that holds the place of a person who is not known yet, as `fold` writes it."""
_SEVERAL: Final = re.compile(r"[^\W\d_]\s*[/&+]\s*[^\W\d_]|[^\W\d_]\s+(?:și|si|şi|and)\s+[^\W\d_]")
"""Two names with a sign or a word between them."""
_READ_IN: Final = ("cp1250", "latin-1", "cp1252", "iso8859-2")
"""The encodings in which damaged text was probably read."""
_WRITTEN_IN: Final = ("utf-8", "cp852")
"""The encodings in which it was probably written."""
_ROMANIAN: Final = frozenset("ăâîșțşţĂÂÎȘȚŞŢ")


class Damage(NamedTuple):
    """The letters of a name that were read in a wrong encoding."""

    encoding: str | None
    """The encoding in which the name was probably written; None if none makes it sound."""
    meant: str
    """The name in that encoding; empty if unknown."""


@dataclass(frozen=True, slots=True)
class PersonText:
    """The parts of a cell with a person's name."""

    name: str
    club: str = ""
    """The text in brackets after the name."""
    removed: str = ""
    """The numbering and the telephone number."""
    damage: Damage | None = None
    """What is known of damaged letters; None for a sound name."""

    @property
    def is_legible_elsewhere(self) -> bool:
        """Return whether the letters are damaged, and sound in another encoding."""
        return self.damage is not None and self.damage.encoding is not None

    def fault(self, found: str) -> TableFault | None:
        """Return the error of the cell `found`: nobody, two people, or damaged letters; or None."""
        if _NOBODY.fullmatch(fold(self.name)) is not None:
            return TableFault("nobody_named", facts={"found": found})
        if _SEVERAL.search(self.name) is not None:
            return TableFault("two_people", facts={"found": found})
        if self.damage is None:
            return None
        encoding, meant = self.damage
        if encoding is None:
            return TableFault("letters_unknown", facts={"found": found})
        return TableFault("letters", facts={"found": found, "likely": encoding, "meant": meant})


@lru_cache(maxsize=4096)
def person_text(cell: str) -> PersonText:
    """Return the parts of a cell with a person's name."""
    text = " ".join(unicodedata.normalize("NFC", cell).split())
    if _KEY.fullmatch(text):
        return PersonText(text)
    removed = []
    name = without_number(text)
    if name != text:
        removed.append(text[: len(text) - len(name)].strip())
    phone = _PHONE.search(name)
    if phone is not None:
        removed.append(phone[0].strip(" ,;/-–"))
        name = f"{name[: phone.start()]} {name[phone.end() :]}".strip()
    club = ""
    brackets = _IN_BRACKETS.search(name)
    if brackets is not None and any(map(str.isalpha, name[: brackets.start()])):
        club, name = without_contact(brackets["club"]), name[: brackets.start()]
    name = " ".join(name.split()).strip(" ,;*")
    return PersonText(name, club, ", ".join(removed), None if is_sound(name) else _damage(name))


def without_number(text: str) -> str:
    """Return a row's text without the number of the row."""
    return _NUMBERING.sub("", text)


def without_contact(club: str) -> str:
    """Return a club without the telephone number and e-mail address beside it or in its place.

    A club is public.
    """
    return _ADDRESS.sub("", _PHONE.sub(" ", club)).strip()


def is_sound(name: str) -> bool:
    """Return whether a name has only letters, figures and the signs that names have."""
    if not any(map(str.isalpha, name)):
        return True  # no name at all, which is another error
    if _UNLIKELY.search(name) is not None or _QUOTED.search(name) is not None:
        return False
    if name.count("(") != name.count(")"):
        return False
    return all(map(_is_sign_of_names, name)) and not _has_capital_inside(name)


def _is_sign_of_names(sign: str) -> bool:
    is_letter = unicodedata.category(sign) in _OF_NAMES
    return is_letter or sign.isdigit() or sign in _PUNCTUATION


def _has_capital_inside(name: str) -> bool:
    """Return whether a word with small letters has a capital beyond ASCII inside it."""
    return any(
        letter[0].isupper() and any(map(str.islower, _word(name, letter.start())))
        for letter in _BROKEN.finditer(name)
    )


def _word(text: str, place: int) -> str:
    """Return the word around a place of a text."""
    return text[:place].rpartition(" ")[2] + text[place:].partition(" ")[0]


def _damage(name: str) -> Damage:
    """Return the likely encoding of a damaged name: the first in which it is a Romanian name."""
    for written in _WRITTEN_IN:
        for read in _READ_IN:
            try:
                repaired = name.encode(read).decode(written)
            except UnicodeError:
                continue
            if is_sound(repaired) and _ROMANIAN.intersection(repaired) and fold(repaired):
                return Damage(written, repaired)
    return Damage(None, "")
