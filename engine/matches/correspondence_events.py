"""Events of a match beside its games: channels, reported states, and proposed coefficients.

`channel`, `states` and `own_proposals` decide which events may be recorded.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from engine.acts import ArbiterAct, GroundedAct, PersonAct, event
from engine.ids import Leg, PersonId
from engine.matches.events import MatchEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelSettings:
    """The channel of two players."""

    channel: str = ""
    """A `Channel` or another name; empty for the bot."""
    sheets_only: bool = False
    """Whether a placement counts only with a photograph of its sheet (art. 4.2)."""


class Origin(StrEnum):
    """The reason for a change of channel."""

    AGREED = "agreed"
    """One player proposed it, the other accepted."""
    ENDED = "ended"
    """One player ended the agreement."""
    RULED = "ruled"
    """The players disagreed, and the arbiter set the channel (art. 6.1)."""


@event("match.means_proposed")
class ChannelProposed(MatchEvent):
    """A player proposed a channel to their opponent; None means that they withdrew the proposal."""

    person: PersonId
    means: ChannelSettings | None


@event("match.means_set")
class ChannelSet(MatchEvent):
    """This channel applies from now on (art. 4.2, 6.1); an open proposal is dropped."""

    by: PersonId
    """The player who accepted it or ended the other one, or the arbiter who set it."""
    means: ChannelSettings
    origin: Origin
    reason: str = ""
    """The arbiter's reason."""


class GameState(StrEnum):
    """A player's report on a running game."""

    ON_COURSE = "on_course"
    """The game will be over in time."""
    WAITING = "waiting"
    """The player waits for their opponent."""
    CLOCK = "clock"
    """The players' records of thinking time disagree or are incomplete."""
    LATE = "late"
    """The game cannot be over in time."""


@event("match.state_asked")
class StateAsked(MatchEvent, ArbiterAct):
    """An arbiter asked both players for the state of a game; earlier reports are dropped."""

    leg: Leg


@event("match.state_told")
class StateTold(MatchEvent, PersonAct):
    """A player reported the state of a game."""

    leg: Leg
    state: GameState


@event("match.own_proposed")
class CoefficientsProposed(MatchEvent, PersonAct):
    """A player who objected proposed coefficients for a game (art. 8.5)."""

    leg: Leg
    red: Decimal
    blue: Decimal


@event("match.own_taken")
class ProposalTakenOver(MatchEvent, GroundedAct):
    """The arbiter took over a player's proposal for its games, with a reason."""

    person: PersonId
    """The player who made the proposal."""
    less_penalties: bool = False
    """Whether penalties are deducted from the player's figures; earlier logs deducted none."""
    beside: bool = False
    """Whether the other game's result follows them (art. 9.1); in earlier logs it did not."""
    keeps_earlier: bool = False
    """Whether earlier figures count again if their end returns; in earlier logs they did not."""
