"""Explanations of a rating, and charts of ratings over time, by name."""

from collections.abc import Mapping, Sequence

from bot.chat import topics
from bot.documents.render.lists.chart_layout import MOST_SERIES
from bot.ratings.jobs.cards import system_text
from bot.ratings.jobs.files import unpack_sheet
from bot.ratings.jobs.wording import kind_text, section_text, sheet_text
from bot.ratings.lists import views
from bot.ratings.lists.access import find_visible, viewer_of
from bot.ratings.lists.naming import named_sections, names_for
from bot.ratings.lists.requests import Named, find_names
from bot.ratings.lists.stored_lists import ShownList
from bot.runtime.shared import Said
from bot.service.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.ratings import LIST
from bot.texts.messages import Button, Text, say
from bot.texts.pictures import Document, DocumentKind, RatingChart
from engine.errors import Fault, GameStateError
from storage.ratings import published as ratings
from storage.ratings import rating_runs

MOST_LINES = 24
"""The most lines of an explanation as text; a longer one is a file."""
MOST_OFFERED = 8
MOST_NEAR = 3


async def why(service: Service, said: Said, shown: ShownList, key: str) -> None:
    """Explain a player's rating: of the given key, the person's own, or one asked for."""
    service.toast(said)
    if await _has_no_terms(service, said, shown):
        return
    if key:
        row = _row_at(shown, key)
        await _tell_why(service, said, shown, row)
        return
    await service.questions.ask(said, topics.RATING_WHY, shown.ref)
    viewer = await viewer_of(service.unit.tx, said.person, service.shared.operators)
    rows = [row for row in (shown.row_of(viewer.key_on(shown)), *shown.rows[:3]) if row is not None]
    numbers = dict.fromkeys(row.number for row in rows)
    buttons = [(_why_button(shown, number),) for number in numbers]
    service.reply(said, say("rating.why_whom"), (*buttons, way_out(topics.RATING_WHY)))


async def _has_no_terms(service: Service, said: Said, shown: ShownList) -> bool:
    """Return whether the list's terms were deleted; if so, answer with the list that has terms."""
    tx = service.unit.tx
    if not shown.is_nightly or await rating_runs.has_terms(tx, shown.run):
        return False
    lists = await ratings.days_of(tx, shown.system, shown.kind)
    month = (shown.day.year, shown.day.month)
    last = next(one for one in lists if (one.day.year, one.day.month) == month)
    text = say("rating.terms_gone", day=shown.day.isoformat(), last=last.day.isoformat())
    label = say("button.list_day", day=last.day.isoformat())
    button = LIST.button(label, views.TABLE, f"p{last.id}", "new")
    service.reply(said, text, ((button,),))
    return True


def _why_button(shown: ShownList, number: int) -> Button:
    player = shown.rows[number - 1].player
    label = say("button.plain", label=player)
    return LIST.button(label, views.WHY, shown.ref, f"{number}")


def _row_at(shown: ShownList, number: str) -> str:
    """Return the key of the player of that row."""
    if not number.isdecimal() or not 1 <= int(number[:6]) <= len(shown.rows):
        raise GameStateError(Fault("button_unknown"))
    return shown.rows[int(number[:6]) - 1].key


async def why_given(service: Service, said: Said, ref: str) -> None:
    """Read the name of the player whose rating to explain."""
    shown = await find_visible(service.unit.tx, said.person, ref)
    if await _has_no_terms(service, said, shown):
        return
    named = find_names(said.args, await _players(service, shown))
    if named.key:
        await _tell_why(service, said, shown, named.key)
    else:
        _not_found(service, said, shown, named)


async def _players(service: Service, shown: ShownList) -> Mapping[str, str]:
    """Return keys and names of all players whose terms are stored."""
    found = await rating_runs.players_of(service.unit.tx, shown.run)
    return await names_for(service.unit.tx, found) if shown.is_nightly else found


def _not_found(service: Service, said: Said, shown: ShownList, named: Named) -> None:
    """Say that no player has that name, and offer similar ones."""
    rows = [row for row in shown.rows if row.key in named.near][:MOST_OFFERED]
    buttons = tuple((_why_button(shown, row.number),) for row in rows)
    key = "rating.name_near" if rows else "rating.name_unknown"
    service.reply(said, Text(key, {"name": named.text}), buttons)


