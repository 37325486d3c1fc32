"""The static files of the program (style, script, empty board), which browsers cache for ever.

Their address contains a hash of their content, so that a new program never meets an old style.
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
"""The folder of the site whose files never change."""


@dataclass(frozen=True, slots=True)
class Static:
    """The static files, by path in the site."""

    stamp: str
    files: Mapping[str, bytes]

    def path_of(self, name: str) -> str:
        """Return the path of the file with that name.

        Raises:
            KeyError: no file has that name.
        """
        path = f"{FOLDER}/{self.stamp}/{name}"
        if path not in self.files:
            raise KeyError(name)
        return path


@cache
def static_files() -> Static:
    """Return the static files of this program."""
    folder = files("bot.site") / "static"
    contents = {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
    contents["board.svg"] = board_svg().encode()
    contents[SCRIPT] = script()
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    stamp = digest.hexdigest()[:12]
    return Static(
        stamp, {f"{FOLDER}/{stamp}/{name}": content for name, content in contents.items()}
    )
