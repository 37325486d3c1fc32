"""A scene as sheets: lists, tables, every game with its calculation, the ranks still possible.

This module provides numbers and names; `bot.documents.views.exports` writes the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.documents.standings.list_sheets import (
    CROSSTABLE,
    PAIRINGS,
    PLAYERS,
    STANDINGS,
    columns,
    crosstables,
    pairings_sheet,
    players_sheet,
)
from bot.documents.standings.message import excluded_note
from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import phase_text
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.texts.messages import Plain, say
from bot.texts.notices.matches.arithmetic import term_line
from bot.texts.phase_names import has_one_phase
from engine.coefficients import Coefficients, rounded
from engine.competitions.parts import ListedMatch
from engine.competitions.standings import StandingsRow
from engine.figures import Figures
from engine.ids import GameId, Leg, game_id
from engine.matches.match import Match
from engine.matches.results import match_coefficients


def sheets(
    scene: Scene, matches: Iterable[Match], plain: Plain, which: str = ""
) -> Iterator[BookSheet]:
    """Yield the sheets of a phase, or of one of its lists (`list_sheets.LISTS`).

    First comes the official table, which is the one that counts.
    """
    title = scene.competition.title
    over = title if has_one_phase(scene.competition) else f"{title} · {plain(phase_text(scene))}"
    for sheet in _sheets(scene, matches, plain, which):
        yield replace(sheet, over=over)


def _sheets(
    scene: Scene, matches: Iterable[Match], plain: Plain, which: str
) -> Iterator[BookSheet]:
    """Yield the sheets of the workbook; `which` names one table, or is empty for all."""
    official, with_proposed = scene.as_seen(provisional=False), scene.as_seen(provisional=True)
    if which in {"", STANDINGS}:
        yield _standings(official, plain(say("workbook.standings")), plain)
        if with_proposed.counted != official.counted:
            yield _standings(with_proposed, plain(say("workbook.provisional")), plain)
        if len(scene.groups) > 1:
            yield _overall(official, plain)
    if not which:
        yield _games(with_proposed, {match.code: match for match in matches}, plain)
        yield _prospects(official, plain)
    if which in {"", CROSSTABLE}:
        yield from crosstables(official, plain)
    if which in {"", PLAYERS}:
        yield players_sheet(scene, plain)
    if which in {"", PAIRINGS}:
        yield pairings_sheet(scene, plain)


_COUNTS: Final = ("games", "wins", "draws", "losses", "coefficients", "difference", "points")
"""The columns of `_counts`."""


def _counts(row: StandingsRow) -> tuple[Cell, ...]:
    """Return the figures of a player's line, in the order of `_COUNTS`."""
    losses = row.games - row.wins - row.draws
    games = (row.games, row.wins, row.draws, losses)
    return (*games, row.coefficients, row.difference, row.scored)


def _standings(scene: Scene, name: str, plain: Plain) -> BookSheet:
    """Return the sheet with every group's standings."""
    headings = columns(plain, "group", "place", "player", "club", *_COUNTS, "parted_by", "note")
    rows = [
        (
            group,
            row.place,
            scene.names[row.player],
            scene.clubs[row.player],
            *_counts(row),
            plain(say(f"standings.criterion.{row.parted_by}")) if row.parted_by else "",
            _note(scene, row, plain),
        )
        for group, table in scene.tables.items()
        for row in table
    ]
    nothing_counted = (None,) * (len(_COUNTS) + 1)
    withdrawn_note = plain(say("standings.note_withdrawn"))
    rows += [
        (
            who.group,
            None,
            scene.names[who.player],
            scene.club_of(who),
            *nothing_counted,
            withdrawn_note,
        )
        for who in scene.phase.withdrawn
    ]
    return BookSheet(name=name, columns=headings, rows=rows)


