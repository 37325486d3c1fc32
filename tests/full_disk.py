"""A simulated full disk for this process."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from structlog.testing import capture_logs


@contextmanager
def full_disk() -> Iterator[None]:
    """Make every write of this process to a file fail, as on a full disk; suppress the log."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with capture_logs():
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
