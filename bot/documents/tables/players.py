"""Starting ratings: `player,rating,games`, and optional `weighted_games` or `career_games`.

`rating` is empty for an unrated player; `games` are the rated games so far. The same file serves
for all systems: each system reads the columns that it needs.
"""

from collections.abc import Mapping

from bot.documents.tables.cells import parse_number, parse_whole
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import FirstMentions, Names, is_bye
from engine.ratings.protocol import Player, Start

COLUMNS = ("player", "rating", "games")
_NO_RATING = frozenset({"-", "–", "—"})
"""Signs that people put into an empty cell."""
MORE_COLUMNS = ("weighted_games", "career_games")
STARTS_ONLY = ("games", *MORE_COLUMNS)
"""Columns of starting ratings, which collective games do not have."""
UNUSED = ("place", "number", "club", "born", "birth_year", "opt_out", "withdrawn")
"""Columns of other lists of players that are no ratings."""
LIST_UNUSED = (*UNUSED, "rating", "events")
"""Columns of a list by collective games, of which only the names are read."""
_BESIDE = BesideColumns(unused=UNUSED, filled=COLUMNS[:1])


def read_starts(file: TableFile, names: Names) -> dict[Player, Start]:
    """Return the starting ratings.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    faults = FileFaults(file.name)
    starts: dict[Player, Start] = {}
    lines: dict[Player, int] = {}
    for line, cells in read_columns(file, faults, COLUMNS, MORE_COLUMNS, beside=_BESIDE):
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
    check_order(names, lines, faults)
    faults.check()
    return starts


def check_order(names: Names, lines: Mapping[Player, int], faults: FileFaults) -> None:
    """Record an error for each two names of a list that have the same words in another order."""
    for player, near in names.turned(lines):
        first = lines[near]
        faults.add("turned", lines[player], "player", found=player, near=near, first=first)


def read_known(file: TableFile) -> list[Player]:
    """Return the players on a list; for collective games only the names are used.

    A name that is listed again means the same player, and gets a remark. Columns of starting
    ratings are errors, because the ratings would not count.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    faults, names = FileFaults(file.name), Names()
    lines: dict[Player, int] = {}
    beside = BesideColumns(unused=LIST_UNUSED)
    for line, cells in read_columns(file, faults, ("player",), STARTS_ONLY, beside=beside):
        player = names.player(cells[0])
        if player is not None:
            first = lines.setdefault(player, line)
            if first != line:
                file.remark("player_twice", line, found=player, first=first)
        elif not is_bye(cells[0]):
            faults.add("name", line, "player", found=cells[0])
    starts = [column for column in STARTS_ONLY if column in faults.headings]
    if "events" not in faults.headings and "rating" in faults.headings:
        starts.append("rating")
    for column in starts:
        faults.add("rating_unused", 0, column)
    check_order(names, lines, faults)
    faults.check()
    return list(lines)


def _start(line: int, cells: list[str], faults: FileFaults) -> Start | None:
    """Return the starting rating in a row, or None after recording its errors."""
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
    start = Start(
        rating=rating,
        games=values["games"] or 0,
        weighted_games=values["weighted_games"],
        career_games=values["career_games"],
    )
    if rating is not None and values["games"] is None:
        faults.add("rating_without_games", line, "games")
    _check_counts(start, line, faults)
    return start


def _check_counts(start: Start, line: int, faults: FileFaults) -> None:
    """Record an error for each number of games that contradicts the rating or another number."""
    games, weighted, career = start.games, start.weighted_games, start.career_games
    if start.rating is None and games:
        faults.add("games_without_rating", line, "games", found=games)
    if weighted is not None and weighted > games:
        faults.add("weighted", line, "weighted_games", most=games, found=weighted)
    if career is not None and career < games:
        faults.add("career", line, "career_games", least=games, found=career)


def refuse_similar(
    similar: Mapping[Player, Player], file: str, firsts: FirstMentions, players_file: str
) -> None:
    """Refuse names in a results file, each of them similar but not equal to a known name.

    Otherwise a misspelt name would silently become a new player.

    Raises:
        TableError: there are such names; the exception lists all of them.
    """
    faults = FileFaults(file)
    for player, near in similar.items():
        line, column = firsts.get(player, (0, ""))
        faults.add("similar", line, column, found=player, near=near, file=players_file)
    faults.check()
