"""The file that an arbiter opens of a game whose player is silent, or has exceeded his time (7.2).

The copy of the game, the proof of every delivery, a comment, and what is proposed, with its article
and arithmetic. Pure: from the game and its deliveries to a text and its buttons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.texts.messages import Button, Buttons, Param, Text, say
from bot.texts.notices.cards import worth_text
from bot.texts.notices.cast import Cast, Member
from bot.texts.notices.deliveries import Dispatch, proofs
from bot.texts.notices.relay import move_text, score_text
from engine.games.deadlines import days_left
from engine.games.events import Ending
from engine.games.game import Game, used_and_running
from engine.games.no_show import has_moved, lost_as
from engine.ids import GameId, Seat
from engine.matches.silence import silent_ending, worth_of

MOST_PROOFS: Final = 12
"""Deliveries shown at most, the latest ones; `/dosar` has them all."""
WAIT_DAYS: Final = 5
"""For how many days more a press waits with a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A running game that one player holds up, with everything the file of it may say."""

    game: Game
    cast: Cast
    seat: Seat
    """Whose silence, or exceeded time, it is."""
    is_late: bool
    """Whether he was found to have exceeded his time."""
    now: datetime
    today: date
    deliveries: Sequence[Dispatch]
    """What he was sent about this game, oldest first."""
    is_reachable: bool
    """Whether he can be written to: he has not blocked the bot."""

    @property
    def who(self) -> Member:
        """Return the player who holds it up."""
        return self.cast.at(self.seat)


def file_of(idle: Idle) -> tuple[Text, Buttons]:
    """Return what the arbiter reads, and the buttons: what he may find, do, or wait for."""
    game, cast = idle.game, idle.cast
    ending = lost_as(game, idle.seat, Ending.TIME) if idle.is_late else silent_ending(game)
    worth = worth_of(game, ending, idle.seat, idle.now)
    text = say(
        "silence.dossier",
        game=game.id,
        comment=_late(idle) if idle.is_late else _comment(idle),
        reach=None if idle.is_reachable else say("silence.out_of_reach", who=idle.who.name),
        score=score_text(game, cast),
        turn=say(
            "silence.turn",
            colour=say(f"colour.{game.turn.value}"),
            who=cast.at(game.turn).name,
            left=days_left(game, game.turn, idle.today),
            until=cast.until(game),
        ),
        who=idle.who.name,
        deliveries=proofs(idle.deliveries, MOST_PROOFS),
        how=say(f"ending.{ending.value}", who=idle.who.name),
        worth=worth_text(cast.red.name, cast.blue.name, worth),
    )
    return text, _buttons(idle, ending)


def _buttons(idle: Idle, ending: Ending) -> Buttons:
    game, seat = idle.game.id, idle.seat
    found = verdict_button(game, ending, seat)
    if idle.is_late:
        gone = ending is Ending.NO_SHOW
        label = say("button.rule_no_show" if gone else "button.rule_time")
        found = Button(label, f"time:{game}:{seat.value}")
    more = Button(say("button.give_days"), f"ext:{game}:{seat.value}")
    other = Button(say("button.other_ruling"), f"show:{game}:case")
    wait = Button(say("button.wait", n=WAIT_DAYS), f"mesa:wait:{game}")
    whole = Button(say("button.whole_file"), f"show:{game}:dossier")
    return (found,), (more, other), (wait, whole)


def verdict_button(game: GameId, ending: Ending, seat: Seat) -> Button:
    """Return the button by which the arbiter begins this finding."""
    return Button(say(f"button.{ending.value}"), f"verdict:{game}:{ending.value}:{seat.value}")


def _late(idle: Idle) -> Text:
    """Return by how much the time is exceeded: what the arbiter finds, or what he makes of it."""
    game, seat = idle.game, idle.seat
    gone = lost_as(game, seat, Ending.TIME) is Ending.NO_SHOW
    facts: dict[str, Param] = {
        "who": idle.who.name,
        "n": used_and_running(game, seat, idle.today),
        "budget": game.allowance(seat),
        "game": game.id,
    }
    return Text("time.exceeded_absent" if gone else "time.exceeded_arbiter", facts)


def _comment(idle: Idle) -> Text:
    """Return what has happened, in a few words: the comment that art. 7.2 asks for."""
    game = idle.game
    return say(
        "silence.comment_unsent" if idle.who.chat is None else "silence.comment",
        who=idle.who.name,
        n=(idle.today - game.received).days,
        what=_unanswered(game, idle.cast),
        again=game.rules.resend_days if game.moves else game.rules.opening_days,
    )


def _unanswered(game: Game, cast: Cast) -> Text:
    """Return what he has not answered: the partner's placement, or the start of the game."""
    if game.last_move is not None:
        return move_text(game.last_move, cast)
    if has_moved(game, game.turn):
        return say("silence.to_place_again", since=game.received.isoformat())
    return say("silence.not_opened", start=game.start.isoformat())
