"""Output of every command: JSON or plain lines on stdout, one line on stderr for a refusal."""

import json
import sys
from collections.abc import (
    AsyncIterator,
    Callable,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn
from unicodedata import category

import click

from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from bot.documents.tables.faults import TableError, TableFault
    from bot.documents.tables.formats.table_file import TableFile
    from bot.runtime.config.settings import Config
    from bot.texts.i18n import Catalogue
    from bot.texts.messages import Text
    from storage.db import Database


NO = 1
"""Exit status: the input was valid, and the answer is "no"."""
BAD_INPUT = 2
"""Exit status: the input is invalid."""

_OWNERS: Final = 0o600
_ENDINGS: Final = (".csv", ".xlsx", ".pdf")
_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that control a terminal, reverse text, or cannot be printed."""

json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON, for programs."
)


def _with_ending(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Return the path, or end the command before any calculation if its ending is wrong."""
    del ctx, param
    if value is not None and value.suffix.lower() not in _ENDINGS:
        refuse(f"--out: expected a file that ends in .csv, .xlsx or .pdf, found {value}")
    return value


out_option: Callable[[Any], Any] = click.option(
    "--out",
    type=FilePath(path_type=Path, dir_okay=False),
    callback=_with_ending,
    metavar="FILE",
    help="Write the answer to a file too: .csv, .xlsx, or .pdf to print and sign.",
)


def language_option(of: str, default: str = "ro") -> Callable[[Any], Any]:
    """Return the option `--language`; `of` says what is in that language."""
    choice = click.Choice(["ro", "en"])
    return click.option("--language", type=choice, default=default, show_default=True, help=of)


class Commands(click.Group):
    """A group whose help shows the whole first sentence of each command's help."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one row for each command."""
        with formatter.section("Commands"):
            formatter.write_dl(self.summaries(ctx))

    def summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Return each command with the first paragraph of its help."""
        named = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        return [(name, first_paragraph(command)) for name, command in named if command]


def first_paragraph(command: click.Command) -> str:
    """Return the first paragraph of the command's help in one line."""
    return " ".join((command.help or "").split("\n\n", maxsplit=1)[0].split())


def counted(count: int, noun: str) -> str:
    """Return the count with its noun: `1 word`, `14,205 words`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def verdict(streams: int, events: int, findings: int) -> str:
    """Return the result of a check of the logs: `2 streams, 40 events: all in order.`."""
    found = counted(findings, "finding") if findings else "all in order"
    return f"{counted(streams, 'stream')}, {counted(events, 'event')}: {found}."


def in_columns(rows: Sequence[Sequence[str]], to_the_right: Container[int] = ()) -> Iterator[str]:
    """Yield the rows as lines, with columns as wide as needed; those numbers end at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        padded = (
            cell.rjust(width) if number in to_the_right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


def print_json(value: object) -> None:
    """Print the value as one line of JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    click.echo("".join(f"\\u{ord(sign):04x}" if category(sign) == "Cc" else sign for sign in text))


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner may read; end the command if that fails."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=_OWNERS)
        file.chmod(_OWNERS)
        file.write_bytes(content)
    except OSError as error:
        refuse(f"{file}: {error.strerror}")


def refuse(message: str) -> NoReturn:
    """End the command with status 2, and print one line with the error on stderr."""
    complain(message)
    sys.exit(BAD_INPUT)


def complain(message: str) -> None:
    """Print one line with an error or a remark on stderr."""
    click.echo(f"turretur: {printable(message)}", err=True)


def printable(text: object) -> str:
    """Return the text with control characters escaped, because names of files may have some."""
    return "".join(
        sign.encode("unicode_escape").decode() if category(sign) in _CONTROLS else sign
        for sign in str(text)
    )


def answer_no() -> NoReturn:
    """End the command with status 1: the answer, already printed, is "no"."""
    sys.exit(NO)


@contextmanager
def table_file(path: Path, language: str = "en") -> Iterator["TableFile"]:
    """Open a file for reading; remarks on the file are printed on stderr after it was read.

    The command ends with status 2 and one line if the file or its content has an error.
    """
    from bot.documents.tables.faults import TableError
    from bot.documents.tables.formats.table_file import TableFile
    from bot.runtime.clock import SystemClock

    try:
        with path.open("rb") as content:
            file = TableFile(name=str(path), content=content, today=SystemClock().now().date())
            yield file
    except OSError as error:
        refuse(f"{path}: {error.strerror or error}")
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
    code: str, what: "Text", catalogue: "Catalogue", facts: Mapping[str, str | int] | None = None
) -> "Text":
    """Return the text for that code with an option that helps, or `what` if there is none."""
    from bot.texts.messages import Text

    helps = f"option.{code}"
    return Text(helps, {**(facts or {}), "what": what}) if helps in catalogue.entries else what


DEFAULT_FILE = Path("config.toml")

config_option: Callable[[Any], Any] = click.option(
    "--config",
    "config_file",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="The configuration. Default: config.toml if it exists, otherwise only the environment.",
)


def without_password(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the address, or end the command: others would read a password in the process list."""
    del ctx
    if value is not None and value.partition("://")[2].rpartition("@")[0].count(":"):
        refuse(
            f"{param.opts[0]}: an address with a password can be read among the processes: leave it"
            " out, and set PGPASSWORD"
        )
    return value


database_option: Callable[[Any], Any] = click.option(
    "--database",
    "--url",
    "url",
    metavar="URL",
    callback=without_password,
    help="The address of the database, without a password (PGPASSWORD). Default: as configured.",
)


def configured(config_file: Path | None) -> "Config":
    """Return the configuration, or end with status 2 and one line on stderr for each problem."""
    from bot.runtime.config.settings import ConfigError, load_config

    if config_file is None and DEFAULT_FILE.exists():
        config_file = DEFAULT_FILE
    try:
        return load_config(config_file)
    except ConfigError as error:
        for problem in error.problems:
            complain(str(problem))
        sys.exit(BAD_INPUT)


@asynccontextmanager
async def database_at(address: str) -> "AsyncIterator[Database]":
    """Open an existing database that has the schema of this version of the program.

    Raises:
        StorageError: the database is missing, unreadable, or of another schema; nothing is changed.
    """
    from storage.db import Database
    from storage.migrations import expect_present

    async with Database(address, create=False) as database:
        await expect_present(database)
        yield database
