"""Notifies the arbiter who linked a group of what Telegram refuses there."""

from enum import StrEnum

from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Notice, say
from storage.competitions import groups
from storage.people import people


class GroupRefusal(StrEnum):
    """What a group does not allow; each is the end of the key of a text, `group.…`."""

    TOPIC_CLOSED = "topic_closed"
    NO_RIGHT = "no_right"
    """The bot may not write."""
    NO_MEDIA = "no_media"
    NO_TOPICS = "no_topics"
    """The bot may not open topics, or the group has none."""


async def notify_owner(unit: UnitOfWork, chat: int, refusal: GroupRefusal, reason: str) -> None:
    """Notify the arbiter who linked the group, once a day; `reason` is what Telegram says."""
    group = await groups.of_chat(unit.tx, chat)
    if group is None:
        return
    owner = await people.get(unit.tx, group.person)
    if owner.address is not None:
        text = say(f"group.{refusal}", code=group.competition or "–", reason=reason)
        once = f"group:{refusal}:{chat}:{unit.now:%F}"
        unit.say(Notice(to=owner.address, text=text, dedup=once))
