"""Read everything that a case file needs, in one transaction. Nothing is changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args, get_type_hints

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.dossier.claims import cases_of, letters_of
from bot.documents.dossier.deliveries import chats_of, deliveries_of
from bot.documents.dossier.facts import (
    CaseRecord,
    Dossier,
    GameFacts,
    PlayerMessage,
    Stream,
    Subject,
)
from bot.documents.dossier.secrets import censored, secret_seeds
from bot.documents.dossier.stream_copies import stream_of
from bot.documents.views.setting import GameSetting, arbiters_of, setting_of
from bot.runtime.folding import competition_of
from bot.runtime.mail_states import mail_state_of
from bot.runtime.shared import BotSettings
from bot.runtime.stored_games import as_read
from bot.texts.notices.people.mail_states import MailState
from engine.correspondence import chat_of, statements_of, thread_of
from engine.games.fold import replay
from engine.ids import GameId, PersonId
from engine.matches.events import MatchEvent
from engine.matches.fold import replay_match
from engine.matches.ledger.ledger import ledger
from engine.matches.letters import LetterWritten
from engine.matches.match import Match, games_of
from engine.thinking_time import day_of
from storage.conversation import chat
from storage.people import devices, people
from storage.people.people import Person
from storage.streams import game_stream, match_stream


@dataclass(frozen=True, slots=True, kw_only=True)
class _Logged:
    """The subject's logged facts, up to the instant at which the case file was requested."""

    match: Match
    match_events: tuple[MatchEvent, ...]
    wanted: Sequence[GameId]
    """The games of the subject; the file contains a copy of the stream of each."""
    copies: Sequence[Stream]
    cases: tuple[CaseRecord, ...]
    streams: tuple[Stream, ...]
    """All streams of the subject, with secrets removed."""

    @property
    def about(self) -> Sequence[str]:
        """Return the `about` values of the messages that belong here: match, games, cases."""
        letters = (event for event in self.match_events if isinstance(event, LetterWritten))
        threads = {thread_of(letter.game, letter.player) for letter in letters}
        cases = [record.case.id for record in self.cases]
        said = map(statements_of, cases)
        lines = map(chat_of, self.wanted)
        return (self.match.code, *self.wanted, *cases, *said, *lines, *sorted(threads))

    @property
    def people(self) -> set[PersonId]:
        """Return every person who takes part in the subject."""
        return _speakers(self.cases) | _people_in(self.streams)


async def gather(tx: AsyncConnection, shared: BotSettings, subject: Subject) -> Dossier:
    """Return the facts of the case file for that subject.

    Raises:
        NothingToShow: nothing of that name is stored.
    """
    logged = await _logged(tx, subject)
    competition = await competition_of(tx, shared, logged.match)
    arbiters = arbiters_of(logged.match, competition)
    members = await _members(tx, {*arbiters, *logged.people})
    names = {number: person.name for number, person in members.items()}
    setting = setting_of(
        logged.match,
        competition,
        names,
        federation=shared.competition,
        is_official=shared.official(logged.match.edition),
        today=day_of(subject.at, logged.match.rules.time_zone),
    )
    chats = await chats_of(tx, members, logged.match.competition, arbiters)
    deliveries = await deliveries_of(tx, logged.about, chats, subject.at)
    return Dossier(
        subject=subject,
        competition=setting.competition,
        match=logged.match,
        match_events=logged.match_events,
        games=await _games(tx, shared, logged, setting),
        names=names,
        forgotten=await _forgotten(tx, logged.match),
        arbiters=arbiters,
        deliveries=deliveries.shown,
        opened=await _last_opened(tx, logged.match, subject),
        mails=await _mails(tx, shared, logged.match, subject),
        left_out=deliveries.left_out,
        chat_messages=await _chat_messages(tx, logged.wanted, subject),
        letters=await letters_of(tx, logged.match_events, logged.wanted),
        cases=logged.cases,
        streams=logged.streams,
    )


