"""Which messages are passed to the rate limiter next."""

from bot.transport.sending.pacing import Pace, Rates
from bot.transport.sending.rate_limiter import RateLimiter
from bot.transport.sending.selection import PLENTY, MessageSelection, SelectedMessage
from storage.db import Database
from storage.queues.outbox import Outgoing
from storage.queues.precedence import Precedence
from tests.storage.queued import AT, queue


async def test_a_crowd_that_waits_for_its_answers_keeps_no_preview_out(database: Database) -> None:
    """Answers before the crowd's previews fill their own room, and other people's moves pass."""
    crowd, others = range(1, 2 * PLENTY), range(1000, 1000 + PLENTY)
    for chat in crowd:
        await queue(database, Outgoing(chat=chat, payload="answer", precedence=Precedence.ASKED))
        await queue(database, Outgoing(chat=chat, payload="preview", precedence=Precedence.PREVIEW))
    selection = MessageSelection(RateLimiter(Pace(Rates())), lambda _: None)

    answers = await pass_on(database, selection, {})
    assert {chosen.row.payload for chosen in answers} == {"answer"}
    assert len(answers) == PLENTY

    for chat in others:
        await queue(database, Outgoing(chat=chat, payload="other", precedence=Precedence.PREVIEW))
    busy = {chosen.row.chat: chosen.row.id for chosen in answers}
    passed_on = [
        chosen.row.chat for _ in range(2) for chosen in await pass_on(database, selection, busy)
    ]  # in two stretches
    assert [chat for chat in passed_on if chat in others] == list(others)


async def pass_on(
    db: Database, selection: MessageSelection, busy: dict[int, int]
) -> list[SelectedMessage]:
    """Select the next messages, and let them wait at the rate limiter."""
    async with db.reading() as tx:
        chosen = await selection.next(tx, AT, busy)
    for each in chosen:
        selection.add_waiting(each.row.chat, each.precedence, each.row.precedence)
    return chosen
