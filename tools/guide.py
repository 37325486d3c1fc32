"""Run the commands of the guides for one machine, line by line: `make guide`, as root.

The commands run in a root of their own, a temporary layer over this machine's. The organiser's
guide installs this version and plays the first match; each line is printed with the seconds since
the beginning. `docs/operations.md` sets up the previous version, upgrades it to this one, goes
back, and restores its copy.

Instead of systemd, a substitute for `systemctl` checks the unit with `systemd-analyze` and runs its
program as its user. The sandbox replaces Telegram. Words in capitals in the guide are filled in.

`--debian FOLDER` takes an empty Debian root (`debootstrap --include=ca-certificates bookworm
FOLDER`) in place of this machine's; the tool does not change it.
"""

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from sandbox import Sandbox, serve
from tools.first_match import FirstMatch

ROOT: Final = Path(__file__).resolve().parents[1]
GUIDE: Final = ROOT / "docs" / "operations.md"
EVENING: Final = ROOT / "docs" / "ro" / "ghidul-organizatorului.md"
STEPS: Final = ("### 2. Instalează", "### 3. Pornește")
"""The steps of the organiser's first evening whose commands are run."""
RUN: Final = "runuser -u turretur -- .venv/bin/turretur"
"""The program, as the bot's own user."""
SCRIPT: Final = "install turretur /usr/local/bin/\n"
"""The line of the guide that installs the command for people."""
TRUSTED: Final = "etc/ssl/certs/ca-certificates.crt"
"""The certificates of this machine."""
PARTS: Final = ("## One machine", "## Backups", "## A new version")
"""The parts whose commands are run."""
BEFORE: Final = "5b952035"
"""The version to upgrade from: the last release."""
_BLOCK: Final = re.compile(r"^( *)```(?:sh)?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SYSTEMCTL: Final = """#!/bin/bash
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
_TIMED: Final = 'printf "[%4d s] %s\\n" "$SECONDS" "$BASH_COMMAND"'
"""Prints each command before it runs."""


def blocks(guide: str, heading: str) -> list[str]:
    """Return the blocks of commands in a part of the guide, as a person would type them."""
    level = heading.count("#")
    part = re.split(rf"\n#{{2,{level}}} ", guide.split(f"\n{heading}\n", 1)[1], maxsplit=1)[0]
    return [
        "".join(line.removeprefix(indent) for line in block.splitlines(keepends=True))
        for indent, block in _BLOCK.findall(part)
    ]


def filled(block: str, words: Mapping[str, str]) -> str:
    """Return a block with its words in capitals filled in."""
    for word, value in words.items():
        block = block.replace(word, value)
    return block


class CleanRoot:
    """A root directory without the bot, in which the commands of a guide are run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.begun = monotonic()

    def run(self, commands: str, *, where: str = "/srv/tur-retur") -> None:
        """Run shell commands in the root, printed with their seconds; stop at the first failure."""
        timed = f"SECONDS={monotonic() - self.begun:.0f}\ntrap '{_TIMED}' DEBUG"
        script = f"set -euo pipefail\ncd {where}\n{timed}\n{commands}"
        # With our PYTHONPATH this version would run instead of the one installed there.
        ours = ("PYTHON", "TURRETUR_", "VIRTUAL_ENV")
        env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        env["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        chroot = ["chroot", str(self.root), "/bin/bash", "-c", script]
        # Without a terminal, so that questions read the answers piped to them.
        subprocess.run(chroot, check=True, env=env, start_new_session=True)

    def report(self, what: str) -> None:
        """Print a line of progress, with the seconds since the beginning."""
        print(f"[{monotonic() - self.begun:4.0f} s] {what}", flush=True)

    def stop_bot(self) -> None:
        """Stop the bot if it runs."""
        self.run("[ ! -e /run/tur-retur.pid ] || systemctl stop", where="/")

    def unpack(self, commit: str, folder: str) -> None:
        """Unpack the files of a commit into a folder of the root."""
        target = self.root / folder.lstrip("/")
        target.mkdir(parents=True)
        archive = subprocess.run(
            ["git", "archive", commit],  # noqa: S607
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
        subprocess.run(["tar", "x", "-C", str(target)], input=archive.stdout, check=True)  # noqa: S607


async def evening(root: CleanRoot, sandbox: Sandbox, url: str) -> None:
    """Run the organiser's first evening: install, start, become operator, play a first match."""
    guide = EVENING.read_text(encoding="utf-8")
    (install,), (start,) = (blocks(guide, step) for step in STEPS)
    match = FirstMatch(sandbox)
    root.unpack("HEAD", "/root/project")
    root.begun = monotonic()
    install = _with_answers(install, url, sandbox.token)
    await asyncio.to_thread(root.run, install, where="/root/project")
    await asyncio.to_thread(root.run, start.partition("journalctl")[0])
    number = await match.number()
    operator = f"sed -i 's/^ids = .*/ids = [{number}]/' config.toml\nsystemctl restart tur-retur"
    await asyncio.to_thread(root.run, operator)
    await match.appoint()
    root.report("an arbiter is appointed")
    await match.play()
    root.report("the first sheet is there")
    await asyncio.to_thread(root.run, "turretur backup\nturretur doctor\nturretur verify")
    await asyncio.to_thread(root.run, "systemctl restart tur-retur")
    await match.ask_for_matches()
    await asyncio.to_thread(root.run, "systemctl stop tur-retur")


def _with_answers(install: str, url: str, token: str) -> str:
    """Return the commands with the answers to `turretur setup`: no number yet, and no address."""
    setup = ".venv/bin/turretur setup"
    return install.replace(setup, f"printf '{token}\\n0\\n\\n' | {setup} --server {url}")


def operations(root: CleanRoot, url: str, token: str) -> None:
    """Run the whole guide of operations, in the order of a real installation."""
    guide = GUIDE.read_text(encoding="utf-8")
    (install,), (restore,), (upgrade, back) = (blocks(guide, part) for part in PARTS)
    root.unpack(BEFORE, "/root/before")
    root.unpack("HEAD", "/root/new")
    install = _with_answers(install, url, token).replace(SCRIPT, "")  # which that version has not
    root.run(install, where="/root/before")
    root.run(f"{RUN} verify\n{RUN} backup")

    new = {"FOLDER_OF_THE_NEW_VERSION": "/root/new"}
    root.run(filled(upgrade, new))
    root.run("install src/deploy/turretur.sh /usr/local/bin/turretur")
    root.run(f"{RUN} migrate --dry-run\n{RUN} migrate\nsystemctl start tur-retur\n{RUN} verify")

    newest = "$(ls -t backups/tur-retur-*.sqlite | head -1)"
    before = "tur-retur.sqlite.before-REVISION"
    is_migrated = any((root.root / "srv/tur-retur").glob("tur-retur.sqlite.before-*"))
    root.run(filled(back, {before: "tur-retur.sqlite.before-*" if is_migrated else newest}))
    root.run(filled(upgrade, {"FOLDER_OF_THE_NEW_VERSION": "/root/before"}))
    root.run(f"systemctl start tur-retur\n{RUN} verify\n{RUN} backup")

    root.run(filled(upgrade, new))
    root.run(f"{RUN} migrate\nsystemctl start tur-retur\n{RUN} backup")
    root.run(filled(restore, {"backups/tur-retur-20250503T004000.sqlite": newest}))
    oldest = "/srv/tur-retur/COPY"
    root.run(
        f"cp $(ls -tr backups/tur-retur-*.sqlite | head -1) {oldest} && chown turretur: {oldest}"
    )
    root.run(f"{RUN} migrate --url sqlite:///{oldest}\n{RUN} verify --url sqlite:///{oldest}")
    root.run("systemctl restart tur-retur\nsystemctl stop tur-retur")


def mount(*arguments: str) -> None:
    """Mount a file system, visible only in this process's own name space."""
    subprocess.run(["mount", *arguments], check=True)  # noqa: S607


def unmount(folder: str) -> None:
    """Unmount everything in a folder, and the folder."""
    subprocess.run(["umount", "-R", "-l", folder], check=True)  # noqa: S607


def layered(below: Path, folder: Path) -> Path:
    """Mount a layer over a root, and return it; all its changes are in the folder."""
    mount("-t", "tmpfs", "tmpfs", str(folder))
    upper, work, root = (folder / name for name in ("upper", "work", "root"))
    for layer in (upper, work, root):
        layer.mkdir()
    layers = f"lowerdir={below},upperdir={upper},workdir={work}"
    mount("-t", "overlay", "overlay", "-o", layers, str(root))
    for name in ("dev", "proc"):
        mount("--rbind", f"/{name}", str(root / name))
    for name in ("srv", "run", "tmp"):
        mount("-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(root / name))
    if below != Path("/"):
        # The name servers and certificates of this machine, which may be behind a proxy.
        for name in ("etc/resolv.conf", TRUSTED):
            shutil.copyfile(Path("/", name), root / name)
    systemctl = root / "usr/local/bin/systemctl"
    systemctl.write_text(_SYSTEMCTL, encoding="utf-8")
    systemctl.chmod(0o755)
    return root


async def run_guide(below: Path, *, is_evening: bool) -> None:
    """Run one of the guides in a layer over that root."""
    sandbox = Sandbox()
    with tempfile.TemporaryDirectory(prefix="guide-") as folder:
        root = CleanRoot(layered(below, Path(folder)))
        try:
            async with serve(sandbox) as url:
                if is_evening:
                    await evening(root, sandbox, url)
                else:
                    await asyncio.to_thread(operations, root, url, sandbox.token)
        finally:
            root.stop_bot()
            await asyncio.to_thread(unmount, folder)


def main(arguments: Sequence[str]) -> int:
    """Run the guides in layers over this machine's root, or over an empty one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--debian", type=Path, default=Path("/"), help="an empty Debian root")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if not options.inside:
        # Again in a name space of its own, which ends with all its mounts.
        inside = [sys.executable, "-m", "tools.guide", "--inside", *arguments]
        return subprocess.run(["unshare", "--mount", *inside], cwd=ROOT, check=False).returncode  # noqa: S607
    asyncio.run(run_guide(options.debian.resolve(), is_evening=True))
    if options.debian == Path("/"):
        asyncio.run(run_guide(options.debian, is_evening=False))
    print("every line of the guides was run", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
