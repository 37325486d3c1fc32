"""The check of a law in random histories, and the record of when it was broken first."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.laws.championship import ChampionshipHistory
from tests.engine.laws.organisers import OrganisedMatch
from tests.engine.laws.search import History, Law, Search

CHECKS = 35
"""The tests of laws that share the acts."""
GATE = 2000 // CHECKS
"""The acts of one test in `make test`."""
STEPS = int(os.environ.get("LAW_STEPS", "0")) // CHECKS or GATE

Check = Callable[[Law], None]
"""Checks a law in random histories."""


class LawBrokenError(Exception):
    """A law is broken in a random history."""


@pytest.fixture
def random_matches(request: pytest.FixtureRequest) -> Check:
    """Return a function that checks a law in random histories of a match."""
    return lambda law: _check(request, OrganisedMatch, law)


@pytest.fixture
def random_championships(request: pytest.FixtureRequest) -> Check:
    """Return a function that checks a law in random histories of a championship."""
    return lambda law: _check(request, ChampionshipHistory, law)


def _check(request: pytest.FixtureRequest, machine: type[History], law: Law) -> None:
    """Search for a history that breaks the law.

    The seed is the one that `pytest-randomly` prints, so that a run can be repeated.
    """
    name = request.node.name
    search = Search(machine, law, f"{name} {random.getrandbits(64)}")
    search.runs(STEPS)
    _record(name, search)
    if not search.why:
        return
    search.shortens()
    history = "\n".join(map(str, search.acts))
    raise LawBrokenError(f"{search.why}\n{history}")


def _record(name: str, search: Search) -> None:
    """Add to the file `LAW_REPORT` when the law was broken first, if such a file is wanted."""
    report = os.environ.get("LAW_REPORT")
    if report:
        found = "broken" if search.why else "holds"
        with Path(report).open("a", encoding="utf-8") as file:
            file.write(f"{name}\t{found}\t{search.histories}\t{search.steps}\n")
