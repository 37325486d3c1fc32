"""`turretur doctor` beside a running bot, as an organiser asks whether strangers reach it."""

import asyncio
import json
from pathlib import Path

from click.testing import CliRunner

from bot.__main__ import main
from tests.e2e.harness import Table
from tests.e2e.public_site import served


async def test_everything_that_is_enabled_is_found_at_the_public_address(
    table: Table, tmp_path: Path
) -> None:
    """Board, calendar and site of a running bot are fetched, and its own poll is left alone."""
    token = tmp_path / "token.txt"
    token.touch(mode=0o600)
    token.write_text(table.sandbox.token, encoding="utf-8")
    async with served(table, tmp_path / "site", is_built=True) as client:
        written = (
            f'[telegram]\nbase_url = "{table.config.telegram.base_url}"\ntoken_file = "{token}"\n'
            f'[storage]\nurl = "{table.config.storage.url}"\n'
            f'[server]\npublic_url = "{client.base_url}"\n[public]\nenabled = true\n'
        )
        file = tmp_path / "config.toml"
        file.write_text(written, encoding="utf-8")
        done = await asyncio.to_thread(
            CliRunner().invoke, main, ["doctor", "--config", str(file), "--json"]
        )
    lines = {line["name"]: line for line in json.loads(done.stdout)}

    for name in ("address", "board", "calendar", "site"):
        assert lines[name]["state"] == "ok", lines[name]
    assert "rival" not in lines
    assert lines["health"]["state"] == "note"
