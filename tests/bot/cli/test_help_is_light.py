"""The help of every command comes without the program behind it."""

import json
import subprocess
import sys
from pathlib import Path

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


def test_no_help_loads_the_program() -> None:
    """Each command's help, and each subcommand's, loads none of the heavy modules."""
    done = subprocess.run(
        [sys.executable, "-c", WALK],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    loaded: dict[str, list[str]] = json.loads(done.stdout)
    assert len(loaded) > 30
    assert {command: found for command, mods in loaded.items() if (found := HEAVY & {*mods})} == {}
