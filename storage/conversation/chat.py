"""Messages between opponents in a game, and what each has read of them.

The messages are original data and no part of the hashed log. What has been read is a mark among the
dialogues (`storage.conversation.dialogues`). `bot.service` decides limits and permissions.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import GameId, PersonId
from storage.conversation import dialogues
from storage.conversation.dialogues import READ
from storage.schema import chat_lines, waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    """One message of a player to their opponent."""

    id: int
    game_id: GameId
    author: PersonId
    text: str
    at: datetime
    """The instant of writing."""


_OF_GAME = (
    select(chat_lines).where(chat_lines.c.game_id == bindparam("game")).order_by(chat_lines.c.id)
)
_READ_MARKS = select(waiting.c.key, waiting.c.value).where(
    waiting.c.person == bindparam("by"), waiting.c.key.in_(bindparam("keys", expanding=True))
)
_AUTHORS = (
    select(chat_lines.c.game_id, chat_lines.c.id, chat_lines.c.author)
    .where(chat_lines.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(chat_lines.c.id)
)


async def add_line(
    tx: AsyncConnection, game: GameId, author: PersonId, text: str, at: datetime
) -> None:
    """Store a message of a game."""
    await tx.execute(insert(chat_lines).values(game_id=game, author=author, text=text, at=at))


async def lines_of(tx: AsyncConnection, game: GameId) -> list[ChatLine]:
    """Return all messages between the opponents in that game, in order."""
    return [ChatLine(**row._asdict()) for row in await tx.execute(_OF_GAME, {"game": game})]


async def read_upto(
    tx: AsyncConnection, person: PersonId, game: GameId, line: int, at: datetime
) -> None:
    """Store that the person has read the game's messages up to that one.

    A page that was loaded earlier may report an earlier message; it changes nothing. Messages that
    are written later stay unread, whatever number is reported.
    """
    query = select(func.max(chat_lines.c.id)).where(chat_lines.c.game_id == game)
    last_of_game = (await tx.execute(query)).scalar_one() or 0
    read = min(line, last_of_game)
    if read > (await _last_read(tx, person, [game])).get(game, 0):
        await dialogues.put(tx, person, READ + game, str(read), at)


async def unread(
    tx: AsyncConnection, person: PersonId, games: Collection[GameId]
) -> dict[GameId, int]:
    """Return by game how many messages of the opponent the person has neither read nor answered."""
    if not games:
        return {}
    last_read = await _last_read(tx, person, games)
    counts: dict[GameId, int] = {}
    # Each game has a mark of its own, so one query reads the authors of all lines. The limit on
    # lines per hour keeps them few.
    for game, line, author in await tx.execute(_AUTHORS, {"games": [*games]}):
        if author == person:
            counts[game] = 0  # an answer counts as having read the messages before it
        elif line > last_read.get(game, 0):
            counts[game] = counts.get(game, 0) + 1
    return {game: count for game, count in counts.items() if count}


async def _last_read(
    tx: AsyncConnection, person: PersonId, games: Collection[GameId]
) -> dict[GameId, int]:
    """Return by game the number of the last message that the person has read, if any."""
    keys = [READ + game for game in games]
    marks = await tx.execute(_READ_MARKS, {"by": person, "keys": keys})
    return {GameId(key.removeprefix(READ)): int(line) for key, line in marks}


async def written_since(tx: AsyncConnection, author: PersonId, since: datetime) -> int:
    """Return the number of the person's messages after that instant, in all their games."""
    query = select(func.count()).select_from(chat_lines)
    after = query.where(chat_lines.c.author == author, chat_lines.c.at > since)
    return int((await tx.execute(after)).scalar_one())
