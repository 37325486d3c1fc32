"""What is seldom asked for waits until somebody asks."""

import inspect
import subprocess
import sys

import pytest

from bot.chat.commands import COMMANDS, SHOWS, WRITES
from bot.chat.lazy import Lazy
from bot.chat.routes import ANSWERS, BUTTONS

SELDOM = (
    *("bot.ratings.", "bot.analysis.", "bot.documents.dossier", "bot.documents.tables."),
    *("bot.documents.standings.album", "bot.web.play.acts", "bot.chat.competitions.championship"),
    *("bot.documents.render", "bot.documents.views", "bot.chat.competitions.inline"),
    *("bot.chat.cases.task_list", "bot.chat.cases.claims", "bot.chat.matches.homologation"),
)
QUEUE = {"bot.ratings.jobs", "bot.ratings.jobs.desk", "bot.analysis.desk"}
"""The queue of jobs looks, from the start, whether there is anything to do."""
HEAVY = ("PIL", "rich", "openpyxl", "reportlab", "networkx", "sqlalchemy.orm", "alembic")
HANDLERS: tuple[object, ...] = (*(one.handler for one in COMMANDS), *BUTTONS.values())
TAKERS: tuple[object, ...] = tuple(ANSWERS.values())
LATE = {handler.name: 2 for handler in HANDLERS if isinstance(handler, Lazy)}
LATE |= {answer.name: 3 for answer in TAKERS if isinstance(answer, Lazy)}
for _table, _arguments in ((SHOWS, 3), (WRITES, 4)):
    LATE |= {one.name: _arguments for one in _table.values() if isinstance(one, Lazy)}
"""Lazy handlers → how many arguments they are given."""


def test_the_program_starts_without_what_is_seldom_asked_for() -> None:
    """Neither arbiters' work nor the rating side nor what draws and binds comes with the bot."""
    listing = "import sys, bot.program.app, bot.program.answering; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    loaded = run.stdout.split()
    assert "bot.chat.play.moves" in loaded
    seldom = {name for name in loaded if name.startswith(SELDOM)} - QUEUE
    assert (seldom, [name for name in loaded if name in HEAVY]) == (set(), [])


@pytest.mark.parametrize("name", sorted(LATE))
def test_every_late_handler_is_there_when_it_is_asked_for(name: str) -> None:
    """Its name leads to a handler that takes what the routes give it."""
    handler = Lazy(name).loaded()
    assert inspect.iscoroutinefunction(handler)
    assert len(inspect.signature(handler).parameters) == LATE[name]
