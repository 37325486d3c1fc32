"""`/ratingul_meu`: the person's rows on all lists, under a name that they confirm once."""

from collections.abc import Mapping

from bot.chat.ratings.why import send_chart
from bot.ratings.jobs.cards import system_text
from bot.ratings.jobs.wording import kind_text, number_in
from bot.ratings.lists import stored_lists, views
from bot.ratings.lists.list_texts import row_text
from bot.ratings.lists.requests import Named, find_names
from bot.ratings.lists.stored_lists import by_key
from bot.runtime.shared import Said
from bot.service.service import Service
from bot.texts.messages import Button, Text, say
from engine.errors import Fault, GameStateError
from storage.ratings import published as ratings
from storage.ratings.published import Published, RatedName
from storage.ratings.rated_row import RatedRow

MOST_OFFERED = 6


async def my_rating(service: Service, said: Said) -> None:
    """Handle `/ratingul_meu [NAME]`: the person's rows, or the question for their name."""
    linked = await ratings.linked(service.unit.tx, said.person.id)
    if said.args or linked is None:
        await _ask_name(service, said, said.args or said.person.name)
        return
    await _show(service, said, linked)


async def _show(service: Service, said: Said, linked: RatedName) -> None:
    rows: list[Text] = []
    buttons: list[tuple[Button, ...]] = []
    for each in await ratings.all_in_force(service.unit.tx):
        row = await ratings.row_of(service.unit.tx, each.id, linked.key)
        if row is None:
            continue
        shown = await stored_lists.published_list(service.unit.tx, each)
        before = await stored_lists.before(service.unit.tx, shown)
        earlier = by_key(before.rows) if before is not None else {}
        rows.append(_line(each, row, earlier))
        buttons.append(_buttons(each, row))
    away = (Button(say("button.my_rating_unlink"), "myrating:unlink"),)
    if not rows:
        service.reply(said, say("my_rating.nowhere", player=linked.player), (away,))
        return
    text = say("my_rating.rows", player=linked.player, rows=rows)
    service.reply(said, text, (*buttons, away))


def _line(each: Published, row: RatedRow, earlier: Mapping[str, RatedRow]) -> Text:
    return say(
        "my_rating.row",
        system=system_text(each.system),
        kind=kind_text(each.kind),
        day=each.day.isoformat(),
        row=row_text(row, earlier),
    )


def _buttons(each: Published, row: RatedRow) -> tuple[Button, ...]:
    kind = kind_text(each.kind)
    return (
        Button(say("button.my_rating_why", kind=kind), f"list:{views.WHY}:p{each.id}:{row.number}"),
        Button(say("button.my_rating_chart", kind=kind), f"myrating:chart:{each.id}"),
    )


async def _ask_name(service: Service, said: Said, text: str) -> None:
    """Ask whether the person is the player of that name, or of a similar one."""
    known = await ratings.names(service.unit.tx)
    if not known:
        service.reply(said, say("lists.none"))
        return
    named = find_names(text, known)
    keys = (named.key,) if named.key else named.near[:MOST_OFFERED]
    if not keys:
        service.reply(said, say("my_rating.unknown", name=named.text))
        return
    buttons = [
        (Button(say("button.my_rating_yes", player=known[key]), f"myrating:yes:{place}"),)
        for place, key in enumerate(keys)
    ]
    await service.previews.remember(said, _OFFERED, "\n".join(keys))
    service.reply(said, _question(named, known), tuple(buttons))


_OFFERED = "my_rating"
"""The key under which the offered names are stored."""


def _question(named: Named, known: dict[str, str]) -> Text:
    if named.key:
        return say("my_rating.is_it", player=known[named.key])
    return say("my_rating.which", name=named.text)


async def pressed(service: Service, said: Said) -> None:
    """Handle a button: `myrating:yes:PLACE`, `myrating:unlink`, `myrating:chart:LIST`."""
    what, _, more = said.args.partition(":")
    if what == "unlink":
        await ratings.unlink(service.unit.tx, said.person.id)
        service.edit(said, say("my_rating.unlinked"))
    elif what == "chart" and (number := number_in(more)) is not None:
        await _chart(service, said, number)
    elif what == "yes" and more.isdecimal():
        await _confirm(service, said, int(more[:4]))
    else:
        raise GameStateError(Fault("button_unknown"))


async def _confirm(service: Service, said: Said, place: int) -> None:
    kept = await service.previews.recall(said, _OFFERED)
    keys = kept.split("\n") if kept else []
    known = await ratings.names(service.unit.tx)
    if place >= len(keys) or keys[place] not in known:
        service.edit(said, say("button.unknown"))
        return
    linked = RatedName(player=known[keys[place]], key=keys[place])
    await ratings.link(service.unit.tx, said.person.id, linked, said.at)
    service.edit(said, say("my_rating.linked", player=linked.player))
    await _show(service, said, linked)


async def _chart(service: Service, said: Said, number: int) -> None:
    linked = await ratings.linked(service.unit.tx, said.person.id)
    published = await ratings.find_list(service.unit.tx, number)
    if linked is None or published is None:
        raise GameStateError(Fault("rating_gone"))
    service.toast(said)
    shown = await stored_lists.published_list(service.unit.tx, published)
    await send_chart(service, said, shown, [linked.key])
