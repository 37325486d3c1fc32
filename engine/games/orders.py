"""An arbiter's orders in a game (art. 5.2, 5.3, 7.2, 10); each order becomes events.

Other modules check who is an arbiter, and examine the case.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import reduce
from typing import NamedTuple

from engine.acts import Explained, Grounds
from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.deadlines import counted_on
from engine.games.decide import time_found
from engine.games.endings import check_running, natural_end, plain_end
from engine.games.events import Ending, Event, GameEnded, PlacementMade
from engine.games.fold import evolve, recorded
from engine.games.game import Game, closed_before, index_of, is_same
from engine.games.in_force import in_force, places_of_case, places_taken_back, took_moves
from engine.games.lifting import BY_MOVE
from engine.games.ruling_events import (
    MovesAnnulled,
    Outage,
    RulingLifted,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.games.turns import counted_leave, thinking_days
from engine.ids import PersonId, Seat
from engine.rulesets import capped
from engine.thinking_time import day_of, days_running

MOST_DAYS = 60
"""The most days in one order of an arbiter; a higher number is a typing error."""

_OF_PLAYERS = BY_MOVE | {Ending.INTERRUPTED}
"""The endings that no ruling makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The arbiter, instant and grounds of an order."""

    at: datetime
    arbiter: PersonId
    article: str
    reason: str
    case: str = ""
    """The id of the case with the ruling; "" without a case."""
    automatic: bool = False
    """Whether the program itself compensates an outage, without an arbiter."""

    @property
    def act(self) -> Explained:
        """The fields of an event without an article that this order makes."""
        return Explained(at=self.at, arbiter=self.arbiter, reason=self.reason)

    @property
    def grounds(self) -> Grounds:
        """The fields of an event that this order makes."""
        return Grounds(at=self.at, arbiter=self.arbiter, article=self.article, reason=self.reason)


def grant_time(
    game: Game, order: Order, seat: Seat, days: int, outage: Outage | None = None
) -> tuple[Event, ...]:
    """Give a player more days of thinking time; a negative number takes earlier days back.

    With `outage` the days compensate that outage, as counted by `engine.games.outage`. Time that
    stays exceeded, or is exceeded once days are taken back, is found at once (art. 7.2). Only an
    arbiter's order has a most number of days.

    Raises:
        RuleViolation: `grant_out_of_range`, that number of days cannot be given.
        GameStateError: the game is over.
    """
    check_running(game)
    least = -game.side(seat).granted
    is_too_many = days > MOST_DAYS and not order.automatic
    if days == 0 or days < least or is_too_many:
        facts = {"days": days, "least": least, "most": MOST_DAYS}
        raise RuleViolation(Fault("grant_out_of_range", order.article, facts))
    granted = TimeGranted(
        by=seat, days=days, outage=outage, automatic=order.automatic, **order.grounds
    )
    return (granted, *time_found(evolve(game, granted), order.at))


def annul(  # noqa: PLR0913  (the reason, and what happens to the days)
    game: Game,
    order: Order,
    keep: int,
    *,
    charged: bool = False,
    words: tuple[str, ...] = (),
    since: datetime | None = None,
) -> tuple[Event, ...]:
    """Keep the first `keep` moves and annul the others; the end of a finished game is lifted.

    `charged`: the days of the annulled moves stay used, like those of a play sent back; so do,
    otherwise, days charged before the instant `since`.

    Raises:
        GameStateError: `no_such_placement`, no move follows that one.
    """
    if not 0 <= keep < len(game.moves):
        facts = {"keep": keep, "moves": len(game.moves)}
        raise GameStateError(Fault("no_such_placement", order.article, facts))
    ends, on = lift_ends(game, order), game.day_of(order.at)
    game = recorded(game, ends, order.at)
    if keep >= len(game.moves):  # an annulment that was idle at the end counts again
        return ends
    wait = last_wait(game) if charged and words else None
    annulled = MovesAnnulled(
        keep=keep,
        on=on,
        charged=charged,
        words=words,
        days=0 if game.has_last_tile else thinking_days(game, game.turn, counted_on(game, on)),
        since=since,
        of_move=not charged,  # a placement that is only sent back was the last one
        asked=wait and wait.asked,
        answered=wait and wait.answered,
        waited=wait.days if wait else 0,
        **order.grounds,
    )
    return (*ends, annulled)


def annul_below(
    game: Game, order: Order, made: PlacementMade, words: tuple[str, ...]
) -> tuple[Event, ...]:
    """Annul a placement that an annulment has taken back already, so that it stays off (art. 5.3).

    The ends that the annulment took back are taken back, too. Returns nothing if no annulment did.
    """
    runs = [run for run in game.voided if any(is_same(move, made) for move in run.moves)]
    if not runs or not isinstance(runs[-1].event, MovesAnnulled):
        return ()
    run, earlier, keep = runs[-1], runs[-1].event, index_of(made)
    then = (entry for entry in game.log if entry.event.at == earlier.at)
    back = (place for entry in then for place in entry.takes_back)
    ends = [place for place in back if isinstance(game.log[place].event, GameEnded)]
    charged = keep == run.moves_before + len(run.moves) - 1
    return (
        *lift_all(game, order, ends),
        MovesAnnulled(
            keep=keep,
            on=earlier.on,
            charged=charged,
            words=words,
            days=earlier.days,
            beside=earlier.at,
            **order.grounds,
        ),
    )


class Wait(NamedTuple):
    """A player's wait for the arbiter's answer about a word (art. 5.3)."""

    asked: date
    answered: date
    days: int
    """The days strictly between the two on which the game ran."""


def last_wait(game: Game) -> Wait | None:
    """Return the wait for the arbiter's answer before the last move; None if it cost no day."""
    made = game.last_move
    if not isinstance(made, PlacementMade) or made.answered is None:
        return None
    asked = max(made.received, made.sent - timedelta(days=1))
    # The turn went on from the instant at which an act that had stopped it was lifted.
    stops = [stop for stop in game.stops if is_same(stop.move, made)]
    resumed = max([asked, *(day_of(stop.at, game.rules.time_zone) for stop in stops)])
    days = sum(stop.days for stop in stops if stop.received >= asked)
    days += days_running(resumed, made.answered, counted_leave(game, made.by))
    return Wait(asked, made.answered, days) if days else None


