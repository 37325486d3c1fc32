"""Days of thinking time that players lost in an outage, while nobody could move (art. 7.1, 7.2).

This module only counts. Other modules choose the games and give the days back.
"""

from collections.abc import Iterator
from datetime import date

from engine.errors import Fault, RuleViolation
from engine.games.game import Game, Stage, until_closing
from engine.games.orders import MOST_DAYS
from engine.games.ruling_events import Outage
from engine.games.turns import counted_leave, turns
from engine.ids import Seat
from engine.thinking_time import last_day_to_answer


def check_outage(outage: Outage, today: date) -> None:
    """Check that the outage is over and no longer than one order may compensate.

    Raises:
        RuleViolation: `outage_not_over` (its last day may still be used), or `outage_too_long`.
    """
    if outage.last >= today:
        raise RuleViolation(Fault("outage_not_over", "7.1", {"last": outage.last.isoformat()}))
    days = (outage.last - outage.first).days + 1
    if days > MOST_DAYS:
        raise RuleViolation(Fault("outage_too_long", "7.1", {"days": days, "most": MOST_DAYS}))


def days_lost(game: Game, seat: Seat, outage: Outage, today: date) -> int:
    """Return the number of days of the seat's thinking time that fell into the outage.

    A day counts if the seat used it for a move, or before sending the opponent's move back: it is
    strictly between arrival and dispatch, or today (art. 7.1). Not counted: leave (art. 7.2), days
    after the closing (art. 9.4), and days already compensated for this or an overlapping outage.
    """
    used = {
        day
        for received, sent in _thinking_periods(game, seat, today)
        for day in _within(outage, received, sent)
    }
    side = game.side(seat)
    spared = [(period.first, period.last) for period in counted_leave(game, seat)]
    spared += [(earlier.first, earlier.last) for earlier, _ in side.made_good]
    return sum(not any(first <= day <= last for first, last in spared) for day in used)


def given_between(
    game: Game, seat: Seat, received: date, until: date
) -> Iterator[tuple[Outage, int, int]]:
    """Yield each outage for which the seat got days that are strictly between the two days.

    With it come the number of those days, each counted once, and of all days given for it.
    """
    leave = [period.dates for period in counted_leave(game, seat)]
    lost = [
        (outage, set(_within(outage, received, until)).difference(*leave), given)
        for outage, given in game.side(seat).made_good
    ]
    left = len(set[date]().union(*(days for _, days, _ in lost)))
    for outage, days, given in lost:
        among = min(len(days), given, left)
        left -= among
        if among:
            yield outage, among, given


def _thinking_periods(game: Game, seat: Seat, today: date) -> Iterator[tuple[date, date]]:
    """Yield the start and end of each of the seat's thinking periods, both days excluded."""
    leave = counted_leave(game, seat)
    for turn in turns(game, seat):
        until = turn.until
        if turn.move is None:  # the days may have stopped earlier, at a closing
            until = min(until, last_day_to_answer(turn.received, turn.days, leave))
        yield turn.received, until
    if game.stage is Stage.RUNNING and game.turn is seat:
        yield game.received, until_closing(game, today)


def _within(outage: Outage, received: date, sent: date) -> Iterator[date]:
    """Yield the days of the outage strictly between the two days."""
    first = max(outage.first.toordinal(), received.toordinal() + 1)
    last = min(outage.last.toordinal(), sent.toordinal() - 1)
    return map(date.fromordinal, range(first, last + 1))
