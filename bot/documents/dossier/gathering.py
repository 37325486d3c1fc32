"""Read everything that a case file needs, in one transaction. Nothing is changed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.dossier.claims import cases_of, letters_of
from bot.documents.dossier.facts import (
    CaseFile,
    Dossier,
    GameFacts,
    MessageDelivery,
    PlayerMessage,
    Stream,
    Subject,
    stream_of,
)
from bot.documents.dossier.secrets import censored, is_public, key_of, secret_seeds, without_words
from bot.documents.views.setting import GameSetting, arbiters_of, setting_of
from bot.runtime.folding import competition_of
from bot.runtime.mail_states import mail_state_of
from bot.runtime.shared import BotSettings
from bot.runtime.stored_games import as_read
from bot.texts.notices.people.mail_states import MailState
from bot.texts.outgoing import text_from_json
from engine.correspondence import chat_of, statements_of, thread_of
from engine.games.fold import replay
from engine.ids import CompetitionCode, GameId, PersonId
from engine.matches.events import MatchEvent
from engine.matches.fold import replay_match
from engine.matches.ledger.ledger import ledger
from engine.matches.letters import LetterWritten
from engine.matches.match import Match, games_of
from engine.thinking_time import day_of
from storage import log
from storage.competitions import groups
from storage.competitions.groups import GroupKind
from storage.conversation import chat
from storage.people import devices, former_chats, people
from storage.people.personal_words import NOBODYS_CHAT
from storage.queues import outbox
from storage.streams import game_stream, match_stream, person_stream

_NAMING = (
    "arbiter",
    "person",
    "invited",
    "entered_by",
    "writer",
    "by",
    "against",
    "author",
    "red",
    "blue",
    "first",
    "second",
)
"""The facts of events that hold a person's id."""
Chats = dict[int, tuple[PersonId | None, GroupKind | None]]
"""By chat id: the person the chat belongs to, and the kind of group if it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Logged:
    """The subject's logged facts, up to the instant at which the case file was requested."""

    match: Match
    match_events: tuple[MatchEvent, ...]
    wanted: Sequence[GameId]
    """The games of the subject; the file contains a copy of the stream of each."""
    copies: Sequence[Stream]
    cases: tuple[CaseFile, ...]
    streams: tuple[Stream, ...]
    """All streams of the subject, with secrets removed."""

    @property
    def about(self) -> Sequence[str]:
        """Return the `about` values of the messages that belong here: match, games, cases."""
        letters = (event for event in self.match_events if isinstance(event, LetterWritten))
        threads = {thread_of(letter.game, letter.player) for letter in letters}
        cases = [file.case.id for file in self.cases]
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
    names = {person: name for person, (name, _) in members.items()}
    setting = setting_of(
        logged.match,
        competition,
        names,
        federation=shared.competition,
        is_official=shared.official(logged.match.edition),
        today=day_of(subject.at, logged.match.rules.time_zone),
    )
    former = await former_chats.of_people(tx, members)
    chats: Chats = {chat: (who, None) for chat, who in former.items()}
    chats |= await _groups(tx, logged.match.competition, arbiters) | _chats(members)
    deliveries, left_out = await _deliveries(tx, subject, logged.about, chats)
    return Dossier(
        subject=subject,
        competition=setting.competition,
        match=logged.match,
        match_events=logged.match_events,
        games=await _games(tx, shared, logged, setting),
        names=names,
        forgotten=await _forgotten(tx, logged.match),
        arbiters=arbiters,
        deliveries=deliveries,
        opened=await _opened(tx, logged.match, subject),
        mails=await _mails(tx, shared, logged.match, subject),
        left_out=left_out,
        lines=await _lines(tx, logged.wanted, subject),
        letters=await letters_of(tx, logged.match_events, logged.wanted),
        cases=logged.cases,
        streams=logged.streams,
    )


async def _opened(
    tx: AsyncConnection, match: Match, subject: Subject
) -> Mapping[PersonId, datetime]:
    """Return when players last opened their page; nothing for a player whose game still runs."""
    if subject.reader is not None:
        return {}
    found = {person: await devices.last_opened(tx, person) for person in match.people}
    return {person: min(at, subject.at) for person, at in found.items() if at is not None}


async def _mails(
    tx: AsyncConnection, shared: BotSettings, match: Match, subject: Subject
) -> Mapping[PersonId, MailState]:
    """Return the state of the players' mails; nothing for a player whose game still runs."""
    if subject.reader is not None:
        return {}
    found = {person: await mail_state_of(tx, shared, person) for person in match.people}
    return {person: state for person, state in found.items() if state is not None}


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
        streams=(*copies, _censored(stream, match), *(case.stream for case in cases)),
    )


