"""What is heard in a group: linking it, and the standings of its competition. Nothing else.

A group is public: whoever speaks there is neither noted as a person nor moved, no other command is
answered, and what belongs to a player or an arbiter alone never gets there.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.handlers import standings
from bot.language.i18n import faults_text
from bot.messages import say
from bot.office.shared import Said
from engine.errors import EngineError, Fault, GameStateError
from storage.groups import GroupKind

if TYPE_CHECKING:
    from bot.desk.desk import Desk
    from bot.messages import Incoming

LINKING = frozenset({"leaga", "link", "start"})
"""`/start CODE` comes from a link that takes the bot to a group."""
TABLES = frozenset({"clasament", "standings"})
_BUTTON = "std"


async def heard(desk: "Desk", incoming: "Incoming") -> None:
    """Act on what happens in a group, if it is any of our business."""
    if incoming.moved_to is not None:
        await desk.groups.moved(incoming.chat, incoming.moved_to)
    elif incoming.blocked is not None:
        await _membership(desk, incoming)
    elif incoming.edited or incoming.file is not None:
        return
    elif incoming.callback:
        verb, _, args = incoming.data.partition(":")
        if verb == _BUTTON:
            await _answered(desk, incoming, args)
    elif incoming.text.startswith("/"):
        name, args = (*incoming.text[1:].split(maxsplit=1), "", "")[:2]
        name = name.partition("@")[0].lower()
        if (name in LINKING and args) or name in TABLES:
            await _answered(desk, incoming, args, name)


async def _membership(desk: "Desk", incoming: "Incoming") -> None:
    """Note that the bot was shown out, or that its rights have changed."""
    if incoming.blocked:
        await desk.posts.lost(incoming.chat)
    else:
        await desk.groups.may_try_topics(incoming.chat)


async def _answered(desk: "Desk", incoming: "Incoming", args: str, name: str = "") -> None:
    said = Said(incoming, await desk.groups.speaker(incoming), args)
    try:
        async with desk.unit.savepoint():
            if name in LINKING:
                await _link(desk, said)
            else:
                await _standings(desk, said)
    except EngineError as error:
        answer = say("refused", faults=faults_text(error))
        if incoming.callback:
            desk.toast(said, answer, alert=True)
        else:
            desk.reply(said, answer)


async def _link(desk: "Desk", said: Said) -> None:
    """Handle `/leaga CODE`: link the group, if the code is good and the speaker's own."""
    linked = await desk.groups.link(said, said.args.split()[0])
    if linked.kind is GroupKind.ARCHIVE:
        desk.reply(said, say("group.archive_linked"))
        return
    title = (await desk.competitions.load(linked.competition)).competition.title
    desk.reply(said, say("group.linked", title=title))


async def _standings(desk: "Desk", said: Said) -> None:
    """Show the standings of the group's own competition, whatever was asked for.

    In a group that is not linked nothing is said, not even that.
    """
    linked = await desk.groups.of_chat(said.incoming.chat)
    if linked is None or linked.kind is not GroupKind.COMPETITION:
        return
    if said.incoming.callback:
        if said.args.partition(":")[0] != linked.competition:
            raise GameStateError(Fault("table_unknown"))
        await standings.show_table(desk, said)
    else:
        await standings.standings(desk, replace(said, args=linked.competition))
