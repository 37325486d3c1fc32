"""Rating lists: `/lista`, pages, changes, explanations of a rating, publishing.

An unpublished list is visible only to the person who made it.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.chat.ratings import charts, explanations, list_documents
from bot.ratings.calculation.picture_messages import PictureMessage
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists import list_messages, stored_lists
from bot.ratings.lists.access import find_visible, viewer_of
from bot.ratings.lists.list_requests import read_request
from bot.ratings.lists.list_texts import title_text
from bot.ratings.lists.publishing import has_published_run, publish_run, versions_of
from bot.ratings.lists.stored_lists import StoredList
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.ratings import LIST, ListAction
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Text, say
from engine.errors import Fault, GameStateError
from storage.ratings import published_lists
from storage.ratings.published_lists import PublishedList

_MOST_DAYS: Final = 12
"""The most days and versions with a button."""


async def lists(service: Service, user_input: UserInput) -> None:
    """Handle `/lista [SYSTEM] [KIND] [DATE]`: a list in force, or the choices."""
    request = read_request(user_input.args, service.today())
    system = request.system or await _system_of(service, request.kind)
    if system is None:
        await _overview(service, user_input)
        return
    kind = request.kind or stored_lists.main_kind(system)
    in_force = await published_lists.in_force(service.unit.tx, system, kind, request.day)
    if in_force is None:
        text = say("lists.none_of", system=system_text(system), kind=kind_text(kind))
        service.reply(user_input, text)
        return
    await _send_list(
        service, user_input, await stored_lists.published_list(service.unit.tx, in_force)
    )


async def _system_of(service: Service, kind: str | None) -> str | None:
    """Return the system of the latest list of that kind, or None without one."""
    of_kind = [
        published_list
        for published_list in await published_lists.all_in_force(service.unit.tx)
        if published_list.kind == kind
    ]
    latest = max(of_kind, key=lambda listed: (listed.day, listed.id), default=None)
    return None if latest is None else latest.system


async def _overview(service: Service, user_input: UserInput) -> None:
    """Show the lists in force as buttons."""
    in_force = await published_lists.all_in_force(service.unit.tx)
    if not in_force:
        service.reply(user_input, say("lists.none"))
        return
    buttons = [(_list_button(published_list),) for published_list in in_force]
    service.reply(user_input, say("lists.choose"), tuple(buttons))


def _list_button(published_list: PublishedList) -> Button:
    """Return the button that opens a published list."""
    label = say(
        "button.list_open",
        system=system_text(published_list.system),
        kind=kind_text(published_list.kind),
        day=published_list.day.isoformat(),
    )
    return list_messages.open_button(label, published_list)


async def _send_list(
    service: Service, user_input: UserInput, stored_list: StoredList, page: int = 0
) -> None:
    """Send a list as a new message."""
    view = await _list_message(service, user_input, stored_list, page)
    service.reply(user_input, view.text, view.buttons, pictures=(view.picture,))


async def _list_message(
    service: Service, user_input: UserInput, stored_list: StoredList, page: int
) -> PictureMessage:
    """Return a page of a list as the person may see it."""
    previous = await stored_lists.before(service.unit.tx, stored_list)
    viewer = await viewer_of(service.unit.tx, user_input.person, service.shared.operators)
    return list_messages.list_message(stored_list, previous, viewer, page)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of a list."""
    action, ref, more = LIST.read(user_input.args)
    stored_list = await find_visible(service.unit.tx, user_input.person, ref)
    await _ACTIONS[action](service, user_input, stored_list, more)


async def _show_page(
    service: Service, user_input: UserInput, stored_list: StoredList, more: str
) -> None:
    """Show a page of the list, in place of the pressed message or as a new one."""
    if more == list_messages.IN_NEW_MESSAGE:
        service.toast(user_input)
        await _send_list(service, user_input, stored_list)
        return
    _edit(service, user_input, await _list_message(service, user_input, stored_list, page_in(more)))


def _edit(service: Service, user_input: UserInput, view: PictureMessage) -> None:
    """Change the picture, its caption and the buttons."""
    service.edit(user_input, view.text, view.buttons, pictures=(view.picture,))


