"""What `test_going_on` and other tests share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.championship import Championship, set_up
from tests.e2e.harness import Table, arbiter_made, bucharest
from tests.e2e.harness import table as laid_out
from tests.e2e.season import Season

NAMES = ("Ana Pop", "Ion Rus", "Dan Ene", "Ema Ilie", "Geo Luca", "Vio Marin")


@dataclass(frozen=True, slots=True)
class SixRunning:
    """The opening of two groups of three in their preliminary phase; these players have joined."""

    advance: str = "1+1"
    joined: tuple[str, ...] = ()

    async def __call__(self, laid: Table) -> tuple[Any, ...]:
        """Play the opening; return what `Season.at` needs."""
        await arbiter_made(laid)
        championship = await set_up(laid, {"advance": self.advance})
        await championship.enter()
        await championship.claim_all(*self.joined)
        await championship.draw()
        await laid.travel_to(bucharest("2025-05-05"))
        return Season(championship).left


@asynccontextmanager
async def running(folder: Path, advance: str) -> AsyncIterator[Championship]:
    """Give a competition in its preliminary phase, from whose groups so many advance.

    Nobody has joined yet.
    """
    async with laid_out(folder, after=SixRunning(advance)) as laid:
        yield Season.at(laid, *laid.done).championship
