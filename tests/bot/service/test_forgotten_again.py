"""The start of a bot on a restored copy of which not everything can be overwritten at once."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.service.people.erasures import forget_again
from storage import overwriting
from storage.db import Database
from storage.people import erasures, people
from tests.builders import noon
from tests.databases import empty_database
from tests.somebodys_rows import HABITS


async def test_a_list_of_another_version_is_reported_and_the_bot_starts(tmp_path: Path) -> None:
    """Nobody can be recognised by it, so the operators are told, and games go on."""
    address = f"sqlite:///{empty_database(tmp_path / 'tur.db')}"
    async with Database(address) as database:
        erasures.forgotten_file(database.file).write_text('{"number": 1, "hashes": []}\n')

        with capture_logs() as logs:
            await forget_again(Runtime(database, FixedClock(noon())))

    assert any("who was forgotten cannot be read" in line["event"] for line in logs)


async def test_the_next_start_overwrites_what_a_reader_has_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts although another program reads, and the erased name leaves the disk later."""
    monkeypatch.setattr(overwriting, "PATIENCE", 0.0)
    address = f"sqlite:///{empty_database(tmp_path / 'tur.db')}"
    async with Database(address) as database:
        runtime = Runtime(database, FixedClock(noon()))
        async with database.transaction() as tx:
            ana = (await people.create(tx, "Ana Popescu-Xyz", HABITS)).id
            erasures.remember(database.file, await erasures.erasure_of(tx, ana))
        with capture_logs() as logs:
            async with Database(address) as other, other.reading() as tx:
                await people.get(tx, ana)
                await forget_again(runtime)
        assert any("cannot be overwritten" in line["event"] for line in logs)

        await forget_again(runtime)

        files = database.file.parent.glob(f"{database.file.name}*")
        assert not any(b"Popescu-Xyz" in file.read_bytes() for file in files)
