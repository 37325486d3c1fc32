"""Every stage of a game in which an arbiter may rule, and every ruling to try there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from typing import Final

from engine.cases.choices import ON_SOMEBODY
from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import consequences
from engine.cases.situation import Consequences, Situation
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.results import advance, approve_result
from engine.errors import EngineError
from engine.games.commands import Resign
from engine.games.game import Game
from engine.games.orders import Order
from engine.ids import Leg, Seat
from engine.matches.decide import answer_results
from engine.matches.fold import evolve_match
from engine.matches.match import Match
from engine.matches.own_proposals import propose_own, take_over
from engine.matches.rulings import follow_ruling
from tests.builders import noon, play
from tests.engine.cases.bench import (
    MOVES,
    ended,
    homologated,
    late,
    order,
    other_game,
    seat_of,
    situation,
)
from tests.engine.competitions.desk import ARBITER, LEVEL

K = RulingKind
RULED: Final = 65
"""The day on which everything is ruled."""


def on(day: int = RULED, case: str = "K7QF/1#1") -> Order:
    """Return an arbiter's order in that case."""
    return replace(order(day), case=case)


def _taken_up(now: Situation) -> Situation:
    """Return the stage with both players joined, and Red's other match between its games."""
    there = frozenset(now.match.people)
    waits, game = other_game(now, seat_of(now, Seat.RED))
    over = play(game, Resign(by=game.seat_of(waits.partner(seat_of(now, Seat.RED))) or Seat.RED))
    waits = reduce(evolve_match, follow_ruling(waits, over, noon()), waits)
    runs = _running_elsewhere(now)
    match = replace(now.match, joined=there)
    return replace(now, match=match, to_come=(waits,), elsewhere=(runs,))


def _running_elsewhere(now: Situation) -> tuple[Match, Game]:
    return other_game(now, seat_of(now, Seat.BLUE))


def running() -> Situation:
    """Return a running game after three moves."""
    return _taken_up(situation(*MOVES))


def flagged() -> Situation:
    """Return a game in which Blue never answered and exceeded their time."""
    return _taken_up(late())


def annulled() -> Situation:
    """Return a game whose last two moves were annulled."""
    return consequences(running(), order(4), Ruling(kind=K.ANNULLED, move=1)).after


def between() -> Situation:
    """Return a resigned home game, before its return game."""
    return ended(running(), Resign(by=Seat.BLUE))


def both_late() -> Situation:
    """Return a finished return game whose players both exceeded their time, and the proposal."""
    now = _taken_up(situation(*MOVES[:2], leg=Leg.RETURN))
    now = replace(now, game=play(now.game, MOVES[2], at=noon(32)))
    return ended(now, "PAS", "PAS", "PAS", "PAS", day=64)


def sanctioned() -> Situation:
    """Return a finished return game, then ruled lost, with the results approved."""
    over = ended(_taken_up(situation(*MOVES, leg=Leg.RETURN)), "PAS", "PAS", "PAS", "PAS")
    return consequences(homologated(over), on(RULED - 1), Ruling(kind=K.LOSS, seat=Seat.RED)).after


def proposed() -> Situation:
    """Return a resigned return game, with both results proposed."""
    return ended(_taken_up(situation(*MOVES, leg=Leg.RETURN)), Resign(by=Seat.BLUE))


def taken_over() -> Situation:
    """Return the stage with a player's own figures adopted by the arbiter."""
    now = proposed()
    match, who = now.match, now.match.people[0]
    own = Decimal("1.2"), Decimal("0.8")
    match = reduce(evolve_match, answer_results(match, who, noon(), agrees=False), match)
    match = reduce(evolve_match, propose_own(match, who, Leg.RETURN, *own, noon()), match)
    return replace(now, match=reduce(evolve_match, take_over(match, order(), who), match))


def official() -> Situation:
    """Return both results approved."""
    return homologated(proposed())


def official_taken_over() -> Situation:
    """Return the stage with the adopted figures approved."""
    return homologated(taken_over())


def official_late() -> Situation:
    """Return an approved result of players who both exceeded their time."""
    return homologated(both_late())


def published() -> Situation:
    """Return a result of a finished phase: all is approved, the next phase is open."""
    now = replace(official(), elsewhere=(), to_come=())
    competition = now.competition
    assert competition is not None
    phase, *others = competition.phases
    enough = replace(phase, plan=replace(phase.plan, advance=2))
    competition = replace(competition, phases=(enough, *others))
    act = Act(by=ARBITER, at=noon())
    for game in competition.phase.open_games():
        events = approve_result(competition, act, game, LEVEL)
        competition = reduce(evolve_competition, events, competition)
    after = reduce(evolve_competition, advance(competition, act), competition)
    return replace(now, competition=after)


def excluded(stage: Callable[[], Situation]) -> Callable[[], Situation]:
    """Return that stage after Red was disqualified in it."""
    out = Ruling(kind=K.EXCLUSION, seat=Seat.RED)
    return lambda: consequences(stage(), on(RULED - 1), out).after


STAGES: Final[dict[str, Callable[[], Situation]]] = {
    "running": running,
    "late": flagged,
    "annulled": annulled,
    "between": between,
    "both late": both_late,
    "proposed": proposed,
    "taken over": taken_over,
    "official": official,
    "official, taken over": official_taken_over,
    "official, late": official_late,
    "published": published,
    "sanctioned": sanctioned,
    "excluded running": excluded(running),
    "excluded between": excluded(between),
    "excluded official": excluded(official),
    "no competition": lambda: replace(proposed(), competition=None, to_come=(), elsewhere=()),
}


def rulings_of(kind: RulingKind, now: Situation, scores: Sequence[int]) -> Iterator[Ruling]:
    """Yield every useful ruling of that kind in that stage."""
    places = range(len(now.game.moves))
    if kind in ON_SOMEBODY:
        yield from (Ruling(kind=kind, seat=seat) for seat in Seat)
    elif kind is K.SCORE:
        for place in places:
            yield from (Ruling(kind=kind, move=place, number=points) for points in scores)
    elif kind is K.EXTENSION:
        for seat in Seat:
            yield from (Ruling(kind=kind, seat=seat, number=days) for days in (1, 5, -5))
    elif kind is K.PENALTY:
        for seat in Seat:
            points = map(Decimal, ("0", "0.1", "1"))
            yield from (Ruling(kind=kind, seat=seat, penalty=one) for one in points)
    elif kind in {K.ANNULLED, K.RETURNED}:
        yield from (Ruling(kind=kind, move=place) for place in places)
    elif kind in {K.WORD_VALID, K.WORD_INVALID}:
        yield Ruling(kind=kind, words=("CASA",))
        for place, word in enumerate(("CASA", "STIRE", "TIN")):
            yield Ruling(kind=kind, words=(word,), move=place)
    else:
        yield Ruling(kind=kind)


def possible(
    kind: RulingKind, now: Situation, by: Order, *scores: int
) -> Iterator[tuple[Ruling, Consequences]]:
    """Yield the possible rulings with their effects; others are refused with a reason.

    `scores` are those that rulings on a score set.
    """
    for ruling in rulings_of(kind, now, scores):
        try:
            found = consequences(now, by, ruling)
        except EngineError:
            continue
        yield ruling, found
