"""Buttons beside a list of a phase, which send it as a spreadsheet and as pages to sign."""

from collections.abc import Mapping
from typing import Final

from bot.documents.standings.album import TableRef, format_which
from bot.documents.standings.list_sheets import CROSSTABLE, PAIRINGS, PLAYERS
from bot.texts.buttons.competitions import TABLE
from bot.texts.messages import Button, Text, say
from bot.texts.pictures import Document, DocumentKind
from engine.competitions.competition import Competition

SPREADSHEET, PRINTED = "x", "p"
_LETTERS: Final = {"": "", PLAYERS: "l", CROSSTABLE: "c", PAIRINGS: "m"}
"""The letter of each list in a button's data, after that of the kind of file."""
_KINDS: Final = {
    SPREADSHEET: DocumentKind.STANDINGS,
    PRINTED: DocumentKind.STANDINGS_PRINTED,
}
WAYS: Final[Mapping[str, tuple[DocumentKind, str]]] = {
    way + letter: (kind, which)
    for way, kind in _KINDS.items()
    for which, letter in _LETTERS.items()
}
"""The kind of file and the list that a button means."""


def file_buttons(competition: Competition, phase: int, which: str) -> tuple[Button, ...]:
    """Return the buttons for a list of a phase: as a spreadsheet, and to print."""
    to = format_which(TableRef(phase=phase))
    labels = {SPREADSHEET: "button.spreadsheet", PRINTED: "button.printed"}
    return tuple(
        TABLE.button(say(label), competition.code, way + _LETTERS[which], to)
        for way, label in labels.items()
    )


def file_of(competition: Competition, phase: int, way: str) -> tuple[Text, Document]:
    """Return the text and the file that a button asks for."""
    kind, which = WAYS[way]
    is_printed = kind is DocumentKind.STANDINGS_PRINTED
    of = f"{competition.code}:{phase}" + (f":{which}" if which else "")
    if which:
        key = "standings.list_printed" if is_printed else "standings.list_spreadsheet"
        name = say(f"standings.list.{which}")
        return Text(key, {"list": name, "title": competition.title}), Document(kind, of)
    key = "standings.printed" if is_printed else "standings.spreadsheet"
    return Text(key, {"title": competition.title}), Document(kind, of)
