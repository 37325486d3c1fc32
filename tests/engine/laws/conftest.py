"""The check of a law in random histories, and the record of when it was broken first."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.engine.laws.arbiters import RuledMatch
from tests.engine.laws.history import Law, LawBrokenError, PlayedMatch

LAWS = 14
GATE = 2000 // LAWS
"""The acts of one law in `make test`."""
STEPS = int(os.environ.get("LAW_STEPS", "0")) // LAWS or GATE
SURELY = 20_000
"""The acts within which a law that is known to be broken must be found broken."""
EACH = 40
"""The most acts of one history."""
SHORTEST = 30
"""The least average number of acts of a history."""

Check = Callable[[Law], None]
"""Checks a law in random histories."""


def broken(reason: str) -> pytest.MarkDecorator:
    """Mark a law that the program still breaks; the mark must go as soon as the law holds."""
    return pytest.mark.xfail(strict=True, raises=LawBrokenError, reason=reason)


@pytest.fixture
def random_matches(request: pytest.FixtureRequest) -> Check:
    """Return a function that checks a law in random histories of a match."""
    return lambda law: _check(request, RuledMatch, law)


def _check(request: pytest.FixtureRequest, machine: type[PlayedMatch], law: Law) -> None:
    is_broken = request.node.get_closest_marker("xfail") is not None
    steps = SURELY if is_broken else STEPS
    fields: dict[str, Any] = {"law": staticmethod(law), "examples": 0, "steps": 0, "first": None}
    kind: type[PlayedMatch] = type(request.node.name, (machine,), fields)
    many = settings(
        max_examples=steps // SHORTEST,
        stateful_step_count=EACH,
        phases=[Phase.generate],
        database=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(kind, settings=many)
    finally:
        _record(request.node.name, kind)
    assert kind.steps >= steps


def _record(name: str, kind: type[PlayedMatch]) -> None:
    """Add to the file `LAW_REPORT` when the law was broken first, if such a file is wanted."""
    report = os.environ.get("LAW_REPORT")
    if report:
        examples, steps = kind.first or ("never", f"in {kind.steps}")
        with Path(report).open("a", encoding="utf-8") as file:
            file.write(f"{name}\t{examples}\t{steps}\n")
