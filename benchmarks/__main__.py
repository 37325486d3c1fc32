"""Run all benchmarks, and print one table: `make bench`, or `python -m benchmarks [NAME…]`.

Each module runs in a process of its own, so that caches and memory are its own. Figures are
processor time unless they say otherwise, because other work on the machine hardly changes that.
Ratios are of figures from the same run. Ends with status 1 if a target is missed.
"""

import subprocess
import sys
from pathlib import Path

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))


def main(names: list[str]) -> int:
    """Run the benchmarks of these names, or all; return the status to exit with."""
    chosen = [module for module in MODULES if not names or module.removeprefix("bench_") in names]
    if not chosen:
        print("There are: " + ", ".join(name.removeprefix("bench_") for name in MODULES))
        return 2
    missed = []
    for module in chosen:
        print(f"— {module.removeprefix('bench_')}", flush=True)
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], check=False)
        if done.returncode:
            missed.append(module.removeprefix("bench_"))
    print()
    print(f"Not reached, or failed: {', '.join(missed)}" if missed else "Every bar is reached.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
