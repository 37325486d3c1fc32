"""Nightly jobs of the bot, by its schedule."""

from dataclasses import replace
from datetime import time
from pathlib import Path

import pytest

from bot.program.schedule import run_job
from bot.service.pure.folds import Folds
from storage import fingerprints
from storage.db import Database
from storage.verify import verify
from tests.e2e.grouped import linked, posts
from tests.e2e.harness import Pair, Table
from tests.e2e.running.nightly_shared import nightly
from tests.e2e.season import cup
from tests.e2e.texts import says, told


def older_copies(folder: Path, count: int) -> list[Path]:
    """Create copies, as of nights before 1 May 2025; return them, the oldest first."""
    made = [folder / f"tur-retur-202504{31 - night}T004000.sqlite" for night in range(count, 0, -1)]
    for file in made:
        file.touch()
    return made


async def test_copies_are_made_each_night_and_the_operators_are_notified_when_one_is_not(
    table: Table, tmp_path: Path
) -> None:
    """The chosen number of complete copies remains; a missing folder is reported."""
    copies = tmp_path / "copies"
    table.config = replace(
        table.config, backup=replace(table.config.backup, directory=copies, keep=2)
    )
    await table.stop_bot()
    await table.start_bot()
    job = nightly(table, "backup")
    oldest, older = older_copies(copies, 2)
    await run_job(job)
    *before, made = kept = sorted(copies.iterdir())
    copies.rename(tmp_path / "away")
    copies.write_text("a file, where the folder was", encoding="utf-8")
    await run_job(job)
    await table.settle()

    assert job.daily_at == time(3, 40)
    assert (before, oldest in kept) == ([older], False)
    async with Database(f"sqlite:///{tmp_path}/away/{made.name}") as copy, copy.reading() as tx:
        assert (await verify(tx, Folds())).findings == ()
    (alert,) = told(table.operator.messages, "operator.no_backup")
    assert str(copies) in alert.text


async def test_a_bad_copy_is_kept_apart_and_drops_no_good_one(
    table: Table, pair: Pair, tmp_path: Path
) -> None:
    """Each copy is checked before an old one is deleted; operators read its errors."""
    copies = tmp_path / "copies"
    table.config = replace(
        table.config, backup=replace(table.config.backup, directory=copies, keep=1)
    )
    await table.stop_bot()
    await table.start_bot()
    await pair.place(pair.red, "H8 CASA")
    job, database = nightly(table, "backup"), table.app.runtime.database
    good = older_copies(copies, 1)
    async with database.transaction() as tx:
        await tx.exec_driver_sql("UPDATE games SET red_score = red_score + 1")
    await run_job(job)
    async with database.transaction() as tx:
        await tx.exec_driver_sql("UPDATE games SET red_score = red_score - 1")
    await table.settle()

    (apart,) = (file for file in copies.iterdir() if file not in good)
    assert apart.name.startswith("broken-tur-retur-")
    assert [file for file in good if file.exists()] == good
    (alert,) = told(table.operator.messages, "operator.bad_backup", file=apart.name)
    assert f"g/{pair.id}: differs: red_score" in alert.text


async def test_a_copy_that_nobody_could_look_at_drops_none(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the check takes too long, that copy and all earlier ones are kept."""
    monkeypatch.setattr("bot.program.nightly._PATIENCE", 0.0)
    copies = tmp_path / "copies"
    table.config = replace(
        table.config, backup=replace(table.config.backup, directory=copies, keep=1)
    )
    await table.stop_bot()
    await table.start_bot()
    for _ in range(2):
        await run_job(nightly(table, "backup"))
        await table.travel(1)

    assert [file.name.startswith("tur-retur-") for file in copies.iterdir()] == [True, True]


async def test_the_days_fingerprint_is_posted_where_it_cannot_be_taken_back(
    table: Table,
) -> None:
    """The fingerprint is posted once a day, silently, after a day with events."""
    made = await cup(table, "Ana Pop", "Ion Rus", "Dan Moș")
    group = await linked(made)
    job = nightly(table, "fingerprint")
    before = len(posts(group))

    for _ in range(2):
        await run_job(job)
        await table.settle()
    (post,) = posts(group)[before:]
    assert post.silent
    async with table.stored.database.reading() as tx:
        (taken,) = await fingerprints.every(tx)
    assert says(post, "post.fingerprint", day=f"{taken.day}", fingerprint=taken.fingerprint)

    await table.travel(1)
    await run_job(job)
    await table.settle()
    assert len(posts(group)) == before + 1
