"""Events of a match around its two games.

An arbiter arranges a match between two people. It has a home and a return game (art. 1.2), their
draws, shared leave, and results that are proposed, confirmed and approved.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from engine.acts import ArbiterAct, Dated, GroundedAct, PersonAct, event
from engine.games.events import EditionRef
from engine.ids import NO_COMPETITION, CompetitionCode, GameId, Leg, MatchCode, PersonId
from engine.matches.practice import Strength
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEvent(Dated):
    """An event of a match; `engine.matches.fold` has the table of them all."""


@dataclass(frozen=True, kw_only=True)  # without slots, so that it can stand beside another base
class Arrangement:
    """What the arrangement of a match fixes, as the event says it and the match keeps it."""

    arbiter: PersonId
    """The arbiter of the match; `NO_ARBITER` if two players began it by a request."""
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    first: PersonId
    second: PersonId
    start: date
    """The start day of the home game; later if the players join later."""
    competition: CompetitionCode = NO_COMPETITION
    """The competition, or empty. In a competition only the calendar starts home games."""
    red: PersonId | None = None
    """The Red player in the home game; None if the home game's seed decides."""
    returns: date | None = None
    """The start day of all return games; None if each starts after its home game."""
    late_return: bool = True
    """Whether `returns` applies although it is later than art. 7.1 allows; in older logs always."""
    title: str | None = None
    """The title on the sheets; empty for a friendly match, None in older logs."""
    is_single: bool = False
    """Whether the match has only the home game; possible in a match without an arbiter."""
    strength: Strength | None = None
    """The strength of the program in a practice game; None if two people play."""
    rated: bool = False
    """Whether the games count for ratings outside championships, as both players agreed."""
    edition_chosen: bool = False
    """Whether the players chose the word list; then a later edition does not replace it."""
    imported: tuple[Leg, ...] = ()
    """The games that began elsewhere and were imported; nobody can verify their draws."""
    stated: tuple[Leg, ...] = ()
    """The games known by their official results alone, without moves: the home game, or both."""


@event("match.arranged")
class MatchArranged(Arrangement, MatchEvent):
    """A match was arranged, with a commitment to its draws (art. 1.3, 2.1)."""

    match: MatchCode
    home_seed: str
    """32 bytes in hexadecimal; secret until the home game starts, but its SHA-256 is public."""
    return_seed: str


@event("match.joined")
class PlayerJoined(MatchEvent):
    """A player accepted their seat through their personal invitation."""

    invited: PersonId
    """The placeholder that the arbiter invited."""
    person: PersonId
    """The person who accepted: the placeholder, or the known person with that account."""
    via: str = ""
    """`WEB` if they play in a browser (art. 6.1); empty for Telegram."""


@event("match.access_changed")
class AccessChanged(MatchEvent, PersonAct):
    """A seated player continues in Telegram instead of a browser, or the other way round (6.1)."""

    via: str
    """`WEB` for a browser; empty for Telegram."""


@event("match.place_freed")
class PlaceFreed(MatchEvent, ArbiterAct):
    """An arbiter took a seat from a player, for another person or another account.

    All records of the seat stay with it.
    """

    person: PersonId
    """The person who had the seat."""
    place: PersonId
    """The placeholder for whom the seat is now reserved."""
    reason: str


@event("match.seat_returned")
class SeatReturned(MatchEvent, ArbiterAct):
    """An arbiter gave a freed seat, which nobody had taken since, back to its former player."""

    place: PersonId
    """The placeholder for whom the seat was reserved."""
    person: PersonId
    """The former player, who has the seat again."""
    reason: str
    had_joined: bool = True
    """Whether they had joined, and not only a writer for them; in older logs always (art. 9.6)."""


@event("match.seat_left")
class SeatLeft(MatchEvent):
    """A person's data was erased at their own wish; an arbiter may seat another person.

    All records of the seat stay with it.
    """

    person: PersonId
    """The person who had the seat."""
    place: PersonId
    """The placeholder for whom the seat is now reserved."""


@event("match.persons_merged")
class PersonsMerged(MatchEvent, ArbiterAct):
    """An arbiter recorded that two known people are one; the seat belongs to `into`."""

    person: PersonId
    """The number that had the seat."""
    into: PersonId


@event("match.cancelled")
class MatchCancelled(MatchEvent, ArbiterAct):
    """The arbiter cancelled the match before the first placement; it does not count."""

    reason: str


@event("match.leg_started")
class LegStarted(MatchEvent):
    """One of the two games was started."""

    leg: Leg
    red: PersonId
    blue: PersonId
    start: date
    edition: EditionRef | None = None
    """The list in force on the first day (art. 3.1); None if the one chosen before applies."""


