"""The cost of unfinished requests for players behind Caddy and nginx, set up as in the guide.

`python -m benchmarks.bench_proxies`. Each proxy gets 1,500 requests that are never finished, from
one address and then from 500. Meanwhile people type placements, and another person requests the
board's page through the proxy. The benchmark measures the time until the preview and until the
page. It leaves out a proxy that is not installed.
"""

import asyncio
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import httpx

from benchmarks.bench_siege import BAR, DESCRIPTORS, EVERY, LOG_BAR, SECONDS, asked, at_work, middle
from benchmarks.support.bots.real_proxies import ARGUMENTS, in_front, is_installed
from benchmarks.support.rows import FigureRow, show

CONNECTIONS: Final = 1500
LONGEST: Final = 60.0


async def _behind(name: str, folder: Path, addresses: int) -> list[FigureRow]:
    async with at_work(folder) as at, in_front(name, int(at.port), folder) as port:
        before = at.log.stat().st_size
        attack = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.bench_siege"),
            *map(str, (port, addresses, CONNECTIONS)),
        )
        taken, seen = [], []
        for number in range(int(SECONDS / EVERY)):
            answered, page = await asyncio.gather(asked(at.hall, number), _page(port))
            taken.append(answered)
            seen.append(page)
        await attack.wait()
        grown = (at.log.stat().st_size - before) / 1000
    who = f"{name}, {CONNECTIONS} unfinished, {addresses} address{'es' * (addresses > 1)}"
    return [
        FigureRow(f"{who}: longest answer in the chat", max(taken), "s", BAR, middle(taken)),
        FigureRow(f"{who}: longest wait for the page", max(seen), "s"),
        FigureRow(f"{who}: growth of the log", grown, "kB", LOG_BAR),
    ]


async def _page(port: int) -> float:
    """Request the page until it arrives, from an address without other requests."""
    begun = perf_counter()
    transport = httpx.AsyncHTTPTransport(local_address="127.0.9.9", retries=0)
    async with httpx.AsyncClient(transport=transport, timeout=5.0) as client:
        while perf_counter() - begun < LONGEST:
            try:
                answered = await client.get(f"http://127.0.0.1:{port}/app/")
            except httpx.HTTPError:
                await asyncio.sleep(0.1)
                continue
            if answered.is_success:
                break
    return perf_counter() - begun


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
    for name in filter(is_installed, ARGUMENTS):
        for addresses in (1, 500):
            with TemporaryDirectory() as folder:
                yield from asyncio.run(_behind(name, Path(folder), addresses))


if __name__ == "__main__":
    sys.exit(not show(run()))
