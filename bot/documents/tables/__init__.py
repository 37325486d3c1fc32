"""Read and write tables that people send or keep: CSV and spreadsheets, with errors by line.

Nothing is calculated from a table with an error: reading gives values of the engine, or raises
`TableError`. Commands and handlers use this package; it imports neither.
"""
