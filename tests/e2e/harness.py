"""The whole bot against the sandbox, over real HTTP, with people who play.

Chance and time are fixed: every match uses the same two seeds, matches get the same codes in every
run, and the clock advances only when a test says so. No part of the bot is replaced, except that
`inline_sqlite` and `lean_http` reach database and Telegram with less work.
"""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from zoneinfo import ZoneInfo

import httpx

from bot.program.answering import front
from bot.program.app import opened
from bot.program.running import App
from bot.runtime.clock import FixedClock
from bot.runtime.config.settings import Config, load_config
from bot.runtime.limits import Gate, open_gate
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.transport.sending.pacing import UNLIMITED, Rates
from engine.games.events import Event
from engine.games.game import Game
from sandbox import Message, MessageButton, Sandbox, SandboxError, SandboxUser, serve
from sandbox.clock import ShiftedClock
from tests.databases import empty_database
from tests.e2e import players
from tests.e2e.browser_user import connections
from tests.e2e.kept import Kept, Store
from tests.e2e.players import Browsers, Player
from tests.e2e.stored import Stored
from tests.e2e.texts import facts_of, pattern

MORNING = datetime(2025, 5, 1, 7, 0, tzinfo=UTC)
"""1 May 2025, 10:00 in Bucharest."""
BUCHAREST = ZoneInfo("Europe/Bucharest")

HOME_SEED = "9cc6b259ad11ce25c871b20841aff9e07a0526ff31b32a62889aec26de892aaa"
"""Red, the player named first, holds SLOPAAC and Blue ADESEIN; tile 26 is a joker."""
RETURN_SEED = "46b8cdbc2cb49b9bcd6e8e349984d54351da37cd031b9e25800dd411d8d0a846"
"""Red, now the player named second, holds RSURACA and Blue LPNEPIE; tile 27 is a joker."""

CODES: Final = Random()
"""Chooses the characters of new codes; each start of a bot begins it again.

Lists in the order of codes would otherwise have another order in each run.
"""
PATIENCE = 900.0
"""Seconds after which a bot that does not settle fails the test: a busy machine takes its time."""
DATABASE = "bot.sqlite"
"""The name of the bot's database in its folder."""


def in_telegram(links: str) -> str:
    """Return the link for Telegram of an invitation, which may have one for browsers, too."""
    found = re.search(r"https://t\.me/\S+", links)
    return found[0] if found else links


def bucharest(day: str, at: str = "10:00:00") -> datetime:
    """Return an instant by calendar and clock in Bucharest."""
    return datetime.fromisoformat(f"{day}T{at}").replace(tzinfo=BUCHAREST).astimezone(UTC)


def config_for(
    folder: Path, base_url: str, token: str, operator: int, **more: str
) -> tuple[Config, dict[str, str]]:
    """Return the configuration of a bot at that server, and the equal environment.

    The folder holds its database. Nobody has quiet hours, no search runs at night, and a sent move
    is made at once. The word list is only named, because its file takes a second to make. `more`
    changes any of this.
    """
    environment = {
        "TURRETUR_TELEGRAM_TOKEN": token,
        "TURRETUR_TELEGRAM_BASE_URL": base_url,
        "TURRETUR_TELEGRAM_POLL_TIMEOUT": "1",
        "TURRETUR_STORAGE_URL": f"sqlite+aiosqlite:///{folder}/{DATABASE}",
        "TURRETUR_STORAGE_RECEIPTS": str(folder / "receipts"),
        "TURRETUR_OPERATORS_IDS": str(operator),
        "TURRETUR_REMINDERS_QUIET_FROM": "0",
        "TURRETUR_REMINDERS_QUIET_TO": "0",
        "TURRETUR_FEDERATION_MAY_DISTRIBUTE_WORD_LIST": "false",
        "TURRETUR_ANALYSIS_NIGHT_BOARDS": "0",
        "TURRETUR_PLAY_UNDO_SECONDS": "0",
        **{f"TURRETUR_{name.upper()}": value for name, value in more.items()},
    }
    return load_config(None, environment), environment


