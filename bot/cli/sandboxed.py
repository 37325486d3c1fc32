"""The bot inside the sandbox, configured without a token, a file or Telegram."""

import socket
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.program.answering import answering
from bot.program.app import opened
from bot.runtime.config.settings import TOKEN_VARIABLE, load_config
from bot.runtime.limits import open_gate
from bot.transport.sending.pacing import UNLIMITED

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config
    from sandbox import Sandbox

LOCAL_HOST = "127.0.0.1"
NIGHT_BOARDS = 20
"""Boards kept in a search at night: three seconds' work, because the user waits for it."""
UNDO_SECONDS = 20
"""Seconds in which a person in the sandbox may take a move back, as in the real bot."""
NO_QUIET_HOURS = 0
"""No quiet hours in the sandbox: messages are sent at any hour of the simulated day."""


def sandbox_config(
    sandbox: "Sandbox", base_url: str, folder: Path, *, undo_seconds: int = 0
) -> "Config":
    """Return the configuration of a bot in that sandbox; the last person added is the operator.

    By default a sent move is made at once, because a demonstration waits for nobody.
    """
    config = load_config(
        None, {TOKEN_VARIABLE: sandbox.token, "TURRETUR_TELEGRAM_BASE_URL": base_url}
    )
    *_, operator = sandbox.users
    port = _free_port()
    return replace(
        config,
        telegram=replace(config.telegram, poll_timeout=1),
        storage=replace(config.storage, url=f"sqlite+aiosqlite:///{folder}/sandbox.sqlite"),
        operators=replace(config.operators, ids=(operator,)),
        reminders=replace(config.reminders, quiet_from=NO_QUIET_HOURS, quiet_to=NO_QUIET_HOURS),
        play=replace(config.play, undo_seconds=undo_seconds),
        analysis=replace(config.analysis, night_boards=NIGHT_BOARDS),
        public=replace(config.public, enabled=True, directory=folder / "site", rulings="summary"),
        server=replace(
            config.server, host=LOCAL_HOST, port=port, public_url=f"http://{LOCAL_HOST}:{port}"
        ),
    )


def _free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.socket() as probe:
        probe.bind((LOCAL_HOST, 0))
        return int(probe.getsockname()[1])


async def run_in(sandbox: "Sandbox", base_url: str) -> None:
    """Run the bot in the sandbox until cancelled; its data is then deleted."""
    with TemporaryDirectory(prefix="tur-retur-") as folder:
        config = sandbox_config(sandbox, base_url, Path(folder), undo_seconds=UNDO_SECONDS)
        sandbox.web_addresses["site"] = f"{config.server.public_url}/"
        sandbox.web_addresses["browser"] = f"{config.server.public_url}/app/"
        async with (
            opened(config, clock=sandbox.clock, rates=UNLIMITED, gate=open_gate()) as app,
            answering(config, app),
        ):

            async def after_travel(now: datetime) -> None:
                """Let the bot do all that is due by the new time before it moves again."""
                del now
                await sandbox.drained()
                await app.settle()

            stop_listening = sandbox.clock.on_travel(after_travel)
            try:
                await app.run()
            finally:
                stop_listening()
