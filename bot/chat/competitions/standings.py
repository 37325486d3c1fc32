"""`/clasament`: a competition's tables, open questions, and tie-breaks (art. 8.1).

One message shows one table; its buttons edit it to show another. Pictures and the spreadsheet are
separate messages.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.chat.choosing import competition_rows
from bot.chat.competitions.file_buttons import EVERYTHING, FILES, file_buttons, file_of
from bot.chat.site_links import page_row
from bot.documents.standings.album import (
    OVERALL,
    TableRef,
    caption,
    closeup_of,
    format_which,
    parse_which,
    pictures_of,
    whole_button,
)
from bot.documents.standings.list_sheets import CROSSTABLE
from bot.documents.standings.message import group_text, overall_text, prospects_text, ties_text
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import phase_text
from bot.runtime.public_names import public_names
from bot.runtime.shared import UserInput
from bot.service.lookups.competitions.standings import open_to, scene_for
from bot.service.service import Service
from bot.texts.buttons.competitions import TABLE, TableView
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say
from bot.texts.phase_names import own_name
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, PersonId

_GROUPS_IN_ROW: Final = 5
"""The most groups in one row of buttons."""
_VIEWS: Final = {
    TableView.TABLE: "button.table",
    TableView.PROSPECTS: "button.prospects",
    TableView.TIES: "button.ties",
}
"""The views of one group's table, with the labels of their buttons."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/clasament [CODE [GROUP]]`: that group's table, the reader's, or the first."""
    if user_input.args:
        code, *words = user_input.args.upper().split()
        await _send_first_table(service, user_input, CompetitionCode(code), words)
        return
    competitions = await open_to(service, user_input)
    if len(competitions) == 1:
        await _send_first_table(service, user_input, competitions[0].competition.code)
    elif not competitions:
        service.reply(user_input, say("standings.none"))
    else:
        rows = competition_rows(competitions, TABLE.button)
        service.reply(user_input, say("standings.choose"), rows)


async def _send_first_table(
    service: Service, user_input: UserInput, code: CompetitionCode, words: Sequence[str] = ()
) -> None:
    """Send the table of the group that the words name, or the first one for this reader."""
    scene = await scene_for(service, user_input, code)
    table_ref = _first_table(scene, user_input)
    named = next((group.name for group in scene.groups if group.name in words), None)
    if named is not None:
        table_ref = TableRef(phase=scene.number, group=named)
    text, rows = _view_card(scene, table_ref, TableView.TABLE, _reader(user_input))
    service.reply(user_input, text, (*rows, *_public_rows(service, scene, table_ref)))


def _reader(user_input: UserInput) -> PersonId | None:
    """Return the person whose line is marked; None in a group."""
    return user_input.person.id if user_input.incoming.is_private else None


def _first_table(scene: Scene, user_input: UserInput) -> TableRef:
    """Return the first table to show: of the reader's group, or of the first."""
    group = scene.group_of(user_input.person.id) or next(iter(scene.groups), None)
    return TableRef(phase=scene.number, group=group.name if group else OVERALL)


async def show_table(service: Service, user_input: UserInput) -> None:
    """Handle a button for a table or view."""
    code, view, table_text = TABLE.read(user_input.args)
    if not table_text:
        scene = await scene_for(service, user_input, code)
        table_ref = _first_table(scene, user_input)
    else:
        table_ref = parse_which(table_text)
        scene = await scene_for(service, user_input, code, table_ref.phase)
    _check_exists(scene, table_ref)
    scene = scene.as_seen(provisional=table_ref.is_provisional)
    if view is TableView.PICTURE:
        _send_closeup(service, user_input, scene, table_ref)
    elif view is TableView.WHOLE:
        service.toast(user_input)
        service.reply(user_input, caption(scene, table_ref), pictures=pictures_of(scene, table_ref))
    elif view is TableView.SHARED:
        await _share(service, user_input, scene, table_ref)
    elif view in FILES:
        service.toast(user_input)
        text, document = file_of(scene.competition, scene.number, view)
        service.reply(user_input, text, document=document)
    else:
        text, rows = _view_card(scene, table_ref, view, _reader(user_input))
        service.edit(user_input, text, (*rows, *_public_rows(service, scene, table_ref)))


def _send_closeup(
    service: Service, user_input: UserInput, scene: Scene, table_ref: TableRef
) -> None:
    """Send the part of the table around the reader, with buttons to the whole and the files."""
    service.toast(user_input)
    pictures = closeup_of(scene, table_ref, _reader(user_input))
    files = file_buttons(scene.competition, scene.number, CROSSTABLE)
    rows = ((whole_button(scene, table_ref),), files)
    service.reply(user_input, caption(scene, table_ref), rows, pictures=pictures)


