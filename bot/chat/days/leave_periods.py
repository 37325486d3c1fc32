"""The days of a leave: as typed, and as a button's data states them."""

from datetime import date
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.texts.buttons.days import WITHDRAW_LEAVE
from bot.texts.days import days_in_figures, quoted
from engine.dates import take_period
from engine.errors import Fault, GameStateError, NotationError, RuleViolation
from engine.ids import PersonId
from engine.thinking_time import LeavePeriod


class PlayerLeave(NamedTuple):
    """A period of leave, the player who has it, and the place that is meant."""

    period: LeavePeriod
    player: PersonId
    place: str
    """The code of a competition or match; empty for leave everywhere."""


def typed_period(text: str, today: date) -> LeavePeriod:
    """Return the period that is the whole text.

    Raises:
        NotationError: the text is no period, or something follows it.
    """
    with quoted(text):
        (first, last), rest = take_period(days_in_figures(text, today), today, is_coming=True)
        if rest:
            raise NotationError(Fault("unreadable_period"))
    return LeavePeriod(first, last)


def pressed_leave(user_input: UserInput, data: str) -> PlayerLeave:
    """Return the period in a button's data, its player and its place."""
    press = WITHDRAW_LEAVE.read(data)
    player = player_of(user_input, press.player)
    return PlayerLeave(pressed_period(press.first, press.last), player, press.place)


def pressed_period(first: date, last: date) -> LeavePeriod:
    """Return the period from a button's data.

    Raises:
        GameStateError: the bot never wrote this button.
    """
    try:
        return LeavePeriod(first, last)
    except RuleViolation as error:
        raise GameStateError(Fault("button_unknown")) from error


def player_of(user_input: UserInput, player: PersonId | None) -> PersonId:
    """Return the player of a button, or the person for an older button without one."""
    return user_input.person.id if player is None else player