@contextmanager
def reserved_port() -> Iterator[int]:
    """Give a port for the bot that no other test gets meanwhile."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@dataclass(slots=True)
class Table:
    """The sandbox, its bot, an operator and an arbiter; matches add their own players."""

    sandbox: Sandbox
    config: Config
    operator: SandboxUser
    arbiter: SandboxUser
    dead_messages: int = 0
    """How many messages may be set aside for good in this test: those to people who are gone."""
    dead_updates: int = 0
    failed_deadlines: int = 0
    """How often something due may fail in this test."""
    gate: Gate = field(default_factory=open_gate)
    """How much people may ask for; as long as the clock stands still, any amount."""
    rates: Rates = UNLIMITED
    """How fast the bot may send, from its next start on."""
    done: tuple[Any, ...] = ()
    """What the opening that was asked for has brought about."""
    has_menus: bool = False
    """Whether the next start leaves the menus out, because Telegram has those of the opening.

    A test of the menus after changed settings sets them itself, by `Table.app.menus`.
    """
    clock: ShiftedClock = field(init=False)
    """The bot's own clock: right, until somebody sets it wrong."""
    base_url: str = ""
    """The address of the bot's page, if players use browsers."""
    _connections: httpx.AsyncClient | None = None
    """From the players' browsers to that page."""
    _app: App | None = None
    _running: AsyncExitStack = field(default_factory=AsyncExitStack)
    _seeds: Iterator[str] = field(default_factory=lambda: cycle((HOME_SEED, RETURN_SEED)))

    def __post_init__(self) -> None:
        self.clock = ShiftedClock(self.sandbox.clock)

    @property
    def app(self) -> App:
        """Return the running bot."""
        if self._app is None:
            raise RuntimeError("the bot is down")
        return self._app

    @property
    def stored(self) -> Stored:
        """Return the bot's storage."""
        return Stored(self.app.runtime.database)

    @property
    def browsers(self) -> Browsers:
        """Return the browsers of the players who use one."""
        return Browsers(self, self.app.runtime.database, self.sandbox, self._connections)

    async def start_bot(
        self, *, accept_loss: bool = False, settled: bool = True, here: bool = False
    ) -> None:
        """Start the bot; if `settled`, wait until it has processed all updates."""
        CODES.seed(1)
        self._app = await self._running.enter_async_context(
            opened(
                self.config,
                clock=self.clock,
                seconds=lambda: self.sandbox.clock.now().timestamp(),
                rates=self.rates,
                new_seed=self._next_seed,
                gate=self.gate,
                accept_loss=accept_loss,
                here=here,
            )
        )
        if self.has_menus:
            self._app, self.has_menus = replace(self._app, at_start=()), False
        await self._running.enter_async_context(_at_work(self._app))
        if players.are_in_browser():
            self.base_url = await self._running.enter_async_context(front(self._page, self._app))
            self._connections = await self._running.enter_async_context(connections())
        if settled:
            await self.app.updates.up_to_date.wait()
            await self.settle()

    @property
    def _page(self) -> Config:
        """Return the configuration of the page for browsers, without a public site."""
        server = replace(self.config.server, public_url="http://127.0.0.1", port=0)
        public = replace(self.config.public, enabled=False)
        return replace(self.config, server=server, public=public)

    def _next_seed(self) -> str:
        """Return the next of the two seeds; a match that is arranged begins with the first."""
        return next(self._seeds)

    async def stop_bot(self) -> None:
        """Stop the bot in the same way as its operator."""
        stopped, self._app = self._app, None
        await self._running.aclose()
        if stopped is not None:
            failed = stopped.runtime.counts.deadlines["failed"]
            assert failed == self.failed_deadlines, self.operator.messages

    async def settle(self) -> None:
        """Wait until the bot, if it runs, has answered everything."""
        if self._app is not None:
            await self.browsers.send()
            await self.sandbox.drained(seconds=PATIENCE)
            async with asyncio.timeout(PATIENCE):
                await self._app.settle()
            await self.browsers.read()

    async def say(
        self, user: SandboxUser, text: str, *, reply_to: Message | None = None
    ) -> list[Message]:
        """Have a person write; return the bot's answers."""
        seen = len(user.messages)
        user.send(text, reply_to=reply_to)
        await self.settle()
        return [message for message in user.messages[seen:] if message.from_bot]

    async def press(
        self, user: SandboxUser, message: Message, key: str, language: str = "ro"
    ) -> list[Message]:
        """Have a person press the button with that label; return new messages, not the edit."""
        seen = len(user.messages)
        user.press_button(message, button(message, key, language))
        await self.settle()
        return user.messages[seen:]

    async def choose(self, user: SandboxUser, *choices: str) -> Message:
        """Have a person choose these in `/setari`, such as `hour:18`; return the settings."""
        (settings,) = await self.say(user, "/setari")
        for choice in choices:
            for data in (f"set:open:{choice.partition(':')[0]}", f"set:{choice}"):
                user.press(settings, data)
                await self.settle()
        return settings

    async def forge(self, user: SandboxUser, message: Message, data: str) -> str:
        """Have a person press a button that the message never had; return the toast."""
        press = user.press_button(message, MessageButton("forged", data))
        await self.settle()
        await user.answered(press)
        return press.text

    async def answer_sheet(self, user: SandboxUser, game: str, move: str) -> None:
        """Have a player reply to a sheet of that game with a move, and send it."""
        sheet = next(m for m in reversed(user.messages) if m.from_bot and game in m.text)
        preview = (await self.say(user, move, reply_to=sheet))[-1]
        await self.press(user, preview, "button.send")

    async def travel(self, days: float) -> None:
        """Advance the clock by that many days, one day at a time."""
        whole, rest = divmod(days, 1)
        for step in [1.0] * int(whole) + ([rest] if rest else []):
            await self.sandbox.travel(timedelta(days=step))
            await self.settle()

    async def travel_to(self, at: datetime) -> None:
        """Set the clock to that instant."""
        await self.sandbox.clock.travel_to(at)
        await self.settle()

    async def make_arbiter(self) -> None:
        """Have the operator name the arbiter."""
        await self.say(self.operator, "/start")
        answers = await self.say(self.operator, "/arbitru")
        await self.join(self.arbiter, facts_of(answers[-1], "arbiter.link")["link"])

    async def invite(
        self,
        first: str = "Ana Pop",
        second: str = "Ion Rus",
        options: str = "",
        *,
        by: SandboxUser | None = None,
    ) -> tuple[str, str, str]:
        """Have an arbiter arrange a match; return its code and both players' links."""
        self._seeds = cycle((HOME_SEED, RETURN_SEED))
        arbiter = by or self.arbiter
        card = (await self.say(arbiter, f"/meci {first} - {second} {options}"))[-1]
        await self.all_are_others(arbiter, card)
        invitations = await self.press(arbiter, card, "button.arrange.yes")
        code = facts_of(card, "arrange.done")["match"]
        one, other = (facts_of(each, "arrange.invitation")["link"] for each in invitations)
        return code, one, other

    async def all_are_others(self, arbiter: SandboxUser, card: Message) -> None:
        """Have the arbiter say that no name on the card means a person whom the bot knows."""
        while found := [one for one in card.buttons if one.label.startswith("➕ ")]:
            arbiter.press_button(card, found[0])
            await self.settle()

    async def follow(self, user: SandboxUser, link: str) -> Message:
        """Have a person open a link; return the bot's answers."""
        seen = len(user.messages)
        user.follow(in_telegram(link))
        await self.settle()
        return next(each for each in user.messages[seen:] if each.from_bot)

    async def join(self, user: SandboxUser, link: str) -> Message:
        """Have a person open a link and accept it as theirs; return the answer."""
        if isinstance(user, Player) and user.is_new:
            taken = await self.browsers.take(user, link)
            if taken is not None:
                await self.settle()
                return next((each for each in user.messages if each.from_bot), taken)
        asked = await self.follow(user, link)
        found = [each for each in asked.buttons if each.data.endswith(":yes")]
        if len(found) != 1:
            raise SandboxError(f"nothing is asked: {asked!r}")
        user.press_button(asked, found[0])
        await self.settle()
        return asked

    async def match(
        self,
        options: str = "",
        *,
        red: SandboxUser | None = None,
        blue: SandboxUser | None = None,
        names: tuple[str, str] = ("Ana Pop", "Ion Rus"),
    ) -> "Pair":
        """Arrange a match and have both players join, so that the home game starts."""
        red = red or self.sandbox.add_user("Ana de pe telefon", language_code="ro")
        blue = blue or self.sandbox.add_user("Ionel", language_code="ro")
        code, one, other = await self.invite(*names, options=options)
        await self.join(red, one)
        await self.join(blue, other)
        return Pair(self, code, red, blue)


