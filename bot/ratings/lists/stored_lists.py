"""Stored lists: reading them, and their changes since the one before.

Buttons and pictures name a list as `r12.classic`, a list of a run, or `p7`, a published one. Such a
name is a *ref*.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.calculation.systems import TRAITS
from bot.ratings.calculation.task import list_day
from bot.ratings.calculation.task_results import unpack
from bot.ratings.lists.naming import is_nightly, named_rows
from bot.ratings.lists.ranked_lists import RankedList, lists_in
from bot.ratings.lists.rating_list import ListKind
from bot.texts.buttons.verb import number_in
from engine.errors import Fault, GameStateError
from storage.ratings import published_lists, rating_runs
from storage.ratings.published_lists import ListId, PublishedList
from storage.ratings.rated_row import RatedRow
from storage.ratings.rating_runs import Run

# The first letter of a ref says which of the two it is.
_OF_RUN: Final = "r"
_PUBLISHED: Final = "p"


class MatchCounts(NamedTuple):
    """The matches behind a nightly list."""

    counted: int
    """Matches with a game that counts."""
    played: int
    """Matches of which both games are over, official or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredList:
    """A list with the facts needed to show it."""

    ref: str
    """The name of the list in buttons."""
    system: str
    kind: str
    day: date
    version: int
    """The published version; 0 if the list is not published."""
    run: int
    """The number of the run that made the list."""
    rows: tuple[RatedRow, ...]
    kinds: tuple[str, ...]
    """The kinds of all lists of the same run, its own included."""
    input_sha256: str
    """The digest of the run's input, which the list shows."""
    can_go_on: bool
    """Whether the list's history is stored, so that it can be continued."""
    corrected: tuple[str, ...] = ()
    """On a nightly list, the games whose results were corrected since the list before."""
    counts: MatchCounts | None = None
    """On a nightly list, its matches; None if it was made before they were counted."""

    @property
    def is_published(self) -> bool:
        """Return whether the list is published; until then, only its maker sees it."""
        return self.version > 0

    @property
    def is_nightly(self) -> bool:
        """Return whether the program published the list, not a ratings officer."""
        return is_nightly(self.kind)

    def id_of(self, kind: str) -> ListId:
        """Return the identity of the list of another kind, of the same system and day."""
        return ListId(system=self.system, kind=kind, day=self.day)

    def row_of(self, key: str) -> RatedRow | None:
        """Return a player's first row, or None."""
        return next((row for row in self.rows if row.key == key), None)


def published_ref(published: PublishedList) -> str:
    """Return the name of a published list in buttons."""
    return f"{_PUBLISHED}{published.id}"


def run_ref(run: int, kind: str) -> str:
    """Return the name, in buttons, of a run's list of that kind."""
    return f"{_OF_RUN}{run}.{kind}"


async def find_list(tx: AsyncConnection, ref: str) -> StoredList:
    """Return the list of that name.

    Raises:
        GameStateError: `rating_gone`, the list is no longer stored, or never was.
    """
    digits, _, kind = ref[1:].partition(".")
    number = number_in(digits)
    if ref.startswith(_PUBLISHED) and number is not None:
        published = await published_lists.find_list(tx, number)
        if published is not None:
            return await published_list(tx, published)
    if ref.startswith(_OF_RUN) and number is not None:
        run = await rating_runs.find(tx, number)
        run_list = list_of_run(run, kind) if run is not None else None
        if run_list is not None:
            return run_list
    raise GameStateError(Fault("rating_gone"))


async def published_list(tx: AsyncConnection, published: PublishedList) -> StoredList:
    """Return a published list with its rows.

    Raises:
        GameStateError: `rating_gone`, its run is no longer stored.
    """
    run = await rating_runs.find(tx, published.run)
    if run is None:
        raise GameStateError(Fault("rating_gone"))
    return StoredList(
        ref=published_ref(published),
        system=published.system,
        kind=published.kind,
        day=published.day,
        version=published.version,
        run=published.run,
        rows=await named_rows(tx, published.kind, await published_lists.rows_of(tx, published.id)),
        kinds=tuple(run_list.kind for run_list in lists_of(run)),
        input_sha256=run.input_sha256,
        can_go_on=run.can_go_on,
        corrected=corrected_of(run) if is_nightly(published.kind) else (),
        counts=_counts_of(run) if is_nightly(published.kind) else None,
    )


