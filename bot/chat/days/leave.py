"""`/concediu`: leave announced, changed or cancelled before it begins (art. 7.2).

It applies to all phases and matches of the player, unless one competition is named;
`bot.service.operations.days.leaves` stores it.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.chat.days.leave_answers import (
    book_text,
    change_buttons,
    place_buttons,
    place_names,
    recorded_answer,
)
from bot.chat.days.leave_periods import (
    PlayerLeave,
    place_and_days,
    player_of,
    pressed_leave,
    pressed_period,
    typed_period,
)
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.days.leave_books import LeaveBook
from bot.service.service import Service
from bot.texts.buttons.days import LEAVE, REPLACE_LEAVE
from bot.texts.days import days_in_figures, quoted
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.days.leave import LeaveChange
from engine.dates import take_period
from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import PersonId
from engine.thinking_time import LeavePeriod, check_leave_withdrawal

_ARROW: Final = re.compile(r"^[-=>→\s]+")
"""Matches the separator between the old days and the new ones."""


class _LeaveState(NamedTuple):
    """A player's leave: a text for each place, and the buttons that change it."""

    rows: list[Text]
    buttons: Buttons


async def leave(service: Service, user_input: UserInput) -> None:
    """Handle `/concediu [COMPETITION] FIRST LAST`; a second pair of days changes the first.

    A competition, or a match outside one, is named by code or title. Without days, show the
    announced leave and the players for whom the person writes and may announce it (art. 9.6).
    """
    own_id = user_input.person.id
    has_own = bool(await service.leaves.books(user_input, own_id))
    if has_own and user_input.args:
        await _note_typed(service, user_input, own_id)
        return
    written_for = await service.leaves.written_for(user_input)
    names = await service.persons.names(written_for)
    buttons = tuple(
        (LEAVE.button(say("button.leave_for", who=names[player]), player),)
        for player in written_for
    )
    if has_own:
        rows, own_buttons = await _leave_state(service, user_input, own_id)
        announce = ((LEAVE.button(say("button.leave_announce"), own_id),),)
        service.reply(
            user_input, say("leave.state", rows=rows), (*announce, *own_buttons, *buttons)
        )
    else:
        service.reply(
            user_input, say("leave.for_whom" if written_for else "leave.no_match"), buttons
        )


async def announce_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that announces leave, also for another player: `leave:PLAYER[:CODE]`."""
    player, place = LEAVE.read(user_input.args)
    books = await service.leaves.books(user_input, player)
    if place not in {"", *(book.code for book in books)} or not books:
        raise GameStateError(Fault("not_your_game"))
    service.toast(user_input)
    await _ask_days(service, user_input, player, place, books)


async def _ask_days(
    service: Service,
    user_input: UserInput,
    player: PersonId,
    place: str,
    books: Sequence[LeaveBook],
) -> None:
    """Ask for the first and last day of leave, everywhere or in one competition."""
    about = LEAVE.about(player, place) if place else LEAVE.about(player)
    asked = await service.questions.ask(user_input, Topic.LEAVE_FOR, about)
    if player == user_input.person.id:  # the announced leave is shown above
        ask = say("leave.ask_only", title=place_names(books)[place]) if place else say("leave.ask")
        service.reply(user_input, ask, (asked.way_out,))
        return
    rows, buttons = await _leave_state(service, user_input, player)
    who = (await service.persons.get(player)).name
    service.reply(user_input, say("leave.ask_for", who=who, rows=rows), (*buttons, asked.way_out))


async def days_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the days of leave for a player, `PLAYER[:CODE]`."""
    if await _note_typed(service, user_input, *LEAVE.read(about)):
        await service.questions.close(user_input)


async def _note_typed(
    service: Service, user_input: UserInput, player: PersonId, place: str = ""
) -> bool:
    """Announce the typed days; with two pairs, change the first to the second.

    Return False if only a place was typed, so that its days are asked for.

    `place`: the competition or match that a button named; one in the text has precedence.
    """
    books = await service.leaves.books(user_input, player)
    named, days = place_and_days(user_input.args, books)
    place = named or place
    if place and not days:
        await _ask_days(service, user_input, player, place, books)
        return False
    with quoted(days):
        (first, last), rest = take_period(
            days_in_figures(days, service.today()), service.today(), is_coming=True
        )
    period = LeavePeriod(first, last)
    if rest:
        new_period = typed_period(_ARROW.sub("", rest), service.today())
        old = PlayerLeave(period, player, place)
        await _replace_leave(service, user_input, old, new_period)
    else:
        await _announce(service, user_input, player, period, place)
    return True


