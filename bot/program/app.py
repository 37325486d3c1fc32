"""The composition root: the only place where concrete things meet.

It opens the database, the word list and the connection, and runs the poller, the worker, the
courier and the clockwork side by side until it is told to stop.
"""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

from bot.analysis.desk import AnalysisDesk
from bot.chat.dispatch import Dispatcher, is_of_move
from bot.documents.darkroom.darkroom import Darkroom
from bot.program.ending import look_first
from bot.program.introducing import introduced
from bot.program.making import makers
from bot.program.marking import Marking
from bot.program.menus import KnownOffices, Menus, menu_named
from bot.program.nightly import copying, fingerprinting, pruning
from bot.program.result_hook import hook_jobs
from bot.program.running import App
from bot.program.schedule import Job, Schedule
from bot.program.sweep import Sweep
from bot.program.timekeeping import Timekeeping
from bot.ratings.jobs.desk import RatingDesk
from bot.runtime.clock import Clock, SystemClock, Witness
from bot.runtime.config.sections import FORMALLY
from bot.runtime.config.settings import Config, ConfigError
from bot.runtime.job_queue import Desk, JobQueue
from bot.runtime.limits import Gate
from bot.runtime.log import get_logger
from bot.runtime.shared import Shared
from bot.runtime.unit import Runtime, UnitOfWork
from bot.runtime.wordlists import WordLists
from bot.service.directory import PeopleDirectory
from bot.transport.receiving.poller import Poller
from bot.transport.receiving.receiver import Receiver
from bot.transport.receiving.worker import CarryOut, Worker
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.sending.pacing import Pace, Rates
from bot.transport.sending.press import Press
from bot.transport.sending.prints import Prints
from bot.transport.sending.recalling import receipts_of
from bot.transport.telegram_io.client import TelegramIO
from bot.web.address import address_of
from engine.sequence import draw
from storage.backup import try_folder
from storage.db import Database
from storage.file_lock import held
from storage.inbox import Pending
from storage.migrations import migrate, touch
from storage.people import Habits
from storage.receipts import Receipts

log = get_logger()

SWEEP_EVERY = timedelta(seconds=20)

NewSeed = Callable[[], str]


def fresh_seed() -> str:
    """Return 256 bits nobody can foresee, in hex."""
    return secrets.token_hex(32)


@asynccontextmanager
async def opened(  # noqa: PLR0913  (what comes from outside, each once)
    config: Config,
    *,
    clock: Clock | None = None,
    rates: Rates | None = None,
    new_seed: NewSeed = fresh_seed,
    gate: Gate | None = None,
    accept_loss: bool = False,
) -> AsyncIterator[App]:
    """Give the bot that the configuration describes; close everything at the end.

    Time, chance and the pace of sending and asking come from outside where a match is to repeat
    exactly. `accept_loss`: a database that has lost something is taken all the same.

    Raises:
        ConfigError: there is no token, or no place for copies; the database was not touched.
        Denied: the token is not accepted; neither was it.
        UnknownEdition: there is no such word list; nor was it.
        BrokenEdition: a word list's description cannot be read; nor was it.
        StorageError: the database cannot be used or written to, another program has it, or it has
            lost something.
    """
    async with AsyncExitStack() as stack:
        token, witness = config.bot_token().reveal(), Witness()
        telegram = TelegramIO(token, config.telegram.base_url, stated=witness.stated)
        stack.push_async_callback(telegram.close)
        me = await introduced(telegram)  # before the database: who has no token touches nothing
        word_lists = WordLists(config)
        darkroom = Darkroom()
        stack.push_async_callback(darkroom.close)
        database = await stack.enter_async_context(_database(config))
        clock = clock or SystemClock()
        marking = Marking(database, clock, token)
        loss = await marking.expect(accept_loss=accept_loss)
        await migrate(database, config.backup.directory)
        await touch(database)
        runtime = Runtime(database, clock, config.operators.ids, witness=witness)
        shared = replace(
            shared_of(config, word_lists, me.username),
            new_seed=new_seed,
            gate=gate or Gate(),
            is_inline=me.is_inline,
        )
        if loss is not None:
            await marking.tell(runtime, shared, loss)
        await marking.mark()
        stack.push_async_callback(marking.mark)
        parts = _Opened(
            config=config,
            runtime=runtime,
            shared=shared,
            telegram=telegram,
            word_lists=word_lists,
            darkroom=darkroom,
            rates=rates,
            marking=marking,
            receipts=receipts_of(database, config.storage.receipts),
        )
        app = _assembled(parts)
        stack.push_async_callback(app.courier.close)
        yield app


@asynccontextmanager
async def _database(config: Config) -> AsyncIterator[Database]:
    """Give the database to this program alone; before it is touched copies have a place."""
    _try_copies(config)
    async with Database(config.storage.url) as database:
        with held(database):
            await look_first(database)
            yield database


