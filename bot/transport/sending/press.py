"""The press: draws the pictures and makes the files of messages.

It reads the log, rebuilds the game at the event, and passes plain views to the drawing functions in
a thread, so that the event loop stays free. It changes nothing.
"""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, get_args

from bot.documents.image_sanitiser.wire import Unusable
from bot.runtime.folding import competition_of, load_game, load_match, with_closing
from bot.runtime.reading import are_queued
from bot.texts.i18n import catalogue
from bot.texts.messages import Relayed, Word
from bot.texts.notices.play.whose_turn import step
from bot.texts.pictures import (
    CompetitionSheet,
    Document,
    DocumentKind,
    GamePicture,
    Picture,
    TimeSheet,
)
from bot.transport.sending.makers import Makers
from engine.errors import NotationError
from engine.games.deadlines import awaited
from engine.games.game import Game, Stage
from engine.ids import GameId, PersonId, Seat, match_of
from engine.notation import parse_placement
from engine.thinking_time import day_of
from storage import log
from storage.competitions import competition_rows as competitions
from storage.people import people, personal
from storage.streams import game_stream

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.documents.views.setting import Setting
    from bot.runtime.shared import Shared
    from bot.runtime.unit import Runtime
    from bot.transport.sending.reencoded import Reencoder
    from engine.matches.match import Match

OF_A_GAME: Final = frozenset(each.kind for each in get_args(GamePicture))
"""The pictures that this module draws."""

WordList = Callable[[str], tuple[str, bytes]]
"""Returns name and content of the players' file of an edition, from its hash."""


class Press:
    """Draws and makes from stored data."""

    def __init__(
        self,
        runtime: "Runtime",
        shared: "Shared",
        word_list: WordList,
        makers: Makers | None = None,
        reencoder: "Reencoder | None" = None,
    ) -> None:
        """Store the source of word lists, the other makers, and the re-encoder of pictures.

        Without the last two, such pictures and files are not available.
        """
        self._runtime = runtime
        self._shared = shared
        self._makers = makers or Makers()
        self._reencoder = reencoder
        self._word_list = word_list
        # One sheet at a time: parallel drawing threads compete for the interpreter, and each sheet
        # takes almost twice the processor time.
        self._easel = ThreadPoolExecutor(max_workers=1, thread_name_prefix="easel")

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture of the game after the event it names, as PNG."""
        if not isinstance(picture, GamePicture):
            return await self._makers.picture(picture, language)
        game, setting = await self._game(picture.game, picture.seq, language)
        loop = asyncio.get_running_loop()
        drawing = partial(_drawn, picture, game, setting, catalogue(language).plain)
        return await loop.run_in_executor(self._easel, drawing)

    async def stand(self, picture: Picture) -> tuple[object, ...]:
        """Return what a sheet shows besides its game: players, channel, arbiters (2.1, 6.1)."""
        if not isinstance(picture, CompetitionSheet | TimeSheet):
            return ()
        code = match_of(GameId(picture.game))
        async with self._runtime.database.reading() as tx:
            match, head = await load_match(tx, self._shared, code)
            row = await _competition(tx, match)
            return head.seq, _arbiters(match, row)

    async def document(self, document: Document, language: str) -> tuple[str, bytes]:
        """Return the file's name and content."""
        match document.kind:
            case DocumentKind.WORD_LIST:
                return await asyncio.to_thread(self._word_list, document.of)
            case DocumentKind.MY_DATA:
                return await self._personal(PersonId(int(document.of)))
            case DocumentKind.GCG:
                game, setting = await self._game(document.of, None, language)
                return _record(game, setting, catalogue(language).plain)
            case _:
                return await self._makers.document(document, language)

    def is_at_hand(self, relayed: Relayed) -> bool:
        """Return whether the outcome for a person's picture is known."""
        return self._reencoder is None or self._reencoder.is_at_hand(relayed)

    async def prepare(self, relayed: Relayed) -> None:
        """Download and re-encode a person's picture; the result is cached for a while."""
        if self._reencoder is not None:
            await self._reencoder.prepare(relayed)

    async def relayed(self, relayed: Relayed) -> tuple[str, bytes]:
        """Return a person's photo or picture file, re-encoded and without its metadata.

        Raises:
            Unusable: it is not a supported picture, too large, or no longer available.
            DeliveryError: it could not be downloaded this time.
        """
        if self._reencoder is None:
            raise Unusable("nothing is passed on here")
        return harmless_name(relayed.name), await self._reencoder.get(relayed)

    async def _game(self, game: str, seq: int | None, language: str) -> "tuple[Game, Setting]":
        from bot.documents.views.setting import (  # noqa: PLC0415  (as in `_drawn`)
            Setting,
            arbiter_names,
            has_phase,
            printed_title,
        )

        words = catalogue(language)
        async with self._runtime.database.reading() as tx:
            folded, version = await self._folded(tx, GameId(game), seq)
            match, _ = await load_match(tx, self._shared, match_of(GameId(game)))
            folded = await with_closing(tx, self._shared, folded, match)
            row = await _competition(tx, match)
            competition = await competition_of(tx, self._shared, match)
            arbiters = _arbiters(match, row)
            known = await people.several(tx, {*match.people, *arbiters})
            names: Mapping[PersonId, str] = {one.id: words.name(one.name) for one in known}
        setting = Setting(
            names=names,
            arbiters=arbiter_names(names, arbiters),
            competition=(
                row.title if row is not None else printed_title(match, self._shared.competition)
            ),
            is_phase=has_phase(match, competition),
            is_single=match.is_single,
            word_list_official=self._shared.official(folded.edition),
            version=version,
            today=day_of(self._runtime.clock.now(), folded.rules.time_zone),
            channel_settings=match.channel_settings,
        )
        return folded, setting

    async def _folded(
        self, tx: "AsyncConnection", game: GameId, seq: int | None
    ) -> tuple[Game, int]:
        """Return the game after that event (None: its last), and that event's number.

        It is usually in the cache, because a handler has just used it.
        """
        folded, head = await load_game(tx, self._shared, game, seq)
        return await self._as_received(tx, folded, head), head.seq

    async def _as_received(self, tx: "AsyncConnection", game: Game, head: log.Head) -> Game:
        """Return the game with the day on which its turn's sheets reach the player (7.1).

        Sheets on their way arrive today at the earliest. The arrival of late ones was just
        recorded.
        """
        today = day_of(self._runtime.clock.now(), game.rules.time_zone)
        if game.stage is not Stage.RUNNING or game.received >= today:
            return game
        if await are_queued(tx, game, today):
            return awaited(game, today)
        last = await log.head(tx, game_stream(game.id))
        after = self._shared.games.get(last.hash) if last.seq == head.seq + 1 else None
        return game if after is None or step(after, last.seq) != head.seq else after

    async def _personal(self, person: PersonId) -> tuple[str, bytes]:
        """Return name and content of the file with all data stored about a person, as JSON."""
        async with self._runtime.database.reading() as tx:
            data = await personal.shown(tx, person)
        content = json.dumps(data, ensure_ascii=False, indent=1, default=str)
        return "tur-retur-datele-mele.json", content.encode()


