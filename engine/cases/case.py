"""The state of a case: claim, statements, rulings with their articles, placement in dispute.

`engine.cases.fold` builds it from events. `engine.cases.decide` decides what may happen next, and
`engine.cases.rulings` has the effects of a ruling in the game.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from functools import reduce
from itertools import dropwhile

from engine.board import EMPTY_BOARD
from engine.cases.events import (
    CaseId,
    CaseRuled,
    ClaimKind,
    CommentGiven,
    DefenceGiven,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
    Ruling,
    RulingKind,
    StatementGiven,
)
from engine.games.events import Passed, PlacementMade
from engine.games.game import Game, index_of, is_same, with_move
from engine.games.orders import placements_made
from engine.ids import GameId, PersonId
from engine.placement import score, survey
from engine.thinking_time import day_of

RULING_DAYS = 5
"""The days for a ruling after the claim is complete (art. 7.2)."""

ARTICLES = {
    ClaimKind.TIME: "7.2",
    ClaimKind.WORD: "5.3",
    ClaimKind.TECHNICAL: "5.3",
    ClaimKind.ARITHMETIC: "5.3",
    ClaimKind.QUERY: "5.3",
    ClaimKind.CONDUCT: "10.3",
}
"""The article under which each kind of claim is made."""
_K = RulingKind  # a short name for the table
ENDS = frozenset(
    {_K.LOST_ON_TIME, _K.BOTH_LOST_ON_TIME, _K.NO_SHOW, _K.ABANDONED}
    | {_K.LOSS, _K.LEVEL, _K.EXCLUSION}
)
"""The rulings that end a running game."""
_MADE_UNDER = {
    "5.2": (_K.WORD_INVALID, _K.WORD_ACCEPTED, _K.RETURNED, _K.ANNULLED),
    "5.3": (_K.WORD_VALID, _K.SCORE),
    "7.2": (_K.BOTH_LOST_ON_TIME, _K.EXTENSION),
    "9.1": (_K.NO_SHOW, _K.ABANDONED),
    "9.4": (_K.LOST_ON_TIME, _K.AS_PLAYED, _K.LEVEL),
    "10.1": (_K.LIFTED,),
    "10.3": (_K.WARNING, _K.PENALTY, _K.LOSS, _K.EXCLUSION, _K.REINSTATED),
}
_RULED_UNDER = {kind: article for article, kinds in _MADE_UNDER.items() for kind in kinds}


class CaseStage(Enum):
    """The stage of a case."""

    FILED = "claim filed"
    PENDING = "awaits the ruling"
    RULED = "ruled"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The state of a case after its last event."""

    id: CaseId
    game: GameId
    opened: datetime
    copy: int
    """The number of the event up to which the game's log is copied (art. 7.2)."""
    kind: ClaimKind | None = None
    """The kind of the claim; None if an arbiter opened the case without a claim."""
    by: PersonId
    """The claimant, or the arbiter who opened it."""
    against: PersonId | None = None
    """The player claimed against; None if an arbiter opened the case."""
    move: int | None = None
    """The index of the placement in dispute, or which the question's would have; None without."""
    word: str = ""
    """The main word of that placement."""
    words: tuple[str, ...] = ()
    """The words in dispute or asked about."""
    placed: datetime | None = None
    """The instant of the placement in dispute, if the claim names it."""
    placement: str = ""
    """The placement that waits for the answer, in notation."""
    stage: CaseStage = CaseStage.PENDING
    comments: tuple[CommentGiven, ...] = ()
    told: PartnerTold | None = None
    """The event by which the opponent was notified; None before that."""
    defences: tuple[DefenceGiven, ...] = ()
    asked: tuple[OpinionAsked, ...] = ()
    """The requests for the opinion of other arbiters."""
    opinions: tuple[OpinionGiven, ...] = ()
    rulings: tuple[CaseRuled, ...] = ()
    """Every ruling; the last one counts."""
    is_moot: bool = False
    """Whether it was closed because the game no longer waits for its answer."""

    @property
    def is_query(self) -> bool:
        """Whether a player asks about a word that they want to play."""
        return self.kind is ClaimKind.QUERY

    @property
    def is_of_words_alone(self) -> bool:
        """Whether a player asks about a word without a waiting placement."""
        return self.is_query and not self.placement

    def is_plan_unknown_to(self, person: PersonId) -> bool:
        """Return whether the case must be hidden from the person: it reveals another player's plan.

        A placement that was made is no longer a plan (art. 5.3). Arbiters may see every case.
        """
        upheld = self.ruled is not None and self.ruled.ruling.kind is RulingKind.WORD_VALID
        made = upheld and not self.is_of_words_alone
        return self.is_query and not made and person != self.by

    @property
    def is_claim(self) -> bool:
        """Whether a player made it against their opponent."""
        return self.kind is not None and not self.is_query

    @property
    def is_open(self) -> bool:
        """Whether the case is neither ruled on nor withdrawn."""
        return self.stage in {CaseStage.FILED, CaseStage.PENDING}

    @property
    def hears_players(self) -> bool:
        """Whether players may make statements: a question about a word hears nobody."""
        return self.is_open and not self.is_query

    @property
    def statements(self) -> tuple[StatementGiven, ...]:
        """All statements in the case, in order."""
        said = (*self.comments, *self.defences, *self.opinions)
        return tuple(sorted(said, key=lambda each: each.at))

    @property
    def people(self) -> frozenset[PersonId]:
        """Everybody whom the case names, also who has left: both sides, speakers, arbiters."""
        named = {self.by, self.against, None if self.told is None else self.told.arbiter}
        named |= {statement.by for statement in self.statements}
        named |= {ruled.arbiter for ruled in self.rulings}
        return frozenset(person for person in named if person is not None)

    @property
    def ruled(self) -> CaseRuled | None:
        """The current ruling, or None."""
        return self.rulings[-1] if self.rulings else None

    @property
    def complete_at(self) -> datetime | None:
        """The instant since which the claim is complete (art. 7.2), or None."""
        if not self.is_claim:
            return self.opened
        return self.told.at if self.told else None

    def due_on(self, time_zone: str) -> date | None:
        """Return the last day for the ruling (art. 7.2); None while the claim is incomplete."""
        since = self.complete_at
        return None if since is None else day_of(since, time_zone) + timedelta(days=RULING_DAYS)


