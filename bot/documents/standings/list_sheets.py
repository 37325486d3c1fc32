"""The lists of a phase as sheets: its players, its pairings, and the crosstable of each group."""

from collections.abc import Iterator

from bot.documents.standings.scene import Scene
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.texts.messages import Plain, say
from bot.texts.notices.competitions.phase_lists import by_strength
from bot.texts.signs import score
from engine.competitions.parts import Group
from engine.figures import Figures
from engine.ids import Leg, PersonId, game_id

PLAYERS, STANDINGS, CROSSTABLE, PAIRINGS = "players", "standings", "crosstable", "pairings"
LISTS = (PLAYERS, STANDINGS, CROSSTABLE, PAIRINGS)
"""The names of the lists that have a file of their own."""


def columns(plain: Plain, *keys: str) -> tuple[str, ...]:
    """Return the headings of columns."""
    return tuple(plain(say(f"workbook.column.{key}")) for key in keys)


def players_sheet(scene: Scene, plain: Plain) -> BookSheet:
    """Return the players in the order of their seeds."""
    rows: list[tuple[Cell, ...]] = []
    for number, entry in enumerate(by_strength(scene.phase), 1):
        group = scene.group_of(entry.player)
        name, club = scene.names[entry.player], scene.clubs[entry.player]
        rows.append((number, entry.seeding, name, club, group.name if group else ""))
    return BookSheet(
        name=plain(say("workbook.players")),
        columns=(
            *columns(plain, "number"),
            plain(say("comp.sheet.seed")),
            *columns(plain, "player", "club", "group"),
        ),
        rows=rows,
        keys=3,  # number, seed and player
    )


def pairings_sheet(scene: Scene, plain: Plain) -> BookSheet:
    """Return every match with the colours of its home game (art. 1.2)."""
    rows = tuple(
        (number, match.group, match.code, scene.names[match.red], scene.names[match.blue])
        for number, match in enumerate(scene.phase.matches, 1)
    )
    return BookSheet(
        name=plain(say("workbook.pairings")),
        columns=columns(plain, "number", "group", "match", "red_home", "blue_home"),
        rows=rows,
    )


def crosstables(scene: Scene, plain: Plain) -> Iterator[BookSheet]:
    """Yield each group's crosstable; a cell has the home game, then the return game.

    A game has the points of both players and the coefficient of the row's player, in the form that
    an import of a past season reads.
    """
    for group in scene.groups:
        rows = scene.tables[group.name]
        players = [row.player for row in rows]
        numbers = tuple(f"{number}" for number in range(1, len(players) + 1))
        yield BookSheet(
            name=plain(say("workbook.crosstable", group=group.name)),
            columns=(
                *columns(plain, "number", "player"),
                *numbers,
                *columns(plain, "coefficients", "place"),
            ),
            rows=tuple(
                (
                    number,
                    scene.names[row.player],
                    *(_meeting(scene, group, row.player, other, plain) for other in players),
                    row.coefficients,
                    row.place,
                )
                for number, row in enumerate(rows, 1)
            ),
        )


def _meeting(scene: Scene, group: Group, player: PersonId, other: PersonId, plain: Plain) -> str:
    """Return the games of a pair, from the player's side; a dash keeps the home game's place."""
    pair = {player, other}
    matches = scene.phase.counted_in(group.name)
    match = next((listed for listed in matches if listed.players == pair), None)
    if match is None:
        return ""
    cells = []
    for leg in Leg:
        figures = scene.counted.get(game_id(match.code, leg))
        if figures is not None:
            cells.append(_game(figures, is_red=match.seats(leg)[0] == player, plain=plain))
        elif leg is Leg.HOME and game_id(match.code, Leg.RETURN) in scene.counted:
            cells.append("–")
    return "; ".join(cells)


def _game(figures: Figures, *, is_red: bool, plain: Plain) -> str:
    """Return a game from the player's side: `412–388 (1,0588)`, or `1,0588` without scores."""
    own, _ = figures.coefficients_of(is_red=is_red)
    coefficient = plain(say("standings.figure", figure=str(own)))
    if figures.scores is None:
        return coefficient
    points = figures.scores if is_red else figures.scores[::-1]
    return f"{score(*points)} ({coefficient})"
