"""Status of proposed results: agreed, disputed, waiting, or undisputed after five days."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.correspondence import thread_of
from engine.games.events import Ending
from engine.games.orders import Order
from engine.ids import GameId, Leg, PersonId, Seat
from engine.matches.approval import (
    ApprovalStatus,
    approval_status,
    last_day_to_object,
    letters_to_answer,
    unanswered,
)
from engine.matches.decide import answer_results, approve_results
from engine.matches.letters import LetterWritten
from engine.matches.match import Match
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.result_events import ResultsProposed
from engine.matches.results import leg_results
from engine.matches.rulings import set_penalty
from tests.builders import START, noon
from tests.engine.matches.staged import (
    ANA,
    ARBITER,
    ION,
    after,
    joined,
    leg_ended,
    new_match,
    played,
)

DAY = 30
"""The day on which the results are proposed."""


def proposed() -> Match:
    """Return a match whose results are proposed on `DAY`."""
    match = played(leg_ended(), leg_ended(Leg.RETURN, ending=Ending.ABANDONED, by=Seat.RED))
    return after(match, ResultsProposed(at=noon(DAY), results=leg_results(match)))


answers = st.lists(st.tuples(st.sampled_from([ANA, ION]), st.booleans()), max_size=5)


@pytest.mark.article("8.5", "9.7")
@given(said=answers, wait=st.integers(0, 12))
def test_standing_follows_from_the_last_word_of_each_and_the_day(
    said: list[tuple[PersonId, bool]], wait: int
) -> None:
    """An objection disputes, two confirmations agree, five days of silence suffice."""
    match, last = proposed(), dict(said)
    for who, agrees in said:
        match = after(match, *answer_results(match, who, noon(DAY), agrees=agrees))

    found = approval_status(match, START + timedelta(days=DAY + wait), NOTHING_OUTSTANDING)

    if False in last.values():
        expected = ApprovalStatus.DISPUTED
    elif len(last) == 2:
        expected = ApprovalStatus.AGREED
    else:
        expected = ApprovalStatus.WAITING if wait <= 5 else ApprovalStatus.UNDISPUTED
    assert found is expected
    assert found.may_be_approved is (expected in {ApprovalStatus.AGREED, ApprovalStatus.UNDISPUTED})
    assert set(unanswered(match)) == {ANA, ION} - set(last)


def test_results_proposed_again_give_the_players_their_days_again() -> None:
    """After a penalty the results are proposed again, and the days to object start again."""
    match = proposed()
    for who in (ANA, ION):
        match = after(match, *answer_results(match, who, noon(DAY), agrees=True))
    order = Order(at=noon(33), arbiter=ARBITER, article="10.3", reason="Obstrucție")
    fined = after(match, *set_penalty(match, order, ANA, Leg.HOME, Decimal("0.5")))
    assert (
        fined.proposed,
        last_day_to_object(fined),
        approval_status(fined, START, NOTHING_OUTSTANDING),
    ) == (
        None,
        None,
        None,
    )

    again = after(fined, ResultsProposed(at=noon(40), results=leg_results(fined)))

    assert last_day_to_object(again) == START + timedelta(days=45)
    assert (
        approval_status(again, START + timedelta(days=45), NOTHING_OUTSTANDING)
        is ApprovalStatus.WAITING
    )


def test_official_results_have_no_approval_status() -> None:
    """Official results have no approval status."""
    match = proposed()
    match = after(match, *approve_results(match, ARBITER, noon(DAY), NOTHING_OUTSTANDING))

    assert approval_status(match, START + timedelta(days=DAY), NOTHING_OUTSTANDING) is None


@pytest.mark.article("8.5", "9.7")
@given(objecting=st.sets(st.sampled_from([ANA, ION])), writing=st.sets(st.sampled_from([ANA, ION])))
def test_a_letter_of_a_player_who_objects_waits_with_the_results(
    objecting: set[PersonId], writing: set[PersonId]
) -> None:
    """An objecting player's letter is answered by the approval; any other waits by itself."""
    game = GameId(new_match().code)
    match, early = proposed(), joined()
    for who in sorted(objecting):
        match = after(match, *answer_results(match, who, noon(DAY), agrees=False))
    for who in sorted(writing):
        letter = LetterWritten(at=noon(DAY), game=game, player=who, author=who, statement="ab" * 32)
        match, early = after(match, letter), after(early, letter)

    alone = {thread_of(game, who): noon(DAY) for who in writing - objecting}
    assert letters_to_answer(match) == alone
    assert letters_to_answer(early) == {thread_of(game, who): noon(DAY) for who in writing}
    approved = after(match, *approve_results(match, ARBITER, noon(DAY), NOTHING_OUTSTANDING))
    assert letters_to_answer(approved) == alone
    thanks = LetterWritten(at=noon(40), game=game, player=ANA, author=ANA, statement="cd" * 32)
    since = alone.get(thread_of(game, ANA), noon(40))
    assert letters_to_answer(after(approved, thanks))[thread_of(game, ANA)] == since
