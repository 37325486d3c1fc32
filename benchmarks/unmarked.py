"""The bot as it would be without a marker beside its database: to see what that costs.

Run by `benchmarks.bench_throughput`. The marker is read at the start and written at the end; left
out is the look, each second, at how far the database has come.
"""

import asyncio
import sys

from bot.__main__ import main
from bot.program.marking import Marking


async def _never(_: Marking) -> None:
    await asyncio.Event().wait()


if __name__ == "__main__":
    setattr(Marking, "run", _never)  # noqa: B010  (a type checker takes no other way)
    sys.argv[1:] = ["run"]
    main()
