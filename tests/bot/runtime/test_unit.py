"""The messages that one unit of work sends, and their order."""

import pytest

from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.texts.messages import Notice, say
from storage.db import Database
from tests.bot.conftest import MAY_DAY


def _told(key: str) -> Notice:
    """Return a message to one chat."""
    return Notice(to=5, text=say(key))


async def test_messages_put_before_others_keep_their_order(database: Database) -> None:
    """The last ones come first as they were said, also one that was said before with others."""
    async with Runtime(database, FixedClock(MAY_DAY)).unit() as unit:
        unit.say(_told("a"), _told("b"))
        unit.say(_told("a"), _told("c"))
        unit.put_before(1, since=2)

        assert unit.notices == [*map(_told, "aacb")]
        unit.notices.clear()


async def test_no_message_of_a_unit_that_was_not_flushed_is_lost(database: Database) -> None:
    """The transaction fails instead, and is repeated with its update."""
    with pytest.raises(RuntimeError, match="not flushed"):
        async with Runtime(database, FixedClock(MAY_DAY)).units() as next_unit:
            next_unit().say(_told("a"))
