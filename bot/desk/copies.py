"""An arbiter's copies of the sheets (art. 2.2): they go where he wants them.

To his chat aloud, to his chat without a sound (as long as he has not chosen), or to an archive
group with a topic for each pair. His own chat is then left to what needs him.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.messages import Topic
from engine.errors import GameStateError
from engine.ids import MatchCode
from storage.groups import Copies

if TYPE_CHECKING:
    from bot.desk.readers import Readers
    from bot.messages import Notice


async def routed(desk: "Readers", notice: "Notice") -> "Notice":
    """Return an arbiter's copy, addressed to where he wants it."""
    person = await desk.persons.by_chat(notice.to)
    if person is None:
        return notice
    way = await desk.groups.copies_of(person.id)
    archive = await desk.groups.archive_of(person.id) if way is Copies.ARCHIVE else None
    if archive is not None:
        topic = await _topic(desk, notice.about)
        return replace(notice, to=archive.chat, silent=True, buttons=(), topic=topic)
    return replace(notice, silent=way is not Copies.ALOUD)


async def _topic(desk: "Readers", about: str) -> Topic | None:
    """Return the topic of the pair that a notice is about."""
    code = about.partition("/")[0]
    try:
        match = (await desk.matches.load(MatchCode(code))).match
    except GameStateError:
        return None
    names = await desk.persons.names(match.people)
    first, second = names[match.first], names[match.second]
    return Topic(code, f"{code} · {first} – {second}")
