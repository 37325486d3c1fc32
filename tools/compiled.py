"""Compile the fast search from its source: `python -m tools.compiled`.

The command needs `pip install ziglang==0.17.1`, a compiler for WebAssembly. The same source and
compiler always give the same bytes. A file beside the result records the hashes, and a test
compares them with the present source.
"""

import hashlib
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "engine" / "compiled"
COMPILER: Final = "0.17.1"
_FLAGS: Final = (
    *("--target=wasm32-freestanding", "-mcpu=generic+bulk_memory", "-std=c17", "-O3"),
    *("-Wall", "-Wextra", "-Werror", "-nostdlib", "-Wl,--no-entry", "-Wl,--strip-all"),
)


def made_of() -> str:
    """Return the hash of each source and of the result, and the compiler's version, as lines."""
    files = [*sorted((FOLDER / "source").iterdir()), FOLDER / "search.wasm"]
    hashes = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    return "".join([*hashes, f"ziglang {COMPILER}\n"])


def main() -> int:
    """Compile, and print the size of the result; return the exit status."""
    try:
        installed = version("ziglang")
    except PackageNotFoundError:
        installed = "none"
    if installed != COMPILER:
        print(f"it takes ziglang {COMPILER}; there is {installed}", file=sys.stderr)
        return 1
    program = FOLDER / "search.wasm"
    compiler = (sys.executable, "-m", "ziglang", "cc", *_FLAGS)
    subprocess.run([*compiler, "-o", program, "search.c"], cwd=FOLDER / "source", check=True)
    program.chmod(0o644)
    (FOLDER / "search.made_of").write_text(made_of(), encoding="utf-8")
    print(f"{program.name}: {program.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
