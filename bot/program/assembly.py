"""Assembles the bot from opened resources; each part receives only what it needs."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

from bot.analysis.job_source import AnalysisJobSource
from bot.chat.dispatch import Dispatcher
from bot.chat.input_kinds import is_of_move
from bot.documents.image_sanitiser.client import ImageSanitiser
from bot.program.announcing import sender_of
from bot.program.held_sending import HeldSending
from bot.program.high_water_mark import HighWaterMark
from bot.program.makers import makers
from bot.program.menus import Menus, StoredOffices, menu_named
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
from bot.program.sweep import Sweep
from bot.program.timekeeping import Timekeeping
from bot.ratings.jobs.job_source import RatingJobSource
from bot.runtime.config.sections import FORMALLY
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
from bot.transport.mail.server import MailServer
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

SWEEP_EVERY = timedelta(seconds=20)


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

    @property
    def formal(self) -> bool:
        """Whether Romanian readers are addressed as „dumneavoastră”."""
        return self.config.federation.address == FORMALLY


def assembled(of: OpenResources) -> App:
    """Return the bot, not yet running."""
    updates = _updates(of.config, of.telegram, of.runtime)
    composer = _composer(of)
    announcing = sender_of(of.config, of.runtime, of.shared)
    courier = _courier(of, composer, announcing)
    timekeeping = Timekeeping(of.runtime, of.telegram.me)
    sweep = Sweep(of.runtime, of.shared, updates.up_to_date.is_set, timekeeping)
    public_url = of.config.server.public_url
    board = address_of(public_url) if public_url else ""
    menus = Menus(of.telegram, StoredOffices(of.runtime, of.shared.operators), board=board)
    showing_menus = RepeatedJob(name="menus", run=menus, every=timedelta(minutes=1))
    jobs = (
        RepeatedJob(name="sweep", run=sweep, every=SWEEP_EVERY),
        timekeeping.when_right(
            RepeatedJob(name="expire", run=courier.expire, every=timedelta(minutes=1))
        ),
        RepeatedJob(name="alerts", run=of.runtime.alerts_over, every=timedelta(minutes=1)),
        showing_menus,
        timekeeping.when_right(fingerprinting(of.runtime, of.shared)),
        timekeeping.when_right(pruning(of.runtime)),
        timekeeping.when_right(checking_games(of.runtime, of.shared)),
        *map(timekeeping.when_right, rating(of.config.ratings, of.runtime, of.shared)),
        *searching(of.config.analysis.night_boards, of.runtime, of.shared),
        *copying(of.config.backup, of.runtime),
        *_announcing_again(announcing),
    )
    return App(
        runtime=of.runtime,
        shared=of.shared,
        telegram=of.telegram,
        updates=updates,
        worker=_worker(of, updates, composer),
        composer=composer,
        courier=courier,
        sweep=sweep,
        held_sending=HeldSending(of.runtime, of.shared),
        schedule=Schedule(jobs, ZoneInfo(of.config.federation.time_zone)),
        menus=menus,
        at_start=(showing_menus,),
        jobs=JobQueue(of.runtime, _desks(of)),
        high_water_mark=of.high_water_mark,
        announcing=announcing,
    )


def _announcing_again(announcing: Sender | None) -> tuple[RepeatedJob, ...]:
    if announcing is None:
        return ()
    return (RepeatedJob(name="announcements", run=announcing.again, every=timedelta(minutes=1)),)


def _desks(of: OpenResources) -> tuple[JobSource, ...]:
    """Return the desks of the job queue, the most urgent first."""
    return (
        RatingJobSource(of.runtime, of.telegram.download, of.shared.operators),
        AnalysisJobSource(of.runtime, of.shared, of.config.lexicon.directory),
    )


def _composer(of: OpenResources) -> Composer:
    reencoder = Reencoder(of.runtime, of.telegram.pieces, of.sanitiser.sanitise)
    made = makers(of.runtime, of.shared)
    public_url = of.config.server.public_url
    return Composer(
        MediaMaker(of.runtime, of.shared, of.word_lists.file, made, reencoder),
        menu_named,
        of.runtime.clock,
        link=of.shared.link,
        board=partial(address_of, public_url) if public_url else None,
        formal=of.formal,
    )


def _courier(of: OpenResources, composer: Composer, announcing: Sender | None) -> Courier:
    browsers: BrowserCarrier = _mails(of, composer) or OwnPage()
    if announcing is not None:
        browsers = AnnouncingCarrier(browsers, announcing)
    return Courier(
        of.runtime,
        of.telegram,
        composer,
        PeopleDirectory(of.runtime, of.shared),
        browsers=browsers,
        pace=Pace(of.rates or Rates(overall=of.config.telegram.messages_per_second)),
        receipts=of.receipts,
    )


def _mails(of: OpenResources, composer: Composer) -> MailCarrier | None:
    """Return the carrier that also sends mails, if a server is configured."""
    if not of.config.mail.host:
        return None
    public_url = of.config.server.public_url
    return MailCarrier(
        server=mail_server(of.config),
        letters=MailLetters(of.runtime, of.shared),
        drawing=composer,
        clock=of.runtime.clock,
        counts=of.runtime.counts,
        key=of.shared.mail_key,
        page=partial(address_of, public_url),
        command=link_with(public_url, COMMAND, ""),
        stop=f"{public_url}{STOP}",
        formal=of.formal,
        bounces=BounceAddresses(of.config.mail.bounces, of.shared.mail_key)
        if of.config.mail.bounces
        else None,
    )


def mail_server(config: Config) -> MailServer:
    """Return the configured mail server.

    Raises:
        ConfigError: the password cannot be read.
    """
    at, password = config.mail, config.mail_password()
    return MailServer(
        host=at.host,
        port=at.port,
        tls=at.tls,
        user=at.user,
        password=password.reveal() if password else "",
        sender=at.sender,
    )


def _worker(of: OpenResources, updates: Poller | Receiver, composer: Composer) -> Worker:
    dispatcher = Dispatcher(of.shared)
    browsers = BrowserActs(of.shared, dispatcher, Feed(composer), formal=of.formal)
    return Worker(
        of.runtime,
        dispatcher,
        username=of.shared.bot_name,
        fetch=of.telegram.download,
        all_here=updates.up_to_date.is_set if isinstance(updates, Poller) else _yes,
        carry_out=Acts(of.shared, formal=of.formal, browsers=browsers),
    )


def _updates(config: Config, telegram: TelegramIO, runtime: Runtime) -> Poller | Receiver:
    if config.telegram.mode == "webhook":
        url, secret = config.telegram.webhook_url, config.webhook_secret()
        return Receiver(telegram, runtime, url=url, secret=secret, plays=is_of_move)
    return Poller(telegram, runtime, plays=is_of_move, long_poll=config.telegram.poll_timeout)


def _yes() -> bool:
    """Return True, because with a webhook the number of waiting updates is unknown."""
    return True
