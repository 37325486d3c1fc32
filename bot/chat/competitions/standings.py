"""`/clasament`: a competition's tables, open questions, and tie-breaks (art. 8.1).

One message shows one table; its buttons edit it to show another. Pictures and the spreadsheet are
separate messages.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.chat.choosing import competition_rows
from bot.chat.competitions.public_pages import page_row
from bot.documents.standings.album import (
    OVERALL,
    WHOLE,
    Which,
    caption,
    closeup_of,
    format_which,
    parse_which,
    pictures_of,
    whole_button,
)
from bot.documents.standings.message import (
    group_text,
    overall_text,
    phase_text,
    prospects_text,
    ties_text,
)
from bot.runtime.public_names import public_names
from bot.service.competitions.standings import open_to, scene_for
from bot.texts.buttons import competitions as buttons
from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.documents.standings.scene import Scene
    from bot.runtime.shared import Said
    from bot.service.service import Service
    from engine.ids import PersonId

TABLE, PROSPECTS, TIES, PICTURE, SPREADSHEET, SHARED = "t", "r", "b", "i", "x", "d"
"""The views in a button's data, after the competition's code; `WHOLE` means a whole table."""
_IN_ROW = 5


async def standings(service: "Service", said: "Said") -> None:
    """Handle `/clasament [CODE]`: the table of the reader's group, or of the first."""
    if said.args:
        await _show(service, said, CompetitionCode(said.args.split()[0].upper()))
        return
    found = await open_to(service, said)
    if len(found) == 1:
        await _show(service, said, found[0].competition.code)
    elif not found:
        service.reply(said, say("standings.none"))
    else:
        rows = competition_rows(found, buttons.TABLE.button)
        service.reply(said, say("standings.choose"), rows)


async def _show(service: "Service", said: "Said", code: CompetitionCode) -> None:
    scene = await scene_for(service, said, code)
    text, rows = _view(scene, _first(scene, said), TABLE, _reader(said))
    service.reply(said, text, (*rows, *_public_rows(service, scene, _first(scene, said))))


def _reader(said: "Said") -> "PersonId | None":
    """Return the person whose line is marked; None in a group."""
    return said.person.id if said.incoming.private else None


def _first(scene: "Scene", said: "Said") -> Which:
    """Return the first table to show: of the reader's group, or of the first."""
    group = scene.group_of(said.person.id) or next(iter(scene.groups), None)
    return Which(phase=scene.number, group=group.name if group else OVERALL)


async def show_table(service: "Service", said: "Said") -> None:
    """Handle a button for a table or view."""
    code, way, written = buttons.TABLE.read(said.args)
    if not written:
        scene = await scene_for(service, said, code)
        which = _first(scene, said)
    else:
        which = parse_which(written)
        scene = await scene_for(service, said, code, which.phase)
    _check(scene, which)
    scene = scene.as_seen(provisional=which.is_provisional)
    if way == PICTURE:
        service.toast(said)
        pictures = closeup_of(scene, which, _reader(said))
        whole = whole_button(scene, which)
        service.reply(said, caption(scene, which), ((whole,),), pictures=pictures)
    elif way == WHOLE:
        service.toast(said)
        service.reply(said, caption(scene, which), pictures=pictures_of(scene, which))
    elif way == SHARED:
        await _share(service, said, scene, which)
    elif way == SPREADSHEET:
        service.toast(said)
        of = f"{scene.competition.code}:{scene.number}"
        document = Document(DocumentKind.STANDINGS, of)
        service.reply(
            said, say("standings.spreadsheet", title=scene.competition.title), document=document
        )
    else:
        text, rows = _view(scene, which, way or TABLE, _reader(said))
        service.edit(said, text, (*rows, *_public_rows(service, scene, which)))


async def _share(service: "Service", said: "Said", scene: "Scene", which: Which) -> None:
    """Send the official table with public names, to be shared."""
    service.toast(said)
    names = await public_names(service.unit.tx, scene.competition)
    shown = scene.for_everybody(names)
    public = replace(which, is_public=True, is_provisional=False)
    row = page_row(service.shared, scene.competition.code)
    service.reply(said, caption(shown, public), row, pictures=pictures_of(shown, public))


def _public_rows(service: "Service", scene: "Scene", which: Which) -> "Buttons":
    """Return the rows of buttons to the public view; none if nothing is public."""
    row = page_row(service.shared, scene.competition.code)
    if not row or not scene.groups:
        return row
    to = format_which(replace(which, is_provisional=False))
    code = scene.competition.code
    picture = buttons.TABLE.button(say("button.share_picture"), code, SHARED, to)
    return (*row, (picture,))


def _check(scene: "Scene", which: Which) -> None:
    """Refuse a table that no longer exists: groups may have been drawn again."""
    if not which.is_overall and which.group not in scene.tables:
        raise GameStateError(Fault("table_unknown"))


def _view(
    scene: "Scene", which: Which, way: str, reader: "PersonId | None"
) -> tuple[Text, "Buttons"]:
    """Return a message about a table, with buttons to all others."""
    if not scene.groups:
        players = len(scene.phase.entries)
        return say("standings.not_drawn", phase=phase_text(scene), n=players), _phases(scene)
    if which.is_overall:
        return overall_text(scene, reader), _buttons(scene, which, TABLE)
    if way == PROSPECTS:
        text = prospects_text(scene, which.group, reader)
    elif way == TIES:
        text = ties_text(scene, which.group)
    else:
        way, text = TABLE, group_text(scene, which.group, reader)
    return text, _buttons(scene, which, way)


def _buttons(scene: "Scene", which: Which, way: str) -> "Buttons":
    def key(label: Text, to: Which, its_way: str) -> Button:
        return buttons.TABLE.button(label, scene.competition.code, its_way, format_which(to))

    rows = _tables(scene, which, way, key)
    other = replace(which, is_provisional=not which.is_provisional)
    if which.is_provisional or scene.as_seen(provisional=True).counted != scene.counted:
        kind = "homologated" if which.is_provisional else "provisional"
        rows.append([key(say(f"button.{kind}"), other, way)])
    if not which.is_overall:
        ways = {TABLE: "table", PROSPECTS: "prospects", TIES: "ties"}
        rows.append([key(say(f"button.{n}"), which, w) for w, n in ways.items() if w != way])
    picture = key(say("button.picture"), which, PICTURE)
    rows.append([picture, key(say("button.spreadsheet"), which, SPREADSHEET)])
    return (*map(tuple, rows), *_phases(scene))


def _tables(
    scene: "Scene", which: Which, way: str, key: "Callable[[Text, Which, str], Button]"
) -> list[list[Button]]:
    """Return a button for each group and one for all, if there are several."""
    if len(scene.groups) < 2:
        return []
    names = [group.name for group in scene.groups]
    tables = [
        key(say("button.group", group=name), replace(which, group=name), way)
        for name in names
        if name != which.group
    ]
    if not which.is_overall:
        tables.append(key(say("button.overall"), replace(which, group=OVERALL), TABLE))
    return [tables[start : start + _IN_ROW] for start in range(0, len(tables), _IN_ROW)]


def _phases(scene: "Scene") -> "Buttons":
    """Return a button to the competition's other phase, if that has begun."""
    code = scene.competition.code
    return tuple(
        (
            buttons.TABLE.button(
                say(f"phase.{phase.plan.phase.value}"),
                *(code, TABLE, format_which(Which(phase=number))),
            ),
        )
        for number, phase in enumerate(scene.competition.phases)
        if number != scene.number and number <= scene.competition.number
    )
