"""What a dossier is made from, gathered from what is stored: plain values, nothing worded yet.

No telephone numbers, no accounts, no chats: people are known here by their numbers in the log and
by their names. Seeds that are still secret have been taken out of the copies of the streams.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from bot.documents.views.setting import Setting
from bot.texts.messages import Text
from engine.cases.case import Case
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import GameId, MatchCode, PersonId
from engine.matches.events import MatchEvent
from engine.matches.ledger_entries import Entry
from engine.matches.match import Match
from storage import log
from storage.competitions.groups import GroupKind
from storage.log import Stored

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a dossier is about, and the instant that it shows."""

    name: str
    """A game (`K7QF/1`), a match (`K7QF`) or a case of a game (`K7QF/1#2`)."""
    at: datetime
    reader: PersonId | None = None
    """The player who asks while a game runs: his partner's plans are left out."""

    @property
    def game(self) -> GameId | None:
        """Return the one game it is about; None: a whole match."""
        game = self.name.partition("#")[0]
        return GameId(game) if "/" in game else None

    @property
    def match(self) -> MatchCode:
        """Return the match that it belongs to."""
        return MatchCode(self.name.partition("/")[0])

    @property
    def case(self) -> str | None:
        """Return the one case it is about; None: all of its games."""
        return self.name if "#" in self.name else None

    @property
    def written(self) -> str:
        """Return it as a message in the outbox names it."""
        reader = "" if self.reader is None else f"@{self.reader}"
        return f"{self.name}@{self.at.isoformat()}{reader}"

    @classmethod
    def read(cls, written: str) -> "Subject":
        """Return what `written` names."""
        name, at, reader = (*written.split("@"), "")[:3]
        person = PersonId(int(reader)) if reader else None
        return cls(name=name, at=datetime.fromisoformat(at), reader=person)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A copy of one stream of the log, with its hash chain."""

    name: str
    """As the log names it: `g/K7QF/1`."""
    rows: tuple[Mapping[str, Any], ...]
    """As `storage.log.exported` gives them; one with `withheld` lacks the facts named there."""
    stored: tuple[Stored, ...]

    @property
    def head(self) -> str:
        """Return the hash of the last event: it stands for the whole stream."""
        return str(self.rows[-1]["hash"])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """One game with everything that belongs to it alone."""

    game: Game
    setting: Setting
    events: tuple[Event, ...]
    ledger: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One message about the game or match, and what became of it."""

    about: str
    at: datetime
    """When it was queued."""
    to: PersonId | None
    """None: a group, or somebody who has no part in the match; of an archive, whose it is."""
    text: Text
    pictures: int
    state: str
    """As `storage.queues.outbox` has it."""
    sent_at: datetime | None
    """When Telegram confirmed it."""
    messages: tuple[int, ...]
    """Telegram's numbers of the messages in that chat."""
    group: GroupKind | None = None
    """Which of the groups linked to the competition and its arbiters; None: none of them."""
    to_forgotten: bool = False
    """Whether it went to somebody who has been forgotten since; who that was is not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one partner wrote to the other inside a game."""

    game: GameId
    author: PersonId
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What somebody wrote in a case, word for word."""

    author: PersonId
    at: datetime
    part: Text
    """Worded: claim, defence."""
    digest: str
    """What the log says of it: the SHA-256 of salt, a line feed and text."""
    salt: str
    """Empty: the text was erased at its author's wish."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """One claim with what was said and ruled in it."""

    case: Case
    statements: tuple[Statement, ...]
    """Of both sides; what arbiters advise each other is no part of the file."""
    stream: Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """Everything a dossier is made from."""

    subject: Subject
    competition: str
    match: Match
    match_events: tuple[MatchEvent, ...]
    games: tuple[GameFile, ...]
    """Those it is about: one, or both of the match."""
    names: Mapping[PersonId, str]
    forgotten: tuple[PersonId, ...]
    """The players who have been forgotten: what they wrote was erased with them."""
    arbiters: tuple[PersonId, ...]
    """The main one first."""
    deliveries: tuple[Delivery, ...]
    left_out: int
    """How many answers to people's own questions are not shown: nobody's business but theirs."""
    lines: tuple[Line, ...]
    letters: tuple[Statement, ...]
    """Between players and arbiters, about the match or a game of it."""
    cases: tuple[CaseFile, ...]
    streams: tuple[Stream, ...]

    def with_names(self, shown: Callable[[str], str]) -> "Dossier":
        """Return the dossier with everybody called as its reader calls him."""
        names = {person: shown(name) for person, name in self.names.items()}
        games = []
        for file in self.games:
            setting = replace(
                file.setting, names=names, arbiters=tuple(map(shown, file.setting.arbiters))
            )
            games.append(replace(file, setting=setting))
        return replace(self, names=names, games=tuple(games))

    @property
    def code(self) -> MatchCode:
        """Return the match that it all belongs to."""
        return self.match.code

    @property
    def zone(self) -> str:
        """Return the time zone in which the competition counts its days."""
        return self.match.rules.time_zone


class NothingToShow(LookupError):  # noqa: N818  (says what the case is)
    """There is no game, match or case of that name."""


async def stream_of(tx: "AsyncConnection", name: str, at: "datetime") -> Stream:
    """Return a stream as it was at that instant.

    Raises:
        NothingToShow: it had no event yet.
    """
    found = zip(await log.exported(tx, name), await log.load(tx, name), strict=True)
    known = tuple(takewhile(lambda one: one[1].at <= at, found))
    if not known:
        raise NothingToShow(name)
    return Stream(
        name=name, rows=tuple(row for row, _ in known), stored=tuple(one for _, one in known)
    )
