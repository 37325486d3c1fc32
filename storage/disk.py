"""Writing of the files beside an SQLite database, which only their owner may read."""

import os
from pathlib import Path
from typing import Final

_OWNER_ONLY: Final = 0o600
"""The mode of a new file."""


def append_line(file: Path, line: str) -> None:
    """Add a line to the file, which is created if missing, and wait until the disk has it.

    A power cut may leave the line incomplete, but it damages neither earlier nor later lines.

    Raises:
        OSError: the file cannot be written.
    """
    flags = os.O_CREAT | os.O_RDWR | os.O_APPEND
    with os.fdopen(os.open(file, flags, _OWNER_ONLY), "a+b") as output:
        # A line that an earlier power cut left incomplete must not take this one with it.
        if output.tell():
            output.seek(-1, os.SEEK_END)
            if output.read(1) != b"\n":
                output.write(b"\n")
        output.write(f"{line}\n".encode())
        output.flush()
        os.fsync(output.fileno())
    wait_for_disk(file.parent)  # a new file's name is in the folder


def replace_text(file: Path, text: str) -> None:
    """Write the file, which always has all of its old or its new text.

    This does not wait for the disk, so a power cut may leave the old text.

    Raises:
        OSError: the file cannot be written.
    """
    unfinished = file.with_name(f"{file.name}.part")
    flags = os.O_CREAT | os.O_WRONLY | os.O_TRUNC
    try:
        with os.fdopen(os.open(unfinished, flags, _OWNER_ONLY), "w", encoding="utf-8") as output:
            output.write(text)
        unfinished.replace(file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def wait_for_disk(path: Path) -> None:
    """Wait until the disk has the file, or the names in the folder.

    Raises:
        OSError: it cannot be opened or written.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
