"""The next version of a nightly list, if there is a new result since the last one.

A published list never changes. A corrected result changes the next list, which names the game.
If no game counts any longer, the next list is empty.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import chain
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.ranks import shared_ranks
from bot.ratings.calculation.systems import System
from bot.ratings.calculation.task import FileRef, RatingTask, TaskAction, task_to_json
from bot.ratings.calculation.task_results import pack, unpack
from bot.ratings.jobs import process
from bot.ratings.lists.ranked_lists import RankedList, list_to_json, lists_in
from bot.ratings.nightly.results import RatedTournament
from bot.ratings.nightly.tables import digest_of, table_of
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.stand_ins import is_withdrawn
from engine.figures import Figures
from engine.ids import PROGRAM, MatchCode
from engine.ratings.statuses import RatedStatus
from engine.thinking_time import day_of
from storage.people import people
from storage.ratings import published_lists, rating_runs
from storage.ratings.person_keys import NightlyKind, key_of, person_of
from storage.ratings.published_lists import ListId, PublishedList
from storage.ratings.rated_row import RatedRow
from storage.ratings.rating_runs import NewRun, PlayerTerms, Run

_EMPTY: Final[Mapping[str, Any]] = {"result": b64encode(pack({"lists": []})).decode(), "sheets": {}}
"""The outcome of rating no game."""
_TOKEN: Final = "nightly"  # noqa: S105  (a placeholder for a token, no password)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightlyList:
    """A list that the program publishes, and the system that the organiser chose for it."""

    kind: NightlyKind
    system: System


async def publish_next(
    runtime: Runtime, zone: str, nightly_list: NightlyList, tournaments: Sequence[RatedTournament]
) -> PublishedList | None:
    """Publish the next version of a list, made of these tournaments, and return it.

    `zone` is the time zone of its date. Return None if no result is new, or another program was
    faster.

    Raises:
        TaskFailed: the process returned no result.
    """
    system, kind = nightly_list.system, nightly_list.kind
    content = await asyncio.to_thread(table_of, system, tournaments)
    digest = await asyncio.to_thread(digest_of, system, tournaments)
    async with runtime.database.reading() as tx:
        last = await published_lists.in_force(tx, system, kind)
        before = await rating_runs.find(tx, last.run) if last is not None else None
    is_first_and_empty = last is None and not content
    if is_first_and_empty or (before is not None and before.input_sha256 == digest):
        return None
    day = day_of(runtime.clock.now(), zone)
    # A dated list has the tournaments that ended before its date, and this one has all of them.
    dated = day + timedelta(days=1) if system.traits.is_dated else day
    task = RatingTask(
        action=TaskAction.RATE,
        system=system.value,
        files=(FileRef(number=1, name=f"{kind}.csv", size=len(content)),),
        options={"day": dated.isoformat()},
    )
    outcome = await process.work(task, {1: content}, process.ignore_stage) if content else _EMPTY
    results = results_of(tournaments)
    calculated = _Calculated(
        task=task,
        digest=digest,
        outcome=outcome,
        results=results,
        facts={
            "corrected": corrected_in(results, before),
            **counts_of(system, tournaments),
        },
    )
    async with runtime.unit() as unit:
        await published_lists.lock(unit.tx)
        if await published_lists.in_force(unit.tx, system, kind) != last:
            return None
        left_out = await _forgotten(unit.tx, tournaments)
        list_id = ListId(system=system.value, kind=kind, day=_not_before(day, last))
        return await _publish(unit, list_id, calculated, left_out)


async def _publish(
    unit: UnitOfWork, list_id: ListId, calculated: "_Calculated", left_out: Collection[str]
) -> PublishedList:
    """Store the calculation, and publish its list without these keys."""
    lists = [ranked.rows for ranked in lists_in(unpack(b64decode(calculated.outcome["result"])))]
    rows = in_one_list(System(list_id.system), lists, left_out)
    new_run = _run(calculated, RankedList(kind=list_id.kind, rows=rows))
    run = await rating_runs.add(unit.tx, new_run, unit.now)
    (published,) = await published_lists.publish(unit.tx, run, {list_id: rows}, PROGRAM, unit.now)
    return published


def _not_before(day: date, last: PublishedList | None) -> date:
    """Return the day of the next list: today, but never before the list that it follows."""
    return day if last is None else max(day, last.day)


async def _forgotten(tx: AsyncConnection, tournaments: Iterable[RatedTournament]) -> frozenset[str]:
    """Return the keys of players who have been forgotten."""
    players = {
        player
        for tournament in tournaments
        for game in tournament.games
        for player in (game.red, game.blue)
    }
    persons = await people.several(tx, players)
    return frozenset(key_of(person.id) for person in persons if is_withdrawn(person.name))


def in_one_list(
    system: System, lists: Iterable[Iterable[RatedRow]], left_out: Collection[str] = ()
) -> tuple[RatedRow, ...]:
    """Return the rows of one list of all players: those with a rank first, then the others.

    `lists` has the rows of a system's lists, the main list first, and a player's first row counts.
    `left_out` has the keys of players without a row.
    """
    first_rows: dict[str, RatedRow] = {}
    for row in chain.from_iterable(lists):
        if row.key in left_out or row.key in first_rows:
            continue
        is_settled = row.games >= system.traits.settled_from
        provisional = replace(row, status=RatedStatus.PROVISIONAL, place=None)
        first_rows[row.key] = row if is_settled else provisional
    ordered = sorted(first_rows.values(), key=lambda row: row.place is None)
    ranks = shared_ranks(row.exact for row in ordered if row.place is not None)
    return tuple(
        replace(row, number=number, place=None if row.place is None else next(ranks))
        for number, row in enumerate(ordered, 1)
    )


def results_of(tournaments: Iterable[RatedTournament]) -> dict[str, str]:
    """Return the official result of every game, as text."""
    return {
        game.id: _result_text(game.figures)
        for tournament in tournaments
        for game in tournament.games
    }


def counts_of(system: System, tournaments: Iterable[RatedTournament]) -> dict[str, int]:
    """Return how many matches a list of that system counts, and of how many that were played."""
    counted, played = set[MatchCode](), set[MatchCode]()
    for tournament in tournaments:
        counted_here = tournament.counted(needs_play=not system.traits.takes_calendar)
        counted |= counted_here
        played |= counted_here | tournament.played
    return {"counted": len(counted), "played": len(played)}


def _result_text(figures: Figures) -> str:
    """Return a result as text to compare: the scores, then the coefficients."""
    return f"{figures.red_score}:{figures.blue_score} {figures.red}:{figures.blue}"


def corrected_in(results: Mapping[str, str], before: Run | None) -> list[str]:
    """Return the games whose result differs from the one in the list before, or is gone."""
    earlier: dict[str, str] = {} if before is None else unpack(before.result).get("games", {})
    return sorted(game for game, result in earlier.items() if results.get(game) != result)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calculated:
    """A task and its result."""

    task: RatingTask
    digest: str
    """The hash of all that affects the figures."""
    outcome: Mapping[str, Any]
    """What the process returned."""
    results: Mapping[str, str]
    """The official result of every game."""
    facts: Mapping[str, Any]
    """What else is stored: the corrected games, and the counted and played matches."""


def _run(calculated: _Calculated, ranked: RankedList) -> NewRun:
    """Return the calculation in its stored form, with its only list.

    It has no spreadsheet and cannot be continued, because both would store names permanently.
    """
    terms = {
        key: PlayerTerms(player, b64decode(sheet))
        for key, (player, sheet) in calculated.outcome["sheets"].items()
        if person_of(key) is not None
    }
    return NewRun(
        person=PROGRAM,
        token=_TOKEN,
        system=calculated.task.system,
        input_sha256=calculated.digest,
        task=json.dumps(task_to_json(calculated.task), ensure_ascii=False),
        result=pack(
            {"lists": [list_to_json(ranked)], "games": calculated.results, **calculated.facts}
        ),
        spreadsheet=b"",
        terms=terms,
    )
