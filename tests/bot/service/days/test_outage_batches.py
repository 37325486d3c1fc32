"""Portions of very many games: each game is in one, and a match is never divided."""

from collections import Counter
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from bot.service.operations.days.outage_batches import PORTION, portions
from engine.ids import PersonId
from storage.play.game_rows import GameRow

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)


def row(number: int, leg: int) -> GameRow:
    """Return a running game of that match."""
    return GameRow(
        game_id=f"G{number:03d}/{leg}",
        match_id=f"G{number:03d}",
        leg="home" if leg == 1 else "return",
        red=PersonId(2),
        blue=PersonId(3),
        arbiter=PersonId(1),
        status="running",
        turn_seat="red",
        turn_person=PersonId(2),
        last_day=None,
        red_score=0,
        blue_score=0,
        seq=1,
        updated_at=AT,
        competition="AB"[number % 2],
    )


@given(st.sets(st.tuples(st.integers(0, 60), st.sampled_from([1, 2]))))
def test_every_game_is_in_one_portion(games: set[tuple[int, int]]) -> None:
    """Each game is handled once, no portion is too long, and no match is divided."""
    rows = [row(*each) for each in games]
    found = list(portions(rows))
    counted = Counter(game for portion in found for game in portion)
    assert counted == Counter({each.game_id: 1 for each in rows})
    assert all(0 < len(portion) <= PORTION for portion in found)
    assert Counter(code for portion in found for code in {game[:4] for game in portion}) == Counter(
        {each.match_id: 1 for each in rows}
    )


def test_portions_are_few() -> None:
    """A hundred games are four portions."""
    rows = [row(number, leg) for number in range(50) for leg in (1, 2)]
    assert len(list(portions(rows))) <= 5
