"""A close-up of a table for a phone: a few lines in large type. Pure.

A player in the table sees their own line with its neighbours, and below it their games against
every opponent. Other readers see the top of the table. A button leads to the whole table.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.documents.render.lists.listing_layout import (
    CellAlign,
    ListingColumn,
    ListingRow,
    ListingRowKind,
    ListingView,
)
from bot.documents.render.standings.standings_view import (
    CrossRow,
    GameCell,
    ResultStatus,
    TableHead,
)
from bot.documents.standings.pictures import SceneViews
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import overall_title, title_text
from bot.texts.messages import Plain, say
from bot.texts.signs import score
from engine.dates import format_date
from engine.ids import PersonId

MOST_LINES: Final = 16
"""The lines shown to a reader who is not in the table."""
NEAR: Final = 2
"""The number of neighbours shown above and below the reader's line."""
_PROPOSED, _NOTHING = "~", "–"
"""The signs of a result that is not official, and of a game without a result that counts."""


def group_closeup(scene: Scene, group: str, reader: PersonId | None, plain: Plain) -> ListingView:
    """Return a close-up of a group's table; a `reader` in it sees their neighbours and games."""
    views, players = SceneViews(scene, plain), [row.player for row in scene.tables[group]]
    rows = [
        (row.place, row.name, f"{row.games}", row.coefficients) for row in views.group_rows(group)
    ]
    own = players.index(reader) if reader in players else None
    lines = [*_lines(rows, own, plain)]
    if own is not None:
        lines += _games(views.crosstable(group).rows, own, plain)
    return _view(views.head(title_text(scene, group)), "crosstable.coefficients", lines, plain)


def overall_closeup(scene: Scene, reader: PersonId | None, plain: Plain) -> ListingView:
    """Return a close-up of the overall standings; a `reader` in it also sees their neighbours."""
    views, players = SceneViews(scene, plain), [row.player for row in scene.overall]
    rows = [(row.place, row.name, f"{row.games}", row.average) for row in views.overall_rows()]
    own = players.index(reader) if reader in players else None
    return _view(
        views.head(overall_title(scene)), "crosstable.average", [*_lines(rows, own, plain)], plain
    )


def _view(head: TableHead, sum_key: str, lines: Sequence[ListingRow], plain: Plain) -> ListingView:
    """Return a part of the standings as a listing."""
    is_marked = any(_PROPOSED in cell for line in lines for cell in line.cells)
    return ListingView(
        over=head.competition,
        title=head.title,
        aside=f"{head.kind} · {format_date(head.as_of)}",
        columns=(
            ListingColumn(heading=plain(say("crosstable.place"))),
            ListingColumn(
                heading=plain(say("crosstable.player")), align=CellAlign.LEFT, is_wide=True
            ),
            ListingColumn(heading=plain(say("crosstable.played"))),
            ListingColumn(heading=plain(say(sum_key)), is_strong=True),
        ),
        rows=tuple(lines),
        notes=(plain(say("crosstable.mark_proposed", sign=_PROPOSED)),) if is_marked else (),
        footer=head.footer,
        is_large=True,
    )


def _lines(rows: Sequence[tuple[str, ...]], own: int | None, plain: Plain) -> Iterator[ListingRow]:
    """Yield the lines to show, and between them the number of lines left out.

    `own` is the index of the reader's line; None without one. The first line is always shown.
    """
    window = range(MOST_LINES)
    if own is not None and len(rows) > 1 + 2 * NEAR:
        first = max(0, min(own - NEAR, len(rows) - 1 - 2 * NEAR))
        window = range(first, first + 1 + 2 * NEAR)
    numbers = [number for number in range(len(rows)) if number == 0 or number in window]
    last_shown = -1
    for number in numbers:
        if number > last_shown + 1:
            yield _left_out(number - last_shown - 1, plain)
        yield ListingRow(
            rows[number], ListingRowKind.MARKED if number == own else ListingRowKind.PLAIN
        )
        last_shown = number
    if last_shown + 1 < len(rows):
        yield _left_out(len(rows) - last_shown - 1, plain)


def _left_out(count: int, plain: Plain) -> ListingRow:
    return ListingRow(
        (plain(say("crosstable.left_out", n=count)), "", "", ""), ListingRowKind.HEADING
    )


def _games(rows: Sequence[CrossRow], own: int, plain: Plain) -> Iterator[ListingRow]:
    """Yield the reader's games with each opponent in table order, with the scores."""
    legs = (plain(say("crosstable.home")), plain(say("crosstable.back")))
    yield ListingRow((plain(say("crosstable.own_games")), "", *legs), ListingRowKind.HEADING)
    for row, meeting in zip(rows, rows[own].meetings, strict=True):
        if meeting is not None:
            yield ListingRow(("", row.name, *map(_score, meeting.games)))


def _score(game: GameCell | None) -> str:
    """Return the score from the reader's side, marked if it is not official; `—` if not stated."""
    if game is None or game.status is ResultStatus.VOID:
        return _NOTHING
    mark = _PROPOSED if game.status is ResultStatus.PROPOSED else ""
    return mark + score(game.own, game.partner)
