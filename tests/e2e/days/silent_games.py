"""Openings whose match has a silent player: until a case file, or in a phase of twenty days."""

from typing import Any

from sandbox import SandboxUser
from tests.e2e.harness import Table, bucharest, casa_placed, continues, match_begun


async def _until_12_may(laid: Table) -> None:
    """Stop on the days on which something is due, and on the day after."""
    for day in ("03", "06", "11", "12"):
        await laid.travel_to(bucharest(f"2025-05-{day}"))


@continues(match_begun)
async def eleven_days_unopened(laid: Table) -> tuple[Any, ...]:
    """Leave a match unopened until 12 May; the arbiter has the case file."""
    await _until_12_may(laid)
    return laid.done


@continues(casa_placed)
async def eleven_days_silent(laid: Table) -> tuple[Any, ...]:
    """Have Blue not answer the move of 1 May until 12 May; the arbiter has the case file."""
    await _until_12_may(laid)
    return laid.done


async def final_waits_for_blue(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Begin a match of a final phase (20 days for each player) and have Red open on 1 May."""
    await laid.make_arbiter()
    pair = await laid.match("faza finala")
    await pair.place(pair.red, "H8 CASA")
    return pair.code, pair.red, pair.blue


@continues(final_waits_for_blue)
async def final_exceeded(laid: Table) -> tuple[Any, ...]:
    """Have Blue not answer in the match of a final phase until 24 May."""
    for day in ("18", "20", "21", "22", "23", "24"):
        await laid.travel_to(bucharest(f"2025-05-{day}"))
    return laid.done
