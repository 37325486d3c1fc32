"""The post-mortem: what finished games held, worked out beside the bot and told to their players.

Nothing here may be shown of a game before the embargo lifts (`engine.embargo`), and nothing here
that the bot itself loads knows how plays are found: that is done in a process of its own.

    findings    what is known of one game, as it is stored; sums and choices made of it
    working     finds it, in the process `python -m bot.analysis`, which `process` starts
    desk        which games are waited for, as the queue of jobs sees them
    runner      one game: the process waited for, its findings stored, whoever waits told
    telling     findings as sentences and messages
    pictures    findings as a picture, the table of all tables as another
    workbook    findings as a spreadsheet
    season      a player's own games together
    traveller   one sequence at all its tables
"""
