"""The English of rating lists and sheets: what `turretur rating` prints without `--json`."""

from collections.abc import Iterable, Mapping, Sequence

import click

from bot.cli.output import Worded, counted
from bot.ratings.jobs.terms import Line, Section
from bot.ratings.lists.inputs import Understood
from bot.ratings.lists.shown import Cell, Table

INFERRED = (
    "The text's table of K is lost; its bands are inferred from the worked example."
    " --bands gives others."
)
TABLES: Mapping[str, str] = {
    "frs_general": "general",
    "frs_active": "{type}, {played:game}",
    "frs_provisional": "{type}, provisional",
    "absp": "ABSP",
    "pfs_listed": "Listed on {day}",
    "pfs_waiting": "Waiting (fewer than 30 games)",
    "pfs_temporary": "Temporary ratings for a tournament on {day}",
    "fngo": "FNGO",
    "fngo_inferred": f"FNGO. {INFERRED}",
}
"""Titles of tables; columns are called by their codes."""
SECTIONS: Mapping[str, str] = {
    "frs_active_made": "{player}, {type}: {rating} (active), {games:game}",
    "frs_provisional_made": "{player}, {type}: {rating} (provisional), {games:game}",
    "frs_general_made": "{player}, general: {rating}",
    "absp_new": "{player}, {tournament} ({day}): {rating}; new",
    "absp_played": "{player}, {tournament} ({day}): {rating}; came with {before}",
    "absp_restarted": (
        "{player}, {tournament} ({day}): {rating}; came with {before},"
        " restarted at {restart} by the ten-point rule"
    ),
    "absp_overall": "{player}, overall: {rating}; {games:game}",
    "pfs_listed_made": "{player}, place {place} on the list of {day}: {rating}",
    "pfs_waiting_made": "{player}, waiting on {day}, fewer than 30 games: {rating}",
    "pfs_temporary_below": "{player}, for a tournament on {day}: {rating}; listed below (§2.2)",
    "pfs_temporary_new": "{player}, for a tournament on {day}: {rating}; new (§2.2)",
    "pfs_temporary_dropped": (
        "{player}, for a tournament on {day}: {rating}; 30 games in the career, not listed (§2.3)"
    ),
    "pfs_temporary_few": (
        "{player}, for a tournament on {day}: {rating}; made up to 30 games (§2.4)"
    ),
    "fngo_tournament": "{player}, {tournament} ({day}), {group}",
    "fngo_made": "{player}: {rating} ({group}), {games:game}",
}
_STABLE = "{opponent} {rating}, discs {discs}, points {points}, DR {apart}, expected {expected}"
LINES: Mapping[str, str] = {
    "frs_game": "{day} {event}, place {place} of {players}, weight {weight}: P",
    "frs_mean": "R = Σ P · weight / Σ weight",
    "frs_part": "{type}",
    "frs_unrated": "{type}, no rating",
    "frs_general_mean": "mean of the five",
    "absp_game": "round {round}, {opponent} {rating}",
    "absp_game_clamped": "round {round}, {opponent} {rating}, counted as {counted}",
    "absp_tournament_mean": "tournament rating",
    "absp_idle": "did not play",
    "absp_before": "{games:game} before, weights {newest} … {oldest}",
    "absp_played_weighed": "{day} {tournament}, {games:game}, weights {newest} … {oldest}",
    # Of lists published while each game counted by itself.
    "absp_weighed": "{day} {tournament}, round {round}",
    "absp_mean": "Σ / Σ weights, at least 50; rounded to the rating",
    "pfs_tournament": "{day} {tournament}, {games:game}",
    "pfs_game": "  round {round}, {opponent}",
    "pfs_before": "{games:game} before the file",
    "pfs_padding": "{games:scalp} of {least}",
    "pfs_mean": "Σ scalps / games",
    "pfs_temporary_mean": "Σ scalps / games, at least {least}",
    "fngo_game": "{opponent} {rating}, discs {discs}, points {points}",
    "fngo_game_drawn": _STABLE,
    "fngo_game_stable": _STABLE + ": K − 0.035 · DR",
    "fngo_rfa": "RFa",
    "fngo_rfb": "RFb",
    "fngo_rfx": "RFx",
    "fngo_rf": "RF, rounded",
    "fngo_fa": "FA: 40 · (points − expected), rounded",
    "fngo_fb": "FB: Σ (K − 0.035 · DR) / 2, rounded",
    "fngo_vr": "VR",
    "fngo_received": "feedback of {opponent}",
    "fngo_given": "feedback to each opponent for each game",
    "fngo_final": "new rating",
    "fngo_final_no_loss": "new rating, losing nothing, as FA > 0",
    "fngo_final_limited": "new rating, losing at most {most}",
    "fngo_bands_inferred": INFERRED,
}
_WORDED = Worded()
_TO_THE_LEFT = {"player", "tournament", "group"}


def print_list(tables: Iterable[Table], understood: Understood) -> None:
    """Print what was read, then the tables one under the other."""
    click.echo(summary(understood))
    for table in tables:
        click.echo(table_title(table))
        _print_rows(table.columns, table.rows)


def table_title(table: Table) -> str:
    """Return what a ranking is called."""
    return _WORDED.vformat(TABLES[table.code], (), table.facts)


def summary(understood: Understood) -> str:
    """Return what was made of the files, in a line."""
    period = f"{understood.first_day} … {understood.last_day}" if understood.first_day else "none"
    new = len(understood.newcomers)
    players = counted(understood.players, "player") + (f" ({new} new)" if new else "")
    return f"{players}, {counted(understood.games, 'game')}, {period}"


def title(section: Section) -> str:
    """Return what a section is about."""
    return _WORDED.vformat(SECTIONS[section.code], (), section.facts)


def words(line: Line) -> str:
    """Return what a line tells of, without its figures."""
    return _WORDED.vformat(LINES[line.code], (), line.facts)


def print_sheet(sections: Iterable[Section]) -> None:
    """Print the sections one under the other."""
    for section in sections:
        click.echo(title(section))
        for line in section.lines:
            parts = (words(line), line.expression, line.value)
            click.echo(f"  {' = '.join(part for part in parts if part)}")


def _print_rows(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Print rows in columns, names to the left and figures to the right."""
    shown = [["" if cell is None else f"{cell}" for cell in row] for row in rows]
    lines = [["" if column == "place" else column for column in columns], *shown]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    for line in lines:
        cells = [
            cell.ljust(width) if name in _TO_THE_LEFT else cell.rjust(width)
            for cell, width, name in zip(line, widths, columns, strict=True)
        ]
        click.echo(f"  {'  '.join(cells)}".rstrip())
