"""An arbiter's groups: one for a competition, and one as the archive of copies (art. 2.2).

The arbiter writes a one-time code in the group, or uses a link that adds the bot with it;
`bot.chat.competitions.group_messages` handles what is written there.
"""

from typing import Final

from bot.chat.choosing import competition_rows
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.competitions import COPIES, GROUP, GroupAction
from bot.texts.messages import Button, Buttons, Card, say
from engine.ids import CompetitionCode
from storage.competitions.groups import GroupKind
from storage.competitions.sheet_copies import Copies

_NEW_GROUP: Final = "new"
"""The choice, beside those of `Copies`, of another group for the copies."""


async def show_group(service: Service, user_input: UserInput) -> None:
    """Handle `/grup [CODE]`: the competition's group, and how to link one."""
    if user_input.args:
        code = CompetitionCode(user_input.args.split()[0].upper())
        service.reply(user_input, *await _group_card(service, user_input, code))
        return
    competitions = await service.competitions.all_ruled(user_input.person.id)
    if len(competitions) == 1:
        code = competitions[0].competition.code
        service.reply(user_input, *await _group_card(service, user_input, code))
    elif competitions:
        service.reply(user_input, say("group.which"), competition_rows(competitions, GROUP.button))
    else:
        service.reply(user_input, say("group.no_competition"))


async def _group_card(service: Service, user_input: UserInput, code: CompetitionCode) -> Card:
    """Return the card of a competition's group; only its arbiters see it."""
    title = (await service.competitions.ruled_by(user_input, code)).competition.title
    linked = await service.groups.of_competition(code)
    if linked is None:
        link = GROUP.button(say("button.link"), code, GroupAction.NEW)
        return Card(say("group.none", title=title), ((link,),))
    if linked.requests:
        key = "group.with_requests"
        requests = GROUP.button(say("button.group.hide_requests"), code, GroupAction.HIDE_REQUESTS)
    else:
        key = "group.has_one"
        requests = GROUP.button(say("button.group.show_requests"), code, GroupAction.SHOW_REQUESTS)
    link_other = GROUP.button(say("button.link_other"), code, GroupAction.NEW)
    unlink = GROUP.button(say("button.unlink"), code, GroupAction.UNLINK)
    return Card(say(key, title=title), ((link_other,), (requests,), (unlink,)))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of a competition's group."""
    competition, action = GROUP.read(user_input.args)
    title = (await service.competitions.ruled_by(user_input, competition)).competition.title
    match action:
        case GroupAction.NEW:
            offer = await service.group_acts.offer(user_input, GroupKind.COMPETITION, competition)
            text = say("group.how", title=title, code=offer.code)
            service.edit(user_input, text, _add_to_group_row(offer.link))
            return
        case GroupAction.UNLINK:
            await service.group_acts.unlink(competition)
            service.edit(user_input, say("group.unlinked", title=title))
            return
        case GroupAction.SHOW_REQUESTS | GroupAction.HIDE_REQUESTS:
            are_shown = action is GroupAction.SHOW_REQUESTS
            await service.group_acts.show_requests(competition, requests=are_shown)
    service.edit(user_input, *await _group_card(service, user_input, competition))


def _add_to_group_row(link: str) -> Buttons:
    """Return the button that adds the bot to a group of the arbiter, with the one-time code."""
    return ((Button(say("button.take_to_group"), url=link),),)


async def show_copies(service: Service, user_input: UserInput) -> None:
    """Handle `/arhiva`: where the arbiter's copies of the sheets go (art. 2.2)."""
    service.reply(user_input, *await _copies_card(service, user_input))


async def _copies_card(service: Service, user_input: UserInput) -> Card:
    """Return how the arbiter gets copies, with a button for each other way."""
    current_way, _ = await service.groups.copies_of(user_input.person.id)
    buttons = tuple(
        (COPIES.button(say(f"button.copies.{way.value}"), way.value),)
        for way in Copies
        if way is not current_way
    )
    if current_way is Copies.ARCHIVE:
        buttons += ((COPIES.button(say("button.copies.other"), _NEW_GROUP),),)
    return Card(say("copies.card", way=say(f"copies.{current_way.value}")), buttons)


async def _has_archive(service: Service, user_input: UserInput) -> bool:
    return await service.groups.archive_of(user_input.person.id) is not None


async def copies_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the choice of where copies go; the archive group must be linked first."""
    if not user_input.person.arbiter:
        service.toast(user_input, say("button.unknown"), alert=True)
        return
    chosen = COPIES.read(user_input.args).way
    is_archive = chosen == Copies.ARCHIVE.value
    if chosen == _NEW_GROUP or (is_archive and not await _has_archive(service, user_input)):
        offer = await service.group_acts.offer(user_input, GroupKind.ARCHIVE)
        service.edit(user_input, say("copies.how", code=offer.code), _add_to_group_row(offer.link))
        return
    if chosen in {way.value for way in Copies}:
        await service.group_acts.send_copies(user_input.person.id, Copies(chosen))
    service.edit(user_input, *await _copies_card(service, user_input))


async def explain_linking(service: Service, user_input: UserInput) -> None:
    """Handle `/leaga` in a private chat: explain that it belongs in a group."""
    service.reply(user_input, say("group.link_there"))
