"""Everything that the laws read from the engine.

Only this module knows how the engine stores a conclusion: results, thinking time, status, and the
inverse of a ruling.
"""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from engine.cases.case import Case, reversals
from engine.cases.choices import answers
from engine.cases.events import Ruling, RulingKind
from engine.cases.finality import GameCases, check_final
from engine.cases.rulings import effect_here
from engine.competitions.competition import Competition
from engine.competitions.entering import lift_act, return_place
from engine.competitions.events import Liftable
from engine.competitions.guards import Events
from engine.competitions.participation import everybody, free_places, participation, reserves
from engine.competitions.planning import plan_phase, set_arbiters, set_browser_seats
from engine.competitions.results import exclude, reinstate
from engine.competitions.status import Role
from engine.errors import EngineError
from engine.games.deadlines import clocks
from engine.games.endings import has_moved
from engine.games.events import Ending
from engine.games.game import Game, Stage
from engine.games.turns import counted_days
from engine.games.turns import exceeded as is_exceeded
from engine.ids import Leg, PersonId, Seat
from engine.matches.match import MatchStage
from engine.matches.results import leg_results
from tests.engine.competitions.desk import ARBITER

if TYPE_CHECKING:
    from tests.engine.laws.championship import Decided, Season
    from tests.engine.laws.notes import Deed
    from tests.engine.laws.world import World

Figures = dict[Seat, Decimal]
"""The coefficients of both players of a game."""


def turn_key(game: Game) -> int:
    """Return the number that identifies the present turn of the game."""
    return game.turns


def worth(world: "World", leg: Leg) -> Figures:
    """Return the figures of a finished game, as they count now."""
    found = {one.leg: one for one in leg_results(world.match)}[leg]
    return {Seat.RED: found.red, Seat.BLUE: found.blue}


def results(world: "World") -> dict[Leg, Figures]:
    """Return the figures of all finished games, as they count now."""
    return {one.leg: worth(world, one.leg) for one in leg_results(world.match)}


def over(world: "World") -> list[Leg]:
    """Return the finished games."""
    ended = {one.leg for one in world.match.ended}
    return [leg for leg, game in world.games.items() if leg in ended and game.ended]


def used(world: "World", leg: Leg, seat: Seat) -> int:
    """Return the days of thinking time that the player has used by now (art. 7.1)."""
    return clocks(world.games[leg], world.today).used[seat]


def allowance(world: "World", leg: Leg, seat: Seat) -> int:
    """Return the player's days of thinking time, with those that the arbiter added."""
    return world.games[leg].allowance(seat)


def exceeded(world: "World", leg: Leg, seat: Seat) -> bool:
    """Return whether the program says that the player's time is exceeded (art. 7.2)."""
    return is_exceeded(world.games[leg], seat, world.today)


def days_left(world: "World", leg: Leg, seat: Seat) -> int:
    """Return the player's remaining days of thinking time; negative if exceeded."""
    return clocks(world.games[leg], world.today).left[seat]


def runs(world: "World", leg: Leg) -> bool:
    """Return whether the game runs and the player to move may move."""
    game = world.games[leg]
    return game.stage is Stage.RUNNING and not game.waits_for_acceptance


def turn_of(world: "World", leg: Leg) -> Seat:
    """Return the player to move."""
    return world.games[leg].turn


def waits_for_arbiter(world: "World", leg: Leg) -> bool:
    """Return whether the player to move asked the arbiter about a word (art. 5.3)."""
    return bool(world.games[leg].query)


def began(world: "World", leg: Leg) -> date:
    """Return the day on which the turn of the player to move began (art. 7.1)."""
    return world.games[leg].received


def ending(world: "World", leg: Leg) -> tuple[Ending, Seat | None] | None:
    """Return how the game ended, and by whom; None if it runs."""
    ended = world.games[leg].ended
    return None if ended is None else (ended.ending, ended.by)


def moved(world: "World", leg: Leg, seat: Seat) -> bool:
    """Return whether the player has ever moved in the game."""
    return has_moved(world.games[leg], seat)


