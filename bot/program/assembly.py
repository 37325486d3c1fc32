"""Assembles the bot from opened resources; each part receives only what it needs."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from bot.analysis.job_source import AnalysisJobSource
from bot.chat.dispatch import Dispatcher
from bot.chat.input_kinds import is_of_move
from bot.documents.image_sanitiser.client import ImageSanitiser
from bot.program.announcing import sender_of
from bot.program.held_sending import HeldSending
from bot.program.high_water_mark import HighWaterMark
from bot.program.makers import makers
from bot.program.menu_contents import menu_named
from bot.program.menus import Menus
from bot.program.nightly import (
    checking_games,
    copying,
    fingerprinting,
    pruning,
    rating,
    searching,
)
from bot.program.running import App
from bot.program.schedule import RepeatedJob, Schedule
from bot.program.stored_offices import StoredOffices
from bot.program.sweep import Sweep
from bot.program.timekeeping import Timekeeping
from bot.ratings.jobs.job_source import RatingJobSource
from bot.runtime.config.settings import Config
from bot.runtime.job_queue import JobQueue, JobSource
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.runtime.wordlists import WordLists
from bot.service.people.directory import PeopleDirectory
from bot.service.people.mail_letters import MailLetters
from bot.texts.bounces import BounceAddresses
from bot.texts.page_links import COMMAND, STOP, address_of, link_with
from bot.transport.mail.carrier import MailCarrier
from bot.transport.mail.server import mail_server
from bot.transport.push.carrier import AnnouncingCarrier, Sender
from bot.transport.receiving.poller import Poller
from bot.transport.receiving.receiver import Receiver
from bot.transport.receiving.worker import Worker
from bot.transport.sending.browsers import BrowserCarrier, OwnPage
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.sending.pacing import Pace, Rates
from bot.transport.sending.press import MediaMaker
from bot.transport.sending.reencoder import Reencoder
from bot.transport.telegram_io.client import TelegramIO
from bot.web.people.acts import BrowserActs
from bot.web.people.feed import Feed
from bot.web.play.acts import Acts
from storage.queues.receipts import Receipts

SWEEP_EVERY: Final = timedelta(seconds=20)
"""The time between two sweeps, by which the consequence of a deadline may be late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenResources:
    """The opened resources from which the parts are built."""

    config: Config
    runtime: Runtime
    shared: BotSettings
    telegram: TelegramIO
    word_lists: WordLists
    sanitiser: ImageSanitiser
    rates: Rates | None
    high_water_mark: HighWaterMark
    receipts: Receipts


def assembled(resources: OpenResources) -> App:
    """Return the bot, not yet running."""
    updates = _updates(resources.config, resources.telegram, resources.runtime)
    composer = _composer(resources)
    announcing = sender_of(resources.config, resources.runtime, resources.shared)
    courier = _courier(resources, composer, announcing)
    timekeeping = Timekeeping(resources.runtime, resources.telegram.me)
    sweep = Sweep(resources.runtime, resources.shared, updates.up_to_date.is_set, timekeeping)
    public_url = resources.config.server.public_url
    board = address_of(public_url) if public_url else ""
    menus = Menus(
        resources.telegram,
        StoredOffices(resources.runtime, resources.shared.operators),
        board=board,
        formal=resources.shared.is_formal,
    )
    showing_menus = RepeatedJob(name="menus", run=menus, every=timedelta(minutes=1))
    jobs = (
        RepeatedJob(name="sweep", run=sweep, every=SWEEP_EVERY),
        timekeeping.when_right(
            RepeatedJob(name="expire", run=courier.expire, every=timedelta(minutes=1))
        ),
        showing_menus,
        *_announcing_again(announcing),
        *_upkeep(resources, timekeeping),
    )
    return App(
        runtime=resources.runtime,
        shared=resources.shared,
        telegram=resources.telegram,
        updates=updates,
        worker=_worker(resources, updates, composer),
        composer=composer,
        courier=courier,
        sweep=sweep,
        held_sending=HeldSending(resources.runtime, resources.shared),
        schedule=Schedule(jobs, ZoneInfo(resources.config.federation.time_zone)),
        menus=menus,
        at_start=(showing_menus,),
        jobs=JobQueue(resources.runtime, _job_sources(resources)),
        high_water_mark=resources.high_water_mark,
        announcing=announcing,
    )


def _announcing_again(announcing: Sender | None) -> tuple[RepeatedJob, ...]:
    """Return the job that repeats failed announcements to browsers, if there are any."""
    if announcing is None:
        return ()
    return (RepeatedJob(name="announcements", run=announcing.again, every=timedelta(minutes=1)),)


