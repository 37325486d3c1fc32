"""The sections of the configuration: every key, its default and what it may be."""

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Annotated, Final

from bot.runtime.config.checks import (
    DATABASE,
    DAY,
    IDS,
    PUBLIC,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Telegram:
    """The bot's account, and how it speaks to Telegram."""

    token_file: Annotated[Path | None, path(optional=True)] = None
    base_url: Annotated[str, SERVER] = "https://api.telegram.org"
    """The Bot API server, without the `/bot` of its calls."""
    mode: Annotated[str, one_of("polling", "webhook")] = "polling"
    webhook_url: Annotated[str, words(optional=True)] = ""
    """The address under which Telegram reaches `server.port`, path included."""
    poll_timeout: Annotated[int, whole(1, 50)] = 50
    """Seconds that a poll waits at the server."""
    messages_per_second: Annotated[int, whole(1, 30)] = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """Where everything is kept."""

    url: Annotated[str, DATABASE] = field(default=f"{SQLITE}tur-retur.sqlite", repr=False)
    """May hold a password, so it is never shown."""
    receipts: Annotated[Path, path()] = Path("receipts")
    """With a server: where each program keeps what it has sent until the database has noted it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What the bot answers on the web."""

    host: Annotated[str, words()] = "127.0.0.1"
    port: Annotated[int, whole(0, 65535)] = 8080
    """For Telegram's updates, where `telegram.mode` is `webhook`, and for the Mini App; several
    programs may share it."""
    public_url: Annotated[str, PUBLIC] = ""
    """Where people's browsers reach `port`, without `/app`; empty: there is no Mini App."""
    status_port: Annotated[int, whole(0, 65535)] = 0
    """For `/health` and `/metrics`; 0: neither."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """The public site: what everybody may see of the competitions."""

    enabled: Annotated[bool, SWITCH] = False
    """Whether it is served at `server.public_url`."""
    directory: Annotated[Path, path()] = Path("site")
    """Where its pages are kept; made anew from the log where they are missing."""
    robots: Annotated[bool, SWITCH] = False
    """Whether search engines are let in."""
    rulings: Annotated[str, one_of("off", "summary")] = "off"
    """Whether a competition's rulings are shown: what was ruled and by which article."""
    left_out: Annotated[str, words(optional=True)] = ""
    """Codes of competitions that are not on it, separated by commas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """Another site that is told of each homologated result."""

    url: Annotated[str, PUBLIC] = ""
    """Where it is told; empty: nobody is."""
    secret_file: Annotated[Path | None, path(optional=True)] = None
    """The secret by which it knows that it is us."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """Who runs the bot."""

    ids: Annotated[tuple[int, ...], IDS] = ()
    """Telegram user ids."""


FORMALLY: Final = "dumneavoastra"


@dataclass(frozen=True, slots=True, kw_only=True)
class Federation:
    """What competitions are usually called, the words and the rules."""

    competition: Annotated[str, words()] = "Campionatul Național de Scrabble prin Corespondență"
    time_zone: Annotated[str, TIME_ZONE] = NATIONAL_2025.time_zone
    word_list: Annotated[str, words(optional=True)] = ""
    """An edition's name; empty: the one that ships with the program."""
    next_word_list: Annotated[str, words(optional=True)] = ""
    """The edition that follows it; empty: none is known yet."""
    next_word_list_from: Annotated[date | None, DAY] = None
    """The day on which that one comes into force (art. 3.1)."""
    may_distribute_word_list: Annotated[bool, SWITCH] = True
    """Art. 3.2: whether players get the list itself, or only its name and hash."""
    ruleset: Annotated[str, one_of(*RULESETS)] = NATIONAL_2025.name
    address: Annotated[str, one_of("tu", FORMALLY)] = "tu"
    """How Romanian messages address whoever reads them, where both ways are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminders:
    """The hours a new person starts with; each may set his own."""

    hour: Annotated[int, whole(0, 23)] = 9
    quiet_from: Annotated[int, whole(0, 23)] = 22
    quiet_to: Annotated[int, whole(0, 23)] = 8
    """The same as `quiet_from`: no quiet hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logging:
    """How much is logged, and how it looks."""

    level: Annotated[str, one_of("debug", "info", "warning", "error")] = "info"
    format: Annotated[str, one_of("console", "json")] = "console"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What is worked out of finished games without anybody asking."""

    night_boards: Annotated[int, whole(0, 2000)] = 600
    """How many boards of each number of tiles are kept, at night, in the search for what a sequence
    allowed; 0: no search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """Copies of the database, one a night."""

    directory: Annotated[Path | None, path(optional=True)] = None
    """Where they go; none are made without it."""
    keep: Annotated[int, whole(1, 1000)] = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Where imported word lists lie."""

    directory: Annotated[Path, path()] = Path("lexicons")
