"""Games and lists as values to draw or write: views, records and tables.

Nothing here draws, loads or sends.
"""
