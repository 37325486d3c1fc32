"""From a game to its sheets: the drawing has the game's facts."""

from dataclasses import replace
from datetime import timedelta
from functools import reduce

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.render.sheets.time_view import TimeSheetView
from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import CompetitionSheetView, RowKind, TileState
from bot.documents.views.boards import board_picture, plan_picture
from bot.documents.views.setting import GameSetting, arbiter_names, setting_of
from bot.documents.views.sheets import competition_sheet, time_sheet
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from engine.errors import EngineError
from engine.games.commands import Resign, ReturnPlacement
from engine.games.deadlines import arrival
from engine.games.events import Event
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.orders import Order, annul, correct_score, grant_time
from engine.games.ruling_events import MovesAnnulled, ScoreCorrected
from engine.ids import NO_ARBITER, PROGRAM, Seat
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.kinds import FRIENDLY
from engine.notation import parse_placement
from engine.rulesets import NATIONAL_2025, WordPolicy
from engine.thinking_time import LeavePeriod
from tests.builders import (
    ARBITER,
    BLUE,
    PARTNER_RULES,
    RED,
    SEQUENCE,
    START,
    game_after,
    noon,
    on_leave,
    play,
)
from tests.engine.games.ordered import restore
from tests.engine.matches.staged import joined
from tests.examples import HALF


def word(text: Text) -> str:
    """Word a text in Romanian."""
    return load_catalogue("ro").plain(text)


def setting(day: int = 0) -> GameSetting:
    """Return the people and the day of the sheets."""
    return GameSetting(
        names={RED: "Ana Pop", BLUE: "Ion Rus"},
        arbiters=("Maria Dan", "Radu Ene"),
        competition="Campionatul Național",
        word_list_official=False,
        version=7,
        today=START + timedelta(days=day),
    )


def sheets(game: Game, day: int = 0) -> tuple[CompetitionSheetView, TimeSheetView]:
    """Return both sheets of the game on that day."""
    return competition_sheet(game, setting(day), word), time_sheet(game, setting(day), word)


@pytest.mark.article("2.1")
@pytest.mark.article("4.2")
def test_the_competition_sheet_has_every_placement_with_its_words_and_scores() -> None:
    """Position, main word, adjacent words, points, capped points and totals, by round."""
    sheet, _ = sheets(game_after("H7 CASA", "I8 STIRE"))
    (red,), (blue,) = sheet.red.rows, sheet.blue.rows

    assert (red.position, red.word, red.score, red.counted, red.total) == ("H7", "CASA", 8, 8, 8)
    assert (blue.word, blue.adjacent, blue.total) == ("STIRE", ("AS", "ST", "AI"), 13)
    assert sheet.last is not None
    assert (sheet.last.side, sheet.last.word) == (PlayerColour.BLUE, "STIRE")
    assert len(sheet.last.squares) == 5


def test_the_sheets_of_a_friendly_match_name_no_arbiter_and_no_leg_of_an_only_game() -> None:
    """The program that ends such a match is not an arbiter."""
    names = {NO_ARBITER: "Tur-Retur", ARBITER: "Maria Dan"}
    friendly = replace(
        setting(),
        arbiters=arbiter_names(names, (NO_ARBITER,)),
        competition="",
        kind=FRIENDLY,
        is_single=True,
    )
    head = competition_sheet(game_after(), friendly, word).head

    assert (head.competition, head.arbiters, head.leg) == ("Meci amical", (), "")
    assert arbiter_names(names, (ARBITER,)) == ("Maria Dan",)


@pytest.mark.article("4.1")
def test_the_sequence_shows_who_took_and_used_what() -> None:
    """Letters on the board are struck, those on racks are marked, the others are plain."""
    sheet, _ = sheets(game_after("H8 CASA"))
    states = [tile.state for tile in sheet.sequence]

    assert states[:4] == [TileState.USED] * 4
    assert states[4:7] == [TileState.HELD] * 3
    assert [tile.side for tile in sheet.sequence[7:14]] == [PlayerColour.BLUE] * 7
    assert sheet.sequence[18].state is TileState.WAITING
    assert "".join(tile.tile for tile in sheet.sequence) == SEQUENCE


