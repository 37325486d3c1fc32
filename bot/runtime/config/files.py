"""Files that the configuration names, read whole."""

import errno
import stat
from pathlib import Path


def is_pipe(file: Path) -> bool:
    """Return whether it is a named pipe: to read one is to wait for whoever writes to it."""
    try:
        return stat.S_ISFIFO(file.stat().st_mode)
    except (OSError, ValueError):
        return False


def text_of(file: Path, encoding: str = "utf-8") -> str:
    """Return what the file holds.

    Raises:
        OSError: it cannot be read, or is a pipe.
        UnicodeDecodeError: it is no text.
    """
    if is_pipe(file):
        raise OSError(errno.EINVAL, "a pipe, not a file", str(file))
    return file.read_text(encoding=encoding)
