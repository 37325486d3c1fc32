"""The next dates of a running game (reminders, resent sheets, case files), and its clocks.

The bot turns a date into an instant at the person's own hour and stores that instant; after an
outage the next date is simply calculated. Everything that shows thinking time shows the figures of
`clocks`, so that they always agree. Sheets being sent are known only to the caller (`awaited`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from engine.games.events import SheetsArrived
from engine.games.game import Game, Stage, until_closing
from engine.games.turns import counted_leave, exceeded, overdrawn_in, used_and_running
from engine.ids import Seat
from engine.thinking_time import LeavePeriod, days_running, last_day_to_answer

TURN_REMINDER_EVERY = timedelta(days=3)
DAYS_LEFT_WARNINGS = (10, 5, 2, 1, 0)
"""A reminder is due when this many days of thinking time are left; 0 is the last day to answer."""


class Deadline(StrEnum):
    """The kinds of deadlines in a running game."""

    YOUR_TURN = "your_turn"
    DAYS_LEFT = "days_left"
    RESEND = "resend"
    """No answer for `resend_days`: the sheets are sent again (art. 7.2)."""
    DOSSIER = "dossier"
    """No answer for `dossier_days` more: the arbiter gets the case file (art. 7.2)."""
    NOT_OPENED = "not_opened"
    """Red has not moved for `opening_days`: a reminder in Blue's name (art. 7.2)."""
    TIME_EXCEEDED = "time_exceeded"
    """The last day to answer is over, for a move or for sending back a last move."""
    LEAVE_BEGINS = "leave_begins"
    LEAVE_ENDS = "leave_ends"


CALLS = frozenset({Deadline.RESEND, Deadline.NOT_OPENED})
"""The first reminders of a silent player (art. 7.2)."""


@dataclass(frozen=True, slots=True)
class Due:
    """A deadline of one seat on a day."""

    kind: Deadline
    on: date
    seat: Seat
    days_left: int = 0
    """The days of thinking time left on that day, for a reminder of them."""


def last_day(game: Game) -> date:
    """Return the last day on which the player to move may answer in time (art. 7.1).

    After `resend_days` a last move can no longer be sent back: it counts as accepted (art. 5.2).
    """
    if game.waits_for_acceptance:
        return days_after(game, game.rules.resend_days)
    return _last_day_with(game, 0)


def exceeded_since(game: Game, seat: Seat, on: date) -> date | None:
    """Return the day on which the seat's time was exceeded; None if it is not by the day `on`."""
    if not exceeded(game, seat, on):
        return None
    turn = overdrawn_in(game, seat)
    return turn.until if turn is not None else last_day(game) + timedelta(days=1)


def counted_on(game: Game, on: date) -> date:
    """Return the last day that counts for the player to move, as known on the day `on`.

    No day counts after the closing of the phase (art. 9.4). While a move waits for the arbiter, no
    day after the player's last day counts, unless their time was exceeded before the question; the
    arbiter's answer decides about those days (art. 5.3).
    """
    on = until_closing(game, on)
    waits = game.query and game.stage is Stage.RUNNING
    return min(on, last_day(game)) if waits and not exceeded(game, game.turn, on) else on


def days_left(game: Game, seat: Seat, on: date) -> int:
    """Return the seat's days of thinking time left on that day; negative if exceeded."""
    return game.allowance(seat) - used_and_running(game, seat, on)


def deadlines(game: Game, after: date) -> tuple[Due, ...]:
    """Return the next date of each kind strictly after `after`, in no particular order."""
    dates = [] if game.stage is not Stage.RUNNING else _dates(game, after)
    latest_first = sorted(dates, key=lambda due: due.on, reverse=True)
    # The earliest of each kind comes last, so it stays.
    return tuple({(due.kind, due.seat): due for due in latest_first if due.on > after}.values())


def _dates(game: Game, after: date) -> Iterator[Due]:
    """Yield dates of each kind, among them the next one after `after`."""
    for seat in Seat:
        for period in game.side(seat).leave:
            yield Due(Deadline.LEAVE_BEGINS, period.first, seat)
            yield Due(Deadline.LEAVE_ENDS, period.last + timedelta(days=1), seat)
    if game.query:  # a player who waits for the arbiter is neither reminded nor silent (art. 5.3)
        return
    yield _next_turn_reminder(game, after)
    if not game.side(game.turn).told_late or game.waits_for_acceptance:
        on = max(last_day(game), after) + timedelta(days=1)
        yield Due(Deadline.TIME_EXCEEDED, on, game.turn)
    if not game.waits_for_acceptance:  # otherwise silence accepts the move, and no day counts
        yield from _low_days(game)
        yield from _silence(game)


def _next_turn_reminder(game: Game, after: date) -> Due:
    """Return the turn reminder: the day after the move arrived, then every third day."""
    first = game.received + timedelta(days=1)
    times = (after - first) // TURN_REMINDER_EVERY + 1
    return Due(Deadline.YOUR_TURN, first + TURN_REMINDER_EVERY * max(times, 0), game.turn)


