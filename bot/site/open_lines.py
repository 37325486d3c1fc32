"""Lines of the open data (a player in a table, or a result) as JSON and as CSV. Pure.

Figures are those that count, dates are in ISO 8601, keys are always English. `player` is the path
of the player's page without `.html`, the only field that identifies a person in several lines.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bot.documents.tables.csv_writing import csv_lines
from engine.competitions.parts import ListedMatch
from engine.competitions.standings import StandingsRow
from engine.figures import Figures
from engine.ids import Leg, game_id

STANDINGS: Final = (
    *("phase", "group", "place", "name", "player", "games", "wins", "draws", "losses"),
    *("coefficients", "difference", "points", "parted_by"),
)
"""The fields of a player's line, in the order of the CSV columns."""
RESULTS: Final = (
    *("phase", "group", "match", "game", "leg", "red", "red_player", "blue", "blue_player"),
    *("red_score", "blue_score", "red_coefficient", "blue_coefficient", "outcome", "article"),
)
"""The fields of a result, in the order of the CSV columns."""


class PublicPlayer(NamedTuple):
    """A player in public form: their name, and the path of their page."""

    name: str
    page: str

    @property
    def key(self) -> str:
        """Return the page's path without `.html`, which identifies the player in every line."""
        return self.page.removesuffix(".html")


class OpenDataLine(NamedTuple):
    """A line in both formats."""

    json: str
    csv: str
    """The CSV line, with its line end."""


def standing_line(phase: str, group: str, row: StandingsRow, player: PublicPlayer) -> OpenDataLine:
    """Return a player's line in the table of their group."""
    return _line_of(
        {
            "phase": phase,
            "group": group,
            "place": row.place,
            "name": player.name,
            "player": player.key,
            "games": row.games,
            "wins": row.wins,
            "draws": row.draws,
            "losses": row.games - row.wins - row.draws,
            "coefficients": str(row.coefficients),
            "difference": row.difference,
            "points": row.scored,
            "parted_by": row.parted_by,
        }
    )


def result_line(  # noqa: PLR0913, PLR0917  (one parameter for each fact of the line)
    phase: str,
    listed: ListedMatch,
    leg: Leg,
    red: PublicPlayer,
    blue: PublicPlayer,
    figures: Figures,
) -> OpenDataLine:
    """Return the line of an official result."""
    return _line_of(
        {
            "phase": phase,
            "group": listed.group,
            "match": listed.code,
            "game": game_id(listed.code, leg),
            "leg": leg.value,
            "red": red.name,
            "red_player": red.key,
            "blue": blue.name,
            "blue_player": blue.key,
            "red_score": figures.red_score,
            "blue_score": figures.blue_score,
            "red_coefficient": str(figures.red),
            "blue_coefficient": str(figures.blue),
            "outcome": figures.outcome.value,
            "article": figures.article,
        }
    )


def _line_of(fields: Mapping[str, Any]) -> OpenDataLine:
    """Return a line in both formats; its fields are in the order of the CSV columns."""
    return OpenDataLine(json_of(fields), csv_lines([fields.values()]))


def json_of(fields: Mapping[str, Any]) -> str:
    """Return an object as JSON on one line."""
    return json.dumps(fields, ensure_ascii=False)
