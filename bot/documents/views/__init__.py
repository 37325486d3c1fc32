"""What is drawn or written of games and lists, before anybody sends it: views, records, tables.

    setting   what a game's sheets say that its events do not know
    boards, moves, times, sheets
              a game as the views that `bot.documents.render` draws: board, moves, days, the whole
              sheets
    record    a game for analysis programs (GCG)
    listing   tables to be shown: drawn, printed, in a spreadsheet
    spreadsheets
              any sheets as an XLSX file

Nothing here draws, loads or sends.
"""
