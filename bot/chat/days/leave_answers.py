"""Answers about leave: where it applies, what is left, and the buttons to change it."""

from collections.abc import Sequence
from typing import Final

from bot.chat.choosing import titles_apart
from bot.service.lookups.days.leave_books import LeaveBook, LeaveRefusal, RecordedLeave
from bot.texts.buttons.days import CHANGE_LEAVE, LEAVE, WITHDRAW_LEAVE
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Buttons, Card, Text, say
from engine.errors import RuleViolation
from engine.ids import PersonId
from engine.thinking_time import LeavePeriod

_MOST_PLACES: Final = 6
"""The most competitions and matches with a button."""


def recorded_answer(
    recorded: RecordedLeave, player: PersonId, period: LeavePeriod, place: str
) -> Card:
    """Return the answer to announced leave, with its buttons.

    It has one line if the leave applies everywhere with the same remainder, else one for each
    place. `place`: the competition or match that was named, which the buttons name, too.
    """
    buttons = tuple(row for part in recorded.parts for row in change_buttons(player, part, place))
    if not recorded.parts and not recorded.refused:
        return Card(say("leave.outside", **period.facts))
    refused = [_refusal_line(leave_refusal) for leave_refusal in recorded.refused]
    if not recorded.parts:
        return Card(say("leave.refused_everywhere", **period.facts, rows=refused))
    is_whole = recorded.parts == (period,)
    days_left = recorded.books[0].left
    have_equal_days = all(book.left == days_left for book in recorded.books)
    if is_whole and recorded.is_everywhere and have_equal_days and not refused:
        # The remainder of a phase is named as such only if no match has the same one.
        are_phases = all(book.competition_title for book in recorded.books)
        key = "leave.noted" if are_phases else "leave.noted_match"
        return Card(say(key, **period.facts, n=period.days, left=days_left), buttons)
    rows = [
        say("leave.part", **part.facts, n=part.days, title=book.heading, left=book.left)
        for book in recorded.books
        for part in recorded.parts
        if part in book.periods
    ]
    # A refused day is among the refusals, so only days that no place has are dropped.
    periods = (*recorded.parts, *(leave_refusal.period for leave_refusal in recorded.refused))
    days_dropped = period.days - len({day for part in periods for day in part.dates})
    text = say(
        "leave.noted_where" if is_whole else "leave.noted_cut",
        **period.facts,
        rows=rows,
        dropped=say("leave.dropped", n=days_dropped) if days_dropped else None,
        refused=say("leave.not_noted", rows=refused) if refused else None,
    )
    return Card(text, buttons)


def _refusal_line(refusal: LeaveRefusal) -> Text:
    """Return where leave was refused, and why."""
    return say(
        "leave.refused",
        title=refusal.heading,
        **refusal.period.facts,
        faults=faults_text(RuleViolation(*refusal.faults)),
    )


def book_text(book: LeaveBook) -> Text:
    """Return the leave in one place, with the days that are left."""
    rows = [say("leave.period", **period.facts, n=period.days) for period in book.periods]
    rows += [say("leave.apart", **period.facts) for period in book.outside]
    return say("leave.book", title=book.heading, left=book.left, rows=rows or [say("leave.none")])


def place_buttons(player: PersonId, books: Sequence[LeaveBook]) -> Buttons:
    """Return a button for each place, to announce leave only there; none for a single place.

    Beyond `_MOST_PLACES` there is none, because the place can also be typed.
    """
    names = place_names(books)
    if len(names) < 2:
        return ()
    return tuple(
        (LEAVE.button(say("button.leave_only", title=name), player, code),)
        for code, name in list(names.items())[:_MOST_PLACES]
    )


def place_names(books: Sequence[LeaveBook]) -> dict[str, str]:
    """Return the name of each place by its code, told apart from the others."""
    return titles_apart({book.code: book.name for book in books})


def change_buttons(player: PersonId, period: LeavePeriod, place: str = "") -> Buttons:
    """Return a row to move the period and a row to cancel it, as one row is too narrow.

    `place`: the one competition or match in which they do so; "" for all of them.
    """
    change = say("button.change_leave", **period.facts)
    withdrawal = say("button.withdraw_leave", **period.facts)
    return (
        (CHANGE_LEAVE.button(change, period.first, period.last, player, place),),
        (WITHDRAW_LEAVE.button(withdrawal, period.first, period.last, player, place),),
    )
