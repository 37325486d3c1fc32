"""Forwarded messages: somebody else wrote them, so they are no act of the person who forwards them.

A forwarded text that answers a question for words is quoted, with its author and time. Any other
is never carried out: the bot asks what to do with it.
"""

from typing import Final
from zoneinfo import ZoneInfo

from bot.chat import topics
from bot.chat.cases import attaching
from bot.chat.conversation.offered_lines import offer
from bot.chat.play import moves
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.conversation import AS_OWN
from bot.texts.formats import clean
from bot.texts.messages import Buttons, Forwarded, say

QUOTED: Final = frozenset(
    {
        topics.CLAIM,
        topics.LETTER,
        topics.LINE,
        topics.OPINION,
        topics.REMARK,
        topics.STATEMENT,
    }
)
"""The topics whose answer is sent on to people, so it names its author."""
_KEPT: Final = "forwarded"
_LONGEST_NAME: Final = 60
_SHOWN: Final = 30
"""The most characters of the text on its button."""


async def _author(service: Service, origin: Forwarded) -> str:
    """Return the name by which the bot knows the author, or else Telegram's; "" without any."""
    known = await service.persons.by_chat(origin.sender) if origin.sender else None
    return origin.name if known is None else known.name


async def quoted(service: Service, text: str, origin: Forwarded) -> str:
    """Return a forwarded text below its author and instant, in signs that need no language."""
    name = clean(await _author(service, origin), longest=_LONGEST_NAME, lines=False) or "?"
    at = origin.at.astimezone(ZoneInfo(service.shared.rules.time_zone))
    return f"\N{RIGHTWARDS ARROW WITH HOOK} {name}, {at:%d.%m.%Y, %H:%M}:\n{text}"


async def ask(service: Service, user_input: UserInput, origin: Forwarded, *, is_act: bool) -> None:
    """Ask what to do with a forwarded text; `is_act`: typed, it would be a command or a move.

    An arbiter who plays nowhere forwards lists of players, which are read as such.
    """
    person = user_input.person.id
    plays = await service.games.listed(person) or await service.games.played(person)
    if not is_act and not plays:
        await moves.plain_text(service, user_input)
        return
    text = await quoted(service, user_input.args, origin)
    _, rows = await attaching.offer(service, user_input, text)
    rows = (*rows, *await offer(service, user_input, text))
    if is_act:
        await service.previews.remember(user_input, _KEPT, user_input.args)
        rows = (*rows, *_as_own(user_input))
    key = "forwarded.ask" if rows else "forwarded.nothing"
    who = await _author(service, origin) or say("forwarded.somebody")
    service.reply(user_input, say(key, who=who, at=origin.at.isoformat()), rows)


def _as_own(user_input: UserInput) -> Buttons:
    label = say("button.as_own", text=clean(user_input.args, longest=_SHOWN, lines=False))
    return ((AS_OWN.button(label, f"{user_input.incoming.message}"),),)


async def taken_as_own(service: Service, user_input: UserInput) -> str | None:
    """Return the forwarded text that the person now sends as their own; None if it is gone."""
    text = await service.previews.recall(user_input, _KEPT)
    if text is None:
        service.toast(user_input, say("play.stale"))
        return None
    service.edit(user_input, say("forwarded.as_own", text=text))
    return text
