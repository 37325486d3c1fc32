"""Names in the files of a list that may be one: players to be asked about, tournaments told of.

What is asked in the chat is `bot.ratings.lists.likeness`; here a command ends, until it is said.
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
    """Refuse participants whose names are close to a known one, or to one earlier in the file.

    `old`: the names known before, each with the file that has it. Names that are said to be `new`
    are nobody else's, nor are those of two who took part in one game.

    Raises:
        TableError: there is one, or more of them; all are named.
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
