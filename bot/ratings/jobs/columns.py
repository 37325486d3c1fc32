"""The columns that each file for a list needs, and the name of each kind of file. Pure."""

from typing import Final

from bot.documents.tables.events import COLUMNS as EVENTS
from bot.documents.tables.faults import column_text
from bot.documents.tables.games import COLUMNS as GAMES
from bot.documents.tables.players import COLUMNS as PLAYERS
from bot.ratings.jobs.task import COLUMNS, FileRole, is_championship
from bot.texts.messages import Text, say

WANTED: Final = {
    FileRole.EVENTS: EVENTS,
    FileRole.RESULTS: GAMES,
    FileRole.PLAYERS: PLAYERS,
    FileRole.PLACES: COLUMNS[FileRole.PLACES],
    FileRole.SCALES: ("scale",),
}
"""The columns that a file needs, by kind."""
OWN: Final = {
    ("frs", FileRole.PLAYERS): ("player",),
    ("cnis_season", FileRole.EVENTS): EVENTS,
    ("cnis_season", FileRole.PLAYERS): ("player", "born", "opt_out"),
    ("cnis_round", FileRole.PLAYERS): ("player", "club", "rating"),
    ("cnis_round", FileRole.RESULTS): GAMES,
}
"""The columns for systems that use another file: for the championship, or names alone."""


def columns_of(role: FileRole, system: str = "") -> list[Text]:
    """Return the columns that a file needs, in the reader's language."""
    return [column_text(name) for name in OWN.get((system, role), WANTED[role])]


def role_text(role: str, system: str) -> Text:
    """Return the name of a kind of file."""
    if (system, role) not in OWN:
        return say(f"rating.role.{role}")
    return say(f"cnis.role.{role}" if is_championship(system) else "rating.role.known")
