"""A competition's games as a table for rating, with rounds that its phases do not have."""

from hypothesis import given
from hypothesis import strategies as st

from bot.ratings.nightly.games import rounds_of
from engine.ids import PersonId

PAIRS = st.tuples(st.integers(1, 8), st.integers(1, 8)).filter(lambda pair: pair[0] != pair[1])


@given(pairs=st.lists(PAIRS, max_size=60))
def test_nobody_plays_twice_in_a_round(pairs: list[tuple[int, int]]) -> None:
    """Matches run in parallel; the busiest pair's number of games limits the rounds."""
    games = [(PersonId(one), PersonId(other)) for one, other in pairs]
    rounds = rounds_of(games)
    seats = [(number, who) for number, pair in zip(rounds, games, strict=True) for who in pair]
    counts = sorted((sum(who in pair for pair in games) for who in range(1, 9)), reverse=True)

    assert len(seats) == len(set(seats))
    assert max(rounds, default=0) <= max(0, counts[0] + counts[1] - 1)
