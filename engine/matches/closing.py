"""The closing date of a phase and its unfinished games (art. 6.2, 9.1, 9.4).

A player to move who never moved is a no-show, whatever they say; no other player gets 0. The bot
asks both players of a running game for its state. If neither contests anything, each gets 1. A
declared state counts as the ruleset says, and exceeded time counts as a resignation. The arbiter
ends the games and may rule otherwise.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_after, received_on
from engine.games.endings import absent, accepted_end, has_moved
from engine.games.events import Ending, Event
from engine.games.fold import recorded
from engine.games.game import Game
from engine.games.orders import Order, end, end_unbegun
from engine.games.turns import exceeded
from engine.ids import Leg, PersonId, Seat, game_id
from engine.matches.events import MatchEvent, StateDeclared, Statement
from engine.matches.leg_ends import leg_ended, unplayed
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.rulesets import NeverBegun
from engine.thinking_time import day_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingEnd:
    """The end of an unfinished game at the closing date."""

    ending: Ending
    """`CLOSED`, `NO_SHOW` of one or both, `ABANDONED` of a freed seat, or `BOTH_TIME`."""
    by: Seat | None = None
    """The player who loses; None if neither or both do, as in a game that never began."""
    declared: tuple[Seat, ...] = ()
    """The players who declared the state of the game (art. 9.4)."""


def declare(  # noqa: PLR0913  (a statement with author, game and time)
    match: Match,
    person: PersonId,
    leg: Leg,
    statement: Statement,
    at: datetime,
    *,
    closing: date,
    game: Game | None = None,
) -> tuple[MatchEvent, ...]:
    """Record a player's statement about an unfinished game: a forecast, or after closing the state.

    `game` is None if it never started. The player may change the statement until the arbiter
    decides. They may also do so after the last day, but then the arbiter need not wait. The same
    statement twice is recorded once.

    Raises:
        GameStateError: the game is over, it is not the time for that (`not_the_time`), or the
            opponent's time is not exceeded (`time_not_exceeded`).
    """
    today = day_of(at, match.rules.time_zone)
    if match.end_of(leg) is not None:
        raise GameStateError(Fault("game_over", "4.3", {"game": game_id(match.code, leg)}))
    if statement.is_final == (today <= closing):
        raise GameStateError(Fault("not_the_time", "9.4", {"closing": closing.isoformat()}))
    if statement is Statement.CONTESTED:
        seat = None if game is None else game.seat_of(person)
        if game is None or seat is None or not exceeded(game, seat.partner, closing):
            raise GameStateError(Fault("time_not_exceeded", "7.2"))
    if statement_of(match, person, leg, closing) is statement:
        return ()
    return (StateDeclared(at=at, leg=leg, person=person, statement=statement),)


def never_came(match: Match, out: Collection[PersonId] = ()) -> tuple[PersonId, ...]:
    """Return the no-shows of a return game that never began (art. 9.1), whatever the players say.

    The no-shows of the home game count, and the disqualified players in `out` (art. 10.3).
    """
    absent_people = set(out)
    home = match.end_of(Leg.HOME)
    if home is not None and home.base.ending is Ending.NO_SHOW and home.base.by is not None:
        absent_people.add(match.person_at(home.base.by, Leg.HOME))
    return tuple(person for person in match.people if person in absent_people)


def absentees(
    match: Match, game: Game, closing: date, out: Collection[PersonId] = ()
) -> tuple[PersonId, ...]:
    """Return the no-shows of the unfinished game (art. 9.1), whatever the players say.

    - A seat that was never taken is a no-show.
    - So is a player to move who has never moved, if at least `opening_days` of their own days
      (without leave) were before the closing. If the closing was moved to an earlier date, the days
      count from the day of that change.
    - A return game that started after the closing never began (`never_came`).
    """
    if game.start > closing:
        return never_came(match, out)
    free = (seat for seat in Seat if game.side(seat).person not in match.seated)
    gone = {seat for seat in free if not has_moved(game, seat)}
    seat = absent(game)
    if seat is not None and (_opening_day(game) <= closing or exceeded(game, seat, closing)):
        gone.add(seat)
    return tuple(game.side(each).person for each in Seat if each in gone)


def _opening_day(game: Game) -> date:
    """Return the last day for a player who never moved to make the first move (art. 7.1, 9.1).

    Their days run from the start of the turn. If the closing was moved to an earlier date, they run
    again from the day of that change.
    """
    since = game.received
    if game.closing_moved is not None:
        since = max(since, game.closing_moved)
    return days_after(received_on(game, since), game.rules.opening_days)


def is_settled(
    match: Match, leg: Leg, closing: date, today: date, game: Game | None = None
) -> bool:
    """Return whether both players have answered for that game, or no longer can (art. 9.7).

    For a return game that had not begun, a statement about the home game is enough. If a player has
    asked the arbiter about a word (art. 5.3), the game is not settled before the arbiter's answer.
    """
    if game is not None and game.query:
        return False
    began = leg in {started.leg for started in match.started}
    legs = (leg,) if began else (leg, Leg.HOME)
    both = all(
        any(_final(match, person, each, closing) for each in legs) for person in match.people
    )
    return both or today > match.rules.results_due(closing)


def closing_end(match: Match, game: Game, closing: date) -> ClosingEnd:
    """Return the end of the unfinished game, by its sheet and both players' statements."""
    if game.waits_for_acceptance:
        raise AssertionError("a game whose last placement waits to be accepted is played out")
    if game.start > closing:
        ending, person = never_begun(match)
        return ClosingEnd(ending=ending, by=None if person is None else game.seat_of(person))
    no_shows = absentees(match, game, closing)
    if no_shows:
        by = game.seat_of(no_shows[0]) if len(no_shows) == 1 else None
        return ClosingEnd(ending=Ending.NO_SHOW, by=by)
    freed = _freed_seat(match, game, closing)
    if freed is not None:
        return ClosingEnd(ending=Ending.ABANDONED, by=freed)
    said = {seat: _final(match, game.side(seat).person, game.leg, closing) for seat in Seat}
    declared = tuple(seat for seat, words in said.items() if words and words.declares)
    overdrawn = [seat for seat in Seat if exceeded(game, seat, closing)]
    if declared and len(overdrawn) == len(Seat):
        return ClosingEnd(ending=Ending.BOTH_TIME, declared=declared)
    by = overdrawn[0] if declared and overdrawn else None
    return ClosingEnd(ending=Ending.CLOSED, by=by, declared=declared)


