"""Short texts about the player who delays a game: the comment required by art. 7.2.

Pure. The arbiter's case file and the printed case file use the same texts.
"""

from datetime import date

from bot.texts.messages import Param, Text, say
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.relay import move_text
from engine.games.deadlines import days_silent, left_seat
from engine.games.endings import has_moved, lost_as
from engine.games.events import Ending
from engine.games.game import Game
from engine.games.turns import used_and_running
from engine.ids import Seat


def late_text(game: Game, participants: Participants, seat: Seat, today: date) -> Text:
    """Return by how much the time is exceeded, as the arbiter finds or rules it."""
    is_absent = lost_as(game, seat, Ending.TIME) is Ending.NO_SHOW
    facts: dict[str, Param] = {
        "who": participants.at(seat).name,
        "n": used_and_running(game, seat, today),
        "budget": game.allowance(seat),
        "game": game.id,
    }
    return Text("time.exceeded_absent" if is_absent else "time.exceeded_arbiter", facts)


def silence_text(
    game: Game, participants: Participants, today: date, *, resent: int | None, is_sent: bool = True
) -> Text:
    """Return how long the player to move has been silent, and to which message; or who has left.

    `resent`: after how many days the message was sent again, None if it was not. `is_sent`: whether
    the player can be reached.
    """
    seat = left_seat(game)
    if seat is not None and (left := game.side(seat).left) is not None:
        who = participants.at(seat).name
        return Text("silence.comment_left", {"who": who, "on": left.isoformat()})
    silent_days = days_silent(game, today)
    facts: dict[str, Param] = {
        "who": participants.at(game.turn).name,
        "n": silent_days,
        "what": _unanswered(game, participants),
    }
    if not silent_days:
        return Text("silence.comment_not_yet", {"who": facts["who"], "what": facts["what"]})
    if is_sent and resent is None:
        return Text("silence.comment_once", facts)
    due = game.rules.resend_days if game.moves else game.rules.opening_days
    again = due if resent is None else resent
    key = "silence.comment" if is_sent else "silence.comment_unsent"
    return Text(key, facts | {"again": again})


def proposed_text(how: Ending, who: str) -> Text:
    """Return the proposed end; silence counts as resigning without a statement."""
    key = "silence.abandoned" if how is Ending.ABANDONED else f"ending.{how.value}"
    return Text(key, {"who": who})


def _unanswered(game: Game, participants: Participants) -> Text:
    """Return the unanswered message: the opponent's move, or the start of the game."""
    if game.last_move is not None:
        return move_text(game.last_move, participants)
    if has_moved(game, game.turn):
        return say("silence.to_place_again", since=game.received.isoformat())
    return say("silence.not_opened", start=game.start.isoformat())
