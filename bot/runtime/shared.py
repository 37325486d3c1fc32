"""What every update needs: the bot's settings with its caches, and the input of a person."""

from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from bot.runtime.damaged_logs import DamagedLogs
from bot.runtime.limits import Gate
from bot.runtime.recent_states import RecentStates
from bot.texts import page_links
from bot.texts.messages import Incoming
from bot.texts.notices.matches.request_texts import LINK_PREFIX
from bot.texts.notices.people.links import SeatLinks
from engine.competitions.competition import Competition
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.matches.match import Match
from engine.rulesets import Ruleset
from engine.words.dawg import Dawg
from storage.people.people import Habits, Person

KEPT_MATCHES = 4096
"""The most matches in the cache; standings read every match of a phase not yet approved."""
KEPT_NOTEBOOKS = 32
"""The most notebooks in the cache: those that are open in the app."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSettings:
    """The bot's settings, created once by `bot.program.bot_settings`."""

    rules: Ruleset
    """The rules of new matches; a running match keeps its own."""
    edition_on: Callable[[date], EditionRef]
    """Returns the word list for a match or phase that starts on a day (art. 3.1)."""
    installed: Callable[[], tuple[EditionRef, ...]]
    """Returns all installed word lists."""
    offered: Callable[[], tuple[EditionRef, ...]]
    """Returns the word lists from which players of a new friendly match may choose."""
    official: Callable[[EditionRef], bool]
    """Whether a word list is the federation's own; shown wherever the list is named."""
    distribute: bool
    """Whether the organiser may send the list to the players (art. 3.2)."""
    lexicon: Callable[[EditionRef], Container[str]]
    """Opens the word list of a game."""
    graph: Callable[[EditionRef], Dawg]
    """Returns the same words as a graph, for the program's plays in a practice game."""
    draw: Callable[[bytes, Ruleset], str]
    """Returns the letter sequence of a seed."""
    new_seed: Callable[[], str]
    """Returns a new seed of 256 bits, in hex: the only randomness in a match."""
    competition: str
    """The usual title of competitions, offered for a new one."""
    bot_name: str
    """The bot's user name, for invitation links."""
    operators: frozenset[int]
    """Telegram ids of the people who run the bot."""
    habits: Habits
    """The initial hours of a new person."""
    public_url: str = ""
    """The address of the bot's web server for browsers; empty if there is none."""
    mail_key: bytes = field(default=b"", repr=False)
    """The key of mail codes and unsubscriptions; empty if no mails are sent."""
    mail_server: str = ""
    """The host that accepts mails for the bot."""
    public_site: bool = False
    """Whether that server includes the public site."""
    left_out: frozenset[str] = frozenset()
    """Codes of competitions that appear on no public page."""
    undo: timedelta = timedelta()
    """How long a sent move may be taken back; zero turns it off."""
    is_formal: bool = False
    """Whether Romanian readers are addressed as „dumneavoastră”."""
    is_inline: bool = False
    """Whether the bot accepts inline queries (@BotFather)."""
    games: RecentStates[Game] = field(default_factory=RecentStates)
    matches: RecentStates[Match] = field(default_factory=partial(RecentStates, KEPT_MATCHES))
    competitions: RecentStates[Competition] = field(default_factory=RecentStates)
    damaged: DamagedLogs = field(default_factory=DamagedLogs)
    """The logs that were found damaged; what they hold is stopped."""
    notebooks: RecentStates[Any] = field(default_factory=partial(RecentStates, KEPT_NOTEBOOKS))
    """Recently checked notebooks, by person and game (`bot.service.operations.play.notebooks`)."""
    gate: Gate = field(default_factory=Gate)
    """The rate limits of people and groups."""

    def link(self, code: str) -> str:
        """Return the deep link that sends this code to the bot."""
        return f"https://t.me/{self.bot_name}?start={code}"

    def seat_links(self, code: str, *, in_browser: bool = True) -> SeatLinks:
        """Return the links to the seat of this code.

        A competition without seats in browsers gives none for a browser.
        """
        has_web = bool(self.public_url) and in_browser
        web = page_links.link_with(self.public_url, page_links.SEAT, code) if has_web else ""
        return SeatLinks(self.link(code), web)

    def friendly_links(self, token: str, *, rated: bool) -> SeatLinks:
        """Return the links to the request of this token.

        Rated matches need a Telegram account. Nobody but a mail gives a lost seat back, so a bot
        without mails gives no link for a browser.
        """
        has_web = bool(self.public_url and self.mail_key) and not rated
        web = page_links.link_with(self.public_url, page_links.FRIENDLY, token) if has_web else ""
        return SeatLinks(self.link(LINK_PREFIX + token), web)


@dataclass(frozen=True, slots=True)
class UserInput:
    """A person's message or button press."""

    incoming: Incoming
    person: Person
    args: str
    """The text after the command, or after the button's verb; otherwise the whole text."""

    @property
    def at(self) -> datetime:
        """Return the instant of the message or press."""
        return self.incoming.at

    def as_message(self) -> "UserInput":
        """Return a press as if it were a text, so that the message with the button stays."""
        return replace(self, incoming=replace(self.incoming, callback=""))
