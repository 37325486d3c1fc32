"""Rating lists: `/lista`, pages, changes, explanations of a rating, publishing.

An unpublished list is visible only to the person who made it.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.chat.ratings import why as rating_why
from bot.ratings.jobs.cards import system_text
from bot.ratings.jobs.wording import PictureMessage, kind_text
from bot.ratings.lists import stored_lists, views
from bot.ratings.lists.access import find_visible, publish_run, versions_of, viewer_of
from bot.ratings.lists.list_texts import title_text
from bot.ratings.lists.requests import read_request
from bot.ratings.lists.stored_lists import ShownList
from bot.runtime.shared import Said
from bot.service.service import Service
from bot.texts.buttons.ratings import LIST
from bot.texts.buttons.verb import page_in
from bot.texts.messages import Button, Text, say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError
from storage.ratings import published as ratings
from storage.ratings.published import ListId, Published

MOST_DAYS = 12


async def lists(service: Service, said: Said) -> None:
    """Handle `/lista [SYSTEM] [KIND] [DATE]`: a list in force, or the choices."""
    wanted = read_request(said.args, service.today())
    system = wanted.system or await _system_of(service, wanted.kind)
    if system is None:
        await _overview(service, said)
        return
    kind = wanted.kind or stored_lists.main_kind(system)
    found = await ratings.in_force(service.unit.tx, system, kind, wanted.day)
    if found is None:
        text = say("lists.none_of", system=system_text(system), kind=kind_text(kind))
        service.reply(said, text)
        return
    await _show(service, said, await stored_lists.published_list(service.unit.tx, found))


async def _system_of(service: Service, kind: str | None) -> str | None:
    """Return the system of the latest list of that kind, or None without one."""
    lists = [each for each in await ratings.all_in_force(service.unit.tx) if each.kind == kind]
    return max(lists, key=lambda one: (one.day, one.id)).system if lists else None


async def _overview(service: Service, said: Said) -> None:
    """Show the lists in force as buttons."""
    found = await ratings.all_in_force(service.unit.tx)
    if not found:
        service.reply(said, say("lists.none"))
        return
    buttons = [(_list_button(each),) for each in found]
    service.reply(said, say("lists.choose"), tuple(buttons))


def _list_button(each: Published) -> Button:
    label = say(
        "button.list_open",
        system=system_text(each.system),
        kind=kind_text(each.kind),
        day=each.day.isoformat(),
    )
    return LIST.button(label, views.TABLE, f"p{each.id}", "new")


async def _show(service: Service, said: Said, shown: ShownList, page: int = 0) -> None:
    """Send a list as a new message."""
    view = await _view(service, said, shown, page)
    service.reply(said, view.text, view.buttons, pictures=(view.picture,))


async def _view(service: Service, said: Said, shown: ShownList, page: int) -> PictureMessage:
    before = await stored_lists.before(service.unit.tx, shown)
    viewer = await viewer_of(service.unit.tx, said.person, service.shared.operators)
    return views.list_view_of(shown, before, viewer, page)


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons of a list."""
    way, ref, more = LIST.read(said.args)
    if way not in _WAYS:
        raise GameStateError(Fault("button_unknown"))
    shown = await find_visible(service.unit.tx, said.person, ref)
    await _WAYS[way](service, said, shown, more)


