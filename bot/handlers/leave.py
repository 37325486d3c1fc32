"""`/concediu`: leave announced, changed or taken back before it begins (art. 7.2).

It counts in every phase and match of the player's at once; where it is kept is `bot.desk.leaves`.
"""

import re
from datetime import date

from bot.desk.desk import Desk
from bot.desk.leaves import Book, Change, Noted
from bot.language.i18n import faults_text
from bot.messages import Button, Buttons, Text, say
from bot.office.shared import Said
from engine.clock import LeavePeriod
from engine.dates import take_period
from engine.errors import Fault, GameStateError, NotationError, RuleViolation

_ARROW = re.compile(r"^[-=>→\s]+")
"""What may stand between the old days and the new ones."""
TOPIC = "leave"
"""The topic under which a player is asked for the new days of leave that he changes."""


async def leave(desk: Desk, said: Said) -> None:
    """Handle `/concediu FIRST LAST`, with a second pair of days to change the first.

    Without days it shows what is announced.
    """
    if not await desk.leaves.books(said.person.id):
        desk.reply(said, say("leave.no_match"))
    elif not said.args:
        desk.reply(said, *await _state(desk, said))
    else:
        (first, last), rest = take_period(said.args, desk.today())
        period = LeavePeriod(first, last)
        if rest:
            await _change(desk, said, period, _only(_ARROW.sub("", rest), desk.today()))
        else:
            await _announce(desk, said, period)


async def withdraw(desk: Desk, said: Said) -> None:
    """Handle the press that takes leave back: `unleave:FIRST:LAST`."""
    period = _period(said.args)
    if not await _is_announced(desk, said, period):
        desk.edit(said, say("leave.gone"))
        return
    await desk.leaves.change(said, Change(old=period))
    desk.edit(
        said,
        say("leave.taken_back", first=period.first.isoformat(), last=period.last.isoformat()),
    )


async def ask_change(desk: Desk, said: Said) -> None:
    """Handle the press that changes leave: `chleave:FIRST:LAST`."""
    period = _period(said.args)
    if not await _is_announced(desk, said, period):
        desk.edit(said, say("leave.gone"))
        return
    await desk.questions.ask(said, TOPIC, said.args)
    desk.toast(said)
    desk.reply(
        said, say("leave.new_days", first=period.first.isoformat(), last=period.last.isoformat())
    )


async def days_given(desk: Desk, said: Said, about: str) -> None:
    """Take the new days of leave that is being changed."""
    new = _only(said.args, desk.today())
    await _change(desk, said, _period(about), new)
    await desk.questions.close(said)


async def replace(desk: Desk, said: Said) -> None:
    """Handle the press that puts other days in the place of leave: `swleave:FIRST:LAST:…`."""
    parts = said.args.split(":")
    await _change(desk, said, _period(":".join(parts[:2])), _period(":".join(parts[2:])))


async def _announce(desk: Desk, said: Said, period: LeavePeriod) -> None:
    """Announce the period; where it only overlaps another to come, offer to change that one."""
    try:
        noted = await desk.leaves.change(said, Change(new=period))
    except RuleViolation as refused:
        others = await _overlapped(desk, said, period)
        codes = {fault.code for fault in refused.faults}
        if len(others) != 1 or not codes <= {"leave_overlaps", "leave_over_allowance"}:
            raise
        old = others.pop()
        button = Button(
            say("button.replace_leave", first=old.first.isoformat(), last=old.last.isoformat()),
            f"swleave:{_written(old)}:{_written(period)}",
        )
        desk.reply(said, say("refused", faults=faults_text(refused)), ((button,),))
        return
    desk.reply(said, *_answer(noted, period))


async def _change(desk: Desk, said: Said, old: LeavePeriod, new: LeavePeriod) -> None:
    if not await _is_announced(desk, said, old):
        raise GameStateError(Fault("leave_unknown", "7.2", old.facts))
    noted = await desk.leaves.change(said, Change(old=old, new=new))
    text, buttons = _answer(noted, new)
    desk.answer(said, say("leave.changed_you", now=text), buttons)


def _answer(noted: Noted, period: LeavePeriod) -> tuple[Text, Buttons]:
    """Say what was noted: in one line where it counts whole, part by part where it was cut."""
    buttons = tuple(_buttons(part) for part in noted.parts)
    first, last = period.first.isoformat(), period.last.isoformat()
    if noted.parts == (period,):
        left = min(book.left for book in noted.books)
        return say("leave.noted", first=first, last=last, n=period.days, left=left), buttons
    if not noted.parts:
        return say("leave.outside", first=first, last=last), ()
    rows = [
        say(
            "leave.part",
            first=part.first.isoformat(),
            last=part.last.isoformat(),
            n=part.days,
            title=book.title,
            left=book.left,
        )
        for book in noted.books
        for part in noted.parts
        if part in book.periods
    ]
    counted = {day for part in noted.parts for day in part.dates}
    free = period.days - len(counted)
    dropped = say("leave.dropped", n=free) if free else None
    return say("leave.noted_cut", first=first, last=last, rows=rows, dropped=dropped), buttons


async def _state(desk: Desk, said: Said) -> tuple[Text, Buttons]:
    books = await desk.leaves.books(said.person.id)
    coming = sorted({p for book in books for p in book.periods if p.first > desk.today()})
    rows = [_book(book) for book in books]
    return say("leave.state", rows=rows), tuple(_buttons(period) for period in coming)


def _book(book: Book) -> Text:
    rows = [
        say(
            "leave.period",
            first=period.first.isoformat(),
            last=period.last.isoformat(),
            n=period.days,
        )
        for period in book.periods
    ]
    return say("leave.book", title=book.title, left=book.left, rows=rows or [say("leave.none")])


async def _is_announced(desk: Desk, said: Said, period: LeavePeriod) -> bool:
    return any(period in book.periods for book in await desk.leaves.books(said.person.id))


async def _overlapped(desk: Desk, said: Said, period: LeavePeriod) -> set[LeavePeriod]:
    """Return the person's announced leave, not begun yet, that shares days with the period."""
    return {
        own
        for book in await desk.leaves.books(said.person.id)
        for own in book.periods
        if own.overlap(period) and own.first > desk.today()
    }


def _only(text: str, today: date) -> LeavePeriod:
    """Return the period that is all of the text.

    Raises:
        NotationError: it is none, or something follows it.
    """
    (first, last), rest = take_period(text, today)
    if rest:
        raise NotationError(Fault("unreadable_period", facts={"text": text.strip()[:40]}))
    return LeavePeriod(first, last)


def _period(data: str) -> LeavePeriod:
    """Return the period a button names.

    Raises:
        GameStateError: it is none; the button is not one of ours.
    """
    first, _, last = data.partition(":")
    try:
        return LeavePeriod(date.fromisoformat(first), date.fromisoformat(last))
    except ValueError as error:
        raise GameStateError(Fault("button_unknown")) from error


def _written(period: LeavePeriod) -> str:
    return f"{period.first.isoformat()}:{period.last.isoformat()}"


def _buttons(period: LeavePeriod) -> tuple[Button, ...]:
    first, last = period.first.isoformat(), period.last.isoformat()
    return (
        Button(say("button.change_leave", first=first, last=last), f"chleave:{_written(period)}"),
        Button(say("button.withdraw_leave", first=first, last=last), f"unleave:{_written(period)}"),
    )
