"""What an operator reads about players in browsers: `turretur doctor` and the metrics."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from prometheus_client import generate_latest

from bot.__main__ import main
from bot.program.metrics import Metrics
from tests.e2e.people.mail_shared import MailWorld, address_confirmed, mail_world, passed, played
from tests.smtp import RCPT_REFUSED

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")


async def line_of(world: MailWorld, folder: Path) -> str:
    """Return what `turretur doctor` says of players in browsers."""
    config = folder / "doctor.toml"
    config.write_text(
        f'[storage]\nurl = "{world.table.config.storage.url}"\n'
        '[server]\npublic_url = "https://scrabble.example.org"\n',
        encoding="utf-8",
    )
    words = ["doctor", "--offline", "--json", "--config", str(config)]
    done = await asyncio.to_thread(CliRunner().invoke, main, words)
    (line,) = [each for each in json.loads(done.stdout) if each["name"] == "browsers"]
    return str(line["found"])


async def test_an_operator_reads_how_many_get_mails_and_what_waits(tmp_path: Path) -> None:
    """Addresses by state, messages that wait for their mail or were given up, and devices."""
    async with mail_world(tmp_path, after=address_confirmed) as world:
        _, ana, ion = await world.seated()
        await played(world, ana, "H8 CASA")
        await world.box.down()
        await passed(world, ion)
        waiting = await line_of(world, tmp_path)
        metrics = Metrics(world.table.app.runtime)
        await metrics.refresh()
        shown = generate_latest(metrics.registry).decode()

        world.box.fault = RCPT_REFUSED
        world.table.dead_messages = 1
        await world.server_back()
        refused = await line_of(world, tmp_path)

    assert "1 confirmed, 0 refused, 0 stopped; messages: 1 waiting, 0 given up" in waiting
    assert waiting.endswith("devices with announcements: 0")
    assert 'turretur_browser_messages{state="queued"} 1.0' in shown
    assert "0 confirmed, 1 refused, 0 stopped; messages: 0 waiting, 1 given up" in refused
