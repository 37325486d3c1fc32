"""Buttons of the analysis of finished games."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.texts.buttons.verb import Verb
from engine.ids import GameId


class AnalysisAction(StrEnum):
    """What a button of an analysis does."""

    SHOW = "show"
    TABLES = "tables"
    """Compare with other games on the same letter sequence."""
    POSSIBLE = "most"
    """Show what the tiles made possible."""
    BOOK = "book"
    """Send the analysis as a file."""
    PUBLISH = "open"
    """Let others see the analysis, for this player."""
    HIDE = "keep"
    """End that consent."""
    MEANING = "means"
    """Explain the words of an analysis."""
    SEASON = "season"
    STOP = "stop"
    """Cancel the person's requests."""


class OfAnalysis(NamedTuple):
    """An action on an analysis, of a game or of all games of a person."""

    what: AnalysisAction
    game: GameId = GameId("")


ANALYSIS: Final = Verb("an", OfAnalysis)
