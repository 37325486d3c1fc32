"""Groups and colours: the rules of docs/design/standings.md, compared with enumeration."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.competitions.groups import (
    check_groups,
    clubmates,
    divide,
    group_name,
    lots,
    pairings,
    red_games,
    seeding_order,
)
from engine.competitions.parts import Entry, Group
from engine.errors import RuleViolation
from engine.ids import PersonId
from tests.examples import HALF

SEED = bytes(range(32))
GOLDEN_ORDER = [6, 3, 7, 4, 5, 1, 2]
GOLDEN_GROUPS = [(6, 7, 5), (3, 4, 1, 2)]
GOLDEN_PAIRS = [(5, 7), (6, 5), (7, 6)]
GOLDEN_LOTS = {7: 1, 2: 2, 1: 3, 3: 4, 4: 5, 6: 6, 5: 7}
seeds = st.binary(min_size=32, max_size=32)
clubs = st.sampled_from(("", "", "Argus", "Boema", "CSU", "Dacia"))


def entries_of(*of_clubs: str) -> tuple[Entry, ...]:
    """Return entries 1, 2, 3 … in their order of strength, from these clubs."""
    return tuple(
        Entry(player=PersonId(number), club=club, seeding=number)
        for number, club in enumerate(of_clubs, 1)
    )


def members(groups: Sequence[Group]) -> list[tuple[int, ...]]:
    """Return the players of each group."""
    return [group.players for group in groups]


@st.composite
def fields(draw: st.DrawFn) -> tuple[tuple[Entry, ...], int]:
    """Draw entries in their order of strength, and a number of groups for them."""
    groups = draw(st.integers(1, 6))
    players = draw(st.integers(2 * groups, 6 * groups))
    return entries_of(*draw(st.lists(clubs, min_size=players, max_size=players))), groups


def even_spread(entries: Sequence[Entry], groups: int) -> int:
    """Return the pairs of clubmates that meet when every club is spread as evenly as can be."""
    total = 0
    for club, size in Counter(entry.club for entry in entries).items():
        each, more = divmod(size, groups)
        if club:
            total += more * (each + 1) * each // 2 + (groups - more) * each * (each - 1) // 2
    return total


def fewest_meetings(entries: Sequence[Entry], groups: int) -> int:
    """Return the fewest pairs of clubmates of any division with one player a pot and group."""
    pots = [entries[first : first + groups] for first in range(0, len(entries), groups)]
    ways = [list(permutations(range(groups), len(pot))) for pot in pots]
    best = len(entries) ** 2
    for way in product(*ways):
        met: Counter[tuple[str, int]] = Counter()
        for pot, places in zip(pots, way, strict=True):
            met.update((entry.club, place) for entry, place in zip(pot, places, strict=True))
        best = min(best, sum(n * (n - 1) // 2 for (club, _), n in met.items() if club))
    return best


def snake_shift(entries: Sequence[Entry], groups: Sequence[Group]) -> int:
    """Return the sum of the players' distances from their positions in the plain snake."""
    home = {}
    for index, entry in enumerate(entries):
        there_and_back = [*range(len(groups)), *reversed(range(len(groups)))]
        home[entry.player] = there_and_back[index % (2 * len(groups))]
    return sum(
        abs(number - home[player])
        for number, group in enumerate(groups)
        for player in group.players
    )