@pytest.mark.article("7.2")
def test_the_time_sheet_puts_the_round_into_each_day_used() -> None:
    """Red's second round took 3 days, so three boxes have 2; the running days show, too."""
    game = play(game_after(), "H8 CASA", at=noon())
    game = play(game, "PAS", at=noon(1))
    game = play(game, "PAS", at=noon(5))
    _, sheet = sheets(game, day=8)

    assert sheet.red.day_rounds == (2, 2, 2)
    assert sheet.blue.day_rounds == (2, 2)
    assert sheet.blue.rows[-1].sent is None
    assert sheet.blue.last_day is not None
    assert sheet.red.last_day is None


@pytest.mark.article("7.2")
def test_leave_has_its_boxes_and_its_article() -> None:
    """Announced days are in the leave boxes; a row with deducted leave cites 7.2."""
    leave = LeavePeriod(START + timedelta(days=2), START + timedelta(days=3))
    game = on_leave(game_after(), Seat.RED, leave)
    game = play(game, "H8 CASA", at=noon(6))
    _, sheet = sheets(game, day=6)
    (row,) = sheet.red.rows

    assert [day.day for day in sheet.red.leave] == list(leave.dates)
    assert (row.leave, row.days, row.article) == (2, 3, "7.2")


@pytest.mark.article("5.2")
def test_a_returned_placement_stays_on_the_sheet_and_counts_nothing() -> None:
    """A move sent back is marked void with its article, and its days stay in the time log."""
    rules = replace(NATIONAL_2025, word_policy=WordPolicy.PARTNER)
    game = play(game_after(rules=rules), "H8 CASA", at=noon(3), lexicon=())
    game = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(4), lexicon=())
    sheet, times = sheets(game, day=4)

    assert sheet.red.rows[0].kind is RowKind.VOID
    assert "5.2" in sheet.red.rows[0].note
    assert sheet.red.total == 0
    assert sheet.tiles == ()
    assert times.red.rows[0].days == 2


@pytest.mark.article("7.1")
def test_a_late_arrival_and_a_placement_held_have_their_rows_on_the_time_sheet() -> None:
    """The time sheet shows when late sheets arrived, and when and why a move was sent back."""
    game = play(game_after(rules=PARTNER_RULES), "H8 CASA", lexicon=())
    game = reduce(evolve, arrival(game, START + timedelta(days=2), noon(2)), game)
    game = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(6), lexicon=())
    game = play(game, "H8 CASA", at=noon(6))
    game = reduce(evolve, arrival(game, START + timedelta(days=8), noon(8)), game)

    blue = time_sheet(game, setting(10), word).blue

    late = [f"fișele trimise pe {n} mai au ajuns pe {n + 2} mai" for n in (1, 7)]
    assert [(row.round, row.days, row.total, row.note) for row in blue.rows] == [
        (1, 3, 3, f"{late[0]}; depunerea partenerului, returnată (art.\N{NO-BREAK SPACE}5.2)"),
        (1, 1, 4, late[1]),
    ]
    assert blue.day_rounds == (1, 1, 1, 1)
    assert [row.received.day for row in blue.rows] == [3, 9]


def test_the_end_is_shown_on_the_sheet() -> None:
    """A finished game shows how it ended and both final scores."""
    sheet, _ = sheets(play(game_after("H8 CASA"), Resign(by=Seat.BLUE)))

    assert any("Ion Rus" in line and "9.1" in line for line in sheet.result)
    assert (sheet.red.final, sheet.blue.final) == (8, 0)


def test_a_preview_shows_the_new_tiles_apart_from_those_lying_there() -> None:
    """Only tiles to be laid are proposed, and the tiles to be drawn are shown."""
    game = game_after("H8 CASA")
    picture = board_picture(game, Seat.BLUE, word, parse_placement("8H CREATI"))

    assert "".join(tile.letter for tile in picture.proposed) == "REATI"
    assert len(picture.tiles) == 4
    assert picture.coming == game.sequence[game.drawn : game.drawn + 5]


