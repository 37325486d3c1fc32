"""What may happen in a case: each function takes it and what somebody wants, and decides.

Who is an arbiter of the game is asked elsewhere. Pure, as `engine.games.decide`. What the rulings
do to the game, the match and the competition is `engine.cases.rulings`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from engine.cases.case import Case, CaseStage
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
    Ruling,
    WordAsked,
)
from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.courses import placements_made
from engine.games.events import Ending, PlacementMade
from engine.games.game import Game, index_of
from engine.games.orders import Order
from engine.ids import PersonId

ARTICLES = {
    ClaimKind.TIME: "7.2",
    ClaimKind.WORD: "5.3",
    ClaimKind.TECHNICAL: "5.3",
    ClaimKind.ARITHMETIC: "5.3",
    ClaimKind.QUERY: "5.3",
    ClaimKind.CONDUCT: "10.3",
}
"""The article under which each kind of claim is made."""
ABOUT_A_PLACEMENT = frozenset({ClaimKind.WORD, ClaimKind.TECHNICAL, ClaimKind.ARITHMETIC})

CaseEvents = tuple[CaseEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCase:
    """Which case it is to be, when it is brought, and the game's last event by then."""

    case: CaseId
    at: datetime
    copy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a player claims."""

    kind: ClaimKind
    by: PersonId
    placement: PlacementMade | None = None
    """The placement it is about, standing, returned or annulled."""
    words: tuple[str, ...] = ()
    """The words in dispute; of a claim about words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A placement that was refused for its words alone."""

    placement: str
    word: str
    unknown: tuple[str, ...]
    typed: datetime
    """The instant that it counts from."""


def file_claim(game: Game, new: NewCase, claim: Claim, others: Iterable[Case] = ()) -> CaseEvents:
    """File a player's claim against his partner; `others` are the cases of the game.

    He may at any time, also after the end: the arithmetic may be put right then (art. 5.3), and
    what else can still be done is the arbiter's to find.

    Raises:
        GameStateError: `not_your_game`, `claim_open_already`, or `match_cancelled`.
        RuleViolation: `claim_without_placement`, or `word_not_placed`.
    """
    _check_counts(game)
    article = ARTICLES[claim.kind]
    seat = game.seat_of(claim.by)
    if seat is None:
        raise GameStateError(Fault("not_your_game"))
    made = claim.placement if claim.kind in ABOUT_A_PLACEMENT else None
    if claim.kind in ABOUT_A_PLACEMENT and made not in placements_made(game):
        raise RuleViolation(Fault("claim_without_placement", article))
    words = claim.words if claim.kind is ClaimKind.WORD else ()
    if claim.kind is ClaimKind.WORD and (
        not words or made is None or not set(words) <= set(made.words)
    ):
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
    _check_new(filed, article, others)
    return (filed,)


def _check_new(filed: ClaimFiled, article: str, others: Iterable[Case]) -> None:
    """Refuse the same claim twice while it is open."""
    same = (filed.kind, filed.by, filed.move, filed.placed, filed.words)
    for other in others:
        known = (other.kind, other.by, other.move, other.placed, other.words)
        if other.is_open and known == same:
            raise GameStateError(Fault("claim_open_already", article, {"case": other.id}))


def ask_of_words(game: Game, new: NewCase, by: PersonId, asked: Asked) -> CaseEvents:
    """Put refused words to the arbiter; the answer may be given at once (art. 5.3).

    That it is his turn, and that nothing else is wrong, is asked elsewhere.

    Raises:
        RuleViolation: `word_not_placed`, no word is in question.
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
            typed=asked.typed,
        ),
    )


def ask_of_words_alone(
    game: Game, new: NewCase, by: PersonId, words: tuple[str, ...]
) -> CaseEvents:
    """Put refused words to the arbiter for which no placement waits (art. 5.3).

    Raises:
        RuleViolation: `word_not_placed`, no word is in question.
    """
    asked = Asked(placement="", word="", unknown=words, typed=new.at)
    return ask_of_words(game, new, by, asked)


def open_case(game: Game, new: NewCase, arbiter: PersonId) -> CaseEvents:
    """Open a case of an arbiter's own accord (art. 7.2, 9.4, 10.3).

    Raises:
        GameStateError: `match_cancelled`, there is nothing to be ruled on.
    """
    _check_counts(game)
    opened = CaseOpened(at=new.at, case=new.case, game=game.id, arbiter=arbiter, copy=new.copy)
    return (opened,)


