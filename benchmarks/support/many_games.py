"""The server's time for the overview of a person's many running games in the Mini App."""

import asyncio
import json
from contextlib import suppress
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from sqlalchemy import select

from benchmarks.bench_move import arranging_button
from benchmarks.support.rows import FigureRow
from benchmarks.support.web import AppBench
from engine.ids import GameId
from storage.schema import invites, matches

GAMES: Final = 60
"""The number of games in the overview."""
MOVES: Final = 14
"""The number of moves made in each game."""
TIMES: Final = 9
"""The number of requests whose median counts."""
RED: Final = 2
"""The account that plays in all of them."""


async def many_games(bench: AppBench) -> list[FigureRow]:
    """Return the processor time of the overview of 60 games, with all boards."""
    worker = asyncio.create_task(bench.worker.run())
    for number in range(GAMES):
        game = await _begin_match(bench, 100 + number)
        for _ in range(MOVES):
            now = await bench.match.game(game)
            account = await bench.account(now)
            _, body = await bench.web.call(account, "GET", f"/app/api/games/{game}")
            await bench.tapped(now, account, bench.version(body))
    worker.cancel()
    with suppress(asyncio.CancelledError):
        await worker
    milliseconds, body = [], b""
    for _ in range(TIMES):
        start = process_time()
        status, body = await bench.web.call(RED, "GET", "/app/api/games")
        milliseconds.append((process_time() - start) * 1000)
        assert (status, len(json.loads(body))) == (200, GAMES)
    longest = max(milliseconds)
    note = f"{MOVES} moves in each, {len(body):,} bytes of JSON, at most {longest:.0f} ms"
    return [FigureRow(f"the overview of {GAMES} games", median(milliseconds), "ms", 300, note)]


async def _begin_match(bench: AppBench, opponent: int) -> GameId:
    """Begin a match of Red against somebody new; return its home game."""
    before = await _codes(bench)
    await bench.match.act(1, f"/meci Ana Pop - Ion R{opponent}")
    await bench.match.act(1, data=await arranging_button(bench.runtime))
    now = await _codes(bench)
    invitations = [code for code in now.invitations if code not in before.invitations]
    (match,) = set(now.matches) - set(before.matches)
    for account, invitation in zip((RED, opponent), invitations, strict=True):
        await bench.match.act(account, f"/start {invitation}")
        await bench.match.act(account, data=f"join:{invitation}:yes")
    await bench.token_of(opponent)
    if not before.matches:
        await bench.token_of(RED)
    return GameId(f"{match}/1")


class _Codes(NamedTuple):
    """The codes in the database; of each match, the first player's invitation comes first."""

    invitations: list[str]
    matches: list[str]


async def _codes(bench: AppBench) -> _Codes:
    async with bench.runtime.database.reading() as tx:
        invitations = await tx.execute(select(invites.c.code).order_by(invites.c.person))
        codes = await tx.execute(select(matches.c.code))
        return _Codes(list(invitations.scalars()), list(codes.scalars()))
