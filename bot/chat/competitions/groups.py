"""An arbiter's groups: one for a competition, and one as the archive of copies (art. 2.2).

The arbiter writes a one-time code in the group, or uses a link that adds the bot with it. A group
is public: its members are not stored as persons, and no message there is a move. The bot answers
only the linking and the standings. Private facts of a player or an arbiter never appear.
"""

from dataclasses import replace

from bot.chat.choosing import competition_rows
from bot.chat.competitions import standings
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.competitions import COPIES, GROUP, TABLE, GroupAction
from bot.texts.buttons.verb import verb_of
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Button, Card, Incoming, say
from engine.errors import EngineError, Fault, GameStateError
from engine.ids import CompetitionCode
from storage.competitions.groups import Copies, GroupKind

_NEW = "new"
"""The way of copies to another group."""


async def group(service: Service, user_input: UserInput) -> None:
    """Handle `/grup [CODE]`: the competition's group, and how to link one."""
    if user_input.args:
        text, buttons = await _group(
            service, user_input, CompetitionCode(user_input.args.split()[0].upper())
        )
        service.reply(user_input, text, buttons)
        return
    competitions = await service.competitions.all_ruled(user_input.person.id)
    if len(competitions) == 1:
        text, buttons = await _group(service, user_input, competitions[0].competition.code)
        service.reply(user_input, text, buttons)
        return
    if not competitions:
        service.reply(user_input, say("group.no_competition"))
        return
    service.reply(user_input, say("group.which"), competition_rows(competitions, GROUP.button))


async def _group(service: Service, user_input: UserInput, code: CompetitionCode) -> Card:
    """Return the card of a competition's group; only its arbiters see it."""
    title = (await service.competitions.ruled_by(user_input, code)).competition.title
    linked = await service.groups.of_competition(code)
    if linked is None:
        return Card(
            say("group.none", title=title),
            ((GROUP.button(say("button.link"), code, GroupAction.NEW),),),
        )
    return Card(
        say("group.with_requests" if linked.requests else "group.has_one", title=title),
        (
            (GROUP.button(say("button.link_other"), code, GroupAction.NEW),),
            (
                GROUP.button(say("button.group.hide_requests"), code, GroupAction.HIDE_REQUESTS)
                if linked.requests
                else GROUP.button(
                    say("button.group.show_requests"), code, GroupAction.SHOW_REQUESTS
                ),
            ),
            (GROUP.button(say("button.unlink"), code, GroupAction.UNLINK),),
        ),
    )


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of a competition's group."""
    competition, action = GROUP.read(user_input.args)
    title = (await service.competitions.ruled_by(user_input, competition)).competition.title
    if action is GroupAction.NEW:
        offer = await service.group_acts.offer(user_input, GroupKind.COMPETITION, competition)
        text = say("group.how", title=title, code=offer.code)
        service.edit(user_input, text, ((Button(say("button.take_to_group"), url=offer.link),),))
    elif action is GroupAction.UNLINK:
        await service.group_acts.unlink(competition)
        service.edit(user_input, say("group.unlinked", title=title))
    else:
        if action is not GroupAction.CARD:
            are_shown = action is GroupAction.SHOW_REQUESTS
            await service.group_acts.show_requests(competition, requests=are_shown)
        text, buttons = await _group(service, user_input, competition)
        service.edit(user_input, text, buttons)


async def archive(service: Service, user_input: UserInput) -> None:
    """Handle `/arhiva`: where the arbiter's copies of the sheets go (art. 2.2)."""
    text, buttons = await _copies(service, user_input)
    service.reply(user_input, text, buttons)


async def _copies(service: Service, user_input: UserInput) -> Card:
    """Return how the arbiter gets copies, with a button for each other way."""
    way = await service.groups.copies_of(user_input.person.id)
    group_chat = await service.groups.archive_of(user_input.person.id)
    if group_chat is None and way is Copies.ARCHIVE:
        way = Copies.DAILY
    ways = [copies for copies in Copies if copies is not way]
    buttons = tuple(
        (COPIES.button(say(f"button.copies.{copies.value}"), copies.value),) for copies in ways
    )
    if way is Copies.ARCHIVE:
        buttons += ((COPIES.button(say("button.copies.other"), _NEW),),)
    return Card(say("copies.card", way=say(f"copies.{way.value}")), buttons)


