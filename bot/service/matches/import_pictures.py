"""The pictures of a form that waits for confirmation: boards and sheets as they would be."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.documents.render.board import render_board
from bot.documents.render.sheets.competition_sheet import render_competition_sheet
from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.views.boards import board_picture
from bot.documents.views.setting import GameSetting
from bot.documents.views.sheets import competition_sheet, time_sheet
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.matches.import_reading import checked
from bot.service.matches.pending_imports import STORED_AS, PendingForm, form_from_json
from bot.service.pure.matches.checked_import import CheckedImport
from bot.texts.i18n import Catalogue
from bot.texts.pictures import ImportPicture, ImportView, PictureGoneError
from engine.games.game import Game
from engine.ids import PersonId, Seat
from engine.matches.correspondence_events import ChannelSettings
from engine.thinking_time import day_of
from storage.conversation import dialogues
from storage.people import people


async def picture_of(
    runtime: Runtime, shared: BotSettings, picture: ImportPicture, catalogue: Catalogue
) -> bytes:
    """Return the picture as PNG.

    Raises:
        PictureGoneError: the form was confirmed, dropped or replaced before.
    """
    number, _, token = picture.of.partition(":")  # the arbiter, and the form's token
    arbiter = PersonId(int(number))
    async with runtime.database.reading() as tx:
        waiting = await dialogues.get(tx, arbiter, STORED_AS)
        name = (await people.get(tx, arbiter)).name
    form = None if waiting is None else form_from_json(waiting.value)
    if waiting is None or form is None or form.token != token:
        raise PictureGoneError(picture.of)
    sent = _SentForm(form=form, arbiter=arbiter, arbiter_name=name, at=waiting.at)
    return await asyncio.to_thread(_draw, shared, sent, picture, catalogue)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SentForm:
    """A form, the arbiter who sent it, and when."""

    form: PendingForm
    arbiter: PersonId
    arbiter_name: str
    at: datetime


class _ShownGame(NamedTuple):
    """A game of a form."""

    game: Game
    names: dict[PersonId, str]
    """Its players' names, by their provisional numbers."""
    channel: str
    """The channel that the form states; "" for none."""


def _draw(
    shared: BotSettings, sent: _SentForm, picture: ImportPicture, catalogue: Catalogue
) -> bytes:
    """Return the picture of a game as it would be imported."""
    checked_import = checked(shared, sent.form, sent.arbiter, sent.at)
    game, names, channel = _shown_game(checked_import, picture.number)
    setting = GameSetting(
        names={person: catalogue.name(name) for person, name in names.items()},
        arbiters=(catalogue.name(sent.arbiter_name),),
        competition=checked_import.form.title,
        is_phase=checked_import.form.closing is not None,
        word_list_official=shared.official(game.edition),
        today=day_of(sent.at, game.rules.time_zone),
        channel_settings=ChannelSettings(channel=channel),
    )
    if picture.what == ImportView.BOARD:
        seat = game.turn if game.ended is None else Seat.RED
        return render_board(board_picture(game, seat, catalogue.plain))
    if picture.what == ImportView.SHEET:
        return render_competition_sheet(competition_sheet(game, setting, catalogue.plain))
    return render_time_sheet(time_sheet(game, setting, catalogue.plain))


def _shown_game(checked_import: CheckedImport, number: int) -> _ShownGame:
    """Return the game of that number, counted from 1 in the order of the preview."""
    if checked_import.form.is_season:
        game = checked_import.season.shown[number - 1].game
        result = checked_import.form.results[number - 1]
        names = {game.red.person: result.red, game.blue.person: result.blue}
        return _ShownGame(game, names, "")
    games = [(pair, game) for pair in checked_import.pairs for game in pair.games]
    pair, imported = games[number - 1]
    game, stated = imported.game, pair.stated[imported.game.leg]
    names = {game.red.person: stated.red, game.blue.person: stated.blue}
    return _ShownGame(game, names, stated.channel)
