"""Rate limits: generous for people, strict for floods, never an obstacle to a move."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chat.dispatch import asks_of_group
from bot.chat.input_kinds import classify
from bot.runtime.limits import (
    GUESSES,
    MOST_KNOWN,
    MOVES,
    PERSON,
    SILENCE,
    Allowance,
    Gate,
    LimitDecision,
    RateLimits,
    open_gate,
)
from bot.texts.messages import Incoming, Relayed, Sender
from bot.transport.receiving.worker import AT_ONCE
from tests.examples import HALF

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def incoming(text: str = "", data: str = "", **more: object) -> Incoming:
    """Return an update from a person."""
    callback = "press" if data else ""
    facts = {"update": 1, "sender": Sender(7, "Ana"), "chat": 7, "is_private": True, "at": AT}
    facts |= {"message": 1, "text": text, "data": data, "callback": callback, **more}
    return Incoming(**facts)  # type: ignore[arg-type]  # facts of an update, whatever their kinds


def test_twenty_at_once_then_one_every_two_seconds() -> None:
    """A person may send thirty a minute without end, and twenty of them at once."""
    limits = RateLimits(PERSON)
    first = [limits.count(1, n, AT) for n in range(1, 21)]
    later = [limits.count(1, 100 + n, AT + 2 * n * SECOND) for n in range(1, 200)]

    assert set(first + later) == {LimitDecision.PASS}


def test_too_much_is_said_once_then_nothing_for_a_while_and_then_all_is_well() -> None:
    """One notice and half a minute of silence follow; then there is room again."""
    limits = RateLimits(PERSON)
    flood = [limits.count(1, n, AT) for n in range(1, 200)]

    assert flood.count(LimitDecision.PASS) == 20
    assert flood.count(LimitDecision.TELL) == 1
    assert flood.index(LimitDecision.TELL) == 20
    assert limits.count(1, 300, AT + SILENCE - SECOND) is LimitDecision.DROP
    assert limits.count(1, 301, AT + SILENCE) is LimitDecision.PASS
    assert limits.count(2, 302, AT) is LimitDecision.PASS


def test_an_update_that_is_tried_again_gets_the_same_answer_and_costs_nothing() -> None:
    """The worker retries a failed update, which its author sent only once."""
    limits = RateLimits(PERSON)
    for n in range(1, 21):
        assert limits.count(1, n, AT) is limits.count(1, n, AT) is LimitDecision.PASS

    assert limits.count(1, 21, AT) is limits.count(1, 21, AT) is LimitDecision.TELL


def test_updates_of_a_failed_transaction_cost_nothing_when_tried_again() -> None:
    """A full disk rolls back all updates of a commit, which their author sent only once."""
    limits = RateLimits(PERSON)
    flood = range(1, 1 + PERSON.burst)
    for n in flood:
        together = range(n - n % AT_ONCE, n + 1)
        assert {limits.count(1, each, AT) for each in together if each} == {LimitDecision.PASS}

    assert limits.count(1, 100, AT) is LimitDecision.TELL


def test_what_piled_up_while_the_bot_was_away_was_not_written_at_once() -> None:
    """Messages count at the time of writing, not of processing."""
    limits = RateLimits(PERSON)
    written = [AT + n * timedelta(minutes=1) for n in range(300)]

    assert {limits.count(1, n, at) for n, at in enumerate(written, 1)} == {LimitDecision.PASS}


def test_memory_is_bounded() -> None:
    """For any number of accounts only the stated number is stored."""
    limits = RateLimits(PERSON)
    for who in range(MOST_KNOWN + 50):
        limits.count(who, who, AT)

    assert len(limits._buckets) == MOST_KNOWN


@settings(max_examples=HALF, deadline=None)
@given(st.lists(st.integers(-30, 90), max_size=120), st.integers(1, 8), st.integers(1, 9))
def test_nobody_gets_more_than_was_allowed(steps: list[int], burst: int, each: int) -> None:
    """Between any two instants the total is the burst and the allowance regained."""
    limits = RateLimits(Allowance(burst, each * SECOND))
    at, asked, passed = AT, list[datetime](), 0
    for number, step in enumerate(steps, 1):
        at += step * SECOND
        asked.append(at)
        passed += limits.count(1, number, at) is LimitDecision.PASS

    if asked:
        assert passed <= burst + (max(asked) - asked[0]) / (each * SECOND)


def test_guessed_codes_are_not_looked_at_after_a_few() -> None:
    """After six wrong codes none is looked up for ten minutes."""
    gate = Gate()
    for update in range(1, GUESSES.burst + 1):
        assert not gate.guesses.is_exhausted(7, AT)
        gate.guesses.count(7, update, AT)

    assert gate.guesses.is_exhausted(7, AT)
    assert gate.guesses.is_exhausted(7, AT + timedelta(minutes=9))
    assert not gate.guesses.is_exhausted(7, AT + timedelta(minutes=10))
    assert not gate.guesses.is_exhausted(8, AT)


def test_a_move_is_known_however_it_is_made() -> None:
    """Moves are plays, passes and the presses that send them, and nothing else."""
    typed = ("H8 CASA", "8h c(a)sa", "PAS", "/depune H8 CASA", "/pas", "/place H8 CASA")
    assert [text for text in typed if not classify(incoming(text)).is_move] == []
    assert classify(incoming(data="send:abc")).is_move
    assert classify(incoming(data="entok:abc")).is_move

    others = ("/jocuri", "salut", "/conditie H8 CASA -> I8 ARE", "- PAS")
    assert [text for text in others if classify(incoming(text)).is_move] == []
    assert not classify(incoming(data="show:K7QF/1:sheet")).is_move
    assert not classify(incoming("H8 CASA", is_edited=True)).is_move
    assert not classify(incoming("H8 CASA", file=Relayed("f", "", is_photo=True))).is_move


def test_news_of_a_group_is_no_question() -> None:
    """Joining and removal of the bot count, however much is written there."""
    assert asks_of_group(incoming("/clasament"))
    assert asks_of_group(incoming(data="std:A"))
    assert not asks_of_group(incoming(moved_to=-5))
    assert not asks_of_group(incoming(blocked=True))


def test_moves_are_counted_by_themselves_and_bounded() -> None:
    """A flood of questions costs no move, and a flood of moves is limited, too.

    Normal play is allowed: five games a day sent at once, or one move a second for ever.
    """
    gate = Gate()
    for update in range(100):
        gate.people.count(7, update, AT)
    at_once = [gate.moves.count(7, 1000 + n, AT) for n in range(2000)]
    assert at_once.count(LimitDecision.PASS) == MOVES.burst >= 2 * 100
    later = AT + timedelta(hours=1)
    steadily = [gate.moves.count(8, n, later + n * SECOND) for n in range(1, 2000)]
    assert set(steadily) == {LimitDecision.PASS}


def test_an_open_gate_refuses_no_player_while_the_clock_stands() -> None:
    """Nothing that a player does at one instant is refused; only strangers' codes are limited."""
    gate = open_gate()
    kinds = (gate.people, gate.officials, gate.groups, gate.moves, gate.looks, gate.questions)
    for limits in (*kinds, gate.practices):
        assert all(limits.admits(7, update, AT) for update in range(400))
    for quota in (gate.stored, gate.stored_moves):
        assert all(quota.takes(7, 1_000_000, AT.date()) for _ in range(10))