def _note(scene: Scene, row: StandingsRow, plain: Plain) -> str:
    """Return that a player is out, safe, or out of reach of the next phase, or nothing."""
    if (note := excluded_note(scene, row.player)) is not None:
        return plain(note)
    if scene.is_safe(row.player):
        return plain(say("standings.safe"))
    return plain(say("standings.out_of_reach")) if scene.is_out_of_reach(row.player) else ""


def _overall(scene: Scene, plain: Plain) -> BookSheet:
    """Return the sheet with all players of the phase in one order."""
    headings = columns(
        plain, "place", "player", "club", "group", "group_place", "average", *_COUNTS
    )
    rows = []
    for number, row in enumerate(scene.overall, 1):
        group = scene.group_of(row.player)
        who = (number, scene.names[row.player], scene.clubs[row.player])
        where = (group.name if group else "", row.place, rounded(row.average))
        rows.append((*who, *where, *_counts(row)))
    return BookSheet(name=plain(say("workbook.overall")), columns=headings, rows=tuple(rows))


def _games(scene: Scene, matches: Mapping[str, Match], plain: Plain) -> BookSheet:
    """Return the sheet with every game and the state of its result."""
    headings = columns(
        plain,
        "group",
        "game",
        "leg",
        "red",
        "blue",
        "red_score",
        "blue_score",
        "red_coefficient",
        "blue_coefficient",
        "state",
        "article",
        "arithmetic",
    )
    rows = tuple(
        _game(scene, listed, leg, matches.get(listed.code), plain)
        for listed in scene.phase.matches
        for leg in Leg
    )
    return BookSheet(name=plain(say("workbook.games")), columns=headings, rows=rows)


def _game(
    scene: Scene, listed: ListedMatch, leg: Leg, match: Match | None, plain: Plain
) -> tuple[Cell, ...]:
    """Return the row of one game."""
    game = game_id(listed.code, leg)
    red, blue = listed.seats(leg)
    who = (listed.group, game, plain(say(f"leg.{leg.value}")), scene.names[red], scene.names[blue])
    figures = scene.phase.results.get(game) or scene.counted.get(game)
    state = plain(say(f"workbook.state.{_state(scene, listed, game)}"))
    if figures is None:
        return (*who, None, None, None, None, state, "", "")
    scores = (figures.red_score, figures.blue_score, figures.red, figures.blue)
    return (*who, *scores, state, figures.article, _arithmetic(figures, match, leg, plain))


def _state(scene: Scene, listed: ListedMatch, game: GameId) -> str:
    """Return the state of a game's result, as the end of the key of its text."""
    if not scene.phase.counts(listed):
        return "void"
    if game in scene.phase.results:
        return "homologated"
    return "proposed" if game in scene.counted else "open"


def _arithmetic(figures: Figures, match: Match | None, leg: Leg, plain: Plain) -> str:
    """Return the calculation of the coefficients, or a note that a ruling decided them."""
    by_rules = _coefficients(match, leg)
    if by_rules is None or (by_rules.first, by_rules.second) != (figures.red, figures.blue):
        return plain(say("workbook.by_ruling"))
    return "; ".join(plain(term_line(term)) for term in by_rules.terms)


def _coefficients(match: Match | None, leg: Leg) -> Coefficients | None:
    """Return the coefficients that a finished game gives by the rules, or None."""
    if match is None:
        return None
    return match_coefficients(match).get(game_id(match.code, leg))


def _prospects(scene: Scene, plain: Plain) -> BookSheet:
    """Return the sheet with what each player may still reach."""
    headings = columns(
        plain, "group", "place", "player", "open", "least", "most", "best", "worst", "note"
    )
    rows = []
    for group, table in scene.tables.items():
        for row in table:
            prospect = scene.prospect_of(row.player)
            if prospect is None:
                continue
            who = (group, row.place, scene.names[row.player])
            sums = (prospect.open_games, prospect.least, prospect.most)
            note = _note(scene, row, plain)
            rows.append((*who, *sums, prospect.best, prospect.worst, note))
    return BookSheet(name=plain(say("workbook.prospects")), columns=headings, rows=tuple(rows))
