"""The rulings that a case offers; `engine.cases.case` has the article of each.

Only possible rulings are offered: `engine.cases.rulings.consequences` has tried each. Some kinds
need a figure (a move, points or days). `choices` lists the usual figures; the arbiter may rule any
other.
"""

from datetime import date

from engine.cases.candidates import answers, figures, general, reversals
from engine.cases.case import Case
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.rulings import consequences_in
from engine.cases.situation import Situation
from engine.errors import EngineError
from engine.games.endings import absent
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.orders import Order
from engine.matches.outstanding import late_seats
from engine.matches.silence import may_be_abandoned
from engine.thinking_time import day_of

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
    late = late_seats(game, max(today, game.received))
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
    of_any_game = every or case.kind is None
    has_placements = any(isinstance(move, PlacementMade) for move in now.game.moves)
    return [
        kind
        for kind in NEEDS_A_FIGURE
        if (case.kind is None or every or _FITTING.get(case.kind) is kind)
        and (
            # An arbiter may set other points than the rules give (art. 5.3).
            (kind is RulingKind.SCORE and of_any_game and has_placements)
            or choices(case, now, order, kind)
        )
    ]


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