def test_a_plan_shows_what_it_would_lay_apart_and_the_rack_of_who_moves_then() -> None:
    """The line's tiles are planned; a line of passes lays none and is still a plan."""
    game = game_after("H8 CASA")
    picture = plan_picture(game, "8H CREATI; PAS", word)
    after = play(game, "8H CREATI", "PAS")

    assert "".join(tile.letter for tile in picture.planned or ()) == "REATI"
    assert len(picture.tiles) == len(picture.last) == 4
    assert (picture.side, picture.rack) == (PlayerColour.BLUE, after.blue.rack)
    assert picture.coming == after.sequence[after.drawn : after.drawn + 7]
    assert plan_picture(game, "PAS", word).planned == ()
    assert board_picture(game, Seat.BLUE, word).planned is None


@settings(max_examples=HALF, deadline=None)
@example([("PAS", 0)] * 4)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["H8 CASA", "PAS", "8H STIRE", "9H TE", "8G ETA"]), st.integers(0, 4)
        ),
        max_size=8,
    )
)
def test_the_sheets_add_up(script: list[tuple[str, int]]) -> None:
    """Rows add up to the totals and boxes to the days used, after any moves."""
    game, day = game_after(), 0
    for text, wait in script:
        day += wait
        try:
            game = play(game, text, at=noon(day))
        except EngineError:
            continue
    sheet, times = sheets(game, day)

    for side, score, clock in (
        (game.red, sheet.red, times.red),
        (game.blue, sheet.blue, times.blue),
    ):
        adjusted = sum(line.points for line in score.adjustments)
        assert sum(row.counted for row in score.rows) + adjusted == side.score
        assert sum(row.days for row in clock.rows if row.sent) == side.days
        assert len(clock.day_rounds) == sum(row.days for row in clock.rows)


def ruled(game: Game, *events: Event) -> Game:
    """Return the game after an arbiter's ruling."""
    return reduce(evolve, events, game)


def order(day: int) -> Order:
    """Return an order of the arbiter's on that day."""
    return Order(at=noon(day), arbiter=ARBITER, article="5.3", reason="adunare")


def annulled(keep: int, *, charged: bool) -> MovesAnnulled:
    """Return the ruling that takes the game back to that many moves."""
    return MovesAnnulled(
        at=noon(20),
        arbiter=ARBITER,
        keep=keep,
        on=START + timedelta(days=20),
        charged=charged,
        article="5.2",
        reason="cuvânt inadmisibil",
    )


@pytest.mark.article("5.2")
@pytest.mark.parametrize(("charged", "boxes"), [(True, (3, 4)), (False, (0, 0))])
def test_annulled_moves_stay_on_the_sheets_struck_through(
    charged: bool, boxes: tuple[int, int]
) -> None:
    """An annulled move or PAS counts nothing; its days fill boxes only if charged."""
    game = play(game_after(), "H7 CASA", at=noon(4))
    game = ruled(play(game, "PAS", at=noon(9)), annulled(0, charged=charged))

    sheet, times = sheets(game, 20)
    (red,), (blue,) = sheet.red.rows, sheet.blue.rows

    assert (red.kind, red.word, red.total) == (RowKind.VOID, "CASA", 0)
    assert red.note == "anulată (art.\N{NO-BREAK SPACE}5.2)"
    assert (blue.kind, blue.word, blue.note) == (
        RowKind.VOID,
        "PAS",
        "anulată (art.\N{NO-BREAK SPACE}5.2)",
    )
    assert sheet.tiles == ()
    assert (len(times.red.day_rounds), len(times.blue.day_rounds)) == boxes
    assert (game.red.days, game.blue.days) == boxes
    assert times.red.rows[0].note == "anulată (art.\N{NO-BREAK SPACE}5.2)"


@pytest.mark.article("5.3")
def test_a_corrected_score_says_so_beside_the_placement() -> None:
    """The row has new and old figures and the article, and the total follows."""
    right = ScoreCorrected(
        at=noon(2), arbiter=ARBITER, move=0, points=9, counted=9, article="5.3", reason="adunare"
    )

    sheet, _ = sheets(ruled(game_after("H7 CASA", "I8 STIRE"), right))
    (row,) = sheet.red.rows

    assert (row.score, row.counted, row.total) == (9, 9, 9)
    assert row.note == "punctaj rectificat, era 8; art.\N{NO-BREAK SPACE}5.3"
    assert sheet.red.total == 9
    assert sheet.blue.rows[0].note == ""


