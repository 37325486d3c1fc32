"""Ends the program when its database is broken: report it, and prevent further damage.

All other parts are already stopped; `/health` answers 503 meanwhile. The outbox is not reliable, so
the operators get direct messages.
"""

import asyncio
from contextlib import suppress
from typing import Final, NoReturn

from sqlalchemy.exc import DBAPIError

from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import Carrier
from bot.texts.messages import say
from bot.transport.sending.operators import send_to_operators
from storage import damage
from storage.db import Database
from storage.errors import BadDatabase, reason_of
from storage.integrity import integrity_findings

log = get_logger()

NOTICE: Final = 2.0
"""The least seconds during which `/health` shows the failure."""
PATIENCE: Final = 20.0
"""Seconds in which to reach the operators."""


async def stop_broken(runtime: Runtime, carrier: Carrier) -> NoReturn:
    """Notify the operators that the database is broken, and end the program.

    Raises:
        BadDatabase: always.
    """
    database, reason = runtime.database, runtime.database.damage.reason
    log.error("the database is broken: the program ends", reason=reason)
    if not database.shared:
        with suppress(OSError):
            damage.note_beside(database.file, reason)
    text = say("operator.broken_database", reason=reason)
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(asyncio.sleep(NOTICE), send_to_operators(runtime, carrier, text))
    raise _broken(database, reason)


async def check_after_break(database: Database) -> None:
    """Check the integrity of a file that was broken in its last run, before it is used.

    Raises:
        BadDatabase: the file is still broken.
    """
    if database.shared or not damage.noted_beside(database.file):
        return
    try:
        async with database.reading() as tx:
            faults = [finding.detail for finding in await integrity_findings(tx)]
    except DBAPIError as error:
        faults = [reason_of(error)]
    if faults:
        raise _broken(database, faults[0])
    damage.forget_beside(database.file)


def _broken(database: Database, reason: str) -> BadDatabase:
    return BadDatabase(f"{database} is broken: {reason}; see docs/operations.md, A broken database")
