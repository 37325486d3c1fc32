"""Files that commands write: completely or not at all, some for their owner alone."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.cli.output import refuse

_OWNERS: Final = 0o600
"""The permissions of a file that only its owner may read and write."""


def write_private(file: Path, content: bytes) -> None:
    """Write a file as `write_whole` does, in a folder made if need be; only its owner may read it.

    An error ends the command.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse(f"{file}: {error.strerror}")
    write_whole(file, content, is_private=True)


def write_whole(file: Path, content: bytes, *, is_private: bool = False) -> None:
    """Write a file, or end the command and leave any old file unchanged."""
    try:
        if file.exists() and not file.is_file():  # a device or an open pipe cannot be replaced
            file.write_bytes(content)
        else:
            _replace(file.resolve(), content, is_private=is_private)
    except OSError as error:
        refuse(f"{file}: {error.strerror or error}")


def _replace(file: Path, content: bytes, *, is_private: bool) -> None:
    """Write the content beside the file, and put it in the file's place once it is on the disk."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as target:
            if is_private:
                beside.chmod(_OWNERS)
            target.write(content)
            target.flush()
            os.fsync(target.fileno())
        beside.replace(file)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
