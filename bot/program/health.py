"""Is the program well? For whoever restarts it when it is not, and for the operator's eyes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.log import get_logger
from bot.office.unit import Office
from storage import inbox

log = get_logger()

LONGEST_SILENCE: Final = timedelta(minutes=5)
"""Without an answer from Telegram; a poll takes less than a minute."""
LONGEST_WAIT: Final = timedelta(minutes=5)
"""Of an update that nobody has dealt with."""


@dataclass(frozen=True, slots=True)
class State:
    """How the program is."""

    well: bool
    facts: dict[str, object]
    """For people; no figure here is to be relied on by a machine."""


Health = Callable[[], Awaitable[State]]


def health_of(office: Office) -> Health:
    """Return the question how that program is.

    It is unwell while its database does not answer, while an update has waited for five minutes,
    or while Telegram has been silent for as long: a restart may help, or its host is cut off.
    """

    async def health() -> State:
        now = office.clock.now()
        try:
            async with office.database.reading() as tx:
                oldest = await inbox.oldest(tx)
        except Exception:
            log.exception("the database does not answer")
            return State(well=False, facts={"database": "does not answer"})
        waits = now - oldest if oldest else timedelta()
        silence = now - office.counts.heard if office.counts.heard else timedelta()
        facts: dict[str, object] = {
            "database": "answers",
            "oldest_update_seconds": round(waits.total_seconds()),
            "telegram_silent_seconds": round(silence.total_seconds()),
            "leads": office.counts.leads,
        }
        return State(well=waits < LONGEST_WAIT and silence < LONGEST_SILENCE, facts=facts)

    return health
