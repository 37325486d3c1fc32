"""The ledger of days: every change of anyone's days, with author, reason and article."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Axis, Square
from engine.clock import LeavePeriod
from engine.games.events import (
    Ending,
    Event,
    GameEnded,
    GameStarted,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    Outage,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.ids import Leg, MatchCode, PersonId, Seat
from engine.matches.events import (
    LegStarted,
    MatchArranged,
    MatchEvent,
    MatchLeaveAnnounced,
    MatchLeaveWithdrawn,
)
from engine.matches.ledger import ledger
from engine.matches.ledger_entries import Change, Entry, clock_row_of
from engine.rulesets import NATIONAL_2025, WordPolicy
from tests.builders import ARBITER, BLUE, RED, START, noon, started

RULES = replace(NATIONAL_2025, word_policy=WordPolicy.PARTNER)
OPENED = started(rules=RULES)
MAY = tuple(START + timedelta(days=number) for number in range(40))
WHY = "the bot was down"


def moved(
    game: Game, days: int, at: datetime, *, word: bool = True, entered_by: PersonId | None = None
) -> PlacementMade | Passed:
    """Return a move of whoever is to move that uses that many days: a word of two tiles, or PAS.

    The fold judges nothing, so the word lies where there is room for it.
    """
    sent = game.received + timedelta(days=days + 1)
    seat, tiles = game.turn, game.side(game.turn).rack[:2].replace("?", "a")
    if not word or len(tiles) < 2 or len(game.moves) > 14:
        return Passed(
            at=at, by=seat, round=game.round, received=game.received, sent=sent, days=days
        )
    return PlacementMade(
        at=at,
        by=seat,
        round=game.round,
        square=Square(len(game.moves), 0),
        axis=Axis.ACROSS,
        word=tiles,
        tiles=tiles,
        words=(tiles,),
        points=2,
        counted=2,
        received=game.received,
        sent=sent,
        days=days,
        entered_by=entered_by,
    )


def restored(game: Game, at: datetime) -> MovesRestored:
    """Return the ruling by which what was returned or annulled last stands again."""
    run = game.voided[-1]
    return MovesRestored(
        at=at,
        arbiter=ARBITER,
        voided=run.event.at,
        keep=run.keep,
        on=MAY[20],
        article="5.3",
        reason=WHY,
    )


def annulled(keep: int, at: datetime, *, charged: bool) -> MovesAnnulled:
    """Return the arbiter's order to go back to that move."""
    return MovesAnnulled(
        at=at, arbiter=ARBITER, keep=keep, on=MAY[9], charged=charged, article="5.2", reason=WHY
    )


def games(events: list[Event]) -> Iterator[Game]:
    """Yield the game after each event."""
    first = events[0]
    assert isinstance(first, GameStarted)
    game = begin(first)
    yield game
    for event in events[1:]:
        game = evolve(game, event)
        yield game


def told(*events: Event) -> list[Event]:
    """Return the events of a game that begins as all do here."""
    return [OPENED, *events]


@st.composite
def stories(draw: st.DrawFn) -> list[Event]:
    """Draw the events of a game in which whatever touches days happens in any order."""
    events: list[Event] = [OPENED]
    game = begin(OPENED)
    for step in range(draw(st.integers(0, 25))):
        at = noon() + timedelta(hours=step + 1)
        event = _something(draw, game, at)
        if event is not None:
            game = evolve(game, event)
            events.append(event)
    return events