def standing(world: "World", leg: Leg) -> tuple[object, ...]:
    """Return all that a game shows: moves, scores, turn, days, flags and end."""
    game = world.games[leg]
    days = [(_days(world, leg, one), allowance(world, leg, one)) for one in Seat]
    flags = [exceeded(world, leg, one) for one in Seat]
    scores = (game.red.score, game.blue.score, game.red.rack, game.blue.rack)
    moves = [(one.at, getattr(one, "points", 0)) for one in game.moves]
    return (ending(world, leg), game.turn, moves, scores, days, flags, game.returnable)


def _days(world: "World", leg: Leg, seat: Seat) -> int:
    """Return the days used; of a finished game, with those of the turn that its end stopped."""
    game = world.games[leg]
    return used(world, leg, seat) if game.ended is None else counted_days(game, seat, world.today)


def status(world: "World", person: PersonId) -> tuple[object, ...]:
    """Return a player's status: their role in the championship, their seat, and their writer."""
    role = participation(world.competition, person).role
    return (role, person in world.match.joined, world.match.writers.get(person))


def everything(world: "World") -> dict[str, object]:
    """Return all that people see: games, figures, stage, and the status of both players."""
    shown: dict[str, object] = {leg: standing(world, leg) for leg in world.games}
    shown["results"] = results(world)
    shown["stage"] = world.match.stage
    shown["status"] = [status(world, person) for person in world.match.people]
    shown["people"] = (world.match.people, world.match.arbiter, world.match.channel_settings)
    fines = world.match.fines.items()
    shown["penalties"] = sorted((who, leg, points) for (who, leg, _), points in fines)
    return shown


def inverses(world: "World", case: Case) -> list[Ruling]:
    """Return the rulings that take the present ruling of the case back, if there are any.

    The answer to a question about a word is taken back by the other answer (art. 5.3).
    """
    found = reversals(case)[:1]
    if found or case.ruled is None or not case.is_query:
        return found
    game = next(one for one in world.games.values() if one.id == case.game)
    return [one for one in answers(case, game) if one.kind is not case.ruled.ruling.kind]


def lift(world: "World", done: "Deed") -> bool:
    """Take an act of an arbiter back, if an inverse is offered; return whether it was."""
    acts = [*world.deeds], [*world.fresh]
    if done.case is None:
        is_lifted = _is_undone(world, done)
    else:
        case = world.files[done.case.id]
        is_lifted = any(world.decides(done.leg, one, case) for one in inverses(world, case))
    world.deeds, world.fresh = ([one for one in each if one is not done] for each in acts)
    return is_lifted


def _is_undone(world: "World", done: "Deed") -> bool:  # noqa: PLR0911  (one line for each act)
    """Take back an act that is not a ruling; most have no inverse."""
    seat = None if done.person is None else world.games[done.leg].seat_of(done.person)
    match done.kind.name:
        case "WRITER" if done.person is not None:
            if done.place is not None:
                return world.allows_writer(done.person, done.place)
            return world.withdraws_writer(done.person)
        case "MADE_GOOD":
            back = world.makes_ruling(done.leg, "extension", seat=seat, number=-done.number)
            return back is not None
        case "FREED" if done.place is not None:
            return world.returns_seat(done.place)
        case "RETIRED" if done.person is not None:
            return world.lifts_withdrawal(done.person)
        case "HANDED_OVER":
            return world.hands_back()
        case "TAKEN_OVER" | "LATE_RETURN" | "CHANNEL":
            return world.lifts_act(done)
        case "CLOSED":
            return world.lifts_closing(done)
        case _:
            return False


def penalty(seat: Seat, points: str = "0.1") -> Ruling:
    """Return the ruling that takes these points off the player's figure (art. 10.3)."""
    return Ruling(kind=RulingKind.PENALTY, seat=seat, penalty=Decimal(points))


def sanctioned(world: "World", leg: Leg) -> bool:
    """Return whether a player lost the finished game by a sanction, or points in it (art. 10.3)."""
    (ended,) = (one for one in world.match.ended if one.leg is leg)
    return bool(ended.acts) or any(of is leg for _, of, _ in world.match.fines)


def proposable(world: "World") -> bool:
    """Return whether a player may propose own figures now (art. 8.5)."""
    return world.match.stage is MatchStage.PROPOSED


