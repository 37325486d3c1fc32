"""How failures are logged: in a line where the world is to blame, else with their traceback.

A full disk, a server that is away, a file that may not be written: whoever runs the bot needs what
was said, not where in the program it was heard. Such failures repeat until somebody has helped.
"""

from bot.runtime.log import Logger
from storage.db import refusal
from storage.errors import StorageError


def report(log: Logger, event: str, error: Exception, **facts: object) -> None:
    """Log that something failed, with its reason or its traceback."""
    reason = str(error) if isinstance(error, StorageError) else refusal(error)
    if reason is None:
        log.error(event, **facts, exc_info=error)
    else:
        log.error(event, **facts, reason=reason)
