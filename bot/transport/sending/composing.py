"""Turns notices into parcels: rendered in the reader's language, drawn, cut to Telegram's limits.

This module decides which text accompanies which picture, and shares a picture among several
readers. The press draws; the courier decides when to send.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, Protocol

from bot.documents.image_sanitiser.wire import Unusable
from bot.runtime.clock import Clock
from bot.texts.articles import Link, linked
from bot.texts.command_menus import MenuName, parse_menu_name
from bot.texts.delivery import (
    Choices,
    File,
    InlineChoice,
    Key,
    Keyboard,
    Menu,
    Parcel,
    Photos,
    Reaction,
    TextMessage,
    Toast,
    Wording,
)
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Button, InlineResult, Notice, Relayed, Text, say
from bot.texts.notices.play.turn_notices import shows_board
from bot.texts.pictures import (
    CompetitionSheet,
    Document,
    NamedFile,
    Picture,
    PictureGoneError,
)
from bot.texts.reader import Reader
from bot.texts.sharing import sharing_address
from bot.texts.splitting import TEXT, fits_caption, split_html
from engine.correspondence import game_of

ALBUM: Final = 10
"""The most photos in one album."""
MOST_PICTURES: Final = 100
"""Pictures in the cache, about 10 MB; an arbiter's copy is sent long after the opponent's."""
FRESH: Final = timedelta(minutes=15)
"""The life of a cached picture, because a sheet counts the days up to today.

Midnight falls on a quarter of an hour in every time zone.
"""


class MediaSource(Protocol):
    """Draws pictures and makes files without blocking the event loop."""

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture as a PNG file."""
        ...

    async def drawn_from(self, picture: Picture) -> Hashable:
        """Return what the picture depends on besides its own fields, in its current state."""
        ...

    async def document(self, document: Document, language: str) -> NamedFile:
        """Return the file."""
        ...

    def is_at_hand(self, relayed: Relayed) -> bool:
        """Return whether the outcome for a person's picture is known."""
        ...

    async def prepare(self, relayed: Relayed) -> None:
        """Download and re-encode a person's picture; the result is cached for a while."""
        ...

    async def relayed(self, relayed: Relayed) -> NamedFile:
        """Return a person's file, re-encoded and without metadata.

        Raises:
            Unusable: the file cannot be forwarded.
            DeliveryError: the file could not be downloaded this time.
        """
        ...


Board = Callable[[str], str]
"""Returns the address at which the Mini App opens a game, from the game's code."""
Commands = Callable[[MenuName], Mapping[str, str]]
"""Returns the commands of a menu, each with its description."""


