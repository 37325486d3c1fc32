"""Write constraints.txt and requirements.txt: every package with its version and hashes.

Run `python -m tools.lock` after a change of `pyproject.toml`; `--upgrade` takes newer versions.
`constraints.txt` is for development. `requirements.txt` is its part for a server, PostgreSQL and
push included. `--check`, as in CI, only says whether both still follow from `pyproject.toml`, and
whether the index still has the hashes.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent
LOCKS: Final[Mapping[str, tuple[str, ...]]] = {
    "constraints.txt": ("postgres", "push", "dev"),
    "requirements.txt": ("postgres", "push"),
}
"""The files, with the optional dependencies in each."""
_OPTIONS: Final = (
    *("--quiet", "--universal", "--generate-hashes", "--no-annotate", "--no-header"),
    *("--python-version", "3.11"),
)
_PIN: Final = re.compile(r"^(?P<pin>[\w.-]+==[^\s\\]+)(?P<rest>(?:.*\\\n)*.*\n?)", re.MULTILINE)
_HASH: Final = re.compile(r"--hash=(sha256:[0-9a-f]{64})")


def pins(text: str) -> dict[str, frozenset[str]]:
    """Return the hashes of each pinned package, such as `click==8.5.1`."""
    return {match["pin"]: frozenset(_HASH.findall(match["rest"])) for match in _PIN.finditer(text)}


def wanted(extras: Iterable[str]) -> list[str]:
    """Return what the project needs with these extras, and what builds it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    optional = project["project"]["optional-dependencies"]
    of_extras = [line for extra in extras for line in optional[extra]]
    return [*project["project"]["dependencies"], *of_extras, *project["build-system"]["requires"]]


def locked(extras: Iterable[str], before: str, options: Sequence[str] = ()) -> str:
    """Return the lock for these extras; versions stay as before where they can."""
    with TemporaryDirectory() as folder:
        needed, lock = Path(folder, "wanted.in"), Path(folder, "lock.txt")
        needed.write_text("\n".join(wanted(extras)), encoding="utf-8")
        lock.write_text(before, encoding="utf-8")
        command = (sys.executable, "-m", "uv", "pip", "compile", str(needed), "-o", str(lock))
        subprocess.run((*command, *_OPTIONS, *options), check=True, stdout=subprocess.DEVNULL)
        return lock.read_text(encoding="utf-8")


def differences(stored: str, present: str) -> list[str]:
    """Return a line for each package that is missing, superfluous or has another hash."""
    before, after = pins(stored), pins(present)
    common = [pin for pin in before if pin in after]
    return [
        *(f"not in the file: {pin}" for pin in after if pin not in before),
        *(f"not needed: {pin}" for pin in before if pin not in after),
        *(f"unknown hash: {pin}" for pin in common if before[pin] - after[pin]),
    ]


def main(arguments: Sequence[str]) -> int:
    """Write both files, or check them; return the exit status."""
    is_check = "--check" in arguments
    upgrade = ("--upgrade",) if "--upgrade" in arguments else ()
    wrong: list[str] = []
    before = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    for name, extras in LOCKS.items():
        lock = locked(extras, before, upgrade)
        before, upgrade = lock, ()  # the second file has the versions of the first
        file = ROOT / name
        if is_check:
            stored = file.read_text(encoding="utf-8")
            wrong += [f"{name}: {line}" for line in differences(stored, lock)]
        else:
            file.write_text(lock, encoding="utf-8")
    for line in wrong:
        print(f"{line}; run python -m tools.lock", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