def corrected_of(run: Run) -> tuple[str, ...]:
    """Return the games whose results were corrected before the nightly list of that run."""
    return tuple(unpack(run.result).get("corrected", ()))


def _counts_of(run: Run) -> MatchCounts | None:
    """Return what the nightly list of that run counts; None if it was made before counts were."""
    result = unpack(run.result)
    return MatchCounts(result["counted"], result["played"]) if "played" in result else None


def lists_of(run: Run) -> list[RankedList]:
    """Return the lists of a run, the main one first."""
    return lists_in(unpack(run.result))


def list_of_run(run: Run, kind: str = "") -> StoredList | None:
    """Return a run's list of that kind, or its main one; None if there is none."""
    lists = lists_of(run)
    chosen = next((run_list for run_list in lists if kind in {"", run_list.kind}), None)
    if chosen is None:
        return None
    return StoredList(
        ref=run_ref(run.id, chosen.kind),
        system=run.system,
        kind=chosen.kind,
        day=list_day(run.task),
        version=0,
        run=run.id,
        rows=chosen.rows,
        kinds=tuple(run_list.kind for run_list in lists),
        input_sha256=run.input_sha256,
        can_go_on=run.can_go_on,
    )


async def before(tx: AsyncConnection, stored_list: StoredList) -> StoredList | None:
    """Return the list in force before the day of that list, or None."""
    published = await published_lists.in_force(
        tx, stored_list.system, stored_list.kind, stored_list.day, before=True
    )
    return None if published is None else await published_list(tx, published)


def main_kind(system: str) -> str:
    """Return the main kind of list of a system."""
    return ListKind.GENERAL if TRAITS[system].takes_calendar else ListKind.OVERALL


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChange:
    """The change of a player who is on both lists."""

    now: RatedRow
    before: RatedRow

    @property
    def change(self) -> int:
        """Return the increase of the rating as shown."""
        return self.now.rating - self.before.rating

    @property
    def climbed(self) -> int | None:
        """Return the number of ranks gained; None without a rank on either list."""
        if self.now.place is None or self.before.place is None:
            return None
        return self.before.place - self.now.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """The changes from one list to another."""

    moves: tuple[RankChange, ...]
    """The changes of players on both lists, in the order of the later one."""
    new: tuple[RatedRow, ...]
    """Players who were not on the earlier list."""
    gone: tuple[RatedRow, ...]
    """Players who are no longer on the list."""

    @property
    def up(self) -> list[RankChange]:
        """Return the players who gained, the largest gain first."""
        gained = [move for move in self.moves if move.change > 0]
        return sorted(gained, key=lambda move: (-move.change, move.now.number))

    @property
    def down(self) -> list[RankChange]:
        """Return the players who lost, the largest loss first."""
        lost = [move for move in self.moves if move.change < 0]
        return sorted(lost, key=lambda move: (move.change, move.now.number))


def moves_of(rows: Sequence[RatedRow], before: Iterable[RatedRow]) -> Moves:
    """Return the changes between two lists; a player listed twice counts by their first row."""
    earlier = by_key(before)
    present = by_key(rows)
    moves = [
        RankChange(now=row, before=earlier[key]) for key, row in present.items() if key in earlier
    ]
    return Moves(
        moves=tuple(moves),
        new=tuple(row for key, row in present.items() if key not in earlier),
        gone=tuple(row for key, row in earlier.items() if key not in present),
    )


def by_key(rows: Iterable[RatedRow]) -> Mapping[str, RatedRow]:
    """Return the first row of every player."""
    first_rows: dict[str, RatedRow] = {}
    for row in rows:
        first_rows.setdefault(row.key, row)
    return first_rows