def _something(draw: st.DrawFn, game: Game, at: datetime) -> Event | None:  # noqa: PLR0911, PLR0912  (one line a case)
    seat = draw(st.sampled_from(Seat))
    what = draw(st.sampled_from("mmmmmmrlwgaacsxebb"))
    if game.stage is Stage.ENDED:
        return GameReopened(at=at, arbiter=ARBITER, on=MAY[20], article="10.1", reason=WHY)
    match what:
        case "m":
            return moved(game, draw(st.integers(0, 7)), at, word=draw(st.booleans()))
        case "r" if game.returnable:
            return PlacementReturned(at=at, by=game.turn, on=MAY[8])
        case "l":
            first = MAY[draw(st.integers(0, 39))]
            last = first + timedelta(days=draw(st.integers(0, 3)))
            return LeaveAnnounced(at=at, by=seat, period=LeavePeriod(first, last))
        case "w" if game.side(seat).leave:
            period = draw(st.sampled_from(game.side(seat).leave))
            if game.side(seat).leave.count(period) > 1:
                return None  # no player may announce the same days twice
            return LeaveWithdrawn(at=at, by=seat, period=period)
        case "g":
            days = draw(st.integers(-3, 9))
            return TimeGranted(
                at=at, arbiter=ARBITER, by=seat, days=days, article="7.2", reason=WHY
            )
        case "a" if game.moves:
            keep = draw(st.integers(0, len(game.moves) - 1))
            return annulled(keep, at, charged=draw(st.booleans()))
        case "b" if game.voided and game.voided[-1].keep == len(game.moves):
            return restored(game, at)
        case "s":
            return SeatTaken(at=at, by=seat, person=PersonId(7))
        case "x":
            return TimeExceeded(at=at, by=seat, days=31)
        case "e":
            return GameEnded(
                at=at, ending=Ending.ABANDONED, by=seat, red_adjustment=0, blue_adjustment=0
            )
        case _:
            return None


@pytest.mark.article("7.1")
@given(stories())
@settings(max_examples=150)
def test_the_balances_are_those_of_the_game_after_every_event(events: list[Event]) -> None:
    """Whatever happens, in whatever order, the ledger's balances are the sheet's own figures."""
    for number, game in enumerate(games(events), start=1):
        entries = ledger(events[:number])
        for seat in Seat:
            side = game.side(seat)
            last = [entry for entry in entries if entry.seat is seat][-1]
            assert last.left == game.allowance(seat) - side.days
            assert last.leave_left == RULES.leave_days - sum(p.days for p in side.leave)


@given(stories())
@settings(max_examples=60)
def test_nobodys_days_change_without_an_entry_that_says_why(events: list[Event]) -> None:
    """Each entry's balance is the one before it and its own change; all name an article."""
    entries = ledger(events)
    for seat in Seat:
        own = [entry for entry in entries if entry.seat is seat]
        left = leave = 0
        for entry in own:
            left, leave = left + entry.days, leave + entry.leave
            assert (entry.left, entry.leave_left) == (left, leave)
            assert entry.article
            assert (entry.author is None) == (entry.change in {Change.EXCEEDED, Change.ALLOTTED})


def entries_of(events: list[Event], around: tuple[MatchEvent, ...] = ()) -> list[Entry]:
    """Return what the ledger has after the opening balances."""
    return list(ledger(events, around))[2:]


def after(events: list[Event]) -> Game:
    """Return the game that these events make."""
    return reduce(evolve, events[1:], begin(OPENED))


def test_a_placement_shows_its_author_its_days_and_the_leave_between() -> None:
    """Six days between, four of them leave: two used, by article 7.2, entered by the arbiter."""
    move = replace(
        moved(begin(OPENED), 6, noon(7), entered_by=ARBITER), days=2
    )  # as the clock counts them with four days of leave between

    (entry,) = entries_of(told(move))

    assert (entry.change, entry.author, entry.article) == (Change.PLACED, ARBITER, "7.2")
    assert (entry.days, entry.left) == (-2, 28)
    assert entry.row == clock_row_of(move)
    assert entry.row is not None
    assert (entry.row.leave_days, entry.row.days) == (4, 2)


def test_a_pass_is_its_players_own() -> None:
    """PAS without leave is entered by its player under article 7.1, no leave between."""
    (entry,) = entries_of(told(moved(begin(OPENED), 3, noon(4), word=False)))

    assert (entry.change, entry.author, entry.article) == (Change.PASSED, RED, "7.1")
    assert (entry.days, entry.left) == (-3, 27)


@pytest.mark.article("5.2")
def test_a_returned_placement_gives_nothing_back() -> None:
    """Its days stay used, its author's clock runs again from the day of the return."""
    events = told(moved(begin(OPENED), 3, noon(4)))
    back = PlacementReturned(at=noon(6), by=Seat.BLUE, on=MAY[6], words=("CX",))

    entry = entries_of([*events, back])[-1]

    assert (entry.seat, entry.change, entry.author) == (Seat.RED, Change.RETURNED, BLUE)
    assert (entry.days, entry.kept, entry.left) == (0, 3, 27)
    assert (entry.rounds, entry.on, entry.words) == ((1,), MAY[6], ("CX",))


