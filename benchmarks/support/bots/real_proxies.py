"""The proxies as `turretur proxy` configures them, before a server on this machine.

Only the certificates and the proxy's own port are different. Caddy and nginx must be installed.
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

from bot.cli.proxy import proxy_file
from bot.runtime.config.settings import Config, load_config
from tools.postgres import free_port

HOST: Final = "scrabble.example.org"
"""The name in the written configuration, which is replaced by a port of this machine."""
PATIENCE: Final = 20.0
"""Seconds within which the proxy must answer."""
_ENCRYPTION: Final = re.compile(r"^ *(?:ssl_certificate\w*|server_name) ?[^\n]*\n", re.MULTILINE)
"""The lines of nginx's configuration that need a certificate and a name."""
_NGINX: Final = """daemon off;
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


def _nginx(port: int, config: Config, folder: Path) -> list[str]:
    block = _ENCRYPTION.sub("", proxy_file("nginx", config))
    block = block.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    user = "user root;" if os.geteuid() == 0 else ""  # else its worker cannot enter the folder
    content = _NGINX.format(folder=folder, user=user, block=block)
    (folder / "nginx.conf").write_text(content, encoding="utf-8")
    return ["-c", f"{folder}/nginx.conf", "-p", f"{folder}"]


def _caddy(port: int, config: Config, folder: Path) -> list[str]:
    block = proxy_file("caddy", config).replace(HOST, f":{port}")
    settings = "{\n    admin off\n    auto_https off\n}\n"
    (folder / "Caddyfile").write_text(settings + block, encoding="utf-8")
    return ["run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


def configured(target: int, *, public: bool = False, status: int = 0) -> Config:
    """Return the configuration of a bot at that port, reached by a webhook at `HOST`.

    `public`: with the public site; `status`: the port of the health check, 0 for none.
    """
    environment = {
        "TURRETUR_TELEGRAM_MODE": "webhook",
        "TURRETUR_TELEGRAM_WEBHOOK_URL": f"https://{HOST}/telegram",
        "TURRETUR_SERVER_PUBLIC_URL": f"https://{HOST}",
        "TURRETUR_SERVER_PORT": f"{target}",
        "TURRETUR_SERVER_STATUS_PORT": f"{status}",
        "TURRETUR_PUBLIC_ENABLED": f"{public}".lower(),
    }
    return load_config(None, environment)


ARGUMENTS: Final[Mapping[str, Callable[[int, Config, Path], list[str]]]] = {
    "caddy": _caddy,
    "nginx": _nginx,
}
"""For each program: a function that writes its configuration and returns its arguments."""


def is_installed(name: str) -> bool:
    """Return whether that proxy is installed on this machine."""
    return shutil.which(name) is not None


@asynccontextmanager
async def in_front(name: str, target: int | Config, folder: Path) -> AsyncIterator[int]:
    """Run that proxy before a bot or its port; yield the proxy's own port."""
    config = configured(target) if isinstance(target, int) else target
    port = free_port()
    child = await asyncio.create_subprocess_exec(
        *(name, *ARGUMENTS[name](port, config, folder)),
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


async def _answers(port: int) -> bool:
    """Return whether something accepts connections at that port."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True
