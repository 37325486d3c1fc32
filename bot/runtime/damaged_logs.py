"""The logs that a program has found damaged: nothing is read from them or written to them.

A game with such a log stops. Everything else continues, and the operators are notified once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.errors import Fault, GameStateError
from storage import log
from storage.errors import DamagedLog
from storage.log import Stored
from storage.streams import name_of

CODE = "damaged_log"
"""The code of the fault that people read."""


@dataclass(slots=True)
class DamagedLogs:
    """The damaged logs, by stream."""

    found: dict[str, DamagedLog] = field(default_factory=dict)
    untold: dict[str, DamagedLog] = field(default_factory=dict)
    """Those that nobody has been notified of."""

    def note(self, error: DamagedLog) -> GameStateError:
        """Remember a damaged log; return the refusal for people who ask for it."""
        if error.stream not in self.found:
            self.found[error.stream] = self.untold[error.stream] = error
        return GameStateError(Fault(CODE, facts={"code": name_of(error.stream)}))


def is_of_damage(error: GameStateError) -> bool:
    """Return whether something is refused because its log is damaged."""
    return any(fault.code == CODE for fault in error.faults)


@contextmanager
def leaving_out_damaged() -> Iterator[None]:
    """Leave a game with a damaged log out of a list; the operators know of it."""
    try:
        yield
    except GameStateError as error:
        if not is_of_damage(error):
            raise


async def stored_events(
    tx: AsyncConnection, damaged: DamagedLogs, stream: str, upto: int | None = None
) -> list[Stored]:
    """Return the events of a log, in order.

    Raises:
        GameStateError: the log is damaged.
    """
    try:
        return await log.load(tx, stream, upto)
    except DamagedLog as error:
        raise damaged.note(error) from error
