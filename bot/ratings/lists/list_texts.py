"""Lists and their changes as texts for the phone. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.stored_lists import (
    MatchCounts,
    Moves,
    RankChange,
    StoredList,
    by_key,
    moves_of,
)
from bot.texts.messages import Text, say
from storage.ratings.rated_row import RatedRow

TOP: Final = 10
"""The most rows of a list shown as text; the picture has all of them."""
MOST_MOVES: Final = 8
"""The most players who rose, and the most who fell, shown as text."""
_MOST_GAMES: Final = 8
"""The most corrected games that are named."""
_MOST_NAMES: Final = 15
"""The most names of players who joined or left."""


def title_text(stored_list: StoredList) -> Text:
    """Return the title of a list."""
    return say(
        "rating.title",
        system=system_text(stored_list.system),
        kind=kind_text(stored_list.kind),
        day=stored_list.day.isoformat(),
        version=version_text(stored_list),
    )


def version_text(stored_list: StoredList) -> Text:
    """Return whether the list is published, and its version."""
    if not stored_list.is_published:
        return say("rating.not_published")
    return (
        say("rating.version", version=stored_list.version)
        if stored_list.version > 1
        else say("rating.published")
    )


def list_text(stored_list: StoredList, before: StoredList | None, key: str | None) -> Text:
    """Return the head of a list, and the row of the player with that key."""
    earlier = by_key(before.rows) if before is not None else {}
    placed = [row for row in stored_list.rows if row.place is not None]
    top = (placed or [*stored_list.rows])[:TOP]
    own = stored_list.row_of(key) if key else None
    hidden = len(stored_list.rows) - len(top)
    return say(
        "rating.list",
        title=title_text(stored_list),
        rows=[row_text(row, earlier) for row in top] or say("rating.nobody_listed"),
        own=say("rating.own", row=row_text(own, earlier)) if own and own not in top else None,
        more=say("rating.more", n=hidden) if hidden else None,
        counts=counts_text(stored_list.counts),
        corrected=corrected_text(stored_list.corrected),
    )


def counts_text(counts: MatchCounts | None) -> Text | None:
    """Return how many of the played matches a nightly list counts, or None if unknown."""
    if counts is None:
        return None
    return say("rating.counts", counted=counts.counted, n=counts.played)


def corrected_text(games: Sequence[str]) -> Text | None:
    """Return which results were corrected since the list before, or None if none was."""
    if not games:
        return None
    return say("rating.corrected", n=len(games), games=_first(games, _MOST_GAMES))


def row_text(row: RatedRow, earlier: Mapping[str, RatedRow]) -> Text:
    """Return a row as text."""
    change = change_text(row, earlier)
    if row.place is None:
        status = say(f"rating.status.{row.status}")
        return say(
            "rating.row_apart", player=row.player, rating=row.rating, status=status, change=change
        )
    return say("rating.row", place=row.place, player=row.player, rating=row.rating, change=change)


def change_text(row: RatedRow, earlier: Mapping[str, RatedRow]) -> Text | None:
    """Return the change of a rating; None if there is no earlier list, or nobody is on it."""
    if not earlier:
        return None
    before = earlier.get(row.key)
    if before is None:
        return say("rating.change_new")
    change = row.rating - before.rating
    if not change:
        return say("rating.change_none")
    return say("rating.change_up" if change > 0 else "rating.change_down", n=abs(change))


def moves_text(stored_list: StoredList, before: StoredList) -> Text:
    """Return the players who gained, lost, joined and left."""
    moves = moves_of(stored_list.rows, before.rows)
    return say(
        "rating.moves",
        title=title_text(stored_list),
        before=before.day.isoformat(),
        up=_changes_text("rating.moves_up", moves.up),
        down=_changes_text("rating.moves_down", moves.down),
        same=_unchanged_text(moves),
        new=_names_text("rating.moves_new", moves.new),
        gone=_names_text("rating.moves_gone", moves.gone),
    )


def _changes_text(key: str, moves: Sequence[RankChange]) -> Text | None:
    """Return the lines of players who rose or fell, the first of many; None without any."""
    if not moves:
        return None
    rows = [
        say(
            "rating.move",
            player=move.now.player,
            before=move.before.rating,
            now=move.now.rating,
            change=change_text(move.now, {move.before.key: move.before}),
        )
        for move in moves[:MOST_MOVES]
    ]
    hidden = len(moves) - len(rows)
    return Text(key, {"rows": rows, "more": say("rating.more", n=hidden) if hidden else None})


def _unchanged_text(moves: Moves) -> Text | None:
    """Return how many players have the same rating; None without any."""
    count = sum(not move.change for move in moves.moves)
    return say("rating.moves_same", n=count) if count else None


def _names_text(key: str, rows: Sequence[RatedRow]) -> Text | None:
    """Return the names of players who joined or left, the first of many; None without any."""
    if not rows:
        return None
    return Text(key, {"names": _first([row.player for row in rows], _MOST_NAMES)})


def _first(names: Sequence[str], most: int) -> list[Text | str]:
    """Return at most so many names, and last the number of the others if there are any."""
    hidden = len(names) - most
    return [*names[:most], say("rating.and_more", n=hidden)] if hidden > 0 else [*names]
