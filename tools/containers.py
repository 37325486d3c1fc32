"""Bring `deploy/compose.yaml` up on this machine and use it: `python -m tools.containers`.

The committed version is built and started under a name of its own, first with SQLite and then with
PostgreSQL. The sandbox replaces Telegram, and Caddy certifies a local name itself. Each round plays
the first match, stops the bot, starts it again, and makes a copy. `--engine podman` uses the API
socket in DOCKER_HOST; `--image` takes an image that is already built.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from sandbox import Sandbox, serve
from tools.first_match import PATIENCE, FirstMatch

ROOT: Final = Path(__file__).resolve().parents[1]
PROJECT: Final = "tur-retur-trial"
DOMAIN: Final = "scrabble.localhost"
"""A name for which Caddy certifies itself, because it ends with localhost."""
USER: Final = 10001
"""The user in the container."""
HOSTS: Final = {"docker": "host.docker.internal", "podman": "host.containers.internal"}
"""This machine's name in a container, by the engine."""
CERTIFICATE: Final = "/data/caddy.crt"
"""Where the bot's container gets the certificate of Caddy's own authority."""
_AUTHORITY: Final = "/data/caddy/pki/authorities/local/root.crt"
"""Where Caddy's container has it."""
_PAGES: Final = f"""
from urllib.request import urlopen
for path in ("/app/", "/", "/en/"):
    with urlopen("https://{DOMAIN}" + path) as answer:
        print(path, answer.status, len(answer.read()), "bytes")
"""
_POSTGRES: Final = """COMPOSE_PROFILES=postgres
POSTGRES_PASSWORD=secret1234
STORAGE=postgresql+asyncpg://postgres:secret1234@postgres/postgres
"""


