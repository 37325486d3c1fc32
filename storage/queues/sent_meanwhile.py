"""The messages that wait in a copy of the database, but that the database has sent since.

A copy may be made while messages wait, such as those for the next morning. If it is restored, its
bot would send them again. Receipts prevent that: at its start the bot records them as sent at their
instant (`storage.queues.receipts`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, NullPool, bindparam, create_engine
from sqlalchemy.exc import DBAPIError

from storage.backup import opened
from storage.errors import BadDatabase, reason_of
from storage.queues.outbox import MessageState
from storage.queues.outbox_due import ROWS, message_in
from storage.queues.receipts import Receipt, fingerprint
from storage.schema import outbox

_PORTION: Final = 500
"""Messages that one query looks up."""
_WAITING: Final = ROWS.where(outbox.c.state == MessageState.QUEUED).order_by(outbox.c.id)
_SENT: Final = ROWS.add_columns(outbox.c.sent_at).where(
    outbox.c.id.in_(bindparam("rows", expanding=True)), outbox.c.state == MessageState.SENT
)


def sent_meanwhile(copy: Path, database: Path) -> list[Receipt]:
    """Return receipts for the messages that wait in the copy and that the database has sent.

    Both SQLite files are only read.

    Raises:
        BadDatabase: one of them cannot be read.
    """
    with _reading(copy) as tx:
        waiting = [message_in(row) for row in tx.execute(_WAITING)]
    messages = {row.id: fingerprint(row) for row in waiting}
    numbers, found = list(messages), []
    with _reading(database) as tx:
        for start in range(0, len(numbers), _PORTION):
            rows = tx.execute(_SENT, {"rows": numbers[start : start + _PORTION]})
            found += [each for each in map(_receipt, rows) if each.message == messages[each.row]]
    return found


def _receipt(row: Any) -> Receipt:
    """Return the receipt for a row of `_SENT`."""
    message = message_in(row)
    return Receipt(
        row=message.id,
        message=fingerprint(message),
        at=row.sent_at,
        parts=message.parts,
        whole=True,
    )


@contextmanager
def _reading(file: Path) -> Iterator[Connection]:
    """Yield a connection that cannot change the file, not even by a checkpoint of its log."""
    engine = create_engine("sqlite://", creator=partial(opened, file, "ro"), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    except (DBAPIError, ValueError) as error:  # a damaged file, or a row that no program wrote
        msg = f"{file} cannot be read: {reason_of(error)}"
        raise BadDatabase(msg) from error
    finally:
        engine.dispose()
