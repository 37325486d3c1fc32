"""The stored facts of a case file, as plain values without any worded text.

The values contain no telephone numbers, accounts or chats: people have their log numbers and their
names. Seeds that are still secret have been removed from the copies of the streams.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import Any

from bot.documents.views.setting import GameSetting
from bot.texts.messages import Text
from bot.texts.notices.people.mail_states import MailState
from engine.cases.case import Case
from engine.cases.events import CaseId
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import GameId, MatchCode, PersonId
from engine.matches.events import MatchEvent
from engine.matches.ledger.entries import DaysEntry
from engine.matches.match import Match
from storage.log import Stored
from storage.queues.outbox import MessageState


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The subject of a case file, and the instant of the state that it shows."""

    match: MatchCode
    game: GameId | None = None
    """The one game of the subject, or None for a whole match."""
    case: CaseId | None = None
    """The one case of the game, or None for all cases of the games."""
    at: datetime
    reader: PersonId | None = None
    """The player who asks while a game runs; their opponent's plans are left out."""

    @classmethod
    def named(cls, name: str, *, at: datetime, reader: PersonId | None = None) -> "Subject":
        """Return the match (`K7QF`), game (`K7QF/1`) or case of a game (`K7QF/1#2`) of that name.

        Nothing is stored about a subject with a name of another form.
        """
        game = name.partition("#")[0]
        return cls(
            match=MatchCode(name.partition("/")[0]),
            game=GameId(game) if "/" in game else None,
            case=CaseId(name) if "#" in name else None,
            at=at,
            reader=reader,
        )

    @property
    def name(self) -> str:
        """Return the name, from which `named` makes the subject again."""
        return self.case or self.game or self.match

    @property
    def written(self) -> str:
        """Return the subject in the form in which an outbox message stores it."""
        reader = "" if self.reader is None else f"@{self.reader}"
        return f"{self.name}@{self.at.isoformat()}{reader}"

    @classmethod
    def read(cls, written: str) -> "Subject":
        """Return the subject that `written` names."""
        name, at, *others = written.split("@")
        reader = others[0] if others else ""
        person = PersonId(int(reader)) if reader else None
        return cls.named(name, at=datetime.fromisoformat(at), reader=person)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A copy of one stream of the log, with its hash chain."""

    name: str
    """The stream's name in the log: `g/K7QF/1`."""
    rows: tuple[Mapping[str, Any], ...]
    """Rows as `storage.log.exported` returns them; `withheld` names the facts that were removed."""
    stored: tuple[Stored, ...]

    @property
    def head(self) -> str:
        """Return the hash of the last event, which identifies the whole stream."""
        return str(self.rows[-1]["hash"])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts:
    """One game with all facts that belong only to that game."""

    game: Game
    setting: GameSetting
    events: tuple[Event, ...]
    ledger: tuple[DaysEntry, ...]


@dataclass(frozen=True, slots=True)
class ArchiveOf:
    """The archive group of an arbiter."""

    arbiter: PersonId


class Elsewhere(Enum):
    """An addressee without a name."""

    COMPETITION_GROUP = auto()
    FORGOTTEN = auto()
    """A person who has been forgotten since; their identity is not kept."""
    UNKNOWN = auto()
    """A group that is no longer linked, or a person outside the match."""


Addressee = PersonId | ArchiveOf | Elsewhere
"""The chat that got a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDelivery:
    """One message about the game or match, and its delivery state."""

    about: str
    at: datetime
    """The instant at which the message was queued."""
    to: Addressee
    text: Text
    pictures: int
    state: MessageState
    """What has become of it."""
    sent_at: datetime | None
    """The instant at which Telegram confirmed the message; None before that."""
    messages: tuple[int, ...]
    """Telegram's message numbers in that chat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMessage:
    """One message from one player to the opponent inside a game."""

    game: GameId
    author: PersonId
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedText:
    """A person's text in a case or a letter, word for word; the log has its digest."""

    author: PersonId
    at: datetime
    part: Text
    """The kind of statement as text: claim, defence, letter."""
    digest: str
    """The digest in the log: the SHA-256 of salt, a line feed and text."""
    salt: str
    """Empty if the text was erased at its author's request."""
    text: str
    """Empty, too, if it was erased."""

    @property
    def is_erased(self) -> bool:
        """Return whether the text was erased; the log keeps its digest."""
        return not self.salt


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRecord:
    """One case with its statements and its stream, which has the rulings."""

    case: Case
    statements: tuple[LoggedText, ...]
    """Statements of both players; opinions between arbiters are no part of the case file."""
    stream: Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """All facts of one case file."""

    subject: Subject
    competition: str
    match: Match
    match_events: tuple[MatchEvent, ...]
    games: tuple[GameFacts, ...]
    """The games of the subject: one, or both of the match."""
    names: Mapping[PersonId, str]
    forgotten: tuple[PersonId, ...]
    """The players who have been forgotten; their own words were erased with them."""
    arbiters: tuple[PersonId, ...]
    """The chief arbiter first."""
    deliveries: tuple[MessageDelivery, ...]
    opened: Mapping[PersonId, datetime]
    """When each player in a browser last opened the page."""
    mails: Mapping[PersonId, MailState]
    """The mails to each player in a browser with a confirmed address."""
    left_out: int
    """How many answers to people's own questions are left out, because those are private."""
    chat_messages: tuple[PlayerMessage, ...]
    letters: tuple[LoggedText, ...]
    """Messages between players and arbiters, about the match or one of its games."""
    cases: tuple[CaseRecord, ...]
    streams: tuple[Stream, ...]

    def with_names(self, shown: Callable[[str], str]) -> "Dossier":
        """Return the case file with each person's name as its reader sees it."""
        names = {person: shown(name) for person, name in self.names.items()}
        games = []
        # The settings have the same names, because sheets are made from a setting alone.
        for facts in self.games:
            arbiters = tuple(map(shown, facts.setting.arbiters))
            setting = replace(facts.setting, names=names, arbiters=arbiters)
            games.append(replace(facts, setting=setting))
        return replace(self, names=names, games=tuple(games))

    def facts_of(self, game: GameId) -> GameFacts:
        """Return the facts of one of the games."""
        return next(facts for facts in self.games if facts.game.id == game)

    @property
    def code(self) -> MatchCode:
        """Return the code of the match that all these facts belong to."""
        return self.match.code

    @property
    def zone(self) -> str:
        """Return the time zone in which the competition counts its days."""
        return self.match.rules.time_zone


class NothingToShow(LookupError):  # noqa: N818  (named after the situation)
    """No game, match or case of that name exists."""
