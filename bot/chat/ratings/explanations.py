"""Explanations of a rating: how it was calculated, for a player chosen by name."""

from collections.abc import Mapping
from typing import Final

from bot.chat.topics import Topic
from bot.ratings.calculation.task_results import unpack_sheet
from bot.ratings.calculation.wording import section_text, sheet_text, system_text
from bot.ratings.lists.access import find_visible, viewer_of
from bot.ratings.lists.list_messages import open_button
from bot.ratings.lists.list_requests import NamedPlayer, find_player
from bot.ratings.lists.naming import named_sections, names_for
from bot.ratings.lists.stored_lists import StoredList
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.ratings import LIST, ListAction
from bot.texts.buttons.verb import number_in
from bot.texts.messages import Button, Text, say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError
from storage.ratings import published_lists, rating_runs
from storage.ratings.rated_row import RatedRow

_MOST_LINES: Final = 24
"""The most lines of an explanation as text; a longer one is a file."""
_MOST_OFFERED: Final = 8
"""The most similar players with a button."""
MOST_NEAR: Final = 3
"""The most similar names in a line about an unknown one."""


async def explain(
    service: Service, user_input: UserInput, stored_list: StoredList, row_number: str
) -> None:
    """Explain the rating in that row of the list; without a row, ask whose.

    The question offers the person's own row and the first three.
    """
    service.toast(user_input)
    if await _answered_gone(service, user_input, stored_list):
        return
    if row_number:
        key = _key_at(stored_list, row_number)
        await service.questions.drop(user_input, Topic.RATING_WHY, stored_list.ref)
        await _send_explanation(service, user_input, stored_list, key)
        return
    asked = await service.questions.ask(user_input, Topic.RATING_WHY, stored_list.ref)
    viewer = await viewer_of(service.unit.tx, user_input.person, service.shared.operators)
    rows = [
        row
        for row in (stored_list.row_of(viewer.key_on(stored_list)), *stored_list.rows[:3])
        if row is not None
    ]
    each_once = {row.number: row for row in rows}
    buttons = [(_why_button(stored_list, row),) for row in each_once.values()]
    service.reply(user_input, say("rating.why_whom"), (*buttons, asked.way_out))


async def _answered_gone(service: Service, user_input: UserInput, stored_list: StoredList) -> bool:
    """Return whether the list's terms were deleted; if so, answer with the list that has some.

    After some weeks only the last nightly list of each month keeps its terms.
    """
    tx = service.unit.tx
    if not stored_list.is_nightly or await rating_runs.has_terms(tx, stored_list.run):
        return False
    lists = await published_lists.days_of(tx, stored_list.system, stored_list.kind)
    month = (stored_list.day.year, stored_list.day.month)
    list_with_terms = next(
        published_list
        for published_list in lists
        if (published_list.day.year, published_list.day.month) == month
    )
    text = say(
        "rating.terms_gone", day=stored_list.day.isoformat(), last=list_with_terms.day.isoformat()
    )
    label = say("button.list_day", day=list_with_terms.day.isoformat())
    button = open_button(label, list_with_terms)
    service.reply(user_input, text, ((button,),))
    return True


def _why_button(stored_list: StoredList, row: RatedRow) -> Button:
    """Return the button of a player; of several with one name, each has their rating beside it."""
    is_alone = sum(other.player == row.player for other in stored_list.rows) == 1
    label = say("button.plain", label=row.player if is_alone else f"{row.player} · {row.rating}")
    return LIST.button(label, ListAction.WHY, stored_list.ref, f"{row.number}")


def _key_at(stored_list: StoredList, written: str) -> str:
    """Return the key of the player in the row of the number that a button has.

    Raises:
        GameStateError: `button_unknown`, the list has no such row.
    """
    number = number_in(written)
    for row in stored_list.rows:
        if row.number == number:
            return row.key
    raise GameStateError(Fault("button_unknown"))


async def why_given(service: Service, user_input: UserInput, ref: str) -> None:
    """Read the name of the player whose rating to explain."""
    stored_list = await find_visible(service.unit.tx, user_input.person, ref)
    if await _answered_gone(service, user_input, stored_list):
        return
    named = find_player(user_input.args, await _explained_players(service, stored_list))
    if named.key:
        await service.questions.close(user_input)
        await _send_explanation(service, user_input, stored_list, named.key)
    else:
        _answer_unknown(service, user_input, stored_list, named)


async def _explained_players(service: Service, stored_list: StoredList) -> Mapping[str, str]:
    """Return keys and names of all players whose terms are stored."""
    players = await rating_runs.players_of(service.unit.tx, stored_list.run)
    return await names_for(service.unit.tx, players) if stored_list.is_nightly else players


def _answer_unknown(
    service: Service, user_input: UserInput, stored_list: StoredList, named: NamedPlayer
) -> None:
    """Say that no player has that name, and offer similar ones."""
    rows = [row for row in stored_list.rows if row.key in named.near][:_MOST_OFFERED]
    buttons = tuple((_why_button(stored_list, row),) for row in rows)
    key = "rating.name_near" if rows else "rating.name_unknown"
    service.reply(user_input, Text(key, {"name": named.text}), buttons)


async def _send_explanation(
    service: Service, user_input: UserInput, stored_list: StoredList, key: str
) -> None:
    """Send how a rating was calculated; a long sheet as a file, with its first section."""
    packed = await rating_runs.terms_of(service.unit.tx, stored_list.run, key)
    if packed is None:
        raise GameStateError(Fault("rating_gone"))
    sections = unpack_sheet(packed)
    if stored_list.is_nightly:
        sections = await named_sections(service.unit.tx, sections)
    names = await _explained_players(service, stored_list)
    lines = sum(1 + len(section.lines) for section in sections)
    head = say(
        "rating.why",
        player=names[key],
        system=system_text(stored_list.system),
        day=stored_list.day.isoformat(),
    )
    if lines <= _MOST_LINES:
        service.reply(user_input, say("rating.sheet", head=head, sections=sheet_text(sections)))
        return
    # A file cannot be read in the chat, so the first section that fits is shown there, too.
    short_sections = [section for section in sections if len(section.lines) <= _MOST_LINES // 2]
    titles = [say("shown.title", title=section_text(section)) for section in sections]
    document = Document(DocumentKind.RATING_SHEET, f"{stored_list.run}:{key}")
    text = say(
        "rating.sheet_in_file",
        head=head,
        titles=titles,
        sections=sheet_text(short_sections[:1]) or None,
    )
    service.reply(user_input, text, document=document)


def unknown_text(named: NamedPlayer, names_by_key: Mapping[str, str], *, most: int) -> Text:
    """Return that no player has that name, with at most `most` similar ones."""
    if not named.near:
        return say("rating.name_unknown_line", name=named.text)
    near = [say("rating.near", name=names_by_key[key]) for key in named.near[:most]]
    return say("rating.name_near_line", name=named.text, near=near)
