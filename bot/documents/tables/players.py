"""Starting ratings: `player,rating,games`, and `weighted_games` or `career_games` where wanted.

`rating` is empty for who has none; `games` are the rated games so far. The same file does for all
systems: each takes what concerns it.
"""

from collections.abc import Collection

from bot.documents.tables.cells import parse_number, parse_whole
from bot.documents.tables.columns import read_columns
from bot.documents.tables.faults import Faults
from bot.documents.tables.formats.files import TableFile
from bot.documents.tables.names import Firsts, Names, is_bye
from engine.ratings.protocol import Player, Start

COLUMNS = ("player", "rating", "games")
_NO_RATING = frozenset({"-", "–", "—"})
"""What people put into a cell in which there is nothing."""
MORE_COLUMNS = ("weighted_games", "career_games")


def read_starts(file: TableFile, names: Names) -> dict[Player, Start]:
    """Return the starting ratings.

    Raises:
        TableError: there is a fault, or more of them; all are named.
    """
    faults = Faults(file.name)
    starts: dict[Player, Start] = {}
    lines: dict[Player, int] = {}
    for line, cells in read_columns(file, faults, COLUMNS, MORE_COLUMNS):
        if is_bye(cells[0]):
            file.remark("bye_left_out", line, found=cells[0].strip())
            continue
        player = names.player(cells[0])
        if player is None:
            faults.add("name", line, "player", found=cells[0])
        elif player in lines:
            faults.add("player_twice", line, "player", found=player, first=lines[player])
        else:
            lines[player] = line
        start = _start(line, cells, faults)
        if player is not None and start is not None:
            starts.setdefault(player, start)
    faults.check()
    return starts


def read_known(file: TableFile) -> list[Player]:
    """Return who is on a list: of collective games its names are all that is taken.

    Raises:
        TableError: there is a fault, or more of them; all are named.
    """
    faults, names = Faults(file.name), Names()
    known: list[Player] = []
    for line, cells in read_columns(file, faults, ("player",), (*COLUMNS[1:], *MORE_COLUMNS)):
        player = names.player(cells[0])
        if player is not None:
            known.append(player)
        elif not is_bye(cells[0]):
            faults.add("name", line, "player", found=cells[0])
    faults.check()
    return known


def _start(line: int, cells: list[str], faults: Faults) -> Start | None:
    """Return what a row says of a player; what is wrong is noted."""
    _, rating_text, *counts = cells
    rating_text = "" if rating_text.strip() in _NO_RATING else rating_text
    rating = parse_number(rating_text)
    is_fine = rating is not None or not rating_text.strip()
    if not is_fine:
        faults.add("rating", line, "rating", found=rating_text)
    values: dict[str, int | None] = {}
    for column, text in zip(("games", *MORE_COLUMNS), counts, strict=True):
        values[column] = parse_whole(text, least=0)
        if values[column] is None and text.strip():
            is_fine = False
            faults.add("count", line, column, found=text)
    if not is_fine:
        return None
    games, weighted, career = values["games"], values["weighted_games"], values["career_games"]
    if rating is None and games:
        faults.add("games_without_rating", line, "games", found=games)
    if rating is not None and games is None:
        faults.add("rating_without_games", line, "games")
    if weighted is not None and weighted > (games or 0):
        faults.add("weighted", line, "weighted_games", most=games or 0, found=weighted)
    if career is not None and career < (games or 0):
        faults.add("career", line, "career_games", least=games or 0, found=career)
    return Start(rating=rating, games=games or 0, weighted_games=weighted, career_games=career)


def check_strangers(
    names: Names, known: Collection[Player], file: str, firsts: Firsts, players_file: str
) -> None:
    """Refuse names of a results file that are close to a known one without being it.

    Else a misspelt name would become a newcomer in silence.

    Raises:
        TableError: there is one, or more of them; all are named.
    """
    faults = Faults(file)
    for player, near in names.strangers(known):
        line, column = firsts.get(player, (0, ""))
        faults.add("similar", line, column, found=player, near=near, file=players_file)
    faults.check()
