"""The short way to the drivers holds for the releases it names, and can be left out."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from storage import prepared
from storage.address import address_of
from storage.db import Database
from storage.direct import TRIED, driver_of
from storage.errors import BadDatabase

PINNED = Path(__file__).parents[2] / "constraints.txt"


def test_the_releases_that_are_pinned_are_those_it_was_tried_with() -> None:
    """Whoever pins another one runs these tests with it, and then names it in `TRIED`."""
    pinned = dict(re.findall(r"^([\w-]+)==([\w.]+)", PINNED.read_text(), re.MULTILINE))

    assert {name: pinned[name] for name in TRIED} == TRIED
    assert {name: version(name) for name in TRIED} == TRIED


async def test_the_address_says_which_way_statements_go(url: str) -> None:
    """The short one, unless it ends in `direct=no`; the database is the same."""
    for way, is_direct in (("", True), ("?direct=yes", True), ("?direct=no", False)):
        async with Database(url + way) as db, db.transaction() as tx:
            assert (driver_of(tx) is not None) is is_direct
            await prepared.run_text(tx, "DELETE FROM due")
            assert "direct" not in str(db)


def test_another_word_for_it_is_refused(tmp_path: Path) -> None:
    """Who writes something else is told what to write."""
    with pytest.raises(BadDatabase, match="write direct=yes or direct=no"):
        Database(f"sqlite:///{tmp_path}/tur.db?direct=off")


def test_a_copy_is_looked_at_the_same_way(tmp_path: Path) -> None:
    """The address of a file can say it too."""
    file = tmp_path / "copy.sqlite"
    assert not Database(address_of(file, is_direct=False)).is_direct
    assert Database(address_of(file)).is_direct
