"""Categories by year of birth, as the regulation of 2025 prints the years."""

import pytest

from engine.cnis.categories import Category, extra_categories, own_category
from tests.engine.cnis.seasons import YEAR, person


@pytest.mark.parametrize(
    ("born", "category"),
    [
        (1950, Category.SENIOR),
        (2004, Category.SENIOR),
        (2005, Category.JUNIOR),
        (2009, Category.JUNIOR),
        (2010, Category.CADET),
        (2013, Category.CADET),
        (2014, Category.PRICHINDEL),
        (2020, Category.PRICHINDEL),
    ],
)
def test_own_category(born: int, category: Category) -> None:
    """Every printed year of birth gives its printed category."""
    assert own_category(born, YEAR) is category


@pytest.mark.parametrize(
    ("born", "tables"),
    [
        (1965, {Category.DEAN}),
        (1966, set()),
        (1999, set()),
        (2000, {Category.HOPEFUL}),
        (2008, {Category.HOPEFUL}),
    ],
)
def test_drawn_out_of_the_seniors(born: int, tables: set[Category]) -> None:
    """Deans are born up to 1965, hopefuls from 2000."""
    assert extra_categories(person("A", born), YEAR) == tables


def test_who_asks_is_left_out() -> None:
    """A dean or hopeful who asked not to be ranked is not in the category."""
    assert extra_categories(person("A", 1950, Category.DEAN), YEAR) == set()
    assert extra_categories(person("A", 2003, Category.HOPEFUL), YEAR) == set()
