"""The tables of routes: every name has a handler, and the program starts with few modules."""

import inspect
import json
import subprocess
import sys
from functools import cache
from pkgutil import walk_packages

import pytest

import bot.chat
from bot.chat import routes
from bot.chat.analysis import routes as analysis
from bot.chat.cases import routes as cases
from bot.chat.commands import COMMANDS, SHOWS, WRITES
from bot.chat.competitions import routes as competitions
from bot.chat.conversation import routes as conversation
from bot.chat.days import routes as days
from bot.chat.handling import load
from bot.chat.matches import routes as matches
from bot.chat.people import routes as people
from bot.chat.play import routes as play
from bot.chat.ratings import routes as ratings

SUBJECTS = (analysis, cases, competitions, conversation, days, matches, people, play, ratings)
SELDOM = (
    *("bot.ratings.", "bot.analysis.", "bot.documents.dossier", "bot.documents.tables."),
    *("bot.documents.standings.album", "bot.web.play.acts", "bot.chat.competitions.card"),
    *("bot.documents.render", "bot.documents.views", "bot.chat.competitions.inline"),
    *("bot.chat.cases.task_list", "bot.chat.cases.claims", "bot.chat.matches.approval"),
)
QUEUE = {"bot.ratings.jobs", "bot.ratings.jobs.job_source", "bot.analysis.job_source"}
"""The queue of jobs looks for work as soon as the program starts."""
HEAVY = ("PIL", "openpyxl", "reportlab", "networkx", "alembic", "apscheduler", "cattrs")
HANDLERS = dict.fromkeys((*(one.handler for one in COMMANDS), *routes.BUTTONS.values()), 2)
HANDLERS |= dict.fromkeys((*routes.ANSWERS.values(), *SHOWS.values()), 3)
HANDLERS |= dict.fromkeys(WRITES.values(), 4)
"""Names of handlers → how many arguments they are given."""


EVERY_HANDLER = [one.name for one in walk_packages(bot.chat.__path__, "bot.chat.")]
STEPS = [["bot.program.app", "bot.program.answering"], ["bot.chat.dispatch"], EVERY_HANDLER]
"""What a start, the first message, and then a message of each kind import."""
LISTING = """
import importlib, json, sys
for modules in json.load(sys.stdin):
    for name in modules:
        importlib.import_module(name)
    print(*sys.modules)
"""


@cache
def _loaded() -> list[set[str]]:
    """Return the names of all modules in one new process after each of the steps."""
    run = subprocess.run(
        [sys.executable, "-c", LISTING],
        input=json.dumps(STEPS),
        capture_output=True,
        text=True,
        check=True,
    )
    return [set(line.split()) for line in run.stdout.splitlines()]


def test_the_program_starts_without_what_the_first_poll_does_not_need() -> None:
    """A start loads no handlers, no service, and no events of games, matches, competitions."""
    loaded, _, _ = _loaded()
    assert "bot.transport.receiving.poller" in loaded
    later = ("bot.chat.dispatch", "bot.service.service", "engine.matches", "engine.competitions")
    seldom = {name for name in loaded if name.startswith((*SELDOM, *later, "engine.games"))}
    assert (seldom - QUEUE, loaded & set(HEAVY)) == (set(), set())


def test_the_first_message_loads_nothing_that_is_rarely_asked_for() -> None:
    """Modules for arbiters, ratings, pictures and PDF files are not loaded with it."""
    _, loaded, _ = _loaded()
    assert "bot.chat.play.moves" in loaded
    seldom = {name for name in loaded if name.startswith(SELDOM)} - QUEUE
    assert (seldom, loaded & set(HEAVY)) == (set(), set())


def test_nothing_of_the_running_bot_reaches_an_analysis() -> None:
    """With every handler loaded and no practice game, the bot has no generator and no analysis."""
    _, _, loaded = _loaded()
    assert set(EVERY_HANDLER) <= loaded
    analysing = ("engine.analysis", "engine.generator", "engine.lines")
    assert [name for name in loaded if name.startswith(analysing)] == []


@pytest.mark.parametrize("name", sorted(HANDLERS))
def test_every_name_leads_to_a_handler(name: str) -> None:
    """Every route has a handler that accepts the arguments of the route."""
    handler = load(name)
    assert inspect.iscoroutinefunction(handler)
    assert len(inspect.signature(handler).parameters) == HANDLERS[name]


def test_no_verb_and_no_topic_belongs_to_two_subjects() -> None:
    """Each button and each question leads to one handler."""
    answers = [topic for subject in SUBJECTS for topic in getattr(subject, "ANSWERS", ())]
    verbs = [verb for subject in SUBJECTS for verb in subject.BUTTONS]
    assert (len(verbs), len(answers)) == (len(routes.BUTTONS), len(routes.ANSWERS))
