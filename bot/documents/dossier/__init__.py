"""The file of a game, a match or a case, for the Discipline Commission (art. 10.2).

Gathered from what is stored (`gathering`), worded as plain blocks (`pages` and the chapters beside
it), set as a PDF (`paper`), and bound with sheets, record and logs into one ZIP (`binding`).
"""
