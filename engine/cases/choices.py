"""The rulings that a case offers; `engine.cases.articles` has the article of each.

Only possible rulings are offered: `engine.cases.rulings.consequences` has tried each. Some kinds
need a figure (a move, points or days). `choices` lists the usual figures; the arbiter may rule any
other.
"""

from datetime import date

from engine.cases.candidates import answers, figures, general, reversals
from engine.cases.case import Case
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.replacing import consequences_in
from engine.cases.situation import Situation
from engine.errors import EngineError
from engine.games.endings import absent
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.orders import Order
from engine.matches.outstanding import late_seats
from engine.matches.silence import may_be_abandoned
from engine.thinking_time import day_of

NEEDS_A_FIGURE = (
    RulingKind.ANNULLED,
    RulingKind.SCORE,
    RulingKind.EXTENSION,
    RulingKind.PENALTY,
)
"""The kinds of ruling that need a figure, for which `choices` has suggestions."""


def offered(case: Case, now: Situation, order: Order, *, every: bool = False) -> tuple[Ruling, ...]:
    """Return the complete and possible rulings of the case, the most likely first.

    `every` adds all rulings that are possible in such a game, even if they do not fit the claim.
    """
    game = now.game
    today = day_of(order.at, game.rules.time_zone)
    late = late_seats(game, max(today, game.received))
    candidates = [*reversals(case), *answers(case, game, late)]
    if every or case.kind is None:
        candidates += general(game, late)
    if not case.is_query:
        candidates.append(Ruling(kind=RulingKind.REJECTED))
    return tuple(
        ruling
        for ruling in dict.fromkeys(candidates)
        if not _is_own_again(case, ruling)
        and not _is_abandoned_too_early(game, ruling, today)
        and not _is_no_show_too(game, ruling)
        and is_possible(case, now, order, ruling)
    )


def _is_own_again(case: Case, ruling: Ruling) -> bool:
    """Return whether the ruling would take back by itself what the case's own reversal does."""
    own = case.ruled is not None and case.ruled.at == ruling.placed
    return own and ruling.kind is RulingKind.LIFTED and ruling.move is not None


def _is_abandoned_too_early(game: Game, ruling: Ruling, today: date) -> bool:
    """Return whether the player has not been silent long enough to have left (art. 7.2).

    An arbiter may make the ruling earlier, but it is not offered.
    """
    if ruling.kind is not RulingKind.ABANDONED or ruling.seat is None:
        return False
    return not may_be_abandoned(game, ruling.seat, today)


def _is_no_show_too(game: Game, ruling: Ruling) -> bool:
    """Return whether the ruling would only repeat an offered no-show ruling (art. 9.1)."""
    kinds = {RulingKind.ABANDONED, RulingKind.LOST_ON_TIME}
    return ruling.kind in kinds and absent(game) is ruling.seat


def open_kinds(
    case: Case, now: Situation, order: Order, *, every: bool = False
) -> list[RulingKind]:
    """Return the offered kinds that need a figure."""
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
            # An arbiter may set other points than the rules give (art. 5.3).
            (kind is RulingKind.SCORE and of_any_game and _has_placements(now.game))
            or any(is_possible(case, now, order, one) for one in figures(case, now.game, kind))
        )
    ]


def _has_placements(game: Game) -> bool:
    return any(isinstance(move, PlacementMade) for move in game.moves)


def choices(case: Case, now: Situation, order: Order, kind: RulingKind) -> tuple[Ruling, ...]:
    """Return the possible rulings of a kind that needs a figure, with the usual figures.

    For an annulment these are all moves of the game, the latest first (art. 5.2).
    """
    found = figures(case, now.game, kind)
    return tuple(ruling for ruling in found if is_possible(case, now, order, ruling))


def is_possible(case: Case, now: Situation, order: Order, ruling: Ruling) -> bool:
    """Return whether the ruling is possible now and differs from the current one."""
    if case.ruled is not None and case.ruled.ruling == ruling:
        return False
    try:
        consequences_in(case, now, order, ruling)
    except EngineError:
        return False
    return True