def three_moves() -> list[Event]:
    """Return Red's, Blue's and Red's moves of 2, 3 and 4 days."""
    events = told()
    for days in (2, 3, 4):
        events.append(moved(after(events), days, noon(len(events))))
    return events


@pytest.mark.article("5.2")
def test_annulled_moves_give_their_days_back_or_keep_them() -> None:
    """Each player has an entry of his own; only who must move again has his clock started."""
    red, blue = entries_of([*three_moves(), annulled(1, noon(20), charged=False)])[-2:]

    assert (red.seat, red.change, red.days, red.left) == (Seat.RED, Change.ANNULLED, 4, 28)
    assert (blue.seat, blue.days, blue.left) == (Seat.BLUE, 3, 30)
    assert (red.rounds, red.on, blue.rounds, blue.on) == ((2,), None, (1,), MAY[9])
    assert (red.author, red.reason) == (ARBITER, WHY)

    (charged,) = entries_of([*three_moves(), annulled(2, noon(20), charged=True)])[3:]
    assert (charged.seat, charged.days, charged.kept, charged.left) == (Seat.RED, 0, 4, 24)


def test_going_back_further_gives_back_what_was_charged_before() -> None:
    """A placement charged although annulled comes back when the ruling before it is undone."""
    events = [*three_moves(), annulled(2, noon(20), charged=True)]
    red, blue = entries_of([*events, annulled(1, noon(21), charged=False)])[-2:]

    assert (red.seat, red.days, red.rounds, red.left) == (Seat.RED, 4, (), 28)
    assert (blue.seat, blue.days, blue.left) == (Seat.BLUE, 3, 30)


@pytest.mark.article("5.3")
def test_moves_that_stand_again_use_their_days_again() -> None:
    """What was given back is used again; who is to move then has his clock started."""
    events = [*three_moves(), annulled(1, noon(20), charged=False)]
    again = MovesRestored(
        at=noon(21),
        arbiter=ARBITER,
        voided=noon(20),
        keep=1,
        on=MAY[21],
        article="5.3",
        reason=WHY,
    )
    red, blue = entries_of([*events, again])[-2:]

    assert (red.change, red.days, red.rounds, red.left) == (Change.STANDING_AGAIN, -4, (2,), 24)
    assert (blue.days, blue.rounds, blue.on, red.on) == (-3, (1,), MAY[21], None)


@pytest.mark.article("5.3")
def test_a_returned_placement_that_stands_again_costs_nothing_more() -> None:
    """Its days had stayed used; its author's entry changes nothing, the partner's clock runs."""
    events = told(moved(begin(OPENED), 3, noon(4)))
    back = PlacementReturned(at=noon(6), by=Seat.BLUE, on=MAY[6])
    again = MovesRestored(
        at=noon(8), arbiter=ARBITER, voided=noon(6), keep=0, on=MAY[8], article="5.3", reason=WHY
    )

    red, blue = entries_of([*events, back, again])[-2:]

    assert (red.change, red.days, red.rounds, red.left) == (Change.STANDING_AGAIN, 0, (1,), 27)
    assert (blue.change, blue.rounds, blue.on) == (Change.STANDING_AGAIN, (), MAY[8])


@pytest.mark.article("7.2")
def test_the_arbiters_days_stand_with_his_reason() -> None:
    """Days granted are added for that player alone, with author, article and reason."""
    down = Outage(MAY[0], MAY[4])
    grant = TimeGranted(
        at=noon(2), arbiter=ARBITER, by=Seat.BLUE, days=5, article="7.2", reason=WHY, outage=down
    )

    (entry,) = entries_of(told(grant))

    assert (entry.seat, entry.change, entry.days, entry.left) == (
        Seat.BLUE,
        Change.GRANTED,
        5,
        35,
    )
    assert (entry.author, entry.article, entry.reason) == (ARBITER, "7.2", WHY)
    assert entry.outage == down


