"""The next version of a nightly list, if there is a new result since the last one.

A published list never changes. A corrected result changes the next list, which names the game.
If no game counts any longer, the next list is empty.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.systems import System
from bot.ratings.calculation.task import FileRef, RatingTask, TaskAction, task_to_json
from bot.ratings.calculation.task_results import pack, unpack
from bot.ratings.jobs import process
from bot.ratings.lists.rating_list import PROVISIONAL
from bot.ratings.nightly.results import RatedTournament
from bot.ratings.nightly.tables import digest_of, table_of
from bot.runtime.unit import Runtime
from bot.texts.i18n import is_withdrawn
from engine.figures import Figures
from engine.ids import PROGRAM, MatchCode
from engine.thinking_time import day_of
from storage.people import people
from storage.ratings import published_lists, rating_runs
from storage.ratings.person_keys import key_of, person_of
from storage.ratings.published_lists import ListId, PublishedList
from storage.ratings.rated_row import RatedRow
from storage.ratings.rating_runs import NewRun, Run

SETTLED: Final = 30
"""The games behind a rating by ABSP from which it is no longer provisional.

From the same number on, the system's ten-point rule no longer applies.
"""
_EMPTY: Final[Mapping[str, Any]] = {"result": b64encode(pack({"lists": []})).decode(), "sheets": {}}
"""The outcome of rating no game."""
_TOKEN: Final = "nightly"  # noqa: S105  (a placeholder for a token, no password)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightlyList:
    """A list that the program publishes, and the system that the organiser chose for it."""

    kind: str
    system: System


async def publish_next(
    runtime: Runtime, zone: str, of: NightlyList, tournaments: Sequence[RatedTournament]
) -> PublishedList | None:
    """Publish the list after these tournaments, dated in that time zone; None if nothing is new.

    Raises:
        TaskFailed: the process returned no result.
    """
    content = await asyncio.to_thread(table_of, of.system, tournaments)
    digest = await asyncio.to_thread(digest_of, of.system, tournaments)
    async with runtime.database.reading() as tx:
        last = await published_lists.in_force(tx, of.system, of.kind)
        before = await rating_runs.find(tx, last.run) if last is not None else None
    is_new = last is not None or bool(content)
    if not is_new or (before is not None and before.input_sha256 == digest):
        return None
    day = day_of(runtime.clock.now(), zone)
    # A dated list has the tournaments that ended before its date, and this one has all of them.
    dated = day + timedelta(days=1) if of.system.traits.is_dated else day
    task = RatingTask(
        action=TaskAction.RATE,
        system=of.system.value,
        files=(FileRef(number=1, name=f"{of.kind}.csv", size=len(content)),),
        options={"day": dated.isoformat()},
    )
    outcome = await process.work(task, {1: content}, _ignored) if content else _EMPTY
    results = results_of(tournaments)
    made_of = _Calculated(task=task, digest=digest, outcome=outcome, results=results)
    async with runtime.unit() as unit:
        await published_lists.lock(unit.tx)
        if await published_lists.in_force(unit.tx, of.system, of.kind) != last:
            return None  # another program was faster
        rows = listed(of.system, _lists_in(outcome), await _forgotten(unit.tx, tournaments))
        counts = counts_of(of.system, tournaments)
        new = _run(of, made_of, rows, {"corrected": corrected_in(results, before), **counts})
        run = await rating_runs.add(unit.tx, new, unit.now)
        which = ListId(system=of.system.value, kind=of.kind, day=_not_before(day, last))
        (made,) = await published_lists.publish(unit.tx, run, {which: rows}, PROGRAM, unit.now)
    return made


async def _ignored(stage: str) -> None:
    del stage


def _not_before(day: date, last: PublishedList | None) -> date:
    """Return the day of the next list: today, but never before the list that it follows."""
    return day if last is None else max(day, last.day)


async def _forgotten(tx: AsyncConnection, tournaments: Iterable[RatedTournament]) -> frozenset[str]:
    """Return the keys of players who have been forgotten."""
    who = {
        player
        for tournament in tournaments
        for game in tournament.games
        for player in (game.red, game.blue)
    }
    known = await people.several(tx, who)
    return frozenset(key_of(person.id) for person in known if is_withdrawn(person.name))


def _lists_in(outcome: Mapping[str, Any]) -> list[list[RatedRow]]:
    """Return the rows of every list that the process calculated, the main list first."""
    names = RatedRow.__dataclass_fields__
    return [
        [RatedRow(**dict(zip(names, row, strict=True))) for row in each["rows"]]
        for each in unpack(b64decode(outcome["result"]))["lists"]
    ]


def listed(
    system: System, lists: Iterable[Iterable[RatedRow]], left_out: Collection[str] = ()
) -> tuple[RatedRow, ...]:
    """Return one list of all players: those with a rank first, then the others by rating.

    Ratings by ABSP are provisional below 30 games.
    """
    first: dict[str, RatedRow] = {}
    for row in (row for rows in lists for row in rows if row.key not in left_out):
        is_early = system is System.ABSP and row.games < SETTLED
        shown = replace(row, status=PROVISIONAL, place=None) if is_early else row
        first.setdefault(row.key, shown)
    ordered = sorted(first.values(), key=lambda row: row.place is None)
    ranked: list[RatedRow] = []
    place, exact = 0, ""
    for number, row in enumerate(ordered, 1):
        if row.exact != exact:
            place, exact = number, row.exact
        ranked.append(replace(row, number=number, place=None if row.place is None else place))
    return tuple(ranked)


def results_of(tournaments: Iterable[RatedTournament]) -> dict[str, str]:
    """Return the official result of every game, as text."""
    return {
        game.id: _plain(game.figures) for tournament in tournaments for game in tournament.games
    }


def counts_of(system: System, tournaments: Iterable[RatedTournament]) -> dict[str, int]:
    """Return how many of the played matches a list of that system counts."""
    counted, played = set[MatchCode](), set[MatchCode]()
    for tournament in tournaments:
        own = tournament.counted(needs_play=not system.traits.takes_calendar)
        counted |= own
        played |= own | tournament.played
    return {"counted": len(counted), "played": len(played)}


def _plain(figures: Figures) -> str:
    return f"{figures.red_score}:{figures.blue_score} {figures.red}:{figures.blue}"


def corrected_in(results: Mapping[str, str], before: Run | None) -> list[str]:
    """Return the games whose result differs from the one in the list before, or is gone."""
    known: dict[str, str] = {} if before is None else unpack(before.result).get("games", {})
    return sorted(game for game, result in known.items() if results.get(game) != result)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calculated:
    """A task and its result."""

    task: RatingTask
    digest: str
    outcome: Mapping[str, Any]
    results: Mapping[str, str]


def _run(
    of: NightlyList, made: _Calculated, rows: Iterable[RatedRow], facts: Mapping[str, Any]
) -> NewRun:
    """Return the calculation in its stored form.

    It has no spreadsheet and cannot be continued, because both would store names permanently.
    """
    own = {"kind": of.kind, "rows": [list(asdict(row).values()) for row in rows]}
    sheets = {
        key: (player, b64decode(sheet))
        for key, (player, sheet) in made.outcome["sheets"].items()
        if person_of(key) is not None
    }
    return NewRun(
        person=PROGRAM,
        token=_TOKEN,
        system=of.system.value,
        input_sha256=made.digest,
        task=json.dumps(task_to_json(made.task), ensure_ascii=False),
        result=pack({"lists": [own], "games": made.results, **facts}),
        book=b"",
        sheets=sheets,
    )
