"""The command `turretur`: finds each command's module only when that command is run."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import IO, Any

import click

from bot.cli.output import BAD_INPUT, Commands, printable

COMMANDS = {
    "analyse": "bot.cli.analysis.analyse",
    "backup": "bot.cli.backup",
    "cnis": "bot.cli.ratings.cnis",
    "coefficient": "bot.cli.coefficient",
    "config": "bot.cli.example",
    "copy": "bot.cli.copying",
    "days": "bot.cli.days",
    "demo": "bot.cli.demo",
    "doctor": "bot.cli.doctor",
    "dossier": "bot.cli.dossier",
    "draw": "bot.cli.draw",
    "export": "bot.cli.export",
    "lexicon": "bot.cli.lexicon",
    "migrate": "bot.cli.migrate",
    "person": "bot.cli.person",
    "plays": "bot.cli.analysis.plays",
    "possible": "bot.cli.analysis.possible",
    "rating": "bot.cli.ratings.rating",
    "replay": "bot.cli.analysis.replay",
    "run": "bot.cli.run",
    "sandbox": "bot.cli.sandbox",
    "setup": "bot.cli.setup",
    "site": "bot.cli.site",
    "updates": "bot.cli.updates",
    "verify": "bot.cli.verify",
    "words": "bot.cli.words",
}
"""Command → module; the module holds a click command of the name `command`."""


class LazyGroup(Commands):
    """A click group that imports a command when it is asked for: start-up stays short."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, imported now."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the options before the command's name."""
        with _in_one_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _in_one_line():
            return super().invoke(ctx)


class Refusal(click.ClickException):
    """Bad input, told in one line on stderr; status 2."""

    exit_code = BAD_INPUT

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the line."""
        click.echo(f"turretur: {printable(self.message)}", file=file, err=True)


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Turn what click refuses into one line that names the help, and what the disk refuses too."""
    try:
        yield
    except click.UsageError as refusal:
        bare = isinstance(refusal, click.exceptions.NoArgsIsHelpError)
        if bare and refusal.ctx is not None and refusal.ctx.parent is None:
            raise  # `turretur` alone shows its help
        text = "Missing command." if bare else " ".join(refusal.format_message().split())
        stop = "" if text.endswith((".", "?")) else "."
        see = f"{stop} See {refusal.ctx.command_path} --help." if refusal.ctx else ""
        raise Refusal(f"{text}{see}") from refusal
    except click.ClickException as refusal:
        raise Refusal(" ".join(refusal.format_message().split())) from refusal
    except OSError as error:
        if error.filename is None:
            raise  # not about a file that was named
        raise Refusal(f"{error.filename}: {error.strerror}") from error
    except Exception as error:
        reason = _of_the_database(error)
        if reason is None:
            raise
        raise Refusal(f"the database cannot be used: {reason}") from error


def _of_the_database(error: Exception) -> str | None:
    """Return what a database says that is none, is not ours, or cannot be reached just now.

    Who knows is looked for among what is loaded: a command that opens none does without it.
    """
    storage: Any = sys.modules.get("storage.db")
    reason: str | None = storage.refusal(error) if storage else None
    return reason


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tur-retur")
def main() -> None:
    """Run correspondence Scrabble: draws, placements, sheets, time and results.

    Every command takes --json. Exit status: 0 fine, 1 the answer is "no", 2 bad input.
    """


if __name__ == "__main__":
    main()
