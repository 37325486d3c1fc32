"""All that is drawn, written or read as a file.

render      pictures from plain views
views       games and lists as those views, as records and as spreadsheets
standings   the tables of a competition, as pictures, messages and spreadsheets
dossier     the file of a game, a match or a case
tables      tables that people send, read safely
darkroom    people's pictures, made anew
"""
