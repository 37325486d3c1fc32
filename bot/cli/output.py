"""How every command speaks: JSON or plain lines on stdout, one line on stderr when refused."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any, Final, NoReturn

import click

NO = 1
"""Exit status: the question was understood, and the answer is "no"."""
BAD_INPUT = 2
"""Exit status: the question itself is wrong."""

_OWNERS: Final = 0o600
_ENDINGS: Final = (".csv", ".xlsx")

json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Answer in JSON, for programs."
)


def _with_ending(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Return the path, or end the command before anything is worked out for it."""
    del ctx, param
    if value is not None and value.suffix.lower() not in _ENDINGS:
        refuse(f"--out: expected a file that ends in .csv or .xlsx, found {value}")
    return value


out_option: Callable[[Any], Any] = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=_with_ending,
    metavar="FILE",
    help="Write the answer to a file too: .csv or .xlsx.",
)


def language_option(of: str) -> Callable[[Any], Any]:
    """Return the option `--language`; `of` says what is in that language."""
    choice = click.Choice(["ro", "en"])
    return click.option("--language", type=choice, default="ro", show_default=True, help=of)


class Commands(click.Group):
    """A group whose help says the first sentence of each command's help, whole."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a row a command."""
        named = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, _first_paragraph(command)) for name, command in named if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _first_paragraph(command: click.Command) -> str:
    return " ".join((command.help or "").split("\n\n", maxsplit=1)[0].split())


def counted(count: int, noun: str) -> str:
    """Return how many of them: `1 word`, `14,205 words`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def verdict(streams: int, events: int, findings: int) -> str:
    """Return what became of a check of the logs: `2 streams, 40 events: all in order.`."""
    found = counted(findings, "finding") if findings else "all in order"
    return f"{counted(streams, 'stream')}, {counted(events, 'event')}: {found}."


class Worded(Formatter):
    """Fills in texts of the command line: `{games:game}` is `1 game`, or `30 games`."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return the value; a whole number is counted in what the text says after the colon."""
        if isinstance(value, int) and len(format_spec) > 1 and format_spec.isalpha():
            return counted(value, format_spec)
        return str(super().format_field(value, format_spec))


def print_json(value: object) -> None:
    """Print the value as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def write_private(file: Path, content: bytes) -> None:
    """Write a file that nobody but its owner may read; end the command where it cannot be."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=_OWNERS)
        file.chmod(_OWNERS)
        file.write_bytes(content)
    except OSError as error:
        refuse(f"{file}: {error.strerror}")


def refuse(message: str) -> NoReturn:
    """End the command with status 2 and one line on stderr that says what is wrong."""
    click.echo(f"turretur: {message}", err=True)
    sys.exit(BAD_INPUT)


def answer_no() -> NoReturn:
    """End the command with status 1: the answer, already printed, is "no"."""
    sys.exit(NO)
