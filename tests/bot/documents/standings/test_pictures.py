from decimal import Decimal

import pytest

from bot.documents.render.lists.listing_layout import ListingRowKind
from bot.documents.render.standings.crosstable import render_crosstable, render_overall
from bot.documents.render.standings.crosstable_layout import MOST_LINES, MOST_PLAYERS
from bot.documents.render.standings.standings_view import GameCell, ResultStatus
from bot.documents.standings.album import TableRef, pictures_of, table_picture
from bot.documents.standings.pictures import SceneViews
from bot.documents.standings.shared_pages import group_page
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from engine.competitions.drawing import list_matches, start_phase
from engine.competitions.entering import withdraw
from engine.competitions.parts import ExclusionPolicy
from engine.ids import PersonId
from tests.bot.documents.render.pictures import opened
from tests.bot.documents.standings.samples import (
    called,
    excludes,
    figures_of,
    open_matches,
    played,
    scene,
    with_advance,
)
from tests.builders import START, noon
from tests.engine.competitions.desk import ANA, ION, Desk, running


def word(text: Text) -> str:
    """Return the text in Romanian."""
    return load_catalogue("ro").plain(text)


def figure(text: str) -> Decimal:
    """Return the value of a figure in Romanian notation."""
    return Decimal(text.replace(",", "."))


@pytest.mark.article("8.1")
@pytest.mark.parametrize("provisional", [False, True])
def test_the_cells_of_a_line_make_its_sum(provisional: bool) -> None:
    """A row's games, wins, coefficients, spread and points equal the sums of its cells."""
    desk = played(6)
    view = SceneViews(scene(desk, *open_matches(desk), provisional=provisional), word).crosstable(
        "A"
    )
    for row in view.rows:
        games = [game for meeting in row.meetings if meeting for game in meeting.games if game]
        assert len(games) == row.games
        assert sum(game.is_won for game in games) == row.wins
        assert row.wins + row.draws + row.losses == row.games
        assert sum(figure(game.coefficient) for game in games) == figure(row.coefficients)
        assert sum((game.own or 0) - (game.partner or 0) for game in games) == row.difference
        assert sum(game.own or 0 for game in games) == row.points


def test_the_two_of_a_game_see_the_same_game() -> None:
    """Both cells of a game have the same score mirrored, and opposite colours."""
    desk = played(5)
    view = SceneViews(scene(desk, *open_matches(desk), provisional=True), word).crosstable("A")
    for one, row in enumerate(view.rows):
        for other, meeting in enumerate(row.meetings):
            if meeting is None:
                assert one == other
                continue
            mirrored = view.rows[other].meetings[one]
            assert mirrored is not None
            for mine, theirs in zip(meeting.games, mirrored.games, strict=True):
                assert mine is not None
                assert theirs is not None
                assert (mine.own, mine.partner) == (theirs.partner, theirs.own)
                assert mine.is_red != theirs.is_red
                assert mine.status is theirs.status


def test_proposed_results_are_shown_only_where_they_are_asked_for() -> None:
    """The official picture omits proposed games, and the provisional one marks them."""
    desk = played(4)
    matches = open_matches(desk)
    for provisional in (False, True):
        view = SceneViews(scene(desk, *matches, provisional=provisional), word).crosstable("A")
        standings = [
            game.status
            for row in view.rows
            for meeting in row.meetings
            if meeting
            for game in meeting.games
            if game
        ]
        assert view.head.is_provisional == provisional
        assert standings.count(ResultStatus.HOMOLOGATED) == 2 * len(desk.now.phase.results)
        assert standings.count(ResultStatus.PROPOSED) == (
            2 * len(desk.now.phase.open_games()) if provisional else 0
        )


@pytest.mark.article("10.3")
@pytest.mark.parametrize("policy", [ExclusionPolicy.KEEP, ExclusionPolicy.VOID])
def test_results_of_an_excluded_player(policy: ExclusionPolicy) -> None:
    """A disqualified player's results are kept as before, or void for every player."""
    desk = running(4, exclusion=policy)
    desk.homologates_all()
    view = SceneViews(scene(excludes(desk, ION)), word).crosstable("A")
    *others, last = view.rows
    assert last.place == "—"
    assert last.is_out
    assert "art.\N{NO-BREAK SPACE}10.3" in last.note
    void = policy is ExclusionPolicy.VOID
    cells: list[GameCell] = []
    for row in others:
        meeting = row.meetings[-1]
        assert meeting is not None
        cells += [game for game in meeting.games if game]
    assert {cell.status for cell in cells} == {
        ResultStatus.VOID if void else ResultStatus.HOMOLOGATED
    }
    assert last.games == (0 if void else 6)
    assert all(row.games == (4 if void else 6) for row in others)


