"""The file of who was forgotten, after a power cut during its writing."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.ids import PersonId
from storage.db import Database
from storage.people import erasures, people
from storage.people.erasures import forgotten_file
from storage.people.forgetting import AlreadyForgotten
from tests.somebodys_rows import AT, HABITS


async def forget_in_a_copy(db: Database, names: Sequence[str]) -> list[PersonId]:
    """Remember people as forgotten, who are still in the database; return their numbers."""
    numbers: list[PersonId] = []
    for name in names:
        async with db.transaction() as tx:
            numbers.append((await people.create(tx, name, HABITS)).id)
            erasures.remember(db.file, await erasures.erasure_of(tx, numbers[-1]))
    return numbers


@pytest.mark.parametrize("left", [b'{"number":9,"sa', b"\0\0\0", b"\xff\xfe", b""])
async def test_a_power_cut_costs_no_later_erasure(sqlite_url: str, left: bytes) -> None:
    """A person who is forgotten after a line was left incomplete stays so in a restored copy."""
    async with Database(sqlite_url) as db:
        ana = await forget_in_a_copy(db, ["Ana Pop"])
        with forgotten_file(db.file).open("ab") as file:
            file.write(left)
        others = await forget_in_a_copy(db, ["Ion Rus", "Eva Ban"])

        assert await erasures.forget_again(db, AT, "Jucător retras {}".format) == [*ana, *others]
        assert await erasures.forget_again(db, AT, "Jucător retras {}".format) == []


async def test_a_line_that_lacks_only_its_end_counts(sqlite_url: str) -> None:
    """The entry is whole, and so is the next one."""
    async with Database(sqlite_url) as db:
        ana = await forget_in_a_copy(db, ["Ana Pop"])
        file = forgotten_file(db.file)
        file.write_bytes(file.read_bytes().rstrip(b"\n"))
        ion = await forget_in_a_copy(db, ["Ion Rus"])

        assert await erasures.forget_again(db, AT, "Jucător retras {}".format) == [*ana, *ion]


async def test_a_complete_line_that_is_no_entry_is_not_skipped(sqlite_url: str) -> None:
    """The operator learns that somebody may stay in the copy, instead of nothing."""
    async with Database(sqlite_url) as db:
        await forget_in_a_copy(db, ["Ana Pop"])
        file = forgotten_file(db.file)
        file.write_text(file.read_text().replace("digests", "hashes"))

        with pytest.raises(TypeError):
            await erasures.forget_again(db, AT, "Jucător retras {}".format)


async def test_a_forgotten_person_is_not_remembered_by_their_new_name(sqlite_url: str) -> None:
    """The entry would match nobody in a copy, so it is refused."""
    async with Database(sqlite_url) as db:
        (ana,) = await forget_in_a_copy(db, ["Ana Pop"])
        await erasures.forget_again(db, AT, "Jucător retras {}".format)

        async with db.reading() as tx:
            with pytest.raises(AlreadyForgotten):
                await erasures.erasure_of(tx, ana)


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Nobody else on the machine may read it."""
    database = tmp_path / "tur.db"
    erasures.remember(database, erasures.Erasure(number=1, salt="00", digests=[]))

    assert forgotten_file(database).stat().st_mode & 0o777 == 0o600
