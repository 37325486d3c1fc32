"""The command `turretur`: finds each command's module only when that command is run."""

from importlib import import_module

import click

COMMANDS = {
    "coefficient": "bot.cli.coefficient",
    "days": "bot.cli.days",
    "demo": "bot.cli.demo",
    "draw": "bot.cli.draw",
    "export": "bot.cli.export",
    "lexicon": "bot.cli.lexicon",
    "migrate": "bot.cli.migrate",
    "plays": "bot.cli.plays",
    "replay": "bot.cli.replay",
    "run": "bot.cli.run",
    "sandbox": "bot.cli.sandbox",
    "verify": "bot.cli.verify",
    "words": "bot.cli.words",
}
"""Command → module; the module holds a click command of the name `command`."""


class LazyGroup(click.Group):
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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tur-retur")
def main() -> None:
    """Run correspondence Scrabble: draws, placements, sheets, time and results.

    Every command takes --json. Exit status: 0 fine, 1 the answer is "no", 2 bad input.
    """


if __name__ == "__main__":
    main()
