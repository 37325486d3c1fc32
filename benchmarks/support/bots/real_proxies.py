"""The proxies of the operations guide, in its configuration, before a server on this machine.

The configuration is read from `docs/operations.md`. Only the certificates and the ports are
different. Caddy and nginx must be installed.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

GUIDE: Final = Path(__file__).resolve().parents[3] / "docs" / "operations.md"
PATIENCE: Final = 20.0
_ENCRYPTED: Final = re.compile(
    r"^ *(?:http2 on|ssl_certificate\w*|server_name) ?[^\n]*\n", re.MULTILINE
)
_MAIN: Final = """daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {block}
}}
"""


def _nginx(port: int, target: int, folder: Path) -> list[str]:
    block = _ENCRYPTED.sub("", _block("listen 443 ssl"))
    block = block.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    user = "user root;" if os.geteuid() == 0 else ""  # else its worker cannot enter the folder
    written = _MAIN.format(folder=folder, user=user, block=_to(target, block))
    (folder / "nginx.conf").write_text(written, encoding="utf-8")
    return ["-c", f"{folder}/nginx.conf", "-p", f"{folder}"]


def _caddy(port: int, target: int, folder: Path) -> list[str]:
    block = _block("@bot path").replace("scrabble.example.org", f":{port}")
    settings = "{\n    admin off\n    auto_https off\n}\n"
    (folder / "Caddyfile").write_text(settings + _to(target, block), encoding="utf-8")
    return ["run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


def _block(part: str) -> str:
    """Return the first code block of the guide that contains the text."""
    before, _, after = GUIDE.read_text(encoding="utf-8").partition(part)
    first = before.rpartition("\n```")[2].partition("\n")[2]
    return first + part + after.partition("```")[0]


def _to(target: int, block: str) -> str:
    return block.replace("127.0.0.1:8080", f"127.0.0.1:{target}")


ARGUMENTS: Final[Mapping[str, Callable[[int, int, Path], list[str]]]] = {
    "caddy": _caddy,
    "nginx": _nginx,
}
"""For each program: a function that writes its configuration and returns its arguments."""


def is_installed(name: str) -> bool:
    """Return whether that proxy is installed on this machine."""
    return shutil.which(name) is not None


@asynccontextmanager
async def in_front(name: str, target: int, folder: Path) -> AsyncIterator[int]:
    """Run that proxy before a port of this machine; yield the proxy's own port."""
    port = await _free_port()
    child = await asyncio.create_subprocess_exec(
        *(name, *ARGUMENTS[name](port, target, folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        | {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
    )
    try:
        async with asyncio.timeout(PATIENCE):
            while not await _answers(port):  # noqa: ASYNC110  (another program)
                await asyncio.sleep(0.05)
        yield port
    finally:
        if child.returncode is None:
            child.send_signal(signal.SIGTERM)
        await child.wait()


async def _free_port() -> int:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True
