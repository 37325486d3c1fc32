"""Read and write tables that people send or keep: CSV and spreadsheets, with errors by line.

    formats   turns a file of any supported kind into rows of text, within limits
    faults    errors: the kind, the place, and the expected content
    checks    what every reader checks: names, notes, days, merged cells
    names     one person under several spellings; names close to known ones
    headings  the column headings that people use, in four languages
    columns   finds a header and matches it with the wanted columns; writes CSV tables
    guard     protects text cells that a spreadsheet would run as formulas
    cells     dates, numbers and whole numbers from text
    games     head-to-head results
    players   starting ratings
    entries   players of a competition: a pasted list, or a file
    events    collective games
    forms     the application of a tournament for the Polish checklist
    cell_texts
              yes, no and names of categories, in the same languages
    entry_columns
              finds the columns of name, club, rating and seed in a list of players
    crosstable
              the results of a past season from its crosstables
    import_form, import_gcg, import_stated, import_blank
              the form, or the GCG files, of games that began elsewhere
    places, scale_table, cnis_history, cnis_players, cnis_season
              the tables from which the individual championship is calculated

Nothing is calculated from a table with an error: reading gives values of the engine, or raises
`TableError`. Commands and handlers use this package; it imports neither.
"""
