"""Examples of the files that are wanted: small and right, for any spreadsheet program."""

from typing import Final

from bot.ratings.jobs.task import Role

SAMPLES: Final = {
    Role.EVENTS: (
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
    Role.RESULTS: (
        "exemplu-partide.csv",
        """\
date,tournament,round,player1,player2,score1,score2
2025-02-01,Cupa Iernii,1,Ana Pop,Ion Rus,412,388
2025-02-01,Cupa Iernii,1,Dan Luca,Șerban Țuțu,355,355
2025-02-01,Cupa Iernii,2,Ana Pop,Dan Luca,401,367
2025-02-01,Cupa Iernii,2,Ion Rus,,,
""",
    ),
    Role.PLAYERS: (
        "exemplu-ratinguri.csv",
        """\
player,rating,games
Ana Pop,152,120
Ion Rus,140.5,36
Dan Luca,,0
""",
    ),
    Role.PLACES: (
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
"""Name and content of the example of each kind of file."""
OTHERS: Final = {
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
"""Where a system wants something else under the same name."""
BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells spreadsheet programs that a file is UTF-8."""


def sample(of: str) -> tuple[str, bytes]:
    """Return name and content of an example: `system.role`."""
    name, content = OTHERS.get(of) or SAMPLES[Role(of.partition(".")[2])]
    return name, (BOM + content).encode()
