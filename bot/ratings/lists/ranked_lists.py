"""Lists for publication: players in order with ranks, and how a run's result stores them. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from bot.documents.tables.names import fold
from bot.ratings.calculation.ranks import shared_ranks
from bot.ratings.lists.rating_list import RatedPlayer, RatingList
from storage.ratings.rated_row import RatedRow, rated_row

_COLUMNS: Final = tuple(field.name for field in fields(RatedRow))
"""The order of a stored row's cells, which have no names to save space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """A list for publication.

    FRS has a kind for each type of game and `general`, other systems have `overall`, and PFS has
    `temporary` too.
    """

    kind: str
    rows: tuple[RatedRow, ...]


def ranked_lists(ratings: RatingList) -> tuple[RankedList, ...]:
    """Return the lists of a system, the main one first."""
    return tuple(ranked_list(kind, players) for kind, players in ratings.standings())


def ranked_list(kind: str, players: Iterable[RatedPlayer]) -> RankedList:
    """Return the list of players, who are given best first; equal exact figures share a rank."""
    listed = list(players)
    ranks = shared_ranks(player.exact for player in listed if player.is_ranked)
    return RankedList(
        kind=kind,
        rows=tuple(
            RatedRow(
                number=number,
                place=next(ranks) if player.is_ranked else None,
                status=player.status,
                player=player.player,
                key=fold(player.player),
                rating=player.rating,
                exact=f"{player.exact:.6f}",
                games=player.games,
            )
            for number, player in enumerate(listed, 1)
        ),
    )


def list_to_json(ranked: RankedList) -> dict[str, Any]:
    """Return the list as JSON: `kind`, and `rows` with the cells of each row in `_COLUMNS`."""
    return {"kind": ranked.kind, "rows": [list(asdict(row).values()) for row in ranked.rows]}


def lists_in(result: Mapping[str, Any]) -> list[RankedList]:
    """Return the lists that `list_to_json` wrote in an unpacked result, the main one first."""
    return [
        RankedList(
            kind=stored["kind"],
            rows=tuple(rated_row(dict(zip(_COLUMNS, row, strict=True))) for row in stored["rows"]),
        )
        for stored in result.get("lists", ())
    ]
