"""`/arhiva_mea`: a person's finished games in pages, and all views of each.

Rows give the list; only the matches of the shown page are loaded, for their coefficients.
"""

from typing import Final

from bot.chat.choosing import game_rows
from bot.chat.site_links import page_row
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.matches.archive import ended_on, finished_games, outcome_for
from bot.service.service import Service
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.buttons.matches import ARCHIVE, ARCHIVED
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Card, Text, say, turning
from bot.texts.notices.matches.endings import ending_text, result_lines
from bot.texts.paging import page_at
from bot.texts.pictures import BoardShown
from engine.figures import Figures
from engine.games.game import Stage
from engine.ids import GameId, MatchCode, PersonId
from engine.matches.results import match_figures
from storage.play.game_rows import GameRow

ON_PAGE: Final = 8
"""Games on a page, each with a button."""
_VIEWS: Final = (
    ((View.SHEET, "button.archive_sheets"), (View.HISTORY, "button.archive_moves")),
    ((View.RECORD, "button.archive_record"), (View.PROOF, "button.verify")),
)
"""The views of a game's card (`show:GAME:WHAT`), and their buttons."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/arhiva_mea`: the finished games, the latest first."""
    service.reply(user_input, *await _page_card(service, user_input.person.id, 0))


async def turn_page(service: Service, user_input: UserInput) -> None:
    """Handle the button for another page: `arch:PAGE`, from 0; `/jocuri` links here."""
    service.edit(
        user_input,
        *await _page_card(service, user_input.person.id, ARCHIVE.read(user_input.args).page),
    )


async def open_game(service: Service, user_input: UserInput) -> None:
    """Handle the button of a finished game: `archg:GAME`; show it with its last board."""
    snapshot = await service.games.of_player(user_input, ARCHIVED.read(user_input.args).game)
    game = snapshot.game
    service.toast(user_input)
    if game.stage is not Stage.ENDED or game.ended is None:
        service.reply(user_input, say("archive.still_on", game=game.id))
        return
    participants = await service.participants.of(game)
    text = say(
        "archive.card",
        game=game.id,
        red=participants.red.name,
        blue=participants.blue.name,
        red_score=game.red.score,
        blue_score=game.blue.score,
        how=ending_text(game.ended, participants.red.name, participants.blue.name),
        result=result_lines(game.ended, game, participants),
        n=len(game.moves),
    )
    buttons = tuple(
        tuple(SHOW.button(say(key), game.id, view) for view, key in row) for row in _VIEWS
    )
    if not game.board.is_empty:
        buttons += ((ANALYSIS.button(say("button.analysis"), AnalysisAction.SHOW, game.id),),)
    match = (await service.matches.load(game.match)).match
    if match.competition:
        buttons += page_row(service.shared, match.competition, match.code)
    picture = BoardShown(game.id, snapshot.seq)
    service.reply(user_input, text, buttons, pictures=(picture,), about=game.id)


async def _page_card(service: Service, person: PersonId, page_number: int) -> Card:
    """Return a page of the person's finished games."""
    rows = await finished_games(service, person)
    if not rows:
        return Card(say("archive.none"))
    page = page_at(rows, page_number, ON_PAGE)
    await service.persons.gather(who for row in page.items for who in (row.red, row.blue))
    lines = []
    for row in page.items:
        with leaving_out_damaged():
            lines.append(await _game_line(service, row, person))
    games = await game_rows(service, person, page.items, ARCHIVED.button)
    return Card(
        say("archive.list", n=len(rows), rows=lines),
        (*games, *turning(page.number, page.count, ARCHIVE.turns())),
    )


async def _game_line(service: Service, row: GameRow, person: PersonId) -> Text:
    """Return a game's line: the score, its result and value, and its end."""
    match = (await service.matches.load(MatchCode(row.match_id))).match
    is_blue = row.blue == person
    partner = await service.persons.get(row.red if is_blue else row.blue)
    mine, theirs = row.red_score, row.blue_score
    if is_blue:
        mine, theirs = theirs, mine
    figures = match_figures(match).get(GameId(row.game_id))
    return say(
        "archive.row",
        game=row.game_id,
        partner=partner.name,
        mine=mine,
        theirs=theirs,
        result=_outcome_text(figures, is_blue=is_blue) if figures else None,
        on=ended_on(match, row).isoformat(),
    )


def _outcome_text(figures: Figures, *, is_blue: bool) -> Text:
    """Return whether the person has won, and their coefficient."""
    worth = str(figures.blue if is_blue else figures.red)
    return say(f"archive.{outcome_for(figures, is_blue=is_blue)}", worth=worth)
