"""The start of the bot on a database without tables, beside an existing mark."""

from pathlib import Path

import pytest

from bot.program.database_opening import checked_database, locked_database, prepare
from bot.program.high_water_mark import HighWaterMark
from bot.runtime.clock import FixedClock
from storage.backup import copy_file
from storage.db import Database
from storage.high_water_mark import Mark, MarkFile, is_copy
from storage.migrations import revision
from storage.queues import inbox
from storage.queues.inbox import RawUpdate
from tests.bot.conftest import MAY_DAY
from tests.databases import empty_database

TOKEN = "1:token"


@pytest.mark.parametrize("recorded", [{"events": 1}, {"inbox": 7}, {}], ids=repr)
async def test_an_empty_database_is_a_loss_if_any_event_or_update_was_recorded(
    tmp_path: Path, recorded: dict[str, int]
) -> None:
    """The bot reports the lost updates; a mark of an unused bot names none."""
    file = tmp_path / "bot.sqlite"
    MarkFile(file, TOKEN).write(Mark(at=MAY_DAY.isoformat(), **recorded))  # type: ignore[arg-type]  # numbers
    async with Database(f"sqlite:///{file}") as database:
        mark = HighWaterMark(database, FixedClock(MAY_DAY), TOKEN)
        loss = await mark.expect(is_empty=True, accept_loss=True)

    assert (loss is not None) == bool(recorded)
    assert loss is None or loss.updates == recorded.get("inbox", 0)


async def test_a_start_that_ended_early_leaves_a_restored_copy_recognisable(tmp_path: Path) -> None:
    """A migration that a full disk or a kill ended can be repeated without accepting a loss."""
    file = tmp_path / "bot.sqlite"
    file.touch()
    copy_file(empty_database(tmp_path / "before.sqlite"), file)
    for update in (1, 2):
        checked = await checked_database(f"sqlite:///{file}", here=False)
        async with locked_database(checked, None) as database:
            assert is_copy(file)
            await prepare(database, await revision(database), None)
            async with database.transaction() as tx:
                row = RawUpdate(update_id=update, chat=1, raw="{}")
                assert await inbox.store(tx, [row], MAY_DAY) == 1
    async with Database(f"sqlite:///{file}", create=False) as database:
        await database.begin_log()

    assert not is_copy(file)


async def test_what_a_command_writes_beside_the_bot_is_marked_with_its_next_commit(
    tmp_path: Path,
) -> None:
    """A second without a commit of the bot costs no query; its heartbeat commits each minute."""
    url = f"sqlite:///{empty_database(tmp_path / 'bot.sqlite')}"
    updates = [RawUpdate(update_id=number, chat=1, raw="{}") for number in (1, 2)]
    async with Database(url) as ours, Database(url) as command:
        mark, marker = HighWaterMark(ours, FixedClock(MAY_DAY), TOKEN), MarkFile(ours.file, TOKEN)
        seen = []
        for database, stored in ((ours, updates[:1]), (command, updates[1:]), (ours, [])):
            async with database.transaction() as tx:
                await inbox.store(tx, stored, MAY_DAY)
            await mark.mark()
            known = marker.read()
            seen.append(known and known.inbox)

    assert seen == [1, 1, 2]
