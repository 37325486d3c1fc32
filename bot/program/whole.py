"""Whether the program is what was installed: nobody else's files in the place of ours.

Our packages are called `bot`, `engine`, `sandbox` and `storage`. Another distribution may have
packages of these names, and an installer puts one file in the place of the other without a word.
"""

import hashlib
from base64 import urlsafe_b64encode
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

NAME: Final = "tur-retur"
OURS: Final = frozenset({"bot", "engine", "sandbox", "storage"})


def replaced(installed: Distribution | None = None) -> str | None:
    """Return the first of our files that is not as it was installed; None: all are.

    In a project's folder nothing was installed, and nothing is compared.
    """
    try:
        installed = installed or distribution(NAME)
    except PackageNotFoundError:
        return None
    for file in installed.files or ():
        if file.parts[0] in OURS and file.suffix == ".py" and file.hash is not None:
            place = Path(str(file.locate()))
            if not place.is_file() or _hash(place, file.hash.mode) != file.hash.value:
                return str(place)
    return None


def _hash(place: Path, kind: str) -> str:
    digest = hashlib.new(kind, place.read_bytes()).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
