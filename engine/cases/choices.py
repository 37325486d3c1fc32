"""Which rulings a case offers; under which article each is made is `engine.cases.articles`.

Only what can be done as things stand is offered: each ruling has been tried by
`engine.cases.rulings.consequences`. Where a kind needs a figure (how far back, how many points or
days), `choices` lists the usual ones; any other may be ruled all the same.
"""

from dataclasses import replace
from decimal import Decimal

from engine.cases.case import Case
from engine.cases.disputes import disputed, recomputed, standing_place
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.rulings import consequences
from engine.cases.situation import Situation
from engine.errors import EngineError
from engine.games.courses import course_through
from engine.games.endings import absent
from engine.games.events import PlacementMade
from engine.games.game import Game, index_of
from engine.games.orders import Order
from engine.games.queries import stands_as_asked
from engine.ids import Seat
from engine.thinking_time import day_of

NEEDS_A_FIGURE = (
    RulingKind.ANNULLED,
    RulingKind.SCORE,
    RulingKind.EXTENSION,
    RulingKind.PENALTY,
)
"""The kinds of ruling that `choices` completes."""
ON_SOMEBODY = (
    RulingKind.LOST_ON_TIME,
    RulingKind.NO_SHOW,
    RulingKind.ABANDONED,
    RulingKind.AS_PLAYED,
    RulingKind.WARNING,
    RulingKind.LOSS,
    RulingKind.EXCLUSION,
    RulingKind.REINSTATED,
)
"""Those of which there is nothing more to say than whom they concern."""
PENALTIES = tuple(map(Decimal, ("0.1", "0.2", "0.3", "0.5", "1")))
"""The points off a coefficient that are offered; any other from 0.1 to 1 may be typed (10.3)."""
EXTENSIONS = (1, 2, 3, 5, 7, 10)
"""The days that are offered."""

_AGAINST_HIM = {
    ClaimKind.TIME: (
        RulingKind.LOST_ON_TIME,
        RulingKind.NO_SHOW,
        RulingKind.ABANDONED,
        RulingKind.AS_PLAYED,
    ),
    ClaimKind.CONDUCT: (RulingKind.WARNING, RulingKind.LOSS, RulingKind.EXCLUSION),
}
_ENDINGS = frozenset(
    {
        RulingKind.LOST_ON_TIME,
        RulingKind.NO_SHOW,
        RulingKind.ABANDONED,
        RulingKind.LOSS,
        RulingKind.LEVEL,
    }
)
"""The rulings that end a game."""
_OF_SILENCE = frozenset({RulingKind.NO_SHOW, RulingKind.ABANDONED})
"""The rulings that are offered only after days of silence; an arbiter may make them earlier."""


def offered(case: Case, now: Situation, order: Order, *, every: bool = False) -> tuple[Ruling, ...]:
    """Return the rulings that the case offers, complete and possible, the most likely first.

    `every`: whatever an arbiter may rule in such a game, not only what fits the claim.
    """
    game = now.game
    candidates = [*_reversals(case), *_answers(case, game)]
    if every or case.kind is None:
        candidates += _general(game)
    if not case.is_query:
        candidates.append(Ruling(kind=RulingKind.REJECTED))
    too_early = frozenset() if _is_silent(game, order) else _OF_SILENCE
    return tuple(
        ruling
        for ruling in dict.fromkeys(candidates)
        if ruling.kind not in too_early
        and not _is_no_show_too(game, ruling)
        and is_possible(case, now, order, ruling)
    )


def _is_no_show_too(game: Game, ruling: Ruling) -> bool:
    """Return whether it would end the game as the no-show that is offered beside it (art. 9.1)."""
    kinds = {RulingKind.ABANDONED, RulingKind.LOST_ON_TIME}
    return ruling.kind in kinds and absent(game) is ruling.seat


def _is_silent(game: Game, order: Order) -> bool:
    """Return whether the player to move has been silent as long as art. 7.2 waits for him."""
    days = (day_of(order.at, game.rules.time_zone) - game.received).days
    return not game.query and days >= game.rules.resend_days + game.rules.dossier_days


