"""A copied folder: the copy notices that it is one before it takes anybody's updates."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from storage.errors import BadDatabase
from storage.home import Home, home_of, store_home
from tests.e2e.harness import DATABASE, Table


async def test_a_copied_folder_is_refused_until_it_is_meant(table: Table, tmp_path: Path) -> None:
    """In another place the start needs --here, once; in its own place it needs nothing."""
    await table.stop_bot()
    await table.start_bot()
    await table.stop_bot()
    copied = tmp_path / "copy"
    shutil.copytree(tmp_path, copied, ignore=lambda *_: ["copy"])
    own, url = table.config, f"sqlite:///{copied / DATABASE}"
    table.config = replace(own, storage=replace(own.storage, url=url))

    with pytest.raises(BadDatabase, match=r"was last run as .*--here"):
        await table.start_bot()
    await table.stop_bot()
    await table.start_bot(here=True)
    await table.stop_bot()
    await table.start_bot()
    await table.stop_bot()

    table.config = own
    await table.start_bot()


def test_a_machine_without_a_number_is_known_by_the_path(tmp_path: Path) -> None:
    """Containers often have no number; another machine's number or another path is elsewhere."""
    file, number = tmp_path / "tur.db", tmp_path / "machine-id"
    without = home_of(file, number)
    number.write_text("abc\n", encoding="ascii")
    here = home_of(file, number)
    store_home(file, here)

    assert not here.is_other(without)
    assert here.is_other(Home(machine="other", path=here.path))
    assert here.is_other(Home(machine="abc", path="/elsewhere"))
