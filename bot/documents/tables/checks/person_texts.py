"""A person's name as a cell states it: without numbering, telephone number and club in brackets.

A name with a sign that is no letter is an error, because its letters are probably damaged: a text
in the encoding of another program (`¸tefan` is `Ștefan` in cp852).
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

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
_WRITTEN: Final = ("cp1250", "latin-1", "cp1252", "iso8859-2")
"""The encodings in which damaged text was probably read."""
_MEANT: Final = ("utf-8", "cp852")
"""The encodings in which it was probably written."""
_ROMANIAN: Final = frozenset("ăâîșțşţĂÂÎȘȚŞŢ")


@dataclass(frozen=True, slots=True)
class PersonText:
    """The parts of a cell with a person's name."""

    name: str
    club: str = ""
    """The text in brackets after the name."""
    removed: str = ""
    """The numbering and the telephone number."""
    likely: str | None = None
    """The likely encoding of a name with damaged letters, "" if unknown; None for a sound name."""
    meant: str = ""
    """The name in that encoding."""

    def fault(self, found: str) -> TableFault | None:
        """Return the error of a cell that names nobody, two people, or has damaged letters."""
        if _NOBODY.fullmatch(fold(self.name)) is not None:
            return TableFault("nobody_named", facts={"found": found})
        if _SEVERAL.search(self.name) is not None:
            return TableFault("two_people", facts={"found": found})
        if self.likely is None:
            return None
        if not self.likely:
            return TableFault("letters_unknown", facts={"found": found})
        facts = {"found": found, "likely": self.likely, "meant": self.meant}
        return TableFault("letters", facts=facts)


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
    likely, meant = _damage(name)
    return PersonText(name, club, ", ".join(removed), likely, meant)


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
    return all(
        sign in _PUNCTUATION or sign.isdigit() or unicodedata.category(sign) in _OF_NAMES
        for sign in name
    ) and not any(
        found[0].isupper() and any(map(str.islower, _word(name, found.start())))
        for found in _BROKEN.finditer(name)
    )


def _word(text: str, place: int) -> str:
    """Return the word around a place of a text."""
    return text[:place].rpartition(" ")[2] + text[place:].partition(" ")[0]


def _damage(name: str) -> tuple[str | None, str]:
    """Return the likely encoding of a damaged name and the name in it; None for a sound name."""
    if is_sound(name):
        return None, ""
    for meant in _MEANT:
        for written in _WRITTEN:
            try:
                found = name.encode(written).decode(meant)
            except UnicodeError:
                continue
            if is_sound(found) and _ROMANIAN.intersection(found) and fold(found):
                return meant, found
    return "", ""
