"""The arbiter's case file of a game with a silent or late player (art. 7.2).

It contains the game, the proof of every delivery, a comment, and the proposed ruling with article
and arithmetic. Pure: from the game and its deliveries to a text and its buttons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.texts.buttons.cases import BOTH, TASKS, TIME, VERDICT, TasksAction
from bot.texts.buttons.days import GIVE_DAYS
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Button, Buttons, Card, Text, say
from bot.texts.notices.days.idle import late_text, proposed_text, silence_text
from bot.texts.notices.matches.cards import worth_text
from bot.texts.notices.participants import Member, Participants
from bot.texts.notices.people.mail_states import MailState
from bot.texts.notices.play.deliveries import Dispatch, proofs, resent_after
from bot.texts.notices.play.relay import score_text
from engine.games.deadlines import days_left
from engine.games.endings import lost_as
from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import GameId, Seat
from engine.matches.match import Match
from engine.matches.outstanding import late_seats
from engine.matches.silence import silent_ending, worth_of

MOST_PROOFS: Final = 12
"""The most deliveries shown, the latest ones; `/dosar` has all."""
WAIT_DAYS: Final = 5
"""The number of days by which the wait button postpones a ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A running game that one player delays, with all facts for its case file."""

    game: Game
    participants: Participants
    seat: Seat
    """The seat of the silent or late player."""
    is_late: bool
    """Whether the player was found to have exceeded their time."""
    now: datetime
    today: date
    deliveries: Sequence[Dispatch]
    """The messages to the player about this game, the oldest first."""
    match: Match
    is_reachable: bool
    """Whether the player has not blocked the bot."""
    opened: datetime | None = None
    """When the player last opened the page in a browser; None in Telegram."""
    mail: MailState | None = None
    """The player's mails; None without a confirmed address."""
    freed: date | None = None
    """When the player's seat was freed, if nobody has taken it since; deliveries end there."""
    found_from: date | None = None
    """The first day on which the silence may be found; None if that is possible now."""

    @property
    def who(self) -> Member:
        """Return the player who delays the game."""
        return self.participants.at(self.seat)


def file_of(idle: Idle) -> Card:
    """Return the arbiter's text, and the buttons to rule, act or wait."""
    game, participants, seat = idle.game, idle.participants, _to_lose(idle)
    ending = lost_as(game, seat, Ending.TIME) if idle.is_late else silent_ending(game)
    worth = worth_of(idle.match, game, ending, seat, idle.now)
    text = say(
        "silence.dossier",
        game=game.id,
        comment=_comment(idle),
        reach=_reach(idle),
        score=score_text(game, participants),
        turn=say(
            "silence.turn",
            colour=say(f"colour.{game.turn.value}"),
            who=participants.at(game.turn).name,
            left=days_left(game, game.turn, idle.today),
            until=participants.until(game),
        ),
        who=idle.who.name,
        deliveries=proofs(idle.deliveries, MOST_PROOFS),
        how=_proposal(idle, ending, participants.at(seat)),
        worth=worth_text(participants.red.name, participants.blue.name, worth)
        if idle.found_from is None
        else None,
    )
    return Card(text, _buttons(idle, ending))


def _proposal(idle: Idle, ending: Ending, who: Member) -> Text:
    """Return the proposed end, or from which day one may be proposed."""
    day, closing = idle.found_from, idle.game.closing
    if day is None:
        return proposed_text(ending, who.name)
    # While a question or an acceptance is awaited, or after the closing, the day is no promise.
    if day <= idle.today or (closing is not None and day > closing):
        return say("silence.not_now")
    return say("silence.not_yet", on=day.isoformat())


def _reach(idle: Idle) -> Text | None:
    """Return why the bot cannot write to the player, or when they last opened their page.

    None for a player in Telegram to whom it can write.
    """
    if idle.freed is not None:
        return say("silence.place_free", who=idle.who.name, on=idle.freed.isoformat())
    if not idle.is_reachable:
        return say("silence.out_of_reach", who=idle.who.name)
    if idle.opened is None:
        return None
    opened, mail = idle.opened.isoformat(), None if idle.mail is None else idle.mail.text
    return say("silence.opened_mailed" if mail else "silence.opened", at=opened, mail=mail)


def _late_on_both_sides(idle: Idle) -> tuple[Seat, ...]:
    """Return the seats that may lose on time, if both may; the earlier late one first."""
    late = late_seats(idle.game, idle.today) if idle.is_late else ()
    return late if len(late) == len(Seat) else ()


def _to_lose(idle: Idle) -> Seat:
    """Return the seat whose loss is proposed: of two late ones the earlier (art. 7.2)."""
    return next(iter(_late_on_both_sides(idle)), idle.seat)


def _either_or_both(idle: Idle) -> Buttons:
    """Return the buttons that rule a loss on time for either or both."""
    game, rows = idle.game.id, []
    for seat in _late_on_both_sides(idle):
        label = say("button.lost_on_time", who=idle.participants.at(seat).name, game=game)
        rows.append((TIME.button(label, game, seat.value),))
    return (*rows, (TIME.button(say("button.both_lost", game=game), game, BOTH),))


def _buttons(idle: Idle, ending: Ending) -> Buttons:
    """Return the arbiter's buttons about a silent player."""
    game, seat = idle.game.id, idle.seat
    verdict = verdict_button(game, ending, seat)
    if idle.is_late:
        is_absent = ending is Ending.NO_SHOW
        label = say("button.rule_no_show" if is_absent else "button.rule_time")
        verdict = TIME.button(label, game, seat.value)
    more = GIVE_DAYS.button(say("button.give_days"), game, seat.value)
    other = SHOW.button(say("button.other_ruling"), game, View.CASE)
    wait = TASKS.button(say("button.wait", n=WAIT_DAYS), TasksAction.WAIT, game)
    whole = SHOW.button(say("button.whole_file"), game, View.DOSSIER)
    rulings: Buttons = ((verdict,),) if idle.found_from is None else ()
    if _late_on_both_sides(idle):
        rulings = _either_or_both(idle)
    return *rulings, (more, other), (wait, whole)


def verdict_button(game: GameId, ending: Ending, seat: Seat) -> Button:
    """Return the button by which the arbiter begins this ruling."""
    return VERDICT.button(say(f"button.{ending.value}"), game, ending, seat)


def _comment(idle: Idle) -> Text:
    """Return what the arbiter should know: exceeded time, or how the silence came."""
    if idle.is_late:
        return late_text(idle.game, idle.participants, idle.seat, idle.today)
    is_sent = idle.who.address is not None
    again = resent_after(idle.deliveries, idle.game)
    return silence_text(idle.game, idle.participants, idle.today, resent=again, is_sent=is_sent)