@pytest.mark.parametrize("players", [5, MOST_PLAYERS + 3])
def test_who_left_before_the_start_stands_under_their_group(players: int) -> None:
    """A player who left before the start has a struck-through row with the reason only."""
    desk = Desk(players)
    desk.draws()
    gone = desk.now.phase.groups[0].players[1]
    desk.does(withdraw, gone)
    desk.does(list_matches, desk.new_codes())
    desk.append(start_phase(desk.now, noon((desk.now.phase.plan.start - START).days)))
    seen = called(scene(desk), **{f"p{gone}": "Zoe Plecată"})

    stored_list = SceneViews(seen, word).crosstable("A")
    (left,) = stored_list.withdrawn
    assert (left.place, left.name, left.is_out) == ("—", seen.names[gone], True)
    assert left.note == "s-a retras înainte de start"
    assert seen.names[gone] not in {row.name for row in stored_list.rows}
    assert all(len(row.meetings) == players - 1 for row in stored_list.rows)
    pages = SceneViews(seen, word).group_pages("A")
    assert [row.name for page in pages for row in page.rows].count(seen.names[gone]) == 1
    assert pages[-1].rows[-1].note == left.note
    table_ref = TableRef(phase=0, group="A")
    assert opened(table_picture(seen, table_ref, word)).width > 600
    assert len(pictures_of(seen, table_ref)) == 1


@pytest.mark.parametrize(
    ("language", "name"), [("ro", "Jucător retras 1"), ("en", "Withdrawn player 1")]
)
def test_who_was_forgotten_is_called_so_in_the_readers_language(language: str, name: str) -> None:
    """An erased player's replacement name is in the reader's language."""
    catalogue = load_catalogue(language)
    seen = called(scene(played(4)), p1="Jucător retras 1").with_names(catalogue.name)
    names = [row.name for row in SceneViews(seen, catalogue.plain).crosstable("A").rows]
    assert name in names
    assert "Ion Pop" in names


def test_a_game_is_drawn_with_its_own_figures() -> None:
    """Each cell has the score and coefficient of its own game, the home game above."""
    desk = played(3, homologated=99)
    seen = scene(desk)
    view = SceneViews(seen, word).crosstable("A")
    places = {row.player: number for number, row in enumerate(seen.tables["A"])}
    match = desk.now.phase.matches[0]
    meeting = view.rows[places[match.red]].meetings[places[match.blue]]
    assert meeting is not None
    for game, cell, is_home in zip(match.games, meeting.games, (True, False), strict=True):
        if game not in desk.now.phase.results:
            assert cell is None
            continue
        found = figures_of(game)
        assert cell is not None
        assert cell.is_red == is_home
        own, partners = found.red_score, found.blue_score
        assert (cell.own, cell.partner) == ((own, partners) if is_home else (partners, own))
        assert figure(cell.coefficient) == (found.red if is_home else found.blue)


@pytest.mark.article("8.1")
def test_the_line_is_under_the_last_row_if_that_player_advances() -> None:
    """Nobody who advances is below the line, in a crosstable and in the tables without games."""
    seen = scene(with_advance(played(4), 4))
    assert SceneViews(seen, word).crosstable("A").advance == 4
    (page,) = SceneViews(seen, word).group_pages("A")
    assert page.advance == 4
    (*_, last_player, note) = group_page(seen, "A", 0, word).rows
    assert last_player.cells[1] == seen.names[seen.tables["A"][-1].player]
    assert note.kind is ListingRowKind.HEADING


def test_everything_can_be_drawn() -> None:
    """Group tables and overall order can be drawn before, during and after play."""
    for desk in (running(2), played(7, 2), excludes(played(6), ANA)):
        seen = scene(desk)
        for group in seen.groups:
            assert (
                opened(render_crosstable(SceneViews(seen, word).crosstable(group.name))).width > 600
            )
        for page in SceneViews(seen, word).overall_pages():
            assert opened(render_overall(page)).width > 600


def test_a_large_field_takes_several_pages() -> None:
    """The overall order continues on further pictures, without disqualified players."""
    players = MOST_LINES + 3
    desk = running(players, 5)
    pages = SceneViews(scene(desk), word).overall_pages()
    assert [len(page.rows) for page in pages] == [MOST_LINES, 3]
    places = [int(row.place) for page in pages for row in page.rows]
    assert places == list(range(1, players + 1))
    pages = SceneViews(scene(excludes(desk, PersonId(7))), word).overall_pages()
    assert sum(len(page.rows) for page in pages) == players - 1
