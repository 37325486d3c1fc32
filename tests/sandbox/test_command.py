import asyncio
import json
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from telegram import Bot

from bot.cli import sandbox as cli
from sandbox import Sandbox
from tests.sandbox.conftest import client, patient


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start `turretur sandbox` as a separate process."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "sandbox", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_one_command_serves_bot_api_and_page_until_ctrl_c() -> None:
    """The command prints its address and people, works at once, and ends without an error."""
    async with started("--port", "0", "--person", "Ana", "--json") as process:
        assert process.stdout is not None
        announced = json.loads(await process.stdout.readline())
        assert [person["name"] for person in announced["people"]] == ["Ana"]
        bot = Bot(announced["token"], base_url=f"{announced['base_url']}/bot", request=patient())
        async with bot:
            assert bot.username == "tur_retur_bot"
        process.send_signal(signal.SIGINT)
        _, errors = await process.communicate()

    assert (process.returncode, errors) == (0, b"")


async def test_a_taken_port_is_refused_in_one_line() -> None:
    """Status 2, the port named, no traceback."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        async with started("--port", str(port)) as process:
            _, errors = await process.communicate()

    assert process.returncode == 2
    assert errors.decode().count("\n") == 1
    assert f"port {port} cannot be used" in errors.decode()


async def test_a_bot_given_to_the_command_runs_against_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The bot gets the sandbox's address, and the command ends with the bot."""
    names: list[str] = []

    async def run_bot(sandbox: Sandbox, base_url: str) -> None:
        async with client(sandbox, base_url) as bot:
            names.append(f"{bot.first_name} {[user.name for user in sandbox.users.values()]}")

    await cli.run(port=0, people=["Ana"], run_bot=run_bot)

    assert names == ["Tur-Retur ['Ana']"]
    assert "/sandbox/" in capsys.readouterr().out


async def test_a_failing_bot_is_not_hushed_up() -> None:
    """Its error is printed."""

    async def run_bot(sandbox: Sandbox, base_url: str) -> None:
        raise LookupError(f"{sandbox} {base_url}")

    with pytest.raises(LookupError):
        await cli.run(port=0, people=[], run_bot=run_bot)
