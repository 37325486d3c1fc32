"""A counter of visible changes. Code can wait for the next change."""

import asyncio


class Changes:
    """The number of changes so far, and a way to wait for one more."""

    def __init__(self) -> None:
        self.version = 0
        self.closed = False
        self._event = asyncio.Event()

    def bump(self) -> int:
        """Count one change, wake everyone who waits, and return the new version."""
        self.version += 1
        self._wake()
        return self.version

    def close(self) -> None:
        """Wake every waiting task, because the server is about to stop."""
        self.closed = True
        self._wake()

    def open(self) -> None:
        """Allow waiting again, because the server is about to start."""
        self.closed = False

    async def after(self, seen: int) -> int:
        """Return the version once it is greater than `seen`; at once if the counter is closed."""
        while self.version <= seen and not self.closed:
            await self._event.wait()
        return self.version

    def _wake(self) -> None:
        """Wake everyone who waits; the next ones wait for a new event."""
        event, self._event = self._event, asyncio.Event()
        event.set()
