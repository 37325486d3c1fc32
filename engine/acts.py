"""What many events have in common: their instant, and who acted on which grounds."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from engine.ids import PersonId, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAct:
    """An act of the player in that seat."""

    at: datetime
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAct:
    """An act of that person."""

    at: datetime
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterAct:
    """An act of that arbiter."""

    at: datetime
    arbiter: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedAct(ArbiterAct):
    """An arbiter's act with its article and reason, which are part of the official decision."""

    article: str
    reason: str


class Grounds(TypedDict):
    """The fields that a `GroundedAct` takes from an order."""

    at: datetime
    arbiter: PersonId
    article: str
    reason: str
