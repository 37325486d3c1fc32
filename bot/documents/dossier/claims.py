"""Claims and messages about a game, for a case file of an instant (art. 7.2, 10)."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.dossier.facts import (
    CaseFile,
    CaseStatement,
    NothingToShow,
    Stream,
    Subject,
    stream_of,
)
from bot.texts.messages import Text, say
from engine.cases.case import Case
from engine.cases.events import CaseId, CommentGiven, DefenceGiven, Digest
from engine.cases.fold import replay_case
from engine.correspondence import thread_of
from engine.ids import GameId
from engine.matches.events import MatchEvent
from engine.matches.letters import LetterWritten
from storage.cases import case_rows, statements
from storage.streams import case_stream


async def cases_of(
    tx: AsyncConnection, games: Sequence[GameId], subject: Subject
) -> tuple[CaseFile, ...]:
    """Return the cases of these games in their state at that instant, or only the requested case.

    Raises:
        NothingToShow: the requested case had not begun.
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
            file = await _file(tx, stream)
            if subject.reader is None or not file.case.is_plan_unknown_to(subject.reader):
                cases.append(file)
    if subject.case and not cases:
        raise NothingToShow(subject.case)
    return tuple(cases)


async def _file(tx: AsyncConnection, stream: Stream) -> CaseFile:
    case = replay_case(row.event for row in stream.stored)
    return CaseFile(case=case, statements=await _statements(tx, case), stream=stream)


async def _statements(tx: AsyncConnection, case: Case) -> tuple[CaseStatement, ...]:
    """Return the statements of a case; an erased one has no text and no salt."""
    by_digest = await statements.of_case(tx, case.id)
    given: list[tuple[CommentGiven | DefenceGiven, Text]] = [
        *((comment, say("dossier.comment")) for comment in case.comments),
        *((defence, say("dossier.defence")) for defence in case.defences),
    ]
    return tuple(
        CaseStatement(
            author=event.by,
            at=event.at,
            part=part,
            digest=event.statement,
            salt=by_digest[event.statement].salt if event.statement in by_digest else "",
            text=by_digest[event.statement].text if event.statement in by_digest else "",
        )
        for event, part in sorted(given, key=lambda statement: statement[0].at)
    )


async def letters_of(
    tx: AsyncConnection, events: Sequence[MatchEvent], games: Sequence[GameId]
) -> tuple[CaseStatement, ...]:
    """Return the messages between players and arbiters about these games, or about their match."""
    letters = []
    for event in events:
        if not isinstance(event, LetterWritten) or ("/" in event.game and event.game not in games):
            continue
        by_digest = await statements.of_case(tx, CaseId(thread_of(event.game, event.player)))
        kept = by_digest.get(Digest(event.statement))
        letters.append(
            CaseStatement(
                author=event.author,
                at=event.at,
                part=say("dossier.letter_about", about=event.game),
                digest=event.statement,
                salt=kept.salt if kept else "",
                text=kept.text if kept else "",
            )
        )
    return tuple(letters)
