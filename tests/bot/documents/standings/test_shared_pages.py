"""Tables to share: as wide as a phone, readable and complete."""

import pytest

from bot.documents.render.lists.listing import draw_listing
from bot.documents.render.lists.listing_layout import PHONE_WIDTH, ListingRowKind, ListingView
from bot.documents.standings.album import TableRef, pictures_of, table_picture
from bot.documents.standings.scene import Scene
from bot.documents.standings.shared_pages import MOST_PLAYERS, READABLE, group_page, overall_page
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from tests.bot.documents.render.pictures import opened
from tests.bot.documents.standings.samples import excludes, played, scene


def word(text: Text) -> str:
    """Return the text in Romanian."""
    return load_catalogue("ro").plain(text)


def pages_of(seen: Scene, table_ref: TableRef) -> list[ListingView]:
    """Return the pages of a shared table."""
    pages = range(len(pictures_of(seen, table_ref)))
    if table_ref.is_overall:
        return [overall_page(seen, page, word) for page in pages]
    return [group_page(seen, table_ref.group, page, word) for page in pages]


@pytest.mark.parametrize("players", [2, 6, MOST_PLAYERS, MOST_PLAYERS + 1, 2 * MOST_PLAYERS + 3])
def test_no_type_is_smaller_than_a_phone_shows(players: int) -> None:
    """For any number of players, a page is readable on a phone and twice as high at most."""
    desk = played(players)
    seen = scene(excludes(desk, desk.now.phase.players[1]))
    for page in pages_of(seen, TableRef(phase=0, group="A", is_public=True)):
        canvas = draw_listing(page)
        assert canvas.smallest >= READABLE
        assert canvas.image.width == PHONE_WIDTH
        assert canvas.image.height <= 2 * PHONE_WIDTH


def test_every_player_of_a_large_table_is_on_one_page() -> None:
    """A large table has every player once, in order, on full and numbered pages."""
    seen = scene(played(2 * MOST_PLAYERS + 3))
    pages = pages_of(seen, TableRef(phase=0, group="A", is_public=True))

    shown = [row.cells for page in pages for row in page.rows if row.kind is ListingRowKind.PLAIN]
    assert [cells[1] for cells in shown] == [seen.names[row.player] for row in seen.tables["A"]]
    assert [sum(row.kind is ListingRowKind.PLAIN for row in page.rows) for page in pages] == [
        MOST_PLAYERS
    ] * 2 + [3]
    assert [page.footer.rpartition(" ")[2] for page in pages] == ["1/3", "2/3", "3/3"]


def test_all_groups_are_passed_on_at_a_phones_width() -> None:
    """The shared pictures are the overall order and each group, at a phone's width."""
    seen = scene(played(24, 4))
    table_ref = TableRef(phase=0, is_public=True)
    pictures = pictures_of(seen, table_ref)

    assert len(pictures) == 2 + 4
    for page in pages_of(seen, table_ref)[:2]:
        assert draw_listing(page).smallest >= READABLE
    assert opened(table_picture(seen, table_ref, word)).width == PHONE_WIDTH


def test_the_last_player_who_advances_has_a_line() -> None:
    """The page has one line, below the last player who advances."""
    seen = scene(played(6))
    (page,) = pages_of(seen, TableRef(phase=0, group="A", is_public=True))

    (number,) = [n for n, row in enumerate(page.rows) if row.kind is ListingRowKind.HEADING]
    assert number == seen.line_after("A")
