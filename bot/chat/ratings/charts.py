"""Charts of players' ratings over time, chosen by name."""

from collections.abc import Mapping, Sequence

from bot.chat.ratings.explanations import MOST_NEAR, unknown_text
from bot.chat.topics import Topic
from bot.documents.render.lists.chart_layout import MOST_SERIES
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.access import find_visible, viewer_of
from bot.ratings.lists.list_requests import NamedPlayer, find_names
from bot.ratings.lists.stored_lists import ListView
from bot.runtime.shared import UserInput
from bot.service.readers.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.messages import say
from bot.texts.pictures import RatingChart
from storage.ratings import published_lists


async def chart(service: Service, user_input: UserInput, stored_list: ListView, _more: str) -> None:
    """Ask for the players of a chart."""
    service.toast(user_input)
    await service.questions.ask(user_input, Topic.RATING_CHART, stored_list.ref)
    viewer = await viewer_of(service.unit.tx, user_input.person, service.shared.operators)
    own = stored_list.row_of(viewer.key_on(stored_list))
    example = (
        own.player
        if own is not None
        else stored_list.rows[0].player
        if stored_list.rows
        else "Ana Pop"
    )
    text = say("rating.chart_whom", most=MOST_SERIES, example=example)
    service.reply(user_input, text, (way_out(Topic.RATING_CHART),))


async def chart_given(service: Service, user_input: UserInput, ref: str) -> None:
    """Read the names of the players of a chart."""
    stored_list = await find_visible(service.unit.tx, user_input.person, ref)
    known = {row.key: row.player for row in stored_list.rows}
    if not stored_list.is_nightly:
        known |= await published_lists.names(service.unit.tx, stored_list.system)
    texts = [
        text
        for text in user_input.args.replace("\n", ",").replace(";", ",").split(",")
        if text.strip()
    ]
    players = [find_names(text, known) for text in texts[: MOST_SERIES + 1]]
    missing = [named for named in players if not named.key]
    keys = list(dict.fromkeys(named.key for named in players if named.key))
    if missing or not keys:
        await _chart_unknown(service, user_input, missing, known)
        return
    if len(keys) > MOST_SERIES:
        service.reply(user_input, say("rating.chart_too_many", most=MOST_SERIES))
        return
    await send_chart(service, user_input, stored_list, keys)


async def _chart_unknown(
    service: Service,
    user_input: UserInput,
    missing: Sequence[NamedPlayer],
    known: Mapping[str, str],
) -> None:
    """Answer which names are in no list, with those that are near."""
    rows = [unknown_text(named, known, most=MOST_NEAR) for named in missing]
    service.reply(user_input, say("rating.chart_unknown", rows=rows))


async def send_chart(
    service: Service, user_input: UserInput, stored_list: ListView, keys: list[str]
) -> None:
    """Send a chart of some players' ratings on lists of that system and kind."""
    histories = await published_lists.history(
        service.unit.tx, stored_list.system, stored_list.kind, keys
    )
    if not stored_list.version:
        for key in keys:
            if (row := stored_list.row_of(key)) is not None:
                histories[key].append((stored_list.day, row))
    if not any(histories.values()):
        service.reply(user_input, say("rating.no_history"))
        return
    latest = await published_lists.in_force(service.unit.tx, stored_list.system, stored_list.kind)
    picture = RatingChart(
        stored_list.ref,
        latest.id if latest is not None else 0,
        players=tuple(key for key in keys if histories[key]),
    )
    text = say(
        "rating.chart", system=system_text(stored_list.system), kind=kind_text(stored_list.kind)
    )
    service.reply(user_input, text, pictures=(picture,))