def correct_score(game: Game, order: Order, move: int, points: int) -> tuple[Event, ...]:
    """Correct the points of a play in a running or finished game.

    `move` counts the moves of both players from 0, `points` are uncapped.

    Raises:
        GameStateError: `no_such_placement` or `score_unchanged`.
        RuleViolation: `zero_points`, 0 or less for a play with more than blanks (art. 5.3).
    """
    made = game.moves[move] if 0 <= move < len(game.moves) else None
    if not isinstance(made, PlacementMade):
        facts = {"keep": move, "moves": len(game.moves)}
        raise GameStateError(Fault("no_such_placement", order.article, facts))
    if made.points == points:
        raise GameStateError(Fault("score_unchanged", order.article, {"points": points}))
    if points < 0 or (points == 0 and not made.tiles.islower()):
        raise RuleViolation(Fault("zero_points", "5.3"))
    counted = capped(points, game.rules.cap(made.by is Seat.BLUE, made.round - 1))
    return (ScoreCorrected(move=move, points=points, counted=counted, **order.grounds),)


def end(
    game: Game, order: Order, ending: Ending, by: Seat | None, *, declared: tuple[Seat, ...] = ()
) -> tuple[GameEnded, ...]:
    """End the game by a ruling, or change the end of a finished game; the score stays.

    `by` is the player who loses, or None if neither or both are at fault. `declared` are the
    players who declared the state at the closing date (`engine.matches.closing`).

    Raises:
        ValueError: no ruling ends a game that way.
    """
    if ending in _OF_PLAYERS:
        raise ValueError(f"no ruling ends a game so: {ending.value}")
    ended = plain_end(game, ending, by, order.at)
    return (replace(ended, declared=declared, arbiter=order.arbiter, reason=order.reason),)


def end_unbegun(game: Game, order: Order, out: Container[PersonId]) -> tuple[GameEnded, ...]:
    """End a game at its start, because one or both players are disqualified (art. 9.1, 10.3).

    If both are, neither wins: both are no-shows.
    """
    seats = [seat for seat in Seat if game.side(seat).person in out]
    by = seats[0] if len(seats) == 1 else None
    return tuple(replace(one, unbegun=True) for one in end(game, order, Ending.NO_SHOW, by))


def lift(
    game: Game, order: Order, done: datetime, *, of_case: bool = True
) -> tuple[RulingLifted, ...]:
    """Take back the ruling of the order's case, or else the act of that instant (art. 10.1).

    A ruling that a later one keeps from counting is taken back, too, so that it does not count
    again with the later one. Returns nothing if the act was taken back already, or is unknown.
    """
    if not order.case or not of_case:
        then = {n: one.event for n, one in in_force(game.log).items() if one.event.at == done}
        kinds = (GameEnded, TimeGranted, ScoreCorrected)
        acts = [n for n, one in then.items() if isinstance(one, kinds) or took_moves(one)]
        return lift_all(game, order, acts[-1:])
    as_of_old = lifting(game, order, (), done, order.case)  # rulings of older logs name no case
    acts = sorted(places_of_case(game.log, order.case) or places_taken_back(game.log, as_of_old))
    log = ((n, one.event) for n, one in enumerate(game.log))
    lifted = [n for n, one in log if isinstance(one, RulingLifted) and one.case == order.case]
    if max(acts, default=-1) <= max(lifted, default=-1):
        return ()  # nothing was ruled in the case since
    return (lifting(game, order, acts, done, order.case),)


def lift_ends(game: Game, order: Order) -> tuple[RulingLifted, ...]:
    """Take back every end of the game, so that it runs: the days since count for nobody (7.1)."""
    found: tuple[RulingLifted, ...] = ()
    while game.ended is not None:
        back = lift_all(game, order, ends_now(game))
        found, game = (*found, *back), reduce(evolve, back, game)
    return found