@dataclass(slots=True)
class Pair:
    """A match and its two players, by their colours in the home game."""

    table: Table
    code: str
    red: SandboxUser
    blue: SandboxUser
    leg: int = 1

    @property
    def id(self) -> str:
        """Return the id of the current game."""
        return f"{self.code}/{self.leg}"

    async def game(self) -> Game:
        """Return the current game, rebuilt from its events."""
        return await self.table.stored.game(self.id)

    async def events(self) -> list[Event]:
        """Return the events of the current game."""
        return await self.table.stored.events(self.id)

    async def type(self, user: SandboxUser, text: str) -> Message:
        """Have a player type a move; return the preview."""
        (preview,) = await self.table.say(user, text)
        return preview

    async def place(self, user: SandboxUser, text: str) -> Message:
        """Have a player type a move and send it; return the preview, now the confirmation."""
        preview = await self.type(user, text)
        await self.table.press(user, preview, "button.send")
        return preview

    async def give_up_both(self) -> None:
        """Have Blue resign the home game and Red the return game, after both have opened it."""
        for leg, loser in ((1, self.blue), (2, self.red)):
            (question,) = await self.table.say(loser, f"/abandon {self.code}/{leg}")
            await self.table.press(loser, question, "button.abandon")
            if leg == 1:
                for user in (self.red, self.blue):
                    offer = last_with(user, f"ret:{self.code}")
                    await self.table.press(user, offer, "button.return_leg")

    async def pass_all(self, first: SandboxUser, second: SandboxUser) -> None:
        """Have both players pass twice, which ends the game."""
        for user in (first, second) * 2:
            await self.place(user, "PAS")


