"""Scales, points and standings as tables to show. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from bot.documents.views.listing import CENTRE, LEFT, Cell, Column, Table
from bot.ratings.cnis.season import Standings
from bot.texts.messages import Text, say
from engine.cnis.categories import Category
from engine.cnis.championship import CategoryTable
from engine.cnis.classification import Award
from engine.cnis.scale import Scale
from engine.cnis.season import Discipline
from engine.cnis.standings import RankedRow, SeasonLine
from engine.cnis.titles import CHAMPION, Title

TOP: Final = 10
"""The most rows shown as text."""
PLACE = Column(say("cnis.column.place"))
PLAYER = Column(say("cnis.column.player"), LEFT, is_wide=True)
_POINTS = Column(say("cnis.column.points"), is_strong=True)
_SUM = Column(say("cnis.column.sum"), LEFT, is_wide=True)
SCORE = Column(say("cnis.column.score"), CENTRE)


def figure(points: Decimal) -> Text:
    """Return points as text, without zeros at the end: 12, 12.5 or 12.25."""
    text = f"{points:f}"
    return say("cnis.figure", figure=text.rstrip("0").rstrip(".") if "." in text else text)


def scale_text(scale: Scale) -> Text:
    """Return how a scale was chosen, and whether its values are reconstructed."""
    return say(
        "cnis.scale",
        n=scale.participants,
        value=str(scale.value),
        scale=scale.number,
        choice=scale.choice,
        step=say("cnis.step", step=scale.step) if scale.step is not None else None,
        note=list(scale_notes([scale])) or None,
    )


def scale_notes(scales: Iterable[Scale]) -> tuple[Text, ...]:
    """Return notes on scales that are reconstructed, or differ from the printed regulation."""
    all_scales = tuple(scales)
    notes = [say("cnis.reconstructed")] if any(scale.reconstructed for scale in all_scales) else []
    # Several games may have the same scale, which is noted once.
    level = dict.fromkeys(
        (scale.participants, scale.number) for scale in all_scales if scale.is_level
    )
    notes += [say("cnis.level", n=participants, scale=number) for participants, number in level]
    return tuple(notes)


def scale_table(scale: Scale) -> Table:
    """Return the points of every place in a game, with the calculation."""
    rows = [
        (
            place_points.place,
            place_points.points,
            say("cnis.arithmetic", made=place_points.expression),
        )
        for place_points in scale.places
    ]
    points = ", ".join(f"{place_points.points}" for place_points in scale.places)
    return Table(
        key="scale",
        over=say("cnis.over"),
        title=say("cnis.scale_title", scale=scale.number, n=scale.participants),
        name=say("cnis.scale_name", scale=scale.number),
        columns=(PLACE, _POINTS, _SUM),
        rows=tuple(rows),
        words=say("cnis.scale_words", head=scale_text(scale), points=points),
        notes=scale_notes([scale]),
    )


def points_table(scale: Scale, awards: Iterable[Award]) -> Table:
    """Return the points of every participant of a game."""
    all_awards = tuple(awards)
    rows = [
        (
            award.place,
            award.player,
            figure(award.points),
            say("cnis.arithmetic", made=award.expression),
        )
        for award in all_awards
    ]
    top = [
        say("cnis.row", place=award.place, player=award.player, points=figure(award.points))
        for award in all_awards[:TOP]
    ]
    return Table(
        key="points",
        over=say("cnis.over"),
        title=say("cnis.points_title"),
        name=say("cnis.points_name"),
        columns=(PLACE, PLAYER, _POINTS, Column(say("cnis.column.sum"), LEFT)),
        rows=tuple(rows),
        words=say(
            "cnis.points_words", head=scale_text(scale), rows=top, more=more(len(all_awards))
        ),
        notes=scale_notes([scale]),
    )


def more(count: int) -> Text | None:
    """Return the number of rows below the top, or None if there are none."""
    return say("rating.more", n=count - TOP) if count > TOP else None


def standings_tables(standings: Standings) -> Iterator[Table]:
    """Yield the general table of every category, each followed by the tables of its events."""
    games = [game for category_table in standings.tables.values() for game in category_table.scales]
    notes = scale_notes(game.scale for game in games)
    for category, table in standings.tables.items():
        titles = [title for title in standings.titles if title.category is category]
        yield _general_table(standings.year, category, table, titles, notes)
        for event, ranked in table.events.items():
            if ranked:
                yield _event_table(standings.year, category, event, ranked, notes)


def _general_table(
    year: int,
    category: Category,
    table: CategoryTable,
    titles: Iterable[Title],
    notes: tuple[Text, ...],
) -> Table:
    """Return the table of a category's season."""
    if table.merged_into is not None:
        notes = (say("cnis.merged", category=category_text(table.merged_into)), *notes)
    title = say("cnis.season_title", category=category_text(category), year=year)
    top = _top(table.general)
    words = say(
        "cnis.season_words",
        title=title,
        rows=top or None,
        nobody=None if top else say("cnis.nobody"),
        more=more(len(table.general)),
        titles=[_title_text(awarded) for awarded in titles] or None,
        notes=list(notes) or None,
    )
    columns, rows = _season_rows(table)
    return Table(
        key=category.value,
        over=say("cnis.over"),
        title=title,
        name=category_text(category),
        columns=columns,
        rows=rows,
        words=words,
        notes=notes,
    )


