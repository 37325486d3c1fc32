"""The command `turretur`: finds each command's module only when that command is run."""

import sys
from codecs import lookup
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC, EROFS
from importlib import import_module
from io import TextIOWrapper
from typing import IO, Any, Final, NamedTuple

import click

from bot.cli.options import Commands
from bot.cli.output import BAD_INPUT, printable


class ListedCommand(NamedTuple):
    """A command as the list of commands shows it, without its module."""

    module: str
    """Has a click command of the name `command`."""
    summary: str
    """The first paragraph of that command's help."""


COMMANDS = {
    "analyse": ListedCommand(
        "bot.cli.analysis.analyse",
        "Compare each move of finished games (GCG) with every possible play.",
    ),
    "backup": ListedCommand(
        "bot.cli.copies.backup", "Copy the database while the bot runs, and verify the copy."
    ),
    "cnis": ListedCommand(
        "bot.cli.ratings.cnis",
        "Calculate scales, standings and pairings of the national individual championship.",
    ),
    "coefficient": ListedCommand(
        "bot.cli.coefficient",
        "Calculate both coefficients of a game, in the order of the scores.",
    ),
    "config": ListedCommand(
        "bot.cli.example",
        "Print a configuration that names and explains every key, with its default.",
    ),
    "copy": ListedCommand(
        "bot.cli.copies.copying",
        "Copy a database into an empty one, for instance from an SQLite file "
        "to a PostgreSQL server.",
    ),
    "days": ListedCommand(
        "bot.cli.days", "Count the days of thinking time between RECEIVED and SENT."
    ),
    "demo": ListedCommand(
        "bot.cli.demo", "Play two home-and-return matches between programs and an arbiter."
    ),
    "doctor": ListedCommand(
        "bot.cli.doctor", "Check everything that the bot needs, and say what to do."
    ),
    "dossier": ListedCommand(
        "bot.cli.dossier",
        "Write the case file of GAME (K7QF/1), of a match (K7QF) or of a case as one ZIP.",
    ),
    "draw": ListedCommand(
        "bot.cli.draw",
        "Draw the sequence of 100 tiles, uniformly among all that the regulation allows.",
    ),
    "export": ListedCommand(
        "bot.cli.export",
        "Write GAME (its code, such as K7QF/1): GCG, both sheets as PNG, "
        "the event log as JSON lines.",
    ),
    "lexicon": ListedCommand(
        "bot.cli.lexicon", "Import word lists, list them, build the free one."
    ),
    "mail": ListedCommand(
        "bot.cli.mail", "Send a test mail to ADDRESS, or read a report about a mail that came back."
    ),
    "migrate": ListedCommand(
        "bot.cli.migrate", "Update the database to this version's schema; an error changes nothing."
    ),
    "person": ListedCommand(
        "bot.cli.person",
        "Export or delete the stored data of a person; NUMBER identifies the person.",
    ),
    "plays": ListedCommand("bot.cli.analysis.plays", "List every legal play, best score first."),
    "possible": ListedCommand(
        "bot.cli.analysis.possible",
        "Find the highest total of both players that a sequence allowed, "
        "with a game that reaches it.",
    ),
    "proxy": ListedCommand(
        "bot.cli.proxy",
        "Print what Caddy or nginx needs for everything that the configuration enables.",
    ),
    "rating": ListedCommand(
        "bot.cli.ratings.rating",
        "Rate results files by the federations' systems; explain a number.",
    ),
    "replay": ListedCommand(
        "bot.cli.analysis.replay",
        "Replay game records (GCG) and compare recorded with computed scores.",
    ),
    "restore": ListedCommand(
        "bot.cli.copies.restore",
        "Replace the database with a copy, and keep the replaced one.",
    ),
    "run": ListedCommand(
        "bot.cli.run", "Run the bot until it is stopped; everything received before is stored."
    ),
    "sandbox": ListedCommand(
        "bot.cli.sandbox", "Try the bot without Telegram: a local Bot API server with a web page."
    ),
    "setup": ListedCommand(
        "bot.cli.setup", "Ask for the settings of a new bot, check them, and write its files."
    ),
    "site": ListedCommand(
        "bot.cli.site",
        "Write the public site: competitions, standings, matches, and games step by step.",
    ),
    "updates": ListedCommand(
        "bot.cli.updates",
        "List the updates that failed every attempt, and why.",
    ),
    "verify": ListedCommand(
        "bot.cli.verify",
        "Check the file and every hash chain and list; replay every game and match.",
    ),
    "words": ListedCommand(
        "bot.cli.words", "Look words up in a word list; status 1 if any of them is missing."
    ),
}


_DISK_ERRORS: Final = frozenset({ENOSPC, EDQUOT, EFBIG, EIO, EROFS})
"""Errors of a disk, for which the system names no file once the file is open."""


class LazyGroup(Commands):
    """A click group that imports a command only when it is run, so that it starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, imported now; None for an unknown name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name].module).command
        return command

    def summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Return each command with its summary; no command is imported."""
        return [(name, COMMANDS[name].summary) for name in self.list_commands(ctx)]

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options before the command's name."""
        _print_every_character()
        with _in_one_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _in_one_line():
            return super().invoke(ctx)


def _print_every_character() -> None:
    """Print in UTF-8, or on a terminal of another encoding with ? for what it lacks.

    A locale such as `en_US`, in ISO 8859-1, has neither ș nor …, and printing them would fail.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper) or lookup(stream.encoding).name == "utf-8":
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors=stream.errors)


class Refusal(click.ClickException):
    """Bad input, reported in one line on stderr; exit status 2."""

    exit_code = BAD_INPUT

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(f"turretur: {printable(self.message)}", file=file, err=True)


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Report errors of click, the disk or a database in one line; click's names the help."""
    try:
        yield
    except click.UsageError as refusal:
        is_without_command = isinstance(refusal, click.exceptions.NoArgsIsHelpError)
        if is_without_command and refusal.ctx is not None and refusal.ctx.parent is None:
            raise  # `turretur` alone shows its help
        text = (
            "Missing command." if is_without_command else " ".join(refusal.format_message().split())
        )
        stop = "" if text.endswith((".", "?")) else "."
        hint = f"{stop} See {refusal.ctx.command_path} --help." if refusal.ctx else ""
        raise Refusal(f"{text}{hint}") from refusal
    except click.ClickException as refusal:
        raise Refusal(" ".join(refusal.format_message().split())) from refusal
    except click.Abort as abort:
        if not isinstance(abort.__context__, EOFError):
            raise  # Ctrl-C, or the answer "no"
        text = "standard input ended before the answer; --help lists options in place of questions"
        raise Refusal(text) from abort
    except OSError as error:
        if error.filename is not None:
            raise Refusal(f"{error.filename}: {error.strerror}") from error
        if error.errno not in _DISK_ERRORS:
            raise  # not about a file
        raise Refusal(f"{error.strerror}: the output is incomplete") from error
    except Exception as error:
        reason = _database_reason(error)
        if reason is None:
            raise
        raise Refusal(f"the database cannot be used: {reason}") from error


def _database_reason(error: Exception) -> str | None:
    """Return the message of a database error, or None for another error.

    Only loaded modules are asked, because a command without a database does not import them.
    """
    storage: Any = sys.modules.get("storage.db")
    reason: str | None = storage.refusal(error) if storage else None
    return reason


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tur-retur")
def main() -> None:
    """Run correspondence Scrabble: draws, moves, sheets, time and results.

    Every command takes --json. Exit status: 0 fine, 1 the answer is "no", 2 bad input.
    """


if __name__ == "__main__":
    main()
