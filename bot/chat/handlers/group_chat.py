"""What is heard in a group: linking it, and the standings of its competition. Nothing else.

A group is public: whoever speaks there is neither noted as a person nor moved, no other command is
answered, and what belongs to a player or an arbiter alone never gets there.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.chat.handlers import standings
from bot.runtime.shared import Said
from bot.texts.i18n import faults_text
from bot.texts.messages import say
from engine.errors import EngineError, Fault, GameStateError
from storage.groups import GroupKind

if TYPE_CHECKING:
    from bot.service.service import Service
    from bot.texts.messages import Incoming

LINKING = frozenset({"leaga", "link", "start"})
"""`/start CODE` comes from a link that takes the bot to a group."""
TABLES = frozenset({"clasament", "standings"})
_BUTTON = "std"


async def heard(service: "Service", incoming: "Incoming") -> None:
    """Act on what happens in a group, if it is any of our business."""
    if incoming.moved_to is not None:
        await service.group_acts.moved(incoming.chat, incoming.moved_to)
    elif incoming.blocked is not None:
        await _membership(service, incoming)
    elif incoming.edited or incoming.file is not None:
        return
    elif incoming.callback:
        verb, _, args = incoming.data.partition(":")
        if verb == _BUTTON:
            await _answered(service, incoming, args)
    elif incoming.text.startswith("/"):
        name, args = (*incoming.text[1:].split(maxsplit=1), "", "")[:2]
        name = name.partition("@")[0].lower()
        if (name in LINKING and args) or name in TABLES:
            await _answered(service, incoming, args, name)


async def _membership(service: "Service", incoming: "Incoming") -> None:
    """Note that the bot was shown out, or that its rights have changed."""
    if incoming.blocked:
        await service.posts.lost(incoming.chat)
    else:
        await service.group_acts.may_try_topics(incoming.chat)


async def _answered(service: "Service", incoming: "Incoming", args: str, name: str = "") -> None:
    said = Said(incoming, await service.groups.speaker(incoming), args)
    try:
        async with service.unit.savepoint():
            if name in LINKING:
                await _link(service, said)
            else:
                await _standings(service, said)
    except EngineError as error:
        answer = say("refused", faults=faults_text(error))
        if incoming.callback:
            service.toast(said, answer, alert=True)
        else:
            service.reply(said, answer)


async def _link(service: "Service", said: Said) -> None:
    """Handle `/leaga CODE`: link the group, if the code is good and the speaker's own."""
    linked = await service.group_acts.link(said, said.args.split()[0])
    if linked.kind is GroupKind.ARCHIVE:
        service.reply(said, say("group.archive_linked"))
        return
    title = (await service.competitions.load(linked.competition)).competition.title
    service.reply(said, say("group.linked", title=title))


async def _standings(service: "Service", said: Said) -> None:
    """Show the standings of the group's own competition, whatever was asked for.

    In a group that is not linked nothing is said, not even that.
    """
    linked = await service.groups.of_chat(said.incoming.chat)
    if linked is None or linked.kind is not GroupKind.COMPETITION:
        return
    if said.incoming.callback:
        if said.args.partition(":")[0] != linked.competition:
            raise GameStateError(Fault("table_unknown"))
        await standings.show_table(service, said)
    else:
        await standings.standings(service, replace(said, args=linked.competition))
