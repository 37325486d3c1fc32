"""How a game ended, in words: one sentence, with its article (art. 4.3, 9, 10.3). Pure."""

from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.notices.cast import Cast
from engine.coefficients import interrupted
from engine.games.events import Ending, GameEnded
from engine.games.game import Game
from engine.ids import Seat
from engine.matches.events import LegEnded


def ending_text(ended: GameEnded | LegEnded, red: str, blue: str) -> Text:
    """Return how the game ended; `red` and `blue` are the players' names."""
    names = {Seat.RED: red, Seat.BLUE: blue}
    who = names[ended.by] if ended.by else ""
    if ended.ending is Ending.CLOSED:
        return _closed(ended, names, who)
    if ended.ending is Ending.NO_SHOW and not who:
        return say("ending.nobody")
    return say(f"ending.{ended.ending.value}", who=who)


def _closed(ended: GameEnded | LegEnded, names: dict[Seat, str], who: str) -> Text:
    """Return how the closing date found the game (art. 9.1, 9.4)."""
    silent = [names[seat] for seat in ended.silent]
    if len(silent) == len(Seat):
        return say("ending.unknown")
    note = say("ending.silent", who=silent[0]) if silent else None
    if who:
        return say("ending.closed_on_time", who=who, silent=note)
    if isinstance(ended, LegEnded) and not (ended.rounds or ended.red_score or ended.blue_score):
        return say("ending.closed_not_begun", silent=note)
    if ended.declared:
        by = ", ".join(names[seat] for seat in ended.declared)
        return say("ending.closed_declared", who=by, silent=note)
    return say("ending.closed_level", silent=note)


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
