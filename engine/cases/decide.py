"""Decisions about a case: each function takes a case and a request, and returns events or refuses.

Only a ruling is possible in a case that is over (`case_over`), and an opinion or a ruling only in
one that is complete (`case_incomplete`). The caller checks who is an arbiter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine.cases.case import ARTICLES, Case, CaseStage
from engine.cases.events import (
    CaseEvent,
    CaseId,
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    ClaimFiled,
    ClaimKind,
    CommentGiven,
    DefenceGiven,
    Digest,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
    PersonsMerged,
    Ruling,
    WordAsked,
)
from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.events import Ending, Event, Passed, PlacementMade, WordQueried
from engine.games.game import Game, index_of
from engine.games.orders import Order, placements_made
from engine.ids import PersonId

ABOUT_A_PLACEMENT = frozenset({ClaimKind.WORD, ClaimKind.TECHNICAL, ClaimKind.ARITHMETIC})

CaseEvents = tuple[CaseEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCase:
    """The id and the instant of a new case, and the game's last event at that time."""

    case: CaseId
    at: datetime
    copy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The content of a player's claim."""

    kind: ClaimKind
    by: PersonId
    placement: PlacementMade | None = None
    """The placement in question: valid, returned or annulled."""
    words: tuple[str, ...] = ()
    """The words in dispute, for a claim about words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedWords:
    """Words that were refused, and the placement that was refused only because of them."""

    unknown: tuple[str, ...]
    """The words that are not in the list."""
    placement: str = ""
    """The placement in notation, `H8 CASA`; empty if the words are asked about alone."""
    word: str = ""
    """The main word."""
    typed: datetime | None = None
    """The instant from which the placement counts; None for now."""


def file_claim(game: Game, new: NewCase, claim: Claim, others: Iterable[Case] = ()) -> CaseEvents:
    """File a player's claim against their opponent; `others` are the cases of the game.

    A claim is possible at any time, even after the end, when arithmetic may still be corrected
    (art. 5.3). The arbiter decides what else is still possible.

    Raises:
        GameStateError: `not_your_game`, `claim_open_already`, or `match_cancelled`.
        RuleViolation: `claim_without_placement`, or `word_not_placed`.
    """
    _check_not_cancelled(game)
    article = ARTICLES[claim.kind]
    seat = game.seat_of(claim.by)
    if seat is None:
        raise GameStateError(Fault("not_your_game"))
    made, words = None, tuple[str, ...]()
    if claim.kind in ABOUT_A_PLACEMENT:
        made = claim.placement
        if made is None or made not in placements_made(game):
            raise RuleViolation(Fault("claim_without_placement", article))
        if claim.kind is ClaimKind.WORD:
            words = claim.words
            if not words or not set(words) <= set(made.words):
                raise RuleViolation(Fault("word_not_placed", article, {"words": words}))
    filed = ClaimFiled(
        at=new.at,
        case=new.case,
        game=game.id,
        kind=claim.kind,
        by=claim.by,
        against=game.side(seat.partner).person,
        copy=new.copy,
        move=None if made is None else index_of(made),
        word="" if made is None else made.word,
        words=words,
        placed=None if made is None else made.at,
    )
    same = (filed.kind, filed.by, filed.move, filed.placed, filed.words)
    for other in others:
        known = (other.kind, other.by, other.move, other.placed, other.words)
        if other.is_open and known == same:
            raise GameStateError(Fault("claim_open_already", article, {"case": other.id}))
    return (filed,)


def ask_of_words(game: Game, new: NewCase, by: PersonId, asked: RefusedWords) -> CaseEvents:
    """Ask the arbiter about refused words; the answer may be given at once (art. 5.3).

    The caller checks that it is the player's turn, and that there is no other fault.

    Raises:
        RuleViolation: `word_not_placed`, if there are no words.
    """
    if not asked.unknown:
        raise RuleViolation(Fault("word_not_placed", "5.3", {"words": ()}))
    return (
        WordAsked(
            at=new.at,
            case=new.case,
            game=game.id,
            by=by,
            copy=new.copy,
            move=len(game.moves),
            placement=asked.placement,
            word=asked.word,
            words=asked.unknown,
            typed=asked.typed or new.at,
        ),
    )


def open_case(game: Game, new: NewCase, arbiter: PersonId) -> CaseEvents:
    """Open a case without a claim (art. 7.2, 9.4, 10.3).

    Raises:
        GameStateError: `match_cancelled`, because nothing can be ruled.
    """
    _check_not_cancelled(game)
    return (CaseOpened(at=new.at, case=new.case, game=game.id, arbiter=arbiter, copy=new.copy),)


def give_comment(case: Case, by: PersonId, statement: Digest, at: datetime) -> CaseEvents:
    """Add a statement of the claimant; without one a claim does not count (art. 7.2).

    Raises:
        GameStateError: `case_over`, or `not_your_claim`.
    """
    _check_open(case)
    if not case.is_claim or by != case.by:
        raise GameStateError(Fault("not_your_claim", facts={"case": case.id}))
    return (CommentGiven(at=at, by=by, statement=statement),)


def note_opponent_notified(
    case: Case, at: datetime, delivered: datetime, *, arbiter: PersonId | None = None
) -> CaseEvents:
    """Record that the opponent was notified, which completes the claim (art. 7.2).

    `arbiter` is the arbiter who notified them by other means; None if the bot did.

    Raises:
        GameStateError: `case_over`, or `claim_without_comment`, if there is no comment yet.
    """
    _check_open(case)
    if not case.is_claim or case.told is not None:
        return ()
    if not case.comments:
        raise GameStateError(Fault("claim_without_comment", "7.2", {"case": case.id}))
    return (PartnerTold(at=at, delivered=delivered, arbiter=arbiter),)


def give_defence(case: Case, by: PersonId, statement: Digest, at: datetime) -> CaseEvents:
    """Add a player's answer to a claim or case against them, until the ruling.

    In an arbiter's own case either player may answer. The caller checks that `by` is one.

    Raises:
        GameStateError: `case_over`, or `own_claim`.
    """
    _check_open(case)
    if by == case.by:
        raise GameStateError(Fault("own_claim", facts={"case": case.id}))
    return (DefenceGiven(at=at, by=by, statement=statement),)


def ask_opinion(case: Case, by: PersonId, at: datetime) -> CaseEvents:
    """Ask the other arbiters for their opinion."""
    check_pending(case)
    return (OpinionAsked(at=at, by=by),)


def give_opinion(case: Case, by: PersonId, statement: Digest, at: datetime) -> CaseEvents:
    """Add an arbiter's opinion."""
    check_pending(case)
    return (OpinionGiven(at=at, by=by, statement=statement),)


