"""The fast pairing: equal to complete search, and usable for large fields."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cnis.koth import nearest_pairs
from engine.cnis.least_cost import Field, least
from engine.cnis.pairing import Contestant, PlayedGame
from engine.cnis.rounds import check_history, next_round, unseated
from engine.cnis.systems import PairingSystem, tournament
from engine.errors import RuleViolation

CLUBS = ["", "X", "XXY", "XYZ.", "XXXX.YZ", "ABCDEFG"]


def field(size: int, rounds: int, letters: str, chance: Random) -> Field:
    """Draw a field after so many rounds of random pairs, with random clubs of those letters."""
    met: list[dict[int, int]] = [{} for _ in range(size)]
    byes = [0] * size
    seats = list(range(size))
    for _ in range(rounds):
        chance.shuffle(seats)
        if size % 2:
            byes[seats[-1]] += 1
        for one, other in zip(seats[::2], seats[1::2], strict=False):
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    clubs = [chance.choice(letters).strip(".") if letters else "" for _ in seats]
    return Field(met=met, clubs=clubs, byes=byes)


@given(st.integers(2, 14), st.integers(0, 8), st.sampled_from(CLUBS), st.integers(0, 10**9))
@settings(deadline=None)
def test_the_quick_way_finds_what_weighing_all_finds(
    size: int, rounds: int, letters: str, seed: int
) -> None:
    """A fast pairing is the best one; it gives up only if pairs repeat or clubmates must meet."""
    case = field(size, rounds, letters, Random(seed))
    quick = nearest_pairs(case.met, case.clubs, case.byes)
    exact = least(case)

    if quick is not None:
        assert quick == exact
    else:
        repeats = any(low in case.met[high] for high, low in exact)
        mates = [
            case.clubs[a] for a, b in exact if case.clubs[a] and case.clubs[a] == case.clubs[b]
        ]
        most = max(map(case.clubs.count, set(case.clubs) - {""}), default=0)
        assert repeats or len(mates) > max(0, most - (size + 1) // 2)


@pytest.mark.parametrize("letters", CLUBS)
@pytest.mark.parametrize("size", [29, 40])
def test_a_field_of_a_hall(size: int, letters: str) -> None:
    """The pairing is the best one for the largest fields that can be searched completely."""
    case = field(size, 7, letters, Random(size))

    assert nearest_pairs(case.met, case.clubs, case.byes) == least(case)


@pytest.mark.parametrize("majority", [False, True])
def test_six_hundred_and_one(majority: bool) -> None:
    """Of 601 players each has one game or the bye, and clubmates meet only if they must."""
    size = 601
    players = [
        Contestant(name=f"P{n:03}", club="A" if majority and n % 3 else f"C{n % 9}")
        for n in range(size)
    ]
    form = tournament(PairingSystem.SENIORS, size)
    chance = Random(1)
    history: list[PlayedGame] = []
    met: set[frozenset[str]] = set()
    byes = set()
    for number in range(1, form.rounds + 1):
        found = next_round(players, history, number=number, form=form)
        pairs = {frozenset({each.first, each.second}) for each in found.pairings}
        assert len(pairs) == size // 2
        assert not pairs & met
        met |= pairs
        byes.add(found.bye)
        for each in found.pairings:
            scores = (chance.randrange(250, 550), chance.randrange(250, 550))
            history.append(
                PlayedGame(
                    round=number,
                    first=each.first,
                    second=each.second,
                    first_score=scores[0],
                    second_score=scores[1],
                )
            )
        history.append(PlayedGame(round=number, first=str(found.bye), second=None))
        if found.apart:
            club = sum(player.club == "A" for player in players)
            must = max(0, club - (size + 1) // 2)
            assert sum(each.same_club for each in found.pairings) == must
    assert len(byes) == form.rounds


def test_a_history_with_holes_is_refused() -> None:
    """A missing earlier round, or a player missing from one, is refused with its name."""
    people = [Contestant(name=name) for name in "ABCDE"]
    rows = [
        *(PlayedGame(round=1, first=a, second=b) for a, b in ("AB", "CD")),
        PlayedGame(round=2, first="A", second="C"),
        PlayedGame(round=3, first="A", second="E"),
    ]

    check_history(rows, 4)
    with pytest.raises(RuleViolation, match="cnis_rounds_missing") as refusal:
        check_history(rows, 6)
    assert refusal.value.faults[0].facts["rounds"] == "4, 5"
    assert unseated(people, rows, 4) == {2: ("B", "D"), 3: ("B", "C", "D")}
