"""What many events have in common: their stored name, their instant, and who acted on what grounds.

An event class states the name by which logs store it. The class may be renamed or moved, but the
name never changes: it begins with the kind of log (`match.joined`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypedDict, TypeVar, dataclass_transform

from engine.ids import PersonId, Seat

_Kind = TypeVar("_Kind")
_KINDS: Final[dict[str, type[Any]]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def event(name: str) -> Callable[[type[_Kind]], type[_Kind]]:
    """Make a class an event that is stored by this name, which no other class has."""

    def made(kind: type[_Kind]) -> type[_Kind]:
        if name in _KINDS:
            raise ValueError(f"two events are stored as {name}")
        _KINDS[name] = dataclass(frozen=True, slots=True, kw_only=True)(kind)
        return _KINDS[name]

    return made


def events_of(log: str) -> dict[str, type[Any]]:
    """Return each event class of one kind of log by its stored name."""
    return {name: kind for name, kind in _KINDS.items() if name.startswith(f"{log}.")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """Something that happened at an instant."""

    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAct(Dated):
    """An act of the player in that seat."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAct(Dated):
    """An act of that person."""

    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterAct(Dated):
    """An act of that arbiter."""

    arbiter: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedAct(ArbiterAct):
    """An arbiter's act with its article and reason, which are part of the official decision."""

    article: str
    reason: str


class Explained(TypedDict):
    """The fields that an arbiter's act with a reason takes from an order."""

    at: datetime
    arbiter: PersonId
    reason: str


class Grounds(Explained):
    """The fields that a `GroundedAct` takes from an order."""

    article: str