def _freed_seat(match: Match, game: Game, closing: date) -> Seat | None:
    """Return the seat that was freed during the game and not taken since (art. 9.1), or None.

    Return None if it was freed less than `opening_days` before the closing, if both seats are free,
    or if the opponent has exceeded their time.
    """
    free = []
    for seat in Seat:
        vacancy = match.reserved_seat(game.side(seat).person)
        if vacancy and vacancy.day + timedelta(days=game.rules.opening_days) <= closing:
            free.append(seat)
    if len(free) != 1 or exceeded(game, free[0].partner, closing):
        return None
    return free[0]


def never_begun(match: Match, out: Collection[PersonId] = ()) -> tuple[Ending, PersonId | None]:
    """Return the end of a return game not begun on the closing date, and the no-show or None.

    `CLOSED` means 1 to each (art. 9.4). `NO_SHOW` of None means 0 to each (art. 9.1). A player in
    `out` is disqualified, and so a no-show (art. 10.3). With the option `level`, a player who lost
    the home game other than by the score is a no-show here, too, also if both lost it.

    A player who never came decides before the option: their opponent wins, also one who was
    punished in the home game, because a loss as a sanction costs that one game (art. 9.1, 10.3).
    """
    no_shows = never_came(match, out)
    home, is_nothing = match.end_of(Leg.HOME), match.rules.never_begun is NeverBegun.NOTHING
    if home is None or home.base.ending is Ending.NO_SHOW or no_shows or is_nothing:
        return Ending.NO_SHOW, no_shows[0] if len(no_shows) == 1 else None
    losers = [match.person_at(seat, Leg.HOME) for seat in {*home.base.losers, *home.punished}]
    if not losers:
        return Ending.CLOSED, None
    return Ending.NO_SHOW, losers[0] if len(losers) == 1 else None


def unbegun_end(match: Match, leg: Leg, at: datetime, out: Collection[PersonId] = ()) -> LegEnded:
    """Return the end for a return game that had not begun on the closing date."""
    ending, person = never_begun(match, out)
    return unplayed(match, leg, ending, person, at)


def close_game(
    match: Match, game: Game, order: Order, closing: date, out: Collection[PersonId] = ()
) -> tuple[Event, ...]:
    """End the unfinished game by `closing_end`; a last placement can no longer be returned.

    The end has its arbiter, by whom it can be taken back (art. 10.1).
    """
    if game.waits_for_acceptance:
        (last,) = accepted_end(game, order.at)
        return (replace(last, arbiter=order.arbiter, reason=order.reason),)
    if out and game.start > closing:  # if the disqualification is lifted, the game resumes
        return end_unbegun(game, order, absentees(match, game, closing, out))
    closed = closing_end(match, game, closing)
    return end(game, order, closed.ending, closed.by, declared=closed.declared)


def ended_at_closing(
    match: Match, game: Game, closing: date, at: datetime, out: Collection[PersonId] = ()
) -> LegEnded:
    """Return the end that `close_game` would give the unfinished game."""
    order = Order(at=at, arbiter=match.arbiter, article="9.4", reason="")
    over = recorded(game, close_game(match, game, order, closing, out), at)
    return leg_ended(over, at)


def statement_of(match: Match, person: PersonId, leg: Leg, closing: date) -> Statement | None:
    """Return the player's statement on that game: a forecast, or the state at this closing date.

    A state declared at an earlier closing date, before it moved, is void (art. 9.4). None without a
    statement in force.
    """
    said, day = match.statements.get((person, leg), (None, closing))
    return None if said is not None and said.is_final and day <= closing else said


def _final(match: Match, person: PersonId, leg: Leg, closing: date) -> Statement | None:
    """Return the player's final statement on that game, made at the closing date, or None."""
    said = statement_of(match, person, leg, closing)
    return said if said is not None and said.is_final else None
