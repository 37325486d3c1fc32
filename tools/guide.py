"""Run the commands of `docs/operations.md` for one machine, line by line: `make guide`, as root.

The commands run in a root of their own, a temporary layer over this machine's. They set up the
previous version, upgrade it to this one, go back, and restore its copy. Instead of systemd, a
stand-in for `systemctl` checks the unit with `systemd-analyze` and runs its program as its user.
The sandbox replaces Telegram. Words in capitals in the guide are filled in.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
GUIDE: Final = ROOT / "docs" / "operations.md"
PARTS: Final = ("## One machine", "## Backups", "## A new version")
"""The parts whose commands are run."""
BEFORE: Final = "5be0b307"
"""The version to upgrade from: the last release."""
_BLOCK: Final = re.compile(r"^( *)```\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_STAND_IN: Final = """#!/bin/bash
# Stands in for systemctl where there is no systemd.
set -euo pipefail
unit=/etc/systemd/system/tur-retur.service
of() { sed -n "s/^$1=//p" "$unit"; }
stop() {
    [ -e /run/tur-retur.pid ] || return 0
    kill "$(cat /run/tur-retur.pid)"
    for _ in $(seq 150); do
        kill -0 "$(cat /run/tur-retur.pid)" 2>/dev/null || break
        sleep 0.1
    done
    rm /run/tur-retur.pid
}
start() {
    systemd-analyze verify "$unit"
    cd "$(of WorkingDirectory)"; umask "$(of UMask)"; : > /run/tur-retur.log
    runuser -u "$(of User)" -- $(of ExecStart) > /run/tur-retur.log 2>&1 < /dev/null &
    echo $! > /run/tur-retur.pid
    for _ in $(seq 600); do
        grep -q "at work" /run/tur-retur.log && return 0
        kill -0 "$(cat /run/tur-retur.pid)" 2>/dev/null || break
        sleep 0.1
    done
    cat /run/tur-retur.log >&2; exit 1
}
case "$1" in
    stop) stop ;; start|enable) start ;; restart) stop; start ;;
    *) echo "systemctl $*: not here" >&2; exit 1 ;;
