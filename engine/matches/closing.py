"""The closing date of a phase: what becomes of unfinished games (art. 6.2, 9.1, 9.4).

Who was to move and never had did not show up, whatever anybody says; nobody else has 0. In games in
play each player is asked how his game stands. Nobody contests anything: 1 each. A declared state
counts as the ruleset says, exceeded time as abandonment. Pure; the arbiter ends the games, and may
rule otherwise.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from engine.coefficients import Coefficients
from engine.errors import Fault, GameStateError
from engine.games.deadlines import days_after
from engine.games.endings import absent, accepted_end
from engine.games.events import Ending, Event, GameEnded
from engine.games.fold import evolve
from engine.games.game import Game, used_and_running
from engine.games.orders import Order, end
from engine.ids import Leg, PersonId, Seat
from engine.matches.events import MatchEvent, StateDeclared
from engine.matches.match import Match
from engine.matches.results import game_coefficients
from engine.matches.seating import untaken, with_untaken
from engine.matches.statements import Statement
from engine.rulesets import NeverBegun
from engine.thinking_time import day_of, is_exceeded


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingEnd:
    """How an unfinished game ends at the closing date."""

    ending: Ending
    """`CLOSED`; `NO_SHOW` where one side, or neither, has come to it; `ABANDONED` where a place
    was freed and nobody took it; or `BOTH_TIME`."""
    by: Seat | None = None
    """Who did not show up, or exceeded his time; None: nobody, or both alike.

    Of a no-show: the game never began, and nobody was to move in it.
    """
    declared: tuple[Seat, ...] = ()


def declare(  # noqa: PLR0913  (who says what of which game, and when)
    match: Match,
    person: PersonId,
    leg: Leg,
    statement: Statement,
    at: datetime,
    *,
    closing: date,
    game: Game | None = None,
) -> tuple[MatchEvent, ...]:
    """Note what a player says of an unfinished game: a forecast first, the state after the closing.

    `game` is the game as it stands, None if it never started. He may say something else as long as
    nothing is decided, also after the last day: then nobody waits for it any more. The same twice
    is noted once.

    Raises:
        GameStateError: the game is over, it is not the time for that (`not_the_time`), or the
            partner's time is not exceeded (`time_not_exceeded`).
    """
    today = day_of(at, match.rules.time_zone)
    if leg in {ended.leg for ended in match.ended}:
        raise GameStateError(Fault("game_over", "4.3"))
    if statement.is_final is (today <= closing):
        raise GameStateError(Fault("not_the_time", "9.4", {"closing": closing.isoformat()}))
    if statement is Statement.CONTESTED:
        seat = None if game is None else game.seat_of(person)
        if game is None or seat is None or not is_overdrawn(game, seat.partner, closing):
            raise GameStateError(Fault("time_not_exceeded", "7.2"))
    if statement_of(match, person, leg, closing) is statement:
        return ()
    return (StateDeclared(at=at, leg=leg, person=person, statement=statement),)


def last_day_to_declare(match: Match, closing: date) -> date:
    """Return the last day on which players tell how their games stood (art. 9.7)."""
    return closing + timedelta(days=match.rules.results_days)


def is_overdrawn(game: Game, seat: Seat, closing: date) -> bool:
    """Return whether the seat's thinking time was exceeded on the closing date, or before.

    Whose placement waits for the arbiter (art. 5.3) has made one, as far as anybody knows.
    """
    side = game.side(seat)
    waits = game.query and game.turn is seat
    used = side.days if waits else used_and_running(game, seat, max(closing, game.received))
    return side.time_exceeded or is_exceeded(used, game.allowance(seat))


def absentees(match: Match, game: Game | None, closing: date) -> tuple[PersonId, ...]:
    """Return who did not show up to the unfinished game (art. 9.1); nothing anybody says counts.

    A place that nobody has ever taken is a no-show by itself. A player who was to move and never
    had is one if `opening_days` of their own, leave not counted, fell before the closing, and after
    the day on which a closing brought forward was known. Of a
    return game that did not begin (`game` is None, or was put into play after the closing) they
    are absent who did not come to the home game.
    """
    if game is None or game.start > closing:
        home = next((one for one in match.ended if one.leg is Leg.HOME), None)
        if home is None or home.ending is not Ending.NO_SHOW or home.by is None:
            return ()
        return (match.colours(home.leg)[home.by is Seat.BLUE],)
    gone = set(untaken(match, game))
    seat = absent(game)
    if seat is not None and (_opening_day(game) <= closing or is_overdrawn(game, seat, closing)):
        gone.add(seat)
    return tuple(game.side(each).person for each in Seat if each in gone)


def _opening_day(game: Game) -> date:
    """Return the day by which the player to move, who never has, was to begin (art. 7.1, 9.1).

    Their days run from the turn, and again from the day on which the closing was brought forward.
    """
    since = game.received
    if game.closing_moved is not None:
        since = max(since, game.closing_moved)
    return days_after(replace(game, received=since), game.rules.opening_days)


def is_settled(
    match: Match, leg: Leg, closing: date, today: date, game: Game | None = None
) -> bool:
    """Return whether both have answered for that game, or no longer can.

    A return game that had not begun goes without a question of its own while the home game runs:
    what somebody says of that one is enough. Where a player has asked the arbiter of a word
    (art. 5.3), the arbiter's answer comes first.
    """
    if game is not None and game.query:
        return False
    began = leg in {started.leg for started in match.started}
    legs = (leg,) if began else (leg, Leg.HOME)
    both = all(
        any(_final(match, person, each, closing) for each in legs) for person in match.people
    )
    return both or today > last_day_to_declare(match, closing)


def closing_end(match: Match, game: Game, closing: date) -> ClosingEnd:
    """Return how the unfinished game ends, by its sheet and by what both have said of it.

    One whose last placement waits to be accepted is played out, and is none of these.
    """
    if game.start > closing:
        ending, person = never_begun(match, closing)
        return ClosingEnd(ending=ending, by=None if person is None else game.seat_of(person))
    gone = absentees(match, game, closing)
    if gone:
        by = game.seat_of(gone[0]) if len(gone) == 1 else None
        return ClosingEnd(ending=Ending.NO_SHOW, by=by)
    left = _left(match, game, closing)
    if left is not None:
        return ClosingEnd(ending=Ending.ABANDONED, by=left)
    said = {seat: _final(match, game.side(seat).person, game.leg, closing) for seat in Seat}
    declared = tuple(seat for seat, words in said.items() if words and words.declares)
    overdrawn = [seat for seat in Seat if is_overdrawn(game, seat, closing)]
    if declared and len(overdrawn) == len(Seat):
        return ClosingEnd(ending=Ending.BOTH_TIME, declared=declared)
    by = overdrawn[0] if declared and overdrawn else None
    return ClosingEnd(ending=Ending.CLOSED, by=by, declared=declared)


def _left(match: Match, game: Game, closing: date) -> Seat | None:
    """Return the seat that was freed in mid-game and that nobody has taken since (art. 9.1).

    None where the place was freed less than `opening_days` before the closing, where nobody sits on
    either side, or where the partner has exceeded their time.
    """
    free = []
    for seat in Seat:
        freed = match.vacated(game.side(seat).person)
        if freed and freed[1] + timedelta(days=game.rules.opening_days) <= closing:
            free.append(seat)
    if len(free) != 1 or is_overdrawn(game, free[0].partner, closing):
        return None
    return free[0]


def never_begun(match: Match, closing: date) -> tuple[Ending, PersonId | None]:
    """Return how a return game ends that had not begun on the closing date, and who is absent.

    `CLOSED` means 1 to each (art. 9.4); `NO_SHOW` of nobody, 0 to each (art. 9.1). Where one
    player lost the home game other than by the score, that player is absent here, too, if the
    ruleset says `level`.
    """
    gone = absentees(match, None, closing)
    home = next((one for one in match.ended if one.leg is Leg.HOME), None)
    is_nobodys = home is None or home.ending is Ending.NO_SHOW
    if gone or is_nobodys or match.rules.never_begun is NeverBegun.NOTHING:
        return Ending.NO_SHOW, gone[0] if gone else None
    if home is None or home.by is None or home.ending is Ending.PLAYED_OUT:
        return Ending.CLOSED, None
    return Ending.NO_SHOW, match.colours(home.leg)[home.by is Seat.BLUE]


def close_game(match: Match, game: Game, order: Order, closing: date) -> tuple[Event, ...]:
    """End the unfinished game as `closing_end` says; a last placement is returned no more."""
    if game.waits_for_acceptance:
        return accepted_end(game, order.at)
    found = closing_end(match, game, closing)
    ended = end(game, order, found.ending, found.by, declared=found.declared)
    return with_untaken(match, game, ended)


def ended_at_closing(match: Match, game: Game, closing: date, at: datetime) -> GameEnded:
    """Return the end that the unfinished game would have."""
    if game.waits_for_acceptance:
        (last,) = accepted_end(game, at)
        return last
    found = closing_end(match, game, closing)
    return GameEnded(
        at=at,
        ending=found.ending,
        by=found.by,
        red_adjustment=0,
        blue_adjustment=0,
        declared=found.declared,
        untaken=untaken(match, game),
    )


def closing_worth(match: Match, game: Game, closing: date, at: datetime) -> Coefficients:
    """Return what the game would be worth, Red's coefficient first."""
    ended = ended_at_closing(match, game, closing, at)
    over = evolve(game, ended)  # a last placement brings the value of the tiles left in hand
    return game_coefficients(over, ended)


def statement_of(match: Match, person: PersonId, leg: Leg, closing: date) -> Statement | None:
    """Return what the player says of that game: a forecast, or the state at this closing date.

    A state that was declared at an earlier closing date, moved since, is void (art. 9.4).
    """
    said = match.statements.get((person, leg))
    if said is not None and said.is_final and match.said_on[person, leg] <= closing:
        return None
    return said


def _final(match: Match, person: PersonId, leg: Leg, closing: date) -> Statement | None:
    """Return what the player said of that game at the closing date."""
    said = statement_of(match, person, leg, closing)
    return said if said is not None and said.is_final else None
