"""The claims about a game, read for a dossier as they stood at its instant (art. 7.2, 10)."""

from typing import TYPE_CHECKING

from bot.dossier.facts import CaseFile, Statement, Stream
from bot.dossier.reading import NothingToShow, stream_of
from bot.dossier.subject import Subject
from bot.messages import Text, say
from engine.cases.case import Case
from engine.cases.fold import replay_case
from storage import cases, statements
from storage.streams import case_stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from engine.cases.events import CommentGiven, DefenceGiven
    from engine.ids import GameId


async def cases_of(
    tx: "AsyncConnection", games: "Sequence[GameId]", subject: Subject
) -> tuple[CaseFile, ...]:
    """Return the cases about these games as they stood then, or the one that is asked for.

    Raises:
        NothingToShow: the one that is asked for had not begun.
    """
    found = []
    for game in games:
        for row in await cases.of_game(tx, game):
            if subject.case not in {None, row.case_id}:
                continue
            try:
                stream = await stream_of(tx, case_stream(row.case_id), subject.at)
            except NothingToShow:
                continue
            found.append(await _file(tx, stream))
    if subject.case and not found:
        raise NothingToShow(subject.case)
    return tuple(found)


async def _file(tx: "AsyncConnection", stream: Stream) -> CaseFile:
    case = replay_case(row.event for row in stream.stored)
    return CaseFile(case=case, statements=await _statements(tx, case), stream=stream)


async def _statements(tx: "AsyncConnection", case: Case) -> tuple[Statement, ...]:
    said = await statements.of_case(tx, case.id)
    given: list[tuple[CommentGiven | DefenceGiven, Text]] = [
        *((comment, say("dossier.comment")) for comment in case.comments),
        *((defence, say("dossier.defence")) for defence in case.defences),
    ]
    return tuple(
        Statement(
            author=event.by,
            at=event.at,
            part=part,
            digest=event.statement,
            salt=said[event.statement].salt if event.statement in said else "",
            text=said[event.statement].text if event.statement in said else "",
        )
        for event, part in sorted(given, key=lambda one: one[0].at)
    )
