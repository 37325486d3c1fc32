"""The bot without a high-water mark beside its database, to measure the cost of the mark.

`benchmarks.bench_throughput` runs it. The bot still reads the mark at the start and writes it at
the end. Only the query each second for the database's progress is left out.
"""

import asyncio
import sys

from bot.__main__ import main
from bot.program.high_water_mark import HighWaterMark


async def _never(_: HighWaterMark) -> None:
    await asyncio.Event().wait()


if __name__ == "__main__":
    setattr(HighWaterMark, "run", _never)  # noqa: B010  (mypy accepts no assignment here)
    sys.argv[1:] = ["run"]
    main()