esac
"""
_TELEGRAM: Final = """
import asyncio
from sandbox import Sandbox, serve
async def main():
    sandbox = Sandbox()
    async with serve(sandbox) as url:
        print(url, sandbox.token, flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


def blocks(guide: str, heading: str) -> list[str]:
    """Return the blocks of commands in a part of the guide, as a person would type them."""
    part = guide.split(f"\n{heading}\n", 1)[1].split("\n## ", 1)[0]
    found = []
    for indent, block in _BLOCK.findall(part):
        found.append("".join(line.removeprefix(indent) for line in block.splitlines(True)))
    return found


def filled(block: str, words: Mapping[str, str]) -> str:
    """Return a block with its words in capitals filled in."""
    for word, meant in words.items():
        block = block.replace(word, meant)
    return block


@contextmanager
def telegram() -> Iterator[tuple[str, str]]:
    """Run the sandbox; yield its address and the bot's token."""
    command = [sys.executable, "-c", _TELEGRAM]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline() if process.stdout is not None else ""
        url, token = line.split()
        try:
            yield url, token
        finally:
            process.terminate()


class Machine:
    """The clean root, and the commands typed in it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def types(self, commands: str, *, where: str = "/srv/tur-retur") -> None:
        """Run commands as root; the first failure ends the run."""
        for line in commands.splitlines():
            print(f"# {line}", flush=True)
        script = f"set -euo pipefail\ncd {where}\n{commands}"
        # With our PYTHONPATH this version would run instead of the one installed there.
        ours = ("PYTHON", "TURRETUR_", "VIRTUAL_ENV")
        env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        env["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        subprocess.run(["chroot", str(self.root), "/bin/bash", "-c", script], check=True, env=env)  # noqa: S607

    def has(self, commit: str, folder: str) -> None:
        """Put a version's folder into the root."""
        target = self.root / folder.lstrip("/")
        target.mkdir(parents=True)
        packed = subprocess.run(
            ["git", "archive", commit],  # noqa: S607
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
        subprocess.run(["tar", "x", "-C", str(target)], input=packed.stdout, check=True)  # noqa: S607


def walk(machine: Machine, url: str, token: str) -> None:
    """Run the whole guide, in the order of a real installation."""
    guide = GUIDE.read_text(encoding="utf-8")
    (install,), (restore,), (upgrade, back) = (blocks(guide, part) for part in PARTS)
    configured = (
        f'sed -i \'s#^base_url = .*#base_url = "{url}"#; s#^directory = ""#directory = "backups"#;'
        " s#^status_port = .*#status_port = 9464#' config.toml\n"
        f"echo '{token}' > token.txt\n"
    )
    machine.has(BEFORE, "/root/before")
    machine.has("HEAD", "/root/new")
    started = install.index("systemctl")
    machine.types(install[:started], where="/root/before")
    machine.types(f"mkdir -p backups && chown turretur: backups\n{configured}")
    machine.types(install[started:])
    run = "runuser -u turretur -- .venv/bin/turretur"
    machine.types(f"{run} verify\n{run} backup")

    new = {"FOLDER_OF_THE_NEW_VERSION": "/root/new"}
    machine.types(filled(upgrade, new))
    machine.types(
        f"{run} migrate --dry-run\n{run} migrate\nsystemctl start tur-retur\n{run} verify"
    )

    machine.types(filled(upgrade, {"FOLDER_OF_THE_NEW_VERSION": "/root/before"}))
    machine.types(filled(back, {"before-REVISION": "before-*"}))
    machine.types(f"{run} verify\n{run} backup")

    machine.types(filled(upgrade, new))
    machine.types(f"{run} migrate\nsystemctl start tur-retur\n{run} backup")
    newest = "$(ls -t backups/tur-retur-*.sqlite | head -1)"
    machine.types(filled(restore, {"backups/tur-retur-20250503T004000.sqlite": newest}))
    oldest = "/srv/tur-retur/COPY"
    machine.types(
        f"cp $(ls -tr backups/tur-retur-*.sqlite | head -1) {oldest} && chown turretur: {oldest}"
    )
    machine.types(f"{run} migrate --url sqlite:///{oldest}\n{run} verify --url sqlite:///{oldest}")
    machine.types("systemctl restart tur-retur\nsystemctl stop tur-retur")


def mount(*arguments: str) -> None:
    """Mount a file system, visible only in this process's own name space."""
    subprocess.run(["mount", *arguments], check=True)  # noqa: S607


def main(arguments: Sequence[str]) -> int:
    """Run the guide in a layer over this machine's root."""
    if "--inside" not in arguments:
        again = ["unshare", "--mount", sys.executable, "-m", "tools.guide", "--inside"]
        return subprocess.run(again, cwd=ROOT, check=False).returncode
    with tempfile.TemporaryDirectory(prefix="guide-") as folder, telegram() as (url, token):
        mount("-t", "tmpfs", "tmpfs", folder)
        upper, work, root = (Path(folder) / name for name in ("upper", "work", "root"))
        for layer in (upper, work, root):
            layer.mkdir()
        layers = f"lowerdir=/,upperdir={upper},workdir={work}"
        mount("-t", "overlay", "overlay", "-o", layers, str(root))
        for each in ("dev", "proc"):
            mount("--rbind", f"/{each}", str(root / each))
        for each in ("srv", "run", "tmp"):
            mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(root / each))
        stand_in = root / "usr/local/bin/systemctl"
        stand_in.write_text(_STAND_IN, encoding="utf-8")
        stand_in.chmod(0o755)
        machine = Machine(root)
        try:
            walk(machine, url, token)
        finally:
            machine.types("[ ! -e /run/tur-retur.pid ] || systemctl stop", where="/")
            subprocess.run(["umount", "-R", "-l", folder], check=True)  # noqa: S607
    print("every line of the guide was run", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