async def copies_chosen(service: Service, user_input: UserInput) -> None:
    """Handle the choice of where copies go."""
    if not user_input.person.arbiter:
        service.toast(user_input, say("button.unknown"), alert=True)
        return
    way = COPIES.read(user_input.args).way
    group_chat = await service.groups.archive_of(user_input.person.id)
    if way == _NEW or (way == Copies.ARCHIVE.value and group_chat is None):
        offer = await service.group_acts.offer(user_input, GroupKind.ARCHIVE)
        text = say("copies.how", code=offer.code)
        service.edit(user_input, text, ((Button(say("button.take_to_group"), url=offer.link),),))
        return
    if way in {copies.value for copies in Copies}:
        await service.group_acts.send_copies(user_input.person.id, Copies(way))
    text, buttons = await _copies(service, user_input)
    service.edit(user_input, text, buttons)


async def link_here(service: Service, user_input: UserInput) -> None:
    """Handle `/leaga` in a private chat: explain that it belongs in a group."""
    service.reply(user_input, say("group.link_there"))


LINKING = frozenset({"leaga", "link", "start"})
"""`/start CODE` comes from a link that adds the bot to a group."""
TABLES = frozenset({"clasament", "standings"})


async def handle_group_message(service: Service, incoming: Incoming) -> None:
    """Handle a message or event in a group, if it concerns the bot."""
    if incoming.moved_to is not None:
        await service.group_acts.moved(incoming.chat, incoming.moved_to)
    elif incoming.blocked is not None:
        await _membership(service, incoming)
    elif incoming.edited or incoming.file is not None or incoming.forwarded is not None:
        return
    elif incoming.callback:
        verb, args = verb_of(incoming.data)
        if verb == TABLE.name:
            await _answered(service, incoming, args)
    elif incoming.text.startswith("/"):
        name, args = (*incoming.text[1:].split(maxsplit=1), "", "")[:2]
        name = name.partition("@")[0].lower()
        if (name in LINKING and args) or name in TABLES:
            await _answered(service, incoming, args, name)


async def _membership(service: Service, incoming: Incoming) -> None:
    """Record that the bot was removed, or that its rights have changed."""
    if incoming.blocked:
        await service.posts.lost(incoming.chat)
    else:
        await service.group_acts.may_try_topics(incoming.chat)


async def _answered(service: Service, incoming: Incoming, args: str, name: str = "") -> None:
    """Answer a command or a press in a group; a refusal becomes the answer."""
    user_input = UserInput(incoming, await service.groups.speaker(incoming), args)
    try:
        async with service.unit.savepoint():
            if name in LINKING and incoming.anonymous:
                service.reply(user_input, say("group.anonymous"))
            elif name in LINKING:
                await _link(service, user_input)
            else:
                await _standings(service, user_input)
    except EngineError as error:
        answer = say("refused", faults=faults_text(error))
        if incoming.callback:
            service.toast(user_input, answer, alert=True)
        else:
            service.reply(user_input, answer)


async def _link(service: Service, user_input: UserInput) -> None:
    """Handle `/leaga CODE`: link the group, if the code is valid and the sender's own."""
    linked = await service.group_acts.link(user_input, user_input.args.split()[0])
    if linked.kind is GroupKind.ARCHIVE:
        service.reply(user_input, say("group.archive_linked"))
        return
    title = (await service.competitions.load(linked.competition)).competition.title
    service.reply(user_input, say("group.linked", title=title))


async def _standings(service: Service, user_input: UserInput) -> None:
    """Show the standings of the group's competition, whatever the argument.

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
        await standings.standings(service, replace(user_input, args=linked.competition))