def ends_now(game: Game) -> list[int]:
    """Return the places in the log of the acts that make the end of the game together."""
    acts, log = {(one.at, one.ruling) for one in game.ends}, in_force(game.log)
    ends = {place: one.event for place, one in log.items() if isinstance(one.event, GameEnded)}
    return [place for place, one in ends.items() if (one.at, one.ruling) in acts]


def ends_to_lift(game: Game, case: str) -> dict[int, GameEnded]:
    """Return the ends that count or that another case's ruling hides, by places in the log."""
    acts = {place: one.event for place, one in enumerate(game.log)}
    ends = {place: one for place, one in acts.items() if isinstance(one, GameEnded)}
    for one in game.log:
        if isinstance(one.event, RulingLifted):
            for place in one.takes_back & ends.keys():
                if one.event.ruling in {"", case, ends[place].ruling}:
                    del ends[place]
    return ends


def lift_all(game: Game, order: Order, acts: Iterable[int]) -> tuple[RulingLifted, ...]:
    """Take the acts at these places of the log back, each alone, also one that another hides."""
    return tuple(lifting(game, order, [place], game.log[place].event.at) for place in acts)


def lifting(
    game: Game, order: Order, acts: Sequence[int], done: datetime, case: str = ""
) -> RulingLifted:
    """Return the event that takes the acts at these places back, which were done then."""
    events = [game.log[place].event for place in acts]
    kept_moves = (run.moves_before for run in game.voided if run.event in events)
    return RulingLifted(
        case=case,
        ruled=done,
        acts=tuple(acts),
        move=next(kept_moves, None),
        closed=closed_before(game, order.at),
        **order.grounds,
        ruling=order.case,
    )


def take_seat(
    game: Game, at: datetime, seat: Seat, person: PersonId, *, is_free: bool = False
) -> tuple[Event, ...]:
    """Give the seat to another person, also in a finished game.

    With `is_free` it is only reserved for that person, and nobody sits there.

    Raises:
        GameStateError: the person already has the other seat.
    """
    if game.side(seat.partner).person == person:
        raise GameStateError(Fault("already_the_partner", "1.2"))
    left = game.day_of(at) if is_free else None
    return (SeatTaken(at=at, by=seat, person=person, left=left),)


def rename_seat(game: Game, at: datetime, seat: Seat, person: PersonId) -> tuple[Event, ...]:
    """Give the seat to the same player under another number; a free seat stays free."""
    return (SeatTaken(at=at, by=seat, person=person, left=game.side(seat).left),)


def placements_made(game: Game) -> tuple[PlacementMade, ...]:
    """Return every placement of the game: valid ones, then those taken back, and idle ones."""
    gone = [move for run in game.voided for move in run.moves]
    made = (*game.moves, *gone, *game.idle)
    return tuple(move for move in made if isinstance(move, PlacementMade))


def followers(game: Game, made: PlacementMade) -> int:
    """Return the number of moves that were taken back together with the placement, after it."""
    places = [(run, run.moves.index(made)) for run in game.voided if made in run.moves]
    return sum(len(run.moves) - place - 1 for run, place in places[-1:])


def restored(
    game: Game, order: Order, made: PlacementMade, *, alone: bool = False
) -> tuple[Event, ...]:
    """Return the events that restore the placement, with all moves of that time.

    `alone`: the moves after it are annulled. A finished game resumes, unless this ends it.

    Raises:
        GameStateError: `nothing_to_restore`, if the placement is valid or was never made.
    """
    events: tuple[Event, ...] = ()
    now = game
    while not events or not _stands(now, made):
        step = () if _stands(now, made) else _step(now, order, made)
        if not step:
            raise GameStateError(Fault("nothing_to_restore", order.article))
        if _stands(recorded(now, step, order.at), made):
            step = tuple(replace(one, valid=True) for one in step)
        events, now = (*events, *step), recorded(now, step, order.at)
    if alone and len(now.moves) > index_of(made) + 1:
        without = annul(now, order, index_of(made) + 1)
        events, now = (*events, *without), recorded(now, without, order.at)
    return (*events, *natural_end(now, order.at))


def _stands(game: Game, made: PlacementMade) -> bool:
    return any(is_same(move, made) for move in game.moves)


def _step(game: Game, order: Order, made: PlacementMade) -> tuple[RulingLifted, ...]:
    """Return the events that lift the act which took the placement back, or which made it idle."""
    if game.ended is not None:
        return lift_ends(game, order)
    runs = [run for run in game.voided if any(is_same(move, made) for move in run.moves)]
    if runs:
        return lift(game, order, runs[-1].event.at, of_case=False)
    for place, entry in reversed(in_force(game.log).items()):
        act = entry.event
        # Not one of this order: two that lift each other would go on without end.
        if isinstance(act, RulingLifted) and act.move is not None and made.at < act.at < order.at:
            return (replace(lifting(game, order, [place], act.at), move=act.move),)
    return ()
