"""The interface that all rating systems share."""

from typing import Any, Protocol

from engine.ratings import absp, fngo, frs, pfs


class RatingSystem(Protocol):
    """One system; a module can be one. It has a key, and a function from input to ratings."""

    KEY: str

    def rate(self, given: Any, /) -> Any:
        """Return the ratings, which depend only on the input."""
        ...


SYSTEMS: tuple[RatingSystem, ...] = (frs, absp, pfs, fngo)


def test_every_system_has_a_key_of_its_own() -> None:
    """Each rating system has its own key."""
    assert {system.KEY for system in SYSTEMS} == {"frs", "absp", "pfs", "fngo"}
