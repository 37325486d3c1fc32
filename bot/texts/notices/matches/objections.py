"""Buttons of results: to open them, and to ask the player who objects or rule (art. 8.5)."""

from collections.abc import Mapping

from bot.texts.buttons.conversation import LETTER
from bot.texts.buttons.matches import SHOW_RESULTS
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Button, Buttons, say
from engine.correspondence import thread_of
from engine.ids import PersonId
from engine.matches.match import Match, games_of


def objection_buttons(match: Match, names: Mapping[PersonId, str]) -> Buttons:
    """Return the buttons that ask the objecting player, or begin a ruling on a game."""
    asking = [
        (
            LETTER.button(
                say("button.card.letter", who=names[person]), thread_of(match.code, person)
            ),
        )
        for person in match.people
        if person in match.answers.objected
    ]
    ruling = tuple(
        SHOW.button(say("button.match.rule", game=game), game, View.CASE)
        for game in games_of(match)
    )
    return (*asking, ruling) if asking else ()


def results_button(match: Match) -> Button:
    """Return the button that shows a player a match's proposed results and the answers."""
    return SHOW_RESULTS.button(say("button.results_of", match=match.code), match.code)
