"""Run all benchmarks, and print one table: `make bench`, or `python -m benchmarks [NAME…]`.

With `--write` the figures also replace those of the same benchmarks in `docs/performance.md`. Each
module runs in a process of its own, with caches and memory of its own. Figures are processor time
unless they say otherwise, because other work on the machine hardly changes that. Ratios are of
figures from the same run. The program ends with status 1 if a target is missed.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.support.page import PAGE, machine, with_figures
from benchmarks.support.rows import KEPT_IN, FigureRow

ROOT = Path(__file__).parents[1]
MODULES = {
    path.stem.removeprefix("bench_"): path for path in Path(__file__).parent.glob("bench_*.py")
}
"""Each benchmark's module by its name."""


def main(names: list[str]) -> int:
    """Run the benchmarks of these names, or all; return the status to exit with.

    `names` may also have `--write`. A name that no benchmark has ends it before any of them.
    """
    has_write = "--write" in names
    named = [name for name in names if name != "--write"]
    if unknown := [name for name in named if name not in MODULES]:
        print(
            f"No benchmark is called {', '.join(unknown)}. There are: {', '.join(sorted(MODULES))}"
        )
        return 2
    chosen = [name for name in sorted(MODULES) if not named or name in named]
    missed = []
    for name in chosen:
        print(f"— {name}", flush=True)
        if not _run(name, has_write):
            missed.append(name)
    print()
    print(f"Not reached, or failed: {', '.join(missed)}" if missed else "Every bar is reached.")
    return 1 if missed else 0


def _run(name: str, has_write: bool) -> bool:
    """Run one benchmark, and return whether it meets every target.

    With `--write` the figures go to the documentation page, also those that miss their target.
    """
    with TemporaryDirectory() as folder:
        rows_file = Path(folder, "rows.jsonl")
        environment = os.environ | {KEPT_IN: str(rows_file)}
        module = ".".join(MODULES[name].relative_to(ROOT).with_suffix("").parts)
        finished = subprocess.run([sys.executable, "-m", module], check=False, env=environment)
        if has_write and rows_file.exists():
            rows = [
                FigureRow(*json.loads(line)) for line in rows_file.read_text("utf-8").splitlines()
            ]
            page = with_figures(PAGE.read_text("utf-8"), name, rows, machine())
            PAGE.write_text(page, "utf-8")
    return finished.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
