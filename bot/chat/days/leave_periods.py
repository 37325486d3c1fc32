"""The days and the place of a leave: as typed, and as a button's data states them."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from bot.runtime.shared import UserInput
from bot.service.lookups.days.leave_books import LeaveBook
from bot.texts.buttons.days import WITHDRAW_LEAVE
from bot.texts.days import days_in_figures, quoted
from engine.dates import take_period
from engine.errors import Fault, GameStateError, NotationError, RuleViolation
from engine.ids import PersonId
from engine.notation import fold
from engine.thinking_time import LeavePeriod


class PlayerLeave(NamedTuple):
    """A period of leave, the player who has it, and the place that is meant."""

    period: LeavePeriod
    player: PersonId
    place: str
    """The code of a competition or match; empty for leave everywhere."""


class PlaceAndDays(NamedTuple):
    """The code of the competition or match that a person named first, and the typed days."""

    place: str
    """Empty for leave everywhere."""
    days: str


def place_and_days(text: str, books: Sequence[LeaveBook]) -> PlaceAndDays:
    """Return the place that begins the text, and the rest.

    The text may use the code or the title, regardless of case and diacritics; a code has
    precedence. The longest name is tried first, because it may begin with another.

    Raises:
        NotationError: `leave_title_shared`, several of the player's competitions have the title.
    """
    typed = text.strip()
    names = {name for book in books for name in (book.code, book.name)}
    for name in sorted(names, key=len, reverse=True):
        beginning, rest = typed[: len(name)], typed[len(name) :]
        if not _is_same_name(beginning, name) or rest[:1].strip():
            continue
        by_code = {book.code for book in books if _is_same_name(book.code, name)}
        codes = sorted(by_code or {book.code for book in books if _is_same_name(book.name, name)})
        if len(codes) > 1:
            facts = {"title": name, "codes": ", ".join(codes)}
            raise NotationError(Fault("leave_title_shared", facts=facts))
        return PlaceAndDays(codes[0], rest.strip())
    return PlaceAndDays("", typed)


def _is_same_name(one: str, other: str) -> bool:
    """Return whether two names are equal but for case and diacritics."""
    return fold(one).casefold() == fold(other).casefold()


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
