"""The confirmation to a player of the move or pass they have just sent. Pure."""

from bot.texts.messages import Text, say
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.turn import turn_text
from engine.games.game import Game, Stage
from engine.ids import Seat


def sent_text(game: Game, participants: Participants, seat: Seat, written: str) -> Text:
    """Return the confirmation: the recipient, the player's total, the days used and left."""
    if game.stage is Stage.ENDED:  # the message with the sheets reports the result
        return say("play.sent_last", placement=written, game=game.id)
    if participants.is_practice:  # the message with the board reports the rest at once
        total = game.side(seat).score
        return say("practice.sent", placement=written, total=total, game=game.id)
    last = next(move for move in reversed(game.moves) if move.by is seat and not move.conditional)
    return say(
        "play.sent" if participants.has_arbiter else "play.sent_friendly",
        placement=written,
        partner=participants.at(seat.partner).name,
        total=game.side(seat).score,
        days=last.days,
        left=game.allowance(seat) - game.side(seat).days,
        rack=game.side(seat).rack or "—",
        game=game.id,
        waits=turn_text(game, participants) if game.waits_for_acceptance else None,
    )
