"""The audit: recalculates every recorded figure of a game and lists the differences.

The events of a game have the figures of their time. The audit applies the current engine to the
same moves under the game's frozen ruleset: words, points, caps, days, end. A difference is a bug of
an earlier version or tampering.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from engine.errors import EngineError
from engine.folding import Recorded
from engine.games.deadlines import received_on
from engine.games.decide import decide
from engine.games.endings import accepted_end
from engine.games.events import (
    Event,
    GameEnded,
    GameStarted,
    Passed,
    PlacementMade,
    PlacementReturned,
    SheetsArrived,
)
from engine.games.fold import Entry, begin, evolve
from engine.games.game import Game
from engine.games.lifting import BY_MOVE
from engine.games.planned_moves import command_of, move_of, planned_as
from engine.games.queries import made_instead
from engine.games.turns import thinking_days
from engine.placement import EVERY_WORD
from engine.sequences.check import violations
from engine.thinking_time import day_of

_FIGURES = ("round", "word", "tiles", "words", "points", "counted", "received", "sent", "days")
_END = ("ending", "by", "red_adjustment", "blue_adjustment")


def audit(entries: Iterable[Entry], closings: Iterable[date] = ()) -> tuple[str, ...]:
    """Return one line for each figure that differs; empty if all agree.

    `closings` are the last days that the phase has had: earlier versions entered sheets sent after
    one, with the days up to it (art. 9.4).
    """
    log = list(entries)
    events = [entry.event if isinstance(entry, Recorded) else entry for entry in log]
    first = events[0] if events else None
    if not isinstance(first, GameStarted):
        return ("the log does not begin with the start of a game",)
    # An imported game was drawn elsewhere, so its sequence may break the rules for sequences.
    broken = () if first.imported else violations(first.sequence, first.rules)
    found = [f"sequence: {fault.rule}" for fault in broken]
    game = begin(log[0])
    for number, entry in enumerate(log[1:], 2):
        event, following = events[number - 1], next(iter(events[number:]), None)
        now = _closed_as_charged(game, event, closings)
        found += [f"event {number}: {line}" for line in _differences(now, event, following)]
        game = evolve(game, entry)
    return tuple(found)


def _closed_as_charged(game: Game, event: Event, closings: Iterable[date]) -> Game:
    """Return the game with the closing after which an entered move was sent, if it was (9.4)."""
    if not isinstance(event, PlacementMade | Passed) or event.entered_by is None:
        return game
    closed = (replace(game, closing=day) for day in sorted(closings) if day < event.sent)
    charged = (
        one
        for one in closed
        if thinking_days(received_on(one, event.received), event.by, event.sent) == event.days
    )
    return next(charged, game)


def _differences(game: Game, event: Event, following: Event | None) -> list[str]:
    """Return the differences when a move, and the end it brings, is decided again."""
    if isinstance(event, GameEnded):  # by the last move, at once or when accepted (art. 5.2)
        again = accepted_end(game, event.at) if event.ending in BY_MOVE else ()
        return [line for end in again for line in _compared(event, end, _END)]
    if not isinstance(event, PlacementMade | Passed):
        return _clock_differences(game, event)
    received = _as_received(game, event.received)
    if event.entered_by is not None:  # their sheet may state a later arrival (art. 9.6)
        received = max(received, event.received)
    elif isinstance(event, PlacementMade):  # from an earlier turn, if its word was accepted since
        instead = made_instead(game, len(game.moves), event.at)
        if instead is not None:
            received = instead.received
        elif day_of(event.at, game.rules.time_zone) < received:
            received = event.received
    try:  # by the edition at that time
        command = command_of(event.by, planned_as(event))
        decided = decide(received_on(game, received), command, event.at, EVERY_WORD)
    except EngineError as error:
        return [f"would be refused: {error}"]
    lines = _compared(event, move_of(decided), _FIGURES)
    ends = any(isinstance(one, GameEnded) for one in decided)
    if ends and not isinstance(following, GameEnded):
        lines.append("ends the game, and the log goes on")
    return lines


def _clock_differences(game: Game, event: Event) -> list[str]:
    """Return the differences in the days of an arrival or a returned placement (art. 7.1)."""
    again = event
    if isinstance(event, SheetsArrived):
        sent, on = _as_received(game, event.sent), max(event.on, game.received)
        again = replace(event, by=game.turn, move=len(game.moves), sent=sent, on=on)
    elif isinstance(event, PlacementReturned) and event.received is not None:
        received = _as_received(game, event.received)
        days = thinking_days(received_on(game, received), event.by, event.on)
        again = replace(event, received=received, days=days)
    return _compared(event, again, ("by", "move", "received", "sent", "on", "days"))


def _as_received(game: Game, stated: date) -> date:
    """Return the stated day of arrival, if that is possible.

    A player's own sheet may state a day before the sheets were queued, but not before the sending
    (art. 9.6). Older logs dated every arrival so.
    """
    return min(game.received, max(game.sent, stated))


def _compared(recorded: Event, again: Event, figures: Iterable[str]) -> list[str]:
    """Return a line for each of these figures that the event has and that differs."""
    both = ((name, getattr(recorded, name, None), getattr(again, name, None)) for name in figures)
    return [
        f"{name}: recorded {was!r}, calculated {now!r}" for name, was, now in both if was != now
    ]
