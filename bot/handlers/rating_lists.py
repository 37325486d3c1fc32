"""Rating lists in chat: `/lista`, a list's pages, what has changed, why a number is so, publishing.

A list that nobody has published is shown to whom it was made for, and to nobody else.
"""

from collections.abc import Awaitable, Callable, Mapping

from bot.desk.desk import Desk
from bot.handlers import rating_why
from bot.messages import Button, Document, DocumentKind, Text, say
from bot.office.shared import Said
from bot.ratings import shelf, views
from bot.ratings.access import find_visible, viewer_of
from bot.ratings.publishing import publish_run, versions_of
from bot.ratings.shelf import ShownList
from bot.ratings.telling import title_text
from bot.ratings.words import read_request
from bot.workshop.cards import system_text
from bot.workshop.views import View
from bot.workshop.wording import kind_text
from engine.errors import Fault, GameStateError
from storage import ratings
from storage.ratings import ListId, Published

MOST_DAYS = 12


async def lists(desk: Desk, said: Said) -> None:
    """Handle `/lista [SYSTEM] [KIND] [DATE]`: a list as it was in force, or which there are."""
    wanted = read_request(said.args, desk.today())
    if wanted.system is None:
        await _overview(desk, said)
        return
    kind = wanted.kind or shelf.main_kind(wanted.system)
    found = await ratings.in_force(desk.unit.tx, wanted.system, kind, wanted.day)
    if found is None:
        text = say("lists.none_of", system=system_text(wanted.system), kind=kind_text(kind))
        desk.reply(said, text)
        return
    await _show(desk, said, await shelf.published_list(desk.unit.tx, found))


async def _overview(desk: Desk, said: Said) -> None:
    """Show which lists are in force, by buttons."""
    found = await ratings.all_in_force(desk.unit.tx)
    if not found:
        desk.reply(said, say("lists.none"))
        return
    buttons = [(_list_button(each),) for each in found]
    desk.reply(said, say("lists.choose"), tuple(buttons))


def _list_button(each: Published) -> Button:
    label = say(
        "button.list_open",
        system=system_text(each.system),
        kind=kind_text(each.kind),
        day=each.day.isoformat(),
    )
    return Button(label, f"list:{views.TABLE}:p{each.id}:new")


async def _show(desk: Desk, said: Said, shown: ShownList, page: int = 0) -> None:
    """Send a list as a message of its own."""
    view = await _view(desk, said, shown, page)
    desk.reply(said, view.text, view.buttons, pictures=(view.picture,))


async def _view(desk: Desk, said: Said, shown: ShownList, page: int) -> View:
    before = await shelf.before(desk.unit.tx, shown)
    viewer = await viewer_of(desk.unit.tx, said.person, desk.shared.operators)
    return views.list_view_of(shown, before, viewer, page)


async def pressed(desk: Desk, said: Said) -> None:
    """Handle a press about a list: `list:WAY:LIST[:MORE]`."""
    way, _, rest = said.args.partition(":")
    ref, _, more = rest.partition(":")
    if way not in _WAYS:
        raise GameStateError(Fault("button_unknown"))
    shown = await find_visible(desk.unit.tx, said.person, ref)
    await _WAYS[way](desk, said, shown, more)


async def _table(desk: Desk, said: Said, shown: ShownList, more: str) -> None:
    """Show a page of the list: in place of what was pressed, or as a new message."""
    if more == "new":
        desk.toast(said)
        await _show(desk, said, shown)
        return
    _change(desk, said, await _view(desk, said, shown, _page(more)))


def _page(text: str) -> int:
    return int(text[:4]) if text.isdecimal() else 0


def _change(desk: Desk, said: Said, view: View) -> None:
    """Change the picture, the words under it and the buttons."""
    desk.edit(said, view.text, view.buttons, pictures=(view.picture,))


