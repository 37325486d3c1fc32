"""Rows of a table that are no data: totals, signatures and notes under it or between its rows.

Such a row begins with a word for a total, an office or a note, or is short: one cell after a blank
row, or below another note. The reader lists every row that it sets aside.
"""

import re
from collections.abc import Sequence
from typing import Final

from bot.documents.tables.cells import days_in, without_days
from bot.documents.tables.headings import head_persons

_WORDS: Final = re.compile(
    r"""
    (?:sub|grand\ )?totale?(?:ul)?\b | (?:suma|razem|în\ total|in\ total)\b
    | (?:medi[ae]|average|średnia)\b\s*(?:[:=\d].*)?$
    | (?:vice)?(?:președinte|preşedinte|presedinte)(?:le)?\b | secretar(?:ul)?\b
    | arbitr(?:u|ul|i|ii)\b
    | (?:director|organizator)(?:ul|i|ii)?\b | (?:delegat|antrenor|comisar|observator)(?:ul)?\b
    | trezorier(?:ul)?\b | responsabil(?:ul)?\b | comisia\b | juriul\b
    | (?:vice)?president\b | secretary\b | arbiter\b | referee\b | treasurer\b | organi[sz]er\b
    | tournament\ director\b | sędzia\b | prezes\b | sekretarz\b | arbitro\b | presidente\b
    | segretario\b | direttore\b
    | semn[aă]tur[aăi]\b | (?:întocmit|intocmit|verificat|aprobat|vizat|avizat|redactat)\b
    | signatures?\b | signed\b | approved\b | podpis\b
    | (?:not[aăe]|obs|observați[ei]|observatii|legend[aă]|notes?|remarks?|uwag[ai]|surs[aă]|source
        |data|dată|date|l\.\ ?s\.)\s*[:.]\s*(?:\S.*)?$
    | (?:grup[aă]|group|seria|serie|divizia|gruppo|grupa)\ +\w{1,3}\W*$
    | (?:generat|exportat|actualizat|listat|tipărit|generated|exported|updated|printed)\b
    | (?:pagina|page|strona)\ \d
    | (?:ș\.\ ?a\.|\*)\s+\S+\ \S+\ \S+
    | [_.…\-–—=*\s]{3,}$
    """,
    re.IGNORECASE | re.VERBOSE,
)
_INITIAL: Final = re.compile(r"\s*[^\W\d_]\.\s*[^\W\d_]")
"""A name that begins with an initial, as under a signature."""
_LONGEST_SHOWN: Final = 60
"""The most characters shown of a row that is set aside."""
_SEVERAL: Final = 2
"""With more needed columns than this, a row that fills all of them is data."""


def is_note(text: str) -> bool:
    """Return whether a text is a total, a signature or a note, and no name."""
    text = " ".join(text.split())
    if _WORDS.match(text) is not None:
        return True
    return bool(days_in(text)) and any(map(str.isalpha, without_days(text)))


def note_text(cells: Sequence[str]) -> str:
    """Return the text of a row that is set aside, cut to the length that is shown."""
    text = " ".join(" ".join(cells).split())
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


class NoteRows:
    """Decides, row by row, which rows under a header are notes.

    Every row must be shown to it, in order, because the rows before decide too.
    """

    def __init__(self, names: Sequence[int], needed: Sequence[int] = ()) -> None:
        """Begin under a header; `needed` are the columns that a row of data fills."""
        self._names, self._needed = names, needed or names
        self._last: int | None = None
        """The line of the last row; None before the first."""
        self._usual = 0
        """How many cells a row of data fills; of a number above one it only matters that it is."""
        self._is_below = False
        """Whether the last row was a note."""

    def sets_aside(self, number: int, cells: Sequence[str]) -> bool:
        """Return whether the row is a note; otherwise it counts as a row of data."""
        is_aside = self.is_note(number, cells)
        if not is_aside:
            self.note_data(number, cells)
        return is_aside

    def is_note(self, number: int, cells: Sequence[str]) -> bool:
        """Return whether the row is a note; if not, the caller says so by `note_data`."""
        filled = [cell for cell in cells if cell.strip()]
        self._is_below = bool(filled) and self._is_note(number, cells, filled)
        self._last = number
        return self._is_below

    def note_data(self, number: int, cells: Sequence[str]) -> None:
        """Record a row of data."""
        self._is_below, self._last = False, number
        if self._usual < _SEVERAL:
            self._usual = max(self._usual, sum(map(bool, map(str.strip, cells))))

    def _is_note(self, number: int, cells: Sequence[str], filled: Sequence[str]) -> bool:
        """Return whether the row is a note, a heading, a signature or the like, and no data."""
        is_full = all(at < len(cells) and cells[at].strip() for at in self._needed)
        names = [cells[at] for at in self._names if at < len(cells) and cells[at].strip()]
        has_note_word = any(_WORDS.match(" ".join(name.split())) is not None for name in names)
        # The headings may be repeated in the middle, as at the top of each printed page.
        if has_note_word or head_persons(names):
            return True
        if is_full and len(self._needed) > _SEVERAL:
            return False
        if is_note(filled[0]):
            return True
        is_short = len(filled) == 1 and self._usual >= _SEVERAL
        after_gap = self._last is not None and number > self._last + 1
        is_signature = len(filled) == 1 and _INITIAL.match(filled[0]) is not None
        if len(self._needed) > _SEVERAL and is_short:
            return True
        if after_gap and is_short and (not names or is_signature):
            return True
        return self._is_below and (is_signature or len(filled) < self._usual)
