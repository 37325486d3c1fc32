"""Removes a person from messages to others, from others' drafts, and from stored updates.

It searches for the person's name, their names at Telegram, and their account's number. A given name
alone belongs to many people, and stays.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, and_, delete, false, func, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.correspondence import chat_of, statements_of
from engine.ids import GameId
from storage.db import Database
from storage.people import people
from storage.people.named_places import SEARCHED
from storage.people.people import Person
from storage.people.personal_words import PersonalWords
from storage.queues.inbox import UpdateState
from storage.queues.outbox import MessageState
from storage.schema import chat_lines, inbox, outbox, persons
from storage.schema import statements as case_statements

_AT_ONCE: Final = 100
"""The number of rows in one short transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """The first rows of the two long queues that were not searched yet; all by default."""

    inbox: int = 0
    outbox: int = 0

    def among(self, column: Column[Any]) -> ColumnElement[bool]:
        """Return the condition for rows of the column's table that are still to be searched."""
        first = {inbox: self.inbox, outbox: self.outbox}.get(column.table, 0)
        return column.table.c.id >= first if first else true()


ALL: Final = Unseen()


async def unseen(tx: AsyncConnection) -> Unseen:
    """Return the rows that may still change or come: from the first that waits."""
    newest = {}
    for table, waits in ((inbox, UpdateState.NEW), (outbox, MessageState.QUEUED)):
        first = (
            await tx.execute(select(func.min(table.c.id)).where(table.c.state == waits))
        ).scalar()
        last = (await tx.execute(select(func.max(table.c.id)))).scalar()
        newest[table.name] = first or (last or 0) + 1
    return Unseen(**newest)


async def words_of(
    tx: AsyncConnection, known: Person, withdrawn: str, unseen: Unseen = ALL
) -> PersonalWords:
    """Return the person's names and texts; call this before anything is erased."""
    lines = select(chat_lines.c.text, chat_lines.c.game_id).where(chat_lines.c.author == known.id)
    statements = select(case_statements.c.text, case_statements.c.case_id).where(
        case_statements.c.author == known.id
    )
    rows = [*(await tx.execute(lines)).all(), *(await tx.execute(statements)).all()]
    account = known.account if known.address is None else known.address
    return PersonalWords(
        name="" if await _is_anothers(tx, known) else known.name,
        withdrawn=withdrawn,
        account=account,
        telegram_names=await _names_at_telegram(tx, account, unseen) - {known.name},
        former_names=await _former_names(tx, known),
        account_name=known.account_name,
        texts=frozenset(text for text, _ in rows if text),
        about=_correspondences(game_or_case for _, game_or_case in rows),
    )


async def forget_updates(tx: AsyncConnection, words: PersonalWords, unseen: Unseen = ALL) -> int:
    """Delete the updates that the person sent, in groups, too; return their number."""
    return await _delete_updates(tx, await _updates_of(tx, words, unseen))


async def reword_ahead(db: Database, words: PersonalWords) -> dict[str, int]:
    """Do the same as `forget_updates` and `reword` in the two queues, in short transactions."""
    counts = {"inbox": 0, "outbox": 0}
    async with db.reading() as tx:
        sent = await _updates_of(tx, words, ALL)
    for rows in portions(sent):
        async with db.transaction() as tx:
            counts["inbox"] += await _delete_updates(tx, rows)
    for column in SEARCHED:
        if column.table not in {inbox, outbox}:
            continue
        named = _naming(column, words, ALL)
        async with db.reading() as tx:
            numbers = (await tx.execute(select(column.table.c.id).where(named))).scalars().all()
        for rows in portions(numbers):
            async with db.transaction() as tx:
                count = await _reword_column(tx, column, words, column.table.c.id.in_(rows))
            counts["outbox"] += count if column is outbox.c.payload else 0
    return counts


