"""A table as a message: monospaced for the phone; the ranks still possible; the tie-breaks.

Pure. A line has at most `WIDTH` characters, which a phone shows without a break. A player takes two
lines: the name and the figures. A long table shows only its top and the reader's neighbours; the
picture and the spreadsheet show all of it.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.documents.standings.scene import Scene
from bot.documents.standings.titles import phase_text, state_text, where_text
from bot.texts.messages import Param, Text, say
from bot.texts.phase_names import has_one_phase
from bot.texts.signs import gained
from engine.coefficients import rounded
from engine.competitions.parts import Treatment
from engine.competitions.prospects import Prospect
from engine.competitions.standings import ORDER, StandingsRow
from engine.competitions.status import Role
from engine.ids import PersonId

WIDTH: Final = 28
"""The most characters of a line."""
_NAME: Final = WIDTH - 4
"""The most characters of a name: before it come the reader's sign, the rank, and another sign."""
SHOWN: Final = 12
"""The most players shown; of a longer table, the top and the reader with their neighbours."""
_TOP: Final = 8
"""The first players of a longer table, who are always shown."""
SAFE, OWN, PROPOSED = "*", ">", "~"
"""Signs for a player certain to advance, the reader's line, and a sum with unofficial results."""

Numbered = tuple[str, StandingsRow]
"""A line and the rank that it shows."""


def group_text(scene: Scene, group: str, reader: PersonId | None) -> Text:
    """Return a group's table as a message."""
    rows = [(_place(row), row) for row in scene.tables[group]]
    counted, games = scene.games_of(group)
    return say(
        "standings.group",
        title=scene.competition.title,
        where=_under_title(scene, group),
        state=state_text(scene, counted, games),
        rows=_table(scene, rows, reader, line_after=scene.line_after(group)),
        legend=_legend(scene, rows, reader),
    )


def overall_text(scene: Scene, reader: PersonId | None) -> Text:
    """Return the overall standings, by coefficient per game, as a message."""
    rows = [(str(number), row) for number, row in enumerate(scene.overall, 1)]
    counted, games = scene.games_of()
    return say(
        "standings.overall",
        title=scene.competition.title,
        which=_all_groups(scene),
        state=state_text(scene, counted, games),
        rows=_table(scene, rows, reader, overall=True),
        legend=_legend(scene, rows, reader),
    )


def _all_groups(scene: Scene) -> Text:
    """Return „toate grupele”, after the phase's name if there are several phases."""
    if has_one_phase(scene.competition):
        return say("standings.all_groups")
    return say("standings.all_groups_of", phase=phase_text(scene))


def _under_title(scene: Scene, group: str) -> Text | None:
    """Return phase and group below the competition's name, which an only phase does not repeat.

    None for the only group of an only phase.
    """
    if not has_one_phase(scene.competition):
        return where_text(scene, group)
    return None if len(scene.groups) == 1 else say("standings.where_only", group=group)


def _table(
    scene: Scene,
    rows: Sequence[Numbered],
    reader: PersonId | None,
    *,
    line_after: int = 0,
    overall: bool = False,
) -> list[Text]:
    """Return the lines to show, and between them the number of lines left out."""
    lines: list[Text] = []
    last_shown = -1
    for number in _shown_indexes(rows, reader):
        if number > last_shown + 1:
            lines.append(say("standings.left_out", n=number - last_shown - 1))
        last_shown = number
        place, row = rows[number]
        lines.append(_line(scene, place, row, reader, overall=overall))
        if number + 1 == line_after and number + 1 < len(rows):
            lines.append(say("standings.line", line="─" * WIDTH))
    if last_shown + 1 < len(rows):
        lines.append(say("standings.left_out", n=len(rows) - last_shown - 1))
    return lines


def _shown_indexes(rows: Sequence[Numbered], reader: PersonId | None) -> list[int]:
    """Return the indexes of the lines to show: all, or the top and the reader's neighbourhood."""
    if len(rows) <= SHOWN:
        return list(range(len(rows)))
    own = next((n for n, (_, row) in enumerate(rows) if row.player == reader), None)
    near = () if own is None else range(own - 1, own + 2)
    return sorted({n for n in (*range(_TOP), *near) if 0 <= n < len(rows)})


def _line(
    scene: Scene, place: str, row: StandingsRow, reader: PersonId | None, *, overall: bool
) -> Text:
    """Return a player's two lines: rank and name; games, wins, draws, coefficient, difference."""
    own = OWN if row.player == reader else " "
    safe = SAFE if scene.is_safe(row.player) else " "
    figure = str(rounded(row.average) if overall else row.coefficients)
    mark = PROPOSED if scene.has_proposed(row.player) else " "
    return say(
        "standings.row",
        head=f"{own}{place:>2}{safe}",
        name=shortened(scene.names[row.player], _NAME),
        counts=f"{row.games:>6} {row.wins:>2} {row.draws:>2}  {' ' * (7 - len(figure))}",
        figure=figure,
        rest=f"{mark}{gained(row.difference):>6}",
    )


def _place(row: StandingsRow) -> str:
    return "-" if row.place is None else str(row.place)


def shortened(name: str, width: int) -> str:
    """Return the name, cut and ended with … if it is longer than `width` characters."""
    return name if len(name) <= width else f"{name[: width - 1].rstrip()}…"


