"""What can happen in a case: a claim, what is said to it, and the arbiter's rulings (art. 7.2, 10).

A case has a log of its own. What a ruling does to the game, the match and the competition stands in
theirs, written together with it. What people write is kept outside the hashed log, where it can be
erased: here stands its SHA-256. An arbiter's reason is part of the decision and stands here whole.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NewType

from engine.ids import GameId, PersonId, Seat

CaseId = NewType("CaseId", str)
"""The game's id, a number sign and which case of the game it is: `K7QF/1#2`."""
Digest = NewType("Digest", str)
"""The SHA-256 of a statement and its salt, in hex; `storage.cases.statements` keeps both."""


class ClaimKind(StrEnum):
    """What a claim is about."""

    TIME = "time"
    """The partner has exceeded his thinking time (art. 7.2)."""
    WORD = "word"
    """Whether a word is admitted (art. 5.2, 5.3)."""
    TECHNICAL = "technical"
    """A placement that is technically wrong (art. 5.1, 5.3)."""
    ARITHMETIC = "arithmetic"
    """The points of a placement (art. 5.3)."""
    QUERY = "query"
    """Whether a word that was refused is admitted, while its placement waits (art. 5.3)."""
    CONDUCT = "conduct"
    """Means outside the regulation, misinformation, obstruction (art. 10.3)."""


class RulingKind(StrEnum):
    """What an arbiter may decide."""

    REJECTED = "rejected"
    UPHELD = "upheld"
    """The claim is right, and nothing follows from it: what was wrong is right already."""
    WORD_VALID = "word_valid"
    """The words are admitted: the placement stands, or stands again if it had been returned."""
    WORD_INVALID = "word_invalid"
    """They are not: the placement is annulled, and all that came after it."""
    WORD_ACCEPTED = "word_accepted"
    """They are not, but the partner has accepted the placement: it stands (art. 5.2)."""
    RETURNED = "returned"
    """The last placement goes back to its author (art. 5.2)."""
    ANNULLED = "annulled"
    """The game goes back to an earlier placement (art. 5.2)."""
    RESTORED = "restored"
    """What was annulled or returned last stands again."""
    SCORE = "score"
    """The points of a placement are put right (art. 5.3)."""
    LOST_ON_TIME = "lost_on_time"
    BOTH_LOST_ON_TIME = "both_lost_on_time"
    """Both have exceeded their time, and both have lost the game (art. 7.2)."""
    NO_SHOW = "no_show"
    ABANDONED = "abandoned"
    """Whoever is silent is found to have abandoned the game (art. 7.2, 9.1)."""
    AS_PLAYED = "as_played"
    """The result stands as played, though somebody had exceeded his time (art. 9.4)."""
    EXTENSION = "extension"
    """More days of thinking time, or fewer of those given before."""
    WARNING = "warning"
    PENALTY = "penalty"
    """Points off the coefficient of this game; none: an earlier penalty is lifted (art. 10.3)."""
    LOSS = "loss"
    EXCLUSION = "exclusion"
    REINSTATED = "reinstated"
    """An exclusion is lifted."""
    REOPENED = "reopened"
    """A game that was ended by a decision goes on."""
    LEVEL = "level"
    """The game ends for neither player's fault: 1 each, as at the closing date (art. 9.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One decision; which fields it has follows from its kind (`engine.cases.rulings`)."""

    kind: RulingKind
    seat: Seat | None = None
    """Whom it concerns."""
    move: int | None = None
    """Which of the standing moves, from 0; of an annulment, how many still stand."""
    number: int | None = None
    """Points of a placement, or days of an extension; of a placement that stands again, how many of
    those that came after it stand again too."""
    penalty: Decimal | None = None
    words: tuple[str, ...] = ()
    placed: datetime | None = None
    """When the placement was made that is to stand again: others may have lain in its place."""
    placement: str = ""
    """The placement that was put to the arbiter, and is made now as if sent at that instant."""
    query: CaseId | None = None
    """The case whose question it answers, if the game waits for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFiled:
    """A player made a claim (art. 7.2); it counts once its three requirements are met."""

    at: datetime
    case: CaseId
    game: GameId
    kind: ClaimKind
    by: PersonId
    against: PersonId
    copy: int
    """The copy of the game: its log up to this event."""
    move: int | None = None
    """The placement it is about, as one of the moves, from 0."""
    word: str = ""
    """The main word of that placement; another may lie in its place by now."""
    words: tuple[str, ...] = ()
    """The words in dispute."""
    placed: datetime | None = None
    """When that placement was made; None: claims of old named only its place and its word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOpened:
    """An arbiter opened the case of his own accord (art. 7.2, 9.4, 10.3)."""

    at: datetime
    case: CaseId
    game: GameId
    arbiter: PersonId
    copy: int
    """The copy of the game: its log up to this event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordAsked:
    """A player put words that were refused to the arbiter (art. 5.3).

    His placement waits; or there is none yet: the words are those of an answer that he plans, or of
    a sheet that is being entered. Then `placement` is empty, and the game waits for nothing.
    """

    at: datetime
    case: CaseId
    game: GameId
    by: PersonId
    copy: int
    """The copy of the game: its log up to this event."""
    move: int
    """Which of the moves it would be, from 0."""
    placement: str
    """The placement as it is written, `H8 CASA`."""
    word: str
    """Its main word."""
    words: tuple[str, ...]
    """The words that the list lacks."""
    typed: datetime
    """The instant that it counts from, if they are upheld."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommentGiven:
    """The claimant explained his claim (art. 7.2)."""

    at: datetime
    by: PersonId
    statement: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerTold:
    """The partner was told of the claim, so that he can defend himself (art. 7.2)."""

    at: datetime
    delivered: datetime
    """When the message reached him."""
    arbiter: PersonId | None = None
    """Who told him by other means; None: the bot did, its outbox is the proof."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceGiven:
    """A player answered what is held against him."""

    at: datetime
    by: PersonId
    statement: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionAsked:
    """An arbiter asked the others what they think."""

    at: datetime
    by: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionGiven:
    """Another arbiter said what he thinks."""

    at: datetime
    by: PersonId
    statement: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseWithdrawn:
    """Whoever brought the case took it back before it was ruled on."""

    at: datetime
    by: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRuled:
    """An arbiter ruled; only another ruling takes its place."""

    at: datetime
    arbiter: PersonId
    ruling: Ruling
    article: str
    reason: str
    main: bool = False
    """Whether he was the main arbiter then: during the game it is final for the others (10.1)."""


CaseEvent = (
    ClaimFiled
    | WordAsked
    | CaseOpened
    | CommentGiven
    | PartnerTold
    | DefenceGiven
    | OpinionAsked
    | OpinionGiven
    | CaseWithdrawn
    | CaseRuled
)

CASE_EVENTS: dict[str, type[CaseEvent]] = {
    "case.claim": ClaimFiled,
    "case.word_asked": WordAsked,
    "case.opened": CaseOpened,
    "case.comment": CommentGiven,
    "case.partner_told": PartnerTold,
    "case.defence": DefenceGiven,
    "case.opinion_asked": OpinionAsked,
    "case.opinion": OpinionGiven,
    "case.withdrawn": CaseWithdrawn,
    "case.ruled": CaseRuled,
}
"""Wire name → class; see `engine.games.events.EVENTS`."""
