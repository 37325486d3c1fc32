"""The pictures and the record of a game, made from its log.

Drawing runs in a thread, so that the event loop stays free. This module writes nothing.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.render.board import render_board
from bot.documents.render.sheets.competition_sheet import render_competition_sheet
from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.views.boards import board_picture, plan_picture
from bot.documents.views.record import game_record
from bot.documents.views.setting import GameSetting, arbiters_of, setting_of, title_of
from bot.documents.views.sheets import competition_sheet, time_sheet
from bot.runtime.folding import (
    competition_of,
    load_game,
    load_game_and_match,
    load_match,
    with_closing,
)
from bot.runtime.shared import BotSettings
from bot.runtime.stored_games import are_sheets_queued
from bot.runtime.unit import Runtime
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Plain, say
from bot.texts.notices.play.turn import step
from bot.texts.pictures import BoardShown, CompetitionSheet, GamePicture, NamedFile, TimeSheet
from engine.errors import NotationError
from engine.games.deadlines import awaited
from engine.games.game import Game, Stage
from engine.gcg.writer import write_gcg
from engine.ids import GameId, Seat, match_about
from engine.matches.match import Match
from engine.notation import parse_placement
from engine.thinking_time import day_of
from storage import log
from storage.people import people
from storage.streams import game_stream


class GamePictures:
    """Draws games from stored data."""

    def __init__(self, runtime: Runtime, shared: BotSettings) -> None:
        self._runtime = runtime
        self._shared = shared
        # One sheet at a time: parallel drawing threads compete for the interpreter, and each sheet
        # takes almost twice the processor time.
        self._drawing_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="easel")

    async def picture(self, picture: GamePicture, language: str) -> bytes:
        """Return the picture of the game after the event it names, as PNG."""
        plain = self._catalogue(language).plain
        if isinstance(picture, BoardShown):
            drawing = partial(_board, picture, await self._on_board(picture), plain)
        else:
            game, setting = await self._game(picture.game, picture.seq, language)
            drawing = partial(_sheet, picture, game, setting, plain)
        return await asyncio.get_running_loop().run_in_executor(self._drawing_thread, drawing)

    def _catalogue(self, language: str) -> Catalogue:
        return load_catalogue(language, formal=self._shared.is_formal)

    async def drawn_from(self, picture: CompetitionSheet | TimeSheet) -> tuple[object, ...]:
        """Return what a sheet shows besides its game: players, channel, arbiters (2.1, 6.1)."""
        code = match_about(picture.game)
        async with self._runtime.database.reading_latest() as tx:
            match, head = await load_match(tx, self._shared, code)
            competition = await competition_of(tx, self._shared, match)
            return head.seq, arbiters_of(match, competition)

    async def record(self, game: str, language: str) -> NamedFile:
        """Return a game's record (GCG)."""
        folded, setting = await self._game(game, None, language)
        plain = self._catalogue(language).plain
        note = plain(say("verify.game_imported")) if folded.imported else ""
        record = game_record(folded, setting.names, title_of(setting, plain), note)
        return NamedFile(f"{folded.id.replace('/', '-')}.gcg", write_gcg(record))

    async def _on_board(self, picture: BoardShown) -> Game:
        """Return the game after the event of the picture; a board shows no names and no days."""
        async with self._runtime.database.reading_latest() as tx:
            game, _ = await load_game(tx, self._shared, GameId(picture.game), picture.seq)
            return game

    async def _game(self, game: str, seq: int | None, language: str) -> tuple[Game, GameSetting]:
        """Return the game after that event, with its setting."""
        words = self._catalogue(language)
        async with self._runtime.database.reading() as tx:
            folded, version, match = await self._folded(tx, GameId(game), seq)
            folded = await with_closing(tx, self._shared, folded, match)
            competition = await competition_of(tx, self._shared, match)
            arbiters = arbiters_of(match, competition)
            # After an earlier event the seats may be those of former players.
            seated = {folded.side(seat).person for seat in Seat}
            known = await people.several(tx, {*match.people, *seated, *arbiters})
        setting = setting_of(
            match,
            competition,
            {person.id: words.name(person.name) for person in known},
            federation=self._shared.competition,
            is_official=self._shared.official(folded.edition),
            today=day_of(self._runtime.clock.now(), folded.rules.time_zone),
            version=version,
        )
        return folded, setting

    async def _folded(
        self, tx: AsyncConnection, game: GameId, seq: int | None
    ) -> tuple[Game, int, Match]:
        """Return the game after that event (None: its last), that event's number, and the match.

        They are usually in the cache, because a handler has just used them.
        """
        folded, head, match = await load_game_and_match(tx, self._shared, game, seq)
        return await self._as_received(tx, folded, head), head.seq, match

    async def _as_received(self, tx: AsyncConnection, game: Game, head: log.Head) -> Game:
        """Return the game with the day on which its turn's sheets reach the player (7.1).

        Sheets on their way arrive today at the earliest. The arrival of late ones was just
        recorded.
        """
        today = day_of(self._runtime.clock.now(), game.rules.time_zone)
        if game.stage is not Stage.RUNNING or game.received >= today:
            return game
        if await are_sheets_queued(tx, game, today):
            return awaited(game, today)
        last = await log.head(tx, game_stream(game.id))
        if last.seq != head.seq + 1:
            return game
        # The next event, if it is the arrival, does not count as a step.
        after = self._shared.games.get(last.hash)
        return game if after is None or step(after, last.seq) != head.seq else after


def _sheet(
    picture: CompetitionSheet | TimeSheet, game: Game, setting: GameSetting, plain: Plain
) -> bytes:
    if isinstance(picture, CompetitionSheet):
        return render_competition_sheet(competition_sheet(game, setting, plain))
    return render_time_sheet(time_sheet(game, setting, plain))


def _board(picture: BoardShown, game: Game, plain: Plain) -> bytes:
    """Draw the board as it is, with a typed move, or with the line that somebody plans."""
    if picture.line:
        return render_board(plan_picture(game, picture.line, plain))
    seat = game.turn if game.ended is None else Seat.RED
    try:
        placement = parse_placement(picture.preview) if picture.preview else None
    except NotationError:
        placement = None
    return render_board(board_picture(game, seat, plain, placement))