async def _table(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Show a page of the list, in place of the pressed message or as a new one."""
    if more == "new":
        service.toast(said)
        await _show(service, said, shown)
        return
    _change(service, said, await _view(service, said, shown, page_in(more)))


def _change(service: Service, said: Said, view: PictureMessage) -> None:
    """Change the picture, its caption and the buttons."""
    service.edit(said, view.text, view.buttons, pictures=(view.picture,))


async def _kind(service: Service, said: Said, shown: ShownList, kind: str) -> None:
    """Show another list of the same run."""
    if kind not in shown.kinds:
        raise GameStateError(Fault("button_unknown"))
    if not shown.version:
        other = await stored_lists.find_list(service.unit.tx, f"r{shown.run}.{kind}")
    else:
        which = ListId(system=shown.system, kind=kind, day=shown.day)
        versions = await ratings.versions(service.unit.tx, which)
        of_run = [each for each in versions if each.run == shown.run]
        if not of_run:
            raise GameStateError(Fault("rating_gone"))
        other = await stored_lists.published_list(service.unit.tx, of_run[-1])
    _change(service, said, await _view(service, said, other, 0))


async def _moves(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Show the changes since the previous list."""
    before = await stored_lists.before(service.unit.tx, shown)
    if before is None:
        raise GameStateError(Fault("rating_no_list_before"))
    view = views.moves_view_of(shown, before, page_in(more))
    if more:
        _change(service, said, view)
        return
    service.toast(said)
    service.reply(said, view.text, view.buttons, pictures=(view.picture,))


async def _book(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Send the spreadsheet."""
    del more
    if shown.is_nightly:
        raise GameStateError(Fault("rating_gone"))
    service.toast(said)
    document = Document(DocumentKind.RATING_BOOK, str(shown.run))
    service.reply(said, say("rating.book"), document=document)


async def _saved(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Send the data to continue from the list: to the person who made it, and to officers."""
    del more
    if shown.version:
        _check_keeper(service, said)
    if not shown.can_go_on:
        raise GameStateError(Fault("rating_gone"))
    service.toast(said)
    document = Document(DocumentKind.RATING_SAVED, str(shown.run))
    service.reply(said, say("rating.saved"), document=document)


async def _days(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Show the list's other days and versions."""
    del more
    service.toast(said)
    found = await ratings.days_of(service.unit.tx, shown.system, shown.kind)
    which = ListId(system=shown.system, kind=shown.kind, day=shown.day)
    older = [each for each in await ratings.versions(service.unit.tx, which) if each not in found]
    if not found:
        service.reply(said, say("lists.none"))
        return
    rows = [_day_button(each) for each in (*older, *found)]
    left = len(rows) - MOST_DAYS
    text = say(
        "lists.days",
        system=system_text(shown.system),
        kind=kind_text(shown.kind),
        more=say("rating.more", n=left) if left > 0 else None,
    )
    service.reply(said, text, tuple((button,) for button in rows[:MOST_DAYS]))


def _day_button(each: Published) -> Button:
    key = "button.list_version" if each.version > 1 else "button.list_day"
    label = Text(key, {"day": each.day.isoformat(), "version": each.version})
    return LIST.button(label, views.TABLE, f"p{each.id}", "new")


async def _ask_to_publish(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Ask whether to publish the lists of the run."""
    del more
    _check_keeper(service, said)
    service.toast(said)
    made = await versions_of(service.unit.tx, shown)
    text = say(
        "rating.publish_ask",
        title=title_text(shown),
        n=len(made),
        version=max(made.values()) + 1,
        again=say("rating.publish_again") if max(made.values()) else None,
        sha=shown.input_sha256,
    )
    yes = LIST.button(say("button.list_yes"), views.YES, shown.ref)
    service.reply(said, text, ((yes,),))


def _check_keeper(service: Service, said: Said) -> None:
    if not (said.person.rating_keeper or service.persons.is_operator(said)):
        raise GameStateError(Fault("not_a_rating_keeper"))


async def _publish(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Publish the lists of the run."""
    del more
    _check_keeper(service, said)
    made = await publish_run(service.unit.tx, shown, said.person.id, said.at)
    if not made:
        service.edit(said, say("rating.published_already"))
        return
    text = say(
        "rating.published_now",
        title=title_text(await stored_lists.published_list(service.unit.tx, made[0])),
        n=len(made),
        sha=shown.input_sha256,
    )
    service.edit(said, text, ((_list_button(made[0]),),))


Way = Callable[[Service, Said, ShownList, str], Awaitable[None]]

_WAYS: Mapping[str, Way] = {
    views.TABLE: _table,
    views.KIND: _kind,
    views.MOVES: _moves,
    views.WHY: rating_why.why,
    views.CHART: rating_why.chart,
    views.BOOK: _book,
    views.DAYS: _days,
    views.SAVED: _saved,
    views.PUBLISH: _ask_to_publish,
    views.YES: _publish,
}
