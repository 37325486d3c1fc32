"""A disk that is full, for this process."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from structlog.testing import capture_logs


@contextmanager
def full_disk() -> Iterator[None]:
    """Have this process write no byte to any file, as on a disk that is full; nor a log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with capture_logs():
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
