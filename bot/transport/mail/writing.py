"""Writes a mail: its text twice, plain and as HTML, its pictures and files, and its headers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from html import escape
from typing import Final, Protocol

from bot.documents.image_sanitiser.wire import Unusable
from bot.texts.delivery_errors import DeliveryError
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.mails import Letter
from bot.texts.messages import Notice, say
from bot.texts.pictures import (
    BoardShown,
    CompetitionSheet,
    NamedFile,
    Picture,
    PictureGoneError,
    TimeSheet,
)
from bot.texts.templates import without_markup

_POLICY: Final = EmailPolicy(linesep="\r\n", max_line_length=76)
_BODY_STYLE: Final = (
    "font:16px/1.5 sans-serif;color:#222;background:#fff;max-width:36em;margin:1em auto"
)
_BUTTON_STYLE: Final = (
    "display:inline-block;padding:.7em 1.2em;border-radius:.5em;background:#1f6f54;color:#fff;"
    "text-decoration:none;font-weight:bold"
)
_OWN_TAGS: Final = re.compile(r"</?tg-[^>]*>")
"""Telegram's own tags, which no mail reader knows."""
_TAG: Final = re.compile(r"(<[^>]*>)")
_COMMAND: Final = re.compile(r"(^|[\s(„“:])(/[a-z_]{2,})(?![\w/])")
"""A command among other words, as the page finds it (`bot_text.js`)."""
_FILE_NAMES: Final = {BoardShown: "board", CompetitionSheet: "sheet", TimeSheet: "time"}
"""The ends of the keys `mail.file.…` of the names of files; other pictures have "picture"."""


class Drawing(Protocol):
    """Draws pictures and makes files."""

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return the picture as a PNG file."""
        ...

    async def file(self, notice: Notice, language: str) -> NamedFile:
        """Return the message's file."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What a mail has besides its content."""

    sender: str
    message_id: str
    page: str
    """The address of the page: it opens the game, or asks before it lets its reader in."""
    command: str
    """The beginning of the address that opens the page with a command written, not sent."""
    stop: str
    """The address that ends the mails by one POST; empty if there is nothing to end."""
    at: datetime


@dataclass(frozen=True, slots=True)
class _File:
    """A file of a mail."""

    name: str
    content: bytes
    is_picture: bool = False


async def write_mail(
    letter: Letter, envelope: Envelope, drawing: Drawing, *, formal: bool, bare: bool
) -> EmailMessage:
    """Return the mail; `bare` omits everything that must be drawn or made.

    Raises:
        WordingError: the text cannot be rendered.
        Exception: any failure of the drawing.
    """
    words = load_catalogue(letter.reader.language, formal=formal)
    files = [] if bare else await _files(letter, words, drawing)
    message = EmailMessage(policy=_POLICY)
    message["From"] = envelope.sender
    message["To"] = letter.address
    message["Subject"] = words.plain(letter.subject, letter.reader.zone).replace("\n", " ")
    message["Date"] = format_datetime(envelope.at)
    message["Message-ID"] = envelope.message_id
    message["Content-Language"] = letter.reader.language
    message["Auto-Submitted"] = "auto-generated"
    if envelope.stop:
        message["List-Unsubscribe"] = f"<{envelope.stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    board = next((file for file in files if file.is_picture), None)
    _set_bodies(message, letter, envelope, words, board)
    for file in files:
        if file is not board:
            kind = ("image", "png") if file.is_picture else ("application", "octet-stream")
            message.add_attachment(file.content, *kind, filename=file.name)
    return message


def _set_bodies(
    message: EmailMessage,
    letter: Letter,
    envelope: Envelope,
    words: Catalogue,
    board: _File | None,
) -> None:
    """Write the text, plain and as HTML, and the board inside the latter."""
    html = words.html(letter.text, letter.reader.zone)
    frame = _Frame(
        opening=words.plain(say(_opening(letter))),
        why=words.plain(say("mail.why")),
        stop=words.plain(say("mail.stop")),
    )
    linked, commands = _with_commands(html, envelope.command)
    plain = _plain_text(without_markup(html), commands, envelope, frame)
    message.set_content(plain, cte="quoted-printable")
    alt = words.plain(say("mail.board")) if board is not None else ""
    body = _html_body(linked, alt, envelope, frame)
    page = f'<!doctype html><html lang="{words.language}"><meta charset="utf-8">{body}</html>'
    message.add_alternative(page, subtype="html", cte="quoted-printable")
    html_part = message.get_body(("html",))
    if board is not None and html_part is not None:
        html_part.add_related(
            board.content,
            "image",
            "png",
            cid="<board>",
            filename=board.name,
            disposition="inline",
        )


