"""The sections of the configuration: every key, its default and its check."""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

from bot.runtime.config.checks import (
    CONTACT,
    DATABASE,
    DAY,
    IDS,
    MAILBOX,
    PLAIN_ADDRESS,
    PUBLIC,
    PUSH_SERVICES,
    SERVER,
    SQLITE,
    SWITCH,
    TIME_ZONE,
    one_of,
    path,
    whole,
    words,
)
from engine.rulesets import NATIONAL_2025, RULESETS

TELEGRAM_SERVER: Final = "https://api.telegram.org"


@dataclass(frozen=True, slots=True, kw_only=True)
class Telegram:
    """The bot's account and its connection to Telegram."""

    token_file: Annotated[Path | None, path(optional=True)] = None
    base_url: Annotated[str, SERVER] = TELEGRAM_SERVER
    """The Bot API server, without the `/bot` of its calls."""
    mode: Annotated[str, one_of("polling", "webhook")] = "polling"
    webhook_url: Annotated[str, words(optional=True)] = ""
    """The address at which Telegram reaches `server.port`, including the path."""
    poll_timeout: Annotated[int, whole(1, 50)] = 50
    """Seconds that the server may hold a poll."""
    messages_per_second: Annotated[int, whole(1, 30)] = 30

    @property
    def webhook_path(self) -> str:
        """Return the path to which Telegram sends the updates in mode webhook."""
        return urlsplit(self.webhook_url).path or "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """Where data is stored."""

    url: Annotated[str, DATABASE] = field(default=f"{SQLITE}tur-retur.sqlite", repr=False)
    """May contain a password, so it is never shown."""
    receipts: Annotated[Path, path()] = Path("receipts")
    """The folder of each program's receipts, if the database is a server.

    A receipt records a sent message until the database has recorded it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSection:
    """The bot's web servers."""

    host: Annotated[str, words()] = "127.0.0.1"
    port: Annotated[int, whole(0, 65535)] = 8080
    """The port for Telegram's updates in webhook mode, and for the Mini App.

    Several programs may share it.
    """
    public_url: Annotated[str, PUBLIC] = ""
    """The address of `port` for browsers, without `/app`; empty means no Mini App."""
    trusted_proxy: Annotated[str, words(optional=True)] = ""
    """The addresses from which your proxy connects, separated by commas.

    Only their `X-Forwarded-For` is believed; if empty, that of this machine and private networks.
    """
    status_port: Annotated[int, whole(0, 65535)] = 0
    """For `/health` and `/metrics`; 0 turns them off."""


