import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field

import pytest
from structlog.testing import capture_logs

from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery_errors import MessageRefused
from bot.texts.messages import Button, Incoming, Notice, say
from bot.transport.receiving.fetching import AT_ONCE
from sandbox import Sandbox, SandboxUser
from sandbox.waiting import PATIENCE
from storage.queues import inbox
from tests.bot.conftest import PostOffice, ServedOffice
from tests.full_disk import full_disk


class Handler:
    """Records its updates, answers each, and can fail a number of times."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.to_fail: Counter[str] = Counter()

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Echo the text."""
        text = incoming.text or incoming.data
        unit.say(Notice(to=incoming.chat, text=say("fault.no_such_date", text=text)))
        if self.to_fail[text] > 0:
            self.to_fail[text] -= 1
            raise RuntimeError("something broke")
        self.seen.append(text)


async def counts(post: PostOffice) -> dict[str, int]:
    """Return the number of updates in each state, without empty ones."""
    async with post.runtime.database.reading() as tx:
        return {state: count for state, count in (await inbox.counts(tx)).items() if count}


def replies(user: SandboxUser) -> list[str]:
    """Return the bot's messages to the person."""
    return [message.text for message in user.messages if message.from_bot]


async def test_updates_are_handled_once_and_in_order(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """Every update is processed once, in the order in which it was sent."""
    handler = Handler()
    async with post.polling(), post.working(handler) as worker:
        for number in range(5):
            ana.send(f"A{number}")
            ion.send(f"I{number}")
        sandbox.updates.repeat(3)
        await sandbox.drained()
        await worker.settle()

    assert handler.seen == [f"{who}{number}" for number in range(5) for who in "AI"]
    assert await counts(post) == {"done": 10}


async def test_one_message_under_two_numbers(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A message repeated under another update's id takes effect once."""
    handler = Handler()
    ana.send("H8 CASA")
    update = sandbox.updates.pending[0]
    sandbox.updates.add("message", update.body, order=update.order)
    async with post.polling(), post.working(handler) as worker:
        await sandbox.drained()
        await worker.settle()

    assert handler.seen == ["H8 CASA"]


async def test_a_passing_failure_has_no_trace(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """A failed update is retried, and takes effect once, before its chat's next ones."""
    handler = Handler()
    handler.to_fail["A0"] = 2
    ana.send("A0")
    ana.send("A1")
    ion.send("I0")
    async with post.polling(), post.working(handler), post.delivering() as courier:
        await sandbox.drained()
        await ion.receive("I0")
        assert handler.seen == ["I0"]
        await post.later(3)
        await ana.receive("A1")
        await courier.settle()

    assert handler.seen == ["I0", "A0", "A1"]
    assert [text.split()[1] for text in replies(ana)] == ["A0", "A1"]


@pytest.mark.parametrize("failing", ["A0", "I0", "A1"])
async def test_a_failure_among_others_costs_neither_them_nor_itself(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox, failing: str
) -> None:
    """Of updates in one transaction only the failed one is undone; each takes effect once."""
    handler = Handler()
    handler.to_fail[failing] = 1

    async def storing(incoming: Incoming, unit: UnitOfWork) -> None:
        await unit.store(say_again(incoming))
        await handler(incoming, unit)

    ana.send("A0")
    ion.send("I0")
    ana.send("A1")
    async with post.polling():
        await sandbox.drained()
    async with post.working(storing) as worker, post.delivering() as courier:
        await post.later(3)
        await worker.settle()
        await courier.settle()

    assert sorted(handler.seen) == ["A0", "A1", "I0"]
    assert [text.split()[1] for text in replies(ana)] == ["A0", "A0", "A1", "A1"]
    assert [text.split()[1] for text in replies(ion)] == ["I0", "I0"]


async def test_a_lasting_failure_is_owned_up_to(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """After five failures it becomes a dead letter, with one apology and one report."""
    handler = Handler()
    handler.to_fail["A0"] = 99
    ana.send("A0")
    ana.send("A1")
    async with post.polling(), post.working(handler), post.delivering() as courier:
        await sandbox.drained()
        async with asyncio.timeout(PATIENCE):
            while "dead" not in await counts(post):
                await asyncio.sleep(0.02)
                await post.later(60)
        await ana.receive("A1")
        report = await post.operator.receive("RuntimeError: something broke")
        await courier.settle()

    assert handler.to_fail["A0"] == 99 - inbox.ATTEMPTS
    assert [text.split()[0] for text in replies(ana)] == ["Îmi", "Data"]
    assert "update" in report.text
    assert replies(ion) == []
    assert await counts(post) == {"done": 1, "dead": 1}


@dataclass
class CutHandler:
    """Loses every connection to the server this many times during its work."""

    served: ServedOffice
    times: int
    seen: list[str] = field(default_factory=list)

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Echo the text."""
        async with unit.savepoint():
            if self.times:
                self.times -= 1
                await self.served.cut()
            await unit.store(say_again(incoming))
        self.seen.append(incoming.text)


def say_again(incoming: Incoming) -> Notice:
    """Return the handler's answer to an update."""
    return Notice(to=incoming.chat, text=say("fault.no_such_date", text=incoming.text))


@dataclass
class FullHandler:
    """Fails with a full disk this many times during its work."""

    times: int
    seen: list[str] = field(default_factory=list)

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Echo the text, and write enough to fill the disk before the commit."""
        async with unit.savepoint():
            await unit.store(say_again(incoming))
            if self.times:
                self.times -= 1
                with full_disk():
                    await unit.tx.exec_driver_sql(
                        "INSERT INTO outbox (chat, payload, about, state, attempts, created_at,"
                        " message_ids, error) SELECT 1, zeroblob(9000000), '', 'sent', 0, '', '',"
                        " value FROM json_each('[1,2,3,4]')"
                    )
        self.seen.append(incoming.text)


async def test_a_disk_that_is_full_in_the_middle_of_an_update_costs_none(
    post: PostOffice, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite also rolls back earlier work, which is repeated once."""
    monkeypatch.setattr("bot.transport.receiving.worker._LONGEST_PAUSE", 0.01)
    handler = FullHandler(inbox.ATTEMPTS + 1)
    ana.send("A0")
    ana.send("A1")
    with capture_logs() as written:
        async with post.polling(), post.working(handler), post.delivering() as courier:
            await ana.receive("A1")
            await courier.settle()

    assert [text.split()[1] for text in replies(ana)] == ["A0", "A1"]
    assert await counts(post) == {"done": 2}
    failed = [each for each in written if each["log_level"] == "error"]
    assert {each["reason"] for each in failed} == {"disk I/O error: is the disk full?"}
    assert len(failed) == inbox.ATTEMPTS + 1


async def test_a_server_that_is_cut_off_again_and_again_costs_no_update(
    served: ServedOffice, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lost connections do not count as the update's failures, and each logs one line."""
    monkeypatch.setattr("bot.transport.receiving.worker._LONGEST_PAUSE", 0.01)
    post, handler = served.post, CutHandler(served, inbox.ATTEMPTS + 1)
    ana.send("A0")
    ana.send("A1")
    with capture_logs() as written:
        async with post.polling(), post.working(handler), post.delivering() as courier:
            await ana.receive("A1")
            await courier.settle()

    assert handler.seen == ["A0", "A1"]
    assert [text.split()[1] for text in replies(ana)] == ["A0", "A1"]
    assert await counts(post) == {"done": 2}
    lines = [each for each in written if each["log_level"] in {"warning", "error"}]
    assert len([each for each in lines if each["event"].startswith("the inbox")]) >= inbox.ATTEMPTS
    assert not [each for each in lines if "exc_info" in each]


async def test_an_update_nobody_can_read(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """An unreadable update becomes a dead letter at once, and later ones are processed."""
    handler = Handler()
    sandbox.updates.add("message", {"message_id": "many"}, order="x")
    ana.send("H8 CASA")
    async with post.polling(), post.working(handler), post.delivering():
        await ana.receive("H8 CASA")
        await post.operator.receive("Nu am putut prelucra")

    assert handler.seen == ["H8 CASA"]
    assert await counts(post) == {"done": 1, "dead": 1}


async def test_a_report_that_cannot_be_queued_keeps_no_update_in_the_inbox(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """If an operator's number is invalid only the report is lost."""
    runtime = post.runtime
    post.runtime = Runtime(runtime.database, runtime.clock, (2**63,))
    handler = Handler()
    sandbox.updates.add("message", {"message_id": "many"}, order="x")
    ana.send("H8 CASA")
    with capture_logs() as written:
        async with post.polling(), post.working(handler), post.delivering():
            await ana.receive("H8 CASA")

    assert await counts(post) == {"done": 1, "dead": 1}
    assert any(each["event"] == "a dead letter cannot be reported" for each in written)


async def test_what_is_no_business_of_ours_is_done_at_once(post: PostOffice) -> None:
    """An unknown kind of update is marked as done."""
    row = inbox.RawUpdate(
        update_id=1, chat=None, raw=json.dumps({"update_id": 1, "poll": {"id": "1"}})
    )
    async with post.runtime.database.transaction() as tx:
        await inbox.store(tx, [row], post.runtime.clock.now())
    handler = Handler()
    async with post.working(handler) as worker:
        await worker.settle()

    assert handler.seen == []
    assert await counts(post) == {"done": 1}


async def test_a_crash_in_the_middle_leaves_nothing_half_done(
    post: PostOffice, ana: SandboxUser
) -> None:
    """A stopped worker has done nothing, and the next one does it all."""
    begun = asyncio.Event()

    async def stuck(incoming: Incoming, unit: UnitOfWork) -> None:
        unit.say(Notice(to=incoming.chat, text=say("fault.place_taken")))
        begun.set()
        await asyncio.Event().wait()

    ana.send("H8 CASA")
    async with post.polling(), post.working(stuck):
        await asyncio.wait_for(begun.wait(), PATIENCE)
    assert await counts(post) == {"new": 1}
    handler = Handler()
    async with post.working(handler), post.delivering() as courier:
        await ana.receive()
        await courier.settle()

    assert handler.seen == ["H8 CASA"]
    assert len(replies(ana)) == 1


async def test_every_press_is_answered(post: PostOffice, ana: SandboxUser) -> None:
    """Every press gets an answer, even if its handler gives none."""
    await post.say(
        Notice(
            to=ana.id,
            text=say("fault.match_over"),
            buttons=((Button(say("fault.place_taken"), data="x"),),),
        )
    )
    handler = Handler()
    async with post.polling(), post.working(handler), post.delivering():
        message = await ana.receive()
        press = await ana.answered(ana.press(message, "x"))

    assert press.text == ""
    assert handler.seen == ["x"]


async def test_what_fails_within_a_step_of_its_handler_is_tried_again_whole(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """The mark of the message is rolled back, too, so the retry does not skip it."""
    handler = Handler()
    handler.to_fail["H8 CASA"] = 1

    async def in_steps(incoming: Incoming, unit: UnitOfWork) -> None:
        async with unit.savepoint():
            await handler(incoming, unit)

    async with post.polling(), post.working(in_steps) as worker:
        ana.send("H8 CASA")
        await sandbox.drained()
        await worker.settle()

    assert handler.seen == ["H8 CASA"]
    assert await counts(post) == {"done": 1}


class Reader:
    """Wants every CSV sent, and records what each update brought."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, bytes | None]] = []

    async def __call__(self, incoming: Incoming, unit: UnitOfWork) -> None:
        """Read the file, or the text."""
        unit.say(Notice(to=incoming.chat, text=say("fault.no_such_date", text="?")))
        if incoming.file is None:
            self.seen.append((incoming.text, None))
        else:
            wanted = incoming.file.name.endswith(".csv")
            self.seen.append((incoming.file.name, incoming.fetched() if wanted else b"unread"))


async def test_a_file_is_fetched_when_its_handler_wants_it(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """The handler then starts again and finishes once; unwanted files are not downloaded."""
    fetched: list[str] = []

    async def fetch(file_id: str) -> bytes:
        fetched.append(file_id)
        return b"name,club,seed"

    reader = Reader()
    async with post.polling(), post.working(reader, fetch=fetch) as worker:
        ana.send_document("lista.csv", b"name,club,seed")
        ana.send_document("poza.pdf", b"%PDF")
        await sandbox.drained()
        await worker.settle()

    assert reader.seen == [("lista.csv", b"name,club,seed"), ("poza.pdf", b"unread")]
    assert len(fetched) == 1
    assert len(replies(ana)) == 0
    assert await counts(post) == {"done": 2}


async def test_a_file_that_cannot_be_fetched_is_handled_without(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """The sender gets an answer, and the update is no dead letter."""

    async def fetch(file_id: str) -> bytes:
        raise MessageRefused(f"too large: {file_id}")

    reader = Reader()
    async with post.polling(), post.working(reader, fetch=fetch) as worker:
        ana.send_document("lista.csv", b"PK")
        await sandbox.drained()
        await worker.settle()

    assert reader.seen == [("lista.csv", None)]
    assert await counts(post) == {"done": 1}


async def test_a_file_that_is_slow_to_come_holds_up_its_chat_alone(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """Other chats continue, and this chat keeps its order."""
    may_come = asyncio.Event()

    async def fetch(file_id: str) -> bytes:
        await may_come.wait()
        return file_id.encode()[:1]

    reader = Reader()
    async with post.polling(), post.working(reader, fetch=fetch) as worker:
        ana.send_document("lista.csv", b"x")
        ana.send("mai departe")
        ion.send("eu")
        await sandbox.drained()
        async with asyncio.timeout(PATIENCE):
            while not reader.seen:  # noqa: ASYNC110  (nothing signals it)
                await asyncio.sleep(0.01)
        assert reader.seen == [("eu", None)]
        may_come.set()
        await worker.settle()

    assert reader.seen == [("eu", None), ("lista.csv", b"B"), ("mai departe", None)]
    assert await counts(post) == {"done": 3}


async def test_few_files_are_fetched_side_by_side(post: PostOffice, sandbox: Sandbox) -> None:
    """If many people send one at once, the others wait, and each is downloaded."""
    may_come, under_way = asyncio.Event(), 0

    async def fetch(file_id: str) -> bytes:
        nonlocal under_way
        under_way += 1
        await may_come.wait()
        return file_id.encode()[:1]

    reader = Reader()
    async with post.polling(), post.working(reader, fetch=fetch) as worker:
        for number in range(2 * AT_ONCE):
            sandbox.add_user(f"Ana {number}", "ro").send_document("lista.csv", b"x")
        ion = sandbox.add_user("Ion", "ro")
        await sandbox.drained()
        ion.send("eu")
        async with asyncio.timeout(PATIENCE):
            while not reader.seen:  # noqa: ASYNC110  (nothing signals it)
                await asyncio.sleep(0.01)
        assert under_way == AT_ONCE
        may_come.set()
        await worker.settle()

    assert reader.seen == [("eu", None), *[("lista.csv", b"B")] * 2 * AT_ONCE]


async def test_a_file_under_way_when_the_bot_was_killed_is_fetched_again(
    post: PostOffice, ana: SandboxUser
) -> None:
    """The update is still stored without a failure, and takes effect once."""
    begun = asyncio.Event()

    async def never(file_id: str) -> bytes:
        del file_id
        begun.set()
        return await asyncio.Future[bytes]()

    async def fetch(file_id: str) -> bytes:
        return file_id.encode()[:1]

    reader = Reader()
    async with post.polling():
        async with post.working(reader, fetch=never):
            ana.send_document("lista.csv", b"x")
            async with asyncio.timeout(PATIENCE):
                await begun.wait()
        assert await counts(post) == {"new": 1}
        await post.later(61)
        async with post.working(reader, fetch=fetch) as worker:
            await worker.settle()

    assert reader.seen == [("lista.csv", b"B")]
    assert await counts(post) == {"done": 1}
