"""Nightly jobs: fingerprint, database copy, searches, ratings, deletion of old rows, checks."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import time, timedelta
from pathlib import Path
from typing import Final

from bot.analysis.sequences import want_opened
from bot.program.schedule import RepeatedJob
from bot.ratings.nightly.pruning import prune_terms
from bot.ratings.nightly.publishing import publish_lists
from bot.runtime.config.sections import OFF, Backup, NightlyRatings
from bot.runtime.log import get_logger
from bot.runtime.processes import environment
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.days import stalled_games as stalled
from bot.texts.messages import Notice, say
from bot.texts.notices.competitions.posts import fingerprint_post
from engine.competitions.competition import CompetitionStage
from engine.thinking_time import day_of
from storage import fingerprints
from storage.address import address_of
from storage.backup import backup
from storage.competitions import groups
from storage.errors import StorageError
from storage.people import device_codes, devices, mail_codes, mail_recoveries, web_sessions
from storage.queues import inbox, outbox
from storage.ratings import rating_runs, rating_work

log = get_logger()

KEPT_FOR: Final = timedelta(days=30)
"""How long handled updates, sent messages and the terms of nightly lists are kept."""

_PATIENCE: Final = 3600.0
"""The most seconds for checking a copy."""
_NICE: Final = 10
"""The priority of that process; higher numbers give way to others."""


def copying(config: Backup, runtime: Runtime) -> tuple[RepeatedJob, ...]:
    """Return the job that copies the database; none without a folder for copies."""
    folder = config.directory
    if folder is None:
        return ()

    async def copy() -> None:
        """Copy the database; notify the operators if that fails or the copy is bad."""
        now = runtime.clock.now()
        try:
            copied = await backup(
                runtime.database, folder, now, keep=config.keep, check=errors_in_copy
            )
        except (StorageError, OSError) as error:
            async with runtime.unit() as unit:
                runtime.alert(unit, say("operator.no_backup", reason=str(error)))
            raise
        if not copied.wrong:
            log.info("the database was copied", file=str(copied.file))
            return
        log.error("the copy is not whole", file=str(copied.file), reason=copied.wrong[0])
        text = say("operator.bad_backup", file=copied.file.name, reason=copied.wrong[0])
        async with runtime.unit() as unit:
            runtime.alert(unit, text)

    return (RepeatedJob(name="backup", run=copy, daily_at=time(3, 40)),)


async def errors_in_copy(copy: Path) -> Sequence[str] | None:
    """Return the errors that `turretur verify` finds in a copy; None if it did not finish.

    It runs in a low-priority process, because a season's games take a while.
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
            output, errors = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode is not None and process.returncode < 0:
        return None  # killed, such as for lack of memory, which says nothing about the copy
    if not output:  # the command has refused the copy, with the reason in its last line
        lines = errors.decode(errors="replace").splitlines()
        return lines[-1:] or [f"status {process.returncode}"]
    report = json.loads(output)
    return [
        f"{finding['stream']}: {finding['kind']}: {finding['detail']}"
        for finding in report["findings"]
    ]


def rating(
    config: NightlyRatings, runtime: Runtime, shared: BotSettings
) -> tuple[RepeatedJob, ...]:
    """Return the job that publishes the next version of the rating lists; none if turned off."""
    if config.competitions == config.friendlies == OFF:
        return ()

    async def publish() -> None:
        await publish_lists(runtime, shared, config)

    return (RepeatedJob(name="ratings", run=publish, daily_at=time(2, 40)),)


def pruning(runtime: Runtime) -> RepeatedJob:
    """Return the job that deletes data that is no longer needed.

    This includes old handled updates, because Telegram's update numbers may start again.
    """

    async def prune() -> None:
        """Delete what is too old in every table, in one transaction."""
        now = runtime.clock.now()
        before = now - KEPT_FOR
        async with runtime.database.transaction() as tx:
            await inbox.prune(tx, before)
            await outbox.prune(tx, before)
            await rating_runs.prune(tx, before)
            await prune_terms(tx, before.date())
            await rating_work.prune(tx, before)
            await web_sessions.prune(tx, now)
            await devices.prune(tx, now)
            await device_codes.prune(tx, now)
            await mail_codes.prune(tx, now)
            await mail_recoveries.prune(tx, now)

    return RepeatedJob(name="prune", run=prune, daily_at=time(4, 10))


def searching(night_boards: int, runtime: Runtime, shared: BotSettings) -> tuple[RepeatedJob, ...]:
    """Return the job that requests searches of sequences now open to all; none if turned off."""
    if not night_boards:
        return ()

    async def want() -> None:
        await want_opened(runtime, shared, night_boards)

    return (RepeatedJob(name="search", run=want, daily_at=time(2, 10)),)


def fingerprinting(runtime: Runtime, shared: BotSettings) -> RepeatedJob:
    """Return the job that computes and posts the day's fingerprint at the end of the day."""

    async def take() -> None:
        async with runtime.unit() as unit:
            await _take_fingerprint(unit, shared)

    return RepeatedJob(name="fingerprint", run=take, daily_at=time(23, 50))


async def _take_fingerprint(unit: UnitOfWork, shared: BotSettings) -> None:
    """Take the day's fingerprint and post it silently to running competitions' groups.

    With the message anyone can prove whether earlier data was rewritten (`storage.fingerprints`).
    It contains nothing about people or games. A day without events has no fingerprint.
    """
    day = day_of(unit.now, shared.rules.time_zone)
    taken = await fingerprints.record(unit.tx, day, unit.now, shared.new_seed())
    if taken is None:
        return
    text = fingerprint_post(taken.day, taken.fingerprint)
    for chat in await groups.of_stage(unit.tx, CompetitionStage.RUNNING.value):
        unit.say(Notice(to=chat.chat, text=text, silent=True, about=chat.competition))


def checking_games(runtime: Runtime, shared: BotSettings) -> RepeatedJob:
    """Return the job that notifies arbiters of running games in which nobody can move."""

    async def check() -> None:
        await stalled.report(runtime, shared)

    return RepeatedJob(name="stalled", run=check, daily_at=time(4, 40))