async def _tell_why(service: Service, said: Said, shown: ShownList, key: str) -> None:
    packed = await rating_runs.sheet(service.unit.tx, shown.run, key)
    if packed is None:
        raise GameStateError(Fault("rating_gone"))
    sections = unpack_sheet(packed)
    if shown.is_nightly:
        sections = await named_sections(service.unit.tx, sections)
    names = await _players(service, shown)
    lines = sum(1 + len(section.lines) for section in sections)
    head = say(
        "rating.why",
        player=names[key],
        system=system_text(shown.system),
        day=shown.day.isoformat(),
    )
    if lines <= MOST_LINES:
        service.reply(said, say("rating.sheet", head=head, sections=sheet_text(sections)))
        return
    short = [section for section in sections if len(section.lines) <= MOST_LINES // 2]
    titles = [say("shown.title", title=section_text(section)) for section in sections]
    document = Document(DocumentKind.RATING_SHEET, f"{shown.run}:{key}")
    text = say(
        "rating.sheet_in_file",
        head=head,
        titles=titles,
        sections=sheet_text(short[:1]) or None,
    )
    service.reply(said, text, document=document)


async def chart(service: Service, said: Said, shown: ShownList, more: str) -> None:
    """Ask for the players of a chart."""
    del more
    service.toast(said)
    await service.questions.ask(said, topics.RATING_CHART, shown.ref)
    viewer = await viewer_of(service.unit.tx, said.person, service.shared.operators)
    own = shown.row_of(viewer.key_on(shown))
    example = own.player if own is not None else shown.rows[0].player if shown.rows else "Ana Pop"
    text = say("rating.chart_whom", most=MOST_SERIES, example=example)
    service.reply(said, text, (way_out(topics.RATING_CHART),))


async def chart_given(service: Service, said: Said, ref: str) -> None:
    """Read the names of the players of a chart."""
    shown = await find_visible(service.unit.tx, said.person, ref)
    known = {row.key: row.player for row in shown.rows}
    if not shown.is_nightly:
        known |= await ratings.names(service.unit.tx, shown.system)
    texts = [
        text for text in said.args.replace("\n", ",").replace(";", ",").split(",") if text.strip()
    ]
    found = [find_names(text, known) for text in texts[: MOST_SERIES + 1]]
    missing = [named for named in found if not named.key]
    keys = list(dict.fromkeys(named.key for named in found if named.key))
    if missing or not keys:
        await _chart_unknown(service, said, missing, known)
        return
    if len(keys) > MOST_SERIES:
        service.reply(said, say("rating.chart_too_many", most=MOST_SERIES))
        return
    await send_chart(service, said, shown, keys)


async def _chart_unknown(
    service: Service, said: Said, missing: Sequence[Named], known: Mapping[str, str]
) -> None:
    rows = [unknown_text(named, known, most=MOST_NEAR) for named in missing]
    service.reply(said, say("rating.chart_unknown", rows=rows))


def unknown_text(named: Named, known: Mapping[str, str], *, most: int) -> Text:
    """Return that no player has that name, with at most `most` similar ones."""
    if not named.near:
        return say("rating.name_unknown_line", name=named.text)
    near = [say("rating.near", name=known[key]) for key in named.near[:most]]
    return say("rating.name_near_line", name=named.text, near=near)


async def send_chart(service: Service, said: Said, shown: ShownList, keys: list[str]) -> None:
    """Send a chart of some players' ratings on lists of that system and kind."""
    histories = await ratings.history(service.unit.tx, shown.system, shown.kind, keys)
    if not shown.version:
        for key in keys:
            if (row := shown.row_of(key)) is not None:
                histories[key].append((shown.day, row))
    if not any(histories.values()):
        service.reply(said, say("rating.no_history"))
        return
    latest = await ratings.in_force(service.unit.tx, shown.system, shown.kind)
    picture = RatingChart(
        shown.ref,
        latest.id if latest is not None else 0,
        players=tuple(key for key in keys if histories[key]),
    )
    text = say("rating.chart", system=system_text(shown.system), kind=kind_text(shown.kind))
    service.reply(said, text, pictures=(picture,))