class Statement(StrEnum):
    """A player's statement about a game that is, or will be, unfinished at the closing date."""

    FINISHING = "finishing"
    """Before the closing date: it will be over in time (art. 6.2)."""
    NOT_FINISHING = "not_finishing"
    """Before the closing date: it will not be over in time (art. 6.2)."""
    DECLARED = "declared"
    """At the closing date: the state on its sheet should count (art. 9.4)."""
    CONTESTED = "contested"
    """At the closing date: the opponent has exceeded their thinking time (art. 9.4)."""
    CONTENT = "content"
    """At the closing date: the player contests nothing (art. 9.4)."""

    @property
    def is_final(self) -> bool:
        """Whether the statement was made at the closing date and decides something."""
        return self in {Statement.DECLARED, Statement.CONTESTED, Statement.CONTENT}

    @property
    def declares(self) -> bool:
        """Whether the game should count in its present state, by the ordinary rules (art. 9.4)."""
        return self in {Statement.DECLARED, Statement.CONTESTED}


@event("match.state_declared")
class StateDeclared(MatchEvent, PersonAct):
    """A player reported the state of a game around the closing date (art. 6.2, 9.4)."""

    leg: Leg
    statement: Statement


@event("match.return_requested")
class ReturnRequested(MatchEvent, PersonAct):
    """A player is ready to begin the return game before its last day."""


@event("match.late_return_confirmed")
class LateReturnConfirmed(MatchEvent, ArbiterAct):
    """The organiser allowed a start of the return game later than art. 7.1 allows."""

    day: date
    """The start day of all return games of its phase."""


@event("match.leave")
class MatchLeaveAnnounced(MatchEvent, PersonAct):
    """A player announced leave, for both games of the match (art. 7.2)."""

    period: LeavePeriod


@event("match.leave_withdrawn")
class MatchLeaveWithdrawn(MatchEvent, PersonAct):
    """A player withdrew leave that had not begun."""

    period: LeavePeriod


@event("match.writer_allowed")
class WriterAllowed(MatchEvent, ArbiterAct):
    """The arbiter let a writer enter a player's moves from the player's own sheets (art. 9.6)."""

    person: PersonId
    """The player who does not enter moves."""
    writer: PersonId
    """The person who enters their moves: the opponent or an arbiter."""
    reason: str
    everywhere: bool = False
    """Whether it applies to all the player's matches of the competition, also future ones."""


@event("match.writer_withdrawn")
class WriterWithdrawn(MatchEvent, ArbiterAct):
    """The player enters their own moves from now on."""

    person: PersonId
    reason: str
    everywhere: bool = False
    """Whether it ends for all the player's matches of the competition, also future ones."""


@event("match.handed_over")
class MatchHandedOver(MatchEvent):
    """Another arbiter took over the match; only for a match without a competition."""

    by: PersonId
    """The person who handed it over: its arbiter or the operator."""
    arbiter: PersonId


@event("match.handover_lifted")
class HandoverLifted(MatchEvent):
    """The last handover was taken back; the former arbiter has the match again."""

    by: PersonId
    """The person who took it back: its arbiter or the operator."""
    reason: str


class LiftableAct(StrEnum):
    """The acts of an arbiter in a match that `ActLifted` takes back."""

    TAKEN_OVER = "taken_over"
    """The arbiter took over a player's figures (`ProposalTakenOver`, art. 8.5)."""
    LATE_RETURN = "late_return"
    """The arbiter confirmed a late return game (`LateReturnConfirmed`, art. 7.1)."""
    CHANNEL = "channel"
    """The arbiter set the players' channel (`ChannelSet`, art. 6.1)."""


@event("match.act_lifted")
class ActLifted(MatchEvent, GroundedAct):
    """The arbiter took an act back: the match is as if it had never happened (art. 10.1)."""

    act: LiftableAct
    done: datetime
    """The instant of the act."""
    person: PersonId | None = None
    """The player whose figures were taken over; None for other acts."""


@event("match.arbiter_requested")
class ArbiterRequested(MatchEvent, PersonAct):
    """A player of a match that began by a request asks for a volunteer arbiter."""


@event("match.arbiter_volunteered")
class ArbiterVolunteered(MatchEvent, ArbiterAct):
    """The first volunteer who accepted became the arbiter of the match."""


@event("match.put_off")
class FindingPutOff(MatchEvent, ArbiterAct):
    """An arbiter postponed a ruling on a player's silence until that day (art. 7.2).

    This also applies to exceeded time (art. 9.4).
    """

    game: GameId
    until: date
