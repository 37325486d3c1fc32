"""What `test_task_list` and other tests share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sandbox import Message
from tests.e2e.harness import Table, bucharest
from tests.e2e.harness import table as laid_table
from tests.e2e.season import Season, cup_begun

PLAYERS = (
    *("Ana Pop", "Ion Rus", "Dan Ene", "Ema Ilie"),
    *("Geo Luca", "Vio Marin", "Lia Dumitru", "Radu Sava"),
)


SILENT = 12
"""Games of two groups of four, silent from the first day on."""


async def twelve_silent(laid: Table) -> tuple[Any, ...]:
    """Play a cup of twelve games until noon of the day on which their silences are reported.

    Only the first game has a move, of the first day. In a friendly match Red moves on the fifth.
    Returns, beside the season's state, how many messages the arbiter had after the cup's move, and
    a minute before the report.
    """
    season, arbiter = Season.at(laid, *await cup_begun(*PLAYERS, groups=2)(laid)), laid.arbiter
    await season.place(await (await season.pairs())[0].game())
    begun = len(arbiter.messages)
    friendly = await laid.match(names=("Ada Iancu", "Titi Moga"))
    await laid.travel_to(bucharest("2025-05-05"))
    await friendly.place(friendly.red, "PAS")
    await laid.travel_to(bucharest("2025-05-11", "08:59:00"))
    quiet = len(arbiter.messages)
    await laid.travel_to(bucharest("2025-05-11", "12:00:00"))
    return season.left, begun, quiet


@asynccontextmanager
async def silent_cup(folder: Path) -> AsyncIterator[Season]:
    """Give that cup."""
    async with laid_table(folder, after=twelve_silent) as laid:
        yield Season.at(laid, *laid.done[0])


def opens(message: Message) -> list[str]:
    """Return what the buttons below a list open, in order."""
    return [
        each.data.split(":", 3)[3] for each in message.buttons if each.data.startswith("mesa:open:")
    ]
