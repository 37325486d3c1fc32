"""The check of a law in random histories, and the record of when it was broken first."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.laws.championship import ChampionshipHistory
from tests.engine.laws.organisers import OrganisedMatch
from tests.engine.laws.search import History, Law, Search

CHECKS = 34
"""The tests of laws that share the acts."""
GATE = 2000 // CHECKS
"""The acts of one test in `make test`."""
STEPS = int(os.environ.get("LAW_STEPS", "0")) // CHECKS or GATE
SURELY = 20_000
"""The acts within which a law that is known to be broken must be found broken."""

Check = Callable[[Law], None]
"""Checks a law in random histories."""


class LawBrokenError(Exception):
    """A law is broken in a random history."""


def broken(reason: str) -> pytest.MarkDecorator:
    """Mark a law that the program still breaks; the mark must go as soon as the law holds."""
    return pytest.mark.xfail(strict=True, raises=LawBrokenError, reason=reason)


def rarely_broken(reason: str) -> pytest.MarkDecorator:
    """Mark a law that so few histories break that a search may not find one."""
    return pytest.mark.xfail(strict=False, raises=LawBrokenError, reason=reason)


@pytest.fixture
def random_matches(request: pytest.FixtureRequest) -> Check:
    """Return a function that checks a law in random histories of a match."""
    return lambda law: _check(request, OrganisedMatch, law)


@pytest.fixture
def random_championships(request: pytest.FixtureRequest) -> Check:
    """Return a function that checks a law in random histories of a championship."""
    return lambda law: _check(request, ChampionshipHistory, law)


def _check(request: pytest.FixtureRequest, machine: type[History], law: Law) -> None:
    """Search for a history that breaks the law; a known fault is looked for until it is found.

    The seed is the one that `pytest-randomly` prints, so that a run can be repeated.
    """
    is_known = request.node.get_closest_marker("xfail") is not None
    name = request.node.name
    search = Search(machine, law, f"{name} {random.getrandbits(64)}")
    search.runs(SURELY if is_known else STEPS)
    _record(name, search)
    if not search.why:
        return
    if not is_known:
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
