"""The composition root: the only place that creates concrete parts.

It opens the database, the word list and the connection. It runs the poller, the worker, the courier
and the schedule side by side until it is stopped.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.documents.image_sanitiser.client import ImageSanitiser
from bot.program.announcing import expect_library
from bot.program.assembly import OpenResources, assembled
from bot.program.bot_settings import fresh_seed, shared_of
from bot.program.database_opening import checked_database, locked_database, prepare
from bot.program.high_water_mark import HighWaterMark
from bot.program.running import App
from bot.runtime.backoff import pause_after
from bot.runtime.clock import Clock, ClockCheck, SystemClock, TrustedClock
from bot.runtime.config.settings import Config
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
from storage.migrations import revision

log = get_logger()

LONGEST_PAUSE: Final = 60.0
"""The most seconds between two tries, unless Telegram asks for more."""


async def bot_account(
    telegram: TelegramIO, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
) -> BotAccount:
    """Return the bot's own account, as soon as Telegram answers.

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


@asynccontextmanager
async def opened(  # noqa: PLR0913  (one parameter for each external dependency)
    config: Config,
    *,
    clock: Clock | None = None,
    seconds: Callable[[], float] | None = None,
    rates: Rates | None = None,
    new_seed: Callable[[], str] = fresh_seed,
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
        clock_check, token = _clock_check(clock, seconds), config.bot_token().reveal()
        expect_library(config)
        checked = await checked_database(config.storage.url, here=here)
        telegram = TelegramIO(token, config.telegram.base_url, clock_check=clock_check)
        stack.push_async_callback(telegram.close)
        # Before the database is opened, because a bot without a valid token must not change it.
        account = await bot_account(telegram)
        word_lists = WordLists(config)
        database = await stack.enter_async_context(
            locked_database(checked, config.backup.directory)
        )
        trusted_clock = TrustedClock(clock or SystemClock(), clock_check)
        shared = replace(
            _settings(config, word_lists, account), new_seed=new_seed, gate=gate or Gate()
        )
        resources = OpenResources(
            config=config,
            runtime=Runtime(
                database,
                trusted_clock,
                config.operators.ids,
                clock_check=clock_check,
                damaged=shared.damaged,
            ),
            shared=shared,
            telegram=telegram,
            word_lists=word_lists,
            sanitiser=ImageSanitiser(),
            rates=rates,
            high_water_mark=HighWaterMark(database, trusted_clock, token),
            receipts=receipts_of(database, config.storage.receipts),
        )
        yield await stack.enter_async_context(_ready(resources, accept_loss=accept_loss))


def _settings(config: Config, word_lists: WordLists, account: BotAccount) -> BotSettings:
    """Return the settings of a bot with that account, and the key of its mails."""
    return replace(
        shared_of(config, word_lists, account.username),
        is_inline=account.is_inline,
        mail_key=config.secret_for("mail") if config.mail.host else b"",
        mail_server=config.mail.host,
    )


def _clock_check(clock: Clock | None, seconds: Callable[[], float] | None) -> ClockCheck:
    """Return the clock check; only the computer's own clock has a counter of real seconds."""
    if clock is None:
        return ClockCheck(machine=SystemClock())
    return ClockCheck(machine=clock, time=seconds or (lambda: clock.now().timestamp()))


@asynccontextmanager
async def _ready(resources: OpenResources, *, accept_loss: bool) -> AsyncIterator[App]:
    """Yield the bot after preparing its database and updating its high-water mark.

    The order matters: a loss is found before anything is written. People whom a restored copy has
    brought back are forgotten before anyone is notified. Only then the mark covers the database.
    Until then a copy stays recognisable, so that a start that failed or was killed can be repeated.
    """
    runtime, high_water_mark = resources.runtime, resources.high_water_mark
    database = runtime.database
    async with AsyncExitStack() as stack:
        stack.push_async_callback(resources.sanitiser.close)
        present = await revision(database)
        loss = await high_water_mark.expect(is_empty=present is None, accept_loss=accept_loss)
        await prepare(database, present, resources.config.backup.directory)
        await forget_again(runtime)
        if loss is not None:
            await high_water_mark.notify(runtime, resources.shared, loss)
        await high_water_mark.mark()
        await database.begin_log()
        stack.push_async_callback(high_water_mark.mark)
        app = assembled(resources)
        if app.announcing is not None:
            stack.push_async_callback(app.announcing.close)
        stack.push_async_callback(app.courier.close)
        yield app
