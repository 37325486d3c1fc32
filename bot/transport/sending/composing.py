"""Notices made into parcels: worded in the reader's language, drawn, cut to Telegram's measure.

Lives here: which text goes under which picture, and what is drawn only once though several people
get it. How a thing is drawn is the press's business, when it is sent the courier's.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import quote, urlencode

from bot.documents.darkroom.wire import Unusable
from bot.texts.articles import Link, linked
from bot.texts.delivery import (
    Choice,
    Choices,
    File,
    Key,
    Keyboard,
    Menu,
    Parcel,
    Photos,
    Toast,
    Words,
)
from bot.texts.i18n import Catalogue, Reader, catalogue
from bot.texts.messages import Button, Found, Notice, Relayed, Text, say
from bot.texts.pages import pages, shown_length
from bot.texts.pictures import CompetitionSheet, Document, Picture
from engine.correspondence import about_of

if TYPE_CHECKING:
    from bot.runtime.clock import Clock

TEXT: Final = 4096
CAPTION: Final = 1024
ALBUM: Final = 10
"""Photos in one album at most."""
KEPT: Final = 100
"""Pictures kept in memory, some 10 MB: an arbiter's turn comes long after the partner's."""
SHARING: Final = "https://t.me/share/url"
"""Opens the list of one's own chats, to send a link with some words to one of them."""
FRESH: Final = timedelta(minutes=15)
"""A picture is drawn anew with each quarter of an hour: a sheet counts the days up to today, and
midnight strikes at a quarter in every time zone."""


class Press(Protocol):
    """Draws and makes what messages carry; it keeps the event loop free while it does."""

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture as a PNG file."""
        ...

    async def stand(self, picture: Picture) -> Hashable:
        """Return what the picture hangs on besides what it names: as it stands now."""
        ...

    async def document(self, document: Document, language: str) -> tuple[str, bytes]:
        """Return the file's name and content."""
        ...

    def is_at_hand(self, relayed: Relayed) -> bool:
        """Return whether it is known what comes of a picture that a person sent."""
        ...

    async def prepare(self, relayed: Relayed) -> None:
        """Fetch what a person sent and make it anew: from then on it is at hand for a while."""
        ...

    async def relayed(self, relayed: Relayed) -> tuple[str, bytes]:
        """Return name and content of what a person sent, made anew and without metadata.

        Raises:
            Unusable: it cannot be passed on.
            DeliveryError: it could not be fetched just now.
        """
        ...


Board = Callable[[str], str]
"""From a game's code to the address at which the Mini App opens with it."""
Commands = Callable[[str], Mapping[str, str]]
"""Gives the commands of a player's menu in a language, each with its description."""


class Composer:
    """Makes the parcels of a notice, in the order in which they are to be sent."""

    def __init__(  # noqa: PLR0913  (what it makes them of, and how they are to speak)
        self,
        press: Press,
        commands: Commands,
        clock: "Clock",
        *,
        link: Link | None = None,
        board: Board | None = None,
        formal: bool = False,
    ) -> None:
        self._press = press
        self._clock = clock
        self._commands = commands
        self._link, self._board, self._formal = link, board, formal
        self._pictures: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()

    def is_ready(self, notice: Notice) -> bool:
        """Return whether nothing that a person sent is still to be fetched and made anew for it."""
        return notice.relayed is None or self._press.is_at_hand(notice.relayed)

    async def prepare(self, notice: Notice) -> None:
        """Have what a person sent fetched and made anew: it may take a while."""
        if notice.relayed is not None:
            await self._press.prepare(notice.relayed)

    async def compose(
        self, notice: Notice, reader: Reader, *, bare: bool = False
    ) -> Sequence[Parcel]:
        """Return the parcels; `bare` leaves out everything that must be drawn or made.

        Raises:
            WordingError: the text cannot be worded.
            DeliveryError: a file that was sent could not be fetched.
            Exception: whatever the press fails with.
        """
        if notice.found is not None:
            return [self._choices(notice, notice.found, reader)]
        if notice.menu:
            return [Menu(to=notice.to, commands=self._commands(notice.menu))]
        words = catalogue(reader.language, formal=self._formal)
        board = self._board_key(notice, words)
        notice = replace(notice, silent=notice.silent or reader.mute)
        if notice.answers:
            toast = words.plain(notice.text, reader.zone) if notice.text else ""
            return [Toast(press=notice.answers, text=toast, alert=notice.alert)]
        html = words.html(notice.text, reader.zone) if notice.text else ""
        html = linked(html, self._link) if self._link else html
        rows = (tuple(_key(each, words, reader) for each in row) for row in notice.buttons)
        keyboard = (*rows, *board)
        try:
            media = [] if bare else await self._media(notice, reader.language)
        except Unusable:
            media = []
            html = f"{html}\n\n{words.html(say('relay.unusable'))}".strip()
        heading = words.html(_heading(notice), reader.zone) if len(notice.pictures) > 1 else ""
        return _laid_out(notice, html, keyboard, media, heading)

    def _choices(self, notice: Notice, found: Sequence[Found], reader: Reader) -> Choices:
        """Return what is offered: a text of one message each, and a button to its page."""
        words = catalogue(notice.menu, formal=self._formal)
        open_page = words.plain(say("button.on_site"))
        return Choices(
            question=notice.answers,
            choices=tuple(
                Choice(
                    key=one.key,
                    title=words.plain(one.title),
                    note=words.plain(one.note),
                    html=pages(words.html(one.text, reader.zone), TEXT)[0],
                    keyboard=((Key(open_page, url=one.url),),),
                )
                for one in found
            ),
        )

    def _board_key(self, notice: Notice, words: Catalogue) -> Keyboard:
        """Return the button that opens the game's board, under what is about one, in private.

        Not where pictures follow quietly: they would need a message more to carry it.
        """
        game = about_of(notice.about)
        is_quiet = notice.silent and len(notice.pictures) > 1 and not notice.buttons
        if self._board is None or "/" not in game or notice.to < 0 or is_quiet:
            return ()
        return ((Key(words.plain(say("button.open_board")), web_app=self._board(game)),),)

    async def _media(self, notice: Notice, language: str) -> list[Photos | File]:
        drawn = [await self._picture(picture, language) for picture in notice.pictures]
        media: list[Photos | File] = [
            Photos(to=notice.to, photos=tuple(drawn[start : start + ALBUM]))
            for start in range(0, len(drawn), ALBUM)
        ]
        if notice.relayed is not None:
            name, content = await self._press.relayed(notice.relayed)
            if notice.relayed.is_photo:
                media.append(Photos(to=notice.to, photos=(content,)))
            else:
                media.append(File(to=notice.to, name=name, content=content))
        if notice.document is not None:
            name, content = await self._press.document(notice.document, language)
            media.append(File(to=notice.to, name=name, content=content))
        return media

    async def _picture(self, picture: Picture, language: str) -> bytes:
        """Draw the picture, or take it from those just drawn: a sheet goes to three people."""
        quarter = self._clock.now().timestamp() // FRESH.total_seconds()
        key = (picture, language, quarter, await self._press.stand(picture))
        drawing = self._pictures.get(key)
        if drawing is None:
            drawing = asyncio.ensure_future(self._press.picture(picture, language))
            self._pictures[key] = drawing
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        try:
            return await asyncio.shield(drawing)
        except BaseException:
            if drawing.done() and self._pictures.get(key) is drawing:
                del self._pictures[key]  # a drawing that failed is tried again next time
            raise