async def _competition(
    tx: "AsyncConnection", match: "Match"
) -> "competitions.CompetitionRow | None":
    """Return the competition of a match, or None for a friendly match."""
    return await competitions.competition(tx, match.competition) if match.competition else None


def _arbiters(match: "Match", row: "competitions.CompetitionRow | None") -> tuple[PersonId, ...]:
    """Return the arbiters that a sheet names, the chief arbiter first (art. 2.1)."""
    return (match.arbiter,) if row is None else row.arbiters


def _record(game: Game, setting: "Setting", word: Word) -> tuple[str, bytes]:
    """Return name and content of a game's record."""
    from bot.documents.views.record import game_record  # noqa: PLC0415
    from bot.documents.views.setting import title_of  # noqa: PLC0415
    from engine.gcg import write_gcg  # noqa: PLC0415

    record = game_record(game, setting.names, title_of(setting, word))
    return f"{game.id.replace('/', '-')}.gcg", write_gcg(record)


def _drawn(picture: GamePicture, game: Game, setting: "Setting", word: Word) -> bytes:
    """Draw one picture; the drawing code is loaded with the first."""
    from bot.documents.render.board import render_board  # noqa: PLC0415
    from bot.documents.render.sheets.competition_sheet import render_competition_sheet  # noqa: PLC0415
    from bot.documents.render.sheets.time_sheet import render_time_sheet  # noqa: PLC0415
    from bot.documents.views.boards import board_picture, plan_picture  # noqa: PLC0415
    from bot.documents.views.sheets import competition_sheet, time_sheet  # noqa: PLC0415

    if isinstance(picture, CompetitionSheet):
        return render_competition_sheet(competition_sheet(game, setting, word))
    if isinstance(picture, TimeSheet):
        return render_time_sheet(time_sheet(game, setting, word))
    if picture.line:
        return render_board(plan_picture(game, picture.line, word))
    seat = game.turn if game.ended is None else Seat.RED
    try:
        placement = parse_placement(picture.preview) if picture.preview else None
    except NotationError:
        placement = None
    return render_board(board_picture(game, seat, word, placement))


def harmless_name(name: str) -> str:
    """Return a safe file name for a picture that a person sent under `name`."""
    stem = "".join(c for c in name.rpartition(".")[0] if c.isalnum() or c in "-_ ")[:40].strip()
    return f"{stem or 'fisa'}.jpg"
