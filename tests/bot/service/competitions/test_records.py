"""Words of names, and the series in a title."""

import pytest

from bot.service.lookups.competitions.record_search import matches
from bot.service.lookups.competitions.records import words_of
from bot.service.lookups.competitions.series_names import usual_series


@pytest.mark.parametrize(
    ("title", "series"),
    [
        ("Campionatul Național 2025", "Campionatul Național"),
        ("2025 Cupa Iașului", "Cupa Iașului"),
        ("Liga 2025/26 – seniori", "Liga – seniori"),
        ("Cupa Primăverii", "Cupa Primăverii"),
        ("2025", ""),
    ],
)
def test_a_series_is_called_like_its_competitions_without_the_year(title: str, series: str) -> None:
    """Text around the year stays, and a title of only a year gives no series."""
    assert usual_series(title) == series


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [("emil", True), ("IONESCU emil", True), ("ștef", True), ("stef ion", True), ("mil", False)],
)
def test_a_name_is_found_by_the_beginnings_of_its_words(asked: str, is_found: bool) -> None:
    """Order and diacritics do not matter, but the middle of a word is not enough."""
    assert matches(words_of(asked), words_of("Ștefan-Emil Ionescu")) == is_found
