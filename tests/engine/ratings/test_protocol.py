"""The interface that all rating systems share."""

from typing import Any

from engine.ratings import absp, fngo, frs, pfs
from engine.ratings.protocol import RatingSystem

SYSTEMS: tuple[RatingSystem[Any, Any], ...] = (frs, absp, pfs, fngo)


def test_every_system_has_a_key_of_its_own() -> None:
    """Each rating system has its own key."""
    assert {system.KEY for system in SYSTEMS} == {"frs", "absp", "pfs", "fngo"}