async def _kind(desk: Desk, said: Said, shown: ShownList, kind: str) -> None:
    """Show another list that was made with this one."""
    if kind not in shown.kinds:
        raise GameStateError(Fault("button_unknown"))
    if not shown.version:
        other = await shelf.find_list(desk.unit.tx, f"r{shown.run}.{kind}")
    else:
        which = ListId(system=shown.system, kind=kind, day=shown.day)
        versions = await ratings.versions(desk.unit.tx, which)
        of_run = [each for each in versions if each.run == shown.run]
        if not of_run:
            raise GameStateError(Fault("rating_gone"))
        other = await shelf.published_list(desk.unit.tx, of_run[-1])
    _change(desk, said, await _view(desk, said, other, 0))


async def _moves(desk: Desk, said: Said, shown: ShownList, more: str) -> None:
    """Show what has changed since the list before."""
    before = await shelf.before(desk.unit.tx, shown)
    if before is None:
        raise GameStateError(Fault("rating_no_list_before"))
    view = views.moves_view_of(shown, before, _page(more))
    if more:
        _change(desk, said, view)
        return
    desk.toast(said)
    desk.reply(said, view.text, view.buttons, pictures=(view.picture,))


async def _book(desk: Desk, said: Said, shown: ShownList, more: str) -> None:
    """Send the spreadsheet."""
    del more
    desk.toast(said)
    document = Document(DocumentKind.RATING_BOOK, str(shown.run))
    desk.reply(said, say("rating.book"), document=document)


async def _days(desk: Desk, said: Said, shown: ShownList, more: str) -> None:
    """Show the other days, and the versions, of a list."""
    del more
    desk.toast(said)
    found = await ratings.days_of(desk.unit.tx, shown.system, shown.kind)
    which = ListId(system=shown.system, kind=shown.kind, day=shown.day)
    older = [each for each in await ratings.versions(desk.unit.tx, which) if each not in found]
    if not found:
        desk.reply(said, say("lists.none"))
        return
    rows = [_day_button(each) for each in (*older, *found)]
    left = len(rows) - MOST_DAYS
    text = say(
        "lists.days",
        system=system_text(shown.system),
        kind=kind_text(shown.kind),
        more=say("rating.more", n=left) if left > 0 else None,
    )
    desk.reply(said, text, tuple((button,) for button in rows[:MOST_DAYS]))


def _day_button(each: Published) -> Button:
    key = "button.list_version" if each.version > 1 else "button.list_day"
    label = Text(key, {"day": each.day.isoformat(), "version": each.version})
    return Button(label, f"list:{views.TABLE}:p{each.id}:new")


async def _publish(desk: Desk, said: Said, shown: ShownList, more: str) -> None:
    """Ask whether the lists of the run are to be published."""
    del more
    _check_keeper(desk, said)
    desk.toast(said)
    made = await versions_of(desk.unit.tx, shown)
    text = say(
        "rating.publish_ask",
        title=title_text(shown),
        n=len(made),
        version=max(made.values()) + 1,
        again=say("rating.publish_again") if max(made.values()) else None,
        sha=shown.input_sha256,
    )
    yes = Button(say("button.list_yes"), f"list:{views.YES}:{shown.ref}")
    desk.reply(said, text, ((yes,),))


def _check_keeper(desk: Desk, said: Said) -> None:
    if not (said.person.rating_keeper or desk.persons.is_operator(said)):
        raise GameStateError(Fault("not_a_rating_keeper"))


async def _published(desk: Desk, said: Said, shown: ShownList, more: str) -> None:
    """Publish the lists of the run."""
    del more
    _check_keeper(desk, said)
    made = await publish_run(desk.unit.tx, shown, said.person.id, said.at)
    if not made:
        desk.edit(said, say("rating.published_already"))
        return
    text = say(
        "rating.published_now",
        title=title_text(await shelf.published_list(desk.unit.tx, made[0])),
        n=len(made),
        sha=shown.input_sha256,
    )
    desk.edit(said, text, ((_list_button(made[0]),),))


Way = Callable[[Desk, Said, ShownList, str], Awaitable[None]]

_WAYS: Mapping[str, Way] = {
    views.TABLE: _table,
    views.KIND: _kind,
    views.MOVES: _moves,
    views.WHY: rating_why.why,
    views.CHART: rating_why.chart,
    views.BOOK: _book,
    views.DAYS: _days,
    views.PUBLISH: _publish,
    views.YES: _published,
}
