"""Logs a failure: in one line if its cause is outside the program, else with its traceback.

Outside causes are a full disk, a server that is down, a file without permission. The operator then
needs the reason, not the line of code. Such failures repeat until an operator acts.
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
