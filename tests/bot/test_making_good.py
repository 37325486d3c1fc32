"""In which portions very many games are gone through: all of them, circles of players together."""

from collections import Counter
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from bot.desk.making_good import PORTION, portions
from engine.ids import PersonId
from storage.projections import GameRow

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)


def row(number: int, red: int, blue: int) -> GameRow:
    """Return a running game of these two."""
    return GameRow(
        game_id=f"G{number:03d}/1",
        match_id=f"G{number:03d}",
        leg="home",
        red=PersonId(red),
        blue=PersonId(blue),
        arbiter=PersonId(1),
        status="running",
        turn_seat="red",
        turn_person=PersonId(red),
        last_day=None,
        red_score=0,
        blue_score=0,
        seq=1,
        updated_at=AT,
        competition="",
    )


@given(st.lists(st.tuples(st.integers(10, 40), st.integers(50, 80)), max_size=90))
def test_every_game_is_in_one_portion(pairs: list[tuple[int, int]]) -> None:
    """Each has its turn once, and no portion is longer than one may be."""
    rows = [row(number, *pair) for number, pair in enumerate(pairs)]
    found = list(portions(rows))
    counted = Counter(game for portion in found for game in portion)
    assert counted == Counter({each.game_id: 1 for each in rows})
    assert all(0 < len(portion) <= PORTION for portion in found)


@given(st.permutations(range(60)))
def test_who_plays_whom_is_in_one_portion(order: list[int]) -> None:
    """Groups of which each fits are never parted: everybody hears of all his games at once."""
    rows = [row(n, 100 * (n // 12), 100 * (n // 12) + 1 + n % 12) for n in order]
    found = list(portions(rows))
    for group in range(5):
        own = {f"G{n:03d}/1" for n in range(60) if n // 12 == group}
        assert any(own <= set(portion) for portion in found)
