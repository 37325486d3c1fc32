"""`/cnis`: scales, points, standings and pairings of the individual championship.

The dialogue of `bot.chat.ratings.list_making` takes the files, and the same jobs process them.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.chat.ratings.explanations import unknown_text
from bot.chat.topics import Topic
from bot.ratings.calculation.picture_messages import PictureMessage
from bot.ratings.calculation.systems import ChampionshipTask
from bot.ratings.calculation.task_results import unpack_sheet
from bot.ratings.calculation.wording import sheet_text
from bot.ratings.cnis import table_views
from bot.ratings.cnis.table_views import find_tables, scale_ref, table_view
from bot.ratings.cnis.typed_input import read_scale
from bot.ratings.lists.list_requests import find_player
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.ratings import PAGE, RATING, SCALE, ChampionshipAction, RatingStep
from bot.texts.buttons.verb import number_in
from bot.texts.messages import say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError
from storage.ratings import rating_runs

_MOST_NEAR: Final = 5
"""The most similar names in an answer to an unknown one."""


async def cnis(service: Service, user_input: UserInput) -> None:
    """Handle `/cnis [N V]`: a scale at once, or the choices."""
    if user_input.args:
        await _send_scale(service, user_input)
        return
    buttons = [(SCALE.button(say("button.cnis_scale"), "scale"),)]
    buttons += [
        (RATING.button(say(f"button.{task}"), RatingStep.SYSTEM, task),)
        for task in ChampionshipTask
    ]
    service.reply(user_input, say("cnis.choose"), tuple(buttons))


async def ask_scale(service: Service, user_input: UserInput) -> None:
    """Handle the button for a scale."""
    asked = await service.questions.ask(user_input, Topic.CNIS_SCALE)
    service.edit(user_input, say("cnis.ask_scale"), (asked.way_out,))


async def scale_given(service: Service, user_input: UserInput, _about: str) -> None:
    """Read N, the number of players, and V, the value of the game less 150."""
    await _send_scale(service, user_input)
    await service.questions.close(user_input)


async def _send_scale(service: Service, user_input: UserInput) -> None:
    """Send the tables of the typed scale."""
    scale = read_scale(user_input.args)
    ref = scale_ref(scale.participants, scale.value)
    tables, number, run = await find_tables(service.unit.tx, ref)
    view = table_view(tables, number, run)
    service.reply(user_input, view.text, view.buttons, pictures=(view.picture,))


async def page_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of a table."""
    action, ref, page = PAGE.read(user_input.args)
    if ref.partition(".")[0] != table_views.SCALE:  # a scale is no run, and everybody's
        await _check_own_run(service, user_input, ref)
    await _ACTIONS[action](service, user_input, ref, page)


async def _check_own_run(service: Service, user_input: UserInput, ref: str) -> int:
    """Return the number of the table's run, if the person made it.

    Raises:
        GameStateError: `rating_gone`: there is none, or it is another person's.
    """
    run = number_in(ref.partition(".")[0])
    stored_run = await rating_runs.find(service.unit.tx, run) if run is not None else None
    if stored_run is None or stored_run.person != user_input.person.id:
        raise GameStateError(Fault("rating_gone"))
    return stored_run.id


async def _show_table(service: Service, user_input: UserInput, ref: str, page: int) -> None:
    """Show a page of a table in place of the pressed message."""
    view = await _table_message(service, ref, page)
    service.edit(user_input, view.text, view.buttons, pictures=(view.picture,))


async def _table_message(service: Service, ref: str, page: int) -> PictureMessage:
    tables, number, run = await find_tables(service.unit.tx, ref)
    run_number = number_in(run)  # a scale has none, and nothing to explain
    has_terms = run_number is not None and await rating_runs.has_terms(service.unit.tx, run_number)
    return table_view(tables, number, run, page, has_terms=has_terms)


async def _send_pages(service: Service, user_input: UserInput, ref: str, _page: int) -> None:
    """Send the table as printable pages."""
    service.toast(user_input)
    service.reply(user_input, say("cnis.paper"), document=Document(DocumentKind.PAGES, ref))


async def _send_spreadsheet(service: Service, user_input: UserInput, ref: str, _page: int) -> None:
    """Send all tables as a spreadsheet."""
    run = await _check_own_run(service, user_input, ref)
    service.toast(user_input)
    service.reply(
        user_input, say("cnis.book"), document=Document(DocumentKind.RATING_BOOK, str(run))
    )


async def _ask_whom(service: Service, user_input: UserInput, ref: str, _page: int) -> None:
    """Ask for the player whose points to explain."""
    run = await _check_own_run(service, user_input, ref)
    service.toast(user_input)
    asked = await service.questions.ask(user_input, Topic.CNIS_WHY, str(run))
    service.reply(user_input, say("cnis.why_whom"), (asked.way_out,))


async def why_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the name of the player whose points to explain."""
    run = await _check_own_run(service, user_input, about)
    names_by_key = await rating_runs.players_of(service.unit.tx, run)
    named = find_player(user_input.args, names_by_key)
    if not named.key:
        rows = [unknown_text(named, names_by_key, most=_MOST_NEAR)]
        service.reply(user_input, say("rating.chart_unknown", rows=rows))
        return
    await service.questions.close(user_input)
    packed = await rating_runs.terms_of(service.unit.tx, run, named.key)
    sections = sheet_text(unpack_sheet(packed)) if packed is not None else []
    head = say("cnis.why", player=names_by_key[named.key])
    service.reply(user_input, say("rating.sheet", head=head, sections=sections))


_Action = Callable[[Service, UserInput, str, int], Awaitable[None]]
"""Handles a button of the table with that reference; the number is a page."""

_ACTIONS: Final[Mapping[ChampionshipAction, _Action]] = {
    ChampionshipAction.TABLE: _show_table,
    ChampionshipAction.PAPER: _send_pages,
    ChampionshipAction.BOOK: _send_spreadsheet,
    ChampionshipAction.WHY: _ask_whom,
}