def _legend(scene: Scene, rows: Sequence[Numbered], reader: PersonId | None) -> list[Text]:
    """Return the meaning of the signs in the table, and the players who are out of it."""
    people = [row.player for _, row in rows]
    shown_players = [people[number] for number in _shown_indexes(rows, reader)]
    legend = []
    if any(scene.is_safe(player) for player in shown_players):
        legend.append(say("standings.sign_safe", sign=SAFE))
    if any(scene.has_proposed(player) for player in shown_players):
        legend.append(say("standings.sign_proposed", sign=PROPOSED))
    if reader in people:
        legend.append(say("standings.sign_own", sign=OWN))
    withdrawn = [player for player in people if scene.role_of(player) is Role.WITHDRAWN]
    legend += [say("standings.retired", who=scene.names[player]) for player in withdrawn]
    return legend + [excluded_text(scene, player) for player in people if _is_out(scene, player)]


def _is_out(scene: Scene, player: PersonId) -> bool:
    return scene.role_of(player) is Role.EXCLUDED


def excluded_text(scene: Scene, player: PersonId) -> Text:
    """Return that a player is disqualified, and how their results are treated (art. 10.3)."""
    if player in scene.phase.lifted:
        return say("standings.excluded_lifted", who=scene.names[player])
    is_kept = _treatment(scene, player) is Treatment.KEPT
    key = "standings.excluded_kept" if is_kept else "standings.excluded_void"
    return say(key, who=scene.names[player])


def _treatment(scene: Scene, player: PersonId) -> Treatment:
    """Return how a disqualified player's results are treated, by the latest ruling."""
    phases = scene.competition.phases[: scene.number + 1]
    return [phase.treatments[player] for phase in phases if player in phase.treatments][-1]


def excluded_note(scene: Scene, player: PersonId) -> Text | None:
    """Return a short note that a player is disqualified or withdrew; None for other players."""
    role = scene.role_of(player)
    if role is Role.EXCLUDED:
        return say(f"standings.note_{_treatment(scene, player).value}")
    return say("standings.note_retired") if role is Role.WITHDRAWN else None


def prospects_text(scene: Scene, group: str, reader: PersonId | None) -> Text:
    """Return the ranks that each player of a group can still reach, the reader first."""
    advance = scene.phase.plan.advance
    return say(
        "standings.prospects" if advance else "standings.places_open",
        where=where_text(scene, group),
        state=state_text(scene, *scene.games_of(group)),
        rows=prospect_lines(scene, group, reader),
        note=say("standings.prospects_note", n=advance) if advance else None,
    )


def prospect_lines(scene: Scene, group: str, reader: PersonId | None = None) -> list[Text]:
    """Return a line for each player of a group who has a rank, the reader first."""
    rows = sorted(scene.tables[group], key=lambda row: row.player != reader)
    prospects = ((row, scene.prospect_of(row.player)) for row in rows)
    return [
        _prospect_text(scene, row, prospect, reader)
        for row, prospect in prospects
        if prospect is not None
    ]


def _prospect_text(
    scene: Scene, row: StandingsRow, prospect: Prospect, reader: PersonId | None
) -> Text:
    """Return the ranks that a player can still reach, and the coefficients needed."""
    places = say("standings.place", place=prospect.best)
    if prospect.best != prospect.worst:
        places = say("standings.places", best=prospect.best, worst=prospect.worst)
    key = "standings.prospect_own" if row.player == reader else "standings.prospect"
    facts: dict[str, Param] = {
        "who": scene.names[row.player],
        "places": places,
        "stands": _sums_text(prospect),
        "verdict": _verdict(scene, row.player),
    }
    return Text(key, facts)


def _sums_text(prospect: Prospect) -> Text:
    """Return the open games, and the least and the most coefficients that the player ends with."""
    least = str(prospect.least)
    if not prospect.open_games:
        return say("standings.nothing_open", sum=least)
    return say(
        "standings.still_open", open=prospect.open_games, least=least, most=str(prospect.most)
    )


def _verdict(scene: Scene, player: PersonId) -> Text | None:
    """Return that the player withdrew, or what is already certain of them; None if all is open."""
    if scene.role_of(player) is Role.WITHDRAWN:
        return say("standings.withdrew")
    if scene.is_safe(player):
        return say("standings.safe")
    return say("standings.out_of_reach") if scene.is_out_of_reach(player) else None


def ties_text(scene: Scene, group: str) -> Text:
    """Return the criteria that separated players with equal coefficients (art. 8.1)."""
    return say(
        "standings.ties",
        where=where_text(scene, group),
        state=state_text(scene, *scene.games_of(group)),
        rows=tie_lines(scene, group) or [say("standings.no_ties")],
        order=[say(f"standings.criterion.{criterion.code}") for criterion in ORDER],
    )


def tie_lines(scene: Scene, group: str) -> list[Text]:
    """Return a line for each player whom a tie-break put behind the one above (art. 8.1)."""
    return [
        _parted_text(scene, above, row)
        for above, row in pairwise(scene.tables[group])
        if row.parted_by not in {"", "coefficients"} and row.place is not None
    ]


def _parted_text(scene: Scene, above: StandingsRow, row: StandingsRow) -> Text:
    """Return the criterion that put a player behind the one above, at equal coefficients (8.1)."""
    compared = None
    if row.parted_by == "score_difference":
        compared = _compared(above.difference, row.difference)
    elif row.parted_by == "points_scored":
        compared = _compared(above.scored, row.scored)
    return say(
        "standings.parted",
        place=row.place,
        who=scene.names[row.player],
        above=scene.names[above.player],
        by=say(f"standings.criterion.{row.parted_by}"),
        values=compared,
    )


def _compared(more: int | None, less: int | None) -> Text:
    return say("standings.compared", more=gained(more), less=gained(less))
