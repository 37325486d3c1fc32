"""`/ratingul_meu`: the person's rows on all lists.

The nightly lists know the person. On officers' lists they confirm their name once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.ratings.charts import send_chart
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists import stored_lists
from bot.ratings.lists.list_requests import NamedPlayer, find_player
from bot.ratings.lists.list_texts import row_text
from bot.ratings.lists.naming import is_nightly
from bot.ratings.lists.stored_lists import by_key
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.ratings import LIST, OWN, ListAction, OwnRatingAction
from bot.texts.messages import Button, Text, say
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.ratings import claimed_names, published_lists
from storage.ratings.claimed_names import RatedName
from storage.ratings.person_keys import key_of
from storage.ratings.published_lists import PublishedList
from storage.ratings.rated_row import RatedRow

_MOST_OFFERED: Final = 6
"""The most names offered for confirmation."""
_STORED_AS: Final = "my_rating"
"""The key under which the keys of the offered names wait, one in a line, with their message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRow:
    """A person's row on a list."""

    published: PublishedList
    row: RatedRow
    earlier: Mapping[str, RatedRow]
    """The rows of the list before, by key."""


async def my_rating(service: Service, user_input: UserInput) -> None:
    """Handle `/ratingul_meu [NAME]`: the person's rows, or the question for their name."""
    if user_input.args:
        await _ask_name(service, user_input, user_input.args)
        return
    linked = await claimed_names.of(service.unit.tx, user_input.person.id)
    rows = await _rows_of_person(service, user_input, linked)
    if not rows and linked is None:
        await _ask_name(service, user_input, user_input.person.name)
        return
    _show_rows(service, user_input, linked, rows)


async def _rows_of_person(
    service: Service, user_input: UserInput, linked: RatedName | None
) -> list[OwnRow]:
    """Return the person's row on each list in force, nightly lists first."""
    tx = service.unit.tx
    rows = []
    lists = await published_lists.all_in_force(tx)
    for published in sorted(lists, key=lambda published: not is_nightly(published.kind)):
        key = own_key(user_input.person.id, linked, published.kind)
        row = await published_lists.row_of(tx, published.id, key) if key else None
        if row is None:
            continue
        view = await stored_lists.published_list(tx, published)
        previous = await stored_lists.before(tx, view)
        earlier = by_key(previous.rows) if previous is not None else {}
        if is_nightly(published.kind):  # it stores no names
            row = replace(row, player=user_input.person.name)
        rows.append(OwnRow(published=published, row=row, earlier=earlier))
    return rows


def own_key(person: PersonId, linked: RatedName | None, kind: str) -> str | None:
    """Return the person's key on lists of that kind; None if they have confirmed no name there."""
    if is_nightly(kind):
        return key_of(person)
    return None if linked is None else linked.key


def _show_rows(
    service: Service, user_input: UserInput, linked: RatedName | None, own_rows: Sequence[OwnRow]
) -> None:
    """Show the person's row of each list, with buttons to explain it."""
    unlink = (OWN.button(say("button.my_rating_unlink"), OwnRatingAction.UNLINK),)
    unlink_row = () if linked is None else (unlink,)
    player = user_input.person.name if linked is None else linked.player
    if not own_rows:
        service.reply(user_input, say("my_rating.nowhere", player=player), unlink_row)
        return
    text = say("my_rating.rows", player=player, rows=[_row_line(own_row) for own_row in own_rows])
    buttons = [_row_buttons(own_row) for own_row in own_rows]
    service.reply(user_input, text, (*buttons, *unlink_row))


def _row_line(own_row: OwnRow) -> Text:
    """Return one of the person's ratings, with its list and day."""
    published = own_row.published
    return say(
        "my_rating.row",
        system=system_text(published.system),
        kind=kind_text(published.kind),
        day=published.day.isoformat(),
        row=row_text(own_row.row, own_row.earlier),
    )


def _row_buttons(own_row: OwnRow) -> tuple[Button, ...]:
    """Return the buttons that explain a row, and draw its chart."""
    published = own_row.published
    kind = kind_text(published.kind)
    return (
        LIST.button(
            say("button.my_rating_why", kind=kind),
            ListAction.WHY,
            stored_lists.published_ref(published),
            f"{own_row.row.number}",
        ),
        OWN.button(say("button.my_rating_chart", kind=kind), OwnRatingAction.CHART, published.id),
    )


async def _ask_name(service: Service, user_input: UserInput, text: str) -> None:
    """Ask whether the person is the player of that name, or of a similar one."""
    names_by_key = await published_lists.names(service.unit.tx)
    if not names_by_key:
        service.reply(user_input, say("lists.none"))
        return
    named = find_player(text, names_by_key)
    # One certain name, or the similar ones.
    keys = (named.key,) if named.key else named.near[:_MOST_OFFERED]
    if not keys:
        service.reply(user_input, say("my_rating.unknown", name=named.text))
        return
    buttons = [
        (
            OWN.button(
                say("button.my_rating_yes", player=names_by_key[key]),
                OwnRatingAction.CONFIRM,
                place,
                f"{user_input.incoming.message}",
            ),
        )
        for place, key in enumerate(keys)
    ]
    await service.dialogues.keep_typed(user_input, _STORED_AS, "\n".join(keys))
    service.reply(user_input, _question(named, names_by_key), tuple(buttons))


def _question(named: NamedPlayer, names_by_key: dict[str, str]) -> Text:
    """Return the question whether the person is the certain player, or which of the similar."""
    if named.key:
        return say("my_rating.is_it", player=names_by_key[named.key])
    return say("my_rating.which", name=named.text)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a button: confirm an offered name, forget the name, or draw a chart."""
    # The number is a list's id for a chart, and a place among the offered names to confirm.
    action, number, message = OWN.read(user_input.args)
    if action is OwnRatingAction.UNLINK:
        await claimed_names.drop(service.unit.tx, user_input.person.id)
        service.edit(user_input, say("my_rating.unlinked"))
    elif action is OwnRatingAction.CHART and number is not None:
        await _send_chart(service, user_input, list_id=number)
    elif action is OwnRatingAction.CONFIRM and number is not None:
        await _confirm(service, user_input, message, place=number)
    else:
        raise GameStateError(Fault("button_unknown"))


async def _confirm(service: Service, user_input: UserInput, message: str, *, place: int) -> None:
    """Link the person with the name at that place of those offered after that message."""
    stored_keys = await service.dialogues.take_tagged(user_input, _STORED_AS, message)
    keys = stored_keys.split("\n") if stored_keys else []
    names_by_key = await published_lists.names(service.unit.tx)
    if place >= len(keys) or keys[place] not in names_by_key:
        service.answer_late(user_input, say("button.unknown"))
        return
    linked = RatedName(player=names_by_key[keys[place]], key=keys[place])
    await claimed_names.link(service.unit.tx, user_input.person.id, linked, user_input.at)
    service.edit(user_input, say("my_rating.linked", player=linked.player))
    _show_rows(service, user_input, linked, await _rows_of_person(service, user_input, linked))


async def _send_chart(service: Service, user_input: UserInput, *, list_id: int) -> None:
    """Send the chart of the person's rating over time in the system of that list."""
    linked = await claimed_names.of(service.unit.tx, user_input.person.id)
    published = await published_lists.find_list(service.unit.tx, list_id)
    if published is None:
        raise GameStateError(Fault("rating_gone"))
    key = own_key(user_input.person.id, linked, published.kind)
    if key is None:
        raise GameStateError(Fault("rating_gone"))
    service.toast(user_input)
    view = await stored_lists.published_list(service.unit.tx, published)
    await send_chart(service, user_input, view, [key])
