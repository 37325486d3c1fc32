"""The auditor finds every recorded figure that cannot be reproduced."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine.games.audit import audit
from engine.games.commands import Command, ReturnPlacement
from engine.games.events import Event, Passed, PlacementMade, PlacementReturned
from engine.games.fold import begin, evolve
from engine.ids import PersonId, Seat
from engine.rulesets import NATIONAL_2025, Ruleset
from engine.sequences.sequence import draw
from tests.builders import ANY_WORD, PARTNER_RULES, START, ask, noon, started

SEQUENCE = draw(bytes(32), NATIONAL_2025)


def log(*moves: str | Command, rules: Ruleset = NATIONAL_2025) -> list[Event]:
    """Return the log of a game with a drawn sequence and these moves, one every third day."""
    start = started(sequence=SEQUENCE, rules=rules)
    events: list[Event] = [start]
    game = begin(start)
    for day, move in enumerate(moves):
        known = ANY_WORD if isinstance(move, str) else ()  # what is returned is no word
        for event in ask(game, move, at=noon(3 * day), lexicon=known):
            game = evolve(game, event)
            events.append(event)
    return events


def first_word() -> str:
    """Return an opening play from Red's rack."""
    return f"H8 {SEQUENCE[:5]}"


def test_an_honest_log_agrees_with_itself() -> None:
    """The audit of an honest log finds nothing."""
    assert audit(log(first_word(), "PAS", "PAS", "PAS", "PAS")) == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [("points", 99), ("counted", 0), ("days", 7), ("words", ("AB",)), ("round", 2)],
)
def test_every_changed_figure_is_named(field: str, value: object) -> None:
    """For any changed figure of a move the line names it."""
    events = log(first_word(), "PAS")
    assert isinstance(events[1], PlacementMade)
    events[1] = replace(events[1], **{field: value})  # type: ignore[arg-type]

    assert any(line.startswith(f"event 2: {field}:") for line in audit(events))


def test_a_placement_against_the_rules_is_named() -> None:
    """The audit names a play that the rules refuse."""
    events = log(first_word())
    assert isinstance(events[1], PlacementMade)
    events[1] = replace(events[1], at=events[1].at + timedelta(0), word="Q" + events[1].word[1:])

    assert any("refused" in line for line in audit(events))


def test_a_log_without_its_start_is_named() -> None:
    """An empty log, or one that begins with a move, cannot be audited and is named."""
    moves = log(first_word())[1:]

    assert audit(moves) == audit([]) == ("the log does not begin with the start of a game",)


def test_an_end_that_was_not_recorded_is_named() -> None:
    """A log without the end after four passes is named as wrong."""
    events = log("PAS", "PAS", "PAS", "PAS")

    assert audit(events[:-1]) == ("event 5: ends the game, and the log goes on",)


def test_the_days_that_a_returned_placement_was_held_are_worked_out_again() -> None:
    """Wrong days or a wrong arrival of a move that was sent back are named."""
    events = log(first_word(), ReturnPlacement(by=Seat.BLUE), "PAS", rules=PARTNER_RULES)
    (place,) = (at for at, event in enumerate(events) if isinstance(event, PlacementReturned))
    back = events[place]
    assert isinstance(back, PlacementReturned)
    assert back.received is not None
    assert (audit(events), back.days) == ((), 2)

    fewer = replace(back, days=1)
    earlier = replace(back, received=back.received - timedelta(1))

    for figure, wrong in (("days", fewer), ("received", earlier)):
        lines = audit([*events[:place], wrong, *events[place + 1 :]])
        assert [line.partition(":")[2].partition(":")[0] for line in lines[:1]] == [f" {figure}"]


def test_a_return_of_before_the_charge_has_no_days_to_work_out() -> None:
    """An old log without the move's arrival is not checked for its days."""
    events = log(first_word(), ReturnPlacement(by=Seat.BLUE), rules=PARTNER_RULES)
    assert isinstance(events[-1], PlacementReturned)

    assert audit([*events[:-1], replace(events[-1], received=None, days=0)]) == ()


def test_a_placement_of_an_earlier_turn_counts_from_its_own_day() -> None:
    """A word that was asked about before the opponent's move was sent is decided as then."""
    start, _ = log("PAS")
    game = begin(start)
    (passed,) = ask(game, "PAS", at=noon(3), lexicon=())
    word = f"H8 {SEQUENCE[7:12]}"
    (made,) = ask(evolve(game, passed), word, at=noon(3), lexicon=ANY_WORD)
    assert isinstance(made, PlacementMade)
    earlier = replace(made, at=noon(1), received=START + timedelta(1), days=1)

    assert audit([start, passed, earlier]) == ()
    wrong = audit([start, passed, replace(earlier, days=5)])
    assert [line.partition(":")[2].partition(":")[0] for line in wrong] == [" days"]


@pytest.mark.article("9.4", "9.6")
def test_a_sheet_that_was_entered_after_the_closing_agrees_with_its_days_up_to_it() -> None:
    """Earlier versions entered such sheets; other days than those up to the closing are named."""
    events = log(first_word(), "PAS")
    sent, closing = START + timedelta(days=9), START + timedelta(days=5)
    passed = events[2]
    assert isinstance(passed, Passed)
    entered = replace(passed, at=noon(9), entered_by=PersonId(9), received=START, sent=sent)
    events[2] = replace(entered, days=4)

    assert audit(events, [START + timedelta(days=30), closing]) == ()
    (unclosed,) = audit(events)
    assert unclosed == "event 3: days: recorded 4, calculated 8"
    events[2] = replace(entered, days=3)
    assert audit(events, [closing])
