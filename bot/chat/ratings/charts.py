"""Charts of players' ratings over time, chosen by name."""

from collections.abc import Mapping, Sequence

from bot.chat.ratings.explanations import MOST_NEAR, unknown_text
from bot.chat.topics import Topic
from bot.documents.render.lists.chart_layout import MOST_SERIES
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.access import find_visible, viewer_of
from bot.ratings.lists.list_requests import NamedPlayer, find_players
from bot.ratings.lists.stored_lists import StoredList
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.messages import say
from bot.texts.pictures import RatingChart
from storage.ratings import published_lists
from storage.ratings.rated_row import RatedRow


async def ask_players(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Ask for the players of a chart."""
    service.toast(user_input)
    asked = await service.questions.ask(user_input, Topic.RATING_CHART, stored_list.ref)
    viewer = await viewer_of(service.unit.tx, user_input.person, service.shared.operators)
    own_row = stored_list.row_of(viewer.key_on(stored_list))
    example = _example_name(stored_list, own_row)
    text = say("rating.chart_whom", most=MOST_SERIES, example=example)
    service.reply(user_input, text, (asked.way_out,))


def _example_name(stored_list: StoredList, own_row: RatedRow | None) -> str:
    """Return the person's own name on the list, or the first player's."""
    if own_row is not None:
        return own_row.player
    return stored_list.rows[0].player if stored_list.rows else "Ana Pop"


async def players_given(service: Service, user_input: UserInput, ref: str) -> None:
    """Read the names of the players of a chart."""
    stored_list = await find_visible(service.unit.tx, user_input.person, ref)
    names_by_key = {row.key: row.player for row in stored_list.rows}
    if not stored_list.is_nightly:  # whose keys are numbers, so other lists' names do not fit
        names_by_key |= await published_lists.names(service.unit.tx, stored_list.system)
    players = find_players(user_input.args, names_by_key, MOST_SERIES + 1)
    missing = [named for named in players if not named.key]
    keys = list(dict.fromkeys(named.key for named in players if named.key))
    if missing or not keys:
        await _chart_unknown(service, user_input, missing, names_by_key)
        return
    if len(keys) > MOST_SERIES:
        service.reply(user_input, say("rating.chart_too_many", most=MOST_SERIES))
        return
    await service.questions.close(user_input)
    await send_chart(service, user_input, stored_list, keys)


async def _chart_unknown(
    service: Service,
    user_input: UserInput,
    missing: Sequence[NamedPlayer],
    names_by_key: Mapping[str, str],
) -> None:
    """Answer which names are in no list, with those that are near; none if nothing was typed."""
    rows = [unknown_text(named, names_by_key, most=MOST_NEAR) for named in missing]
    service.reply(user_input, say("rating.chart_unknown", rows=rows))


async def send_chart(
    service: Service, user_input: UserInput, stored_list: StoredList, keys: list[str]
) -> None:
    """Send a chart of some players' ratings on lists of that system and kind."""
    histories = await published_lists.history(
        service.unit.tx, stored_list.system, stored_list.kind, keys
    )
    shown = [key for key in keys if histories[key] or _is_added(stored_list, key)]
    if not shown:
        service.reply(user_input, say("rating.no_history"))
        return
    latest = await published_lists.in_force(service.unit.tx, stored_list.system, stored_list.kind)
    # The picture is drawn later, by keys: it reads the histories again.
    picture = RatingChart(
        stored_list.ref, latest.id if latest is not None else 0, players=tuple(shown)
    )
    text = say(
        "rating.chart", system=system_text(stored_list.system), kind=kind_text(stored_list.kind)
    )
    service.reply(user_input, text, pictures=(picture,))


def _is_added(stored_list: StoredList, key: str) -> bool:
    """Return whether the list adds a point of the player that no published list has."""
    return not stored_list.is_published and stored_list.row_of(key) is not None
