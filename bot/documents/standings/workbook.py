"""A scene as sheets: lists, tables, every game with its calculation, the ranks still possible.

This module provides numbers and names; `bot.documents.views.exports` writes the file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from bot.documents.standings.lists import (
    CROSSTABLE,
    PAIRINGS,
    PLAYERS,
    STANDINGS,
    columns,
    crosstables,
    pairings_sheet,
    players_sheet,
)
from bot.documents.standings.message import excluded_note, phase_text
from bot.documents.standings.scene import Scene
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.texts.messages import Word, say
from bot.texts.notices.matches.cards import term_line
from bot.texts.phase_names import has_one_phase
from engine.coefficients import Coefficients, rounded
from engine.competitions.parts import ListedMatch
from engine.competitions.standings import StandingsRow
from engine.figures import Figures
from engine.ids import GameId, Leg, game_id
from engine.matches.match import Match
from engine.matches.results import match_coefficients


def sheets(
    scene: Scene, matches: Iterable[Match], word: Word, which: str = ""
) -> Iterator[BookSheet]:
    """Yield the sheets of a phase, or of one of its lists (`lists.LISTS`).

    First comes the official table, which is the one that counts.
    """
    title = scene.competition.title
    over = title if has_one_phase(scene.competition) else f"{title} · {word(phase_text(scene))}"
    for sheet in _sheets(scene, matches, word, which):
        yield replace(sheet, over=over)


def _sheets(scene: Scene, matches: Iterable[Match], word: Word, which: str) -> Iterator[BookSheet]:
    firm, with_proposed = scene.as_seen(provisional=False), scene.as_seen(provisional=True)
    if which in {"", STANDINGS}:
        yield _standings(firm, word(say("workbook.standings")), word)
        if with_proposed.counted != firm.counted:
            yield _standings(with_proposed, word(say("workbook.provisional")), word)
        if len(scene.groups) > 1:
            yield _overall(firm, word)
    if not which:
        yield _games(with_proposed, {match.code: match for match in matches}, word)
        yield _prospects(firm, word)
    if which in {"", CROSSTABLE}:
        yield from crosstables(firm, word)
    if which in {"", PLAYERS}:
        yield players_sheet(scene, word)
    if which in {"", PAIRINGS}:
        yield pairings_sheet(scene, word)


_COUNTS = ("games", "wins", "draws", "losses", "coefficients", "difference", "points")


def _counts(row: StandingsRow) -> tuple[Cell, ...]:
    losses = row.games - row.wins - row.draws
    own = (row.games, row.wins, row.draws, losses, row.coefficients)
    return (*own, row.difference, row.scored)


def _standings(scene: Scene, name: str, word: Word) -> BookSheet:
    headings = columns(word, "group", "place", "player", "club", *_COUNTS, "parted_by", "note")
    rows = [
        (
            group,
            row.place,
            scene.names[row.player],
            scene.clubs[row.player],
            *_counts(row),
            word(say(f"standings.criterion.{row.parted_by}")) if row.parted_by else "",
            _note(scene, row, word),
        )
        for group, table in scene.tables.items()
        for row in table
    ]
    nothing = (None,) * (len(_COUNTS) + 1)
    rows += [
        (each.group, None, scene.names[each.player], each.club, *nothing, note)
        for each in scene.phase.withdrawn
        for note in [word(say("standings.note_withdrawn"))]
    ]
    return BookSheet(name=name, columns=headings, rows=rows)


def _note(scene: Scene, row: StandingsRow, word: Word) -> str:
    if (note := excluded_note(scene, row.player)) is not None:
        return word(note)
    if scene.is_safe(row.player):
        return word(say("standings.safe"))
    return word(say("standings.out_of_reach")) if scene.is_out_of_reach(row.player) else ""


def _overall(scene: Scene, word: Word) -> BookSheet:
    headings = columns(word, "place", "player", "club", "group", "group_place", "average", *_COUNTS)
    rows = []
    for number, row in enumerate(scene.overall, 1):
        group = scene.group_of(row.player)
        who = (number, scene.names[row.player], scene.clubs[row.player])
        where = (group.name if group else "", row.place, rounded(row.average))
        rows.append((*who, *where, *_counts(row)))
    return BookSheet(name=word(say("workbook.overall")), columns=headings, rows=tuple(rows))


def _games(scene: Scene, matches: Mapping[str, Match], word: Word) -> BookSheet:
    headings = columns(
        word,
        *("group", "game", "leg", "red", "blue", "red_score", "blue_score"),
        *("red_coefficient", "blue_coefficient", "state", "article", "arithmetic"),
    )
    rows = tuple(
        _game(scene, listed, leg, matches.get(listed.code), word)
        for listed in scene.phase.matches
        for leg in Leg
    )
    return BookSheet(name=word(say("workbook.games")), columns=headings, rows=rows)


def _game(
    scene: Scene, listed: ListedMatch, leg: Leg, match: Match | None, word: Word
) -> tuple[Cell, ...]:
    game = game_id(listed.code, leg)
    red, blue = listed.seats(leg)
    who = (listed.group, game, word(say(f"leg.{leg.value}")), scene.names[red], scene.names[blue])
    figures = scene.phase.results.get(game) or scene.counted.get(game)
    state = word(say(f"workbook.state.{_state(scene, listed, game)}"))
    if figures is None:
        return (*who, None, None, None, None, state, "", "")
    scores = (figures.red_score, figures.blue_score, figures.red, figures.blue)
    return (*who, *scores, state, figures.article, _arithmetic(figures, match, leg, word))


def _state(scene: Scene, listed: ListedMatch, game: GameId) -> str:
    if listed not in scene.phase.counted_matches:
        return "void"
    if game in scene.phase.results:
        return "homologated"
    return "proposed" if game in scene.counted else "open"


def _arithmetic(figures: Figures, match: Match | None, leg: Leg, word: Word) -> str:
    """Return the calculation of the coefficients, or a note that a ruling decided them."""
    worth = _worth(match, leg)
    if worth is None or (worth.first, worth.second) != (figures.red, figures.blue):
        return word(say("workbook.by_ruling"))
    return "; ".join(word(term_line(term)) for term in worth.terms)


def _worth(match: Match | None, leg: Leg) -> Coefficients | None:
    if match is None:
        return None
    legs = (ended.leg for ended in match.ended)
    return dict(zip(legs, match_coefficients(match), strict=True)).get(leg)


def _prospects(scene: Scene, word: Word) -> BookSheet:
    headings = columns(
        word, "group", "place", "player", "open", "least", "most", "best", "worst", "note"
    )
    rows = []
    for group, table in scene.tables.items():
        for row in table:
            known = scene.prospect_of(row.player)
            if known is not None:
                bounds = (known.open_games, known.least, known.most, known.best, known.worst)
                who = (group, row.place, scene.names[row.player])
                rows.append((*who, *bounds, _note(scene, row, word)))
    return BookSheet(name=word(say("workbook.prospects")), columns=headings, rows=tuple(rows))
