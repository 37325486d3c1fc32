"""The topics that the bot has opened in linked groups, one for each subject it writes about."""

from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import put
from storage.schema import topics

_BARRED: Final = ""
"""In place of a subject: the group does not let the bot open topics."""


async def find(tx: AsyncConnection, chat: int, about: str) -> int | None:
    """Return the number of the group's topic about that subject, or None."""
    query = select(topics.c.thread).where(topics.c.chat == chat, topics.c.about == about)
    thread: int | None = (await tx.execute(query)).scalar_one_or_none()
    return thread


async def keep(tx: AsyncConnection, chat: int, about: str, thread: int) -> None:
    """Store a new topic in place of an earlier one about that subject."""
    row = {"chat": chat, "about": about, "thread": thread}
    await tx.execute(put(tx.dialect.name, topics), row)


async def forget(tx: AsyncConnection, chat: int, about: str) -> None:
    """Delete a topic that the group no longer has; the next message opens another."""
    await tx.execute(delete(topics).where(topics.c.chat == chat, topics.c.about == about))


async def forget_all(tx: AsyncConnection, chat: int) -> None:
    """Delete every topic of the group, which is no longer linked or was linked again."""
    await tx.execute(delete(topics).where(topics.c.chat == chat))


async def bar(tx: AsyncConnection, chat: int) -> None:
    """Record that the group does not let the bot open topics; those it has stay in use."""
    await keep(tx, chat, _BARRED, 0)


async def is_barred(tx: AsyncConnection, chat: int) -> bool:
    """Return whether the group did not let the bot open a topic, since it was linked."""
    return await find(tx, chat, _BARRED) is not None


async def lift_bar(tx: AsyncConnection, chat: int) -> None:
    """Let the bot try again to open topics in the group."""
    await forget(tx, chat, _BARRED)
