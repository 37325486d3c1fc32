"""Notices of due deadlines (art. 7.2): reminders, repeated sheets, leave.

Pure: from the game, its participants and the deadline to notices.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from bot.texts.buttons.cases import REMARK
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Buttons, Notice, Param, Text, say
from bot.texts.notices.participants import Member, NamedGame, Participants
from bot.texts.notices.play.preview import WrittenMove
from bot.texts.notices.play.sheets import quiet_sheets, turn_brought, turn_buttons
from bot.texts.notices.play.turn import form_of, your_turn_text
from engine.games.deadlines import Deadline, Due, days_left, days_silent
from engine.games.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderContext:
    """A due deadline with all facts for its notices."""

    due: Due
    game: Game
    seq: int
    participants: Participants
    today: date
    """The current day in the game's zone; after the deadline's own if that is late."""
    day_over: datetime
    """The end of that day."""
    local_day: date
    """The current day in the zone of the player concerned."""
    arbiters: Sequence[Member] = ()
    """All arbiters of the match, the chief arbiter first."""
    written: WrittenMove | None = None
    """The move that the player to move has written and not sent."""
    silent: Sequence[NamedGame] = ()
    """All games in which the player has been silent as long on this day, including this one."""

    @property
    def concerned(self) -> Member:
        """Return the player whom the deadline concerns."""
        return self.participants.at(self.due.seat)

    @property
    def partner(self) -> Member:
        """Return the other player."""
        return self.participants.at(self.due.seat.partner)


@dataclass(frozen=True, slots=True)
class Reminder:
    """One person's message about a due deadline."""

    to: Member
    text: Text
    with_board: bool = False
    """Whether the recipient is to move, and gets all messages of a turn."""
    sheets: Text | None = None
    """The caption of both sheets, which follow silently; None for no sheets."""
    buttons: Buttons = ()
    once: str = ""
    """A key under which the recipient is notified once for all games; "" for none."""
    is_copy: bool = False
    """Whether it is an arbiter's copy, sent where they want copies."""
    is_quiet: bool = False
    """Whether it is silent, because it asks nothing of its reader."""


MOST_BUTTONS: Final = 12
"""The most games with a button in one list."""


def overtaken_key(game: Game) -> str:
    """Return the key prefix of all notices about the present turn."""
    return f"{game.id}:"


def notices_of_deadline(context: ReminderContext) -> list[Notice]:
    """Return the notices of a due deadline; a repeat sends nothing twice to a person.

    A notice that is true only today expires with the day.
    """
    due, game = context.due, context.game
    key = f"{overtaken_key(game)}{context.seq}:{due.kind.value}:{due.on.isoformat()}"
    notices = []
    for plain_reminder in _REMINDERS_OF[due.kind](context):
        reminder = _with_written(plain_reminder, context)
        if reminder.to.address is None:
            continue
        once = f"{reminder.once or key}:{reminder.to.id}"
        if reminder.with_board:
            buttons = (*reminder.buttons, *turn_buttons(game, context.participants.kind))
            board, follow = turn_brought(reminder.to, game, context.seq, reminder.text, buttons)
            notices += [replace(board, dedup=once), replace(follow, dedup=f"{once}:sheets")]
            continue
        notices.append(
            Notice(
                to=reminder.to.address,
                text=reminder.to.addressed(reminder.text),
                buttons=reminder.to.pressing(reminder.buttons),
                about="" if reminder.sheets else game.id,
                is_copy=reminder.is_copy,
                silent=reminder.is_quiet,
                dedup=once,
                expires=context.day_over if due.kind in _OF_A_DAY else None,
            )
        )
        if reminder.sheets is not None:
            (follow,) = quiet_sheets(reminder.to, game, context.seq)
            notices.append(
                replace(follow, text=reminder.sheets, dedup=f"{key}:{reminder.to.id}:sheets")
            )
    return notices


def _with_written(reminder: Reminder, context: ReminderContext) -> Reminder:
    """Return the reminder to the player to move with their unsent move and its button."""
    written = context.written
    if written is None or reminder.to != context.participants.at(context.game.turn):
        return reminder
    return replace(
        reminder, text=written.below(reminder.text), buttons=((written.button,), *reminder.buttons)
    )


def _your_turn(context: ReminderContext) -> list[Reminder]:
    """Return the reminder on the first day of a turn that it is theirs."""
    return [Reminder(context.concerned, _time_left("remind.your_turn", context))]


def _days_left(context: ReminderContext) -> list[Reminder]:
    """Return the reminder of the days that are left, or of the last day."""
    key = "remind.days_left"
    if not days_left(context.game, context.due.seat, context.today):
        # In the player's zone that day may not have begun, or may be over.
        key = "remind.last_day" if context.local_day == context.today else "remind.last_day_near"
    return [Reminder(context.concerned, _time_left(key, context))]


def _time_left(key: str, context: ReminderContext) -> Text:
    """Return a reminder with the days that are left."""
    game = context.game
    return say(
        key,
        game=game.id,
        partner=context.partner.name,
        since=game.received.isoformat(),
        left=days_left(game, context.due.seat, context.today),
        until=context.participants.until(game),
    )