def _heading(notice: Notice) -> Text:
    """Return what stands under an album whose text and buttons follow it: what it shows."""
    first = notice.pictures[0]
    if isinstance(first, CompetitionSheet):
        return say("sheets.follow", game=first.game, version=first.seq)
    return say("album.pictures", n=len(notice.pictures))


def _key(button: Button, words: Catalogue, reader: Reader) -> Key:
    """Return a button in the reader's language; one that passes a link on opens Telegram's list."""
    url = button.url
    if button.words is not None:
        said = words.plain(button.words, reader.zone)
        url = f"{SHARING}?{urlencode({'url': url, 'text': said}, quote_via=quote)}"
    return Key(words.plain(button.label, reader.zone), button.data, url, share=button.share)


def _laid_out(
    notice: Notice, html: str, keyboard: Keyboard, media: Sequence[Photos | File], heading: str
) -> Sequence[Parcel]:
    """Put text and buttons under the media where Telegram lets them stand, else after them.

    No album can have buttons: `heading` stands under one then, so that it says what it is. What
    has its words apart is heard once, with them.
    """
    if not media:
        return _in_words(notice, html, keyboard)
    parcels: list[Parcel] = [
        replace(each, silent=notice.silent, thread=notice.thread) for each in media
    ]
    single = len(media) == 1 and not _is_album(media[0])
    if shown_length(html) <= CAPTION and (single or not keyboard):
        parcels[0] = replace(
            media[0], html=html, keyboard=keyboard, silent=notice.silent, thread=notice.thread
        )
    else:
        words = _in_words(replace(notice, edits=None, reply_to=None), html, keyboard)
        quiet = notice.silent or bool(words)
        parcels = [replace(each, silent=quiet, thread=notice.thread) for each in media]
        if isinstance(first := parcels[0], Photos):
            parcels[0] = replace(first, html=heading)
        parcels += words
    first = parcels[0]
    if isinstance(first, Photos) and single and notice.edits is not None:
        parcels[0] = replace(first, edits=notice.edits)
    elif isinstance(first, Photos | File):
        parcels[0] = replace(first, reply_to=notice.reply_to)
    return parcels


def _in_words(notice: Notice, html: str, keyboard: Keyboard) -> list[Parcel]:
    """Return the text in as many messages as it needs: the buttons under the last of them."""
    if not html and notice.edits is None:
        return []
    cut = pages(html, TEXT)
    return [
        Words(
            to=notice.to,
            html=page,
            keyboard=keyboard if number == len(cut) - 1 else (),
            silent=notice.silent,
            reply_to=notice.reply_to if number == 0 else None,
            thread=notice.thread,
            edits=notice.edits if number == 0 else None,
            captioned=notice.captioned and number == 0,
        )
        for number, page in enumerate(cut)
    ]


def _is_album(media: Photos | File) -> bool:
    return isinstance(media, Photos) and len(media.photos) > 1
