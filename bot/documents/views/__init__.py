"""Games and lists as values to draw or write: views, records and tables.

    setting   facts on a game's sheets that its events do not contain
    boards, moves, sheets
              a game as the views that `bot.documents.render` draws: board, moves, both sheets
    record    a game for analysis programs (GCG)
    listing   tables to draw, print or write as a spreadsheet
    spreadsheets
              any sheets as an XLSX file

Nothing here draws, loads or sends.
"""