async def _show_kind(
    service: Service, user_input: UserInput, stored_list: StoredList, kind: str
) -> None:
    """Show another list of the same run."""
    if kind not in stored_list.kinds:
        raise GameStateError(Fault("button_unknown"))
    if not stored_list.is_published:
        other_list = await stored_lists.find_list(
            service.unit.tx, stored_lists.run_ref(stored_list.run, kind)
        )
    else:
        versions = await published_lists.versions(service.unit.tx, stored_list.id_of(kind))
        of_run = [version for version in versions if version.run == stored_list.run]
        if not of_run:
            raise GameStateError(Fault("rating_gone"))
        other_list = await stored_lists.published_list(service.unit.tx, of_run[-1])
    _edit(service, user_input, await _list_message(service, user_input, other_list, 0))


async def _show_moves(
    service: Service, user_input: UserInput, stored_list: StoredList, more: str
) -> None:
    """Show the changes since the previous list; a button without a page sends a new message."""
    previous = await stored_lists.before(service.unit.tx, stored_list)
    if previous is None:
        raise GameStateError(Fault("rating_no_list_before"))
    view = list_messages.moves_message(stored_list, previous, page_in(more))
    if more:
        _edit(service, user_input, view)
        return
    service.toast(user_input)
    service.reply(user_input, view.text, view.buttons, pictures=(view.picture,))


async def _show_days(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Show the list's other days and versions."""
    service.toast(user_input)
    latest = await published_lists.days_of(service.unit.tx, stored_list.system, stored_list.kind)
    list_id = stored_list.id_of(stored_list.kind)
    older = [
        published_list
        for published_list in await published_lists.versions(service.unit.tx, list_id)
        if published_list not in latest
    ]
    if not latest:
        service.reply(user_input, say("lists.none"))
        return
    rows = [_day_button(published_list) for published_list in (*older, *latest)]
    not_shown = len(rows) - _MOST_DAYS
    text = say(
        "lists.days",
        system=system_text(stored_list.system),
        kind=kind_text(stored_list.kind),
        more=say("rating.more", n=not_shown) if not_shown > 0 else None,
    )
    service.reply(user_input, text, tuple((button,) for button in rows[:_MOST_DAYS]))


def _day_button(published_list: PublishedList) -> Button:
    key = "button.list_version" if published_list.version > 1 else "button.list_day"
    label = Text(key, {"day": published_list.day.isoformat(), "version": published_list.version})
    return list_messages.open_button(label, published_list)


async def _ask_to_publish(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Ask whether to publish the lists of the run, unless they are published already."""
    service.persons.check_rating_keeper(user_input)
    service.toast(user_input)
    if await has_published_run(service.unit.tx, stored_list):
        service.reply(user_input, say("rating.published_already"))
        return
    versions = await versions_of(service.unit.tx, stored_list)
    text = say(
        "rating.publish_ask",
        title=title_text(stored_list),
        n=len(versions),
        version=max(versions.values()) + 1,
        again=say("rating.publish_again") if max(versions.values()) else None,
        sha=stored_list.input_sha256,
    )
    yes = LIST.button(say("button.list_yes"), ListAction.YES, stored_list.ref)
    service.reply(user_input, text, ((yes,),))


async def _publish_run(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Publish the lists of the run."""
    service.persons.check_rating_keeper(user_input)
    published = await publish_run(service.unit.tx, stored_list, user_input.person.id, user_input.at)
    if not published:
        service.edit(user_input, say("rating.published_already"))
        return
    text = say(
        "rating.published_now",
        title=title_text(await stored_lists.published_list(service.unit.tx, published[0])),
        n=len(published),
        sha=stored_list.input_sha256,
    )
    service.edit(user_input, text, ((_list_button(published[0]),),))


_Action = Callable[[Service, UserInput, StoredList, str], Awaitable[None]]
"""Handles a button of a list; the text is what `OfList.more` says for that action."""

_ACTIONS: Final[Mapping[ListAction, _Action]] = {
    ListAction.TABLE: _show_page,
    ListAction.KIND: _show_kind,
    ListAction.MOVES: _show_moves,
    ListAction.WHY: explanations.explain,
    ListAction.CHART: charts.ask_players,
    ListAction.BOOK: list_documents.send_spreadsheet,
    ListAction.PAPER: list_documents.send_pages,
    ListAction.DAYS: _show_days,
    ListAction.SAVED: list_documents.send_saved,
    ListAction.PUBLISH: _ask_to_publish,
    ListAction.YES: _publish_run,
}
