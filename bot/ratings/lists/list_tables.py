"""Rating lists and their changes as tables, and the pages of such a table."""

from collections.abc import Sequence
from dataclasses import replace

from bot.documents.render.lists.listing_layout import ListingView
from bot.documents.views.listing import LEFT, RIGHT, Cell, Column, Table
from bot.ratings.calculation.systems import System
from bot.ratings.calculation.wording import kind_text, system_text
from bot.ratings.lists.list_texts import (
    change_text,
    counts_text,
    list_text,
    moves_text,
    version_text,
)
from bot.ratings.lists.stored_lists import RankChange, StoredList, by_key, moves_of
from bot.texts.messages import Plain, Text, say
from engine.ratings.statuses import RatedStatus
from storage.ratings.rated_row import RatedRow


def list_table(stored_list: StoredList, before: StoredList | None, key: str = "") -> Table:
    """Return a list as a table, with the rows of the player with that key marked."""
    earlier = by_key(before.rows) if before is not None else {}
    rows: list[tuple[Cell, ...]] = []
    marked_rows = set()
    section = ""
    for row in stored_list.rows:
        if row.place is None and row.status != section:
            section = row.status
            rows.append((say(f"rating.apart.{section}"),))
        if row.key == key:
            marked_rows.add(len(rows))
        change = (change_text(row, earlier) or "",) if earlier else ()
        place = "" if row.place is None else row.place
        rows.append((place, row.player, row.rating, *change, row.games))
    head = ("place", "player", "rating", *(("change",) if earlier else ()), "games")
    text = list_text(stored_list, before, key or None)
    table = _table(stored_list, head, rows, kind_text(stored_list.kind), text)
    return replace(table, marked=frozenset(marked_rows))


def moves_table(stored_list: StoredList, before: StoredList) -> Table:
    """Return the changes since the list before as a table."""
    moves = moves_of(stored_list.rows, before.rows)
    largest_first = sorted(moves.moves, key=lambda move: -move.change)
    rows = [_cells_of_change(move) for move in largest_first]
    for key, others in (("new", moves.new), ("gone", moves.gone)):
        if others:
            rows.append((say(f"rating.apart.{key}"),))
            rows += [_cells_of_one(row, is_new=key == "new") for row in others]
    title = say(
        "rating.moves_title", kind=kind_text(stored_list.kind), before=before.day.isoformat()
    )
    head = ("player", "before", "rating", "change", "climbed")
    return _table(stored_list, head, rows, title, moves_text(stored_list, before))


def _table(
    stored_list: StoredList,
    head: Sequence[str],
    rows: Sequence[tuple[Cell, ...]],
    title: Text,
    words: Text,
) -> Table:
    """Return the table of a list, with the notes that its rows need."""
    has_provisional = any(
        row.status == RatedStatus.PROVISIONAL and row.place is None for row in stored_list.rows
    )
    # With such a number a player is provisional below it, not by the share of games of art. 3.
    is_by_games = System(stored_list.system).traits.settled_from > 0
    note = say("rating.note.early" if is_by_games else "rating.note.provisional")
    return Table(
        key=stored_list.kind,
        over=system_text(stored_list.system),
        title=title,
        name=title,
        columns=tuple(
            Column(
                say(f"rating.column.{name}"),
                LEFT if name == "player" else RIGHT,
                is_wide=name == "player",
                is_strong=name == "rating",
            )
            for name in head
        ),
        rows=tuple(rows),
        words=words,
        notes=tuple(
            text
            for text in (counts_text(stored_list.counts), note if has_provisional else None)
            if text is not None
        ),
    )


def page_view(table: Table, stored_list: StoredList, page: int, plain: Plain) -> ListingView:
    """Return a page of a list's table: its day beside the title, its version and hash below."""
    view = table.view(page, plain)
    number = f" · {view.aside}" if view.aside else ""
    sha256 = stored_list.input_sha256[:12]
    return replace(
        view,
        aside=plain(say("rating.day", day=stored_list.day.isoformat())),
        footer=f"{plain(version_text(stored_list))} · SHA-256 {sha256}{number}",
    )


def _cells_of_change(move: RankChange) -> tuple[Cell, ...]:
    """Return the cells of a player on both lists."""
    change = change_text(move.now, {move.before.key: move.before}) or ""
    climbed: Cell = ""
    if move.climbed:
        key = "rating.climbed_up" if move.climbed > 0 else "rating.climbed_down"
        climbed = Text(key, {"n": abs(move.climbed)})
    return move.now.player, move.before.rating, move.now.rating, change, climbed


def _cells_of_one(row: RatedRow, *, is_new: bool) -> tuple[Cell, ...]:
    """Return the cells of a player on only one of the lists, the new one or the one before."""
    before, now = ("", row.rating) if is_new else (row.rating, "")
    return row.player, before, now, "", ""
