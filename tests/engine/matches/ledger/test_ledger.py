"""The time log: every change of thinking time, with author, reason and article."""

from dataclasses import replace

import pytest

from engine.errors import BrokenLog
from engine.games.deadlines import arrival
from engine.games.events import Ending, GameEnded, PlacementMade, PlacementReturned, TimeExceeded
from engine.games.fold import begin
from engine.games.orders import Order, grant_time
from engine.games.ruling_events import (
    Outage,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.games.turns import turn_of
from engine.ids import PersonId, Seat
from engine.matches.ledger.entries import DaysChange
from engine.matches.ledger.ledger import ledger
from tests.builders import ARBITER, BLUE, RED, noon
from tests.engine.matches.spent import (
    MAY,
    OPENED,
    WHY,
    after,
    annulled,
    entries_of,
    log_with,
    moved,
    older_lifting,
    three_moves,
)


def test_a_placement_shows_its_author_its_days_and_the_leave_between() -> None:
    """A move after six days, four of them leave, uses two under article 7.2."""
    move = replace(
        moved(begin(OPENED), 6, noon(7), entered_by=ARBITER), days=2
    )  # six days less four of leave

    (entry,) = entries_of(log_with(move))

    assert (entry.change, entry.author, entry.article) == (DaysChange.PLACED, ARBITER, "7.2")
    assert (entry.days, entry.left) == (-2, 28)
    assert entry.row == turn_of(move).row
    assert entry.row is not None
    assert (entry.row.leave_days, entry.row.days) == (4, 2)


def test_a_pass_is_its_players_own() -> None:
    """The entry of a pass without leave names its player and article 7.1."""
    (entry,) = entries_of(log_with(moved(begin(OPENED), 3, noon(4), word=False)))

    assert (entry.change, entry.author, entry.article) == (DaysChange.PASSED, RED, "7.1")
    assert (entry.days, entry.left) == (-3, 27)


@pytest.mark.article("5.2")
def test_a_returned_placement_gives_nothing_back() -> None:
    """A move sent back keeps its days used, and its author's time runs from that day."""
    events = log_with(moved(begin(OPENED), 3, noon(4)))
    back = PlacementReturned(at=noon(6), by=Seat.BLUE, on=MAY[6], words=("CX",))

    entry = entries_of([*events, back])[-1]

    assert (entry.seat, entry.change, entry.author) == (Seat.RED, DaysChange.RETURNED, BLUE)
    assert (entry.days, entry.kept, entry.left) == (0, 3, 27)
    assert (entry.rounds, entry.on, entry.words) == ((1,), MAY[6], ("CX",))


@pytest.mark.article("5.2")
def test_annulled_moves_give_their_days_back_or_keep_them() -> None:
    """Each player has an entry; only the time of the player to move starts again."""
    red, blue = entries_of([*three_moves(), annulled(1, noon(20), charged=False)])[-2:]

    assert (red.seat, red.change, red.days, red.left) == (Seat.RED, DaysChange.ANNULLED, 4, 28)
    assert (blue.seat, blue.days, blue.left) == (Seat.BLUE, 3, 30)
    assert (red.rounds, red.on, blue.rounds, blue.on) == ((2,), None, (1,), noon(20).date())
    assert (red.author, red.reason) == (ARBITER, WHY)

    (charged,) = entries_of([*three_moves(), annulled(2, noon(20), charged=True)])[3:]
    assert (charged.seat, charged.days, charged.kept, charged.left) == (Seat.RED, 0, 4, 24)


@pytest.mark.article("5.3")
def test_a_move_accepted_late_frees_the_days_of_what_was_taken_back_in_its_place() -> None:
    """The opponent, who moved on another board, has an entry for the days given back."""
    made = moved(after(log_with()), 1, noon())
    assert isinstance(made, PlacementMade)
    accepted = replace(made, answered=MAY[25])
    charged = [*three_moves(), annulled(0, noon(20), charged=True)]
    assert after(charged).blue.days == 3

    red, blue = entries_of([*charged, accepted])[-2:]

    assert (red.change, red.days, red.left) == (DaysChange.PLACED, 2 + 4 - 1, 29)
    assert (blue.change, blue.author) == (DaysChange.ANNULLED, None)
    assert (blue.days, blue.left, blue.article) == (3, 30, "5.3")


def test_going_back_further_gives_back_what_was_charged_before() -> None:
    """An earlier annulment returns days that a later one had charged."""
    events = [*three_moves(), annulled(2, noon(20), charged=True)]
    red, blue = entries_of([*events, annulled(1, noon(21), charged=False)])[-2:]

    assert (red.seat, red.days, red.rounds, red.left) == (Seat.RED, 4, (), 28)
    assert (blue.seat, blue.days, blue.left) == (Seat.BLUE, 3, 30)


@pytest.mark.article("5.3")
def test_moves_that_stand_again_use_their_days_again() -> None:
    """Restored moves use their days again, and the time of the player to move starts."""
    events = [*three_moves(), annulled(1, noon(20), charged=False)]
    again = older_lifting(noon(21), noon(20), 1)
    red, blue = entries_of([*events, again])[-2:]

    assert (red.change, red.days, red.left) == (DaysChange.LIFTED, -4, 24)
    assert (blue.days, blue.on, red.on) == (-3, MAY[21], None)


@pytest.mark.article("5.3")
def test_a_returned_placement_that_stands_again_costs_nothing_more() -> None:
    """A restored move that was sent back uses no more days; the opponent's time runs."""
    events = log_with(moved(begin(OPENED), 3, noon(4)))
    back = PlacementReturned(at=noon(6), by=Seat.BLUE, on=MAY[6])
    again = older_lifting(noon(8), noon(6), 0)

    blue = entries_of([*events, back, again])[-1]

    assert len(entries_of([*events, back, again])) == len(entries_of([*events, back])) + 1
    assert (blue.change, blue.seat, blue.on) == (DaysChange.LIFTED, Seat.BLUE, MAY[8])


@pytest.mark.article("7.2")
def test_the_arbiters_days_stand_with_their_reason() -> None:
    """Granted days count for one player only, with author, article and reason."""
    down = Outage(MAY[0], MAY[4])
    grant = TimeGranted(
        at=noon(2), arbiter=ARBITER, by=Seat.BLUE, days=5, article="7.2", reason=WHY, outage=down
    )

    (entry,) = entries_of(log_with(grant))

    assert (entry.seat, entry.change, entry.days, entry.left) == (
        Seat.BLUE,
        DaysChange.GRANTED,
        5,
        35,
    )
    assert (entry.author, entry.article, entry.reason) == (ARBITER, "7.2", WHY)
    assert entry.outage == down


@pytest.mark.article("7.1")
def test_days_given_back_by_themselves_are_nobodys_decision() -> None:
    """Days that the bot grants automatically have no author in the time log."""
    order = Order(at=noon(6), arbiter=ARBITER, article="7.2", reason=WHY, automatic=True)
    started = begin(OPENED)
    grants = grant_time(started, order, Seat.BLUE, 5, Outage(MAY[0], MAY[4]))

    entry = entries_of(log_with(*grants))[-1]

    assert (entry.change, entry.days, entry.author) == (DaysChange.GRANTED, 5, None)


@pytest.mark.article("7.2")
def test_exceeded_time_is_found_by_nobody_in_particular() -> None:
    """Exceeded time has no author, changes no days and gives the days used."""
    (entry,) = entries_of(log_with(TimeExceeded(at=noon(32), by=Seat.RED, days=31)))

    assert (entry.change, entry.author, entry.days, entry.used) == (
        DaysChange.EXCEEDED,
        None,
        0,
        31,
    )


def test_a_reopened_game_runs_for_the_player_to_move() -> None:
    """Time runs again from the arbiter's day; corrected points have no entry."""
    events = three_moves()
    over = GameEnded(
        at=noon(20), ending=Ending.ABANDONED, by=Seat.BLUE, red_adjustment=0, blue_adjustment=0
    )
    put_right = ScoreCorrected(
        at=noon(21), arbiter=ARBITER, move=0, points=9, counted=9, article="5.3", reason=WHY
    )
    again = older_lifting(noon(22), noon(22), days=0)

    entry = entries_of([*events, over, put_right, again])[-1]

    assert len(entries_of([*events, over, put_right])) == 3
    assert (entry.seat, entry.change, entry.on) == (Seat.BLUE, DaysChange.LIFTED, MAY[22])


def test_who_takes_a_seat_late_is_the_author_from_then_on() -> None:
    """A player who takes a seat after the start is the author of their later entries."""
    taken = SeatTaken(at=noon(1), by=Seat.RED, person=PersonId(7))
    events = log_with(taken, moved(begin(OPENED), 1, noon(2)))

    assert entries_of(events)[-1].author == PersonId(7)


@pytest.mark.article("7.1", "9.6")
def test_a_late_arrival_is_left_out_once_the_sheet_states_an_earlier_day() -> None:
    """The player's own sheet says when the move to answer came."""
    late = arrival(begin(OPENED), MAY[3], noon(3))
    move = replace(moved(begin(OPENED), 4, noon(9), entered_by=ARBITER), received=MAY[1])

    changes = [entry.change for entry in ledger([OPENED, *late, move])]

    assert changes == [DaysChange.ALLOTTED, DaysChange.ALLOTTED, DaysChange.PLACED]
    assert DaysChange.ARRIVED in {entry.change for entry in ledger([OPENED, *late])}


def test_a_log_without_its_start_has_no_time_log() -> None:
    """Nobody knows the days with which the players began."""
    for log in ([], [moved(begin(OPENED), 1, noon(2))]):
        with pytest.raises(BrokenLog):
            ledger(log)
