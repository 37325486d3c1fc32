"""Forwarded messages: somebody else wrote them, so they are no act of the person who forwards them.

A forwarded text that answers a question for words is quoted, with its author and time. Any other
is never carried out: the bot asks what to do with it (`bot.chat.free_input`).
"""

from typing import Final
from zoneinfo import ZoneInfo

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.conversation import AS_OWN
from bot.texts.clean_text import clean
from bot.texts.messages import Buttons, Forwarded, say

QUOTED: Final = frozenset(
    {
        Topic.CLAIM,
        Topic.LETTER,
        Topic.LINE,
        Topic.OPINION,
        Topic.REMARK,
        Topic.STATEMENT,
    }
)
"""The topics whose answer is sent on to people, so it names its author."""
_STORED_AS: Final = "forwarded text"
"""The key under which a forwarded text waits for its button, with its message's number."""
_LONGEST_NAME: Final = 60
"""The most characters of an author's name above the quoted text."""
_LONGEST_LABEL: Final = 30
"""The most characters of the text on its button."""


async def author(service: Service, origin: Forwarded) -> str:
    """Return the name by which the bot knows the author, or else Telegram's; "" without any."""
    person = await service.persons.by_address(origin.sender) if origin.sender else None
    return origin.name if person is None else person.name


async def quoted(service: Service, text: str, origin: Forwarded) -> str:
    """Return a forwarded text below its author and instant, in signs that need no language."""
    name = clean(await author(service, origin), longest=_LONGEST_NAME, lines=False) or "?"
    at = origin.at.astimezone(ZoneInfo(service.shared.rules.time_zone))
    return f"\N{RIGHTWARDS ARROW WITH HOOK} {name}, {at:%d.%m.%Y, %H:%M}:\n{text}"


async def as_own_row(service: Service, user_input: UserInput) -> Buttons:
    """Store the text; return the button by which the person sends it as their own."""
    await service.dialogues.keep_typed(user_input, _STORED_AS, user_input.args)
    label = say("button.as_own", text=clean(user_input.args, longest=_LONGEST_LABEL, lines=False))
    return ((AS_OWN.button(label, f"{user_input.incoming.message}"),),)


async def take_as_own(service: Service, user_input: UserInput) -> str | None:
    """Return the forwarded text of the pressed button; None, after saying so, if it is gone."""
    message = AS_OWN.read(user_input.args).token
    text = await service.dialogues.take_tagged(user_input, _STORED_AS, message)
    if text is None:
        service.toast(user_input, say("play.stale"))
        return None
    service.edit(user_input, say("forwarded.as_own", text=text))
    return text
