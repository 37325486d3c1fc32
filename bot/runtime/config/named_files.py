"""Reads the files that the configuration names, and refuses pipes given by mistake."""

import errno
import stat
from pathlib import Path


def text_of(file: Path, encoding: str = "utf-8") -> str:
    """Return the content of the file.

    Raises:
        OSError: the file cannot be read, or is a pipe.
        UnicodeDecodeError: the content is not text.
    """
    if is_pipe(file):
        raise OSError(errno.EINVAL, "a pipe, not a file", str(file))
    return file.read_text(encoding=encoding)


def is_pipe(file: Path) -> bool:
    """Return whether the path is a named pipe; reading one would wait for a writer.

    A path that does not exist, or cannot be one (a ValueError), is none; reading it will fail.
    """
    try:
        return stat.S_ISFIFO(file.stat().st_mode)
    except (OSError, ValueError):
        return False
