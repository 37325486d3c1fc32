"""Monitoring of the bot: its health and its metrics."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from prometheus_client import generate_latest
from structlog.testing import capture_logs

from bot.program.health import LONGEST_SILENCE, LONGEST_WAIT, health_of
from bot.program.metrics import Metrics
from bot.program.status import HEALTH, status_app
from bot.runtime.clock import FixedClock
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import WebhookBacklog
from bot.texts.delivery_errors import ConnectionFailed
from bot.transport.receiving.poller import Poller
from bot.transport.receiving.receiver import LOG_EVERY, Receiver
from sandbox import SandboxUser
from sandbox.clock import ShiftedClock
from storage.db import Database
from storage.migrations import migrate
from tests.bot.conftest import MAY_DAY, PostOffice

PAGE = Path(__file__).parents[3] / "docs" / "operations.md"


async def let_it_keep(database: Database, *, something: bool) -> None:
    """Let the database accept writes, or refuse them like a full disk."""
    for change, table in (("UPDATE", "alembic_version"), ("INSERT", "inbox")):
        async with database.transaction() as tx:
            await tx.exec_driver_sql(
                f"DROP TRIGGER full_{table}"
                if something
                else f"CREATE TRIGGER full_{table} BEFORE {change} ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            )


async def figures(post: Runtime) -> dict[str, float]:
    """Return the metrics as Prometheus parses them."""
    metrics = Metrics(post)
    await metrics.refresh()
    text = generate_latest(metrics.registry).decode()
    rows = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in rows}


async def test_a_database_that_keeps_nothing_is_not_well(database: Database) -> None:
    """A database that answers but stores nothing fails the health check, with one log line."""
    post = Runtime(database, FixedClock(MAY_DAY))
    well = await health_of(post)()
    await let_it_keep(database, something=False)
    with capture_logs() as written:
        ill = await health_of(post)()
    assert (await figures(post))["turretur_well"] == 0
    await let_it_keep(database, something=True)

    assert (well.is_well, ill.is_well, (await health_of(post)()).is_well) == (True, False, True)
    assert ill.facts == {"database": "keeps nothing"}
    (line,) = written
    assert line["reason"].endswith("cannot be written to: database or disk is full")
    assert "exc_info" not in line
    assert (await figures(post))["turretur_well"] == 1


async def test_while_what_was_sent_is_not_noted_nobody_is_well(database: Database) -> None:
    """Even if database queries succeed, no message is sent until then."""
    post = Runtime(database, FixedClock(MAY_DAY))
    post.counts.unnoted = 2
    ill = await health_of(post)()
    post.counts.unnoted = 0

    assert (ill.is_well, ill.facts["sent_and_not_noted"]) == (False, 2)
    assert (await health_of(post)()).is_well


async def test_the_status_code_says_whether_the_bot_is_well(database: Database) -> None:
    """`/health` answers 200 while the bot is well, and 503 otherwise."""
    post = Runtime(database, FixedClock(MAY_DAY))
    app = ASGITransport(status_app(health_of(post), Metrics(post)))
    async with AsyncClient(transport=app, base_url="http://bot") as client:
        well = await client.get(HEALTH)
        post.counts.unnoted = 2
        ill = await client.get(HEALTH)

    assert (well.status_code, ill.status_code) == (200, 503)


async def test_while_the_database_does_not_answer_the_queues_are_left_out(
    database: Database,
) -> None:
    """Other metrics are still given; the log gets one line, that of the health check."""
    post = Runtime(database, FixedClock(MAY_DAY))
    async with database.transaction() as tx:
        await tx.exec_driver_sql("ALTER TABLE inbox RENAME TO mislaid")
    with capture_logs() as written:
        found = await figures(post)

    assert [line["event"] for line in written] == ["the database does not answer"]
    assert found["turretur_well"] == 0
    assert found['turretur_updates_total{outcome="dead"}'] == 0
    assert not [name for name in found if name.startswith(("turretur_inbox", "turretur_outbox"))]


async def test_what_telegram_holds_and_we_cannot_store_waits_too(
    post: PostOffice, ana: SandboxUser
) -> None:
    """With a full disk the health fails, because updates wait unseen at Telegram."""
    poller = Poller(post.telegram, post.runtime, long_poll=5)
    ana.send("H8 CASA")
    await let_it_keep(post.runtime.database, something=False)
    with pytest.raises(Exception, match="disk is full"):
        await poller._poll()
    await let_it_keep(post.runtime.database, something=True)
    await post.later(LONGEST_WAIT.total_seconds())
    state = await health_of(post.runtime)()
    waits = (await figures(post.runtime))["turretur_oldest_update_seconds"]
    await poller._poll()

    assert not state.is_well
    assert state.facts["oldest_update_seconds"] == waits == LONGEST_WAIT.total_seconds()
    assert post.runtime.counts.held is None


class Unreached:
    """A Telegram that cannot reach the bot's address."""

    def __init__(self, url: str) -> None:
        self.held = WebhookBacklog(count=3, reason="Connection refused", url=url)

    async def set_webhook(self, url: str, secret: str) -> None:
        """Take the address."""

    async def held_updates(self) -> WebhookBacklog:
        """Return what is held."""
        return self.held