@pytest.mark.article("5.3")
def test_a_corrected_placement_that_is_restored_says_so_still() -> None:
    """Annulled and restored, it counts as corrected, and the sheet says why.

    The move made in its place meanwhile is not corrected and not marked so.
    """
    game = game_after("H7 CASA", "I8 STIRE")
    game = ruled(game, *correct_score(game, order(2), 0, 9))
    game = ruled(game, *annul(game, order(3), 0))
    other = play(game, "H7 CASA", at=noon(4))
    again = ruled(other, *restore(other, order(5)))

    struck, stead = sheets(other)[0].red.rows
    assert (struck.kind, stead.score, stead.note) == (RowKind.VOID, 8, "")
    standing = [row for row in sheets(again)[0].red.rows if row.kind is RowKind.PLACED]
    assert [(row.score, row.total) for row in standing] == [(9, 9)]
    assert [row.note for row in standing] == [
        "punctaj rectificat, era 8; art.\N{NO-BREAK SPACE}5.3"
    ]
    assert again.red.score == 9


@pytest.mark.article("5.3")
def test_a_score_put_right_twice_shows_what_the_player_had() -> None:
    """The row shows the points as sent, before the cap (art. 1.4), and the last article."""
    wrong = ScoreCorrected(
        at=noon(2), arbiter=ARBITER, move=0, points=60, counted=50, article="1.4", reason="plafon"
    )
    right = replace(wrong, at=noon(3), points=8, counted=8, article="5.3")
    game = game_after("H7 CASA", "I8 STIRE")

    first, _ = sheets(ruled(game, wrong))
    both, _ = sheets(ruled(ruled(game, wrong), right))
    capped, _ = sheets(ruled(replace(game, moves=ruled(game, wrong).moves), right))

    assert first.red.rows[0].note == "punctaj rectificat, era 8; art.\N{NO-BREAK SPACE}1.4"
    assert both.red.rows[0].note == "punctaj rectificat, era 8; art.\N{NO-BREAK SPACE}5.3"
    assert capped.red.rows[0].note == "punctaj rectificat, era 50 (60); art.\N{NO-BREAK SPACE}5.3"


@pytest.mark.article("7.2")
def test_days_that_the_arbiter_gave_are_boxes_of_their_own_sum() -> None:
    """Thirty and five give thirty-five boxes, and the sheet says who gave the five."""
    order = Order(at=noon(1), arbiter=ARBITER, article="7.2", reason="spitalizare")
    game = reduce(evolve, grant_time(game_after(), order, Seat.BLUE, 5), game_after())

    _, sheet = sheets(game)

    assert (sheet.blue.budget, sheet.blue.granted) == (35, 5)
    assert (sheet.red.budget, sheet.red.granted) == (30, 0)
    assert render_time_sheet(sheet) != render_time_sheet(
        replace(sheet, blue=replace(sheet.blue, granted=0))
    )


def test_a_practice_game_is_headed_practice_and_names_no_phase() -> None:
    """Without a title of its own it has neither the federation's title nor a phase."""
    match = replace(joined(), arbiter=NO_ARBITER, second=PROGRAM, title=None)
    practice = setting_of(
        match,
        None,
        {RED: "Ana Pop", BLUE: "Tur-Retur"},
        federation="Campionatul Național",
        is_official=False,
        today=START,
    )
    head = competition_sheet(game_after("H7 CASA"), practice, word).head
    assert (head.competition, head.phase, head.arbiters) == ("Partidă de antrenament", "", ())


@pytest.mark.article("6.1")
@pytest.mark.parametrize(
    ("channel", "browsers", "head"),
    [
        ("", (), ""),
        ("", ("Ana Pop",), "prin browser: Ana Pop"),
        ("viber", (), "Viber"),
        ("viber", ("Ana Pop", "Ion Rus"), "Viber; prin browser: Ana Pop și Ion Rus"),
    ],
)
def test_both_sheets_name_the_players_in_a_browser(
    channel: str, browsers: tuple[str, ...], head: str
) -> None:
    """The head of both sheets has the agreed channel, and who takes part in a browser."""
    told = replace(
        setting(), channel_settings=ChannelSettings(channel=channel), in_browser=browsers
    )
    game = game_after()
    assert competition_sheet(game, told, word).head.channel == head
    assert time_sheet(game, told, word).head.channel == head
