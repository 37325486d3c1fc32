"""Answers as files: `--out FILE.csv`, `.xlsx` or `.pdf`, written completely or not at all."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Final

from bot.cli.written_files import write_whole
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.spreadsheets import BookSheet
from bot.texts.i18n import load_catalogue

NO_DAY: Final = date(2000, 1, 1)
"""The date inside a spreadsheet that belongs to no day: the same lists give the same file."""


def form_of(path: Path) -> FileForm:
    """Return the kind of file that the path names; other endings are refused before."""
    return FileForm(path.suffix.lower()[1:])


def write_sheets(
    path: Path, sheets: Iterable[BookSheet], language: str = "en", day: date = NO_DAY
) -> None:
    """Write lists as a spreadsheet or as pages, or as one CSV with their names."""
    write_whole(path, exported(sheets, form_of(path), day, load_catalogue(language).plain))
