"""Buttons of the analysis of finished games."""

from typing import Final, NamedTuple

from bot.texts.buttons.verb import Verb
from engine.ids import GameId


class OfAnalysis(NamedTuple):
    """An action on an analysis, of a game or of all games of a person."""

    what: str
    game: GameId = GameId("")


ANALYSIS: Final = Verb("an", OfAnalysis)
