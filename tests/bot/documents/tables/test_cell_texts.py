"""Columns and words of cells in the reader's language: what is asked for is what is read."""

from bot.documents.tables.cell_texts import name_of, truth_of
from bot.documents.tables.faults import column_text
from bot.documents.tables.headings import HEADINGS, columns_of, internal_name
from bot.ratings.jobs.columns import NEEDED_COLUMNS, OWN_COLUMNS
from bot.texts.i18n import load_catalogue
from engine.cnis.season import GameType


def test_a_column_named_to_somebody_is_read_under_that_name() -> None:
    """Every required column and every type of game works in both languages."""
    asked = {
        name for columns in (*NEEDED_COLUMNS.values(), *OWN_COLUMNS.values()) for name in columns
    }
    for language in ("ro", "en"):
        catalogue = load_catalogue(language)
        for name in asked & HEADINGS.keys():
            assert columns_of([catalogue.plain(column_text(name))], [name]) == [name]
        for kind in GameType:
            assert internal_name(catalogue.plain(column_text(kind)), [*GameType]) == kind


def test_cells_say_yes_and_whom_they_mean_in_the_language_of_the_file() -> None:
    """Yes, no and categories are read in any case and language; other texts give `None`."""
    assert [truth_of(text) for text in ("Da", "tak", "SÌ", "yes")] == [True] * 4
    assert [truth_of(text) for text in ("nu", "NIE", "no", "fals")] == [False] * 4
    assert [name_of(text) for text in ("Seniori", "tineret", "Decani", "speranta", "ambele")] == [
        "seniors",
        "youth",
        "dean",
        "hopeful",
        "both",
    ]
    assert truth_of("poate") is None
    assert name_of("altceva") is None