def give_comment(case: Case, by: PersonId, statement: Digest, at: datetime) -> CaseEvents:
    """Add what the claimant says; without any comment a claim does not count (art. 7.2).

    Raises:
        GameStateError: `not_your_claim`, or `case_over`.
    """
    _check_open(case)
    if not case.is_claim or by != case.by:
        raise GameStateError(Fault("not_your_claim", facts={"case": case.id}))
    return (CommentGiven(at=at, by=by, statement=statement),)


def tell_partner(
    case: Case, at: datetime, delivered: datetime, *, arbiter: PersonId | None = None
) -> CaseEvents:
    """Note that the partner was told; the claim is complete with it (art. 7.2).

    `arbiter` is who told him by other means; None: the bot.

    Raises:
        GameStateError: `case_over`, or `claim_without_comment`: there is nothing to tell him yet.
    """
    _check_open(case)
    if not case.is_claim or case.told is not None:
        return ()
    if not case.comments:
        raise GameStateError(Fault("claim_without_comment", "7.2", {"case": case.id}))
    return (PartnerTold(at=at, delivered=delivered, arbiter=arbiter),)


def give_defence(case: Case, by: PersonId, statement: Digest, at: datetime) -> CaseEvents:
    """Add what a player says to what is held against him, until the ruling.

    In a case that an arbiter opened, either player may. That `by` is a player of the game is asked
    elsewhere.

    Raises:
        GameStateError: `own_claim`, or `case_over`.
    """
    _check_open(case)
    if by == case.by:
        raise GameStateError(Fault("own_claim", facts={"case": case.id}))
    return (DefenceGiven(at=at, by=by, statement=statement),)


def ask_opinion(case: Case, by: PersonId, at: datetime) -> CaseEvents:
    """Ask the other arbiters what they think.

    Raises:
        GameStateError: `case_over`, or `case_incomplete`.
    """
    _check_pending(case)
    return (OpinionAsked(at=at, by=by),)


def give_opinion(case: Case, by: PersonId, statement: Digest, at: datetime) -> CaseEvents:
    """Add what an arbiter thinks.

    Raises:
        GameStateError: `case_over`, or `case_incomplete`.
    """
    _check_pending(case)
    return (OpinionGiven(at=at, by=by, statement=statement),)


def withdraw(case: Case, by: PersonId, at: datetime) -> CaseEvents:
    """Take the case back: its claimant, or the arbiter who opened it, before the ruling.

    Raises:
        GameStateError: `not_your_claim`, or `case_over`.
    """
    _check_open(case)
    if by != case.by:
        raise GameStateError(Fault("not_your_claim", facts={"case": case.id}))
    return (CaseWithdrawn(at=at, by=by),)


def rule(case: Case, order: Order, ruling: Ruling, *, main: bool = False) -> CaseEvents:
    """Rule on the case, or reverse the ruling that stands by another (art. 10.1).

    `main`: whether the main arbiter does. What follows for the game is
    `engine.cases.rulings.consequences`, to be written with it; whether the ruling that stands is
    final for this arbiter, `engine.cases.finality`.

    Raises:
        GameStateError: `case_incomplete`, `case_over` (withdrawn) or `ruling_unchanged`.
        RuleViolation: `reason_missing`.
    """
    if case.stage is not CaseStage.RULED:
        _check_pending(case)
    elif case.ruled is not None and case.ruled.ruling == ruling:
        raise GameStateError(Fault("ruling_unchanged", order.article, {"case": case.id}))
    if not order.reason.strip():
        raise RuleViolation(Fault("reason_missing", order.article))
    return (
        CaseRuled(
            at=order.at,
            arbiter=order.arbiter,
            ruling=ruling,
            article=order.article,
            reason=order.reason,
            main=main,
        ),
    )


def _check_counts(game: Game) -> None:
    if game.ended is not None and game.ended.ending is Ending.CANCELLED:
        raise GameStateError(Fault("match_cancelled", facts={"match": game.match}))


def _check_open(case: Case) -> None:
    if not case.is_open:
        raise GameStateError(Fault("case_over", facts={"case": case.id}))


def _check_pending(case: Case) -> None:
    """Refuse what only a complete case allows."""
    _check_open(case)
    if case.stage is CaseStage.FILED:
        raise GameStateError(Fault("case_incomplete", "7.2", {"case": case.id}))
