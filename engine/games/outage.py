"""What an outage cost: the days of thinking time that ran while nobody could place (art. 7.1, 7.2).

Pure counting: which games are concerned, and who gives the days back, is decided elsewhere.
"""

from collections.abc import Iterator
from datetime import date

from engine.errors import Fault, RuleViolation
from engine.games.game import Game, Stage, until_closing
from engine.games.moving import charged_stops, held_turns, void_moves
from engine.games.orders import MOST_DAYS
from engine.games.ruling_events import Outage
from engine.ids import Seat
from engine.thinking_time import last_day_to_answer


def check_outage(outage: Outage, today: date) -> None:
    """Accept an outage that is over and no longer than what one order may give back.

    Raises:
        RuleViolation: `outage_not_over` (its last day may still be used), or `outage_too_long`.
    """
    if outage.last >= today:
        raise RuleViolation(Fault("outage_not_over", "7.1", {"last": outage.last.isoformat()}))
    days = (outage.last - outage.first).days + 1
    if days > MOST_DAYS:
        raise RuleViolation(Fault("outage_too_long", "7.1", {"days": days, "most": MOST_DAYS}))


def days_lost(game: Game, seat: Seat, outage: Outage, today: date) -> int:
    """Return how many days of the seat's thinking time fell into the outage.

    A day counts if it was used, or is being used, by a placement of his, or until he returned the
    partner's: it lies strictly between arrival and dispatch, or today (art. 7.1). Leave cost him
    nothing, so it is not given back (art. 7.2), nor is a day after the closing (art. 9.4), nor one
    that was made good before, for this outage or one that overlaps it.
    """
    used = {
        day
        for received, sent in _thinking(game, seat, today)
        for day in _within(outage, received, sent)
    }
    side = game.side(seat)
    spared = [(period.first, period.last) for period in side.leave]
    spared += [(earlier.first, earlier.last) for earlier, _ in side.made_good]
    return sum(not any(first <= day <= last for first, last in spared) for day in used)


def _thinking(game: Game, seat: Seat, today: date) -> Iterator[tuple[date, date]]:
    """Yield from when to when the seat was thinking, both days excluded."""
    for move in (*game.moves, *void_moves(game, seat)):
        if move.by is seat:
            yield move.received, move.sent
    held = (back for _, back in held_turns(game, seat))
    yield from ((back.received, back.on) for back in held if back.received is not None)
    leave = game.side(seat).leave
    for stop in charged_stops(game, seat):  # its days may have stopped before it, at a closing
        yield stop.received, min(stop.until, last_day_to_answer(stop.received, stop.days, leave))
    if game.stage is Stage.RUNNING and game.turn is seat:
        yield game.received, until_closing(game, today)


def _within(outage: Outage, received: date, sent: date) -> Iterator[date]:
    """Yield the days of the outage strictly between the two."""
    first = max(outage.first.toordinal(), received.toordinal() + 1)
    last = min(outage.last.toordinal(), sent.toordinal() - 1)
    return map(date.fromordinal, range(first, last + 1))
