"""An interruption as the partner is asked about it: what it would be worth, and the answers.

Pure. The figures are those of the present score, for any placement turns the proposal down.
"""

from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.notices.cast import Cast
from engine.coefficients import interrupted
from engine.games.game import Game
from engine.ids import Seat


def interruption_worth(game: Game, seat: Seat) -> dict[str, str]:
    """Return what the game would be worth to the seat (`own`) and to the partner (`other`)."""
    red_first = interrupted(game.red.score, game.blue.score)
    found = red_first if seat is Seat.RED else red_first.swapped
    return {"own": str(found.first), "other": str(found.second)}


def proposal_card(game: Game, cast: Cast, seat: Seat) -> tuple[Text, Buttons]:
    """Return what the player of that seat reads of his partner's proposal, and his answers."""
    text = say(
        "interruption.proposed",
        who=cast.at(seat.partner).name,
        game=game.id,
        mine=game.side(seat).score,
        theirs=game.side(seat.partner).score,
        **interruption_worth(game, seat),
    )
    accept = Button(say("button.accept"), f"int:{game.id}:yes")
    decline = Button(say("button.decline"), f"int:{game.id}:no")
    return text, ((accept, decline),)


def accept_card(game: Game, cast: Cast, seat: Seat) -> tuple[Text, Buttons]:
    """Return the question that is asked before the game ends for good."""
    who = cast.at(seat.partner).name
    text = say("interruption.sure", game=game.id, who=who, **interruption_worth(game, seat))
    sure = Button(say("button.accept_sure"), f"int:{game.id}:sure")
    back = Button(say("button.not_yet"), f"int:{game.id}:back")
    return text, ((sure,), (back,))
