"""Similar names in the files of a list: errors for players, remarks for tournaments.

The chat asks about them (`bot.ratings.lists.likeness`); a command stops until an option decides.
"""

from collections.abc import Iterable, Mapping

from bot.documents.tables.faults import Faults
from bot.documents.tables.formats.files import TableFile
from bot.ratings.lists.inputs import Calendar
from bot.ratings.lists.likeness import groups_of, likenesses
from engine.ratings.protocol import Player


def check_participants(
    file: TableFile, calendar: Calendar, old: Mapping[Player, str], new: Iterable[str]
) -> None:
    """Refuse participants with names similar to a known one, or to an earlier one in the file.

    `old` has the known names, each with its file. Names in `new` belong to separate people, as do
    those of two people who took part in one game.

    Raises:
        TableError: there are such names; the exception lists all of them.
    """
    lines = {player: line for player, (line, _) in calendar.played.items() if player not in old}
    faults = Faults(file.name)
    for each in likenesses(lines, old, new, groups_of(calendar)):
        facts: dict[str, str | int] = {"found": each.found, "near": each.near}
        if each.is_known:
            faults.add("similar", each.line, "player", **facts, file=old[Player(each.near)])
        else:
            first = calendar.played[Player(each.near)][0]
            faults.add("similar_above", each.line, "player", **facts, first=first)
    faults.check()
