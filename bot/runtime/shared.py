"""What every update may rely on and none may change: rules, word list, names, rights."""

from collections import OrderedDict
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from bot.runtime.limits import Gate
from bot.texts.messages import Incoming
from engine.competitions.competition import Competition
from engine.games.events import EditionRef
from engine.games.game import Game
from engine.matches.match import Match
from engine.rulesets import Ruleset
from storage.people.people import Habits, Person

if TYPE_CHECKING:
    from storage.log import Head

T = TypeVar("T")

KEPT = 1024
"""Games that people are busy with: ten kilobytes each, twice as much towards the end."""
KEPT_MATCHES = 4096
"""Standings look at every match of a phase that is not homologated; two kilobytes each."""

KEPT_NOTEBOOKS = 32


class Folded(Generic[T]):
    """Games and matches folded lately, by the hash of the last event they were folded from.

    A hash names one log and no other, so whatever is found here is right, whoever wrote last: a
    step that was taken back has left nothing behind but an entry nobody will ask for.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._values: OrderedDict[str, T] = OrderedDict()
        self.heads: dict[str, Head] = {}
        """Of long logs: the event up to which each was read last. It may have been taken back."""

    def get(self, head: str) -> T | None:
        """Return what was folded up to the event of that hash, if it is still here."""
        if head in self._values:
            self._values.move_to_end(head)
        return self._values.get(head)

    def put(self, head: str, value: T) -> None:
        """Keep what was folded up to the event of that hash."""
        self._values[head] = value
        self._values.move_to_end(head)
        while len(self._values) > self._kept:
            self._values.popitem(last=False)

    def put_on(self, before: str, head: str, value: T) -> None:
        """Keep what was folded from where one stood before, in its place."""
        self._values.pop(before, None)
        self.put(head, value)


class Lately(Protocol):
    """Who keeps what was folded lately."""

    @property
    def games(self) -> Folded[Game]:
        """Return the games."""
        ...

    @property
    def matches(self) -> Folded[Match]:
        """Return the matches."""
        ...

    @property
    def competitions(self) -> Folded[Competition]:
        """Return the competitions."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """The settled side of the bot, made once by `bot.program.app`."""

    rules: Ruleset
    """For matches arranged from now on; a running one keeps its own."""
    edition_on: Callable[[date], EditionRef]
    """The word list to which what starts on a day is pinned (art. 3.1)."""
    official: Callable[[EditionRef], bool]
    """Whether a word list is the federation's own; said wherever the list is named."""
    distribute: bool
    """Whether the organiser may pass the list on to the players (art. 3.2)."""
    lexicon: Callable[[EditionRef], Container[str]]
    """Opens the word list a game is pinned to."""
    draw: Callable[[bytes, Ruleset], str]
    """Makes the letter sequence of a seed."""
    new_seed: Callable[[], str]
    """Makes a fresh seed of 256 bits, in hex: the only chance in a match."""
    competition: str
    """What competitions are usually called, offered for a new one."""
    bot_name: str
    """The bot's user name, for invitation links."""
    operators: frozenset[int]
    """Telegram ids of those who run the bot."""
    habits: Habits
    """The hours a new person starts with."""
    public_url: str = ""
    """Where people's browsers reach what the bot serves; empty: nothing is served."""
    public_site: bool = False
    """Whether the public site is among it."""
    left_out: frozenset[str] = frozenset()
    """Codes of competitions that are on no public page."""
    is_inline: bool = False
    """Whether the bot may be asked from any chat (@BotFather)."""
    has_hook: bool = False
    """Whether another site is told of each homologated result."""
    games: Folded[Game] = field(default_factory=Folded)
    matches: Folded[Match] = field(default_factory=partial(Folded, KEPT_MATCHES))
    competitions: Folded[Competition] = field(default_factory=Folded)
    opened: Folded[Any] = field(default_factory=partial(Folded, KEPT_NOTEBOOKS))
    """Notebooks judged lately, by person and game (`bot.service.play.notebooks`)."""
    gate: Gate = field(default_factory=Gate)
    """How much everybody may ask for in a while."""

    def link(self, code: str) -> str:
        """Return the deep link that hands the bot this code."""
        return f"https://t.me/{self.bot_name}?start={code}"


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said or pressed, and who it was."""

    incoming: Incoming
    person: Person
    args: str
    """What follows the command, or the button's verb; the whole text if there is neither."""

    @property
    def at(self) -> datetime:
        """Return when it was said."""
        return self.incoming.at
