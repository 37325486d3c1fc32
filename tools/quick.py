"""Runs the checks of `make quick` beside each other; the last lines say what failed and why.

`python -m tools.quick -- PYTEST_OPTIONS`. Each check is a process; its output is shown only if it
fails, and the reasons are repeated at the end.
"""

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
CHECKS: Final[Mapping[str, Sequence[str]]] = {
    "style": (sys.executable, "-m", "ruff", "check", "--output-format=concise", "."),
    "format": (sys.executable, "-m", "ruff", "format", "--check", "."),
    "types": (sys.executable, "-m", "mypy", "-n", "2"),
    "contracts": (f"{sys.prefix}/bin/lint-imports",),
}
MOST: Final = 12
"""Lines of reasons of one check."""
_REASON: Final = re.compile(r"^(FAILED|ERROR) |: error: |^\S+:\d+:\d+: |^Would reformat| BROKEN$")


def run(command: Sequence[str]) -> tuple[int, str]:
    """Return the status and all output of a command run in the repository."""
    done = subprocess.run(
        command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode, done.stdout


def reasons(output: str) -> list[str]:
    """Return the lines of a failed check that say why, or its last ones if none does."""
    lines = [line for line in output.splitlines() if line.strip()]
    return [line for line in lines if _REASON.search(line)][:MOST] or lines[-MOST:]


def main(options: Sequence[str]) -> int:
    """Run all checks; return the status to exit with."""
    checks = {**CHECKS, "tests": (sys.executable, "-m", "pytest", "-q", "--tb=short", *options)}
    with ThreadPoolExecutor(len(checks)) as pool:
        found = dict(zip(checks, pool.map(run, checks.values()), strict=True))
    failed = {name: output for name, (status, output) in found.items() if status}
    for name, output in failed.items():
        print(f"--- {name}\n{output}")
    for name, output in failed.items():
        print(f"{name} failed:")
        print("\n".join(f"  {line}" for line in reasons(output)))
    print("All checks passed." if not failed else f"Failed: {', '.join(failed)}.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main([each for each in sys.argv[1:] if each != "--"]))
