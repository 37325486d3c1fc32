"""The analysis of finished games: better plays, points lost, and messages to the players.

No result may be shown before the embargo on the game ends (`engine.embargo`). The search for plays
runs in a process of its own; the modules that the bot imports do not contain it.

    findings    the stored result of one game's analysis, and sums and selections of it
    calculation the analysis itself, in the process `python -m bot.analysis`
    process     starts that process and reads its answer
    desk        the games to analyse, as jobs for the queue
    runner      one game: runs the process, stores the findings, sends the messages
    task        the tasks and answers that the bot and the process exchange
    stored      findings in storage, compressed
    reading     a finished game with its findings, for code that shows them
    boards      the board before a turn, and the tiles of another play
    messages    findings as sentences and messages
    pictures    findings as a picture; the field comparison as a picture
    workbook    findings as a spreadsheet
    season      the summary of a player's own games
    sequences   the most points that both players could have scored with the tiles
    field_comparison
                one game compared with the other games on the same tile sequence
"""
