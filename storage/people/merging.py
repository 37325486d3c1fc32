"""Joins two numbers of one person outside the logs: account, names, settings and rows.

The number that nobody has any longer stays, because the logs name it. It has the person's name and
counts as a seat that they took by a link (`invitations.placeholders`), so it is renamed and
forgotten with them. The tables that are derived from the logs follow from the events.
"""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    and_,
    delete,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.conversation import chat_stops
from storage.people import people
from storage.people.invitations import InviteRole
from storage.people.people import Person
from storage.people.personal_data import KEPT
from storage.schema import (
    calendar_addresses,
    invites,
    mail_addresses,
    mail_codes,
    mail_recoveries,
    metadata,
    previews,
    waiting,
    web_sessions,
)

DERIVED: Final = frozenset({"games", "matches", "competition_people", "cases"})
"""Tables that are written again when the events are recorded."""
_OF_ACCOUNT: Final = (
    *(waiting, previews, web_sessions, calendar_addresses),
    *(mail_addresses, mail_codes, mail_recoveries),
)
"""Tables that belong to an account rather than to its person."""
_ACCOUNT_COLUMNS: Final = frozenset(asdict(people.NOBODY)) - {
    *("id", "name", "arbiter", "volunteer", "club", "rating_keeper", "minor", "public_name"),
}
"""The columns of a person that move with the account."""
_PUBLIC_FORMS: Final = ("", "full", "initials", "hidden")
"""The forms of a person's public name, the most reserved last."""


async def join(tx: AsyncConnection, kept: Person, gone: Person, at: datetime) -> None:
    """Give everything of `gone` outside the logs to `kept`.

    If both have an account, that of `kept` stays, and what belongs to the other is deleted.
    """
    had_both = kept.account is not None and gone.account is not None
    if had_both:
        for table in _OF_ACCOUNT:
            await tx.execute(delete(table).where(table.c.person == gone.id))
    # First, because no two numbers may have one account.
    blank = {name: getattr(people.NOBODY, name) for name in _ACCOUNT_COLUMNS}
    # Nobody's hours are those of the program, so the number keeps its own.
    blank |= {"time_zone": gone.time_zone, "reminder_hour": gone.reminder_hour}
    await people.change(tx, gone.id, **blank, name=kept.name)
    for name, personal in KEPT.items():
        if personal.person and name != "persons" and name not in DERIVED:
            await _move(tx, metadata.tables[name], personal.person, gone.id, kept.id)
    await chat_stops.reassign_blocks(tx, gone.id, kept.id)
    joined: dict[str, Any] = {"club": kept.club or gone.club, "minor": kept.minor or gone.minor}
    joined["public_name"] = max(kept.public_name, gone.public_name, key=_PUBLIC_FORMS.index)
    if kept.account is None:
        joined |= {name: getattr(gone, name) for name in _ACCOUNT_COLUMNS}
    await people.change(tx, kept.id, **joined)
    link = insert(invites).values(
        code=secrets.token_urlsafe(12),
        match_id="",
        role=InviteRole.MERGED,
        person=gone.id,
        used_by=kept.id,
        used_at=at,
        expires_at=at,
    )
    await tx.execute(link)


async def _move(
    tx: AsyncConnection, table: Table, columns: tuple[str, ...], gone: PersonId, kept: PersonId
) -> None:
    """Replace a number in these columns of a table; a row that `kept` has already wins."""
    key = [column.name for column in table.primary_key]
    query = select(table).where(or_(*(table.c[column] == gone for column in columns)))
    for row in (await tx.execute(query)).mappings().all():
        changes = {column: kept for column in columns if row[column] == gone}
        is_this_row = and_(*(table.c[column] == row[column] for column in key))
        if await _is_taken(tx, table, {**row, **changes}, changes, is_this_row):
            await tx.execute(delete(table).where(is_this_row))
        else:
            await tx.execute(update(table).where(is_this_row).values(**changes))


async def _is_taken(
    tx: AsyncConnection,
    table: Table,
    changed: Mapping[str, Any],
    columns: Collection[str],
    is_this_row: ColumnElement[bool],
) -> bool:
    """Return whether another row than this one has a unique key of the changed row.

    Only keys with one of the changed `columns` can conflict.
    """
    unique_keys = [
        [column.name for column in constraint.columns]
        for constraint in table.constraints
        if isinstance(constraint, PrimaryKeyConstraint | UniqueConstraint)
    ]
    conflicts = [
        and_(*(table.c[name] == changed[name] for name in key))
        for key in unique_keys
        if not set(key).isdisjoint(columns)
    ]
    if not conflicts:
        return False
    query = select(1).select_from(table).where(or_(*conflicts), not_(is_this_row)).limit(1)
    return (await tx.execute(query)).first() is not None
