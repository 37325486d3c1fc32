"""The events of a case: a claim, the statements, and the arbiter's rulings (art. 7.2, 10).

A case has its own log. The effects of a ruling on game, match and competition are in their logs,
stored together with it. People's texts are outside the hashed log, so that they can be erased; the
log has only their SHA-256. An arbiter's reason is part of the decision and is stored in full.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NewType

from engine.acts import ArbiterAct, Dated, GroundedAct, event, events_of
from engine.ids import GameId, PersonId, Seat

CaseId = NewType("CaseId", str)
"""The game's id, a number sign and the number of the case in the game: `K7QF/1#2`."""
Digest = NewType("Digest", str)
"""The SHA-256 of a statement and its salt, in hexadecimal; `storage.cases.statements` has both."""


class ClaimKind(StrEnum):
    """The subject of a claim."""

    TIME = "time"
    """The opponent has exceeded their thinking time (art. 7.2)."""
    WORD = "word"
    """Whether a word is valid (art. 5.2, 5.3)."""
    TECHNICAL = "technical"
    """A placement that is technically wrong (art. 5.1, 5.3)."""
    ARITHMETIC = "arithmetic"
    """The points of a placement (art. 5.3)."""
    QUERY = "query"
    """Whether a refused word is valid, while its placement waits (art. 5.3)."""
    CONDUCT = "conduct"
    """Methods outside the regulation, misinformation, obstruction (art. 10.3)."""


class RulingKind(StrEnum):
    """The kinds of decision of an arbiter."""

    REJECTED = "rejected"
    UPHELD = "upheld"
    """The claim is right but has no effect, because the error is already corrected."""
    WORD_VALID = "word_valid"
    """The words are valid: the placement stays, or is restored if it had been returned."""
    WORD_INVALID = "word_invalid"
    """The words are invalid: the placement and all later moves are annulled."""
    WORD_ACCEPTED = "word_accepted"
    """The words are invalid, but the opponent accepted the placement, so it stays (art. 5.2)."""
    RETURNED = "returned"
    """The last placement is sent back to its author (art. 5.2)."""
    ANNULLED = "annulled"
    """The game is taken back to an earlier placement (art. 5.2)."""
    SCORE = "score"
    """The points of a placement are corrected (art. 5.3)."""
    LOST_ON_TIME = "lost_on_time"
    BOTH_LOST_ON_TIME = "both_lost_on_time"
    """Both players exceeded their time, so both lose the game (art. 7.2)."""
    NO_SHOW = "no_show"
    ABANDONED = "abandoned"
    """The silent player is considered to have resigned (art. 7.2, 9.1)."""
    AS_PLAYED = "as_played"
    """The result counts as played, although a player had exceeded their time (art. 9.4)."""
    EXTENSION = "extension"
    """More days of thinking time, or fewer of those added before."""
    WARNING = "warning"
    PENALTY = "penalty"
    """Points off the coefficient of this game; 0 lifts an earlier penalty (art. 10.3)."""
    LOSS = "loss"
    EXCLUSION = "exclusion"
    REINSTATED = "reinstated"
    """A disqualification is lifted."""
    LEVEL = "level"
    """The game ends without a player's fault: 1 each, as at the closing date (art. 9.4)."""
    LIFTED = "lifted"
    """A ruling, an end of the game, or a placement sent back is undone, as if never made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One decision; its kind decides which fields it has (`engine.cases.rulings`)."""

    kind: RulingKind
    seat: Seat | None = None
    """The player whom the ruling concerns."""
    move: int | None = None
    """The index among the valid moves; for an annulment, the number of moves that stay.

    For an act taken back, the number of moves before it; None for the case's own ruling.
    """
    number: int | None = None
    """Points of a placement, days of an extension, or moves to restore after a placement."""
    penalty: Decimal | None = None
    """The points off the coefficient, for a penalty only (art. 10.3)."""
    words: tuple[str, ...] = ()
    placed: datetime | None = None
    """The instant of the placement to restore, or of the act that is taken back."""
    placement: str = ""
    """The queried placement, which is now made as if sent at that instant."""
    query: CaseId | None = None
    """The case whose question the ruling answers, if the game waits for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseEvent(Dated):
    """An event of a case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseBegun(CaseEvent):
    """The first event of a case."""

    case: CaseId
    game: GameId
    copy: int
    """The number of the event up to which the game's log is copied."""


@event("case.claim")
class ClaimFiled(CaseBegun):
    """A player made a claim (art. 7.2); it counts once its three requirements are met."""

    kind: ClaimKind
    by: PersonId
    against: PersonId
    """The player claimed against."""
    move: int | None = None
    """The index of the placement among the moves."""
    word: str = ""
    """The main word of that placement, which may have been replaced since."""
    words: tuple[str, ...] = ()
    """The words in dispute."""
    placed: datetime | None = None
    """The instant of that placement; None in older claims, which had only its index and word."""


@event("case.opened")
class CaseOpened(CaseBegun):
    """An arbiter opened the case without a claim (art. 7.2, 9.4, 10.3)."""

    arbiter: PersonId


@event("case.word_asked")
class WordAsked(CaseBegun):
    """A player asked the arbiter about refused words (art. 5.3).

    The placement waits. If there is none yet, the words are from a planned answer or a sheet being
    entered; then `placement` is empty and the game waits for nothing.
    """

    by: PersonId
    move: int
    """The index that the move would have."""
    placement: str
    """The placement in notation, `H8 CASA`."""
    word: str
    """Its main word."""
    words: tuple[str, ...]
    """The words missing from the list."""
    typed: datetime
    """The instant from which the placement counts, if the words are valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementGiven(CaseEvent):
    """A statement in a case; its text is stored outside the log."""

    by: PersonId
    statement: Digest


@event("case.comment")
class CommentGiven(StatementGiven):
    """The claimant explained their claim (art. 7.2)."""


@event("case.partner_told")
class PartnerTold(CaseEvent):
    """The opponent was notified of the claim, so that they can answer (art. 7.2)."""

    delivered: datetime
    """The instant at which the message reached them."""
    arbiter: PersonId | None = None
    """The arbiter who notified them by other means; None if the bot did (see its outbox)."""


@event("case.defence")
class DefenceGiven(StatementGiven):
    """A player answered a claim or case against them."""


@event("case.opinion_asked")
class OpinionAsked(CaseEvent):
    """An arbiter asked the others for their opinion."""

    by: PersonId


@event("case.opinion")
class OpinionGiven(StatementGiven):
    """Another arbiter gave an opinion."""


@event("case.withdrawn")
class CaseWithdrawn(CaseEvent):
    """The claimant or the arbiter who opened the case withdrew it before a ruling."""

    by: PersonId | None
    """None if the game no longer waits for the answer, so that nobody withdrew the question."""


@event("case.ruled")
class CaseRuled(CaseEvent, GroundedAct):
    """An arbiter ruled; only another ruling can replace it."""

    ruling: Ruling


@event("case.persons_merged")
class PersonsMerged(CaseEvent, ArbiterAct):
    """An arbiter recorded that two known people are one; the case is now about `into`."""

    person: PersonId
    into: PersonId


CASE_EVENTS = events_of("case")
"""Each event class by its stored name."""
