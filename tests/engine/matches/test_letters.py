"""Letters to the arbiter: which players wait for an answer, and since when."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.correspondence import thread_of
from engine.ids import GameId, PersonId
from engine.matches.events import PlaceFreed
from engine.matches.letters import LetterRead, LetterWritten
from tests.builders import noon
from tests.engine.matches.staged import ANA, ARBITER, ION, after, joined, new_match

HOME, BOTH = GameId("K7QF/1"), GameId("K7QF")
"""A letter about the home game, and one about the match."""

letters = st.lists(
    st.tuples(
        st.sampled_from(["asks", "is answered", "is read"]),
        st.sampled_from([ANA, ION]),
        st.sampled_from([HOME, BOTH]),
    ),
    max_size=16,
)


def letter(deed: str, player: PersonId, game: GameId, at: datetime) -> LetterWritten | LetterRead:
    """Return a player's letter, an arbiter's answer, or the event that an arbiter has read it."""
    if deed == "is read":
        return LetterRead(at=at, game=game, player=player, arbiter=ARBITER)
    author = player if deed == "asks" else ARBITER
    return LetterWritten(at=at, game=game, player=player, author=author, statement="ab" * 32)


@pytest.mark.article("6.2", "9.7")
@given(sent=letters)
def test_a_player_waits_since_the_first_letter_that_nobody_has_answered(
    sent: list[tuple[str, PersonId, GameId]],
) -> None:
    """A second letter, the opponent's or another game's does not change since when they wait."""
    match = new_match()
    for day, one in enumerate(sent):
        match = after(match, letter(*one, at=noon(day)))

    expected = {}
    for player in (ANA, ION):
        for game in (HOME, BOTH):
            own = [(day, deed) for day, (deed, *who) in enumerate(sent) if who == [player, game]]
            done = max((day for day, deed in own if deed != "asks"), default=-1)
            since = [day for day, _ in own if day > done]
            if since:
                expected[thread_of(game, player)] = noon(since[0])
    assert match.letters_waiting == expected
    assert replace(match, letters_waiting={}) == new_match()


def test_who_leaves_their_place_waits_for_no_answer_any_more() -> None:
    """Freeing a seat ends its player's wait; the other player's letter still waits."""
    match = joined()
    for day, player in enumerate((ANA, ION)):
        match = after(match, letter("asks", player, HOME, noon(day)))

    free = PlaceFreed(
        at=noon(2), arbiter=ARBITER, person=ANA, place=PersonId(50), reason="Nu mai joacă"
    )

    assert after(match, free).letters_waiting == {thread_of(HOME, ION): noon(1)}
