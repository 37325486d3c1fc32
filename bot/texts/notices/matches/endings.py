"""Texts about the end of a game, with its article (art. 4.3, 8, 9, 10.3). Pure."""

from bot.texts.buttons.matches import ANSWER_OFFER, InterruptionAnswer
from bot.texts.messages import Card, Param, Text, say
from bot.texts.notices.participants import Participants
from engine.coefficients import game_ended_early
from engine.games.events import Ending, GameEnded
from engine.games.game import Game
from engine.ids import Seat
from engine.matches.result_events import LegEnded
from engine.matches.results import game_coefficients


def ending_text(ended: GameEnded | LegEnded, red: str, blue: str) -> Text:
    """Return the end of the game as a text; `red` and `blue` are the players' names."""
    names = {Seat.RED: red, Seat.BLUE: blue}
    who = names[ended.by] if ended.by else ""
    if ended.ending is Ending.CLOSED:
        return _closed(ended, names, who)
    if ended.ending is Ending.BOTH_TIME:
        silent_notes = [say("ending.silent", who=names[seat]) for seat in ended.silent]
        return say("ending.both_time", silent=silent_notes[0] if silent_notes else None)
    if ended.ending is Ending.NO_SHOW and not who:
        return say("ending.nobody")
    if ended.withdrew:
        return say("ending.withdrew", who=who)
    return say(f"ending.{ended.ending.value}", who=who)


def _closed(ended: GameEnded | LegEnded, names: dict[Seat, str], who: str) -> Text:
    """Return the state of the game at the closing date (art. 9.1, 9.4)."""
    silent = [names[seat] for seat in ended.silent]
    if len(silent) == len(Seat):
        return say("ending.unknown")
    note = say("ending.silent", who=silent[0]) if silent else None
    if who:
        return say("ending.closed_on_time", who=who, silent=note)
    if isinstance(ended, LegEnded) and not (ended.rounds or ended.red_score or ended.blue_score):
        return say("ending.closed_not_begun", silent=note)
    if ended.declared:
        by = [names[seat] for seat in ended.declared]
        return say("ending.closed_declared", who=by, silent=note)
    return say("ending.closed_level", silent=note)


def interruption_worth(game: Game, seat: Seat) -> dict[str, str]:
    """Return the game's value to the seat (`own`) and to the opponent (`other`) if ended early."""
    red_first = game_ended_early(game.red.score, game.blue.score)
    of_seat = red_first if seat is Seat.RED else red_first.swapped
    return {"own": str(of_seat.first), "other": str(of_seat.second)}


def proposal_card(game: Game, participants: Participants, seat: Seat) -> Card:
    """Return the opponent's proposal for the player of that seat, with the answer buttons."""
    text = say(
        "interruption.proposed",
        who=participants.at(seat.partner).name,
        game=game.id,
        mine=game.side(seat).score,
        theirs=game.side(seat.partner).score,
        **interruption_worth(game, seat),
    )
    accept = ANSWER_OFFER.button(say("button.accept"), game.id, InterruptionAnswer.ASK)
    decline = ANSWER_OFFER.button(say("button.decline"), game.id, InterruptionAnswer.DECLINE)
    return Card(text, ((accept, decline),))


def accept_card(game: Game, participants: Participants, seat: Seat) -> Card:
    """Return the final question before the game ends."""
    who = participants.at(seat.partner).name
    text = say("interruption.sure", game=game.id, who=who, **interruption_worth(game, seat))
    sure = ANSWER_OFFER.button(say("button.accept_sure"), game.id, InterruptionAnswer.ACCEPT)
    back = ANSWER_OFFER.button(say("button.not_yet"), game.id, InterruptionAnswer.RECONSIDER)
    return Card(text, ((sure,), (back,)))


def result_lines(ended: GameEnded, game: Game, participants: Participants) -> list[Text]:
    """Return the winner, the effect of the tiles left on the score, and the game's value.

    The coefficients are the game's own; the match and the arbiter may add to them later.
    """
    names = participants.names
    worth = game_coefficients(game, participants.match)
    lines = []
    if ended.ending is Ending.BOTH_TIME:
        lines.append(say("result.lost_by_both"))
    elif worth.first != worth.second:
        winner = Seat.RED if worth.first > worth.second else Seat.BLUE
        lines.append(say("result.won", who=names[winner]))
    elif worth.first and game.red.score == game.blue.score:
        lines.append(say("result.drawn"))
    lines += [line for seat in Seat if (line := _letters_left(ended, game, seat, names[seat]))]
    coefficients = say(
        "result.worth",
        red=names[Seat.RED],
        blue=names[Seat.BLUE],
        red_c=str(worth.first),
        blue_c=str(worth.second),
        article=worth.article,
    )
    return [*lines, coefficients]


def _letters_left(ended: GameEnded, game: Game, seat: Seat, who: str) -> Text | None:
    """Return how the tiles left on the rack changed the score; None if they did not (4.3)."""
    points = ended.red_adjustment if seat is Seat.RED else ended.blue_adjustment
    side = game.side(seat)
    if not points:
        return None
    facts: dict[str, Param] = {"who": who, "before": side.score - points, "after": side.score}
    if points < 0:
        return say("result.letters_lost", rack=side.rack, points=-points, **facts)
    return say("result.letters_gained", points=points, **facts)
