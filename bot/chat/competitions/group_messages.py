"""Messages in groups: the bot answers only the linking of a group and the standings.

A group is public: its members are not stored as persons, and no message there is a move. Private
facts of a player or an arbiter never appear.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.chat.commands import BY_NAME, command_named
from bot.chat.competitions import standings
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.competitions import TABLE
from bot.texts.buttons.verb import verb_of
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Incoming, say
from engine.errors import EngineError, Fault, GameStateError
from storage.competitions.groups import GroupKind

_LINKING: Final = frozenset({BY_NAME["leaga"], BY_NAME["start"]})
"""The commands that link the group; a link that adds the bot to a group sends `/start CODE`."""
_STANDINGS: Final = BY_NAME["clasament"]
"""The command that shows the standings."""


async def handle_group_message(service: Service, incoming: Incoming) -> None:
    """Handle a message or event in a group, if it concerns the bot."""
    if incoming.moved_to is not None:
        await service.group_acts.note_moved(incoming.chat, incoming.moved_to)
    elif incoming.blocked is not None:
        await _note_membership(service, incoming)
    elif incoming.is_edited or incoming.file is not None or incoming.forwarded is not None:
        return
    elif incoming.callback:
        verb, args = verb_of(incoming.data)
        if verb == TABLE.name:
            await _answer(service, incoming, args, _show_standings)
    elif incoming.text.startswith("/"):
        typed, *rest = incoming.text.split(maxsplit=1)
        command = command_named(typed.removeprefix("/"))
        args = "".join(rest)
        if command in _LINKING and args:
            await _answer(service, incoming, args, _link_group)
        elif command is _STANDINGS:
            await _answer(service, incoming, args, _show_standings)


async def _note_membership(service: Service, incoming: Incoming) -> None:
    """Record that the bot was removed, or that its rights have changed."""
    if incoming.blocked:
        await service.posts.note_lost(incoming.chat)
    else:
        await service.group_acts.may_try_topics(incoming.chat)


async def _answer(
    service: Service,
    incoming: Incoming,
    args: str,
    handler: Callable[[Service, UserInput], Awaitable[None]],
) -> None:
    """Answer a command or a press in a group; a refusal becomes the answer."""
    user_input = UserInput(incoming, await service.groups.speaker(incoming), args)
    try:
        async with service.unit.savepoint():
            await handler(service, user_input)
    except EngineError as error:
        answer = say("refused", faults=faults_text(error))
        if incoming.callback:
            service.toast(user_input, answer, alert=True)
        else:
            service.reply(user_input, answer)


async def _link_group(service: Service, user_input: UserInput) -> None:
    """Handle `/leaga CODE`: link the group, if the code is valid and the sender's own."""
    if user_input.incoming.is_anonymous:
        service.reply(user_input, say("group.anonymous"))
        return
    linked = await service.group_acts.link(user_input, user_input.args.split()[0])
    if linked.kind is GroupKind.ARCHIVE:
        service.reply(user_input, say("group.archive_linked"))
        return
    title = (await service.competitions.load(linked.competition)).competition.title
    service.reply(user_input, say("group.linked", title=title))


async def _show_standings(service: Service, user_input: UserInput) -> None:
    """Show the standings of the group's competition; the argument may name a group of players.

    In a group that is not linked, the bot stays silent.
    """
    linked = await service.groups.of_chat(user_input.incoming.chat)
    if linked is None or linked.kind is not GroupKind.COMPETITION:
        return
    if user_input.incoming.callback:
        if TABLE.read(user_input.args).competition != linked.competition:
            raise GameStateError(Fault("table_unknown"))
        await standings.show_table(service, user_input)
    else:
        wanted = f"{linked.competition} {user_input.args}"
        await standings.show(service, replace(user_input, args=wanted))