def _upkeep(resources: OpenResources, timekeeping: Timekeeping) -> tuple[RepeatedJob, ...]:
    """Return the jobs that no person waits for, most of them at night."""
    return (
        RepeatedJob(name="alerts", run=resources.runtime.alerts_over, every=timedelta(minutes=1)),
        timekeeping.when_right(fingerprinting(resources.runtime, resources.shared)),
        timekeeping.when_right(pruning(resources.runtime)),
        timekeeping.when_right(checking_games(resources.runtime, resources.shared)),
        *map(
            timekeeping.when_right,
            rating(resources.config.ratings, resources.runtime, resources.shared),
        ),
        *searching(resources.config.analysis.night_boards, resources.runtime, resources.shared),
        *copying(resources.config.backup, resources.runtime),
    )


def _job_sources(resources: OpenResources) -> tuple[JobSource, ...]:
    """Return the sources of the job queue, the most urgent first."""
    return (
        RatingJobSource(resources.runtime, resources.telegram.download, resources.shared.operators),
        AnalysisJobSource(resources.runtime, resources.shared, resources.config.lexicon.directory),
    )


def _composer(resources: OpenResources) -> Composer:
    """Return what makes a notice's text, pictures and files."""
    reencoder = Reencoder(
        resources.runtime, resources.telegram.pieces, resources.sanitiser.sanitise
    )
    media = MediaMaker(
        resources.runtime,
        resources.shared,
        resources.word_lists.file,
        makers(resources.runtime, resources.shared),
        reencoder,
    )
    public_url = resources.config.server.public_url
    return Composer(
        media,
        partial(menu_named, formal=resources.shared.is_formal),
        resources.runtime.clock,
        link=resources.shared.link,
        board=partial(address_of, public_url) if public_url else None,
        formal=resources.shared.is_formal,
    )


def _courier(resources: OpenResources, composer: Composer, announcing: Sender | None) -> Courier:
    """Return what sends the queued messages, in Telegram and to browsers."""
    browsers: BrowserCarrier = _mails(resources, composer) or OwnPage()
    if announcing is not None:
        browsers = AnnouncingCarrier(browsers, announcing)
    return Courier(
        resources.runtime,
        resources.telegram,
        composer,
        PeopleDirectory(resources.runtime, resources.shared),
        browsers=browsers,
        pace=Pace(resources.rates or Rates(overall=resources.config.telegram.messages_per_second)),
        receipts=resources.receipts,
    )


def _mails(resources: OpenResources, composer: Composer) -> MailCarrier | None:
    """Return the carrier that also sends mails; None if no server is configured."""
    if not resources.config.mail.host:
        return None
    public_url = resources.config.server.public_url
    return MailCarrier(
        server=mail_server(resources.config),
        letters=MailLetters(resources.runtime, resources.shared),
        drawing=composer,
        clock=resources.runtime.clock,
        counts=resources.runtime.counts,
        key=resources.shared.mail_key,
        page=partial(address_of, public_url),
        command=link_with(public_url, COMMAND, ""),
        stop=f"{public_url}{STOP}",
        formal=resources.shared.is_formal,
        bounces=BounceAddresses(resources.config.mail.bounces, resources.shared.mail_key)
        if resources.config.mail.bounces
        else None,
    )


def _worker(resources: OpenResources, updates: Poller | Receiver, composer: Composer) -> Worker:
    """Return what handles the stored updates."""
    dispatcher = Dispatcher(resources.shared)
    browsers = BrowserActs(resources.shared, dispatcher, Feed(composer))
    return Worker(
        resources.runtime,
        dispatcher,
        username=resources.shared.bot_name,
        fetch=resources.telegram.download,
        all_here=updates.up_to_date.is_set if isinstance(updates, Poller) else _always,
        carry_out=Acts(resources.shared, browsers=browsers),
    )


def _updates(config: Config, telegram: TelegramIO, runtime: Runtime) -> Poller | Receiver:
    """Return what receives updates in the configured mode."""
    if config.telegram.mode == "webhook":
        url, secret = config.telegram.webhook_url, config.webhook_secret()
        return Receiver(telegram, runtime, url=url, secret=secret, plays=is_of_move)
    return Poller(telegram, runtime, plays=is_of_move, long_poll=config.telegram.poll_timeout)


def _always() -> bool:
    """Return that all updates are here; a webhook does not say whether more are to come."""
    return True
