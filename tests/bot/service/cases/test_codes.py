"""Codes in a database shared by several programs: the first user gets each, once."""

import asyncio

from bot.chat.dispatch import Dispatcher
from bot.program.bot_settings import shared_of
from bot.runtime.clock import FixedClock
from bot.runtime.config.settings import load_config
from bot.runtime.unit import Runtime
from bot.runtime.wordlists import WordLists
from bot.service.service import Service
from bot.texts.messages import Incoming, Sender
from storage.db import Database
from storage.people import people
from tests.bot.conftest import MAY_DAY


async def test_of_many_who_take_one_code_at_once_one_gets_the_role(postgres_url: str) -> None:
    """A publicly posted link to a role makes only one arbiter."""
    config = load_config(None, {"TURRETUR_STORAGE_URL": postgres_url})
    shared = shared_of(config, WordLists(config), "bot")
    async with Database(postgres_url) as first, Database(postgres_url) as second:
        programs = [Runtime(database, FixedClock(MAY_DAY)) for database in (first, second)]
        for round_ in range(5):
            async with programs[0].unit() as unit:
                service = Service(unit, shared)
                invite = service.person_acts.invite_arbiter if round_ % 2 else None
                code = await (invite or service.person_acts.invite_rating_keeper)()

            async def opens(number: int, code: str = code, base: int = 10 * round_) -> None:
                incoming = Incoming(
                    update=number,
                    sender=Sender(base + number, f"Om {base + number}"),
                    chat=base + number,
                    is_private=True,
                    at=MAY_DAY,
                    message=number,
                    callback=f"press {number}",
                    data=f"join:{code}:yes",
                )
                async with programs[number % 2].unit() as unit:
                    await Dispatcher(shared)(incoming, unit)

            await asyncio.gather(*(opens(number) for number in range(1, 5)))
            async with first.reading() as tx:
                known = await people.everybody(tx)
            assert sum(one.arbiter + one.rating_keeper for one in known) == round_ + 1
