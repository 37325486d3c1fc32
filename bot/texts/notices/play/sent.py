"""What a player reads of the placement or pass he has just sent. Pure."""

from bot.texts.messages import Text, say
from bot.texts.notices.cast import Cast
from bot.texts.notices.play.whose_turn import turn_text
from engine.games.game import Game, Stage
from engine.ids import Seat


def sent_text(game: Game, cast: Cast, seat: Seat, written: str) -> Text:
    """Return that what he wrote was sent: to whom, his total, the days it took and those left."""
    if game.stage is Stage.ENDED:  # its result comes with the sheets
        return say("play.sent_last", placement=written, game=game.id)
    last = next(move for move in reversed(game.moves) if move.by is seat and not move.conditional)
    return say(
        "play.sent",
        placement=written,
        partner=cast.at(seat.partner).name,
        total=game.side(seat).score,
        days=last.days,
        left=game.allowance(seat) - game.side(seat).days,
        rack=game.side(seat).rack or "—",
        game=game.id,
        waits=turn_text(game, cast) if game.waits_for_acceptance else None,
    )
