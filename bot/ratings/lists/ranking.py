"""Lists for publication: players in order with ranks, under a key common to all spellings.

A list has a kind: FRS has the types of games and `general`, other systems have `overall`, and PFS
has `temporary` too. The catalogues explain the statuses, `rating.status.*`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.documents.tables.names import fold
from bot.ratings.lists.rating_list import RatedPlayer, RatingList
from storage.ratings.rated_row import RatedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """A list for publication."""

    kind: str
    rows: tuple[RatedRow, ...]


def ranked(kind: str, standings: Iterable[RatedPlayer]) -> RankedList:
    """Return the list of players, who are given best first; equal exact figures share a rank."""
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
    return tuple(ranked(kind, standings) for kind, standings in made.standings())
