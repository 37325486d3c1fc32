"""What `test_word_questions` and other tests share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox import Message
from tests.builders import play
from tests.e2e.bench import tap
from tests.e2e.harness import MORNING, Pair, Table, continues, match_begun
from tests.e2e.harness import table as laid_table
from tests.e2e.plays import refused
from tests.e2e.texts import mentions, told


async def asked_beforehand(pair: Pair) -> tuple[str, Message, Message]:
    """Have Blue ask about a reply to H8 CASA; return it, the bot's answer, and the card."""
    table = pair.table
    reply = refused(play(await pair.game(), "H8 CASA", at=MORNING))
    (listed,) = await table.say(pair.blue, f"/conditie H8 CASA -> {reply}")
    assert mentions(listed, "condition.you_cannot")
    (answer,) = await tap(table, pair.blue, listed, f"askc:{pair.id}:H8 CASA>{reply}")
    assert mentions(answer, "query.alone_asked_condition")
    return reply, answer, told(table.arbiter.messages, "case.card")[-1]


@dataclass(frozen=True, slots=True)
class Asked:
    """A match whose Blue has asked about the word of a planned reply."""

    pair: Pair
    reply: str
    answer: Message
    card: Message


@continues(match_begun)
async def reply_asked_about(laid: Table) -> tuple[Any, ...]:
    """Have Blue ask about the word of a reply to H8 CASA."""
    return laid.done, await asked_beforehand(Pair(laid, *laid.done))


@asynccontextmanager
async def asked_at(folder: Path) -> AsyncIterator[Asked]:
    """Give that match at a new table."""
    async with laid_table(folder, after=reply_asked_about) as laid:
        left, asked = laid.done
        yield Asked(Pair(laid, *left), *asked)
