"""Whether a deadline still concerns anybody when its notice is due. Pure."""

from datetime import date

from engine.games.deadlines import CALLS, Deadline, Due, call_day, days_left, file_day
from engine.games.game import Game


def concerns_now(due: Due, game: Game) -> bool:
    """Return whether the deadline still concerns the player to move, or a leave."""
    return is_about_leave(due) or due.seat is game.turn


def is_about_leave(due: Due) -> bool:
    """Return whether the deadline concerns a leave, whichever player is to move."""
    return due.kind in {Deadline.LEAVE_BEGINS, Deadline.LEAVE_ENDS}


def is_urgent(due: Due) -> bool:
    """Return whether it is sent in quiet hours: only the last day's warning is."""
    return due.kind is Deadline.DAYS_LEFT and due.days_left == 0


def is_true_now(due: Due, game: Game, today: date) -> bool:
    """Return whether a late deadline still applies.

    Days left: while there are some and no more were given. A leave's start: while it lasts. A
    silence: if it is one even without days given back for an outage.
    """
    if due.kind is Deadline.DAYS_LEFT:
        return 0 <= days_left(game, due.seat, today) <= due.days_left
    if due.kind is Deadline.LEAVE_BEGINS:
        return game.side(due.seat).leave_on(today) is not None
    if due.kind in CALLS:
        return call_day(game) <= today
    return due.kind is not Deadline.DOSSIER or file_day(game) <= today
