"""What people have done once, kept: many tests begin where it ends, and none has to do it again.

Kept are the files of a bot that was stopped in good order, and the sandbox as it was left. A bot
that is started on copies of both is the same bot after a restart; nobody can tell that it stopped.
"""

import fcntl
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
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


@dataclass(slots=True)
class Store:
    """Everything kept by its name; in a folder, where there is one, for all who test beside us."""

    folder: Path | None = None
    _own: dict[str, Kept] = field(default_factory=dict)

    @contextmanager
    def only_here(self, name: str) -> Iterator[None]:
        """Have the others wait, so that what one plays the others find."""
        if name in self._own or self.folder is None:
            yield
            return
        with self._file(name).with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def find(self, name: str) -> Kept | None:
        """Return what is kept by that name."""
        if name not in self._own and self.folder is not None and self._file(name).exists():
            self._own[name] = pickle.loads(self._file(name).read_bytes())  # noqa: S301  (our own)
        return self._own.get(name)

    def keep(self, name: str, kept: Kept) -> None:
        """Keep it by that name."""
        self._own[name] = kept
        if self.folder is not None:
            self._file(name).write_bytes(pickle.dumps(kept))

    def _file(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"opening-{sha256(name.encode()).hexdigest()}"
