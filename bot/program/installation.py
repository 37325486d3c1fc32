"""Checks that no other distribution has replaced an installed file of this program.

The packages are called `bot`, `engine`, `sandbox` and `storage`. Another distribution may use these
names, and an installer replaces files without warning. The check runs at every start, so it only
compares the lengths of files.
"""

import csv
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

NAME: Final = "tur-retur"
OURS: Final = ("bot/", "engine/", "sandbox/", "storage/")
"""The packages that are compared."""


def replaced_file(installed: Distribution | None = None) -> str | None:
    """Return the first of our files whose length has changed since installation, or None.

    In a project folder nothing is installed, and nothing is compared.
    """
    try:
        installed = installed or distribution(NAME)
    except PackageNotFoundError:
        return None
    root = Path(str(installed.locate_file("")))
    for file, _, size in csv.reader((installed.read_text("RECORD") or "").splitlines()):
        if file.startswith(OURS) and file.endswith(".py") and size.isdigit():
            path = root / file
            if _length(path) != int(size):
                return str(path)
    return None


def _length(path: Path) -> int | None:
    """Return the length of the file in bytes; None if it cannot be read."""
    try:
        return path.stat().st_size
    except OSError:
        return None