def open_kinds(
    case: Case, now: Situation, order: Order, *, every: bool = False
) -> list[RulingKind]:
    """Return the kinds that the case offers and that need a figure."""
    fitting = {
        ClaimKind.TIME: {RulingKind.EXTENSION},
        ClaimKind.WORD: {RulingKind.ANNULLED},
        ClaimKind.TECHNICAL: {RulingKind.ANNULLED},
        ClaimKind.ARITHMETIC: {RulingKind.SCORE},
        ClaimKind.CONDUCT: {RulingKind.PENALTY},
        ClaimKind.QUERY: set(),
    }
    of_any_game = every or case.kind is None
    wanted = set(NEEDS_A_FIGURE) if every or case.kind is None else fitting[case.kind]
    return [
        kind
        for kind in NEEDS_A_FIGURE
        if kind in wanted
        and (
            # Whatever the rules make of the points, an arbiter may write others (art. 5.3).
            (kind is RulingKind.SCORE and of_any_game and _has_placements(now.game))
            or any(is_possible(case, now, order, one) for one in _figures(case, now.game, kind))
        )
    ]


def _has_placements(game: Game) -> bool:
    return any(isinstance(move, PlacementMade) for move in game.moves)


def choices(case: Case, now: Situation, order: Order, kind: RulingKind) -> tuple[Ruling, ...]:
    """Return rulings of a kind that needs a figure, with the usual figures; what can be done.

    Of an annulment they are all the moves of the game, the latest first (art. 5.2).
    """
    found = _figures(case, now.game, kind)
    return tuple(ruling for ruling in found if is_possible(case, now, order, ruling))


def _figures(case: Case, game: Game, kind: RulingKind) -> list[Ruling]:
    """Return what `choices` tries, the likeliest first."""
    found: list[Ruling] = []
    if kind is RulingKind.ANNULLED:
        found = [Ruling(kind=kind, move=keep) for keep in reversed(range(len(game.moves)))]
    elif kind is RulingKind.SCORE:
        found = [
            Ruling(kind=kind, move=place, number=recomputed(game, place))
            for place, move in enumerate(game.moves)
            if isinstance(move, PlacementMade) and place == (case.move if case.word else place)
        ]
    elif kind is RulingKind.EXTENSION:
        found = [
            Ruling(kind=kind, seat=seat, number=days)
            for seat in concerned(case, game)
            for days in EXTENSIONS
        ]
    elif kind is RulingKind.PENALTY:
        found = [
            Ruling(kind=kind, seat=seat, penalty=points)
            for seat in concerned(case, game)
            for points in PENALTIES
        ]
    return found


def is_possible(case: Case, now: Situation, order: Order, ruling: Ruling) -> bool:
    """Return whether the ruling can be made as things stand, and is not the one that stands."""
    if case.ruled is not None and case.ruled.ruling == ruling:
        return False
    try:
        consequences(now, order, ruling)
    except EngineError:
        return False
    return True


def _answers(case: Case, game: Game) -> list[Ruling]:
    """Return what answers the claim itself, if it is right."""
    place = standing_place(case, game)
    found: list[Ruling] = []
    match case.kind:
        case ClaimKind.TIME | ClaimKind.CONDUCT:
            seats = concerned(case, game)
            found = [_on(kind, seat) for kind in _AGAINST_HIM[case.kind] for seat in seats]
        case ClaimKind.WORD:
            found = _about_words(case, game, place)
        case ClaimKind.QUERY:
            found = _answers_to_query(case, game)
        case ClaimKind.TECHNICAL if place is not None:
            last = place == len(game.moves) - 1
            kind = RulingKind.RETURNED if last else RulingKind.ANNULLED
            found = [Ruling(kind=kind, move=place)]
        case ClaimKind.ARITHMETIC if place is not None:
            right = recomputed(game, place)
            found = [Ruling(kind=RulingKind.SCORE, move=place, number=right)]
        case ClaimKind.TECHNICAL | ClaimKind.ARITHMETIC:
            found = [Ruling(kind=RulingKind.UPHELD)]
        case _:  # of his own accord: what an arbiter may rule in any game comes after it
            pass
    return found


