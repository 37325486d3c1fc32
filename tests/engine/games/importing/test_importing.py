"""A game that was played elsewhere is imported as it was played, with its sequence and leave."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.folding import Recorded
from engine.games.audit import audit
from engine.games.entry import noon
from engine.games.events import Ending, PlacementMade
from engine.games.fold import replay
from engine.games.game import Game, Move
from engine.games.importing import (
    StatedEnd,
    StatedLeave,
    StatedTurn,
    import_game,
    leave_of,
)
from engine.ids import Seat
from engine.placement import Placement
from engine.rulesets import NATIONAL_2025
from engine.sequences.check import SequenceRule, violations
from engine.sequences.stated import sequence_faults
from engine.thinking_time import LeavePeriod
from tests.builders import ANY_WORD, ARBITER, SEQUENCE, started
from tests.builders import noon as noon_after
from tests.engine.games.importing.stated import (
    CASA,
    TILES,
    day,
    ended,
    faults_of,
    grant,
    imported,
    lines,
    turn,
)
from tests.examples import HALF
from tests.random_games import NOW, WORDS, bare, played, start_of


def stated_turns(game: Game) -> list[StatedTurn]:
    """Return the turns of the game, with every figure added up here."""
    totals = Counter[Seat]()

    def stated(row: int, move: Move) -> StatedTurn:
        placement, points = None, 0
        if isinstance(move, PlacementMade):
            placement, points = Placement(move.square, move.axis, move.word), move.counted
        totals[move.by] += points
        return StatedTurn(
            row=row,
            placement=placement,
            sent=move.sent,
            received=move.received,
            seat=move.by,
            points=points,
            total=totals[move.by],
            days=move.days,
        )

    return [stated(row, move) for row, move in enumerate(game.moves, 2)]


@pytest.mark.article("9.6")
@settings(max_examples=HALF, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_game_played_here_is_imported_as_itself(seed: int) -> None:
    """Moves, racks, scores, days and end equal those of the game that was played."""
    game = played(seed)
    over = game.ended
    end = None
    if over is not None:
        end = StatedEnd(row=1, ending=over.ending, on=game.day_of(over.at), by=over.by)

    found = import_game(
        replace(start_of(seed), imported=True),
        stated_turns(game),
        end,
        writer=ARBITER,
        at=NOW,
        lexicon=WORDS,
    )

    assert lines(found.faults) == []
    assert bare(found.game) == bare(game)
    assert {move.entered_by for move in found.game.moves} <= {ARBITER}
    kept = [Recorded(event=event, at=NOW) for event in found.events]
    assert audit(found.events) == audit(kept) == ()
    assert replace(bare(replay(kept)), arrivals=()) == bare(found.game)
    assert over is not None or replay(kept).received == found.game.received


@pytest.mark.article("1.3")
@pytest.mark.parametrize(
    ("sequence", "fault"),
    [
        pytest.param(
            SEQUENCE.replace("X", "Z"), "n=100 most=100 missing=X1 extra=Z1", id="exchanged"
        ),
        pytest.param(SEQUENCE.replace("?", ""), "n=98 most=100 missing=?2 extra=–", id="missing"),
        pytest.param(SEQUENCE + "KZK", "n=103 most=100 missing=– extra=K2 Z1", id="surplus"),
    ],
)
def test_a_sequence_of_other_tiles_is_refused(sequence: str, fault: str) -> None:
    """Missing and surplus tiles are named with their numbers, and no turn is read."""
    found = imported(CASA, turn(3, "A1 ZZZ"), sequence=sequence)

    assert lines(found.faults) == [f"1 sequence: import_tiles (art. 1.3) {fault}"]
    assert [type(event).__name__ for event in found.events] == ["GameStarted"]
    assert sequence_faults(SEQUENCE, TILES) == ()


@pytest.mark.article("1.3")
def test_a_sequence_that_breaks_the_rules_is_imported() -> None:
    """The game has no fault, although its sequence has too many vowels in a row."""
    found = imported(turn(2, "PAS"), sequence="".join(sorted(SEQUENCE)))

    assert found.faults == ()
    broken = {one.rule for one in violations(found.game.sequence, NATIONAL_2025)}
    assert SequenceRule.RUNS in broken
    assert len(found.game.moves) == 1


def test_a_day_has_its_noon_but_never_a_future_time() -> None:
    """Noon is noon in the competition's zone, in summer and winter, and at most now."""
    now = datetime(2026, 7, 1, 6, tzinfo=UTC)

    assert noon(date(2026, 6, 30), "Europe/Bucharest", now) == datetime(2026, 6, 30, 9, tzinfo=UTC)
    assert noon(date(2026, 1, 5), "Europe/Bucharest", now) == datetime(2026, 1, 5, 10, tzinfo=UTC)
    assert noon(date(2026, 7, 1), "Europe/Bucharest", now) == now


def leave(row: int, first: int, last: int, announced: int | None = None) -> StatedLeave:
    """Return leave as a row states it; the days are counted from the start."""
    on = None if announced is None else day(announced)
    return StatedLeave(row=row, first=day(first), last=day(last), announced=on)


