"""The daily fingerprint of all logs, posted to the groups of running competitions.

With the message anyone can prove whether earlier data was rewritten (`storage.fingerprints`). It
contains nothing about people or games.
"""

from typing import TYPE_CHECKING

from bot.texts.messages import Notice
from bot.texts.notices.competitions.posts import fingerprint_post
from engine.competitions.competition import CompetitionStage
from engine.thinking_time import day_of
from storage import fingerprints
from storage.competitions import groups

if TYPE_CHECKING:
    from bot.runtime.shared import Shared
    from bot.runtime.unit import UnitOfWork


async def take(unit: "UnitOfWork", shared: "Shared") -> None:
    """Take the day's fingerprint and post it silently, if anything has happened."""
    day = day_of(unit.now, shared.rules.time_zone)
    made = await fingerprints.take(unit.tx, day, unit.now, shared.new_seed())
    if made is None:
        return
    text = fingerprint_post(made.day, made.fingerprint)
    for chat in await groups.of_stage(unit.tx, CompetitionStage.RUNNING.value):
        unit.say(Notice(to=chat.chat, text=text, silent=True, about=chat.competition))
