"""Openings whose match has a silent player: until a case file, or in a phase of twenty days."""

from sandbox import SandboxUser
from tests.e2e.harness import Pair, Table, bucharest

Begun = tuple[str, SandboxUser, SandboxUser]
"""What `Pair` needs beside its table: the match's code, Red and Blue."""


async def _begun(laid: Table, options: str = "") -> Pair:
    await laid.make_arbiter()
    return await laid.match(options)


async def _until_12_may(laid: Table) -> None:
    """Stop on the days on which something is due, and on the day after."""
    for day in ("03", "06", "11", "12"):
        await laid.travel_to(bucharest(f"2025-05-{day}"))


def _left(pair: Pair) -> Begun:
    return pair.code, pair.red, pair.blue


async def eleven_days_unopened(laid: Table) -> Begun:
    """Leave a match unopened until 12 May; the arbiter has the case file."""
    pair = await _begun(laid)
    await _until_12_may(laid)
    return _left(pair)


async def eleven_days_silent(laid: Table) -> Begun:
    """Have Red open on 1 May and Blue not answer until 12 May; the arbiter has the case file."""
    pair = await _begun(laid)
    await pair.place(pair.red, "H8 CASA")
    await _until_12_may(laid)
    return _left(pair)


async def final_waits_for_blue(laid: Table) -> Begun:
    """Begin a match of a final phase (20 days for each player) and have Red open on 1 May."""
    pair = await _begun(laid, "faza finala")
    await pair.place(pair.red, "H8 CASA")
    return _left(pair)


async def final_exceeded(laid: Table) -> Begun:
    """Have Red open a match of a final phase and Blue not answer until 24 May."""
    pair = await _begun(laid, "faza finala")
    await pair.place(pair.red, "H8 CASA")
    await laid.travel_to(bucharest("2025-05-18"))
    await laid.travel(6)
    return _left(pair)
