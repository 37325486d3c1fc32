"""Practice: the cards before a game against the program, its end, and better plays. Pure."""

from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.buttons.matches import PRACTICE, WOULD_PLAY
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Button, Buttons, Card, Notice, Text, say
from bot.texts.notices.participants import Participants
from engine.games.events import Passed
from engine.games.game import Game, Move, move_notation
from engine.ids import GameId, Seat
from engine.matches.practice import THINKING_DAYS, Strength

NEW = "new"
"""The step that offers the strengths although a game is running."""

NO_GAME = GameId("")
"""In a step that ends no running game."""


def practice_button() -> Button:
    """Return the button that offers a practice game."""
    return PRACTICE.button(say("button.practice.offer"))


def would_button(game: GameId) -> Button:
    """Return the button that asks what the program would have played."""
    return WOULD_PLAY.button(say("button.practice.would"), game)


def offer_card(edition: str, ends: GameId = NO_GAME) -> Card:
    """Return the card with a button for each strength; `ends`: the running game that it ends."""
    text = say("practice.offer", edition=edition, days=THINKING_DAYS)
    if ends:
        text = say("practice.offer_again", game=ends, offer=text)
    buttons = tuple(
        (PRACTICE.button(say(f"button.practice.{strength.value}"), strength.value, ends),)
        for strength in Strength
    )
    return Card(text, buttons)


def running_card(game: Game, seat: Seat) -> Card:
    """Return the question whether the running practice game continues or another one begins."""
    text = say(
        "practice.running",
        game=game.id,
        mine=game.side(seat).score,
        theirs=game.side(seat.partner).score,
    )
    goes_on = SHOW.button(say("button.practice.go_on"), game.id, View.BOARD)
    again = PRACTICE.button(say("button.practice.again"), NEW, game.id)
    return Card(text, ((goes_on,), (again,)))


def begun_text(strength: Strength) -> Text:
    """Return the confirmation on the card; the game's own message follows."""
    return say("practice.begun", strength=say(f"practice.{strength.value}"))


def after_practice(game: Game) -> Buttons:
    """Return the buttons under the result: the analysis, a better last move, another game.

    An empty board has nothing to analyse.
    """
    if game.board.is_empty:
        return ((practice_button(),),)
    analysis = ANALYSIS.button(
        say("button.analysis.of", game=game.id), AnalysisAction.SHOW, game.id
    )
    return (analysis,), (would_button(game.id),), (practice_button(),)


def practice_over(game: Game, participants: Participants) -> list[Notice]:
    """Return the silent notice of a practice game that ended by itself (art. 7.2)."""
    text = say("practice.over", game=game.id, days=THINKING_DAYS)
    return [
        Notice(
            to=member.address,
            text=text,
            buttons=((practice_button(),),),
            about=game.id,
            silent=True,
        )
        for member in (participants.red, participants.blue)
        if member.address is not None
    ]


def would_text(own: Move, play: str, points: int) -> Text:
    """Return what the program would have played instead of the person's own move."""
    if play == move_notation(own):
        return say("practice.would_same", play=play, points=points)
    own_points = 0 if isinstance(own, Passed) else own.counted
    if own_points >= points:
        return say("practice.would_even", play=play, points=points)
    return say("practice.would", own=move_notation(own), mine=own_points, play=play, points=points)
