"""What the messages of a job say about a file: its name by role, and the columns that it needs.

Pure. `bot.ratings.calculation.file_roles` recognises a file by more columns than it needs.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.documents.tables.events import COLUMNS as EVENTS
from bot.documents.tables.faults import column_text
from bot.documents.tables.games import COLUMNS as GAMES
from bot.documents.tables.players import COLUMNS as PLAYERS
from bot.ratings.calculation.file_roles import COLUMNS, FileRole
from bot.ratings.calculation.systems import ChampionshipTask, System, is_championship
from bot.texts.messages import Text, say

NEEDED_COLUMNS: Final[Mapping[FileRole, Sequence[str]]] = {
    FileRole.EVENTS: EVENTS,
    FileRole.RESULTS: GAMES,
    FileRole.PLAYERS: PLAYERS,
    FileRole.PLACES: COLUMNS[FileRole.PLACES],
    FileRole.SCALES: ("scale",),
}
"""The columns of a file in each role, as most systems need them."""
OWN_COLUMNS: Final[Mapping[tuple[str, FileRole], Sequence[str]]] = {
    (System.FRS, FileRole.PLAYERS): ("player",),
    (ChampionshipTask.SEASON, FileRole.EVENTS): EVENTS,
    (ChampionshipTask.SEASON, FileRole.PLAYERS): ("player", "born", "opt_out"),
    (ChampionshipTask.ROUND, FileRole.PLAYERS): ("player", "club", "rating"),
    (ChampionshipTask.ROUND, FileRole.RESULTS): GAMES,
}
"""The columns of files that a system uses otherwise; such a file also has another name."""


def needed_columns(role: FileRole, system: str = "") -> list[Text]:
    """Return the columns that a file needs; without a system, as most systems need them."""
    return [column_text(name) for name in OWN_COLUMNS.get((system, role), NEEDED_COLUMNS[role])]


def role_text(role: FileRole, system: str) -> Text:
    """Return the name of a system's file in that role."""
    if (system, role) not in OWN_COLUMNS:
        return say(f"rating.role.{role}")
    return say(f"cnis.role.{role}" if is_championship(system) else "rating.role.known")