@dataclass(frozen=True, slots=True)
class _Frame:
    """The words around the text of a mail, in the reader's language."""

    opening: str
    """The label of the page's address."""
    why: str
    """Why the reader gets the mail."""
    stop: str
    """The label of the address that ends the mails."""


def _plain_text(text: str, commands: Sequence[str], envelope: Envelope, frame: _Frame) -> str:
    """Return the mail's plain text, with the address of each command."""
    parts = [text, f"{frame.opening}: {envelope.page}"]
    if commands:
        parts.append("\n".join(f"{command}: {envelope.command}{command}" for command in commands))
    if envelope.stop:
        # Mail readers know the signature by this line, and hide it in answers.
        parts.append(f"-- \n{frame.why}\n{frame.stop}: {envelope.stop}")
    return "\n\n".join(parts) + "\n"


def _html_body(text: str, alt: str, envelope: Envelope, frame: _Frame) -> str:
    """Return the mail's HTML; with the board, whose description is `alt`, unless that is ""."""
    shown = _OWN_TAGS.sub("", text).replace("\n", "<br>\n")
    parts = [f"<p>{shown}</p>"]
    if alt:
        description = escape(alt, quote=True)
        parts.append(f'<p><img src="cid:board" alt="{description}" style="max-width:100%"></p>')
    button = (
        f'<a href="{escape(envelope.page)}" style="{_BUTTON_STYLE}">{escape(frame.opening)}</a>'
    )
    parts.append(f"<p>{button}</p>")
    if envelope.stop:
        parts.append(
            f'<p style="color:#666;font-size:13px">{escape(frame.why)}'
            f' <a href="{escape(envelope.stop)}" style="color:#666">{escape(frame.stop)}</a></p>'
        )
    return f'<div style="{_BODY_STYLE}">{"".join(parts)}</div>'


def _with_commands(html: str, address: str) -> tuple[str, list[str]]:
    """Return the text with a link for each command outside other links, and those commands."""
    commands: dict[str, None] = {}

    def link(match: re.Match[str]) -> str:
        before, command = match.groups()
        commands[command] = None
        return f'{before}<a href="{escape(address)}{command}">{command}</a>'

    pieces, is_link = _TAG.split(html), False
    for at, piece in enumerate(pieces):
        if piece.startswith("<a ") or piece == "</a>":
            is_link = piece != "</a>"
        elif not is_link and not _TAG.fullmatch(piece):
            pieces[at] = _COMMAND.sub(link, piece)
    return "".join(pieces), list(commands)


def _opening(letter: Letter) -> str:
    """Return the key of the label of the page's address."""
    if letter.entrance:
        return "recover.enter"
    return "mail.open_game" if letter.game else "mail.open_page"


async def _files(letter: Letter, words: Catalogue, drawing: Drawing) -> list[_File]:
    """Return pictures and files, the board first; what is gone is left out."""
    files: list[_File] = []
    for picture in sorted(_pictures(letter.notices), key=lambda each: not _is_board(each)):
        try:
            content = await drawing.picture(picture, words.language)
        except PictureGoneError:
            continue
        name = words.plain(say(f"mail.file.{_FILE_NAMES.get(type(picture), 'picture')}"))
        game = letter.game.replace("/", "-")
        files.append(
            _File(f"{name}-{game}.png" if game else f"{name}.png", content, is_picture=True)
        )
    for notice in letter.notices:
        if notice.document is not None or notice.relayed is not None:
            try:
                name, content = await drawing.file(notice, words.language)
            except (Unusable, DeliveryError, PictureGoneError):
                continue
            files.append(_File(name, content))
    return files


def _pictures(notices: Sequence[Notice]) -> list[Picture]:
    return [picture for notice in notices for picture in notice.pictures]


def _is_board(picture: Picture) -> bool:
    return isinstance(picture, BoardShown)
