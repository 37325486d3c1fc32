"""The job of a night: publish the next version of each list that has a new result."""

from collections.abc import Awaitable, Callable, Iterator

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.systems import System
from bot.ratings.jobs.process import TaskFailed
from bot.ratings.nightly.lists import NightlyList, publish_next
from bot.ratings.nightly.results import (
    RatedTournament,
    competition_tournaments,
    friendly_tournaments,
)
from bot.runtime.config.sections import OFF, NightlyRatings
from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from engine.errors import GameStateError
from storage.ratings.person_keys import NightlyKind

log = get_logger()

Read = Callable[[AsyncConnection, BotSettings], Awaitable[tuple[RatedTournament, ...]]]
"""Reads from the log the tournaments that feed a list."""


async def publish_lists(runtime: Runtime, shared: BotSettings, config: NightlyRatings) -> None:
    """Publish the next version of each list, in the systems that the organiser chose."""
    zone = shared.rules.time_zone
    for nightly_list, read in _chosen_lists(config):
        try:
            async with runtime.database.reading() as tx:
                tournaments = await read(tx, shared)
            published = await publish_next(runtime, zone, nightly_list, tournaments)
        except (TaskFailed, GameStateError) as error:  # the other list does not depend on this one
            log.error("a rating list came to nothing", list=nightly_list.kind, reason=str(error))  # noqa: TRY400
        else:
            if published is not None:
                version = published.version
                log.info("a rating list was published", list=published.kind, version=version)


def _chosen_lists(config: NightlyRatings) -> Iterator[tuple[NightlyList, Read]]:
    """Yield the lists that are turned on, each with the reader of its tournaments."""
    if config.competitions != OFF:
        system = System(config.competitions)
        yield NightlyList(kind=NightlyKind.COMPETITIONS, system=system), competition_tournaments
    if config.friendlies != OFF:
        system = System(config.friendlies)
        yield NightlyList(kind=NightlyKind.FRIENDLIES, system=system), friendly_tournaments
