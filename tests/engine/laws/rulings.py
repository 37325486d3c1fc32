"""Rulings to try in a world."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeVar

from engine.cases.choices import general
from engine.cases.events import Ruling, RulingKind
from engine.games.commands import Pass
from engine.games.game import Game
from engine.ids import Leg, Seat
from tests.engine.competitions.desk import ARBITER
from tests.engine.laws.championship import Season
from tests.engine.laws.program import began, days_left, over, penalty, runs, turn_of
from tests.engine.laws.world import World

K = RulingKind
FIGURES = frozenset({K.PENALTY, K.LOSS, K.EXTENSION, K.SCORE, K.AS_PLAYED})
"""The rulings about figures and days."""
ENDINGS = frozenset({K.LEVEL, K.NO_SHOW, K.ABANDONED, K.LOST_ON_TIME, K.BOTH_LOST_ON_TIME})
"""The rulings that end a game."""
MOVES = frozenset({K.ANNULLED, K.RETURNED, K.WORD_VALID, K.WORD_INVALID, K.WORD_ACCEPTED})
"""The rulings about moves and words."""
OTHERS = frozenset(K) - FIGURES - ENDINGS - MOVES
"""The rulings about people and claims."""
ANSWERS = OTHERS - {K.LIFTED, K.REINSTATED}
"""The same without those that only take another ruling back, which can then be made again."""
_One = TypeVar("_One")


def some(world: World | Season, found: Sequence[_One], number: int) -> list[_One]:
    """Return a few of the possibilities, others after each act, so that a law stays cheap."""
    if len(found) <= number:
        return [*found]
    start = world.changes * number
    return [found[(start + place * 7) % len(found)] for place in range(number)]


def on(kind: RulingKind) -> Callable[[Seat], Ruling]:
    """Return a function that returns the ruling of this kind on a player."""
    return lambda seat: Ruling(kind=kind, seat=seat)


def score(world: World, leg: Leg) -> Ruling:
    """Return the ruling that gives the first play of the game one point more (art. 5.3)."""
    made = [
        (n, one.points) for n, one in enumerate(world.games[leg].moves) if hasattr(one, "points")
    ]
    place, points = made[0] if made else (0, 0)
    return Ruling(kind=K.SCORE, move=place, number=points + 1)


def any_rulings(world: World) -> list[tuple[Leg, Ruling]]:
    """Return a ruling of every kind in each game, permitted or not."""
    found = []
    on_one = (K.LOST_ON_TIME, K.NO_SHOW, K.ABANDONED, K.LOSS, K.AS_PLAYED, K.WARNING, K.EXCLUSION)
    on_both = (K.LEVEL, K.BOTH_LOST_ON_TIME)
    for leg, game in world.games.items():
        rulings = [on(kind)(seat) for kind in on_one for seat in Seat]
        rulings += [Ruling(kind=kind) for kind in on_both]
        rulings += liftings(game)
        rulings += [penalty(seat) for seat in Seat]
        rulings += [Ruling(kind=K.EXTENSION, seat=seat, number=3) for seat in Seat]
        rulings += [score(world, leg), Ruling(kind=K.REINSTATED, seat=Seat.RED)]
        last = len(game.moves) - 1
        rulings += [Ruling(kind=kind, move=last) for kind in (K.ANNULLED, K.RETURNED)]
        words = getattr(game.last_move, "words", ())
        rulings += [
            Ruling(kind=K.WORD_INVALID, move=last, words=words),
            Ruling(kind=K.WORD_VALID, words=words),
            Ruling(kind=K.WORD_ACCEPTED, words=words),
        ]
        found += [(leg, ruling) for ruling in rulings]
    return found


def liftings(game: Game) -> list[Ruling]:
    """Return the rulings that take back the end of the game, and the moves taken back last."""
    return [one for one in general(game) if one.kind is K.LIFTED]


def on_results(world: World) -> list[tuple[Leg, Ruling]]:
    """Return rulings on the results of finished games, permitted or not."""
    rulings = [Ruling(kind=K.LEVEL), *map(on(K.LOSS), Seat), *map(penalty, Seat)]
    rulings += [*map(on(K.LOST_ON_TIME), Seat), *map(on(K.AS_PLAYED), Seat)]
    return [(leg, ruling) for leg in over(world) for ruling in (*rulings, score(world, leg))]


def acts_of_arbiters(world: World) -> list[Callable[[World], bool]]:
    """Return the acts of an arbiter that are not rulings, permitted or not."""
    person, figures = world.match.first, (Decimal("1.2"), Decimal("0.8"))
    found: list[Callable[[World], bool]] = [
        lambda then: then.takes_over(person, figures, over(then)[:1]),
        lambda then: then.frees_seat(person),
        lambda then: then.records_withdrawal(person),
        World.hands_over,
        World.confirms_late_return,
        lambda then: then.sets_channel("email"),
    ]
    if person in world.match.joined:  # otherwise the seat stays taken
        found.append(lambda then: then.allows_writer(person, ARBITER))
    return found + [lambda then, leg=leg: then.closes_game(leg) for leg in world.match.all_running]


def entered_late(world: World, leg: Leg) -> World | None:
    """Return the world in which time runs out before a sheet sent today is entered.

    None if no sheet can be entered.
    """
    seat, sent, then = turn_of(world, leg), world.today, world.copied()
    pass_days(then, max(days_left(then, leg, seat), 0) + 2)
    entered = runs(then, leg) and then.enters(leg, Pass(by=seat), began(then, leg), sent)
    return then if entered else None


def pass_days(world: World, days: int) -> None:
    """Let days pass, with the program's check of time on each."""
    for _ in range(days):
        world.tomorrow()
        world.checks_time()
