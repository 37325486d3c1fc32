"""The composition root: the only place that creates concrete parts.

It opens the database, the word list and the connection. It runs the poller, the worker, the courier
and the schedule side by side until it is stopped.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from bot.documents.image_sanitiser.client import ImageSanitiser
from bot.program.announcing import expect_library
from bot.program.assembly import OpenResources, assembled
from bot.program.ending import look_first
from bot.program.high_water_mark import HighWaterMark
from bot.program.running import App
from bot.runtime.backoff import pause_after
from bot.runtime.clock import Clock, ClockCheck, SystemClock, TrustedClock
from bot.runtime.config.settings import Config, ConfigError
from bot.runtime.error_reports import report
from bot.runtime.limits import Gate
from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.runtime.wordlists import WordLists
from bot.service.people.erasures import forget_again
from bot.texts.delivery_errors import ConnectionFailed, Retry
from bot.transport.sending.pacing import Rates
from bot.transport.sending.recovery import receipts_of
from bot.transport.telegram_io.client import BotAccount, TelegramIO
from engine.sequences.sequence import draw
from storage.address import is_new, parsed
from storage.backup import try_folder
from storage.db import Database
from storage.errors import BadDatabase, ForeignDatabase
from storage.file_lock import database_lock
from storage.home import forgotten_file, home_of, store_home, stored_home
from storage.migrations import expect_known, migrate, touch
from storage.people.people import Habits

log = get_logger()

LONGEST_PAUSE: Final = 60.0
"""The most seconds between two tries, unless Telegram asks for more."""


async def introduced(
    telegram: TelegramIO, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> BotAccount:
    """Return the bot's own account.

    Raises:
        TokenRejected: the token is not accepted.
        DeliveryError: the server refuses the call itself.
    """
    failures = 0
    while True:
        try:
            return await telegram.me()
        except (Retry, ConnectionFailed) as error:
            failures += 1
            pause = pause_after(failures, LONGEST_PAUSE)
            if isinstance(error, Retry):
                pause = max(pause, error.after)
            log.warning("Telegram does not answer", reason=str(error), again_in=pause)
            await sleep(pause)


NewSeed = Callable[[], str]


def fresh_seed() -> str:
    """Return 256 unpredictable bits, in hex."""
    return secrets.token_hex(32)


@asynccontextmanager
async def opened(  # noqa: PLR0913  (one parameter for each external dependency)
    config: Config,
    *,
    clock: Clock | None = None,
    seconds: Callable[[], float] | None = None,
    rates: Rates | None = None,
    new_seed: NewSeed = fresh_seed,
    gate: Gate | None = None,
    accept_loss: bool = False,
    here: bool = False,
) -> AsyncIterator[App]:
    """Yield the configured bot; close everything at the end.

    Time, randomness and rates are arguments, so that a match can be repeated. `seconds` counts
    real time while somebody sets `clock`; by default the clock counts it. `accept_loss`: see
    `HighWaterMark`. `here`: this place is right, though the database was run elsewhere.

    Raises:
        ConfigError: no token, or no folder for copies; nothing was changed.
        TokenRejected: Telegram refuses the token; nothing was changed.
        UnknownEdition, BrokenEdition: the word list is missing or unreadable; nothing was changed.
        StorageError: the database is unusable, not writable, another bot's, or has lost data.
    """
    async with AsyncExitStack() as stack:
        machine = clock or SystemClock()
        clock_check, token = _clock_check(clock, seconds), config.bot_token().reveal()
        expect_library(config)
        await _expect_known(config.storage.url)
        _expect_home(config.storage.url, here=here)
        telegram = TelegramIO(token, config.telegram.base_url, clock_check=clock_check)
        stack.push_async_callback(telegram.close)
        me = await introduced(
            telegram
        )  # before the database, which a bot without a token must not change
        word_lists = WordLists(config)
        database = await stack.enter_async_context(_database(config))
        clock, gate = TrustedClock(machine, clock_check), gate or Gate()
        shared = shared_of(config, word_lists, me.username)
        parts = OpenResources(
            config=config,
            runtime=Runtime(
                database,
                clock,
                config.operators.ids,
                clock_check=clock_check,
                damaged=shared.damaged,
            ),
            shared=replace(
                shared,
                new_seed=new_seed,
                gate=gate,
                is_inline=me.is_inline,
                mail_key=config.secret_for("mail") if config.mail.host else b"",
                mail_server=config.mail.host,
            ),
            telegram=telegram,
            word_lists=word_lists,
            sanitiser=ImageSanitiser(),
            rates=rates,
            high_water_mark=HighWaterMark(database, clock, token),
            receipts=receipts_of(database, config.storage.receipts),
        )
        yield await stack.enter_async_context(_ready(parts, accept_loss=accept_loss))


def _clock_check(clock: Clock | None, seconds: Callable[[], float] | None) -> ClockCheck:
    """Return the clock check; only the computer's own clock has a counter of real seconds."""
    if clock is None:
        return ClockCheck(machine=SystemClock())
    return ClockCheck(machine=clock, time=seconds or (lambda: clock.now().timestamp()))