class Composer:
    """Makes the parcels of a notice, in the order of sending."""

    def __init__(  # noqa: PLR0913  (one parameter for each dependency and option)
        self,
        press: MediaSource,
        commands: Commands,
        clock: Clock,
        *,
        link: Link | None = None,
        board: Board | None = None,
        formal: bool = False,
    ) -> None:
        """Use the press and the menus; without `board`, no button opens the Mini App."""
        self._press = press
        self._clock = clock
        self._commands = commands
        self._link, self._board, self._formal = link, board, formal
        self._pictures: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()

    def is_ready(self, notice: Notice) -> bool:
        """Return whether every file that the notice forwards is downloaded and re-encoded."""
        return notice.relayed is None or self._press.is_at_hand(notice.relayed)

    async def prepare(self, notice: Notice) -> None:
        """Download and re-encode the files that the notice forwards; this may take a while."""
        if notice.relayed is not None:
            await self._press.prepare(notice.relayed)

    async def compose(
        self, notice: Notice, reader: Reader, *, bare: bool = False
    ) -> Sequence[Parcel]:
        """Return the parcels; `bare` omits everything that must be drawn or made.

        Raises:
            WordingError: the text cannot be rendered.
            DeliveryError: a person's file could not be downloaded.
            Exception: any failure of the press.
        """
        if notice.found is not None:
            return [self._choices(notice, notice.found, reader)]
        if notice.menu:
            name = parse_menu_name(notice.menu)
            label = load_catalogue(name.language, formal=self._formal).plain(say("menu.board"))
            app = "" if self._board is None else self._board("")
            return [Menu(to=notice.to, commands=self._commands(name), board=label, web_app=app)]
        if notice.reaction and notice.reply_to is not None:
            return [Reaction(to=notice.to, message=notice.reply_to, emoji=notice.reaction)]
        catalogue = load_catalogue(reader.language, formal=self._formal)
        notice = replace(notice, silent=notice.silent or reader.mute)
        if notice.answers:
            toast = catalogue.plain(notice.text, reader.zone) if notice.text else ""
            return [Toast(press=notice.answers, text=toast, alert=notice.alert)]
        html, keyboard = self.wording(notice, reader)
        try:
            media = [] if bare else await self._media(notice, reader.language)
        except Unusable:
            media = []
            html = f"{html}\n\n{catalogue.html(say('relay.unusable'))}".strip()
        except PictureGoneError:
            media = []
        heading = catalogue.html(_heading(notice), reader.zone) if len(notice.pictures) > 1 else ""
        return _with_media(notice, html, keyboard, media, heading)

    def wording(self, notice: Notice, reader: Reader) -> Wording:
        """Return the notice's whole text as HTML, and its buttons, in the reader's language."""
        catalogue = load_catalogue(reader.language, formal=self._formal)
        board = self._board_key(notice, catalogue)
        html = catalogue.html(notice.text, reader.zone) if notice.text else ""
        html = linked(html, self._link) if self._link else html
        rows = (tuple(_key(button, catalogue, reader) for button in row) for row in notice.buttons)
        return Wording(html, (*board, *rows) if shows_board(notice) else (*rows, *board))

    def _choices(self, notice: Notice, results: Sequence[InlineResult], reader: Reader) -> Choices:
        """Return the inline results: one message each, with a button to its web page."""
        catalogue = load_catalogue(notice.menu, formal=self._formal)
        open_page = catalogue.plain(say("button.on_site"))
        return Choices(
            question=notice.answers,
            choices=tuple(
                InlineChoice(
                    key=inline_result.key,
                    title=catalogue.plain(inline_result.title),
                    note=catalogue.plain(inline_result.note),
                    html=split_html(catalogue.html(inline_result.text, reader.zone), TEXT)[0],
                    keyboard=((Key(open_page, url=inline_result.url),),),
                )
                for inline_result in results
            ),
        )

    def _board_key(self, notice: Notice, catalogue: Catalogue) -> Keyboard:
        """Return the button that opens the game's board, in private chats.

        Silent pictures get none, because the button would need another message.
        """
        game = game_of(notice.about)
        is_quiet = notice.silent and len(notice.pictures) > 1 and not notice.buttons
        if self._board is None or game is None or notice.to < 0 or is_quiet:
            return ()
        return ((Key(catalogue.plain(say("button.open_board")), web_app=self._board(game)),),)

    async def _media(self, notice: Notice, language: str) -> list[Photos | File]:
        """Return the notice's pictures, in albums, then its file and its document."""
        drawn = [await self.picture(picture, language) for picture in notice.pictures]
        media: list[Photos | File] = [
            Photos(to=notice.to, photos=tuple(drawn[start : start + ALBUM]))
            for start in range(0, len(drawn), ALBUM)
        ]
        if notice.relayed is not None:
            file = await self._press.relayed(notice.relayed)
            if notice.relayed.is_photo:
                media.append(Photos(to=notice.to, photos=(file.content,)))
            else:
                media.append(File(to=notice.to, name=file.name, content=file.content))
        if notice.document is not None:
            file = await self._press.document(notice.document, language)
            media.append(File(to=notice.to, name=file.name, content=file.content))
        return media

    async def file(self, notice: Notice, language: str) -> NamedFile:
        """Return the notice's document, or the file of a person that it forwards.

        Raises:
            Unusable: the file cannot be forwarded.
            KeyError: it has none.
        """
        if notice.document is not None:
            return await self._press.document(notice.document, language)
        if notice.relayed is None:
            raise KeyError("no file")
        await self._press.prepare(notice.relayed)
        return await self._press.relayed(notice.relayed)

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture, drawn or cached, because a sheet goes to three people."""
        quarter = self._clock.now().timestamp() // FRESH.total_seconds()
        key = (picture, language, quarter, await self._press.drawn_from(picture))
        drawing = self._pictures.get(key)
        if drawing is None:
            drawing = asyncio.ensure_future(self._press.picture(picture, language))
            self._pictures[key] = drawing
            while len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        try:
            return await asyncio.shield(drawing)
        except BaseException:
            if drawing.done() and self._pictures.get(key) is drawing:
                del self._pictures[key]  # a failed drawing is retried next time
            raise


def _heading(notice: Notice) -> Text:
    """Return the caption of an album whose text and buttons follow it."""
    first = notice.pictures[0]
    if isinstance(first, CompetitionSheet):
        return say("sheets.follow", game=first.game, version=first.seq)
    return say("album.pictures", n=len(notice.pictures))


def _key(button: Button, catalogue: Catalogue, reader: Reader) -> Key:
    """Return a button in the reader's language; a sharing button opens Telegram's chat list."""
    url = button.url
    if button.words is not None:
        url = sharing_address(url, catalogue.plain(button.words, reader.zone))
    return Key(catalogue.plain(button.label, reader.zone), button.data, url, share=button.share)


def _with_media(
    notice: Notice, html: str, keyboard: Keyboard, media: Sequence[Photos | File], heading: str
) -> Sequence[Parcel]:
    """Attach text and buttons to the media where Telegram allows it, else add them after.

    An album cannot have buttons, so `heading` is its caption. A text that follows media makes the
    sound for both.
    """
    if not media:
        return _text_messages(notice, html, keyboard)
    is_single = len(media) == 1 and not _is_album(media[0])
    is_caption = fits_caption(html) and (is_single or not keyboard)
    following: list[Parcel] = []
    if not is_caption:
        following = _text_messages(replace(notice, edits=None, reply_to=None), html, keyboard)
    quiet = notice.silent or bool(following)
    first, *others = (replace(each, silent=quiet, thread=notice.thread) for each in media)
    if is_caption:
        first = replace(first, html=html, keyboard=keyboard)
    elif isinstance(first, Photos):
        first = replace(first, html=heading)
    if isinstance(first, Photos) and is_single and notice.edits is not None:
        first = replace(first, edits=notice.edits)
    else:
        first = replace(first, reply_to=notice.reply_to)
    return [first, *others, *following]


def _text_messages(notice: Notice, html: str, keyboard: Keyboard) -> list[Parcel]:
    """Return the text in as many messages as it needs, with the buttons under the last."""
    if not html and notice.edits is None:
        return []
    parts = split_html(html, TEXT)
    return [
        TextMessage(
            to=notice.to,
            html=part,
            keyboard=keyboard if number == len(parts) - 1 else (),
            silent=notice.silent,
            reply_to=notice.reply_to if number == 0 else None,
            thread=notice.thread,
            edits=notice.edits if number == 0 else None,
            captioned=notice.captioned and number == 0,
        )
        for number, part in enumerate(parts)
    ]


def _is_album(media: Photos | File) -> bool:
    """Return whether Telegram shows it as an album, which cannot have buttons."""
    return isinstance(media, Photos) and len(media.photos) > 1