def shuffled_by_hand(items: Sequence[int], label: str, seed: bytes) -> list[int]:
    """Return the order by the written shuffle (docs/design/sequence.md has the numbers)."""
    stream = b"".join(
        hashlib.sha256(label.encode() + seed + block.to_bytes(8, "big")).digest()
        for block in range(200)
    )
    at, order = 0, list(items)
    for last in range(len(order) - 1, 0, -1):
        bits = last.bit_length()
        while True:
            size = -(-bits // 8)
            number = int.from_bytes(stream[at : at + size], "big") >> (8 * size - bits)
            at += size
            if number <= last:
                break
        order[last], order[number] = order[number], order[last]
    return order


def test_without_clubs_the_groups_are_the_plain_snake() -> None:
    """Players are placed from strongest to weakest, in alternating direction."""
    groups = divide(entries_of(*[""] * 12), 3)

    assert members(groups) == [(1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10)]
    assert [group.name for group in groups] == ["A", "B", "C"]


def test_clubmates_go_to_different_groups() -> None:
    """Clubmates in one group are separated by exchanges within their pot."""
    groups = divide(entries_of("Argus", "", "", "Argus", "", "", "", ""), 2)

    assert members(groups) == [(1, 3, 5, 8), (2, 4, 6, 7)]
    assert clubmates(groups, entries_of("Argus", "", "", "Argus", "", "", "", "")) == 0


def test_one_exchange_may_call_for_another() -> None:
    """If one exchange brings other clubmates together, these are separated next."""
    entries = entries_of("", "A", "B", "C", "", "B", "", "B", "C")
    groups = divide(entries, 3)

    assert members(groups) == [(1, 6, 7), (3, 5, 9), (2, 4, 8)]
    assert clubmates(groups, entries) == 0


@given(fields())
def test_every_group_has_one_player_of_each_pot(field: tuple[tuple[Entry, ...], int]) -> None:
    """Each player is in one group, and only the last pot may leave a group out."""
    entries, number = field
    groups = divide(entries, number)
    everybody = [player for group in groups for player in group.players]
    sizes = [len(group.players) for group in groups]

    assert sorted(everybody) == [entry.player for entry in entries]
    assert max(sizes) - min(sizes) <= 1
    for group in groups:
        pots = [(player - 1) // number for player in group.players]
        assert pots == list(range(len(pots)))


@given(fields())
def test_every_club_is_spread_as_evenly_as_can_be(field: tuple[tuple[Entry, ...], int]) -> None:
    """No division, seeded or not, has fewer pairs of clubmates."""
    entries, number = field
    assert clubmates(divide(entries, number), entries) == even_spread(entries, number)


@settings(max_examples=HALF)
@given(st.integers(1, 3), st.data())
def test_no_division_with_these_pots_parts_more_clubmates(number: int, data: st.DataObject) -> None:
    """No division with these pots has fewer pairs of clubmates, by full enumeration."""
    size = data.draw(st.integers(2 * number, min(4 * number, 10)))
    entries = entries_of(*data.draw(st.lists(clubs, min_size=size, max_size=size)))

    assert clubmates(divide(entries, number), entries) == fewest_meetings(entries, number)


@given(fields())
def test_no_exchange_within_a_pot_is_nearer_to_the_snake(
    field: tuple[tuple[Entry, ...], int],
) -> None:
    """Any exchange within a pot is no nearer to the snake, or brings clubmates together."""
    entries, number = field
    groups = divide(entries, number)
    shift, met = snake_shift(entries, groups), clubmates(groups, entries)
    for one, other in combinations(range(number), 2):
        for pot in range(-(-len(entries) // number)):
            changed = list(groups)
            for here, there in ((one, other), (other, one)):
                kept = [p for p in groups[here].players if (p - 1) // number != pot]
                come = [p for p in groups[there].players if (p - 1) // number == pot]
                changed[here] = Group(name="", players=(*kept, *come))
            nearer = snake_shift(entries, changed) < shift
            assert not (nearer and clubmates(changed, entries) <= met)


@given(st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=1, max_size=12), seeds)
def test_strength_orders_and_the_lot_orders_equals(seedings: list[int | None], seed: bytes) -> None:
    """Seeded players keep their order; equal and unseeded ones follow the written shuffle."""
    entries = [Entry(player=PersonId(n), seeding=s) for n, s in enumerate(seedings)]
    drawn = shuffled_by_hand(range(len(entries)), "tur-retur groups 1", seed)
    expected = [n for level in (1, 2, 3, 4, None) for n in drawn if seedings[n] == level]

    assert [entry.player for entry in seeding_order(entries, seed)] == expected


@given(st.integers(1, 20), seeds)
def test_the_lots_follow_the_written_shuffle(players: int, seed: bytes) -> None:
    """Anybody can calculate the lots again from the seed."""
    drawn = shuffled_by_hand(range(players), "tur-retur lots 1", seed)

    assert sorted(lots(map(PersonId, range(players)), seed).items()) == [
        (player, drawn.index(player) + 1) for player in range(players)
    ]


@pytest.mark.article("1.3")
@given(st.integers(2, 14), seeds)
def test_colours_are_balanced(players: int, seed: bytes) -> None:
    """Each pair meets once at home, and nobody has two games more of one colour."""
    group = Group(name="A", players=tuple(map(PersonId, range(players))))
    pairs = pairings(group, seed)

    assert sorted(tuple(sorted((pair.red, pair.blue))) for pair in pairs) == list(
        combinations(range(players), 2)
    )
    assert set(red_games(pairs)) == set(group.players)
    assert all(abs(red - blue) <= 1 for red, blue in red_games(pairs).values())


@pytest.mark.article("1.3")
@given(st.integers(2, 9), seeds)
def test_colours_follow_the_written_procedure(players: int, seed: bytes) -> None:
    """Seated by lot, each plays Red against the next half of the table."""
    group = Group(name="C", players=tuple(map(PersonId, range(players))))
    seated = shuffled_by_hand(range(players), "tur-retur colours 1 C", seed)
    reds = set()
    for place, player in enumerate(seated):
        for step in range(1, players):
            opposite = 2 * step == players
            if 2 * step < players or (opposite and place < step):
                reds.add((player, seated[(place + step) % players]))

    assert {(pair.red, pair.blue) for pair in pairings(group, seed)} == reds


@pytest.mark.article("1.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_either_of_a_pair_is_as_likely_to_be_red(players: int) -> None:
    """Over all seatings each of a pair is Red in half."""
    red = Counter[tuple[int, int]]()
    ways = list(permutations(range(players)))
    for seated in ways:
        for one, other in combinations(range(players), 2):
            near = 2 * (other - one) <= players
            red[(seated[one], seated[other]) if near else (seated[other], seated[one])] += 1

    assert {Fraction(count, len(ways)) for count in red.values()} == {Fraction(1, 2)}
    assert len(red) == players * (players - 1)


def test_published_draws_stay_what_they_are() -> None:
    """Each published draw can be verified by every later version."""
    entries = [Entry(player=PersonId(n), club="AB"[n % 2], seeding=None) for n in range(1, 8)]
    order = seeding_order(entries, SEED)
    groups = divide(order, 2)

    assert [entry.player for entry in order] == GOLDEN_ORDER
    assert members(groups) == GOLDEN_GROUPS
    assert [(pair.red, pair.blue) for pair in pairings(groups[0], SEED)] == GOLDEN_PAIRS
    assert lots((entry.player for entry in entries), SEED) == GOLDEN_LOTS


@pytest.mark.parametrize(("players", "groups"), [(5, 3), (5, -1), (1, 1)])
def test_a_group_needs_two_players(players: int, groups: int) -> None:
    """A division with a group of one player is refused."""
    with pytest.raises(RuleViolation) as refused:
        check_groups(players, groups)

    assert [fault.code for fault in refused.value.faults] == ["group_too_small"]


def test_groups_are_lettered() -> None:
    """Groups are named by letters, and AA follows Z."""
    assert [group_name(number) for number in (0, 25, 26, 52)] == ["A", "Z", "AA", "BA"]
