"""The empty form for games that began elsewhere: explanations, headings, and example rows."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from bot.documents.tables.import_columns import COLUMNS, COMPETITION_LINES
from bot.documents.tables.import_stated import (
    COMPETITION,
    GAMES,
    LEAVE,
    MOVES,
    RESULTS,
    RULINGS,
    SHEETS,
)
from bot.documents.views.spreadsheets import BookSheet, Cell, spreadsheet
from bot.texts.messages import Plain, Text, say

_LANGUAGES: Final = ("ro", "en")
"""The languages of the form's words, in the order in which `import_columns` has them."""
EXAMPLE_SEQUENCE: Final = (
    "CASAETNSTIREAITIDNURBUTHUZTANTUSNIVLERCENRAP?DAJNI"
    "TMAGFUGVILCEXMAFOCICOSILULEPO?RASARIBEDOPADEPIREMO"
)
"""The sequence of the example game; it fits the example moves."""
_EXAMPLES: Final[dict[str, tuple[dict[str, str], ...]]] = {
    GAMES: (
        {
            "leg": "tur",
            "group": "A",
            "red": "Ana Pop",
            "blue": "Ion Rus",
            "start": "01.10.2026",
            "sequence": EXAMPLE_SEQUENCE,
            "channel": "e-mail",
        },
    ),
    MOVES: (
        {
            "round": "1",
            "colour": "R",
            "placement": "H7 CASA",
            "points": "8",
            "total": "8",
            "sent": "02.10.2026",
            "days": "0",
        },
        {
            "round": "1",
            "colour": "A",
            "placement": "I8 STIRE",
            "points": "13",
            "total": "13",
            "received": "02.10.2026",
            "sent": "05.10.2026",
            "days": "2",
        },
    ),
    LEAVE: ({"first": "10.10.2026", "last": "14.10.2026", "announced": "08.10.2026"},),
    RULINGS: (
        {
            "colour": "A",
            "what": "zile",
            "value": "3",
            "on": "12.10.2026",
            "reason": "internat în spital",
        },
        {
            "colour": "R",
            "what": "penalizare",
            "value": "0,1",
            "on": "20.10.2026",
            "reason": "fișa trimisă greșit de trei ori",
        },
    ),
    RESULTS: (
        {
            "leg": "tur",
            "red": "Ana Pop",
            "blue": "Ion Rus",
            "red_score": "524",
            "blue_score": "480",
            "red_coefficient": "1,5219",
            "blue_coefficient": "0,4781",
        },
    ),
}
"""The example rows of each sheet; their first cell says that they are examples."""
_MARKED: Final = {
    GAMES: "game",
    MOVES: "game",
    LEAVE: "player",
    RULINGS: "game",
    RESULTS: "group",
}
"""The column that marks an example."""


def blank_form(plain: Plain, language: str, day: date) -> bytes:
    """Return the form as XLSX in that language, with its explanations on the first sheet."""
    index = _LANGUAGES.index(language)
    example = plain(say("import.example"))
    sheets = [
        BookSheet(
            name=plain(say("import.guide")),
            columns=tuple(plain(say(key)) for key in _HEADINGS),
            rows=list(_explained(plain, index)),
        ),
        BookSheet(
            name=SHEETS[COMPETITION][index],
            columns=(*_headings(COMPETITION, index), example),
            rows=[
                (COMPETITION_LINES[key][index], "", plain(_ABOUT_COMPETITION[key]))
                for key in COMPETITION_LINES
            ],
        ),
    ]
    for sheet, rows in _EXAMPLES.items():
        marked = [{**row, _MARKED[sheet]: example} for row in rows]
        sheets.append(
            BookSheet(
                name=SHEETS[sheet][index],
                columns=_headings(sheet, index),
                rows=[tuple(row.get(column, "") for column in COLUMNS[sheet]) for row in marked],
            )
        )
    return spreadsheet(sheets, day)


def _headings(sheet: str, index: int) -> tuple[str, ...]:
    """Return the headings of a sheet; `index` is that of the language in `_LANGUAGES`."""
    return tuple(words[index] for words in COLUMNS[sheet].values())


_HEADINGS: Final = ("import.guide_sheet", "import.guide_column", "import.guide_what")
"""The keys of the headings of the sheet with explanations."""
_ABOUT_COMPETITION: Final = {
    "title": say("import.about.title"),
    "phase": say("import.about.phase"),
    "start": say("import.about.season_start"),
    "closing": say("import.about.closing"),
    "advance": say("import.about.advance"),
    "final_start": say("import.about.final_start"),
    "final_closing": say("import.about.final_closing"),
}
_ABOUT: Final[dict[str, dict[str, Text]]] = {
    GAMES: {
        "game": say("import.about.game"),
        "leg": say("import.about.leg"),
        "group": say("import.about.group"),
        "red": say("import.about.red"),
        "blue": say("import.about.blue"),
        "start": say("import.about.start"),
        "sequence": say("import.about.sequence"),
        "ending": say("import.about.ending"),
        "loser": say("import.about.loser"),
        "ended": say("import.about.ended"),
        "channel": say("import.about.channel"),
    },
    MOVES: {
        "game": say("import.about.move_game"),
        "round": say("import.about.round"),
        "colour": say("import.about.colour"),
        "placement": say("import.about.placement"),
        "points": say("import.about.points"),
        "total": say("import.about.total"),
        "received": say("import.about.received"),
        "sent": say("import.about.sent"),
        "days": say("import.about.days"),
        "accepted": say("import.about.accepted"),
        "returned": say("import.about.returned"),
        "restored": say("import.about.restored"),
    },
    LEAVE: {
        "player": say("import.about.player"),
        "first": say("import.about.first"),
        "last": say("import.about.last"),
        "announced": say("import.about.announced"),
    },
    RULINGS: {
        "game": say("import.about.move_game"),
        "colour": say("import.about.ruling_colour"),
        "what": say("import.about.ruling_what"),
        "value": say("import.about.ruling_value"),
        "on": say("import.about.ruling_on"),
        "reason": say("import.about.reason"),
    },
    RESULTS: {
        "group": say("import.about.season"),
        "leg": say("import.about.leg"),
        "red": say("import.about.red"),
        "blue": say("import.about.blue"),
        "red_score": say("import.about.scores"),
        "blue_score": say("import.about.scores"),
        "red_coefficient": say("import.about.coefficients"),
        "blue_coefficient": say("import.about.coefficients"),
    },
}


def _explained(plain: Plain, index: int) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each column of each sheet: what to write there."""
    for key, about in _ABOUT_COMPETITION.items():
        yield SHEETS[COMPETITION][index], COMPETITION_LINES[key][index], plain(about)
    for sheet, columns in _ABOUT.items():
        for column, about in columns.items():
            yield SHEETS[sheet][index], COLUMNS[sheet][column][index], plain(about)