@pytest.mark.article("7.2")
def test_exceeded_time_is_found_by_nobody_in_particular() -> None:
    """The finding has no author, changes nothing, and says how many days were used."""
    (entry,) = entries_of(told(TimeExceeded(at=noon(32), by=Seat.RED, days=31)))

    assert (entry.change, entry.author, entry.days, entry.used) == (Change.EXCEEDED, None, 0, 31)


def test_a_reopened_game_runs_for_whoever_is_to_move() -> None:
    """The clock starts again on the arbiter's day; corrected points touch no days."""
    events = three_moves()
    over = GameEnded(
        at=noon(20), ending=Ending.ABANDONED, by=Seat.BLUE, red_adjustment=0, blue_adjustment=0
    )
    put_right = ScoreCorrected(
        at=noon(21), arbiter=ARBITER, move=0, points=9, counted=9, article="5.3", reason=WHY
    )
    again = GameReopened(at=noon(22), arbiter=ARBITER, on=MAY[22], article="10.1", reason=WHY)

    entry = entries_of([*events, over, put_right, again])[-1]

    assert len(entries_of([*events, over, put_right])) == 3
    assert (entry.seat, entry.change, entry.on) == (Seat.BLUE, Change.REOPENED, MAY[22])


def test_who_takes_a_seat_late_is_the_author_from_then_on() -> None:
    """A player bound to his place after the start signs what he does."""
    taken = SeatTaken(at=noon(1), by=Seat.RED, person=PersonId(7))
    events = told(taken, moved(begin(OPENED), 1, noon(2)))

    assert entries_of(events)[-1].author == PersonId(7)


MATCH = MatchArranged(
    at=datetime(2025, 4, 20, 9, tzinfo=UTC),
    match=MatchCode("TEST"),
    arbiter=ARBITER,
    phase=OPENED.phase,
    rules=RULES,
    edition=OPENED.edition,
    first=RED,
    second=BLUE,
    start=START,
    home_seed="0" * 64,
    return_seed="1" * 64,
)
LATER = LeavePeriod(date(2025, 6, 1), date(2025, 6, 3))
SOONER = LeavePeriod(date(2025, 5, 10), date(2025, 5, 11))


def before_the_start() -> tuple[MatchEvent, ...]:
    """Return a match in which Red announced two periods before it began, and withdrew one."""

    def on(day: int) -> datetime:
        return datetime(2025, 4, day, 12, tzinfo=UTC)

    return (
        MATCH,
        MatchLeaveAnnounced(at=on(21), person=RED, period=LATER),
        MatchLeaveAnnounced(at=on(22), person=RED, period=SOONER),
        MatchLeaveWithdrawn(at=on(23), person=RED, period=LATER),
        LegStarted(at=noon(), leg=Leg.HOME, red=RED, blue=BLUE, start=START),
        MatchLeaveAnnounced(at=noon(1), person=BLUE, period=LATER),
    )


@pytest.mark.article("7.2")
def test_leave_announced_before_the_game_began_is_dated_when_it_was_announced() -> None:
    """The match tells when; what it says after the start is the game's own business."""
    opened = replace(OPENED, red_leave=(SOONER,))

    entries = ledger([opened], before_the_start())

    assert [entry.author for entry in entries[:2]] == [ARBITER, ARBITER]
    assert [(e.change, e.at.day, e.period, e.leave_left) for e in entries[2:]] == [
        (Change.LEAVE_ANNOUNCED, 21, LATER, 7),
        (Change.LEAVE_ANNOUNCED, 22, SOONER, 5),
        (Change.LEAVE_WITHDRAWN, 23, LATER, 8),
    ]


def test_leave_that_the_match_does_not_tell_of_is_dated_at_the_start() -> None:
    """Leave of the phase announced in another match stands in the ledger all the same."""
    opened = replace(OPENED, red_leave=(SOONER,), blue_leave=(LATER,))

    entries = entries_of([opened], before_the_start())

    blue = entries[-1]
    assert (blue.seat, blue.at, blue.period, blue.leave_left) == (Seat.BLUE, noon(), LATER, 7)
