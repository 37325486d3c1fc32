"""The case file of a game, a match or a case, for the Discipline Commission (art. 10.2).

`gathering` reads the stored facts; `composing` and the modules that it calls turn them into blocks
of text.
`paper` lays the blocks out as a PDF. `archive` packs the PDF, sheets, record and logs into a ZIP.
"""
