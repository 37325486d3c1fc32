"""The help of every command loads without the rest of the program."""

import json
import subprocess
import sys
from pathlib import Path

import click

from bot.__main__ import COMMANDS, main
from bot.cli.options import first_paragraph

HEAVY = {
    "PIL", "aiosqlite", "alembic", "apscheduler", "babel", "cattrs", "httpx", "icalendar",
    "jinja2", "networkx", "prometheus_client", "reportlab", "sqlalchemy", "starlette",
    "structlog", "telegram", "uvicorn", "wasmtime", "xlrd", "xlsxwriter",
    "bot.chat", "bot.documents", "bot.program", "bot.runtime.unit", "bot.service", "bot.site",
    "bot.texts", "bot.transport", "bot.web", "engine.analysis", "engine.cnis",
    "engine.competitions", "engine.games", "engine.gcg", "engine.matches", "sandbox", "storage",
}  # fmt: skip
"""What no help needs: libraries and packages that take long to load."""
WALK = """
import json, sys
import click
from click.testing import CliRunner
from bot.__main__ import COMMANDS, main

def ask(*names):
    done = CliRunner().invoke(main, [*names, "--help"])
    assert done.exit_code == 0, (names, done.output)
    loaded[" ".join(names)] = sorted(set(sys.modules) - seen)
    seen.update(sys.modules)

seen, loaded = set(), {}
for name in COMMANDS:
    ask(name)
    command = main.get_command(click.Context(main), name)
    if isinstance(command, click.Group):
        for below in command.list_commands(click.Context(command)):
            ask(name, below)
ask()
print(json.dumps(loaded))
"""
LISTED = """
import sys
from click.testing import CliRunner
from bot.__main__ import COMMANDS, main

done = CliRunner().invoke(main, ["--help"])
assert done.exit_code == 0, done.output
print(*(one.module for one in COMMANDS.values() if one.module in sys.modules))
"""


def test_no_help_loads_the_program() -> None:
    """Each command's help, and each subcommand's, loads none of the heavy modules."""
    loaded: dict[str, list[str]] = json.loads(printed_by(WALK))
    assert len(loaded) > 30
    assert {command: found for command, mods in loaded.items() if (found := HEAVY & {*mods})} == {}


def test_the_list_of_commands_imports_no_command() -> None:
    """`turretur --help` comes from the table of commands alone."""
    assert printed_by(LISTED).split() == []


def test_the_list_of_commands_says_what_each_command_s_help_says() -> None:
    """A command's line in the list is the first paragraph of its own help."""
    for name, listed in COMMANDS.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None, name
        assert first_paragraph(command) == listed.summary


def printed_by(program: str) -> str:
    """Return what a new interpreter prints for this program."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    return done.stdout
