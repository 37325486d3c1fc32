"""The rulings that a case offers; `engine.cases.case` has the article of each.

Only possible rulings are offered: `engine.cases.rulings.consequences` has tried each. Some kinds
need a figure (a move, points or days). `choices` lists the usual ones; an arbiter may rule others.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from engine.cases.case import Case, disputed, recomputed, reversals, standing_place
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.rulings import consequences_in
from engine.cases.situation import Situation
from engine.errors import EngineError
from engine.games.endings import absent
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.orders import Order, followers
from engine.games.queries import stands_as_asked
from engine.ids import Seat
from engine.matches.outstanding import late_seats
from engine.matches.silence import may_be_abandoned
from engine.thinking_time import day_of

ON_SOMEBODY = (
    *(RulingKind.LOST_ON_TIME, RulingKind.NO_SHOW, RulingKind.ABANDONED, RulingKind.AS_PLAYED),
    *(RulingKind.WARNING, RulingKind.LOSS, RulingKind.EXCLUSION, RulingKind.REINSTATED),
)
"""The kinds of ruling that need only a player, and no figure."""
PENALTIES = tuple(map(Decimal, ("0.1", "0.2", "0.3", "0.5", "1")))
"""The suggested penalties in points; the arbiter may type any other from 0.1 to 1 (art. 10.3)."""
EXTENSIONS = (1, 2, 3, 5, 7, 10)
"""The suggested numbers of days."""
NEEDS_A_FIGURE = (RulingKind.ANNULLED, RulingKind.SCORE, RulingKind.EXTENSION, RulingKind.PENALTY)
"""The kinds of ruling that need a figure, for which `choices` has suggestions."""
_FITTING = {
    ClaimKind.TIME: RulingKind.EXTENSION,
    ClaimKind.WORD: RulingKind.ANNULLED,
    ClaimKind.TECHNICAL: RulingKind.ANNULLED,
    ClaimKind.ARITHMETIC: RulingKind.SCORE,
    ClaimKind.CONDUCT: RulingKind.PENALTY,
}
"""The kind of those that answers a claim."""


def offered(case: Case, now: Situation, order: Order, *, every: bool = False) -> tuple[Ruling, ...]:
    """Return the complete and possible rulings of the case, the most likely first.

    `every` adds all rulings that are possible in such a game, even if they do not fit the claim.
    """
    game = now.game
    today = day_of(order.at, game.rules.time_zone)
    late = late_seats(game, today)
    candidates = [*reversals(case), *answers(case, game, late)]
    if every or case.kind is None:
        candidates += general(game, late)
    if not case.is_query:
        candidates.append(Ruling(kind=RulingKind.REJECTED))
    return tuple(
        ruling
        for ruling in dict.fromkeys(candidates)
        if _fits(case, game, ruling, today) and is_possible(case, now, order, ruling)
    )


def _fits(case: Case, game: Game, ruling: Ruling, today: date) -> bool:
    """Return whether to offer the ruling; an arbiter may make others, if they are possible."""
    kind, seat = ruling.kind, ruling.seat
    if kind is RulingKind.LIFTED and ruling.move is not None:  # the case's own reversal does it
        return case.ruled is None or case.ruled.at != ruling.placed
    if kind in {RulingKind.ABANDONED, RulingKind.LOST_ON_TIME} and absent(game) is seat:
        return False  # it would only repeat an offered no-show ruling (art. 9.1)
    # A player has left only if they have been silent long enough (art. 7.2).
    return kind is not RulingKind.ABANDONED or seat is None or may_be_abandoned(game, seat, today)


def open_kinds(
    case: Case, now: Situation, order: Order, *, every: bool = False
) -> list[RulingKind]:
    """Return the offered kinds that need a figure."""
    answer = None if case.kind is None else _FITTING.get(case.kind)
    of_any_game, moves = every or case.kind is None, now.game.moves
    # An arbiter may set other points than the rules give (art. 5.3).
    any_score = of_any_game and any(isinstance(move, PlacementMade) for move in moves)
    return [
        kind
        for kind in NEEDS_A_FIGURE
        if (any_score and kind is RulingKind.SCORE)
        or ((of_any_game or kind is answer) and choices(case, now, order, kind))
    ]


def choices(case: Case, now: Situation, order: Order, kind: RulingKind) -> tuple[Ruling, ...]:
    """Return the possible rulings of a kind that needs a figure, with the usual figures.

    For an annulment these are all moves of the game, the latest first (art. 5.2).
    """
    usual = figures(case, now.game, kind)
    return tuple(ruling for ruling in usual if is_possible(case, now, order, ruling))


def is_possible(case: Case, now: Situation, order: Order, ruling: Ruling) -> bool:
    """Return whether the ruling is possible now and differs from the current one."""
    if case.ruled is not None and case.ruled.ruling == ruling:
        return False
    try:
        consequences_in(case, now, order, ruling)
    except EngineError:
        return False
    return True


def figures(case: Case, game: Game, kind: RulingKind) -> list[Ruling]:
    """Return the rulings of that kind with usual figures, the likeliest first."""
    seats, places = concerned(case, game), range(len(game.moves))
    match kind:
        case RulingKind.ANNULLED:
            return [Ruling(kind=kind, move=keep) for keep in reversed(places)]
        case RulingKind.SCORE:
            return [
                Ruling(kind=kind, move=place, number=recomputed(game, place))
                for place in places
                if isinstance(game.moves[place], PlacementMade)
                and place == (case.move if case.word else place)
            ]
        case RulingKind.EXTENSION:
            return [Ruling(kind=kind, seat=by, number=days) for by in seats for days in EXTENSIONS]
        case RulingKind.PENALTY:
            return [Ruling(kind=kind, seat=by, penalty=off) for by in seats for off in PENALTIES]
        case _:
            return []


def answers(  # noqa: PLR0911  (one line for each kind of claim)
    case: Case, game: Game, late: Sequence[Seat] = ()
) -> list[Ruling]:
    """Return the rulings that answer the claim if it is right.

    `late` are the players who exceeded their time, the earliest first.
    """
    place, seats = standing_place(case, game), concerned(case, game)
    match case.kind:
        case ClaimKind.TIME:
            others = _on(seats, RulingKind.NO_SHOW, RulingKind.ABANDONED, RulingKind.AS_PLAYED)
            return [*_lost_on_time(seats, late), *others]
        case ClaimKind.CONDUCT:
            return _on(seats, RulingKind.WARNING, RulingKind.LOSS, RulingKind.EXCLUSION)
        case ClaimKind.WORD:
            return _about_words(case, game, place)
        case ClaimKind.QUERY:
            return _answers_to_query(case, game)
        case ClaimKind.TECHNICAL if place is not None:
            last = place == len(game.moves) - 1
            return [Ruling(kind=RulingKind.RETURNED if last else RulingKind.ANNULLED, move=place)]
        case ClaimKind.ARITHMETIC if place is not None:
            return [Ruling(kind=RulingKind.SCORE, move=place, number=recomputed(game, place))]
        case ClaimKind.TECHNICAL | ClaimKind.ARITHMETIC:
            return [Ruling(kind=RulingKind.UPHELD)]
        case _:  # a case opened by an arbiter: the general rulings follow
            return []


def _lost_on_time(seats: Sequence[Seat], late: Sequence[Seat]) -> list[Ruling]:
    """Return lost-on-time rulings, the first to be late first; one for both if both are late."""
    if len(late) < len(Seat):
        return _on(seats, RulingKind.LOST_ON_TIME)
    return [*_on(late, RulingKind.LOST_ON_TIME), Ruling(kind=RulingKind.BOTH_LOST_ON_TIME)]


def _about_words(case: Case, game: Game, place: int | None) -> list[Ruling]:
    """Return the rulings on a dispute about words; `place` is None if the placement is not valid.

    A returned or annulled placement may be restored, with the moves after it or alone; or the words
    are valid and the game continues as it is. A placement that the opponent accepted stays,
    whatever the ruling about its words.
    """
    words, invalid = case.words, RulingKind.WORD_INVALID
    valid = Ruling(kind=RulingKind.WORD_VALID, words=words)
    if place is None:
        again: list[Ruling] = []
        made = disputed(case, game)
        if made is not None:
            again = [replace(valid, move=case.move, placed=made.at)]
            later = followers(game, made)
            if later:
                again.insert(0, replace(again[0], number=later))
        return [*again, valid, Ruling(kind=invalid, words=words, placed=case.placed)]
    stands = Ruling(kind=RulingKind.WORD_ACCEPTED, words=words)
    if game.moves[place].at in {made.at for made in game.accepted}:  # its score may be corrected
        return [valid, stands]
    found = [valid, Ruling(kind=invalid, move=place, words=words)]
    return [*found, stands] if place < len(game.moves) - 1 else found


def _answers_to_query(case: Case, game: Game) -> list[Ruling]:
    """Return the rulings on whether refused words are valid (art. 5.3).

    One invalid word is enough to refuse the placement; each word can be named alone.
    """
    valid = Ruling(  # without a placement there is nothing to play
        kind=RulingKind.WORD_VALID,
        move=case.move,
        words=case.words,
        placed=case.placed,
        placement=case.placement,
    )
    invalid = Ruling(
        kind=RulingKind.WORD_INVALID, words=case.words, placed=case.placed, query=case.id
    )
    if stands_as_asked(game, case.move, case.placed):  # it was accepted before
        invalid = Ruling(kind=RulingKind.WORD_INVALID, words=case.words, move=case.move)
    each = [replace(invalid, words=(word,)) for word in case.words]
    return [valid, invalid, *(each if len(each) > 1 else ())]


def general(game: Game, late: Sequence[Seat] = ()) -> list[Ruling]:
    """Return the rulings possible in any game; `late` is as in `answers`."""
    seats = tuple(Seat)
    others = (kind for kind in ON_SOMEBODY if kind is not RulingKind.LOST_ON_TIME)
    rulings = [*_lost_on_time(seats, late), *_on(seats, *others)]
    if isinstance(game.last_move, PlacementMade):
        rulings.append(Ruling(kind=RulingKind.RETURNED, move=len(game.moves) - 1))
    acts = [(run.event, run.moves_before) for run in game.voided[-1:]]
    ends = [(game.ended, len(game.moves))] if game.ended is not None else []
    rulings += [
        Ruling(kind=RulingKind.LIFTED, placed=act.at, move=before) for act, before in acts + ends
    ]
    return [*rulings, Ruling(kind=RulingKind.LEVEL)]


def concerned(case: Case, game: Game) -> tuple[Seat, ...]:
    """Return the players a ruling may concern: the player claimed against, otherwise both."""
    seat = None if case.against is None else game.last_seat_of(case.against)
    return tuple(Seat) if seat is None else (seat,)


def _on(seats: Sequence[Seat], *kinds: RulingKind) -> list[Ruling]:
    return [Ruling(kind=kind, seat=seat) for kind in kinds for seat in seats]
