"""Examples of the files that a job takes, to fill in. Pure."""

from typing import Final

from bot.documents.tables.headings import HEADINGS
from bot.ratings.calculation.file_roles import FileRole
from bot.texts.languages import LANGUAGES
from bot.texts.pictures import NamedFile

SAMPLES: Final = {
    FileRole.EVENTS: (
        "exemplu-jocuri.csv",
        """\
date,type,event,player,place
2025-02-01,classic,CNIS etapa 1,Ana Pop,1
2025-02-01,classic,CNIS etapa 1,Ion Rus,2
2025-02-01,classic,CNIS etapa 1,Dan Luca,3
2025-02-01,classic,CNIS etapa 1,Șerban Țuțu,3
2025-02-02,free,CNIS etapa 1,Ion Rus,1
2025-02-02,free,CNIS etapa 1,Ana Pop,2
2025-02-02,free,CNIS etapa 1,Dan Luca,3
""",
    ),
    FileRole.RESULTS: (
        "exemplu-partide.csv",
        """\
date,tournament,round,player1,player2,score1,score2
2025-02-01,Cupa Iernii,1,Ana Pop,Ion Rus,412,388
2025-02-01,Cupa Iernii,1,Dan Luca,Șerban Țuțu,355,355
2025-02-01,Cupa Iernii,2,Ana Pop,Dan Luca,401,367
2025-02-01,Cupa Iernii,2,Ion Rus,,,
""",
    ),
    FileRole.PLAYERS: (
        "exemplu-ratinguri.csv",
        """\
player,rating,games
Ana Pop,152,120
Ion Rus,140.5,36
Dan Luca,,0
""",
    ),
    FileRole.PLACES: (
        "exemplu-locuri.csv",
        """\
place,player,rating
1,Ana Pop,165
2,Ion Rus,150
2,Dan Luca,
4,Șerban Țuțu,141
""",
    ),
}
"""Name and content of the example of a file in each role."""
OWN_SAMPLES: Final = {
    "frs.players": (
        "exemplu-cunoscuti.csv",
        """\
player
Ana Pop
Ion Rus
Dan Luca
Șerban Țuțu
""",
    ),
    "fngo.results": (
        "exemplu-discuri.csv",
        """\
date,tournament,round,player1,player2,score1,score2
2025-02-01,Othello Open,1,Ana Pop,Ion Rus,40,24
2025-02-01,Othello Open,1,Dan Luca,Șerban Țuțu,32,32
2025-02-01,Othello Open,2,Ana Pop,Dan Luca,28,36
""",
    ),
    "cnis_season.players": (
        "exemplu-jucatori.csv",
        """\
player,born,opt_out
Ana Pop,1987,
Ion Rus,1961,dean
Dan Luca,2001,
Șerban Țuțu,2012,
""",
    ),
    "cnis_round.players": (
        "exemplu-inscrisi.csv",
        """\
player,club,rating
Ana Pop,Argus,165
Ion Rus,Argus,150
Dan Luca,Impetus,141.5
Șerban Țuțu,,
""",
    ),
}
"""The examples for systems or tasks with other columns in a role, by `system.role`."""
BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""A sign by which spreadsheet programs recognise UTF-8."""
_ROMANIAN_HEADINGS: Final = {"rating": "rating"}
"""The headings that players say otherwise than the first of `HEADINGS`."""
_ROMANIAN_CELLS: Final = {"classic": "clasic", "free": "liber", "dean": "decan"}
"""The Romanian words for cells of the examples."""


def sample_file(key: str, language: str) -> NamedFile:
    """Return the example of a key such as `frs.players`, with headings in the language."""
    name, content = OWN_SAMPLES.get(key) or SAMPLES[FileRole(key.partition(".")[2])]
    if language == LANGUAGES[0]:
        content = _in_romanian(content)
    return NamedFile(name, (BOM + content).encode())


def _in_romanian(content: str) -> str:
    """Return an example with Romanian headings and words."""
    header, *rows = (line.split(",") for line in content.splitlines())
    headings = [_ROMANIAN_HEADINGS.get(name, HEADINGS[name].romanian[0]) for name in header]
    cells = [[_ROMANIAN_CELLS.get(cell, cell) for cell in row] for row in rows]
    return "".join(",".join(row) + "\n" for row in (headings, *cells))
