"""Tables that a command reads: each error or remark becomes one line on stderr."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from bot.cli.output import complain, refuse

if TYPE_CHECKING:
    from bot.documents.tables.faults import TableError, TableFault
    from bot.documents.tables.formats.table_file import TableFile
    from bot.texts.i18n import Catalogue
    from bot.texts.messages import Text


@contextmanager
def table_file(path: Path, language: str = "en") -> Iterator["TableFile"]:
    """Open a file for reading; remarks on the file are printed on stderr after it was read.

    The command ends with status 2 and one line if the file or its content has an error.
    """
    from bot.documents.tables.faults import TableError
    from bot.documents.tables.formats.table_file import TableFile
    from bot.runtime.clock import SystemClock
    from bot.texts.reader import HOME_ZONE
    from engine.thinking_time import day_of

    try:
        with path.open("rb") as content:
            today = day_of(SystemClock().now(), HOME_ZONE.key)
            file = TableFile(name=str(path), content=content, today=today)
            yield file
    except OSError as error:
        refuse(f"{error.filename or path}: {error.strerror or error}")
    except TableError as error:
        refuse_file(error, language)
    remark(path, file.remarks, language)


def refuse_file(error: "TableError", language: str = "en") -> NoReturn:
    """End the command with the first error of a file, and the lines of the others."""
    from bot.texts.i18n import load_catalogue

    more = "" if error.more is None else f" {load_catalogue(language).plain(error.more)}"
    refuse(f"{error.file}: {worded(error.faults[0], language)}{more}")


def remark(path: Path, remarks: Iterable["TableFault"], language: str = "en") -> None:
    """Print remarks on a file on stderr: uncertain readings and ignored parts."""
    for table_fault in remarks:
        complain(f"{path}: {worded(table_fault, language)}")


def worded(fault: "TableFault", language: str = "en") -> str:
    """Return the error in a table, its place, and an option that would help."""
    from bot.texts.i18n import load_catalogue

    catalogue = load_catalogue(language)
    return catalogue.plain(with_option(fault.code, fault.text, catalogue, fault.facts))


def with_option(
    code: str, text: "Text", catalogue: "Catalogue", facts: Mapping[str, str | int] | None = None
) -> "Text":
    """Return the text for that code with an option that helps, or `text` if there is none."""
    from bot.texts.messages import Text

    key = f"option.{code}"
    return Text(key, {**(facts or {}), "what": text}) if key in catalogue.entries else text