def shared_of(config: Config, word_lists: WordLists, bot_name: str) -> Shared:
    """Return the settled side of the bot that the configuration describes."""
    quiet = config.reminders.quiet_from != config.reminders.quiet_to
    return Shared(
        rules=config.rules,
        edition_on=word_lists.in_force,
        official=word_lists.is_official,
        distribute=config.federation.may_distribute_word_list,
        lexicon=word_lists.open,
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
        has_hook=bool(config.hook.url),
        habits=Habits(
            time_zone=config.federation.time_zone,
            reminder_hour=config.reminders.hour,
            quiet_from=config.reminders.quiet_from if quiet else None,
            quiet_to=config.reminders.quiet_to if quiet else None,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """What has been opened, each once, and what the parts are made of."""

    config: Config
    runtime: Runtime
    shared: Shared
    telegram: TelegramIO
    word_lists: WordLists
    darkroom: Darkroom
    rates: Rates | None
    marking: Marking
    receipts: Receipts

    @property
    def formal(self) -> bool:
        """Whether Romanian readers are „dumneavoastră”."""
        return self.config.federation.address == FORMALLY


def _assembled(of: _Opened) -> App:
    updates = _updates(of.config, of.telegram, of.runtime)
    courier = _courier(of)
    timekeeping = Timekeeping(of.runtime, of.telegram.me)
    sweep = Sweep(of.runtime, of.shared, updates.up_to_date.is_set, timekeeping)
    public_url = of.config.server.public_url
    board = address_of(public_url) if public_url else ""
    menus = Menus(of.telegram, KnownOffices(of.runtime, of.shared.operators), board=board)
    jobs = (
        Job(name="sweep", run=sweep, every=SWEEP_EVERY),
        timekeeping.when_right(Job(name="expire", run=courier.expire, every=timedelta(minutes=1))),
        Job(name="menus", run=menus, every=timedelta(minutes=1)),
        timekeeping.when_right(fingerprinting(of.runtime, of.shared)),
        timekeeping.when_right(pruning(of.runtime)),
        *copying(of.config.backup, of.runtime),
        *hook_jobs(of.config, of.runtime, of.shared),
    )
    return App(
        runtime=of.runtime,
        shared=of.shared,
        telegram=of.telegram,
        updates=updates,
        worker=_worker(of, updates),
        courier=courier,
        sweep=sweep,
        schedule=Schedule(jobs, ZoneInfo(of.config.federation.time_zone)),
        menus=menus,
        jobs=JobQueue(of.runtime, _desks(of)),
        marking=of.marking,
    )


def _desks(of: _Opened) -> tuple[Desk, ...]:
    """Return where people ask for what takes long, the most urgent first."""
    return (
        RatingDesk(of.runtime, of.telegram.download, of.shared.operators),
        AnalysisDesk(of.runtime, of.shared, of.config.lexicon.directory),
    )


def _courier(of: _Opened) -> Courier:
    prints = Prints(of.runtime, of.telegram.pieces, of.darkroom.made)
    made = makers(of.runtime, of.shared)
    public_url = of.config.server.public_url
    composer = Composer(
        Press(of.runtime, of.shared, of.word_lists.file, made, prints),
        menu_named,
        of.runtime.clock,
        link=of.shared.link,
        board=partial(address_of, public_url) if public_url else None,
        formal=of.formal,
    )
    return Courier(
        of.runtime,
        of.telegram,
        composer,
        PeopleDirectory(of.runtime, of.shared),
        pace=Pace(of.rates or Rates(overall=of.config.telegram.messages_per_second)),
        receipts=of.receipts,
    )


def _worker(of: _Opened, updates: Poller | Receiver) -> Worker:
    return Worker(
        of.runtime,
        Dispatcher(of.shared),
        username=of.shared.bot_name,
        fetch=of.telegram.download,
        all_here=updates.up_to_date.is_set if isinstance(updates, Poller) else _yes,
        carry_out=_carrying_out(of),
    )


def _carrying_out(of: _Opened) -> CarryOut:
    """Return what does what is asked in the Mini App; it is loaded with the first who asks."""

    async def carry_out(pending: Pending, unit: UnitOfWork) -> None:
        from bot.web.acts import Acts  # noqa: PLC0415

        await Acts(of.shared, formal=of.formal)(pending, unit)

    return carry_out


def _updates(config: Config, telegram: TelegramIO, runtime: Runtime) -> Poller | Receiver:
    if config.telegram.mode == "webhook":
        url, secret = config.telegram.webhook_url, config.webhook_secret()
        return Receiver(telegram, runtime, url=url, secret=secret, plays=is_of_move)
    return Poller(telegram, runtime, plays=is_of_move, long_poll=config.telegram.poll_timeout)


def _yes() -> bool:
    """At an address of our own nobody knows what is to come."""
    return True


def _try_copies(config: Config) -> None:
    """Refuse a folder for copies that takes none, before the night in which they are missed.

    Raises:
        ConfigError: it takes none.
    """
    folder = config.backup.directory
    if folder is not None:
        try:
            try_folder(folder)
        except OSError as error:
            raise ConfigError(f"backup.directory: {folder}: {error.strerror}") from error
