"""What people have done once, kept: many tests begin where it ends, and none has to do it again.

Kept are the files of a bot that was stopped in good order, and the sandbox as it was left. A bot
that is started on copies of both is the same bot after a restart; nobody can tell that it stopped.
"""

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Kept:
    """A stopped bot's files, and with its sandbox whoever and whatever of it is wanted again."""

    _files: dict[str, bytes]
    _left: bytes

    @classmethod
    def of(cls, folder: Path, *left: object) -> "Kept":
        """Keep the files of a folder, and these things, which may hang together."""
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        return cls(files, pickle.dumps(left))

    def take_up(self, folder: Path) -> tuple[Any, ...]:
        """Write the files into a folder; return the things as they were, for this once."""
        for name, content in self._files.items():
            (folder / name).write_bytes(content)
        left: tuple[Any, ...] = pickle.loads(self._left)  # noqa: S301  (our own, of this process)
        return left