def _season_rows(table: CategoryTable) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...]]:
    """Return the columns and rows of a general table.

    It has a column for each event with results, and one for marks if a row has one.
    """
    events = [event for event, ranked in table.events.items() if ranked]
    lines = {line.player: line for line in table.lines}
    marks = [_mark(row, table) for row in table.general]
    has_marks = any(marks)
    columns = (
        PLACE,
        PLAYER,
        *(Column(event_text(event)) for event in events),
        Column(say("cnis.column.total"), is_strong=True),
        *((Column(say("cnis.column.note"), LEFT),) if has_marks else ()),
    )
    rows = (
        (
            row.place,
            row.player,
            *(_points_in(event, lines[row.player]) for event in events),
            figure(row.points),
            *((mark,) if has_marks else ()),
        )
        for row, mark in zip(table.general, marks, strict=True)
    )
    return columns, tuple(rows)


def _top(ranked: Sequence[RankedRow]) -> list[Text]:
    """Return the rows shown as text."""
    return [
        say("cnis.row", place=row.place, player=row.player, points=figure(row.points))
        for row in ranked[:TOP]
    ]


def _points_in(event: Discipline, line: SeasonLine) -> Cell:
    return figure(line.points(event)) if event in line.results else ""


def _mark(row: RankedRow, table: CategoryTable) -> Cell:
    """Return why a row is special: a younger player fills up the table, or all games are local."""
    if row.player in table.filled:
        return say("cnis.mark.younger")
    return say("cnis.mark.local") if row.local else ""


def _title_text(title: Title) -> Text:
    rank = "champion" if title.place == CHAMPION else "vice"
    event = event_text(title.event) if title.event is not None else say("cnis.absolute")
    return say(f"cnis.title.{rank}", event=event, player=title.player)


def _event_table(
    year: int,
    category: Category,
    event: Discipline,
    ranked: Iterable[RankedRow],
    notes: tuple[Text, ...],
) -> Table:
    """Return the table of a category in one discipline."""
    rows = tuple(ranked)
    title = say(
        "cnis.event_title", category=category_text(category), event=event_text(event), year=year
    )
    return Table(
        key=f"{category.value}.{event.value}",
        over=say("cnis.over"),
        title=title,
        name=say("cnis.event_name", category=category_text(category), event=event_text(event)),
        columns=(PLACE, PLAYER, _POINTS),
        rows=tuple((row.place, row.player, figure(row.points)) for row in rows),
        words=say("cnis.event_words", title=title, rows=_top(rows), more=more(len(rows))),
        notes=notes,
    )


def category_text(category: Category) -> Text:
    """Return the name of a category."""
    return say(f"cnis.category.{category.value}")


def event_text(event: Discipline) -> Text:
    """Return the name of an event."""
    return say(f"cnis.event.{event.value}")