def absent_from(world: "World", leg: Leg, seat: Seat) -> bool:
    """Return whether the player has 0 in the finished game because they never came (art. 9.1)."""
    ended = next((one for one in world.match.ended if one.leg is leg), None)
    if ended is None or moved(world, leg, seat):
        return False
    return (ended.ending, ended.by) == (Ending.NO_SHOW, seat) or seat in ended.untaken


def lost_by_own_fault(world: "World", leg: Leg, seat: Seat) -> bool:
    """Return whether the player has lost the finished game by resigning or on time (art. 9.1)."""
    ended = world.games[leg].ended
    if ended is None:
        return False
    by_fault = {Ending.ABANDONED, Ending.TIME, Ending.NO_SHOW}
    return ended.ending is Ending.BOTH_TIME or (ended.ending in by_fault and ended.by is seat)


def is_refused(world: "World", leg: Leg, ruling: Ruling, *, by: PersonId, chief: PersonId) -> bool:
    """Return whether that arbiter is refused the ruling, because a final one stands against it.

    `chief` is the chief arbiter of today (art. 10.1).
    """
    game = world.games[leg]
    cases = tuple(case for case in world.files.values() if case.game == game.id)
    if not any(case.ruled for case in cases):
        return False
    order = world.order()
    made = effect_here(world.situation(leg), order, ruling)
    served = ((game.log[0].at, ARBITER), (order.at, chief))
    try:
        bench = GameCases(served=served, game=game, cases=cases)
        check_final(bench, world.own_case(leg), by, ruling, made)
    except EngineError:
        return True
    return False


def roles(now: Competition) -> dict[PersonId, tuple[Role, int | None]]:
    """Return the role of everyone who is or was in the championship, with a reserve's number."""
    found = {person: participation(now, person) for person in everybody(now)}
    return {person: (one.role, one.reserve) for person, one in found.items()}


def people_of(now: Competition) -> dict[str, object]:
    """Return all that people see of a championship: roles, seats, tables and leave."""
    phases = range(len(now.phases))
    return {
        "stage": (now.stage, now.number, now.arbiters),
        "roles": roles(now),
        "reserves": [one.player for one in reserves(now)],
        "free": sorted(free_places(now)),
        "players": [sorted(phase.players) for phase in now.phases],
        "groups": [{one.name: {*one.players} for one in phase.groups} for phase in now.phases],
        "tables": [[phase.table(one) for one in phase.groups] for phase in now.phases],
        "leave": [
            {person: phase.leave_of(person) for person in phase.players} for phase in now.phases
        ],
        "dates": [now.phases[number].plan for number in phases],
    }


def lift_in_season(season: "Season", done: "Decided") -> bool:  # noqa: PLR0911  (one line for each act)
    """Take an act of an organiser back, if an inverse is offered; return whether it was."""

    def undo(decide: Callable[..., Events], *wanted: object, **options: object) -> bool:
        by = season.now.arbiters[0]
        return season.happens(lambda now, act: decide(now, act, *wanted, **options), by)

    first, second = (*done.players, None, None)[:2]
    match done.name:
        case "reinstate" if first not in everybody(season.now):
            return True  # the list without them was made since, so nobody has to rule on them
        case "exclude":
            return undo(reinstate, first, reason="De ce")
        case "reinstate":
            return undo(exclude, first, reason="De ce")
        case "retire" | "withdraw":
            return undo(lift_act, Liftable.WITHDRAWAL, first, "De ce")
        case "vacate":
            return undo(return_place, second, "De ce")
        case "replace":
            return undo(lift_act, Liftable.REPLACEMENT, second)
        case "enter":
            return undo(lift_act, Liftable.ENTRY, first)
        case "fill":
            return undo(lift_act, Liftable.FILLING, first)
        case "advance":
            return undo(lift_act, Liftable.ADVANCE, None)
        case "arbiters" | "browsers":
            return undo(set_arbiters, done.before.arbiters) or undo(
                set_browser_seats, allowed=done.before.browser_seats
            )
        case "plan":
            old = [phase.plan for phase in done.before.phases]
            new = [phase.plan for phase in season.now.phases]
            return all(undo(plan_phase, one) for one in old if one not in new)
        case _:
            return False
