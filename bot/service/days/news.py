"""What of a player's games is news to him in the morning: known by marks. Pure.

A mark says in which way a game waits for him; what he has been told under one mark he is not told
again. So a digest comes when a turn has waited for two days, when the days left fall to a figure
that is warned of, when the arbiter has the file; not because another day has gone by.
"""

from datetime import date, timedelta
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

WAITS: Final = 2
"""Days after a turn has come from which it is called to mind: the first that costs one."""

_WAITS: Final = "waits"
_PARTNERS: Final = frozenset({Deadline.DOSSIER, Deadline.LEAVE_BEGINS, Deadline.LEAVE_ENDS})
"""What the partner is told of in one."""


def news_of(game: Game, today: date, *, unheard: bool) -> str:
    """Return the mark of what is to be told to the player to move, or "" while nothing is.

    `unheard`: his turn came without a sound.
    """
    stage = _stage(game, today, unheard=unheard)
    return _mark(game, stage) if stage else ""


def told_of(game: Game, today: date) -> str:
    """Return the mark of what he has been told once the game has been named to him today."""
    return _mark(game, _stage(game, today, unheard=True) or _WAITS)


def _mark(game: Game, stage: str) -> str:
    return f"turn:{game.id}:{game.turns}:{stage}"


def _stage(game: Game, today: date, *, unheard: bool) -> str:
    waited = (today - game.received).days
    if game.waits_for_acceptance:
        return "last" if waited else ""
    left = days_left(game, game.turn, today)
    if left < 0:
        return "late"
    begun_with = game.allowance(game.turn) - game.side(game.turn).days
    warned = [figure for figure in DAYS_LEFT_WARNINGS if left <= figure < begun_with]
    if warned:
        return f"left {min(warned)}"
    if is_silent(game, today):
        return "file"
    return _WAITS if waited >= WAITS or (waited and unheard) else ""


def is_told_apart(game: Game, seat: Seat, today: date) -> bool:
    """Return whether the player of that seat is told of the game today in a message of its own."""
    return any(
        due.on == today and _tells(due.kind, due.days_left, is_his=due.seat is seat)
        for due in deadlines(game, today - timedelta(days=1))
    )


def _tells(kind: Deadline, left: int, *, is_his: bool) -> bool:
    if kind in CALLS:  # both are told of it in messages of their own
        return True
    if kind is Deadline.DAYS_LEFT:
        return is_his and not left
    return kind in _PARTNERS and not is_his
