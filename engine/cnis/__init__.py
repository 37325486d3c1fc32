"""The national individual championship (CNIS), its regulation of 2025 as code.

    scale.py            what each place of a game is worth (art. 6, 14), and the table behind it
    classification.py   the points of a game's participants, ties shared
    categories.py       categories by year of birth (art. 1, 9, 12)
    season.py           a season's games and local results, as they come in
    standings.py        totals over a season and the order they make (art. 7, 8, 15, 16)
    championship.py     the table of every category, filled and merged (art. 9–12, 17–19)
    titles.py           who is champion and vice-champion (art. 3, 20)
    stage.py            the common table of a youth stage (art. 22)
    systems.py          which system a tournament is played by (art. 5, 13)
    pairing.py          a round by KOTH; round_robin.py the schedules;
                        completion.py what is left of one
    rounds.py           the next round, by whichever system

Pure functions from results to values with their arithmetic. Articles cited in this package are
those of the CNIS regulation, not of the correspondence championship. Reading files, and words for
people, are elsewhere.
"""
