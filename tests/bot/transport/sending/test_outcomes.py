"""A delivered message is not sent again if the database cannot record it."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from errno import ENOSPC
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.program.health import health_of
from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Button, Notice, say
from bot.texts.pictures import BoardShown, Picture
from bot.transport.sending import courier, outcomes
from bot.transport.sending.outcomes import Outcomes, _Note
from sandbox import SandboxUser
from sandbox.waiting import PATIENCE
from storage.queues import outbox, outbox_due
from storage.queues.receipts import Receipt, Receipts, fingerprint
from storage.schema import outbox as outbox_table
from tests.bot.conftest import MAY_DAY, PlainPress, PostOffice, ServedOffice, square
from tests.bot.transport.sending.mail import CLOCK, SHEET, note, numbers, states
from tests.full_disk import full_disk

GAME = "K7QF/1"
TOO_LARGE = 1 << 70
AFTER_TROUBLE = 0.3


async def test_on_a_full_disk_nobody_gets_anything_twice(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt is kept, nothing more is sent, the operator reads why; then all continues once.

    Messages delayed by the night wait like the others, and the delivered one keeps its time.
    """
    monkeypatch.setattr(outcomes, "ALARM_AFTER", AFTER_TROUBLE)
    monkeypatch.setattr(outcomes, "LONGEST_PAUSE", outcomes.SHORTEST_PAUSE)
    tries = _watched_tries(monkeypatch)
    health = health_of(post.runtime)
    morning = MAY_DAY + timedelta(hours=1)
    kept_back = Notice(to=ion.id, text=say("button.read_plain", text="9"), not_before=morning)
    await post.say(note(ana, 1), note(ana, 2), note(ana, 3), kept_back)
    async with post.delivering() as courier:
        with full_disk():
            await post.later(0)
            await post.operator.receive("nu se mai poate scrie")
            await post.later(3600)
            for _ in range(5):
                tries.clear()
                await asyncio.wait_for(tries.wait(), PATIENCE)
            ill = await health()
            meanwhile = numbers(ana), numbers(ion)
        await courier.settle()

    assert meanwhile == ([1], [])
    assert (ill.is_well, ill.facts["sent_and_not_noted"]) == (False, 1)
    assert (numbers(ana), numbers(ion)) == ([1, 2, 3], [9])
    assert (await health()).is_well
    (notice,) = [message for message in post.operator.messages if message.from_bot]
    assert "nu se mai poate scrie" in notice.text
    assert await states(post.runtime.database) == {outbox.MessageState.SENT: 4}
    async with post.runtime.database.reading() as tx:
        rows = (await tx.execute(outbox_table.select().order_by(outbox_table.c.id))).all()
    assert rows[0].sent_at == MAY_DAY


