"""The server's time for the overview of a person's many running games in the Mini App."""

import asyncio
import json
from contextlib import suppress
from statistics import median
from time import process_time
from typing import Final

from sqlalchemy import select

from benchmarks.bench_move import arranging_button
from benchmarks.support.rows import FigureRow
from benchmarks.support.web import AppBench
from engine.ids import GameId
from storage.schema import invites, matches

GAMES: Final = 60
MOVES: Final = 14
"""The number of moves made in each game."""
TIMES: Final = 9
RED: Final = 2
"""The account that plays in all of them."""


async def many_games(bench: AppBench) -> list[FigureRow]:
    """Return the processor time of the overview of 60 games, with all boards."""
    working = asyncio.create_task(bench.worker.run())
    for number in range(GAMES):
        game = await _begun(bench, 100 + number)
        for _ in range(MOVES):
            now = await bench.match.game(game)
            who = await bench.account(now)
            _, body = await bench.web.call(who, "GET", f"/app/api/games/{game}")
            await bench.tapped(now, who, bench.version(body))
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
    spent, body = [], b""
    for _ in range(TIMES):
        begun = process_time()
        status, body = await bench.web.call(RED, "GET", "/app/api/games")
        spent.append((process_time() - begun) * 1000)
        assert (status, len(json.loads(body))) == (200, GAMES)
    note = f"{MOVES} moves in each, {len(body):,} bytes of JSON, at most {max(spent):.0f} ms"
    return [FigureRow(f"the overview of {GAMES} games", median(spent), "ms", 300, note)]


async def _begun(bench: AppBench, opponent: int) -> GameId:
    """Begin a match of Red against somebody new; return its home game."""
    known = await _codes(bench)
    await bench.match.act(1, "/meci Ana Pop - Ion Rus")
    await bench.match.act(1, data=await arranging_button(bench.runtime))
    made, (code,) = (
        [each for each in now if each not in before]
        for now, before in zip(await _codes(bench), known, strict=True)
    )
    for who, invitation in zip((RED, opponent), made, strict=True):
        await bench.match.act(who, f"/start {invitation}")
        await bench.match.act(who, data=f"join:{invitation}:yes")
    await bench.token_of(opponent)
    if not known[1]:
        await bench.token_of(RED)
    return GameId(f"{code}/1")


async def _codes(bench: AppBench) -> tuple[list[str], list[str]]:
    """Return the codes of all invitations and of all matches."""
    async with bench.runtime.database.reading() as tx:
        made = select(invites.c.code).order_by(invites.c.person)  # Ana Pop, then her opponent
        found = [await tx.execute(each) for each in (made, select(matches.c.code))]
        own, of_matches = (list(each.scalars()) for each in found)
    return own, of_matches
