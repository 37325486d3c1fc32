"""A person's finished games, each with its outcome for that person and its last day.

Rows give the list; a match is loaded only for the games that are shown.
"""

from datetime import date
from enum import StrEnum
from typing import Final

from bot.service.readers.readers import Readers
from engine.figures import Figures, Outcome
from engine.ids import Leg, PersonId
from engine.matches.match import Match
from engine.thinking_time import day_of
from storage.play.game_rows import GameRow


class OwnOutcome(StrEnum):
    """The outcome of a game as one of its players sees it."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    NOBODY = "nobody"
    """Both players have the coefficient 0."""


_WITHOUT_WINNER: Final = {Outcome.DRAW: OwnOutcome.DRAWN, Outcome.NOBODY: OwnOutcome.NOBODY}
"""The outcomes that are the same for both players."""


async def finished_games(readers: Readers, person: PersonId) -> list[GameRow]:
    """Return the rows of the person's finished games, the latest first."""
    return [row for row in await readers.game_lists.played(person) if row.is_finished]


def outcome_for(figures: Figures, *, is_blue: bool) -> OwnOutcome:
    """Return the outcome as the player of that seat sees it."""
    if figures.outcome in _WITHOUT_WINNER:
        return _WITHOUT_WINNER[figures.outcome]
    own = Outcome.BLUE if is_blue else Outcome.RED
    return OwnOutcome.WON if figures.outcome is own else OwnOutcome.LOST


def ended_on(match: Match, row: GameRow) -> date:
    """Return the day on which the game of that row ended, in the zone of its rules.

    The match does not list a game that was cancelled; it has not changed since its last event.
    """
    ended = match.end_of(Leg(row.leg))
    return day_of(row.updated_at, match.rules.time_zone) if ended is None else ended.on
