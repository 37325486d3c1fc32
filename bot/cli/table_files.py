"""Tables that commands read: opened, and the command ended where one is no good."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from bot.cli.output import refuse
from bot.tables.faults import TableError
from bot.tables.files import TableFile


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
    for remark in file.remarks:
        click.echo(f"turretur: {path}: {remark}", err=True)
