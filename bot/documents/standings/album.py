"""The pictures of a table: which there are, as notices carry them, and how each is drawn."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.documents.render.crosstable_layout import MOST_LINES, MOST_PLAYERS
from bot.documents.standings.message import phase_text, state_text, title_text
from bot.documents.standings.pictures import crosstable, group_pages, overall_pages
from bot.documents.standings.which import Which, format_which
from bot.texts.messages import Picture, StandingsPicture, Text, Word, say

if TYPE_CHECKING:
    from bot.documents.standings.scene import Scene

MOST = 10
"""Pictures in one album."""


def pictures_of(scene: "Scene", which: Which) -> tuple[Picture, ...]:
    """Return the pictures of a group's table; overall, that order and every group's table."""
    stamped = which.stamped(scene)
    tables = [stamped]
    if which.is_overall:
        groups = [replace(stamped, group=group.name) for group in scene.groups]
        tables = [stamped, *groups] if len(groups) > 1 else groups
    pages = [replace(table, page=page) for table in tables for page in range(_pages(scene, table))]
    code, seq = scene.competition.code, scene.seq
    return tuple(StandingsPicture(code, seq, format_which(page)) for page in pages[:MOST])


def _pages(scene: "Scene", which: Which) -> int:
    if which.is_overall:
        return max(1, -(-len(scene.overall) // MOST_LINES))
    players = len(scene.tables[which.group])
    lines = players + len(scene.withdrawn_from(which.group))
    return 1 if players <= MOST_PLAYERS else -(-lines // MOST_LINES)


def caption(scene: "Scene", which: Which) -> Text:
    """Return what stands under the pictures: which table it is, and how many games it counts."""
    counted, games = scene.games_of("" if which.is_overall else which.group)
    table = say("standings.title_overall", phase=phase_text(scene))
    if not which.is_overall:
        table = title_text(scene, which.group)
    return say(
        "standings.caption",
        title=scene.competition.title,
        table=table,
        state=state_text(scene, counted, games),
    )


def drawn(scene: "Scene", which: Which, word: Word) -> bytes:
    """Return one picture of the table as a PNG; the drawing code is loaded with the first."""
    from bot.documents.render.crosstable import render_crosstable, render_overall  # noqa: PLC0415

    seen = scene.as_seen(provisional=which.is_provisional)
    if which.is_overall:
        return render_overall(overall_pages(seen, word)[which.page])
    if len(seen.tables[which.group]) <= MOST_PLAYERS:
        return render_crosstable(crosstable(seen, which.group, word))
    return render_overall(group_pages(seen, which.group, word)[which.page])
