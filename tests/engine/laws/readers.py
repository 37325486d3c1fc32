"""What different readers of the engine say about the same thing.

Cards, lists, previews and sheets of the bot are made by these functions.
"""

from datetime import date

from engine.cases.choices import offered
from engine.cases.events import Ruling, RulingKind
from engine.cases.of_person import Decision, Holding, PersonStates, effects_of
from engine.coefficients import Coefficients
from engine.games.deadlines import clocks
from engine.games.game import Stage
from engine.ids import Leg, PersonId, Seat, game_id
from engine.matches.closing import ended_at_closing
from engine.matches.leaving import games_left
from engine.matches.ledger.ledger import ledger
from engine.matches.match import MatchStage
from engine.matches.outstanding import late_seats, overdrawn, worth_if_lost
from engine.matches.results import coefficients_after, match_figures
from tests.engine.laws.program import Figures, began, exceeded, over, results
from tests.engine.laws.world import World


def verdicts(world: World, leg: Leg, seat: Seat) -> dict[str, bool]:
    """Return whether the player is late, by every reader (art. 7.2)."""
    game = world.games[leg]
    clock = clocks(game, world.today)
    found = {
        "flag": exceeded(world, leg, seat),
        "days left": clock.left[seat] < 0,
        "rulings": seat in late_seats(game, max(world.today, game.received)),
    }
    # A turn that begins today or after the closing has no last day that could be missed.
    is_over = game.closing is not None and world.today > game.closing
    if seat is not game.turn or is_over or world.today <= began(world, leg):
        return found
    return {**found, "last day": clock.is_late}


def balances(world: World, leg: Leg, seat: Seat) -> dict[str, int]:
    """Return the remaining days of a player who is not to move, by every reader (art. 7.1)."""
    entries = [one for one in ledger(world.logs[leg]) if one.seat is seat]
    return {
        "clock": clocks(world.games[leg], world.today).left[seat],
        "time log": entries[-1].left,
    }


def tables(world: World) -> dict[str, dict[Leg, Figures]]:
    """Return the results by every reader that has them."""
    found = {"games": results(world)}
    figures = match_figures(world.match)
    ids = {leg: game_id(world.match.code, leg) for leg in found["games"]}
    found["standings"] = {
        leg: {Seat.RED: figures[one].red, Seat.BLUE: figures[one].blue} for leg, one in ids.items()
    }
    if world.match.results:
        found["proposal"] = {
            one.leg: {Seat.RED: one.red, Seat.BLUE: one.blue} for one in world.match.results
        }
    official = world.competition.phase.results
    if world.match.stage is MatchStage.HOMOLOGATED and all(one in official for one in ids.values()):
        found["competition"] = {
            leg: {Seat.RED: official[one].red, Seat.BLUE: official[one].blue}
            for leg, one in ids.items()
        }
    return found


def of_both(found: Coefficients) -> Figures:
    """Return the figures of a calculation, Red's first."""
    return {Seat.RED: found.first, Seat.BLUE: found.second}


def at_closing(world: World, leg: Leg) -> Figures:
    """Return the previewed figures if all running games end at the closing date (art. 9.4)."""
    ends = {
        each: ended_at_closing(
            world.match, world.games[each], world.closing, world.now, world.excluded
        )
        for each in world.match.all_running
    }
    ended = ends.pop(leg)
    return of_both(coefficients_after(world.match, ended, *ends.values()))


def if_left(world: World, person: PersonId) -> dict[Leg, Figures]:
    """Return the previewed figures of the games that a player resigns by leaving (art. 9.1)."""
    running = {leg: world.games[leg] for leg in world.match.all_running}
    out = world.excluded
    found = {}
    for one in games_left(world.match, running, person, world.now, out):
        seat = world.match.seat_of(person, one.leg)
        found[one.leg] = {seat: one.own, seat.partner: one.partner}
    return found


def if_lost(world: World) -> list[tuple[Leg, Seat, Figures]]:
    """Return the previewed figures of each finished game if it is lost on time (art. 9.4)."""
    late = overdrawn(world.match, [world.games[leg] for leg in over(world)])
    return [
        (one.leg, one.seat, of_both(worth_if_lost(world.match, one)))
        for one in late
        if one.lost_as.value != "both_time"
    ]


def no_show_in_case(world: World, leg: Leg, seat: Seat) -> bool:
    """Return whether a case in that game offers the ruling that the player never came."""
    order = world.order()
    found = offered(world.own_case(leg), world.situation(leg), order, every=True)
    return Ruling(kind=RulingKind.NO_SHOW, seat=seat) in found


def no_show_on_card(world: World, leg: Leg, person: PersonId) -> bool:
    """Return whether the player's card offers it, for all their games at once."""
    running = {one: world.games[one] for one in world.match.all_running}
    holding = Holding(match=world.match, running=running)
    now = PersonStates(player=person, holdings=(holding,))
    found = effects_of(now, world.order(), Decision.NO_SHOW)
    return world.games[leg].id in {one.game for one in found.changed}


def runs_on(world: World, leg: Leg, today: date) -> bool:
    """Return whether the game runs before its closing, and waits for no answer."""
    game = world.games[leg]
    is_open = game.closing is None or today <= game.closing
    return game.stage is Stage.RUNNING and is_open and not game.query
