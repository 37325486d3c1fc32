"""Write the tables of `docs/tables.md` from the readers' columns: `make columns`."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.documents.tables import (
    cnis_players,
    cnis_season,
    entry_columns,
    events,
    games,
    places,
    players,
)
from bot.documents.tables.headings import HEADINGS
from tools import entrance_checks, person_checks, table_checks
from tools.marked_parts import with_part

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "tables.md"
Columns = Sequence[str]


class ReadTable(NamedTuple):
    """A table of the page."""

    where: str
    """The commands that read it, in Markdown."""
    required: Columns
    optional: Columns


TABLES: Final[Mapping[str, ReadTable]] = {
    "Games of two": ReadTable("`rating absp`, `pfs`, `fngo`; `cnis pair`", games.COLUMNS, ()),
    "Starting ratings": ReadTable(
        "`rating absp`, `pfs`, `fngo`",
        players.COLUMNS,
        players.MORE_COLUMNS,
    ),
    "Collective games": ReadTable("`rating frs`", events.COLUMNS, ()),
    "Players known before": ReadTable(
        "`rating frs`",
        players.COLUMNS[:1],
        (),
    ),
    "A season's results": ReadTable(
        "`cnis standings`",
        cnis_season.REQUIRED,
        cnis_season.OPTIONAL,
    ),
    "Players of the championship": ReadTable(
        "`cnis standings`, `cnis pair`",
        ("player",),
        cnis_players.OPTIONAL,
    ),
    "Places of one game": ReadTable("`/cnis`", places.COLUMNS, places.MORE_COLUMNS),
    "Entries of a competition": ReadTable(
        "`/campionat`",
        entry_columns.ASKED[:1],
        ("given_name", *entry_columns.ASKED[1:]),
    ),
}
"""Each table by its name on the page."""
MEANINGS: Final[Mapping[str, str]] = {
    "date": "day of play",
    "tournament": "its name; less than a week between two days of play",
    "round": "from 1",
    "player1": "",
    "player2": "empty, or a bye",
    "score1": "points, or discs",
    "score2": "points, or discs",
    "player": "",
    "rating": "empty: none yet",
    "games": "rated games so far",
    "weighted_games": "ABSP: how many of them the rating rests on",
    "career_games": "PFS: all there ever were",
    "type": "classic, completive, elliptic, composition, anticipation or free",
    "event": "name or number of the game",
    "place": "from 1; who shares a place has the same number",
    "stage": "of youth",
    "value": "V of the game",
    "game_value": "its value by rating, V + 150",
    "points": "of a local tournament, instead of a place",
    "competition": "seniors or youth",
    "born": "year of birth",
    "birth_year": "the same",
    "club": "",
    "opt_out": "dean, hopeful or both",
    "withdrawn": "yes: plays no further rounds",
    "classic": "rating at that type",
    "completive": "likewise",
    "elliptic": "likewise",
    "composition": "likewise",
    "anticipation": "likewise",
    "free": "likewise",
    "name": "of the player",
    "given_name": "put before the name",
    "given_name1": "of the first player, put before the name",
    "given_name2": "of the second player, likewise",
    "surname": "beside a column of given names, which may then be called a name",
    "seed": "place, 1 the strongest, or rating",
    "number": "of the row: ignored before the name, the seed after it",
}


def page() -> str:
    """Return the page with the parts between its marks generated again."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in (
        ("tables", _tables()),
        ("columns", _headings()),
        ("checks", _table(list(table_checks.rows()))),
        ("persons", _table(list(person_checks.rows()))),
        ("entrances", _table(list(entrance_checks.rows()))),
    ):
        text = with_part(text, name, table)
    return text


def _tables() -> str:
    """Return the table of all files that are read, with their columns."""
    rows = [("Table", "Read by", "Must have", "May have")]
    rows += [
        (name, table.where, _as_code(table.required), _as_code(table.optional))
        for name, table in TABLES.items()
    ]
    return _table(rows)


def _headings() -> str:
    """Return the table of all columns: their meaning, and their headings in each language."""
    rows = [("Column", "Holds", "Also", "Romanian", "Italian", "Polish")]
    for column, heading in HEADINGS.items():
        words = (heading.english, heading.romanian, heading.italian, heading.polish)
        also, romanian, italian, polish = map(", ".join, words)
        rows.append((f"`{column}`", MEANINGS[column], also, romanian, italian, polish))
    return _table(rows)


def _as_code(columns: Columns) -> str:
    """Return the names of columns as code, separated by commas."""
    return ", ".join(f"`{column}`" for column in columns)


def _table(rows: Sequence[Iterable[str]]) -> str:
    """Return the rows, the header first, as a table in Markdown."""
    head, *body = ([f" {cell} " if cell else " " for cell in row] for row in rows)
    lines = [head, [" --- "] * len(head), *body]
    return "\n".join(f"|{'|'.join(line)}|" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
