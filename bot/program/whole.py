"""Whether the program is what was installed: nobody else's files in the place of ours.

Our packages are called `bot`, `engine`, `sandbox` and `storage`. Another distribution may have
packages of these names, and an installer puts one file in the place of the other without a word.
This is asked at every start, so each file is measured and not read: another's has another length.
"""

import csv
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

NAME: Final = "tur-retur"
OURS: Final = ("bot/", "engine/", "sandbox/", "storage/")


def replaced(installed: Distribution | None = None) -> str | None:
    """Return the first of our files that is not as long as it was when installed; None: all are.

    In a project's folder nothing was installed, and nothing is compared.
    """
    try:
        installed = installed or distribution(NAME)
    except PackageNotFoundError:
        return None
    root = Path(str(installed.locate_file("")))
    for file, _, size in csv.reader((installed.read_text("RECORD") or "").splitlines()):
        if file.startswith(OURS) and file.endswith(".py") and size.isdigit():
            place = root / file
            if _length(place) != int(size):
                return str(place)
    return None


def _length(place: Path) -> int | None:
    try:
        return place.stat().st_size
    except OSError:
        return None
