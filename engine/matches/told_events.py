"""What is said of a match beside its games, as facts: means, states, coefficients of one's own.

What may be said, and when, is in `means`, `states` and `own_proposals`.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from engine.ids import Leg, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """How two players correspond."""

    channel: str = ""
    """A `Channel` or another's name; empty: the bot."""
    sheets_only: bool = False
    """Whether a placement counts only with the photographed sheet that it is on (art. 4.2)."""


class Origin(StrEnum):
    """How means came to hold."""

    AGREED = "agreed"
    """One proposed them, the other accepted."""
    ENDED = "ended"
    """One ended what was agreed."""
    RULED = "ruled"
    """The players did not agree, and the arbiter set the channel (art. 6.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeansProposed:
    """A player proposed means to his partner; None: nothing is proposed any more."""

    at: datetime
    person: PersonId
    means: Means | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeansSet:
    """These means hold from now on (art. 4.2, 6.1); whatever was proposed no longer is."""

    at: datetime
    by: PersonId
    """Who accepted them, ended the others, or, an arbiter, set them."""
    means: Means
    origin: Origin
    reason: str = ""
    """The arbiter's."""


class GameState(StrEnum):
    """What a player tells of a running game."""

    ON_COURSE = "on_course"
    """It goes on, and will be over in time."""
    WAITING = "waiting"
    """He waits for his partner."""
    CLOCK = "clock"
    """The account of thinking time is confused."""
    LATE = "late"
    """It cannot be over in the time given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateAsked:
    """An arbiter asked both players how a game stands; earlier answers no longer stand for it."""

    at: datetime
    arbiter: PersonId
    leg: Leg


@dataclass(frozen=True, slots=True, kw_only=True)
class StateTold:
    """A player answered how a game stands."""

    at: datetime
    person: PersonId
    leg: Leg
    state: GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class CoefficientsProposed:
    """Who objected says what a game is worth as he sees it (art. 8.5)."""

    at: datetime
    person: PersonId
    leg: Leg
    red: Decimal
    blue: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalTakenOver:
    """The arbiter took a player's proposal over for the games it is about, with his reason."""

    at: datetime
    arbiter: PersonId
    person: PersonId
    """Whose proposal."""
    article: str
    reason: str
    less_penalties: bool = False
    """Whether the player's penalties are taken off the figures; in earlier logs they were not."""
