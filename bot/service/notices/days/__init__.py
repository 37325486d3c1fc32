"""The daily messages of sheets."""
