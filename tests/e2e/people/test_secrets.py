"""No output of the bot has the token or the webhook's secret, whatever fails."""

import asyncio
import io
import logging
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from urllib.parse import quote

import pytest
import structlog
from sqlalchemy import select

from bot.cli.run import secrets_of
from bot.program.metrics import Metrics
from bot.runtime import log
from bot.runtime.config.settings import TOKEN_VARIABLE, load_config
from bot.texts.delivery_errors import DeliveryError
from bot.transport.receiving.receiver import Receiver
from bot.transport.telegram_io.client import TelegramIO
from sandbox import SandboxUser
from storage.schema import metadata
from tests.e2e.harness import PATIENCE, Table

PASSWORD = "parola bazei/de@date"
PRIVATE = "gândul meu ascuns"


@pytest.fixture(name="written")
def _written() -> Iterator[io.StringIO]:
    """Give the log's file; afterwards logging is as before."""
    root = logging.getLogger()
    before = (root.handlers, root.level)
    levels = {name: logging.getLogger(name).level for name in ("httpx", "httpcore", "telegram")}
    with closing(io.StringIO()) as stream:
        yield stream
        root.handlers, root.level = before
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
        structlog.reset_defaults()


async def test_no_secret_is_written_anywhere(
    table: Table, written: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    """After failing calls, failing updates and a dead server no log, database or repr has one."""
    log.set_up(level="DEBUG", secrets=secrets_of(table.config), stream=written)
    for name in ("httpx", "httpcore", "telegram"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    token, secret = table.config.bot_token().reveal(), table.config.webhook_secret()
    pair = await table.match()
    heard = await _calls_to_a_dead_server(table, token, secret)
    for name in ("httpx", "httpcore", "telegram"):  # as they are when the bot runs
        logging.getLogger(name).setLevel(logging.WARNING)
    before = written.tell()
    await _an_update_that_fails(table, pair.red)
    assert PRIVATE not in written.getvalue()[before:]
    assert PRIVATE not in str([each.text for each in table.operator.messages])

    metrics = Metrics(table.app.runtime)
    await metrics.refresh()
    heard += [repr(list(metrics.collect())), repr(table.config), str(table.config)]
    async with table.app.runtime.database.reading() as tx:
        for stored in metadata.sorted_tables:
            heard += [str(row) for row in await tx.execute(select(stored))]
    messages = [str(each.text) for user in (table.operator, pair.red) for each in user.messages]
    out, err = capfd.readouterr()
    everything = "\n".join([*heard, *messages, written.getvalue(), out, err])

    assert "failed" in written.getvalue()
    assert "Traceback" in written.getvalue()
    for hidden in (token, token.partition(":")[2], secret):
        assert hidden not in everything


async def _calls_to_a_dead_server(laid: Table, token: str, secret: str) -> list[str]:
    """Have calls fail and log the failures; return the whole output."""
    lost = TelegramIO(token, "http://127.0.0.1:9", patience=0.2)
    receiver = Receiver(lost, laid.app.runtime, url="https://bot.example", secret=secret)
    heard: list[str] = [repr(lost), repr(receiver), str(vars(receiver).keys())]
    for call in (lost.me(), lost.download("x"), lost.set_webhook("https://x", secret)):
        try:
            await call
        except DeliveryError as error:
            log.get_logger().exception("failed")
            heard += [str(error), repr(error)]
    await lost.close()
    return heard


async def _an_update_that_fails(laid: Table, user: SandboxUser) -> None:
    """Have the bot fail on a person's confidential text, and recover."""
    async with laid.app.runtime.database.transaction() as tx:
        await tx.exec_driver_sql("ALTER TABLE notes RENAME TO mislaid")
    updates = laid.app.runtime.counts.updates
    tried = updates["failed"] + 2  # the second try follows at once, the third when time has passed
    user.send(f"/nota {PRIVATE}")
    at_page = asyncio.create_task(laid.browsers.send())
    async with asyncio.timeout(PATIENCE):
        while updates["failed"] < tried:  # noqa: ASYNC110  (a count)
            await asyncio.sleep(0.01)
    async with laid.app.runtime.database.transaction() as tx:
        await tx.exec_driver_sql("ALTER TABLE mislaid RENAME TO notes")
    await laid.sandbox.travel(timedelta(minutes=15))
    await at_page
    await laid.settle()


@pytest.mark.parametrize("address", ["bot:{}@db/tur", "bot@db/tur?ssl=require&password={}"])
async def test_what_must_never_be_logged_is_known_when_the_bot_starts(address: str) -> None:
    """The log masks token, webhook's secret and database password, whatever they are."""
    written_so = quote(PASSWORD, safe="")
    address = f"postgresql+asyncpg://{address.format(written_so)}"
    environment = {
        TOKEN_VARIABLE: "odd-token",
        "TURRETUR_TELEGRAM_BASE_URL": "http://127.0.0.1:1",  # Telegram's own have one shape
        "TURRETUR_STORAGE_URL": address,
    }
    config = load_config(None, environment)
    stream = io.StringIO()
    root = logging.getLogger()
    before = (root.handlers, root.level)
    log.set_up(secrets=secrets_of(config), stream=stream)
    log.get_logger().warning(f"{address} {PASSWORD} odd-token {config.webhook_secret()}")
    root.handlers, root.level = before
    structlog.reset_defaults()
    for hidden in (PASSWORD, written_so, "odd-token", config.webhook_secret()):
        assert hidden not in stream.getvalue()
    assert stream.getvalue().count("[token]") == 4
