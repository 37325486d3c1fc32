"""An arbiter's copies of the sheets (art. 2.2): they go where he wants them.

To his chat aloud, to his chat without a sound (as long as he has not chosen), or to an archive
group with a topic for each pair. His own chat is then left to what needs him.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.texts.messages import Topic
from engine.errors import GameStateError
from engine.ids import MatchCode
from storage.groups import Copies

if TYPE_CHECKING:
    from bot.service.readers import Readers
    from bot.texts.messages import Notice


async def routed(service: "Readers", notice: "Notice") -> "Notice":
    """Return an arbiter's copy, addressed to where he wants it."""
    person = await service.persons.by_chat(notice.to)
    if person is None:
        return notice
    way = await service.groups.copies_of(person.id)
    archive = await service.groups.archive_of(person.id) if way is Copies.ARCHIVE else None
    if archive is not None:
        topic = await _topic(service, notice.about)
        return replace(notice, to=archive.chat, silent=True, buttons=(), topic=topic)
    return replace(notice, silent=way is not Copies.ALOUD)


async def _topic(service: "Readers", about: str) -> Topic | None:
    """Return the topic of the pair that a notice is about."""
    code = about.partition("/")[0]
    try:
        match = (await service.matches.load(MatchCode(code))).match
    except GameStateError:
        return None
    names = await service.persons.names(match.people)
    first, second = names[match.first], names[match.second]
    return Topic(code, f"{code} · {first} – {second}")
