"""Events of a match's results: the end of a game, proposals, and official results (art. 8.5)."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal

from engine.acts import ArbiterAct, GroundedAct, PersonAct, event
from engine.games.events import EndAct, Ending
from engine.ids import Leg, PersonId, Seat
from engine.matches.events import MatchEvent

BY_OWN_FAULT = frozenset(
    {Ending.ABANDONED, Ending.TIME, Ending.NO_SHOW}
    | {Ending.CLOSED, Ending.FORFEITED, Ending.EXCLUDED}
)
"""The ends in which `by` has lost, so that time found exceeded later changes no result."""
_SILENT_MEANS_ABSENT = frozenset({Ending.BOTH_TIME, Ending.FORFEITED, Ending.EXCLUDED})
"""The ends whose `silent` stays in the base; in these, it names the player who never came."""


@event("match.leg_ended")
class LegEnded(MatchEvent):
    """One of the two games ended, with the figures for its coefficients."""

    # How it ended.
    leg: Leg
    on: date
    ending: Ending
    by: Seat | None
    """The player who resigned, or lost by this end; None if it concerns both players or neither."""
    withdrew: bool = False
    """Whether `by` withdrew from the competition or the match; older logs do not say it."""
    declared: tuple[Seat, ...] = ()
    """The players who declared the state of the game at the closing date (art. 9.4)."""
    silent: tuple[Seat, ...] = ()
    """The players with 0 (art. 9.1), from the game's end.

    They gave no information about the game; in an end of `_SILENT_MEANS_ABSENT` they never came.
    """
    untaken: tuple[Seat, ...] = ()
    """The seats never taken (art. 9.1); the fold finds them, except in logs without `since`."""
    acts: tuple[EndAct, ...] = ()
    """The game's own end, and each loss on top of it (art. 10.3); empty without a loss."""
    # From when on, and who had come by then: an end of an older log is the same without these.
    since: datetime | None = field(default=None, compare=False)
    """The instant of the first act in force that ended the game; None in older logs."""
    moved: tuple[Seat, ...] = field(default=(), compare=False)
    """The players who had ever moved in the game by then; older logs do not say it."""
    # The figures for its coefficients.
    red_score: int
    blue_score: int
    rounds: int
    """The number of complete rounds (art. 9.1)."""
    if_accepted: tuple[int, int] | None = None
    """The scores, Red's first, if `by` had accepted the last placement instead of resigning."""

    @property
    def base(self) -> "LegEnded":
        """The end without the losses ruled on top of it."""
        if not self.acts:
            return self
        own = self.acts[0]
        silent = own.silent if own.ending in _SILENT_MEANS_ABSENT else ()
        return replace(self, ending=own.ending, by=own.by, silent=silent, acts=())

    @property
    def punished(self) -> tuple[Seat, ...]:
        """The players whom a loss punished after this game had ended (art. 10.3)."""
        return tuple(dict.fromkeys(one.by for one in self.acts[1:] if one.by))

    @property
    def losers(self) -> tuple[Seat, ...]:
        """The players who lost by this end, both if they exceeded their time or never came."""
        if self.ending in {Ending.BOTH_TIME, Ending.NO_SHOW} and self.by is None:
            return tuple(Seat)
        return (self.by,) if self.by and self.ending in BY_OWN_FAULT else ()

    def has_base_of(self, other: "LegEnded") -> bool:
        """Return whether the two ends have the same base, so that the same figures fit both.

        They may differ in their instant and day, in `silent`, and in a withdrawal.
        """
        here = replace(self.base, at=other.at, on=other.on, silent=(), withdrew=False)
        return here == replace(other.base, silent=(), withdrew=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LegResult:
    """The coefficients of one game, with their article (art. 8–9)."""

    leg: Leg
    red: Decimal
    blue: Decimal
    article: str


@event("match.results_proposed")
class ResultsProposed(MatchEvent):
    """Both games are over and their coefficients are proposed for approval (art. 8.5)."""

    results: tuple[LegResult, ...]


@event("match.results_confirmed")
class ResultsConfirmed(MatchEvent, PersonAct):
    """A player agrees with the proposed coefficients."""


@event("match.results_objected")
class ResultsObjected(MatchEvent, PersonAct):
    """A player does not agree; the arbiter decides."""


@event("match.results_homologated")
class ResultsHomologated(MatchEvent, ArbiterAct):
    """The arbiter approved the results of the match (art. 8)."""


@event("match.leg_corrected")
class LegCorrected(MatchEvent):
    """A ruling changed the end or the score of a finished game (art. 5.3, 10).

    The game's own log has the ruling, with its arbiter and its grounds.
    """

    ended: LegEnded
    """The end of the game as it now counts, with the day of the first end."""


@event("match.leg_reopened")
class LegReopened(MatchEvent):
    """A ruling resumed a finished game; the game's own log has it."""

    leg: Leg
    until: date | None = None
    """The last day of play of a match whose phase was closed before; None if it was not."""


@event("match.penalty")
class PenaltySet(MatchEvent, GroundedAct):
    """The arbiter took points off a player's coefficient in one game (art. 10.3).

    Penalties of several cases add up. A new penalty in the same case replaces the earlier one; 0
    lifts it. In logs without cases every penalty replaced the last.
    """

    person: PersonId
    leg: Leg
    points: Decimal
    case: str = ""
    """The id of the case; empty in older logs."""


@event("match.result_upheld")
class ResultUpheld(MatchEvent, GroundedAct):
    """A ruling let a result count as played, although a player exceeded their time (art. 9.4)."""

    leg: Leg
    by: Seat
    """The player whose exceeded time does not change the result."""
    case: str = ""
    """The id of the case; empty in older logs."""


@event("match.upholding_lifted")
class UpholdingLifted(MatchEvent, GroundedAct):
    """A ruling that a result counts as played was taken back or replaced (art. 10.1)."""

    leg: Leg
    by: Seat
    """The player whose exceeded time needs a ruling again."""


@event("match.results_corrected")
class ResultsCorrected(MatchEvent, GroundedAct):
    """A ruling changed official results; nothing else can (art. 5.3, 10.2)."""

    results: tuple[LegResult, ...]
