"""The files that come with the program: style, script, the empty board; kept for ever by readers.

They lie under an address made of what they hold, so that a new program never meets an old style.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from bot.documents.proofs.scripts import SCRIPT, script
from bot.site.board import board_svg

FOLDER: Final = "static"


@dataclass(frozen=True, slots=True)
class Static:
    """The files, by their paths in the site."""

    stamp: str
    files: Mapping[str, bytes]

    def path_of(self, name: str) -> str:
        """Return where the file of that name lies.

        Raises:
            KeyError: there is none.
        """
        path = f"{FOLDER}/{self.stamp}/{name}"
        if path not in self.files:
            raise KeyError(name)
        return path


@cache
def static_files() -> Static:
    """Return the files of this program."""
    folder = files("bot.site") / "static"
    found = {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}
    found["board.svg"] = board_svg().encode()
    found[SCRIPT] = script()
    digest = hashlib.sha256()
    for name, content in sorted(found.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    stamp = digest.hexdigest()[:12]
    return Static(stamp, {f"{FOLDER}/{stamp}/{name}": each for name, each in found.items()})