async def withdraw_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that cancels leave: `unleave:FIRST:LAST:PLAYER[:PLACE]`."""
    announced = pressed_leave(user_input, user_input.args)
    if not await _is_announced(service, user_input, announced):
        service.answer_late(user_input, say("leave.gone"))
        return
    period, player, place = announced
    await service.leaves.change(user_input, player, LeaveChange(old=period), place)
    text = say("leave.taken_back", **period.facts)
    service.edit(user_input, await service.persons.passed_on(user_input, player, text))


async def change_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that changes leave: `chleave:FIRST:LAST:PLAYER[:PLACE]`.

    Raises:
        RuleViolation: `leave_begun`; refused now, not after the new days.
    """
    announced = pressed_leave(user_input, user_input.args)
    if not await _is_announced(service, user_input, announced):
        service.answer_late(user_input, say("leave.gone"))
        return
    check_leave_withdrawal(announced.period, today=service.today(), own=[announced.period])
    asked = await service.questions.ask(user_input, Topic.LEAVE, user_input.args)
    service.toast(user_input)
    service.reply(user_input, say("leave.new_days", **announced.period.facts), (asked.way_out,))


async def new_days_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the new days of a changed leave.

    Raises:
        EngineError: the days are unreadable, or `_replace_leave` refuses them.
    """
    old = pressed_leave(user_input, about)
    new_period = typed_period(user_input.args, service.today())
    await _replace_leave(service, user_input, old, new_period)
    await service.questions.close(user_input)


async def replace_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that replaces leave: `swleave:FIRST:LAST:FIRST:LAST:PLAYER[:PLACE]`.

    Raises:
        EngineError: `_replace_leave` refuses it.
    """
    press = REPLACE_LEAVE.read(user_input.args)
    old_period = pressed_period(press.old_first, press.old_last)
    old = PlayerLeave(old_period, player_of(user_input, press.player), press.place)
    await _replace_leave(service, user_input, old, pressed_period(press.first, press.last))


async def _announce(
    service: Service, user_input: UserInput, player: PersonId, period: LeavePeriod, place: str
) -> None:
    """Announce the period; if it overlaps a future one, offer to change that.

    Raises:
        EngineError: the only place concerned refuses it, and no change of one period can help.
    """
    try:
        recorded = await service.leaves.change(user_input, player, LeaveChange(new=period), place)
    except RuleViolation as refused:
        overlapped = await _overlapped(service, user_input, player, period, place)
        codes = {fault.code for fault in refused.faults}
        # Days of the overlapped period count twice against the allowance unless it is given up.
        if len(overlapped) != 1 or not codes <= {"leave_overlaps", "leave_over_allowance"}:
            raise
        announced = overlapped.pop()
        button = REPLACE_LEAVE.button(
            say("button.replace_leave", **announced.facts),
            announced.first,
            announced.last,
            period.first,
            period.last,
            player,
            place,
        )
        service.reply(user_input, say("refused", faults=faults_text(refused)), ((button,),))
        return
    text, buttons = recorded_answer(recorded, player, period, place)
    service.reply(user_input, await service.persons.passed_on(user_input, player, text), buttons)


async def _replace_leave(
    service: Service, user_input: UserInput, old: PlayerLeave, new_period: LeavePeriod
) -> None:
    """Replace an announced leave by another.

    Raises:
        EngineError: the old leave is no longer announced there, or the only place concerned refuses
            the new one.
    """
    old_period, player, place = old
    change = LeaveChange(old=old_period, new=new_period)
    recorded = await service.leaves.change(user_input, player, change, place)
    text, buttons = recorded_answer(recorded, player, new_period, place)
    is_moved = bool(recorded.books) or not recorded.refused
    answer = say("leave.changed_you", now=text) if is_moved else text
    service.answer(user_input, await service.persons.passed_on(user_input, player, answer), buttons)


async def _leave_state(service: Service, user_input: UserInput, player: PersonId) -> _LeaveState:
    """Return a player's leave for each place, and the buttons to change future leave."""
    books = await service.leaves.books(user_input, player)
    announced = {period for book in books for period in book.announced}
    coming = sorted(period for period in announced if period.first > service.today())
    changes = tuple(row for period in coming for row in change_buttons(player, period))
    return _LeaveState(
        [book_text(book) for book in books], (*place_buttons(player, books), *changes)
    )


async def _is_announced(service: Service, user_input: UserInput, announced: PlayerLeave) -> bool:
    """Return whether the player has announced the period in the place that is meant."""
    period, player, place = announced
    books = await service.leaves.books(user_input, player)
    return any(period in book.announced for book in books if place in {"", book.code})


async def _overlapped(
    service: Service, user_input: UserInput, player: PersonId, period: LeavePeriod, place: str
) -> set[LeavePeriod]:
    """Return the player's future leave in the place that overlaps the period; "" for any place."""
    return {
        announced
        for book in await service.leaves.books(user_input, player)
        for announced in book.periods
        if place in {"", book.code}
        and announced.overlap(period)
        and announced.first > service.today()
    }
