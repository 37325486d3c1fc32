"""Run the checks of `make quick` in parallel; the last lines say what failed and why.

`python -m tools.quick`. Each check is a process. The tool shows its output only if it fails, and
repeats the reasons at the end. The tests are those that find most errors for their time: rules,
texts, commands and the structure of the repository. Together they take less than a minute of
processor time.
"""

import os
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
    "types": (sys.executable, "-m", "mypy"),
    "contracts": (f"{sys.prefix}/bin/lint-imports",),
}
CHEAP_TESTS: Final = (
    *("tests/bot/chat", "tests/bot/runtime", "tests/bot/site", "tests/bot/texts"),
    *("tests/engine/cases", "tests/engine/competitions", "tests/engine/games"),
    *("tests/engine/gcg", "tests/engine/matches", "tests/engine/test_board.py"),
    *("tests/engine/test_coefficients.py", "tests/engine/test_notation.py"),
    *("tests/engine/test_placement.py", "tests/engine/test_thinking_time.py"),
    *("tests/test_project.py", "tests/test_quick.py", "tests/test_rules_index.py"),
)
"""Folders and modules of tests, by processor time measured for each module."""
LONG_TESTS: Final = (
    *("tests/bot/texts/test_listing.py", "tests/bot/texts/test_rating_wording.py"),
    *("tests/engine/competitions/test_going_on.py", "tests/engine/competitions/test_log.py"),
    *("tests/engine/competitions/test_standings.py", "tests/engine/games/test_variations.py"),
    *("tests/engine/games/conditional/test_chains.py", "tests/engine/games/test_put_back.py"),
    *("tests/engine/games/conditional/test_rehearsal.py", "tests/engine/games/test_outage.py"),
    *("tests/engine/matches/ledger/test_balances.py",),
)
"""Modules in these folders that take over two seconds each; only `make test` runs them."""
OPTIONS: Final = (
    *("-q", "--tb=short", "-n", "2", "--dist", "loadscope", "--no-loadscope-reorder"),
    *("--randomly-seed=1", "--hypothesis-profile=quick"),
    *("-m", "not server and not browser and not campaign"),
)
WIDE: Final = "300"
"""The width of the terminal in columns; pytest shortens its summary for a narrower one."""
MOST: Final = 12
"""The most lines of reasons for one check."""
_REASON: Final = re.compile(r"^(FAILED|ERROR) |: error: |^\S+:\d+:\d+: |^Would reformat| BROKEN$")


def run(command: Sequence[str]) -> tuple[int, str]:
    """Return the status and all output of a command run in the repository."""
    outcome = subprocess.run(
        command,
        cwd=ROOT,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "COLUMNS": WIDE},
    )
    return outcome.returncode, outcome.stdout


def reasons(output: str) -> list[str]:
    """Return the lines of a failed check that give the reason, or its last lines if none does."""
    lines = [line for line in output.splitlines() if line.strip()]
    return [line for line in lines if _REASON.search(line)][:MOST] or lines[-MOST:]


def tests() -> Sequence[str]:
    """Return the command that runs the tests."""
    skipped = [f"--ignore={path}" for path in LONG_TESTS]
    return (sys.executable, "-m", "pytest", *OPTIONS, *skipped, *CHEAP_TESTS)


def main(command: Sequence[str]) -> int:
    """Run all checks, the tests by that command; return the status to exit with."""
    checks = {**CHECKS, "tests": command}
    with ThreadPoolExecutor(len(checks)) as pool:
        outcomes = dict(zip(checks, pool.map(run, checks.values()), strict=True))
    failed = {name: output for name, (status, output) in outcomes.items() if status}
    for name, output in failed.items():
        print(f"--- {name}\n{output}")
    for name, output in failed.items():
        print(f"{name} failed:")
        print("\n".join(f"  {line}" for line in reasons(output)))
    print("All checks passed." if not failed else f"Failed: {', '.join(failed)}.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(tests()))
