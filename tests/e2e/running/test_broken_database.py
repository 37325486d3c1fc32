"""A database that breaks while the bot runs: it stops at once, and reports why."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.program.app import opened
from bot.program.health import health_of
from sandbox import Sandbox, serve
from storage import damage
from storage.errors import BadDatabase
from tests.e2e.harness import DATABASE, PATIENCE, config_for
from tests.e2e.texts import told
from tests.spoilt import played_database
from tools.torture.spoiling import without_page


async def test_a_bot_whose_database_is_malformed_ends_and_says_so(tmp_path: Path) -> None:
    """Health fails first, the operator reads why, and the next start checks the file.

    Telegram still has all updates since; once the file is repaired, everything continues.
    """
    sandbox = Sandbox()
    operator, unreached = (sandbox.add_user(name, "ro") for name in ("Olga", "Petru"))
    operator.start()
    sandbox.updates.drop_pending()
    async with serve(sandbox) as url:
        config, _ = config_for(tmp_path, url, sandbox.token, operator.id)
        ids = (unreached.id, operator.id)
        config = replace(config, operators=replace(config.operators, ids=ids))
        file = played_database(tmp_path / DATABASE)
        whole = file.read_bytes()
        without_page(file, "ix_inbox_state_precedence_behind_id")

        async with opened(config) as app:
            running = asyncio.create_task(app.run())
            await asyncio.wait_for(app.runtime.database.damage.found.wait(), PATIENCE)
            state = await health_of(app.runtime)()
            with pytest.raises(BadDatabase, match="is broken: database disk image is malformed"):
                await asyncio.wait_for(running, PATIENCE)
        with pytest.raises(BadDatabase, match="is broken: "):
            async with opened(config):
                pass

        assert (state.is_well, state.facts) == (False, {"database": "is broken"})
        (warned,) = told(operator.messages, "operator.broken_database")
        assert "malformed" in warned.text
        file.write_bytes(whole)
        operator.send("/start")
        async with opened(config) as app:
            running = asyncio.create_task(app.run())
            await asyncio.wait_for(operator.receive(), PATIENCE)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    assert damage.noted_beside(file) == ""
