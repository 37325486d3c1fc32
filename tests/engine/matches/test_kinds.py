"""What a kind of game has: arbiter, reader, phase, claims, leave."""

from dataclasses import replace

import pytest

from engine.errors import GameStateError
from engine.ids import NO_ARBITER, PROGRAM, CompetitionCode, PersonId
from engine.matches.friendly import must_have_arbiter
from engine.matches.kinds import ARRANGED, CHAMPIONSHIP, FRIENDLY, PRACTICE, GameKind, kind_of
from engine.matches.practice import Strength
from tests.engine.matches.staged import joined

ARBITER, ION = PersonId(41), PersonId(7)


@pytest.mark.parametrize(
    ("arbiter", "second", "competition", "kind"),
    [
        (ARBITER, ION, "CN25", CHAMPIONSHIP),
        (ARBITER, ION, "", ARRANGED),
        (NO_ARBITER, ION, "", FRIENDLY),
        (NO_ARBITER, PROGRAM, "", PRACTICE),
    ],
)
def test_the_kind_follows_from_arbiter_opponent_and_competition(
    arbiter: PersonId, second: PersonId, competition: str, kind: GameKind
) -> None:
    """A match and the rows of lists come to the same kind."""
    match = replace(
        joined(), arbiter=arbiter, second=second, competition=CompetitionCode(competition)
    )
    assert kind_of(arbiter, second, competition) is match.kind is kind


def test_practice_has_nothing_that_needs_a_person() -> None:
    """The program reads no messages, nobody rules, and nothing counts."""
    assert (
        GameKind(
            name=PRACTICE.name,
            has_arbiter=False,
            has_reader=False,
            has_claims=False,
            counts=False,
        )
        == PRACTICE
    )


@pytest.mark.parametrize(
    ("second", "code"), [(ION, "no_arbiter_here"), (PROGRAM, "practice_unruled")]
)
def test_a_refusal_without_an_arbiter_names_the_kind_of_game(second: PersonId, code: str) -> None:
    """In practice it does not speak of claims on time, which a friendly match has."""
    match = replace(joined(), arbiter=NO_ARBITER, second=second, strength=Strength.EASY)
    with pytest.raises(GameStateError) as refused:
        must_have_arbiter(match)
    assert refused.value.faults[0].code == code
