"""A restored older database: the bot itself finds the loss and reports it."""

import asyncio
import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.cli.output import NO
from bot.program.high_water_mark import HighWaterMark
from sandbox.faults import ServerError
from storage.backup import backup
from storage.db import Database
from storage.errors import BadDatabase
from storage.high_water_mark import Loss
from storage.people import people
from tests.e2e.harness import DATABASE, Pair, Table, bucharest
from tests.e2e.texts import facts_of, mentions, told


def put_back(folder: Path, content: bytes) -> None:
    """Put that file in place of the database, as an operator or a broken disk would."""
    for old in folder.glob(f"{DATABASE}*"):
        old.unlink()
    (folder / DATABASE).write_bytes(content)


async def played_on(pair: Pair) -> None:
    """After half an hour, have Red and Blue move and a stranger look around."""
    table = pair.table
    await table.sandbox.travel(timedelta(minutes=30))
    await pair.place(pair.red, "H8 CASA")
    await pair.place(pair.blue, "PAS")
    await table.say(table.sandbox.add_user("Străinul", "ro"), "/start")


async def everybody_was_notified(pair: Pair) -> None:
    """Check that operator and players read what is lost, which game, and what to do."""
    table = pair.table
    (warned,) = told(table.operator.messages, "operator.loss")
    for who in ("Ana Pop", "Ion Rus"):
        assert mentions(warned, "loss.row", who=who, games=pair.id)
    assert mentions(warned, "loss.updates", n=5)
    assert "10:00" in facts_of(warned, "operator.loss")["since"]
    assert "10:30" in facts_of(warned, "operator.loss")["until"]
    for player in (pair.red, pair.blue):
        (asked,) = told(player.messages, "loss.player")
        assert mentions(asked, "loss.games", games=pair.id)
    assert not told(table.arbiter.messages, "loss.player")


async def test_an_old_copy_put_back_is_reported_to_whom_it_concerns(
    pair: Pair, tmp_path: Path
) -> None:
    """The bot starts because the operator restored it, and asks players once for lost moves."""
    table = pair.table

    async def good(copy: Path) -> tuple[str, ...]:
        return () if copy.name else ("gone",)

    database, now = table.app.runtime.database, table.sandbox.clock.now()
    copied = await backup(database, tmp_path / "copies", now, keep=1, check=good)
    await played_on(pair)
    await table.stop_bot()
    put_back(tmp_path, copied.file.read_bytes())
    loss = await _lost(pair, tmp_path)

    await table.start_bot()

    await everybody_was_notified(pair)
    assert len(await pair.events()) == 1
    await pair.place(pair.red, "H8 CASA")
    await table.stop_bot()
    await table.start_bot()
    await table.app.high_water_mark.notify(
        table.app.runtime, table.app.shared, loss
    )  # killed over it
    await table.settle()
    await everybody_was_notified(pair)


@pytest.mark.only_telegram("a page shows the messages of the restored copy")
async def test_a_copy_is_restored_and_taken_back_by_the_command(pair: Pair, tmp_path: Path) -> None:
    """After `turretur restore` people hear what is lost; restoring what was replaced loses none."""
    table = pair.table
    copy = await copied(table, tmp_path)
    await played_on(pair)
    moves = len(await pair.events())
    running = await ordered(table, tmp_path, "restore", copy)
    assert "stop it first" in running.stderr
    await table.stop_bot()
    restored = json.loads((await ordered(table, tmp_path, "restore", copy)).stdout)
    assert restored["already_sent"] == 0
    await table.start_bot()
    await everybody_was_notified(pair)
    assert len(await pair.events()) == 1
    await table.stop_bot()

    await ordered(table, tmp_path, "restore", restored["set_aside"][0]["after"])
    await table.start_bot()
    assert len(await pair.events()) == moves
    assert len(told(table.operator.messages, "operator.loss")) == 1
    assert len(told(pair.red.messages, "loss.player")) == 1


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1")
async def test_what_waited_when_it_was_copied_and_was_sent_since_is_not_sent_again(
    pair: Pair, tmp_path: Path
) -> None:
    """The sheets count as arrived when Telegram took them, and the opponent gets them once."""
    table, faults = pair.table, pair.table.sandbox.faults
    faults.add(ServerError(), method="sendMediaGroup", chat=pair.blue.id, times=999)
    await pair.place(pair.red, "H8 CASA")
    copy = await copied(table, tmp_path)
    faults.clear()
    await table.travel_to(bucharest("2025-05-03"))
    await table.travel(1 / 24)  # the next try may be minutes away
    await table.stop_bot()

    restored = json.loads((await ordered(table, tmp_path, "restore", copy)).stdout)
    await table.travel_to(bucharest("2025-05-05"))
    await table.start_bot()
    await table.travel(1 / 24)

    assert len(told(pair.blue.messages, "sheets.follow", game=pair.id)) == 1
    assert (await pair.game()).received == date(2025, 5, 3)
    assert restored["already_sent"]


