"""Beginnings that are played once and stored, so that many tests can start from them.

A store has the files of a cleanly stopped bot and the state of the sandbox. A bot started on copies
of both behaves as after a restart, and nobody can tell that it stopped.
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
    """The files of a stopped bot, and the parts of its sandbox that later tests need."""

    _files: dict[str, bytes]
    _left: bytes

    @classmethod
    def of(cls, folder: Path, *left: object) -> "Kept":
        """Store the files of a folder with these objects, which may refer to each other."""
        # Each copy is a bot of its own, which does not know where the first one ran.
        kept = (path for path in folder.iterdir() if path.suffix != ".home")
        files = {path.name: path.read_bytes() for path in kept}
        return cls(files, pickle.dumps(left))

    def take_up(self, folder: Path) -> tuple[Any, ...]:
        """Write the files into a folder; return fresh copies of the objects."""
        for name, content in self._files.items():
            (folder / name).write_bytes(content)
        left: tuple[Any, ...] = pickle.loads(self._left)  # noqa: S301  (our own, of this process)
        return left


@dataclass(slots=True)
class Store:
    """Beginnings stored by name, in a folder that parallel test processes share if there is one."""

    folder: Path | None = None
    _own: dict[str, Kept] = field(default_factory=dict)

    @contextmanager
    def only_here(self, name: str) -> Iterator[None]:
        """Make other processes wait, so that they find what this one plays."""
        if name in self._own or self.folder is None:
            yield
            return
        with self._file(name).with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def find(self, name: str) -> Kept | None:
        """Return the beginning of that name."""
        if name not in self._own and self.folder is not None and self._file(name).exists():
            self._own[name] = pickle.loads(self._file(name).read_bytes())  # noqa: S301  (our own)
        return self._own.get(name)

    def keep(self, name: str, kept: Kept) -> None:
        """Store the beginning under that name."""
        self._own[name] = kept
        if self.folder is not None:
            self._file(name).write_bytes(pickle.dumps(kept))

    def _file(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"opening-{sha256(name.encode()).hexdigest()}"
