"""A table in the chat: a few large rows around the reader."""

from dataclasses import replace

import pytest

from bot.documents.render.lists.listing import render_listing
from bot.documents.render.lists.listing_layout import ListingRowKind, ListingView
from bot.documents.standings.closeup import MOST_LINES, NEAR, group_closeup, overall_closeup
from bot.documents.standings.pictures import SceneViews
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from engine.ids import Leg, PersonId, game_id
from tests.bot.documents.render.pictures import opened
from tests.bot.documents.standings.samples import figures_of, open_matches, played, scene


def word(text: Text) -> str:
    """Return the text in Romanian."""
    return load_catalogue("ro").plain(text)


def places(view: ListingView) -> list[str]:
    """Return the ranks of the lines above the heading of the reader's own games."""
    headings = [n for n, row in enumerate(view.rows) if row.cells[0] == "Partidele tale"]
    above = view.rows[: headings[0]] if headings else view.rows
    return [row.cells[0] for row in above if row.kind is not ListingRowKind.HEADING]


@pytest.mark.article("8.1")
@pytest.mark.parametrize("place", range(1, 13))
def test_a_reader_stands_among_their_neighbours_under_the_first(place: int) -> None:
    """A reader sees the first rank, their neighbours, and the number of the others."""
    seen = scene(played(12))
    reader = seen.tables["A"][place - 1].player

    view = group_closeup(seen, "A", reader, word)

    shown = [int(each) for each in places(view)]
    (marked,) = [row for row in view.rows if row.kind is ListingRowKind.MARKED]
    assert marked.cells[:2] == (str(place), seen.names[reader])
    assert shown[0] == 1
    assert len(shown) in {1 + 2 * NEAR, 2 + 2 * NEAR}
    assert set(range(max(1, place - NEAR), min(12, place + NEAR) + 1)) <= set(shown)
    left_out = sum(int(row.cells[0].split()[2]) for row in view.rows if "···" in row.cells[0])
    assert left_out == 12 - len(shown)


def test_ones_games_are_those_of_the_crosstable() -> None:
    """A reader sees every opponent in the table's order, with unapproved results marked."""
    desk = played(6)
    seen = scene(desk, *open_matches(desk), provisional=True)
    whole = SceneViews(seen, word).crosstable("A")
    own = 2
    reader = seen.tables["A"][own].player

    view = group_closeup(seen, "A", reader, word)

    partners = [row.name for n, row in enumerate(whole.rows) if n != own]
    games = view.rows[-len(partners) :]
    assert [row.cells[1] for row in games] == partners
    for row, meeting in zip(games, filter(None, whole.rows[own].meetings), strict=True):
        for cell, game in zip(row.cells[2:], meeting.games, strict=True):
            assert game is not None
            assert cell.removeprefix("~") == f"{game.own}–{game.partner}"
            assert cell.startswith("~") == (game.status.value == "proposed")
    assert view.notes == ("~ neomologat",)


def test_a_reader_without_a_line_sees_the_top() -> None:
    """A reader outside the table sees its top, without a mark and without games."""
    view = group_closeup(scene(played(6)), "A", PersonId(999), word)

    assert places(view) == [str(n) for n in range(1, 7)]
    assert all(row.kind is ListingRowKind.PLAIN for row in view.rows)
    many = group_closeup(scene(played(MOST_LINES + 3)), "A", None, word)
    assert places(many) == [str(n) for n in range(1, MOST_LINES + 1)]
    assert many.rows[-1].cells[0] == "··· încă 3 jucători"


def test_it_is_as_wide_as_a_phone_and_little_higher() -> None:
    """The picture has the width of a phone and is at most 2.2 times as high."""
    seen = scene(played(16))
    for reader in (None, seen.tables["A"][7].player):
        picture = opened(render_listing(group_closeup(seen, "A", reader, word)))
        assert picture.width == 1080
        assert picture.height <= 2.2 * picture.width
    picture = opened(render_listing(overall_closeup(seen, seen.overall[3].player, word)))
    assert picture.height < picture.width


def test_a_score_that_is_not_stated_is_a_dash() -> None:
    """A season of coefficients alone shows its reader no score, and a negative one has its sign."""
    desk = played(2, homologated=9)
    home, back = (game_id(desk.now.phase.matches[0].code, leg) for leg in Leg)
    unstated = replace(figures_of(home), red_score=None, blue_score=None)
    negative = replace(figures_of(back), red_score=300, blue_score=-8)
    phase = replace(desk.now.phase, results={home: unstated, back: negative})
    desk.now = replace(desk.now, phases=(phase,))
    reader = desk.now.phase.matches[0].red

    view = group_closeup(scene(desk), "A", reader, word)

    assert view.rows[-1].cells[-2:] == ("—", "−8–300")
