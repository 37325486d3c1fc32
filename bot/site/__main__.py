"""The process that keeps the site's folder up to date: `python -m bot.site`, started by the bot.

It is told once, in a line of JSON, which database, folder and options; each further line asks for a
making, and is answered by a line: what was written. It ends with its input.
"""

import asyncio
import gc
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.site.making import make_site
from bot.site.options import Options
from bot.site.source import Kept
from storage.db import Database

_NICE: Final = 10


async def _work(order: str) -> None:
    told = json.loads(order)
    options, folder = Options.from_json(told["options"]), Path(told["folder"])
    kept = Kept()
    async with Database(told["database"], create=False) as database:
        while await asyncio.to_thread(sys.stdin.readline):
            made = await make_site(database, kept, options, folder)
            if not gc.get_freeze_count():
                gc.collect()
                gc.freeze()  # what is kept from one making to the next need not be looked through
            answer = {
                "written": len(made.written),
                "removed": len(made.removed),
                "failed": made.failed,
            }
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)  # people's moves go first
    asyncio.run(_work(sys.stdin.readline()))