STARTTLS, TLS, PLAIN = "starttls", "tls", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """The server that takes mails to people who play in a browser."""

    host: Annotated[str, words(optional=True)] = ""
    """The name of the SMTP server; empty means no mails."""
    port: Annotated[int, whole(1, 65535)] = 587
    tls: Annotated[str, one_of(STARTTLS, TLS, PLAIN)] = STARTTLS
    """Whether the connection is encrypted after a command, from its start, or not at all."""
    user: Annotated[str, words(optional=True)] = ""
    """The account at the server; empty means no login."""
    password: Annotated[str, words(optional=True)] = field(default="", repr=False)
    password_file: Annotated[Path | None, path(optional=True)] = None
    """The file with the password alone, instead of `password`."""
    sender: Annotated[str, MAILBOX] = ""
    """The sender of the mails, with or without a name."""
    dkim_selector: Annotated[str, words(optional=True)] = ""
    """The name of the key that signs the mails, for `turretur mail test`."""
    bounces: Annotated[str, PLAIN_ADDRESS] = ""
    """The mailbox for delivery reports; empty: they go to the sender, and are not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """The announcements on the devices of people who play in a browser."""

    contact: Annotated[str, CONTACT] = ""
    """Where push services reach the operator; empty means no announcements."""
    services: Annotated[str, PUSH_SERVICES] = (
        "fcm.googleapis.com updates.push.services.mozilla.com *.push.apple.com *.notify.windows.com"
    )
    """The hosts of the push services to which requests may go, separated by spaces or commas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """The public site: pages about competitions that everyone may see."""

    enabled: Annotated[bool, SWITCH] = False
    """Whether it is served at `server.public_url`."""
    directory: Annotated[Path, path()] = Path("site")
    """The folder of its pages; missing pages are rebuilt from the log."""
    robots: Annotated[bool, SWITCH] = False
    """Whether search engines may index it."""
    rulings: Annotated[str, one_of("off", "summary")] = "off"
    """Whether it shows a competition's rulings: the decision and its article."""
    left_out: Annotated[str, words(optional=True)] = ""
    """Codes of competitions that it does not show, separated by commas."""

    @property
    def hidden_competitions(self) -> frozenset[str]:
        """Return the codes in `left_out`."""
        codes = (code.strip().upper() for code in self.left_out.split(","))
        return frozenset(filter(None, codes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """The people who run the bot."""

    ids: Annotated[tuple[int, ...], IDS] = ()
    """Telegram user ids."""


FORMALLY: Final = "dumneavoastra"


@dataclass(frozen=True, slots=True, kw_only=True)
class Federation:
    """The defaults of competitions: name, word list and rules."""

    competition: Annotated[str, words()] = "Campionatul Național de Scrabble prin Corespondență"
    time_zone: Annotated[str, TIME_ZONE] = NATIONAL_2025.time_zone
    word_list: Annotated[str, words(optional=True)] = ""
    """The name of an edition; empty means the one that ships with the program."""
    next_word_list: Annotated[str, words(optional=True)] = ""
    """The next edition; empty if none is known yet."""
    next_word_list_from: Annotated[date | None, DAY] = None
    """The day on which the next edition comes into force (art. 3.1)."""
    may_distribute_word_list: Annotated[bool, SWITCH] = True
    """Art. 3.2: whether players receive the list itself, or only its name and hash."""
    ruleset: Annotated[str, one_of(*RULESETS)] = NATIONAL_2025.name
    address: Annotated[str, one_of("tu", FORMALLY)] = "tu"
    """How Romanian messages address the reader, if both forms exist."""

    @property
    def is_formal(self) -> bool:
        """Return whether Romanian readers are addressed as „dumneavoastră”."""
        return self.address == FORMALLY


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySection:
    """Options for sending moves."""

    undo_seconds: Annotated[int, whole(0, 300)] = 20
    """How long a sent move may be taken back; 0 turns it off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminders:
    """The initial hours of a new person; each person may change them."""

    hour: Annotated[int, whole(0, 23)] = 9
    quiet_from: Annotated[int, whole(0, 23)] = 22
    quiet_to: Annotated[int, whole(0, 23)] = 8
    """Equal to `quiet_from` means no quiet hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logging:
    """The amount and form of logging."""

    level: Annotated[str, one_of("debug", "info", "warning", "error")] = "info"
    format: Annotated[str, one_of("console", "json")] = "console"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """Automatic analysis of finished games."""

    night_boards: Annotated[int, whole(0, 2000)] = 600
    """The boards that the nightly search keeps for each number of tiles; 0 turns it off."""


OFF: Final = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightlyRatings:
    """The rating lists that the bot publishes at night, each with its rating system."""

    competitions: Annotated[str, one_of(OFF, "frs", "absp", "pfs")] = "frs"
    """The list of official competition games."""
    friendlies: Annotated[str, one_of(OFF, "absp", "pfs")] = "absp"
    """The list of rated friendly matches; FRS rates no games of two players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """Nightly copies of the database."""

    directory: Annotated[Path | None, path(optional=True)] = None
    """The folder for the copies; without it none are made."""
    keep: Annotated[int, whole(1, 1000)] = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconSection:
    """The folder of imported word lists."""

    directory: Annotated[Path, path()] = Path("lexicons")