async def copied(table: Table, folder: Path) -> str:
    """Return the file of a copy that `turretur backup` makes while the bot runs."""
    made = await ordered(table, folder, "backup", "--to", str(folder / "copies"))
    return str(json.loads(made.stdout)["file"])


async def ordered(table: Table, folder: Path, command: str, *order: str) -> Result:
    """Run a command on the table's database."""
    config = folder / "ordered.toml"
    config.write_text(f'[storage]\nurl = "{table.config.storage.url}"\n', encoding="utf-8")
    arguments = [command, "--config", str(config), *order, "--json"]
    return await asyncio.to_thread(CliRunner().invoke, main, arguments)


async def _lost(pair: Pair, folder: Path) -> Loss:
    """Return what the restored database has lost, as the next start finds it."""
    token = pair.table.sandbox.token
    async with Database(f"sqlite:///{folder / DATABASE}") as database:
        mark = HighWaterMark(database, pair.table.clock, token)
        loss = await mark.expect(is_empty=False, accept_loss=False)
    assert loss is not None
    return loss


async def test_who_was_forgotten_stays_forgotten_in_an_old_copy(pair: Pair, tmp_path: Path) -> None:
    """A copy from before the erasure is cleaned before anybody is named or written to."""
    table = pair.table

    async def good(copy: Path) -> tuple[str, ...]:
        return () if copy.name else ("gone",)

    stranger = table.sandbox.add_user("Vasilica Stângaci", "ro")
    await table.say(stranger, "/start")
    database, now = table.app.runtime.database, table.sandbox.clock.now()
    async with database.reading() as tx:
        person = await people.by_account(tx, stranger.id)
    assert person is not None
    copied = await backup(database, tmp_path / "copies", now, keep=1, check=good)
    await table.stop_bot()
    order = ["person", "anonymise", str(person.id), "--yes", "--database", table.config.storage.url]
    done = await asyncio.to_thread(CliRunner().invoke, main, order)
    assert done.exit_code == 0, done.output
    assert "Stângaci" not in (tmp_path / DATABASE).with_suffix(".forgotten").read_text("utf-8")
    put_back(tmp_path, copied.file.read_bytes())
    assert "Stângaci".encode() in (tmp_path / DATABASE).read_bytes()

    for _ in range(2):
        await table.start_bot()
        (said,) = told(table.operator.messages, "operator.forgotten_again")
        assert mentions(said, "operator.forgotten_again", numbers=str(person.id))
        assert "Stângaci" not in str(table.operator.messages)
        await table.stop_bot()
    assert "Stângaci".encode() not in (tmp_path / DATABASE).read_bytes()
    await table.start_bot()


async def test_a_lost_log_is_not_taken_for_all_there_was(pair: Pair, tmp_path: Path) -> None:
    """Without its -wal file the database is hours old, so the start needs confirmation.

    So it does with an empty file in its place, which would otherwise begin a new season. A bot that
    stopped in good order has lost nothing.
    """
    table = pair.table
    await table.say(table.arbiter, "/jocuri")
    await table.stop_bot()
    await table.start_bot()
    assert not told(table.operator.messages, "operator.loss")
    before = (tmp_path / DATABASE).read_bytes()
    await played_on(pair)
    assert (tmp_path / DATABASE).read_bytes() == before  # the rest is in the log beside it
    await table.stop_bot()
    put_back(tmp_path, before)

    with pytest.raises(BadDatabase, match=r"put its -wal file back, .* --accept-loss"):
        await table.start_bot()
    await table.stop_bot()
    verified = await asyncio.to_thread(
        CliRunner().invoke, main, ["verify", "--url", table.config.storage.url]
    )
    assert verified.exit_code == NO
    assert "database: marker: older than its marker says" in verified.stdout
    assert "The newest event is of " in verified.stdout
    assert (tmp_path / DATABASE).read_bytes() == before
    await table.start_bot(accept_loss=True)

    await everybody_was_notified(pair)
    await table.say(table.arbiter, "/jocuri")
    await table.stop_bot()
    await table.start_bot()
    assert len(told(table.operator.messages, "operator.loss")) == 1
    await _empty_file_is_refused(table, tmp_path)


async def _empty_file_is_refused(table: Table, folder: Path) -> None:
    """Put an empty file in place of the database: the start needs confirmation, too."""
    await table.stop_bot()
    put_back(folder, b"")

    with pytest.raises(BadDatabase, match=r"is older than .* --accept-loss"):
        await table.start_bot()
    await table.stop_bot()

    assert (folder / DATABASE).read_bytes() == b""
    await table.start_bot(accept_loss=True)