@dataclass(slots=True)
class DeployServer:
    """The copy of the project on the server, and the commands that are run there."""

    folder: Path

    def compose(self, *words: str, stdin: str | None = None, status: int = 0) -> str:
        """Run one command of compose with that input, and return what it prints.

        Raises:
            SystemExit: it ends with another status than `status`.
        """
        print("$ compose", *(word.strip().partition("\n")[0] for word in words), flush=True)
        files = ("-f", "deploy/compose.yaml", "-f", "deploy/trial.yaml", "-p", PROJECT)
        outcome = subprocess.run(
            ["docker", "compose", *files, *words],  # noqa: S607
            cwd=self.folder,
            input=stdin,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        print(outcome.stdout, end="", flush=True)
        if outcome.returncode != status:
            raise SystemExit(f"status {outcome.returncode} in place of {status}")
        return outcome.stdout

    async def inside(self, *words: str, stdin: str | None = None, status: int = 0) -> str:
        """Run a command in the bot's container, while the sandbox answers the bot."""
        prefix = ("exec", "-T", "-e", f"SSL_CERT_FILE={CERTIFICATE}", "bot")
        return await asyncio.to_thread(self.compose, *prefix, *words, stdin=stdin, status=status)


def override(engine: str, port: int, image: str) -> str:
    """Return the settings that differ from a real server: Telegram's address and certificates."""
    host = HOSTS[engine]
    built = f"    image: {image}\n    pull_policy: never\n" if image else ""
    hosts = f'    extra_hosts: ["{host}:host-gateway"]\n' if engine == "docker" else ""
    return (
        f"services:\n  bot:\n{built}{hosts}"
        f'    environment: {{TURRETUR_TELEGRAM_BASE_URL: "http://{host}:{port}"}}\n'
        f"  caddy:\n    networks: {{default: {{aliases: [{DOMAIN}]}}}}\n"
    )


@asynccontextmanager
async def reachable(address: str) -> AsyncIterator[int]:
    """Pass connections from containers on to an address of this machine only; yield the port."""
    port = int(address.rpartition(":")[2])

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
        writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target_reader, target_writer = await asyncio.open_connection("127.0.0.1", port)
        directions = copy(reader, target_writer), copy(target_reader, writer)
        await asyncio.gather(*directions, return_exceptions=True)

    async with await asyncio.start_server(pass_on, "0.0.0.0") as server:  # noqa: S104
        yield server.sockets[0].getsockname()[1]


async def try_deployment(folder: Path, engine: str, image: str, settings: str) -> None:
    """Start everything, use it as on the first evening, stop, start again, and remove it.

    `settings`: further lines of the file `.env`, which choose the database.
    """
    sandbox = Sandbox()
    match = FirstMatch(sandbox)
    server = DeployServer(folder)
    (folder / "deploy" / ".env").write_text(
        f"DOMAIN={DOMAIN}\nOPERATOR={match.operator.id}\n{settings}"
    )
    token = folder / "deploy" / "token.txt"
    token.write_text(sandbox.token, encoding="utf-8")
    token.chmod(0o400)
    os.chown(token, USER, USER)
    async with serve(sandbox) as address, reachable(address) as port:
        trial = folder / "deploy" / "trial.yaml"
        trial.write_text(override(engine, port, image), encoding="utf-8")
        start = monotonic()
        try:
            up = ("up", "-d", "--no-build") if image else ("up", "-d")
            await asyncio.to_thread(server.compose, *up)
            await _use(server, match, start)
        except BaseException:
            await asyncio.to_thread(server.compose, "logs", "--tail", "50")
            raise
        finally:
            await asyncio.to_thread(server.compose, "down", "--volumes")


async def _use(server: DeployServer, match: FirstMatch, start: float) -> None:
    """Use the bot as on the first evening, then stop it and start it again.

    `start` is the instant, by the monotonic clock, at which everything was started.

    Raises:
        SystemExit: a command fails, the doctor finds a fault, or the bot does not end by itself.
    """
    await match.sandbox.wait_for(lambda: match.sandbox.updates.is_polling, seconds=PATIENCE)
    print(f"at work after {monotonic() - start:.0f} s", flush=True)
    root = await asyncio.to_thread(server.compose, "exec", "-T", "caddy", "cat", _AUTHORITY)
    await server.inside("sh", "-c", f"cat > {CERTIFICATE}", stdin=root)
    await match.number()
    await match.appoint()
    await match.play()
    print(f"first sheet after {monotonic() - start:.0f} s", flush=True)
    await server.inside("python", "-c", _PAGES)
    await server.inside("turretur", "backup")
    lines = json.loads(await server.inside("turretur", "doctor", "--json", status=1))
    wrong = {line["name"] for line in lines if line["state"] == "wrong"}
    if wrong != {"certificate"}:  # Caddy's own certificates expire tomorrow
        raise SystemExit(f"the doctor finds wrong: {wrong}")

    stop_begun = monotonic()
    await asyncio.to_thread(server.compose, "stop", "bot")
    print(f"stopped in {monotonic() - stop_begun:.1f} s", flush=True)
    containers = await asyncio.to_thread(server.compose, "ps", "-a", "bot")
    if "(0)" not in containers:
        raise SystemExit("the bot did not end by itself")
    await asyncio.to_thread(server.compose, "up", "-d", "--no-build")
    await match.ask_for_matches()
    await server.inside("turretur", "verify")


def main(arguments: Sequence[str]) -> int:
    """Try the containers with both databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=HOSTS, default="docker")
    parser.add_argument("--image", default="", help="the bot's image, if it is built already")
    chosen = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="containers-") as name:
        folder = Path(name)
        archive = subprocess.run(
            ["git", "archive", "HEAD"],  # noqa: S607
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
        subprocess.run(["tar", "x", "-C", name], input=archive.stdout, check=True)  # noqa: S607
        for settings in ("", _POSTGRES):
            asyncio.run(try_deployment(folder, chosen.engine, chosen.image, settings))
    print("SQLite and PostgreSQL: every step done", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