async def test_what_went_out_is_held_though_another_leads_meanwhile(
    post: PostOffice, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the lead is lost meanwhile, it still knows the receipts when it leads again."""
    monkeypatch.setattr(courier, "_GRACE", 0)
    await post.say(note(ana, 1))
    sender = post.courier(post.runtime, post.telegram)
    with full_disk():
        leading = asyncio.create_task(sender.run())
        await ana.receive("1")
        while not post.runtime.counts.unnoted:  # noqa: ASYNC110  (nothing signals it)
            await asyncio.sleep(0.01)
        await _lose(leading)
    leading = asyncio.create_task(sender.run())
    await sender.settle()
    await _lose(leading)
    await sender.close()

    assert numbers(ana) == [1]
    assert await states(post.runtime.database) == {outbox.MessageState.SENT: 1}


async def test_what_an_earlier_life_has_sent_is_noted_and_not_sent(
    post: PostOffice, ana: SandboxUser, tmp_path: Path
) -> None:
    """Killed before the record, it is recorded with its time; the rest is sent.

    A receipt of the same number in a lost database does not count.
    """
    await post.say(note(ana, 1), note(ana, 2), note(ana, 3))
    async with post.runtime.database.reading() as tx:
        rows = [row for number in (1, 2, 3) if (row := await outbox_due.queued(tx, number))]
    file, sent = tmp_path / "bot.receipts", MAY_DAY - timedelta(days=1)
    killed = Receipts.at(file)
    for row, message in zip(rows, (fingerprint(rows[0]), "another"), strict=False):
        parts = ((4000 + row.id,),)
        killed.keep(Receipt(row=row.id, message=message, at=sent, parts=parts, whole=True))
    courier = post.courier(post.runtime, post.telegram, Receipts.at(file))
    leading = asyncio.create_task(courier.run())
    await ana.receive("3")
    await courier.settle()
    await _lose(leading)
    await courier.close()

    assert numbers(ana) == [2, 3]
    assert post.directory.arrived == [ana.id] * 3
    assert await states(post.runtime.database) == {outbox.MessageState.SENT: 3}
    async with post.runtime.database.reading() as tx:
        noted = (await tx.execute(outbox_table.select().order_by(outbox_table.c.id))).first()
    assert noted is not None
    assert (noted.message_ids, noted.sent_at) == ("4001", sent)
    assert Receipts.at(file).left() == []


async def test_of_a_message_begun_in_an_earlier_life_only_the_rest_is_sent(
    post: PostOffice, ana: SandboxUser, tmp_path: Path
) -> None:
    """The program was killed after it sent the pictures, before it could record them."""
    buttons = ((Button(say("fault.place_taken"), data="x"),),)
    text = say("button.read_plain", text="1")
    await post.say(Notice(to=ana.id, text=text, pictures=(SHEET, CLOCK), buttons=buttons))
    async with post.runtime.database.reading() as tx:
        row = await outbox_due.queued(tx, 1)
    assert row is not None
    file = tmp_path / "bot.receipts"
    killed = Outcomes(post.runtime, receipts=Receipts.at(file))
    writing = asyncio.create_task(killed.sent_so_far(row, ((4001, 4002),)))
    await asyncio.sleep(0)
    await killed.close()
    writing.cancel()
    courier = post.courier(post.runtime, post.telegram, Receipts.at(file))
    leading = asyncio.create_task(courier.run())
    shown = await ana.receive("1")
    await courier.settle()
    await _lose(leading)
    await courier.close()

    assert [message for message in ana.messages if message.from_bot] == [shown]
    async with post.runtime.database.reading() as tx:
        (noted,) = (await tx.execute(outbox_table.select())).all()
    assert (noted.state, noted.message_ids) == (outbox.MessageState.SENT, f"4001,4002,{shown.id}")


def _watched_tries(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return an event that each try to store notes sets."""
    tries, store = asyncio.Event(), Outcomes._store

    async def watched(self: Outcomes, notes: Sequence[_Note]) -> None:
        tries.set()
        await store(self, notes)

    monkeypatch.setattr(Outcomes, "_store", watched)
    return tries


async def _lose(leading: asyncio.Task[None]) -> None:
    leading.cancel()
    await asyncio.gather(leading, return_exceptions=True)


async def test_a_faulty_note_costs_nobody_else(post: PostOffice, ana: SandboxUser) -> None:
    """An impossible record is reported to its waiting sender, and the others are written."""
    await post.say(*[Notice(to=ana.id, text=say("fault.place_taken"), about=GAME)] * 3)
    writing = Outcomes(post.runtime)
    async with post.runtime.database.reading() as tx:
        queued = [each.id for each in await outbox.deliveries(tx, GAME)]
        rows = [row for each in queued if (row := await outbox_due.queued(tx, each))]
    ids = (1, TOO_LARGE, 2)
    outcomes = await asyncio.gather(
        *(writing.record_sent(row, [number]) for row, number in zip(rows, ids, strict=True)),
        return_exceptions=True,
    )

    assert [isinstance(each, Exception) for each in outcomes] == [False, True, False]
    async with post.runtime.database.reading() as tx:
        found = await outbox.deliveries(tx, GAME)
    assert [each.message_ids for each in found] == [(1,), (), (2,)]


async def test_a_note_that_is_given_up_keeps_no_message_back(post: PostOffice) -> None:
    """After a full disk the only record fails by an error of ours, and sending continues."""
    failures = [OSError(ENOSPC, "No space left on device"), *[ValueError("ours")] * 5]
    writing = Outcomes(post.runtime)

    async def write(_: UnitOfWork) -> None:
        raise failures.pop(0)

    with pytest.raises(ValueError, match="ours"):
        await writing.keep(write)
    async with asyncio.timeout(PATIENCE):
        await writing.until_stored()

    assert post.runtime.counts.unnoted == 0


class CutPress(PlainPress):
    """Loses every connection to the server during its first drawing."""

    def __init__(self, served: ServedOffice) -> None:
        super().__init__()
        self._served = served

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Draw from the database, as the real press does."""
        self.drawn.append((picture, language))
        async with self._served.post.runtime.database.reading() as tx:
            if len(self.drawn) == 1:
                await self._served.cut()
            await tx.exec_driver_sql("SELECT 1")
        return square()


async def test_a_server_cut_while_a_sheet_is_drawn_is_a_delay(
    served: ServedOffice, ana: SandboxUser
) -> None:
    """The sheet is sent with its picture once the server is back, and the log has one line."""
    post = served.post
    post.press = CutPress(served)
    sheet = BoardShown(GAME, 1)
    await post.say(Notice(to=ana.id, text=say("button.read_plain", text="1"), pictures=(sheet,)))
    with capture_logs() as written:
        async with post.delivering() as courier:
            shown = await ana.receive("1")
            await courier.settle()

    assert shown.photo is not None
    assert numbers(ana) == [1]
    (line,) = [each for each in written if each["log_level"] in {"warning", "error"}]
    assert "exc_info" not in line
    async with post.runtime.database.reading() as tx:
        rows = (await tx.execute(outbox_table.select())).all()
    assert [row.attempts for row in rows] == [0]
