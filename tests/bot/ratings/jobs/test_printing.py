"""The documents of a rating job: the example files."""

import csv

import pytest

from bot.documents.tables.headings import columns_of
from bot.ratings.jobs.printing import BOM, OTHERS, SAMPLES, sample

EVERY = [*OTHERS, *(f"absp.{role}" for role in SAMPLES)]


@pytest.mark.parametrize("of", EVERY)
def test_an_example_speaks_romanian_and_is_read_the_same(of: str) -> None:
    """Its Romanian headings are read as the columns of the English example."""
    _, romanian = sample(of, "ro")
    _, english = sample(of, "en")
    (header, *rows), (columns, *others) = (
        list(csv.reader(each.decode().removeprefix(BOM).splitlines()))
        for each in (romanian, english)
    )

    assert not set(header) & (set(columns) - {"rating", "club"})
    assert columns_of(header, columns) == columns
    assert [row[:1] for row in rows] == [row[:1] for row in others]
