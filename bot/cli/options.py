"""Options that several commands have, and groups of commands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from bot.cli.output import refuse
from bot.cli.paths import FilePath
from bot.runtime.numbers import BIGINT_END

ROW_NUMBER: Final = click.IntRange(1, BIGINT_END - 1)
"""A number that the database assigned."""
_ENDINGS: Final = (".csv", ".xlsx", ".pdf")

json_option: Callable[[Any], Any] = click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON, for programs."
)


def _with_ending(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Return the path, None without one; end the command at once if its ending is wrong."""
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
    # Those of `bot.texts.languages`, which is not imported here, because help must be quick.
    choice = click.Choice(["ro", "en"])
    return click.option("--language", type=choice, default=default, show_default=True, help=of)


config_option: Callable[[Any], Any] = click.option(
    "--config",
    "config_file",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="The configuration. Default: config.toml if it exists, otherwise only the environment.",
)


def without_password(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the address; end the command if it cannot be read or has a password.

    Other users of the machine would read the password in the list of processes.
    """
    del ctx
    if value is None:
        return None
    from storage.address import written_passwords
    from storage.errors import BadDatabase

    try:
        passwords = written_passwords(value)
    except BadDatabase as error:
        refuse(f"{param.opts[0]}: {error}")
    if passwords:
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
