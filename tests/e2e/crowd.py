"""Unrelated worlds in one sandbox, and the secrets of each.

Two matches with everything that their people write and store, and a competition. No act of one
world's people may leave a trace in another.
"""

import json
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.dispatch import Dispatcher
from bot.runtime.recent_states import RecentStates
from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Incoming, Notice, Sender
from sandbox import SandboxUser
from storage.people.personal_data import KEPT
from storage.schema import metadata, outbox
from tests.e2e.bench import claim, file, person_of
from tests.e2e.harness import Pair, Table
from tests.e2e.plays import legal, written
from tests.e2e.season import cup
from tests.e2e.texts import facts_of

PRESS = "press "
NAMES = ("Cora Cup", "Doru Cup", "Elena Cup")
Rows = dict[str, set[tuple[Any, ...]]]
"""The rows of each table, by its name."""


@dataclass(slots=True)
class World:
    """One world: its people, its codes, and what nobody else may read."""

    people: dict[str, SandboxUser]
    codes: set[str]
    """Codes of its matches and competitions; whatever names one is about this world."""
    secrets: dict[str, set[str]]
    """What somebody has written → who of its people may read it."""
    numbers: dict[int, str] = field(default_factory=dict)
    """Of its people."""

    @property
    def chats(self) -> set[int]:
        """Return the private chats of the world's people."""
        return {user.id for user in self.people.values()}

    def may_read(self, secret: str, user: SandboxUser) -> bool:
        """Return whether a person may read a text from this world."""
        return any(user is self.people[name] for name in self.secrets[secret])


@dataclass(slots=True)
class Crowd:
    """All worlds, their people, and every button that anybody was ever shown."""

    table: Table
    worlds: tuple[World, ...]
    people: dict[str, SandboxUser]
    """By what they are, and of which match."""
    seats: dict[str, dict[str, SandboxUser]]
    """Match → `red` and `blue` of its home game."""
    buttons: tuple[str, ...]
    committed: tuple[int, Rows] | None = None
    """All rows when they were last read, and `Database.changes` at that moment."""

    @property
    def codes(self) -> list[str]:
        """Return the codes of games, matches, cases and competitions."""
        matches = sorted(code for world in self.worlds for code in world.codes)
        endings = ("", "/1", "/2", "/1#1", "/1#2", "/1#3")
        return [f"{code}{ending}" for code in matches for ending in endings]


@dataclass(slots=True)
class Trace:
    """The effects of an act that was rolled back."""

    said: list[Notice]
    written: list[tuple[str, dict[str, Any]]]
    """Rows added, changed (as they were, and as they are) and taken away, by table."""


class _Undone(Exception):  # noqa: N818  (no error: it takes everything back)
    """Rolls back the attempt."""


async def tried(gathered: Crowd, sender: SandboxUser, *acts: str) -> Trace:
    """Have a person press and type these inputs in a transaction that is rolled back.

    An input that begins with `press ` is a button's data; any other is written.
    """
    app, trace = gathered.table.app, Trace([], [])
    runtime = app.runtime
    # Games and matches are remembered as they are stored; these are not going to be.
    shared = replace(
        app.shared, games=RecentStates(), matches=RecentStates(), competitions=RecentStates()
    )
    try:
        async with runtime.database.transaction() as tx:
            unit = UnitOfWork(tx, runtime.clock.now())
            before = await _changes(tx)
            await tx.exec_driver_sql("SAVEPOINT tried")
            for act in acts:
                await Dispatcher(shared)(_incoming(sender, act, runtime.clock.now()), unit)
            trace.said = list(unit.notices)
            if await _changes(tx) != before:
                after = await everything(tx)
                await tx.exec_driver_sql("ROLLBACK TO tried")
                trace.written = list(_differences(await _committed(gathered, tx), after))
            raise _Undone  # noqa: TRY301  (it is the transaction that is to see it)
    except _Undone:
        return trace


def _incoming(sender: SandboxUser, act: str, at: datetime) -> Incoming:
    data = act.removeprefix(PRESS) if act.startswith(PRESS) else ""
    return Incoming(
        update=2**40,
        sender=Sender(sender.id, sender.name, "ro"),
        chat=sender.id,
        is_private=True,
        at=at,
        message=1,
        text="" if data else act,
        callback="made up" if data else "",
        data=data,
    )


async def _changes(tx: AsyncConnection) -> int:
    """Return how many rows this connection has changed so far."""
    return int((await tx.execute(text("SELECT total_changes()"))).scalar_one())


async def everything(tx: AsyncConnection) -> Rows:
    """Return all rows of all tables, as the driver reads them: each attempt does so."""
    rows: Rows = {}
    for table in metadata.sorted_tables:
        columns = ", ".join(column.name for column in table.c)
        found = await tx.exec_driver_sql(f"SELECT {columns} FROM {table.name}")  # noqa: S608
        rows[table.name] = set(map(tuple, found))
    return rows