@pytest.mark.article("7.2")
@pytest.mark.parametrize(
    ("stated", "faults"),
    [
        pytest.param([leave(2, 10, 15), leave(3, 1, 4)], [], id="ten days in all"),
        pytest.param([leave(2, 10, 12, announced=9)], [], id="announced the day before"),
        pytest.param(
            [leave(2, 10, 12, announced=10)],
            ["2 announced: import_leave_late (art. 7.2) first=2025-05-11"],
            id="announced on its first day",
        ),
        pytest.param(
            [leave(2, 20, 26), leave(3, 10, 13)],
            ["2 first: leave_over_allowance (art. 7.2) days=7 left=6 allowance=10"],
            id="eleven days",
        ),
        pytest.param(
            [leave(2, 10, 12), leave(3, 12, 13)],
            ["3 first: leave_overlaps (art. 7.2) first=2025-05-11 last=2025-05-13"],
            id="two periods at once",
        ),
        pytest.param(
            [leave(2, 12, 10)],
            ["2 last: leave_backwards (art. 7.2) first=2025-05-13 last=2025-05-11"],
            id="the end before the beginning",
        ),
    ],
)
def test_leave_follows_the_rules(stated: list[StatedLeave], faults: list[str]) -> None:
    """Leave that breaks a rule is named in its row; the periods come earliest first."""
    periods, found = leave_of(stated, 10)

    possible = [(one.first, one.last) for one in stated if one.first <= one.last]
    assert lines(found) == faults
    assert periods == tuple(LeavePeriod(*one) for one in sorted(possible))


@pytest.mark.article("7.2")
@pytest.mark.parametrize(("announced", "days"), [(None, 34), (31, 34), (32, 44)])
def test_leave_announced_after_the_time_was_exceeded_does_not_count(
    announced: int | None, days: int
) -> None:
    """Ten days away spare a player only if they said so before their thirty days were over."""
    away = {Seat.BLUE: [leave(9, 34, 43, announced)]}
    found = import_game(
        replace(started(), imported=True),
        (CASA, turn(3, "PAS", 45)),
        None,
        writer=ARBITER,
        at=noon_after(60),
        lexicon=ANY_WORD,
        leave=away,
    )

    assert (lines(found.faults), found.game.blue.days) == ([], days)
    kept = [Recorded(event=event, at=noon_after(60)) for event in found.events]
    assert audit(found.events) == audit(kept) == ()
    assert replay(kept).blue == found.game.blue
    assert found.game.blue.leave == (LeavePeriod(day(34), day(43)),)


@pytest.mark.article("7.2")
@pytest.mark.parametrize("on", [20, None])
def test_leave_announced_after_the_end_does_not_put_the_end_off(on: int | None) -> None:
    """Leave of a phase may be announced when one of its games is over: it ended on its own day."""
    end = StatedEnd(row=1, ending=Ending.ABANDONED, on=None if on is None else day(on), by=Seat.RED)

    found = import_game(
        replace(started(), imported=True),
        (CASA, turn(3, "PAS", 10)),
        end,
        writer=ARBITER,
        at=noon_after(60),
        lexicon=ANY_WORD,
        leave={Seat.RED: [leave(9, 55, 58, 50)]},
    )

    over = found.game.ended
    assert (lines(found.faults), over and over.at) == ([], noon_after(on or 10))


@pytest.mark.article("7.2")
def test_leave_announced_after_a_game_was_played_out_is_none_of_it() -> None:
    """It is leave of the phase, which is announced although one of its games is over."""
    found = import_game(
        replace(started(), imported=True),
        tuple(turn(number, "PAS", number) for number in range(2, 6)),
        None,
        writer=ARBITER,
        at=noon_after(60),
        lexicon=ANY_WORD,
        leave={Seat.RED: [leave(9, 55, 58, 50)]},
    )

    assert (lines(found.faults), found.game.red.leave) == ([], ())
    assert found.game.ended is not None


@pytest.mark.article("7.1")
def test_a_game_that_has_not_begun_is_not_imported() -> None:
    """A start after the day of the import is a fault in the row of the game."""
    assert faults_of() == []
    assert lines(imported(today=0).faults) == []
    assert lines(imported(today=-1).faults) == ["1 start: entered_ahead (art. 7.1) sent=2025-05-01"]


def test_no_event_is_earlier_than_the_one_before_it() -> None:
    """Turn, return and end on the day of the import, in the evening, have that evening's time."""
    evening = noon_after(5) + timedelta(hours=8)
    found = import_game(
        replace(started(), imported=True),
        [CASA, replace(turn(3, "I8 STIRE", 5), returned=day(5))],
        ended(Ending.ABANDONED, on=5),
        writer=ARBITER,
        at=evening,
        lexicon=ANY_WORD,
        grants=[grant(1, 5)],
    )

    assert lines(found.faults) == []
    assert [(type(event).__name__, event.at) for event in found.events] == [
        ("GameStarted", noon_after()),
        ("PlacementMade", noon_after()),
        ("TimeGranted", noon_after(5)),
        ("PlacementMade", evening),
        ("PlacementReturned", evening),
        ("GameEnded", evening),
    ]
