"""Claims and messages about a game, for a case file of an instant (art. 7.2, 10)."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.dossier.facts import CaseRecord, LoggedText, NothingToShow, Subject
from bot.documents.dossier.stream_copies import stream_of
from bot.texts.messages import Text, say
from engine.cases.case import Case
from engine.cases.events import CaseId, CommentGiven, DefenceGiven, Digest
from engine.cases.fold import replay_case
from engine.correspondence import thread_of
from engine.ids import GameId, PersonId
from engine.matches.events import MatchEvent
from engine.matches.letters import LetterWritten
from storage.cases import case_rows, statements
from storage.cases.statements import StoredStatement
from storage.streams import case_stream


async def cases_of(
    tx: AsyncConnection, games: Sequence[GameId], subject: Subject
) -> tuple[CaseRecord, ...]:
    """Return the cases of these games in their state at that instant, or only the requested case.

    Raises:
        NothingToShow: the requested case had not begun, or the reader may not know of it.
    """
    cases = []
    for game in games:
        for row in await case_rows.of_game(tx, game):
            if subject.case not in {None, row.case_id}:
                continue
            try:
                stream = await stream_of(tx, case_stream(row.case_id), subject.at)
            except NothingToShow:
                continue
            case = replay_case(stored.event for stored in stream.stored)
            # A query about a planned move would tell the opponent of the plan.
            if subject.reader is None or not case.is_plan_unknown_to(subject.reader):
                words = await _statements(tx, case)
                cases.append(CaseRecord(case=case, statements=words, stream=stream))
    if subject.case is not None and not cases:
        raise NothingToShow(subject.case)
    return tuple(cases)


async def _statements(tx: AsyncConnection, case: Case) -> tuple[LoggedText, ...]:
    """Return the statements of a case, the oldest first."""
    stored = await statements.of_case(tx, case.id)
    events: list[tuple[CommentGiven | DefenceGiven, Text]] = [
        *((comment, say("dossier.comment")) for comment in case.comments),
        *((defence, say("dossier.defence")) for defence in case.defences),
    ]
    return tuple(
        _statement(event.by, event.at, part, event.statement, stored.get(event.statement))
        for event, part in sorted(events, key=lambda event_and_part: event_and_part[0].at)
    )


def _statement(
    author: PersonId, at: datetime, part: Text, digest: str, stored: StoredStatement | None
) -> LoggedText:
    """Return a statement of the log with its stored words; without any, it was erased."""
    return LoggedText(
        author=author,
        at=at,
        part=part,
        digest=digest,
        salt="" if stored is None else stored.salt,
        text="" if stored is None else stored.text,
    )


async def letters_of(
    tx: AsyncConnection, events: Sequence[MatchEvent], games: Sequence[GameId]
) -> tuple[LoggedText, ...]:
    """Return the messages between players and arbiters about these games, or about their match."""
    letters = []
    for event in events:
        if not isinstance(event, LetterWritten):
            continue
        is_about_match = "/" not in event.game  # a letter about the match has its code there
        if not is_about_match and event.game not in games:
            continue
        stored = await statements.of_case(tx, CaseId(thread_of(event.game, event.player)))
        kind = say("dossier.letter_about", about=event.game)
        words = stored.get(Digest(event.statement))
        letters.append(_statement(event.author, event.at, kind, event.statement, words))
    return tuple(letters)
