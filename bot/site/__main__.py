"""The process that keeps the site's folder up to date: `python -m bot.site`, started by the bot.

Its first input line is JSON with the database, the folder and the options. Each further line asks
for a build, and the answer is a line with the result. The process ends when its input ends.
"""

import asyncio
import gc
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.runtime.event_loop import run
from bot.site.build import make_site
from bot.site.options import SiteOptions
from bot.site.source import BuildCaches
from storage.db import Database

_NICE: Final = 10
"""How far the process steps back behind the bot's (0 not at all, 19 as far as possible)."""


async def _work(first_line: str) -> None:
    """Build the site whenever a line arrives, and answer each with a report.

    `first_line`: JSON with `database`, `folder` and `options` (`SiteOptions.as_json`).
    """
    settings = json.loads(first_line)
    options, folder = SiteOptions.from_json(settings["options"]), Path(settings["folder"])
    caches = BuildCaches()
    async with Database(settings["database"], create=False) as database:
        while await asyncio.to_thread(sys.stdin.readline):
            report = await make_site(database, caches, options, folder)
            if not gc.get_freeze_count():
                gc.collect()
                gc.freeze()  # data kept between builds need not be scanned by the collector
            answer = {
                "written": len(report.written),
                "removed": len(report.removed),
                "failed": report.failed,
            }
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)  # players' moves have a higher priority
    run(_work(sys.stdin.readline()))
