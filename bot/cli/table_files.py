"""Tables that commands read: opened, and the command ended where one is no good."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from bot.cli.output import refuse
from bot.documents.tables.faults import TableError, TableFault
from bot.documents.tables.files import TableFile


@contextmanager
def table_file(path: Path) -> Iterator[TableFile]:
    """Open a file for reading; what is not certain about it goes to stderr when it has been read.

    The command ends with status 2 and one line where the file, or what is in it, has a fault.
    """
    try:
        with path.open("rb") as content:
            file = TableFile(name=str(path), content=content)
            yield file
    except OSError as error:
        refuse(f"{path}: {error.strerror or error}")
    except TableError as error:
        refuse(str(error))
    remark(path, file.remarks)


def remark(path: Path, remarks: Iterable[TableFault]) -> None:
    """Say on stderr what is not certain about a file, or was left out of it."""
    for each in remarks:
        click.echo(f"turretur: {path}: {each}", err=True)