def button(message: Message, key: str, language: str = "ro") -> MessageButton:
    """Return the button whose label is the catalogue's text for that key."""
    label = pattern(key, language)
    found = [each for each in message.buttons if label.fullmatch(each.label)]
    if len(found) != 1:
        raise SandboxError(f"no single button {key} under {message!r}")
    return found[0]


def last_with(user: SandboxUser, data: str) -> Message:
    """Return a person's last message with a button of that data."""
    return next(m for m in reversed(user.messages) if any(each.data == data for each in m.buttons))


def label(key: str, language: str = "ro") -> str:
    """Return the label of a button that has no facts."""
    return load_catalogue(language).plain(say(key))


@asynccontextmanager
async def _at_work(app: App) -> AsyncIterator[None]:
    running = asyncio.create_task(app.run())
    try:
        yield
    finally:
        running.cancel()
        (outcome,) = await asyncio.gather(running, return_exceptions=True)
        assert isinstance(outcome, asyncio.CancelledError), f"the bot stopped: {outcome!r}"


Opening = Callable[[Table], Awaitable[tuple[Any, ...]]]
"""What people do before a test begins, told as it is done; what is to be found again comes back."""


@dataclass(frozen=True, slots=True)
class Continued:
    """An opening that starts from another opening's stored table, instead of playing it again."""

    first: Opening
    then: Opening
    """What people do after the first; `Table.done` is what the first has brought about."""

    async def __call__(self, laid: Table) -> tuple[Any, ...]:
        """Play both at a table that is not a copy."""
        laid.done = await self.first(laid)
        return await self.then(laid)


def continues(first: Opening) -> Callable[[Opening], Opening]:
    """Return a decorator of openings that continue the first."""
    return lambda then: Continued(first, then)


async def arbiter_made(laid: Table) -> tuple[Any, ...]:
    """Have the operator name the arbiter; do nothing else."""
    await laid.make_arbiter()
    return ()