async def _committed(gathered: Crowd, tx: AsyncConnection) -> Rows:
    """Return all rows as committed: attempts commit nothing, so one reading serves many."""
    changes = gathered.table.app.runtime.database.changes
    if gathered.committed is None or gathered.committed[0] != changes:
        gathered.committed = changes, await everything(tx)
    return gathered.committed[1]


def _differences(before: Rows, after: Rows) -> Iterator[tuple[str, dict[str, Any]]]:
    for table in metadata.sorted_tables:
        names = [column.name for column in table.c]
        for row in before[table.name] ^ after[table.name]:
            yield table.name, dict(zip(names, row, strict=True))


def is_of(
    table: str,
    row: dict[str, Any],
    numbers: AbstractSet[int],
    chats: AbstractSet[int],
    codes: AbstractSet[str],
) -> bool:
    """Return whether a row belongs to one of these people, or has one of these codes."""
    kept = KEPT[table]
    if any(row[column] in numbers for column in kept.person):
        return True
    if kept.chat and row[kept.chat] in chats:
        return True
    return names_any(str(row), codes)


def names_any(text: str, codes: AbstractSet[str]) -> bool:
    """Return whether the text has one of these codes as a word; a hash may contain one's digits."""
    return any(re.search(rf"\b{re.escape(code)}\b", text) for code in codes)


async def crowd(table: Table) -> Crowd:
    """Arrange two matches with one arbiter each, and a competition of the first arbiter."""
    sandbox = table.sandbox
    nobody = sandbox.add_user("Neo Nimeni", language_code="ro")
    await table.say(nobody, "/start")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    rea = sandbox.add_user("Rea Arbitra", language_code="ro")
    await table.join(rea, link)

    radu = table.arbiter
    made = await cup(table, *NAMES)
    pairs = await made.pairs()
    codes = {made.code, *(pair.code for pair in pairs)}
    everybody = {"arbiter", *NAMES}
    names = dict.fromkeys(NAMES, everybody)
    contest = World({"arbiter": radu, **made.players}, codes, names)
    first = await _world(table, radu, "Ana Prima", "Ion Primul", "unu")
    table.arbiter = rea
    second = await _world(table, rea, "Dan Doi", "Ema Doua", "doi")
    table.arbiter = radu

    worlds = (contest, first, second)
    for world in worlds:
        for name, user in world.people.items():
            world.numbers[await person_of(table, user)] = name
    there = {"operator": table.operator, "nobody": nobody, "arbiter": radu, "arbiter 2": rea}
    there |= made.players
    for world, mark in ((first, ""), (second, " 2")):
        there |= {f"{name}{mark}": world.people[name] for name in ("red", "blue")}
    seats = {pair.code: {"red": pair.red, "blue": pair.blue} for pair in pairs}
    for world in (first, second):
        (code,) = world.codes
        seats[code] = {name: world.people[name] for name in ("red", "blue")}
    return Crowd(table, worlds, there, seats, await _buttons(table))


async def _world(table: Table, arbiter: SandboxUser, red: str, blue: str, mark: str) -> World:
    """Arrange a match, and have its people write and store one of everything."""
    users = [table.sandbox.add_user(name, language_code="ro") for name in (red, blue)]
    code, one, other = await table.invite(first=red, second=blue)
    for user, link in zip(users, (one, other), strict=True):
        await table.join(user, link)
    pair = Pair(table, code, users[0], users[1])
    world = World({"red": pair.red, "blue": pair.blue, "arbiter": arbiter}, {code}, {})
    await pair.place(pair.red, "H8 CASA")
    await pair.type(pair.blue, written(legal(await pair.game())[0]))
    await table.say(pair.red, f"/conditie {pair.id} orice = PAS")
    for name, user in world.people.items():
        await table.say(user, f"/nota {pair.id} notiță {name} {mark}")
        world.secrets[f"notiță {name} {mark}"] = {name}
    await table.say(pair.red, f"- rând {mark}")
    case = await claim(pair, pair.red, "conduct", why=f"plângere {mark}")
    notice = next(m for m in reversed(pair.blue.messages) if case in m.text)
    await table.press(pair.blue, notice, "button.case.defend")
    await table.say(pair.blue, f"apărare {mark}")
    await file(pair, pair.blue, "technical", "s0", why=f"altă plângere {mark}")
    await table.say(pair.blue, "/concediu 2025-06-01 2025-06-03")
    await table.say(arbiter, f"/decizie {pair.id}")
    shared_by_all = (red, blue, *(f"{what} {mark}" for what in ("rând", "plângere", "apărare")))
    world.secrets |= {text: set(world.people) for text in shared_by_all}
    return world


async def _buttons(table: Table) -> tuple[str, ...]:
    """Return the data of every button that was ever shown to anybody.

    Personal links are left out, because a person who has such a code was given it.
    """
    async with table.stored.database.reading() as tx:
        payloads = list((await tx.execute(select(outbox.c.payload))).scalars())
    found = {
        button["data"]
        for payload in payloads
        for row in json.loads(payload).get("buttons", [])
        for button in row
        if button.get("data") and not button["data"].startswith("join:")
    }
    return tuple(sorted(found))