def _about_words(case: Case, game: Game, place: int | None) -> list[Ruling]:
    """Return the answers to a dispute about words: of a placement that stands, or does not.

    One that does not may stand again, with what came after it or alone; or the words are valid and
    the game goes on from where it has come to.
    """
    words, invalid = case.words, RulingKind.WORD_INVALID
    valid = Ruling(kind=RulingKind.WORD_VALID, words=words)
    if place is None:
        again: list[Ruling] = []
        made = disputed(case, game)
        if made is not None:
            again = [replace(valid, move=case.move, placed=made.at)]
            followers = len(course_through(game, made)) - index_of(made) - 1
            if followers:
                again.insert(0, replace(again[0], number=followers))
        return [*again, valid, Ruling(kind=invalid, words=words)]
    found = [valid, Ruling(kind=invalid, move=place, words=words)]
    if place < len(game.moves) - 1:
        found.append(Ruling(kind=RulingKind.WORD_ACCEPTED, words=words))
    return found


def _answers_to_query(case: Case, game: Game) -> list[Ruling]:
    """Return the answers to whether refused words are admitted (art. 5.3).

    Of several, one that is not admitted is enough for the placement; each can be named alone.
    """
    stands = stands_as_asked(game, case.move, case.placed)
    valid = Ruling(  # of words alone there is nothing to place
        kind=RulingKind.WORD_VALID,
        move=case.move,
        words=case.words,
        placed=case.placed,
        placement=case.placement,
    )
    wrong = [case.words]
    if len(case.words) > 1:
        wrong += [(word,) for word in case.words]
    place = case.move if stands else None
    query = None if stands else case.id
    return [
        valid,
        *(
            Ruling(kind=RulingKind.WORD_INVALID, move=place, words=words, query=query)
            for words in wrong
        ),
    ]


def _reversals(case: Case) -> list[Ruling]:
    """Return what takes the ruling that stands back, besides another answer to the claim."""
    if case.ruled is None:
        return []
    was = case.ruled.ruling
    match was.kind:
        case kind if kind in _ENDINGS:
            found = [Ruling(kind=RulingKind.REOPENED), Ruling(kind=RulingKind.LEVEL)]
        case RulingKind.WORD_INVALID | RulingKind.RETURNED | RulingKind.ANNULLED:
            found = [Ruling(kind=RulingKind.RESTORED)]
        case RulingKind.WORD_VALID if was.move is not None and not was.placement:
            found = [Ruling(kind=RulingKind.RESTORED)]
        case RulingKind.PENALTY:
            found = [Ruling(kind=was.kind, seat=was.seat, penalty=Decimal(0))]
        case RulingKind.EXTENSION if was.number is not None:
            found = [Ruling(kind=was.kind, seat=was.seat, number=-was.number)]
        case RulingKind.EXCLUSION:
            found = [Ruling(kind=RulingKind.REINSTATED, seat=was.seat)]
        case _:
            found = []
    return found


def _general(game: Game) -> list[Ruling]:
    """Return what an arbiter may rule in any game."""
    found = [_on(kind, seat) for kind in ON_SOMEBODY for seat in Seat]
    last = len(game.moves) - 1
    if last >= 0 and isinstance(game.moves[last], PlacementMade):
        found.append(Ruling(kind=RulingKind.RETURNED, move=last))
    return [
        *found,
        Ruling(kind=RulingKind.RESTORED),
        Ruling(kind=RulingKind.REOPENED),
        Ruling(kind=RulingKind.LEVEL),
    ]


def concerned(case: Case, game: Game) -> tuple[Seat, ...]:
    """Return whom a ruling may concern: whoever the claim is against, else both players."""
    seat = None if case.against is None else game.seat_of(case.against)
    return tuple(Seat) if seat is None else (seat,)


def _on(kind: RulingKind, seat: Seat) -> Ruling:
    return Ruling(kind=kind, seat=seat)