def _resend(context: ReminderContext) -> list[Reminder]:
    """Return the turn again for a silent player, and a note for the opponent (art. 7.2)."""
    game = context.game
    days = days_silent(game, context.today)
    turn = your_turn_text(game, context.participants, context.today)
    again = say("remind.resend", game=game.id, n=days, turn=turn)
    return _again_and_note(context, again, "remind.resend_partner")


def _not_opened(context: ReminderContext) -> list[Reminder]:
    """Return the reminders when the first sheet has not been opened."""
    game, days = context.game, days_silent(context.game, context.today)
    form = form_of(game.side(context.due.seat).rack)
    again = say("remind.not_opened_red", game=game.id, n=days, across=form["across"])
    return _again_and_note(context, again, "remind.not_opened_blue")


def _again_and_note(context: ReminderContext, again: Text, note: str) -> list[Reminder]:
    """Return the call to the silent player, and the note of that key for the opponent.

    If the bot cannot write to the player, the opponent reads that instead.
    """
    days = days_silent(context.game, context.today)
    facts: dict[str, Param] = {"game": context.game.id, "n": days, "who": context.concerned.name}
    if context.concerned.address is None:
        return [Reminder(context.partner, Text("remind.resend_impossible", facts))]
    partner = Reminder(context.partner, Text(note, facts), is_quiet=True)
    return [_call_to_play(context, again), partner]


def _call_to_play(context: ReminderContext, text: Text) -> Reminder:
    """Return the reminder to the player: the board, or one list for several games.

    Each game's sheets are sent again in both cases (art. 7.2); the list has buttons to boards.
    """
    game = context.game
    if len(context.silent) < 2:
        return Reminder(context.concerned, text, with_board=True)
    listed = say(
        "remind.silent",
        n=len(context.silent),
        rows=[_silent_row(context, silent) for silent in context.silent],
    )
    boards = tuple(
        (SHOW.button(say("button.open_game", game=silent.game.id), silent.game.id, View.BOARD),)
        for silent in context.silent[:MOST_BUTTONS]
    )
    n = days_silent(game, context.today)
    return Reminder(
        context.concerned,
        listed,
        sheets=say("sheets.resent", game=game.id, version=context.seq, n=n),
        buttons=boards,
        once=f"silent:{context.due.on.isoformat()}:{context.concerned.address}",
    )


def _silent_row(context: ReminderContext, silent: NamedGame) -> Text:
    """Return how long the player has been silent in a game, and the last day to answer."""
    game, participants = silent.game, silent.participants
    key = "remind.silent_row" if game.moves else "remind.silent_row_opening"
    return say(
        key,
        game=game.id,
        partner=participants.at(game.turn.partner).name,
        n=days_silent(game, context.today),
        left=max(0, days_left(game, game.turn, context.today)),
        until=participants.until(game),
    )


def _dossier(context: ReminderContext) -> list[Reminder]:
    """Return the notice to the opponent; the arbiter's task list shows the game."""
    if not context.participants.kind.has_arbiter:
        return []
    game, who = context.game, context.concerned.name
    days = days_silent(game, context.today)
    copy = say("remind.dossier_partner", game=game.id, n=days, who=who)
    remark = REMARK.button(say("button.remark"), game.id)
    return [Reminder(context.partner, copy, buttons=((remark,),), is_quiet=True)]


def _leave(context: ReminderContext) -> list[Reminder]:
    """Return the notices to the opponent, and once for all games to player and arbiters."""
    who, kind = context.concerned.name, context.due.kind.value
    once = f"{kind}:{context.concerned.id}:{context.due.on.isoformat()}"
    text = say(f"remind.{kind}", who=who, game=context.game.id)
    copy = say(f"remind.{kind}_arbiter", who=who)
    return [
        Reminder(context.concerned, Text(f"remind.{kind}_you"), once=once),
        Reminder(context.partner, text, is_quiet=True),
        *(Reminder(arbiter, copy, once=once, is_copy=True) for arbiter in context.arbiters),
    ]


def _nothing(context: ReminderContext) -> list[Reminder]:
    """Return no notice: exceeded time is an event, and `relay` makes its notices."""
    del context
    return []


_OF_A_DAY = frozenset({Deadline.YOUR_TURN, Deadline.DAYS_LEFT, Deadline.LEAVE_BEGINS})
"""Deadlines whose notices are true only on the day of sending."""
_REMINDERS_OF: Mapping[Deadline, Callable[[ReminderContext], list[Reminder]]] = {
    Deadline.YOUR_TURN: _your_turn,
    Deadline.DAYS_LEFT: _days_left,
    Deadline.RESEND: _resend,
    Deadline.DOSSIER: _dossier,
    Deadline.NOT_OPENED: _not_opened,
    Deadline.LEAVE_BEGINS: _leave,
    Deadline.LEAVE_ENDS: _leave,
    Deadline.TIME_EXCEEDED: _nothing,
}
