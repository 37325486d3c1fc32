"""Tables that people send or keep: CSV, spreadsheets and tsh, read safely, faults by line.

    files     a file, and how much of it is read
    sheets    a file becomes rows of text, whatever it was: `text`, `tsh`, `xlsx`, `ods` or `xls`
              reads it; `archives` sees first that it is safe to unpack
    foreign   what a file is that is no table
    faults    what is wrong, where, and what was expected
    names     one person under several spellings; names suspiciously close to known ones
    headings  what people call the columns, in four languages
    columns   a header is found, and matched with the columns wanted; a table of our own written
    cells     dates, numbers and whole numbers from text
    games     head-to-head results
    players   starting ratings
    entries   players of a competition: a pasted list, or a file
    events    collective games
    forms     the application of a tournament for the Polish checklist
    places, scale_table, cnis_history, cnis_players, cnis_season
              what the individual championship is worked out of

Nothing is computed from a table with a fault: reading ends in values of the engine, or in
`TableError`. May be used by commands and handlers alike; knows neither of them.
"""
