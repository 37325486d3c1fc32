"""Writers, who enter a player's moves in one match with the arbiter's approval."""

from dataclasses import replace
from functools import reduce

import pytest

from engine.errors import EngineError
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.decide import join, start_leg
from engine.matches.events import MatchEvent, PersonsMerged, WriterAllowed, WriterWithdrawn
from engine.matches.fold import evolve_match
from engine.matches.match import Match, MatchStage
from engine.matches.writers import allow_writer, lasting_decisions, withdraw_writer
from tests.builders import noon
from tests.engine.matches.staged import ANA, ARBITER, ION, after, new_match

OTHER = PersonId(9)
ORDER = Order(at=noon(), arbiter=ARBITER, article="9.6", reason="fără telefon")


def allowed(match: Match, writer: PersonId = ARBITER, person: PersonId = ION) -> list[MatchEvent]:
    """Return the events of the arbiter's approval of a writer."""
    return list(allow_writer(match, ORDER, person=person, writer=writer, arbiters=(ARBITER,)))


@pytest.mark.article("9.6")
def test_a_writer_takes_the_seat_of_a_player_without_telegram() -> None:
    """A writer takes the seat, without a record that the player accepted it."""
    match = new_match()

    (leave,) = allowed(match)
    match = after(match, leave)

    assert match.seated == {ION}
    assert not match.joined
    assert isinstance(leave, WriterAllowed)
    assert (leave.arbiter, leave.writer, leave.reason) == (ARBITER, ARBITER, "fără telefon")
    assert match.writers == {ION: ARBITER}
    assert start_leg(match, noon()) == ()
    match = after(match, *join(match, ANA, OTHER, noon()))
    assert match.writers == {ION: ARBITER}
    assert len(start_leg(match, noon())) == 1


@pytest.mark.article("9.6")
def test_the_writer_changes_and_the_player_writes_themselves_again() -> None:
    """Each change of writer is one event; a repeated one adds none."""
    match = after(new_match(), *allowed(new_match()))

    assert allowed(match) == []
    (change,) = allowed(match, writer=ANA)
    match = evolve_match(match, change)
    assert match.writers == {ION: ANA}
    renamed = after(match, *join(match, ANA, OTHER, noon()))
    assert renamed.writers == {ION: OTHER}
    back = withdraw_writer(match, ORDER, person=ION)
    assert isinstance(back[0], WriterWithdrawn)
    match = reduce(evolve_match, back, match)
    assert match.writers == {}
    assert withdraw_writer(match, ORDER, person=ION) == ()


def refusal(match: Match, writer: PersonId = ARBITER, person: PersonId = ION) -> str:
    """Return the code with which a writer is refused."""
    with pytest.raises(EngineError) as refused:
        allowed(match, writer, person)
    return refused.value.faults[0].code


@pytest.mark.article("9.6")
def test_nobody_else_may_be_let_write() -> None:
    """A stranger, the player themselves, or a writer for a non-player is refused."""
    match = new_match()

    assert refusal(match, writer=OTHER) == "writer_too_far"
    assert refusal(match, writer=ION) == "writer_too_far"
    assert refusal(match, person=OTHER) == "writer_for_nobody"
    with pytest.raises(EngineError, match="writer_for_nobody"):
        withdraw_writer(match, ORDER, person=OTHER)


def test_a_match_that_is_over_needs_no_writer() -> None:
    """A match whose games are played refuses a new writer."""
    over = replace(new_match(), stage=MatchStage.PLAYED)

    assert refusal(over) == "match_over"


@pytest.mark.article("9.6")
def test_a_lasting_writer_writes_for_a_merged_player() -> None:
    """In the next phase the player has another number, and the decision applies to it."""
    (lasting,) = allow_writer(
        new_match(), ORDER, person=ION, writer=ARBITER, arbiters=(ARBITER,), everywhere=True
    )
    merged = PersonsMerged(at=noon(), arbiter=ARBITER, person=ION, into=OTHER)
    (once,) = allowed(new_match())

    assert [each.person for each in lasting_decisions((lasting, once, merged))] == [OTHER]
