"""The national individual championship (CNIS) by its regulation of 2025.

    scale.py            the points of each place in a game (art. 6, 14)
    values.py           the table behind the scales
    classification.py   the points of a game's participants, with shared places
    categories.py       categories by year of birth (art. 1, 9, 12)
    season.py           the input of a season: games and local results
    standings.py        totals over a season and their order (art. 7, 8, 15, 16)
    championship.py     the table of every category (art. 9–12, 17–19)
    titles.py           champions and vice-champions (art. 3, 20)
    stage.py            the common table of a youth stage (art. 22)
    systems.py          the system of a tournament (art. 5, 13)
    pairing.py          the pairings of a KOTH round
    round_robin.py      round-robin schedules; completion.py finishes an interrupted one
    rounds.py           the next round by any system

All functions are pure and return values with their arithmetic. Articles in this package are those
of the CNIS regulation, not of the correspondence championship. Other packages read files and write
messages.
"""