def _censored(stream: Stream, match: Match) -> Stream:
    """Return the match's stream without the seeds that are still secret."""
    secret = secret_seeds(match)
    return replace(stream, rows=tuple(censored(row, secret) for row in stream.rows))


def _people_in(streams: Iterable[Stream]) -> set[PersonId]:
    """Return every person whom the events name, in any role."""
    events = (row.event for stream in streams for row in stream.stored)
    found = (getattr(event, name, None) for event in events for name in _NAMING)
    return {PersonId(person) for person in found if isinstance(person, int)}


def _speakers(cases: Iterable[CaseFile]) -> set[PersonId]:
    """Return every person who made a statement in the cases."""
    return {line.author for case in cases for line in case.statements}


async def _members(
    tx: AsyncConnection, wanted: Iterable[PersonId]
) -> Mapping[PersonId, tuple[str, int | None]]:
    """Return each person's name and the id of their private chat."""
    found = [await people.get(tx, person) for person in sorted(wanted)]
    return {person.id: (person.name, person.address) for person in found}


async def _forgotten(tx: AsyncConnection, match: Match) -> tuple[PersonId, ...]:
    """Return the players of the match who have been forgotten, read from their own streams."""
    heads = [(person, await log.head(tx, person_stream(person))) for person in match.people]
    return tuple(person for person, head in heads if head.seq)


def _chats(members: Mapping[PersonId, tuple[str, int | None]]) -> Chats:
    return {chat: (who, None) for who, (_, chat) in members.items() if chat is not None}


async def _groups(
    tx: AsyncConnection, competition: CompetitionCode, arbiters: Iterable[PersonId]
) -> Chats:
    """Return the competition's group and its arbiters' archives, by chat id."""
    chats: Chats = {}
    own = await groups.of_competition(tx, competition) if competition else None
    if own is not None:
        chats[own.chat] = (None, own.kind)
    for arbiter in arbiters:
        if (archive := await groups.archive_of(tx, arbiter)) is not None:
            chats[archive.chat] = (arbiter, archive.kind)
    return chats


async def _games(
    tx: AsyncConnection, shared: BotSettings, logged: _Logged, setting: GameSetting
) -> tuple[GameFacts, ...]:
    """Return the games, each with the day on which its clocks stop (art. 9.4)."""
    files = []
    for copy in logged.copies:
        events = tuple(row.event for row in copy.stored)
        game = await as_read(tx, shared, replay(copy.stored), setting.today, logged.match)
        version = copy.stored[-1].seq
        files.append(
            GameFacts(
                game=game,
                setting=replace(setting, version=version),
                events=events,
                ledger=ledger(copy.stored, logged.match_events),
            )
        )
    return tuple(files)


async def _deliveries(
    tx: AsyncConnection,
    subject: Subject,
    about: Sequence[str],
    chats: Chats,
) -> tuple[tuple[MessageDelivery, ...], int]:
    """Return the messages queued before the request, and the number of those left out."""
    deliveries: list[tuple[int, MessageDelivery]] = []
    left_out = 0
    for each in about:
        for row in await outbox.deliveries(tx, each):
            if row.created_at >= subject.at:
                continue
            payload = json.loads(row.payload)
            if not is_public(key_of(payload.get("text", {}))):
                left_out += 1
                continue
            deliveries.append((row.id, _delivery(each, row, payload, chats, subject.at)))
    return tuple(delivery for _, delivery in sorted(deliveries, key=lambda one: one[0])), left_out


def _delivery(
    about: str,
    row: outbox.Delivery,
    payload: Mapping[str, Any],
    chats: Chats,
    at: datetime,
) -> MessageDelivery:
    """Return the message in its state at that instant: later confirmations do not count."""
    waiting = row.sent_at is not None and row.sent_at > at
    to, group = chats.get(row.chat, (None, None))
    return MessageDelivery(
        about=about,
        at=row.created_at,
        to=to,
        group=group,
        text=without_words(text_from_json(payload["text"])),
        pictures=len(payload.get("pictures", ())),
        state=outbox.QUEUED if waiting else row.state,
        sent_at=None if waiting else row.sent_at,
        messages=() if waiting else row.message_ids,
        to_forgotten=row.chat == NOBODYS_CHAT,
    )


async def _lines(
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