def recomputed(game: Game, place: int) -> int:
    """Return the points of the valid placement by the rules, before any cap (art. 5.3)."""
    made = game.moves[place]
    if not isinstance(made, PlacementMade):
        return 0
    board = reduce(with_move, game.moves[:place], EMPTY_BOARD)
    return score(survey(board, made.placement), game.tile_set, game.rules)


def disputed(case: Case, game: Game) -> PlacementMade | None:
    """Return the placement in dispute, valid or not; None if the case is about no placement."""
    found = [
        made
        for made in placements_made(game)
        if (index_of(made), made.word) == (case.move, case.word)
        if case.placed in {None, made.at}  # old claims have only index and word
    ]
    standing = [made for made in found if made in game.moves]
    return next(iter(standing), None) or next(reversed(found), None)


def standing_place(case: Case, game: Game) -> int | None:
    """Return the index of the placement in dispute among the valid moves, or None."""
    made = disputed(case, game)
    return case.move if made is not None and made in game.moves else None


def played_since(game: Game, made: PlacementMade) -> int:
    """Return how many valid moves would no longer count if that placement were restored."""
    events = (one.event for one in game.log)
    moves = (one for one in events if isinstance(one, PlacementMade | Passed))
    # The log has the points of its time, which may have been corrected since.
    later = [*dropwhile(lambda one: not is_same(one, made), moves)][1:]
    return sum(any(is_same(move, one) for one in later) for move in game.moves)


def article_of(case: Case, kind: RulingKind) -> str:
    """Return the article under which a ruling of that kind is made in the case."""
    if case.is_query and kind in {RulingKind.WORD_VALID, RulingKind.WORD_INVALID}:
        return ARTICLES[ClaimKind.QUERY]
    if kind in _RULED_UNDER:
        return _RULED_UNDER[kind]
    return "10.1" if case.kind is None else ARTICLES[case.kind]


def reversals(case: Case) -> list[Ruling]:
    """Return the rulings that take the current one back, apart from other answers to the claim."""
    if case.ruled is None:
        return []
    was = case.ruled.ruling
    match was.kind:
        case RulingKind.EXCLUSION:
            return [Ruling(kind=RulingKind.REINSTATED, seat=was.seat)]
        case RulingKind.REINSTATED:
            return []
        case RulingKind.WORD_VALID | RulingKind.WORD_INVALID if case.is_query:
            return []  # the other answer takes it back
        case RulingKind.LIFTED if was.move is None:
            return []  # that ruling can be made again
        case kind:
            level = [Ruling(kind=RulingKind.LEVEL)] if kind in ENDS else []
            return [lifting(case.ruled), *level]


def lifting(was: CaseRuled) -> Ruling:
    """Return the ruling that takes this one back, as if it had never been made (art. 10.1)."""
    return Ruling(kind=RulingKind.LIFTED, placed=was.at)