def _low_days(game: Game) -> Iterator[Due]:
    """Yield the days on which the days left reach a number in `DAYS_LEFT_WARNINGS`."""
    for left in DAYS_LEFT_WARNINGS:
        if left < game.allowance(game.turn) - game.side(game.turn).days:
            # On the day before, one more day was left.
            on = _last_day_with(game, left + 1) + timedelta(days=1)
            yield Due(Deadline.DAYS_LEFT, on, game.turn, left)


def _last_day_with(game: Game, left: int) -> date:
    """Return the last day in this turn on which an answer still leaves that many days."""
    days = game.allowance(game.turn) - game.side(game.turn).days - left
    return last_day_to_answer(game.received, days, counted_leave(game, game.turn))


def _silence(game: Game) -> Iterator[Due]:
    """Yield the steps of art. 7.2 after days without an answer; none opposite a free seat."""
    if left_seat(game) is None:
        first = Deadline.RESEND if game.moves else Deadline.NOT_OPENED
        yield Due(first, call_day(game), game.turn)
        yield Due(Deadline.DOSSIER, file_day(game), game.turn)


def _patience(game: Game) -> int:
    """Return the number of days before the first reminder of a silent player."""
    return game.rules.resend_days if game.moves else game.rules.opening_days


def call_day(game: Game) -> date:
    """Return the day of the first reminder to a silent player (art. 7.2)."""
    return days_after(game, _patience(game))


def file_day(game: Game) -> date:
    """Return the day on which the arbiter gets the case file of a silent player (art. 7.2).

    For a free seat it is `opening_days` after it came free, at any turn (art. 9.1).
    """
    seat = left_seat(game)
    if seat is not None and (left := game.side(seat).left) is not None:
        return left + timedelta(days=game.rules.opening_days)
    return days_after(game, _patience(game) + game.rules.dossier_days)


def left_seat(game: Game) -> Seat | None:
    """Return the free seat, if its player left and the opponent is still there; else None."""
    free = [seat for seat in Seat if game.side(seat).left is not None]
    return free[0] if len(free) == 1 else None


def silent_seat(game: Game) -> Seat:
    """Return the seat that delays the game: a free seat, otherwise the player to move."""
    return left_seat(game) or game.turn


def is_silent(game: Game, on: date) -> bool:
    """Return whether the arbiter may rule on the player's silence on that day.

    A player who waits for the arbiter (art. 5.3) or only has to accept (art. 5.2) is not silent.
    """
    if game.stage is not Stage.RUNNING or game.query or game.waits_for_acceptance:
        return False
    return file_day(game) <= until_closing(game, on)


def days_after(game: Game, days: int) -> date:
    """Return the day that many days after the last move.

    Leave and compensated outages do not count, because nobody could answer then.
    """
    return last_day_to_answer(game.received, days - 1, _spared(game))


def days_silent(game: Game, on: date) -> int:
    """Return the number of days since the last move arrived, counted like `days_after`.

    Days after the closing of the phase do not count (art. 9.4).
    """
    after = until_closing(game, on) + timedelta(days=1)
    return days_running(game.received, after, _spared(game))


def _spared(game: Game) -> tuple[LeavePeriod, ...]:
    """Return the periods that do not count as silence of the player to move (art. 7.2)."""
    side = game.side(game.turn)
    return (*side.leave, *(LeavePeriod(one.first, one.last) for one, _ in side.made_good))


def arrival(game: Game, on: date, at: datetime) -> tuple[SheetsArrived, ...]:
    """Return the event for sheets that reached the player to move on that day.

    Return nothing if the player's time already runs from that day or a later one, or if they have
    already asked the arbiter about a word for this turn (art. 5.3).
    """
    if game.stage is not Stage.RUNNING or on <= game.received or game.query:
        return ()
    return (SheetsArrived(at=at, by=game.turn, move=len(game.moves), sent=game.received, on=on),)


def awaited(game: Game, today: date) -> Game:
    """Return the game as if sheets that are still being sent arrived today."""
    return received_on(game, max(game.received, today))


def received_on(game: Game, day: date) -> Game:
    """Return the game as if the move to answer had arrived on that day."""
    return replace(game, arrived=day)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """The thinking time of both players of a game on one day."""

    used: Mapping[Seat, int]
    """The days used by each player, including the current turn."""
    left: Mapping[Seat, int]
    """The days that each has left; negative if exceeded."""
    last_day: date | None
    """The last day to answer; None if the game is not running."""
    is_late: bool
    """Whether the player to move missed the last day; False during a query (art. 5.3)."""


def answer_by(game: Game) -> date:
    """Return the last day to answer: the player's own or the closing date if earlier (art. 9.4)."""
    return until_closing(game, last_day(game))


def clocks(game: Game, today: date) -> Clocks:
    """Return the game's thinking time on that day, for display (art. 7.1, 5.3, 9.4)."""
    counted = counted_on(game, today)
    runs = game.stage is Stage.RUNNING
    return Clocks(
        used={seat: used_and_running(game, seat, counted) for seat in Seat},
        left={seat: days_left(game, seat, counted) for seat in Seat},
        last_day=answer_by(game) if runs else None,
        is_late=runs and not game.query and last_day(game) < counted,
    )
