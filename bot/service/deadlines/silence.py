"""The file of a silence: what the arbiter gets after ten days without an answer (art. 7.2).

The copy of the game, the proof of every delivery, a comment, and the homologation proposed, with
its article and arithmetic. Pure: from a deadline that has come to a text and its button.
"""

from datetime import datetime

from bot.service.deadlines.ringing import Delivery, Ringing
from bot.texts.messages import Button, Text, say
from bot.texts.notices.cards import worth_text
from bot.texts.notices.cast import Cast
from bot.texts.notices.relay import move_text, score_text
from engine.games.deadlines import days_left
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.no_show import has_moved
from engine.ids import GameId, Seat
from engine.matches.silence import silent_ending, worth_of

MOST_PROOFS = 12
"""Deliveries shown at most, the latest ones; `/dosar` has them all."""


def verdict_button(game: GameId, ending: Ending, seat: Seat) -> Button:
    """Return the button by which the arbiter begins this finding."""
    return Button(say(f"button.{ending.value}"), f"verdict:{game}:{ending.value}:{seat.value}")


def dossier(ringing: Ringing) -> tuple[Text, Button]:
    """Return what the arbiter reads, and the button that begins his finding."""
    game, cast, seat = ringing.game, ringing.cast, ringing.due.seat
    ending = silent_ending(game)
    worth = worth_of(game, ending, seat, ringing.now)
    text = say(
        "silence.dossier",
        game=game.id,
        comment=_comment(ringing),
        score=score_text(game, cast),
        turn=say(
            "silence.turn",
            colour=say(f"colour.{seat.value}"),
            who=ringing.concerned.name,
            left=max(0, days_left(game, seat, ringing.due.on)),
            until=cast.until(game),
        ),
        deliveries=_proofs(ringing),
        how=say(f"ending.{ending.value}", who=ringing.concerned.name),
        worth=worth_text(cast.red.name, cast.blue.name, worth),
    )
    return text, verdict_button(game.id, ending, seat)


def _comment(ringing: Ringing) -> Text:
    """Return what has happened, in a few words: the comment that art. 7.2 asks for."""
    game, who = ringing.game, ringing.concerned.name
    days = (ringing.due.on - game.received).days
    return say(
        "silence.comment_unsent" if ringing.concerned.chat is None else "silence.comment",
        who=who,
        n=days,
        what=_unanswered(game, ringing.cast),
        again=game.rules.resend_days if game.moves else game.rules.opening_days,
        reach=None if ringing.is_reachable else say("silence.out_of_reach", who=who),
    )


def _unanswered(game: Game, cast: Cast) -> Text:
    """Return what he has not answered: the partner's placement, or the start of the game."""
    if game.last_move is not None:
        return move_text(game.last_move, cast)
    if has_moved(game, game.turn):
        return say("silence.to_place_again", since=game.received.isoformat())
    return say("silence.not_opened", start=game.start.isoformat())


def _instant(delivery: Delivery) -> tuple[bool, datetime]:
    """Return when it was delivered, to the minute, as it is told: an album and its text are one."""
    at = delivery.sent_at or delivery.created_at
    return delivery.sent_at is None, at.replace(second=0, microsecond=0)


def _proofs(ringing: Ringing) -> list[Text]:
    """Return when each message about the game reached him, and which could not be delivered."""
    every = list({_instant(each): each for each in ringing.deliveries}.values())
    shown = every[-MOST_PROOFS:]
    left_out = len(every) - len(shown)
    rows = [say("silence.earlier", n=left_out)] if left_out else []
    for delivery in shown:
        if delivery.sent_at is not None:
            rows.append(say("remind.delivery", at=delivery.sent_at.isoformat()))
        else:
            rows.append(say("silence.undelivered", at=delivery.created_at.isoformat()))
    return rows or [say("remind.no_delivery")]
