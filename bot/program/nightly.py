"""What the bot does at night: fingerprint, copy, searches, forgetting, a check of all games."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.program.schedule import Job
from bot.runtime.log import get_logger
from bot.runtime.processes import environment
from bot.runtime.unit import Runtime
from bot.service.competitions import fingerprints
from bot.service.days import stalled_games as stalled
from bot.texts.messages import say
from storage.address import address_of
from storage.backup import backup
from storage.errors import StorageError
from storage.people import web_sessions
from storage.queues import inbox, outbox
from storage.ratings import rating_runs, rating_work

if TYPE_CHECKING:
    from bot.runtime.config.sections import Backup
    from bot.runtime.shared import Shared

log = get_logger()

KEPT: Final = timedelta(days=30)
"""How long handled updates and sent messages are kept beyond what the games need."""

_PATIENCE: Final = 3600.0
"""Seconds that looking at a copy may take."""
_NICE: Final = 10


def copying(config: "Backup", runtime: Runtime) -> tuple[Job, ...]:
    """Return the job that copies the database, where there is a folder for copies."""
    folder = config.directory
    if folder is None:
        return ()

    async def copy() -> None:
        """Copy the database; whoever runs the bot hears when that fails, or the copy is bad."""
        now = runtime.clock.now()
        try:
            made = await backup(runtime.database, folder, now, keep=config.keep, check=looked_at)
        except (StorageError, OSError) as error:
            async with runtime.unit() as unit:
                runtime.alert(unit, say("operator.no_backup", reason=str(error)))
            raise
        if not made.wrong:
            log.info("the database was copied", file=str(made.file))
            return
        log.error("the copy is not whole", file=str(made.file), reason=made.wrong[0])
        text = say("operator.bad_backup", file=made.file.name, reason=made.wrong[0])
        async with runtime.unit() as unit:
            runtime.alert(unit, text)

    return (Job(name="backup", run=copy, at_hour=(3, 40)),)


async def looked_at(copy: Path) -> Sequence[str] | None:
    """Return what `turretur verify` finds wrong with a copy; None: it came to no end.

    In a process of its own, which gives way to others: a season's games take a while.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "bot", "verify", "--json"),
        *("--database", address_of(copy)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(),
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
    try:
        async with asyncio.timeout(_PATIENCE):
            found, refused = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if not found:
        return [*refused.decode(errors="replace").splitlines(), f"status {process.returncode}"][:1]
    report = json.loads(found)
    return [f"{each['stream']}: {each['kind']}: {each['detail']}" for each in report["findings"]]


def pruning(runtime: Runtime) -> Job:
    """Return the job that forgets what was handled long ago: update numbers may start again."""

    async def prune() -> None:
        before = runtime.clock.now() - KEPT
        async with runtime.database.transaction() as tx:
            await inbox.prune(tx, before)
            await outbox.prune(tx, before)
            await rating_runs.prune(tx, before)
            await rating_work.prune(tx, before)
            await web_sessions.prune(tx, runtime.clock.now())

    return Job(name="prune", run=prune, at_hour=(4, 10))


def searching(night_boards: int, runtime: Runtime, shared: "Shared") -> tuple[Job, ...]:
    """Return the job that has the sequences searched that all may see since, if any are to be."""
    if not night_boards:
        return ()

    async def want() -> None:
        from bot.analysis.sequences import want_opened  # noqa: PLC0415  (once a night)

        await want_opened(runtime, shared, night_boards)

    return (Job(name="search", run=want, at_hour=(2, 10)),)


def fingerprinting(runtime: Runtime, shared: "Shared") -> Job:
    """Return the job that takes and posts the day's fingerprint, at the end of the day."""

    async def take() -> None:
        async with runtime.unit() as unit:
            await fingerprints.take(unit, shared)

    return Job(name="fingerprint", run=take, at_hour=(23, 50))


def checking_games(runtime: Runtime, shared: "Shared") -> Job:
    """Return the job that tells arbiters of running games in which nobody can move."""

    async def check() -> None:
        await stalled.report(runtime, shared)

    return Job(name="stalled", run=check, at_hour=(4, 40))
