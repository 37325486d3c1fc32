"""What all rating systems have in common."""

from typing import Any

from engine.ratings import absp, fngo, frs, pfs
from engine.ratings.protocol import RatingSystem

SYSTEMS: tuple[RatingSystem[Any, Any], ...] = (frs, absp, pfs, fngo)


def test_every_system_has_a_key_of_its_own() -> None:
    """A system is asked for by its key, so that no two may share one."""
    assert {system.KEY for system in SYSTEMS} == {"frs", "absp", "pfs", "fngo"}
