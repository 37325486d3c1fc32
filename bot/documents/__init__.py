"""Everything that is drawn, written or read as a file.

render      draws pictures from plain views
views       turns games and lists into those views, into records and into spreadsheets
standings   turns a competition's tables into pictures, messages and spreadsheets
dossier     builds the case file of a game, a match or a case
tables      reads tables that people send, within limits
calendars   writes calendar files (RFC 5545)
proofs      writes proofs of a match that a browser can check
image_sanitiser
            re-encodes people's pictures
"""