def portions(rows: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the numbers in portions, each for one short transaction or one query."""
    return (rows[first : first + _AT_ONCE] for first in range(0, len(rows), _AT_ONCE))


async def reword(tx: AsyncConnection, words: PersonalWords, unseen: Unseen = ALL) -> int:
    """Remove the person from others' data; return the number of changed messages."""
    changed = 0
    for column in SEARCHED:
        count = await _reword_column(tx, column, words, _naming(column, words, unseen))
        changed += count if column is outbox.c.payload else 0
    return changed


def written(value: Any) -> str:
    """Return JSON in its stored form."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


async def _former_names(tx: AsyncConnection, known: Person) -> frozenset[str]:
    """Return the person's former names, without those that other people have now."""
    names = await people.former_names_of(tx, known.id)
    others = select(persons.c.name).where(persons.c.name.in_(names), persons.c.id != known.id)
    return names - set((await tx.execute(others)).scalars())


def _correspondences(games_and_cases: Iterable[str]) -> frozenset[str]:
    """Return the keys of messages that forward texts from these games and cases."""
    return frozenset(
        key
        for identity in games_and_cases
        for key in (identity, chat_of(GameId(identity)), statements_of(identity))
    )


async def _is_anothers(tx: AsyncConnection, known: Person) -> bool:
    """Return whether a forgotten person got this name as their replacement name.

    In other people's messages the name then means the forgotten person, and stays.
    """
    same = select(persons.c.id).where(persons.c.name == known.name, persons.c.id != known.id)
    others = (await tx.execute(same)).scalars().all()
    return any([await people.is_forgotten(tx, other) for other in others])


async def _names_at_telegram(
    tx: AsyncConnection, account: int | None, unseen: Unseen
) -> frozenset[str]:
    """Return the person's full names and user names at Telegram, from the stored updates."""
    if account is None:
        return frozenset()
    names = set()
    query = select(inbox.c.raw).where(unseen.among(inbox.c.raw), inbox.c.raw.contains(str(account)))
    for raw in (await tx.execute(query)).scalars():
        for user in _objects(_read(raw)):
            if user.get("id") != account:
                continue
            full_name = f"{user.get('first_name') or ''} {user.get('last_name') or ''}".strip()
            if " " in full_name:
                names.add(full_name)
            if user.get("username"):
                names.add(user["username"])
    return frozenset(names)


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in the JSON."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _objects(item)


async def _updates_of(tx: AsyncConnection, words: PersonalWords, unseen: Unseen) -> list[int]:
    """Return the numbers of the updates that the person sent."""
    if words.account is None:
        return []
    query = select(inbox.c.id, inbox.c.raw).where(
        unseen.among(inbox.c.raw), inbox.c.raw.contains(str(words.account))
    )
    rows = (await tx.execute(query)).all()
    return [row for row, raw in rows if words.account in _senders(_read(raw))]


async def _delete_updates(tx: AsyncConnection, rows: Sequence[int]) -> int:
    """Delete the updates of those numbers; return how many were still stored."""
    deletions = [delete(inbox).where(inbox.c.id.in_(numbers)) for numbers in portions(rows)]
    return sum([(await tx.execute(deletion)).rowcount for deletion in deletions])


def _senders(raw: Any) -> Iterator[object]:
    """Yield the numbers of the update's authors."""
    parts = raw.values() if isinstance(raw, dict) else ()
    for part in parts:
        sender = part.get("from") if isinstance(part, dict) else None
        if isinstance(sender, dict):
            yield sender.get("id")


def _naming(column: Column[Any], words: PersonalWords, unseen: Unseen) -> ColumnElement[bool]:
    """Return the condition for rows that contain the person's data, plain or inside JSON."""
    forms = {form for text in words.searched_texts for form in (text, written(text)[1:-1])}
    named = or_(false(), *(column.contains(form, autoescape=True) for form in sorted(forms)))
    if column is outbox.c.payload:
        named = or_(named, outbox.c.about.in_(words.about))
    return and_(unseen.among(column), named)


async def _reword_column(
    tx: AsyncConnection, column: Column[Any], words: PersonalWords, where: ColumnElement[bool]
) -> int:
    """Remove the words from a column of those rows; return how many changed."""
    keys, changed = list(column.table.primary_key), 0
    for row in (await tx.execute(select(*keys, column).where(where))).all():
        without = _without(row[-1], words)
        if without == row[-1]:
            continue
        new_text = None if column is outbox.c.dedup_key else without  # a key must not become empty
        is_row = [key == value for key, value in zip(keys, row[:-1], strict=True)]
        change = update(column.table).where(*is_row).values({column.name: new_text})
        changed += (await tx.execute(change)).rowcount
    return changed


def _without(text: str, words: PersonalWords) -> str:
    """Return a text, or the JSON in it, without the person."""
    value = _read(text)
    if not isinstance(value, dict | list):
        return words.text(text)
    without = words.without(value)
    return text if without == value else written(without)


def _read(text: str) -> Any:
    """Return the JSON in a text, or None if it has none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
