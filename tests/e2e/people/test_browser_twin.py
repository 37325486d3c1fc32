"""A browser shows what a Telegram chat receives: random acts, done once in each."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from datetime import timedelta
from pathlib import Path
from typing import Final, Protocol, TypeVar

import pytest
from sqlalchemy import select

from bot.texts.messages import Notice
from bot.texts.outgoing import notice_from_json
from bot.texts.pictures import DocumentKind, PictureKind
from bot.web.people.sessions import LIFE
from sandbox import Message, MessageButton, SandboxUser
from storage.people.addresses import BROWSERS
from storage.schema import outbox
from tests.e2e.browser_user import BrowserUser, FeedMessage, seat_of
from tests.e2e.harness import Table, table
from tests.e2e.mini_app import mini_app
from tests.e2e.plays import best
from tests.e2e.texts import pattern

DAYS = (0, 0, 0, 0.6, 1, 4)
"""Days that may pass after an act, so that the bot reminds and reports, and it becomes night."""
TYPED = (
    *("/jocuri", "/fisa", "/timp", "/litere", "/sir", "/tabla", "/istoric", "/setari", "/ajutor"),
    *("/cuvant casa", "/cuvant xqz", "/regulament 7.2", "/nota de ținut minte", "/mesaj Noroc!"),
    *("/contestatie", "/abandon", "/conditie", "/date", "/export", "/anunturi", "/calendar"),
    *("H8 CASA", "H8 XQZ", "PAS", "bună", "/concediu", "/legatura Signal", "/nimic", "/exerseaza"),
    *(
        "cum se joacă",
        "how to play",
        "/datele_mele",
        "/verifica",
        "/retragere",
        "/cazuri",
        "/mesaje",
        "mersi",
    ),
)
"""What a player may type; whatever comes, both must get the same answers."""
DECKS: Final = 3
"""In how many histories every text is typed once."""
MOST: Final = 6
"""The most histories until every kind of message was made; usually fewer are enough."""
FORGED: Final = 0.1
"""How often a press is one of a button that does not exist."""
ELSEWHERE: Final = {
    "relayed": "photographs and files come from Telegram",
    "found": "inline search is in Telegram alone",
    "menu": "Telegram shows a menu of commands",
    "topic": "groups are in Telegram alone",
    "thread": "groups are in Telegram alone",
    "is_copy": "goes to arbiters",
    "mailed_with": "no mail server is configured",
    "alert": "the page shows every toast alike; toasts are compared",
    "not_before": "these people have no quiet hours",
}
"""The parts of a message that these histories do not make, with the reason."""
TABLES: Final = frozenset(
    {
        *(PictureKind.STANDINGS, PictureKind.PAGE, PictureKind.IMPORT, PictureKind.ANALYSIS),
        PictureKind.LESSON,
        *(PictureKind.RATING_LIST, PictureKind.RATING_MOVES, PictureKind.RATING_CHART),
        *(each for each in DocumentKind if each.startswith(("rating", "standings", "pages"))),
        *(DocumentKind.INVITATIONS, DocumentKind.DOSSIER, DocumentKind.IMPORT_FORM),
        *(DocumentKind.ANALYSIS, DocumentKind.WORD_LIST, DocumentKind.GCG),
    }
)
"""Pictures and files of competitions, ratings, imports, analyses, lessons, word lists and records.

Their own tests run in browsers.
"""
UNKNOWN: Final = "zz:1"
"""The data of a button that nobody has sent."""
_UNLIKE = re.compile(r"^(join|lang|cal|games):")
"""Buttons whose effect names the account or its chat."""

_AS_BROWSER = re.compile(r"^Joacă prin browser: .*\n", re.MULTILINE)

M = TypeVar("M", Message, FeedMessage)


class Twin(Protocol):
    """A player, wherever they play."""

    async def type(self, text: str) -> None:
        """Type a text."""
        ...

    async def press(self, choice: random.Random) -> str:
        """Press a button that `choice` takes from the last messages; return the toast."""
        ...

    async def texts(self) -> list[str]:
        """Return the texts of the bot's messages, as they now stand."""
        ...


class InTelegram:
    """A player in a chat."""

    def __init__(self, laid: Table, user: SandboxUser) -> None:
        self.laid, self.user = laid, user

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.laid.say(self.user, text)

    async def press(self, choice: random.Random) -> str:
        """Press a button; return the toast."""
        chosen = _chosen([each for each in self.user.messages if each.from_bot], choice)
        if chosen is None:
            return ""
        message, number = chosen
        key = MessageButton("?", UNKNOWN) if choice.random() < FORGED else message.buttons[number]
        pressed = self.user.press_button(message, key)
        await self.laid.settle()
        await self.user.answered(pressed)
        return pressed.text

    async def texts(self) -> list[str]:
        """Return the texts; pictures of an album are messages without one."""
        heading = pattern("album.pictures")
        found = [each.text for each in self.user.messages if each.from_bot and each.text]
        return [each for each in found if not heading.fullmatch(each)]


class InBrowser:
    """A player at the page."""

    def __init__(self, laid: Table, user: BrowserUser) -> None:
        self.laid, self.user = laid, user
        self._since = laid.sandbox.clock.now()

    async def _signed_in(self) -> None:
        """Sign in again after the twelve hours of a session."""
        now = self.laid.sandbox.clock.now()
        if now - self._since >= LIFE:
            assert (await self.user.session()).status_code == 200
            self._since = now

    async def type(self, text: str) -> None:
        """Type a text."""
        await self._signed_in()
        await self.user.send(text)
        await self.laid.settle()

    async def press(self, choice: random.Random) -> str:
        """Press a button; return the toast."""
        await self._signed_in()
        shown = await self.user.messages()
        chosen = _chosen([each for each in shown if each.from_bot], choice)
        if chosen is None:
            return ""
        message, number = chosen
        data = UNKNOWN if choice.random() < FORGED else message.buttons[number].data
        toast = await self.user.press(message, data)
        await self.laid.settle()
        return toast

    async def texts(self) -> list[str]:
        """Return the texts of the feed."""
        await self._signed_in()
        return [each.text for each in await self.user.messages() if each.from_bot and each.text]