async def _last_opened(
    tx: AsyncConnection, match: Match, subject: Subject
) -> Mapping[PersonId, datetime]:
    """Return when players last opened their page; nothing for a player whose game still runs."""
    if subject.reader is not None:
        return {}
    opened = {person: await devices.last_opened(tx, person) for person in match.people}
    # Only the last instant is stored; a later one still shows that the page was used.
    return {person: min(at, subject.at) for person, at in opened.items() if at is not None}


async def _mails(
    tx: AsyncConnection, shared: BotSettings, match: Match, subject: Subject
) -> Mapping[PersonId, MailState]:
    """Return the state of the players' mails; nothing for a player whose game still runs."""
    if subject.reader is not None:
        return {}
    states = {person: await mail_state_of(tx, shared, person) for person in match.people}
    return {person: state for person, state in states.items() if state is not None}


async def _logged(tx: AsyncConnection, subject: Subject) -> _Logged:
    """Read the streams of the match, of the subject's games, and of their cases."""
    stream = await stream_of(tx, match_stream(subject.match), subject.at)
    match_events: tuple[MatchEvent, ...] = tuple(row.event for row in stream.stored)
    match = replay_match(match_events)
    wanted = [subject.game] if subject.game else list(games_of(match))
    copies = [await stream_of(tx, game_stream(game), subject.at) for game in wanted]
    cases = await cases_of(tx, wanted, subject)
    return _Logged(
        match=match,
        match_events=match_events,
        wanted=wanted,
        copies=copies,
        cases=cases,
        streams=(*copies, _censored(stream, match), *(record.stream for record in cases)),
    )


def _censored(stream: Stream, match: Match) -> Stream:
    """Return the match's stream without the seeds that are still secret."""
    secret = secret_seeds(match)
    return replace(stream, rows=tuple(censored(row, secret) for row in stream.rows))


def _people_in(streams: Iterable[Stream]) -> set[PersonId]:
    """Return every person whom the events name, in any role."""
    events = [row.event for stream in streams for row in stream.stored]
    fields = {kind: _person_fields(kind) for kind in set(map(type, events))}
    named = (getattr(event, field) for event in events for field in fields[type(event)])
    return {person for person in named if person is not None}


def _person_fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a kind of event that have a person, or None, by their types."""
    return tuple(
        field for field, hint in get_type_hints(kind).items() if PersonId in (hint, *get_args(hint))
    )


def _speakers(cases: Iterable[CaseRecord]) -> set[PersonId]:
    """Return every person who made a statement in the cases."""
    return {statement.author for record in cases for statement in record.statements}


async def _members(tx: AsyncConnection, wanted: Iterable[PersonId]) -> Mapping[PersonId, Person]:
    """Return the stored facts of each person."""
    members = [await people.get(tx, person) for person in sorted(wanted)]
    return {person.id: person for person in members}


async def _forgotten(tx: AsyncConnection, match: Match) -> tuple[PersonId, ...]:
    """Return the players of the match who have been forgotten."""
    return tuple([person for person in match.people if await people.is_forgotten(tx, person)])


async def _games(
    tx: AsyncConnection, shared: BotSettings, logged: _Logged, setting: GameSetting
) -> tuple[GameFacts, ...]:
    """Return the games, each with the day on which its clocks stop (art. 9.4)."""
    games = []
    for copy in logged.copies:
        events = tuple(row.event for row in copy.stored)
        game = await as_read(tx, shared, replay(copy.stored), setting.today, logged.match)
        games.append(
            GameFacts(
                game=game,
                setting=replace(setting, version=copy.stored[-1].seq),
                events=events,
                ledger=ledger(copy.stored, logged.match_events),
            )
        )
    return tuple(games)


async def _chat_messages(
    tx: AsyncConnection, games: Sequence[GameId], subject: Subject
) -> tuple[PlayerMessage, ...]:
    """Return the players' messages to each other from before the request."""
    return tuple(
        [
            PlayerMessage(game=game, author=line.author, text=line.text, at=line.at)
            for game in games
            for line in await chat.lines_of(tx, game)
            if line.at < subject.at
        ]
    )
