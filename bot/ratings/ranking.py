"""Lists as they are published: players in order, with a place, and what all spellings share.

A list has a kind: of FRS the types of games and `general`; elsewhere `overall`, and of PFS
`temporary` as well. The statuses are told in the catalogues, `rating.status.*`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from bot.ratings.absp_list import AbspList
from bot.ratings.fngo_list import FngoList
from bot.ratings.frs_list import FrsList
from bot.ratings.pfs_list import PfsList
from bot.ratings.shown import RatingList
from bot.tables.names import fold
from engine.ratings.fngo_outcome import Group
from engine.ratings.pfs_values import LEAST
from engine.rounding import half_up
from storage.rated_row import RatedRow

GENERAL: Final = "general"
OVERALL: Final = "overall"
TEMPORARY: Final = "temporary"
ACTIVE, PROVISIONAL, WAITING, NEW = "active", "provisional", "waiting", "new"
_STATUS: Final = {Group.NEW: NEW, Group.PROVISIONAL: PROVISIONAL, Group.STABLE: ACTIVE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player's number before he has a place among the others."""

    player: str
    rating: int
    """As it is shown."""
    exact: float
    games: int
    status: str
    is_ranked: bool = True
    """Else he is listed below the others, without a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """A list as it would be published."""

    kind: str
    rows: tuple[RatedRow, ...]


def ranked(kind: str, standings: Iterable[Standing]) -> RankedList:
    """Return a list of players given best first; equal exact numbers share the better place."""
    rows: list[RatedRow] = []
    place, counted, exact = 0, 0, None
    for number, one in enumerate(standings, 1):
        if one.is_ranked:
            counted += 1
            if one.exact != exact:
                place, exact = counted, one.exact
        rows.append(
            RatedRow(
                number=number,
                place=place if one.is_ranked else None,
                status=one.status,
                player=one.player,
                key=fold(one.player),
                rating=one.rating,
                exact=f"{one.exact:.6f}",
                games=one.games,
            )
        )
    return RankedList(kind=kind, rows=tuple(rows))


def ranked_lists(made: RatingList) -> tuple[RankedList, ...]:
    """Return the lists of a system, the main one first."""
    return tuple(_RANKED[type(made)](made))


def _frs(made: FrsList) -> Iterator[RankedList]:
    ratings = made.ratings
    general = (
        Standing(
            player=player,
            rating=one.rounded,
            exact=float(one),
            games=sum(len(part.terms) for part in one.parts.values() if part is not None),
            status=ACTIVE,
        )
        for player, one in ratings.general.items()
    )
    if ratings.general:
        yield ranked(GENERAL, general)
    for kind, found in ratings.types.items():
        standings = (
            Standing(
                player=player,
                rating=one.value.rounded,
                exact=float(one.value),
                games=len(one.terms),
                status=ACTIVE if one.is_active else PROVISIONAL,
                is_ranked=one.is_active,
            )
            for player, one in found.items()
        )
        yield ranked(kind.value, standings)


def _absp(made: AbspList) -> Iterator[RankedList]:
    standings = (
        Standing(
            player=player,
            rating=one.overall,
            exact=float(one.exact),
            games=one.games,
            status=ACTIVE,
        )
        for player, one in made.ratings.items()
    )
    yield ranked(OVERALL, standings)


def _pfs(made: PfsList) -> Iterator[RankedList]:
    ranking = made.ranking
    groups = ((ACTIVE, ranking.listed), (WAITING, ranking.waiting))
    standings = (
        Standing(
            player=player,
            rating=one.rounded,
            exact=float(one.exact),
            games=one.games,
            status=status,
            is_ranked=status == ACTIVE,
        )
        for status, found in groups
        for player, one in found.items()
    )
    yield ranked(OVERALL, standings)
    best_first = sorted(ranking.temporary.items(), key=lambda row: (-row[1].exact, row[0]))
    temporary = (
        Standing(
            player=player,
            rating=one.rating,
            exact=max(float(one.exact), float(LEAST)),
            games=sum(block.games for block in one.terms),
            status=TEMPORARY,
            is_ranked=False,
        )
        for player, one in best_first
    )
    if best_first:
        yield ranked(TEMPORARY, temporary)


def _fngo(made: FngoList) -> Iterator[RankedList]:
    standings = (
        Standing(
            player=player,
            rating=half_up(Fraction(one.final)),
            exact=float(one.final),
            games=one.games,
            status=_STATUS[one.group],
        )
        for player, one in made.ratings.items()
    )
    yield ranked(OVERALL, standings)


_RANKED: Mapping[type, Callable[[Any], Iterator[RankedList]]] = {
    FrsList: _frs,
    AbspList: _absp,
    PfsList: _pfs,
    FngoList: _fngo,
}
