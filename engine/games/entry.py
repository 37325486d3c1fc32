"""Enters a move for a player from their own sheet, with the days stated there (art. 9.6).

The move is validated like any other. Its stated days must be possible. The opponent's placement
cannot arrive before it was sent, and the answer cannot be sent before that arrival, after today, or
after the closing of the phase (art. 9.4). The days between arrival and sending count (art. 7.1).
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from engine.errors import Fault, refuse
from engine.games.deadlines import received_on
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade
from engine.games.game import Game
from engine.games.planned_moves import Wordless, command_of
from engine.ids import PersonId, Seat
from engine.placement import Placement
from engine.thinking_time import day_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedMove:
    """One move as stated on a sheet."""

    placement: Placement | None
    """The placement; None means a pass (PAS)."""
    received: date
    """The day on which the opponent's move arrived."""
    sent: date
    """The day on which the move was sent."""


def enter(  # noqa: PLR0913  (the stated move, its writer and the time)
    game: Game,
    seat: Seat,
    stated: StatedMove,
    *,
    writer: PersonId,
    at: datetime,
    lexicon: Container[str],
) -> tuple[Event, ...]:
    """Return the events of the move, marked with the person who entered it at that instant.

    Raises:
        RuleViolation: `entered_too_early`, `sent_before_received`, `entered_ahead` or
            `entered_after_closing`; or a fault of the placement.
        GameStateError: it is not that player's turn.
    """
    refuse(date_faults(game, stated, day_of(at, game.rules.time_zone)))
    command = command_of(seat, stated.placement or Wordless.PASS)
    game = received_on(game, stated.received)
    decided = decide(game, command, _instant(game, stated, at), lexicon)
    return tuple(
        replace(event, entered_by=writer) if isinstance(event, PlacementMade | Passed) else event
        for event in decided
    )


def date_faults(game: Game, stated: StatedMove, today: date) -> tuple[Fault, ...]:
    """Return the faults of the stated days."""
    received, sent, first = map(date.isoformat, (stated.received, stated.sent, game.sent))
    faults = []
    if stated.received < game.sent:
        facts = {"received": received, "first": first}
        faults.append(Fault("entered_too_early", "7.1", facts))
    if stated.sent < stated.received:
        facts = {"received": received, "sent": sent}
        faults.append(Fault("sent_before_received", "7.1", facts))
    if stated.sent > today:
        faults.append(Fault("entered_ahead", "7.1", {"sent": sent}))
    elif game.closing is not None and stated.sent > game.closing:
        facts = {"sent": sent, "closing": game.closing.isoformat()}
        faults.append(Fault("entered_after_closing", "9.4", facts))
    return tuple(faults)


def _instant(game: Game, stated: StatedMove, at: datetime) -> datetime:
    """Return the instant of the move: now, or an hour of the stated day if that is another day."""
    if day_of(at, game.rules.time_zone) == stated.sent:
        return at
    before = [move.at for move in game.moves[-1:]] + [back.at for _, back in game.returned][-1:]
    return max([noon(stated.sent, game.rules.time_zone, at), *before])


def noon(day: date, zone: str, at: datetime) -> datetime:
    """Return noon of that day in the time zone, or `at` if that is earlier."""
    return min(datetime.combine(day, time(12), tzinfo=ZoneInfo(zone)).astimezone(UTC), at)
