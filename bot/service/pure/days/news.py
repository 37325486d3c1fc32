"""Decides by marks which of a player's games are news in the morning. Pure.

A mark names the state in which a game waits for the player; each mark is reported once. So a digest
is sent when a turn has waited for two days, when few days are left, or when the arbiter has the
case file. It is not sent only because a day has passed.
"""

from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from engine.games.deadlines import (
    CALLS,
    DAYS_LEFT_WARNINGS,
    Deadline,
    days_left,
    deadlines,
    is_silent,
)
from engine.games.game import Game
from engine.ids import Seat

REPORTED_AFTER: Final = 2
"""Days after the start of a turn from which it is reported: the first that costs one."""
_TO_PARTNER: Final = frozenset({Deadline.DOSSIER, Deadline.LEAVE_BEGINS, Deadline.LEAVE_ENDS})
"""The deadlines reported to the opponent in a separate message."""


class _Stage(StrEnum):
    """The state of a turn, as it is part of its mark."""

    ACCEPTANCE = "last"
    """The last move waits for its acceptance (art. 5.2)."""
    WAITS = "waits"
    """It has cost days, and its player has time left."""
    LATE = "late"
    """The player has exceeded their time."""
    SILENT = "file"
    """The arbiter has the case file."""


def news_of(game: Game, today: date, *, is_unreported: bool) -> str | None:
    """Return the mark to report to the player to move, or None for no news.

    `is_unreported`: the turn began in the player's quiet hours, so that they may not know of it.
    """
    stage = _stage(game, today, is_unreported=is_unreported)
    return None if stage is None else _mark(game, stage)


def reported_mark(game: Game, today: date) -> str:
    """Return the mark that counts as reported once the game was named today."""
    return _mark(game, _stage(game, today, is_unreported=True) or _Stage.WAITS)


def _mark(game: Game, stage: str) -> str:
    """Return the mark of the game's present turn in that state."""
    return f"turn:{game.id}:{game.turns}:{stage}"


def _stage(game: Game, today: date, *, is_unreported: bool) -> str | None:
    """Return the turn's state, or None for no news.

    It is a `_Stage`, or `left N` for the last warning about the days left.
    """
    waited = (today - game.received).days
    if game.waits_for_acceptance:
        return _Stage.ACCEPTANCE if waited else None
    left = days_left(game, game.turn, today)
    if left < 0:
        return _Stage.LATE
    # Only warnings whose days were reached in this turn count, and of them the last.
    left_at_start = game.allowance(game.turn) - game.side(game.turn).days
    reached = [figure for figure in DAYS_LEFT_WARNINGS if left <= figure < left_at_start]
    if reached:
        return f"left {min(reached)}"
    if is_silent(game, today):
        return _Stage.SILENT
    is_news = waited >= REPORTED_AFTER or (waited and is_unreported)
    return _Stage.WAITS if is_news else None


def has_own_notice(game: Game, seat: Seat, today: date) -> bool:
    """Return whether a separate message informs the player of that seat today."""
    return any(
        due.on == today and _has_message(due.kind, due.days_left, is_to_move=due.seat is seat)
        for due in deadlines(game, today - timedelta(days=1))  # those after that day
    )


def _has_message(kind: Deadline, left: int, *, is_to_move: bool) -> bool:
    """Return whether that deadline has a separate message to the player."""
    if kind in CALLS:  # separate messages inform both players
        return True
    if kind is Deadline.DAYS_LEFT:
        return is_to_move and not left
    return kind in _TO_PARTNER and not is_to_move