async def test_an_address_that_telegram_cannot_reach_is_logged_and_not_well(
    database: Database,
) -> None:
    """For a wrong proxy the log repeats Telegram's message once a minute."""
    clock = ShiftedClock(FixedClock(MAY_DAY))
    url = "https://bot.example/telegram"
    post, telegram = Runtime(database, clock), Unreached(url)
    receiver = Receiver(telegram, post, url=url, secret="x")
    with capture_logs() as written:
        for _ in range(10):
            await receiver._query_held()
            clock.travel(LOG_EVERY / 4)
    state = await health_of(post)()
    clock.travel(LONGEST_WAIT)
    later = await health_of(post)()
    telegram.held = WebhookBacklog(count=0, reason="Connection refused", url=url)
    await receiver._query_held()

    assert [line["reason"] for line in written] == ["Connection refused"] * 2
    assert {line["log_level"] for line in written} == {"warning"}
    assert (state.is_well, later.is_well) == (True, False)
    assert (await health_of(post)()).is_well


class Silent:
    """A Telegram that never answers."""

    async def updates(self, offset: int | None, wait: float) -> Sequence[Mapping[str, object]]:
        """Fail."""
        raise ConnectionFailed(f"no answer to {offset} in {wait} s")

    async def drop_webhook(self) -> None:
        """Do nothing."""


async def test_a_program_that_telegram_has_never_answered_is_not_well(database: Database) -> None:
    """Its silence counts from the start of polling."""
    clock, has_failed = ShiftedClock(FixedClock(MAY_DAY)), asyncio.Event()
    post = Runtime(database, clock)

    async def pause(_: float) -> None:
        has_failed.set()
        await asyncio.Event().wait()

    polling = asyncio.create_task(Poller(Silent(), post, sleep=pause).run())
    await has_failed.wait()
    before = await health_of(post)()
    clock.travel(LONGEST_SILENCE)
    later = await health_of(post)()
    polling.cancel()

    assert (before.is_well, later.is_well) == (True, False)


async def test_a_fault_of_ours_is_logged_with_its_traceback(database: Database) -> None:
    """An external failure takes one line, an own bug its whole traceback."""
    with capture_logs() as written:
        for error in (ValueError("ours"), OSError(28, "No space left on device", "/srv/x")):
            report(get_logger(), "a job failed", error, again_in=2)
        try:
            async with database.transaction() as tx:
                await tx.exec_driver_sql("INSERT INTO inbox DEFAULT VALUES")
        except Exception as error:  # noqa: BLE001  (whatever the driver makes of it)
            report(get_logger(), "a job failed", error)

    assert ["exc_info" in line for line in written] == [True, False, True]
    assert written[1]["reason"] == "[Errno 28] No space left on device: '/srv/x'"


async def test_every_figure_is_on_the_page_and_the_other_way_round(post: PostOffice) -> None:
    """Names and labels equal those that Prometheus reads."""
    page = PAGE.read_text(encoding="utf-8")
    table = re.findall(r"`(turretur_\w+)(?:\{(\w+)\})?`", page)
    post.runtime.counts.heard = post.sandbox.clock.now() - timedelta(seconds=1)
    metrics = Metrics(post.runtime)
    await metrics.refresh()
    found = {
        (sample.name, *sample.labels)
        for metric in metrics.collect()
        for sample in metric.samples
        if metric.name != "turretur_games"
    } | {("turretur_games", "state")}

    assert {(name, label) if label else (name,) for name, label in table} == found
    for metric in metrics.collect():
        for sample in metric.samples:
            for value in sample.labels.values():
                assert f"`{value}`" in page, sample


def test_what_the_page_says_the_log_says_is_what_it_says() -> None:
    """A search for a line of the log finds it word by word on the page."""
    root = PAGE.parents[1]
    written = "".join(
        file.read_text(encoding="utf-8")
        for part in ("bot", "storage")
        for file in sorted((root / part).rglob("*.py"))
    )
    source = re.sub(r'"\s*f?"', "", written)
    told_by_sqlite = {"database or disk is full"}
    table = PAGE.read_text(encoding="utf-8").partition("| It says |")[2].partition("\n\n")[0]
    phrases = [
        part.strip()
        for row in table.splitlines()[2:]
        for phrase in re.findall(r"`([^`]+)`", row.split(" | ")[0])
        for part in phrase.split("…")
    ]

    assert len(phrases) > 20
    assert [each for each in phrases if each not in source and each not in told_by_sqlite] == []


async def test_a_server_that_is_frozen_is_named_soon(postgres_url: str) -> None:
    """While a server does not answer, the health check does; later it sees the server again."""
    async with Database(postgres_url) as database, Database(postgres_url) as other:
        await migrate(database)
        health = health_of(Runtime(database, FixedClock(MAY_DAY)), patience=0.05)
        async with other.transaction() as tx:
            await tx.exec_driver_sql("LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE")
            for _ in range(3):
                state = await health()
                assert (state.is_well, state.facts) == (False, {"database": "does not answer"})
        patient = health_of(Runtime(database, FixedClock(MAY_DAY)), patience=60)
        assert (await patient()).is_well