async def match_begun(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Begin a match as well; return its code, Red and Blue."""
    await laid.make_arbiter()
    pair = await laid.match()
    return pair.code, pair.red, pair.blue


@continues(match_begun)
async def casa_placed(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Have Red open the match with CASA; return its code, Red and Blue."""
    pair = Pair(laid, *laid.done)
    await pair.place(pair.red, "H8 CASA")
    return pair.code, pair.red, pair.blue


KEPT = Store()
"""How tables stood after each opening, by its time and settings."""
_OWN = ("storage_", "server_", "lexicon_")
"""How the names of settings begin that differ in each test: they are places and addresses."""


@asynccontextmanager
async def table(
    folder: Path,
    *,
    at: datetime = MORNING,
    settings: Mapping[str, str] | None = None,
    changed: Mapping[str, str] | None = None,
    gate: Gate | None = None,
    after: Opening = arbiter_made,
) -> AsyncIterator[Table]:
    """Give the sandbox with its running bot, after an opening.

    The bot has the settings from the beginning, and changed settings from after the opening. At the
    end every update must be answered, no dead letter may exist, and stored projections must equal
    those of the events, whatever the test was about.
    """
    settings = settings or {}
    if gate or any(name.startswith(_OWN) or "/" in value for name, value in settings.items()):
        async with _new(folder, at, settings, gate or open_gate(), after) as laid:
            yield laid
        return
    kept = await _kept(after, at, settings)
    async with _copied(folder, kept, settings, changed or {}) as laid:
        yield laid


@asynccontextmanager
async def _copied(
    folder: Path, kept: Kept, settings: Mapping[str, str], changed: Mapping[str, str]
) -> AsyncIterator[Table]:
    """Give a copy of a stored table."""
    sandbox, operator, arbiter, done = kept.take_up(folder)
    async with serve(sandbox) as base_url:
        more = {**settings, **changed}
        config, _ = config_for(folder, base_url, sandbox.token, operator.id, **more)
        laid = Table(sandbox, config, operator, arbiter, done=done, has_menus=True)
        async with watched(laid):
            yield laid


@asynccontextmanager
async def _new(
    folder: Path, at: datetime, settings: Mapping[str, str], gate: Gate, after: Opening
) -> AsyncIterator[Table]:
    """Give a new table; the opening is played, not copied."""
    sandbox = players.new_sandbox(FixedClock(at))
    operator = sandbox.add_user("Olga Operator", language_code="ro")
    arbiter = sandbox.add_user("Radu Arbitru", language_code="ro")
    async with serve(sandbox) as base_url:
        config, _ = config_for(folder, base_url, sandbox.token, operator.id, **settings)
        empty_database(folder / DATABASE)
        async with watched(Table(sandbox, config, operator, arbiter, gate=gate)) as laid:
            laid.done = await after(laid)
            yield laid


async def _kept(after: Opening, at: datetime, settings: Mapping[str, str]) -> Kept:
    """Return a table's state after that opening, which is played at its first request."""
    options = (f"{key}={value}" for key, value in sorted(settings.items()))
    name = " ".join((_name(after), at.isoformat(), *options))
    if players.are_in_browser():
        name += " in browsers"
    with KEPT.only_here(name):
        if (found := KEPT.find(name)) is None:
            with TemporaryDirectory() as made:
                folder = Path(made)
                async with _played(folder, after, at, settings) as laid:
                    pass
                found = Kept.of(folder, laid.sandbox, laid.operator, laid.arbiter, laid.done)
            KEPT.keep(name, found)
    return found


def _name(opening: Opening) -> str:
    """Return the name by which all processes know an opening."""
    if isinstance(opening, Continued):
        return f"{_name(opening.first)} > {_name(opening.then)}"
    return getattr(opening, "__name__", None) or repr(opening)


@asynccontextmanager
async def _played(
    folder: Path, after: Opening, at: datetime, settings: Mapping[str, str]
) -> AsyncIterator[Table]:
    """Give a table at which the opening is played, or the end of one that continues another."""
    if isinstance(after, Continued):
        first = await _kept(after.first, at, settings)
        async with _copied(folder, first, settings, {}) as laid:
            laid.done = await after.then(laid)
            yield laid
        return
    async with _new(folder, at, settings, open_gate(), after) as laid:
        await laid.app.menus()  # a short opening could end before they are set
        yield laid


@asynccontextmanager
async def watched(laid: Table) -> AsyncIterator[Table]:
    """Run the bot for a test, and check its state at the end."""
    await laid.start_bot()
    try:
        yield laid
        await laid.settle()
        waiting = await laid.stored.waiting()
        assert waiting["updates"] == 0
        assert waiting["dead updates"] == laid.dead_updates, laid.operator.messages
        assert waiting["dead messages"] == laid.dead_messages, laid.operator.messages
        assert await laid.stored.findings() == ()
    finally:
        await laid.stop_bot()