def withdraw(case: Case, by: PersonId | None, at: datetime) -> CaseEvents:
    """Withdraw the case before the ruling, by its claimant or the arbiter who opened it.

    `by` is None for a question whose answer the game no longer waits for; nobody withdraws it.
    """
    _check_open(case)
    if by not in {None, case.by}:
        raise GameStateError(Fault("not_your_claim", facts={"case": case.id}))
    return (CaseWithdrawn(at=at, by=by),)


def close_overtaken(
    case: Case, game: Game, events: Iterable[Event], at: datetime, *, is_ruling: bool = False
) -> CaseEvents:
    """Close a question whose answer the game no longer waits for, because of these events.

    Its author withdraws it by their own move or new question; after any other act nobody does.
    """
    people = {_author(game, event) for event in events}
    is_own = not is_ruling and case.by in people
    return withdraw(case, case.by if is_own else None, at)


def _author(game: Game, event: Event) -> PersonId | None:
    """Return the person who made the move or asked the question; None for any other event."""
    if isinstance(event, WordQueried):
        return game.side(event.by).person
    if not isinstance(event, PlacementMade | Passed) or event.conditional:
        return None
    return event.entered_by or game.side(event.by).person


def rule(case: Case, order: Order, ruling: Ruling) -> CaseEvents:
    """Rule on the case, or replace the current ruling by another (art. 10.1).

    The caller also stores the effects in the game from `engine.cases.rulings.consequences`, and
    checks `engine.cases.finality`.

    Raises:
        GameStateError: `case_incomplete`, `case_over` (withdrawn) or `ruling_unchanged`.
        RuleViolation: `reason_missing`.
    """
    if case.stage is not CaseStage.RULED:
        check_pending(case)
    elif case.ruled is not None and case.ruled.ruling == ruling:
        raise GameStateError(Fault("ruling_unchanged", order.article, {"case": case.id}))
    if not order.reason.strip():
        raise RuleViolation(Fault("reason_missing", order.article))
    return (CaseRuled(ruling=ruling, **order.grounds),)


def _check_not_cancelled(game: Game) -> None:
    if game.ended is not None and game.ended.ending is Ending.CANCELLED:
        raise GameStateError(Fault("match_cancelled", facts={"match": game.match}))


def _check_open(case: Case) -> None:
    if not case.is_open:
        raise GameStateError(Fault("case_over", facts={"case": case.id}))


def check_pending(case: Case) -> None:
    """Refuse an action that needs a complete, open case."""
    _check_open(case)
    if case.stage is CaseStage.FILED:
        raise GameStateError(Fault("case_incomplete", "7.2", {"case": case.id}))


def merge(
    case: Case, arbiter: PersonId, at: datetime, *, person: PersonId, into: PersonId
) -> CaseEvents:
    """Put `into` in the place of `person`, because they are one; return no events without them."""
    if person not in {case.by, case.against}:
        return ()
    return (PersonsMerged(at=at, arbiter=arbiter, person=person, into=into),)
