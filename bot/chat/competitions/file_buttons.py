"""Buttons beside a list of a phase, which send it as a spreadsheet and as pages to sign."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.documents.standings.album import TableRef, format_which
from bot.documents.standings.list_sheets import CROSSTABLE, PAIRINGS, PLAYERS
from bot.texts.buttons.competitions import TABLE, TableView
from bot.texts.messages import Button, Param, Text, say
from bot.texts.pictures import Document, DocumentKind
from engine.competitions.competition import Competition

EVERYTHING: Final = ""
"""In place of a list's name: all lists of the phase."""


class ListFile(NamedTuple):
    """A file of one list of a phase, or of `EVERYTHING`."""

    kind: DocumentKind
    list_name: str = EVERYTHING


class FileMessage(NamedTuple):
    """A file, with the text of its message."""

    text: Text
    document: Document


FILES: Final[Mapping[TableView, ListFile]] = {
    TableView.SPREADSHEET: ListFile(DocumentKind.STANDINGS),
    TableView.PLAYERS_SPREADSHEET: ListFile(DocumentKind.STANDINGS, PLAYERS),
    TableView.CROSSTABLE_SPREADSHEET: ListFile(DocumentKind.STANDINGS, CROSSTABLE),
    TableView.PAIRINGS_SPREADSHEET: ListFile(DocumentKind.STANDINGS, PAIRINGS),
    TableView.PRINTED: ListFile(DocumentKind.STANDINGS_PRINTED),
    TableView.PLAYERS_PRINTED: ListFile(DocumentKind.STANDINGS_PRINTED, PLAYERS),
    TableView.CROSSTABLE_PRINTED: ListFile(DocumentKind.STANDINGS_PRINTED, CROSSTABLE),
    TableView.PAIRINGS_PRINTED: ListFile(DocumentKind.STANDINGS_PRINTED, PAIRINGS),
}
"""The files of a competition's lists, each with its button: spreadsheets first."""
_LABELS: Final = {
    DocumentKind.STANDINGS: "button.spreadsheet",
    DocumentKind.STANDINGS_PRINTED: "button.printed",
}
"""The keys of the buttons' labels."""


def file_buttons(competition: Competition, phase: int, list_name: str) -> tuple[Button, ...]:
    """Return the buttons for that list of a phase: as a spreadsheet, and to print."""
    table = format_which(TableRef(phase=phase))
    return tuple(
        TABLE.button(say(_LABELS[file.kind]), competition.code, view, table)
        for view, file in FILES.items()
        if file.list_name == list_name
    )


def file_of(competition: Competition, phase: int, view: TableView) -> FileMessage:
    """Return the text and the file that a button asks for.

    The source of the file is `COMPETITION:PHASE`, with `:LIST` for one list.
    """
    kind, list_name = FILES[view]
    is_printed = kind is DocumentKind.STANDINGS_PRINTED
    source = f"{competition.code}:{phase}"
    if list_name != EVERYTHING:
        source += f":{list_name}"
        key = "standings.list_printed" if is_printed else "standings.list_spreadsheet"
        name = say(f"standings.list.{list_name}")
        facts: dict[str, Param] = {"list": name, "title": competition.title}
        return FileMessage(Text(key, facts), Document(kind, source))
    key = "standings.printed" if is_printed else "standings.spreadsheet"
    return FileMessage(Text(key, {"title": competition.title}), Document(kind, source))