def _numbers(message: Message | FeedMessage) -> list[int]:
    """Return the positions of the buttons that call the bot."""
    data = [each.data for each in message.buttons]
    return [at for at, each in enumerate(data) if each and not _UNLIKE.match(each)]


def _chosen(messages: Sequence[M], choice: random.Random) -> tuple[M, int] | None:
    with_buttons = [each for each in messages if _numbers(each)][-2:]
    if not with_buttons:
        return None
    message = choice.choice(with_buttons)
    return message, choice.choice(_numbers(message))


async def played(laid: Table, code: str, ana: Twin, ion: SandboxUser, seed: int) -> list[str]:
    """Have a player do random acts, and the opponent answer; return what the player was told."""
    choice, toasts = random.Random(seed), list[str]()
    deck = random.Random(0).sample(TYPED, len(TYPED))[seed % DECKS :: DECKS]
    while deck:
        if choice.random() < 0.45:
            toasts.append(await ana.press(choice))
        else:
            await ana.type(deck.pop())
        if choice.random() < 0.4:
            move = best(await laid.stored.game(f"{code}/1")) or "PAS"
            said = choice.choice((move, "- Spor la joc!", "- Hai că poți!", "/abandon"))
            await _by_opponent(laid, ion, said)
        if choice.random() < 0.15:
            await laid.say(laid.arbiter, f"/decizie {code}/1")
            await _press_any(laid, laid.arbiter, choice)
        if days := choice.choice(DAYS):
            await laid.travel_to(laid.sandbox.clock.now() + timedelta(days=days))
    return _without_codes([*await ana.texts(), *toasts])


async def _by_opponent(laid: Table, ion: SandboxUser, text: str) -> None:
    """Have the opponent type a text, and press the first button of a preview."""
    answers = await laid.say(ion, text)
    if answers and answers[-1].buttons and answers[-1].buttons[0].data.startswith("send:"):
        ion.press_button(answers[-1], answers[-1].buttons[0])
        await laid.settle()


async def _press_any(laid: Table, user: SandboxUser, choice: random.Random) -> None:
    chosen = _chosen([each for each in user.messages if each.from_bot], choice)
    if chosen is not None:
        user.press_button(chosen[0], chosen[0].buttons[chosen[1]])
        await laid.settle()


def _without_codes(texts: list[str]) -> list[str]:
    """Replace the codes of matches by their order, because chance makes them.

    Only `/legatura` says who plays in a browser (art. 6.1); that line is left out.
    """
    texts = [_AS_BROWSER.sub("", each) for each in texts]
    found = dict.fromkeys(re.findall(r"\b[A-Z0-9]{4}(?=/[12]\b)", "\n".join(texts)))
    for number, code in enumerate(found):
        texts = [each.replace(code, f"COD{number}") for each in texts]
    return texts


def kinds_of(notice: Notice) -> Iterator[str]:
    """Return what a message has: its parts, and the kinds of its pictures and its file."""
    for part in fields(Notice):
        usual = part.default
        if usual is not MISSING and getattr(notice, part.name) != usual:
            yield part.name
    yield from (each.kind for each in notice.pictures)
    if notice.document is not None:
        yield notice.document.kind


async def kinds_sent(laid: Table) -> set[str]:
    """Return the kinds of all messages to browsers."""
    async with laid.app.runtime.database.reading() as tx:
        rows = await tx.execute(select(outbox.c.payload).where(outbox.c.chat > BROWSERS))
    return {each for row in rows for each in kinds_of(notice_from_json(json.loads(row.payload)))}


async def test_a_feed_has_the_texts_of_a_telegram_chat(tmp_path: Path) -> None:
    """After the same random acts, texts, edits and toasts are the same, for every kind of message.

    A new kind must be made by these histories, or named above with the reason.
    """
    every = {each.name for each in fields(Notice) if each.default is not MISSING}
    missing = {*every, *PictureKind, *DocumentKind} - ELSEWHERE.keys() - TABLES
    for seed in range(MOST):
        in_chat, _ = await told_in(tmp_path, "telegram", seed)
        on_page, kinds = await told_in(tmp_path, "browser", seed)
        assert on_page == in_chat, seed
        missing -= kinds
        if not missing:
            return
    pytest.fail(f"never made: {sorted(missing)}")


async def told_in(tmp_path: Path, where: str, seed: int) -> tuple[list[str], set[str]]:
    """Play a history with Ana there; return what she was told, and the kinds of messages."""
    folder = tmp_path / f"{seed}-{where}"
    folder.mkdir()
    async with table(folder) as laid, mini_app(laid) as web:
        code, one, other = await laid.invite()
        ana: Twin
        if where == "telegram":
            user = laid.sandbox.add_user("Ana de pe telefon", language_code="ro")
            await laid.join(user, one)
            ana = InTelegram(laid, user)
        else:
            browser = BrowserUser(web)
            assert (await browser.take(seat_of(one))).status_code == 200
            ana = InBrowser(laid, browser)
        ion = laid.sandbox.add_user("Ionel", language_code="ro")
        await laid.join(ion, other)
        return await played(laid, code, ana, ion, seed), await kinds_sent(laid)
