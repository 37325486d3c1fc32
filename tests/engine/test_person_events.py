"""Recorded events of a person."""

from dataclasses import asdict

from engine.ids import PersonId
from engine.person_events import PERSON_EVENTS
from tests.builders import noon


def test_of_who_was_forgotten_nothing_is_recorded_but_the_number_and_when() -> None:
    """The event of an erased person has only their number and the instant."""
    forgotten = PERSON_EVENTS["person.forgotten"](at=noon(), person=PersonId(7))

    assert asdict(forgotten) == {"at": noon(), "person": 7}