@asynccontextmanager
async def _ready(parts: OpenResources, *, accept_loss: bool) -> AsyncIterator[App]:
    """Yield the bot after migrating its database and updating its high-water mark."""
    database, high_water_mark = parts.runtime.database, parts.high_water_mark
    async with AsyncExitStack() as stack:
        stack.push_async_callback(parts.sanitiser.close)
        loss = await high_water_mark.expect(accept_loss=accept_loss)
        await migrate(database, parts.config.backup.directory)
        await touch(database)
        _settle(database)
        if not database.shared and forgotten_file(database.file).exists():
            await forget_again(parts.runtime)
        if loss is not None:
            await high_water_mark.notify(parts.runtime, parts.shared, loss)
        await high_water_mark.mark()
        stack.push_async_callback(high_water_mark.mark)
        app = assembled(parts)
        if app.announcing is not None:
            stack.push_async_callback(app.announcing.close)
        stack.push_async_callback(app.courier.close)
        yield app


@asynccontextmanager
async def _database(config: Config) -> AsyncIterator[Database]:
    """Yield the database for this program alone; check the folder for copies first."""
    _try_copies(config)
    async with Database(config.storage.url) as database:
        with database_lock(database):
            await look_first(database)
            yield database


def _expect_home(address: str, *, here: bool) -> None:
    """Check that the database is where it was run before, or that this place is meant.

    Raises:
        BadDatabase: it is a copy of a database that was run elsewhere.
    """
    url = parsed(address)
    if here or is_new(url) or url.get_backend_name() != "sqlite":
        return
    file = Path(url.database or "")
    was = stored_home(file)
    if was is not None and was.is_other(home_of(file)):
        msg = (
            f"{file} was last run as {was.path}, or on another machine: if that program may still"
            " run, give this copy a bot of its own; if it is gone, `turretur run --here` once"
        )
        raise BadDatabase(msg)


def _settle(database: Database) -> None:
    """Remember where the database is run; without that, a copy is only not noticed."""
    if database.shared:
        return
    here = home_of(database.file)
    try:
        if stored_home(database.file) != here:
            store_home(database.file, here)
    except OSError as error:
        report(log, "the place of the database cannot be kept", error)


async def _expect_known(address: str) -> None:
    """Check that the database may be this program's, before the first call to Telegram.

    Any other problem is found when the database is opened.

    Raises:
        SchemaMismatch: a later version made it; nothing was changed.
        ForeignDatabase: another program made it; nothing was changed.
    """
    if is_new(parsed(address)):
        return
    try:
        async with Database(address, create=False) as database:
            await expect_known(database)
    except ForeignDatabase:
        raise
    except BadDatabase:
        return


def shared_of(config: Config, word_lists: WordLists, bot_name: str) -> BotSettings:
    """Return the read-only settings from the configuration."""
    quiet = config.reminders.quiet_from != config.reminders.quiet_to
    return BotSettings(
        rules=config.rules,
        edition_on=word_lists.in_force,
        installed=word_lists.installed,
        offered=word_lists.offered,
        official=word_lists.is_official,
        distribute=config.federation.may_distribute_word_list,
        lexicon=word_lists.open,
        graph=word_lists.graph,
        draw=draw,
        new_seed=fresh_seed,
        competition=config.federation.competition,
        bot_name=bot_name,
        operators=frozenset(config.operators.ids),
        public_url=config.server.public_url,
        public_site=bool(config.server.public_url) and config.public.enabled,
        left_out=frozenset(
            code.strip().upper() for code in config.public.left_out.split(",") if code.strip()
        ),
        undo=timedelta(seconds=config.play.undo_seconds),
        habits=Habits(
            time_zone=config.federation.time_zone,
            reminder_hour=config.reminders.hour,
            quiet_from=config.reminders.quiet_from if quiet else None,
            quiet_to=config.reminders.quiet_to if quiet else None,
        ),
    )


def _try_copies(config: Config) -> None:
    """Check at the start that the folder for copies is writable, not only at night.

    Raises:
        ConfigError: the folder is not writable.
    """
    folder = config.backup.directory
    if folder is not None:
        try:
            try_folder(folder)
        except OSError as error:
            raise ConfigError(f"backup.directory: {folder}: {error.strerror}") from error