async def _share(
    service: Service, user_input: UserInput, scene: Scene, table_ref: TableRef
) -> None:
    """Send the official table with public names, to be shared."""
    service.toast(user_input)
    names = await public_names(service.unit.tx, scene.competition)
    public_scene = scene.for_everybody(names)
    public = replace(table_ref, is_public=True, is_provisional=False)
    row = page_row(service.shared, scene.competition.code)
    service.reply(
        user_input, caption(public_scene, public), row, pictures=pictures_of(public_scene, public)
    )


def _public_rows(service: Service, scene: Scene, table_ref: TableRef) -> Buttons:
    """Return the rows of buttons to the public view; none if nothing is public."""
    row = page_row(service.shared, scene.competition.code)
    if not row or not scene.groups:
        return row
    official = format_which(replace(table_ref, is_provisional=False))
    code = scene.competition.code
    picture = TABLE.button(say("button.share_picture"), code, TableView.SHARED, official)
    return (*row, (picture,))


def _check_exists(scene: Scene, table_ref: TableRef) -> None:
    """Refuse a table that no longer exists: groups may have been drawn again."""
    if not table_ref.is_overall and table_ref.group not in scene.tables:
        raise GameStateError(Fault("table_unknown"))


def _view_card(scene: Scene, table_ref: TableRef, view: TableView, reader: PersonId | None) -> Card:
    """Return a message about a table, with buttons to all others."""
    if not scene.groups:
        players = len(scene.phase.entries)
        return Card(
            say("standings.not_drawn", phase=phase_text(scene), n=players), _phase_rows(scene)
        )
    if table_ref.is_overall:
        return Card(overall_text(scene, reader), _other_views(scene, table_ref, TableView.TABLE))
    if view is TableView.PROSPECTS:
        text = prospects_text(scene, table_ref.group, reader)
    elif view is TableView.TIES:
        text = ties_text(scene, table_ref.group)
    else:
        view, text = TableView.TABLE, group_text(scene, table_ref.group, reader)
    return Card(text, _other_views(scene, table_ref, view))


def _table_button(scene: Scene, label: Text, to: TableRef, view: TableView) -> Button:
    """Return the button that shows a table of the competition in that view."""
    return TABLE.button(label, scene.competition.code, view, format_which(to))


def _other_views(scene: Scene, table_ref: TableRef, shown_view: TableView) -> Buttons:
    """Return the buttons to the other tables, views and phases; `shown_view` is on the screen."""
    rows = [*_other_tables(scene, table_ref, shown_view)]
    # The other of the two tables, if they differ: only official results, or all of them.
    if table_ref.is_provisional or scene.as_seen(provisional=True).counted != scene.counted:
        kind = "homologated" if table_ref.is_provisional else "provisional"
        counterpart = replace(table_ref, is_provisional=not table_ref.is_provisional)
        rows.append((_table_button(scene, say(f"button.{kind}"), counterpart, shown_view),))
    if not table_ref.is_overall:
        rows.append(
            tuple(
                _table_button(scene, say(label), table_ref, view)
                for view, label in _VIEWS.items()
                if view is not shown_view
            )
        )
    picture = _table_button(scene, say("button.picture"), table_ref, TableView.PICTURE)
    files = file_buttons(scene.competition, scene.number, EVERYTHING)
    return (*rows, (picture, *files), *_phase_rows(scene))


def _other_tables(scene: Scene, table_ref: TableRef, shown_view: TableView) -> Buttons:
    """Return a button for each other group and one for all, if there are several groups."""
    if len(scene.groups) < 2:
        return ()
    tables = [
        _table_button(
            scene,
            say("button.group", group=group.name),
            replace(table_ref, group=group.name),
            shown_view,
        )
        for group in scene.groups
        if group.name != table_ref.group
    ]
    if not table_ref.is_overall:
        overall = replace(table_ref, group=OVERALL)
        tables.append(_table_button(scene, say("button.overall"), overall, TableView.TABLE))
    return rows_of(tables, _GROUPS_IN_ROW)


def _phase_rows(scene: Scene) -> Buttons:
    """Return a button to the competition's other phase, if that has begun."""
    code = scene.competition.code
    return tuple(
        (
            TABLE.button(
                own_name(phase.plan.phase),
                code,
                TableView.TABLE,
                format_which(TableRef(phase=number)),
            ),
        )
        for number, phase in enumerate(scene.competition.phases)
        if number != scene.number and number <= scene.competition.number
    )
