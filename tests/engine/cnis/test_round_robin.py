"""Round robins: everybody once, clubmates apart at the ends, and a way on when plans change."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cnis.pairing import Contestant, Pair, Played, Round, positions
from engine.cnis.round_robin import schedule
from engine.cnis.rounds import next_round
from engine.cnis.systems import System, tournament
from tests.engine.cnis.pairing_oracle import BYE, ways


def field(clubs: str) -> list[Contestant]:
    """Return players A, B, C … of the clubs whose letters are given; a dot is no club."""
    return [
        Contestant(name=chr(ord("A") + index), club=club.strip("."))
        for index, club in enumerate(clubs)
    ]


def clubmates(players: list[Contestant], pairs: frozenset[Pair]) -> int:
    """Return how many of the pairs are of one club."""
    club = {player.name: player.club for player in players}
    return sum(club[a] != "" and club[a] == club[b] for a, b in pairs)


def fewest(players: list[Contestant]) -> int:
    """Return the fewest pairs of one club that any round of these players can have."""
    return min(
        clubmates(players, frozenset(frozenset(pair) for pair in way if BYE not in pair))
        for way in ways([player.name for player in players])
    )


def results(number: int, pairs: list[tuple[str, ...]]) -> list[Played]:
    """Return a round in which everybody named first won."""
    return [
        Played(
            round=number,
            first=pair[0],
            second=pair[1] if len(pair) > 1 else None,
            first_score=400,
            second_score=300,
        )
        for pair in pairs
    ]


def without(clubs: str, gone: str) -> list[Contestant]:
    """Return the field, one of them withdrawn."""
    return [replace(each, is_gone=each.name == gone) for each in field(clubs)]


def posted(found: Round) -> list[Played]:
    """Return a round as it was paired, everybody first named the winner."""
    pairs: list[tuple[str, ...]] = [(each.first, each.second) for each in found.pairings]
    return results(found.number, pairs + [(name,) for name in found.byes])


def whole(players: list[Contestant], history: list[Played], start: int) -> list[Played]:
    """Return the tournament, played on from that round to the end of the round robin."""
    form = tournament(System.ROUND_ROBIN, len(players))
    history = list(history)
    for number in range(start, form.all_play_all + 1):
        found = next_round(players, history, number=number, form=form)
        history += posted(found)
    return history


@pytest.mark.parametrize("size", range(2, 25))
def test_everybody_meets_everybody_once(size: int) -> None:
    """Every two players meet in exactly one round, and nobody sits in two places of a round."""
    names = field("." * size)
    rounds = schedule(names)
    met = Counter(pair for pairs in rounds for pair in pairs)

    assert len(rounds) == size - 1 + size % 2
    assert met == Counter(frozenset({a.name, b.name}) for a, b in combinations(names, 2))
    assert all(len(frozenset().union(*pairs)) == size // 2 * 2 for pairs in rounds)


@given(st.text("XYZ.", min_size=3, max_size=8))
def test_clubmates_apart_at_both_ends(clubs: str) -> None:
    """The first and the last round hold as few pairs of one club as any round could."""
    players = field(clubs)
    rounds = schedule(players)

    assert clubmates(players, rounds[0]) == fewest(players)
    assert clubmates(players, rounds[-1]) == fewest(players)


@given(st.integers(9, 30), st.data())
def test_clubmates_apart_in_larger_fields(size: int, data: st.DataObject) -> None:
    """No club of up to half of the players meets itself at the ends, in any field."""
    players = field(data.draw(st.text("VWXYZ", min_size=size, max_size=size)))
    largest = max(Counter(player.club for player in players).values())
    least = max(0, largest - (size + 1) // 2)
    rounds = schedule(players)

    assert [clubmates(players, rounds[0]), clubmates(players, rounds[-1])] == [least, least]


@pytest.mark.parametrize("size", range(3, 8))
def test_a_whole_round_robin(size: int) -> None:
    """Round by round, everybody meets everybody, whatever the results."""
    history = whole(field("XXYYZZW"[:size]), [], 1)
    pairs = [frozenset({game.first, game.second}) for game in history if game.second]

    assert sorted(map(sorted, pairs)) == [list(p) for p in combinations("ABCDEFG"[:size], 2)]


@given(st.integers(4, 8), st.integers(0, 10**6))
def test_a_first_round_paired_by_hand(size: int, seed: int) -> None:
    """After any first round of the arbiter's own, the rest is still played without repeats."""
    names = list("ABCDEFGH"[:size])
    Random(seed).shuffle(names)
    first = [tuple(names[index : index + 2]) for index in range(0, size, 2)]
    history = whole(field("XXYYZZWW"[:size]), results(1, first), 2)
    met = Counter(frozenset({game.first, game.second}) for game in history)

    assert max(met.values()) == 1
    assert len(met) == size * (size - 1) // 2 + (size if size % 2 else 0)


def test_a_third_round_that_leaves_triangles() -> None:
    """The round that would leave two triangles to play, and so no whole rounds, is not chosen."""
    cycle = [[("A", "B"), ("C", "D"), ("E", "F")], [("B", "C"), ("D", "E"), ("F", "A")]]
    history = results(1, [*cycle[0]]) + results(2, [*cycle[1]])
    form = tournament(System.ROUND_ROBIN, 6)
    found = next_round(field("......"), history, number=3, form=form)

    assert {(each.first, each.second) for each in found.pairings} != {
        ("A", "D"),
        ("B", "E"),
        ("C", "F"),
    }
    assert len(whole(field("......"), history, 3)) == 15


def test_rounds_that_cannot_be_completed() -> None:
    """Where what was played leaves no whole rounds, nobody meets twice as long as that goes."""
    history = results(1, [("A", "B"), ("C", "D")]) + results(2, [("A", "C"), ("E", "F")])
    form = tournament(System.ROUND_ROBIN, 6)
    found = next_round(field("......"), history, number=3, form=form)

    assert [each.met for each in found.pairings] == [0, 0, 0]


def test_someone_who_left_is_not_missed() -> None:
    """After a player has gone, the others are paired on without repeats."""
    before = whole(field("......"), [], 1)
    history = [game for game in before if game.round < 3]
    form = tournament(System.ROUND_ROBIN, 6)
    for number in range(3, form.rounds + 1):
        found = next_round(without("......", "F"), history, number=number, form=form)
        assert (len(found.byes), found.unmet) == (1, 0)
        history += posted(found)
    met = Counter(frozenset({game.first, game.second}) for game in history if game.second)

    assert max(met.values()) == 1
    assert {frozenset(pair) for pair in combinations("ABCDE", 2)} <= set(met)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("after", [1, 2])
def test_a_withdrawal_leaves_byes_and_changes_no_system(size: int, after: int) -> None:
    """Whoever goes on meets everybody else once, in as many rounds as there were to be."""
    form = tournament(System.ROUND_ROBIN, size)
    history: list[Played] = []
    for number in range(1, form.rounds + 1):
        people = field("." * size) if number <= after else without("." * size, "A")
        found = next_round(people, history, number=number, form=form)
        history += posted(found)
        if after < number <= form.all_play_all:
            assert found.unmet == 0
            assert len(found.byes) == size - 1 - 2 * len(found.pairings)
    names = "ABCDEF"[1:size]
    met = Counter(
        frozenset({game.first, game.second})
        for game in history
        if game.second and game.round <= form.all_play_all
    )

    assert {frozenset(pair) for pair in combinations(names, 2)} <= set(met)
    assert set(met.values()) == {1}
    assert {game.round for game in history} == {*range(1, form.rounds + 1)}


@pytest.mark.parametrize(("before", "clubs"), [(4, "....."), (4, "XXYYZ")])
def test_a_late_entry_meets_everybody_where_the_rounds_allow_it(before: int, clubs: str) -> None:
    """Nobody's late arrival costs a pair its game."""
    early = field(clubs)[:before]
    form = tournament(System.ROUND_ROBIN, before)
    history = posted(next_round(early, [], number=1, form=form))
    history = whole(field(clubs), history, 2)
    met = Counter(frozenset({game.first, game.second}) for game in history if game.second)

    assert met == Counter(frozenset(pair) for pair in combinations("ABCDE", 2))


def test_a_late_entry_that_comes_too_late_leaves_out_as_few_as_can_be() -> None:
    """Five play a round, a sixth comes: one pairing has no room, and it is told."""
    form = tournament(System.ROUND_ROBIN, 5)
    history = posted(next_round(field("....."), [], number=1, form=form))
    found = next_round(field("......"), history, number=2, form=tournament(System.ROUND_ROBIN, 6))
    history = whole(field("......"), history, 2)
    met = Counter(frozenset({game.first, game.second}) for game in history if game.second)

    assert (found.unmet, len(met), max(met.values())) == (1, 14, 1)


def test_a_large_round_robin_off_schedule() -> None:
    """With many players and rounds of the arbiter's own, the next has no repeats either."""
    names = [chr(ord("A") + index) for index in range(12)]
    history = results(1, [(names[index], names[-1 - index]) for index in range(6)])
    form = tournament(System.ROUND_ROBIN, 12)
    found = next_round(field("." * 12), history, number=2, form=form)

    assert [each.met for each in found.pairings] == [0] * 6


@pytest.mark.parametrize("size", [3, 4])
def test_two_rounds_of_koth_at_the_end(size: int) -> None:
    """Three or four players end with two rounds of KOTH, in which repeats are free."""
    players = field("....")[:size]
    history = whole(players, [], 1)
    form = tournament(System.ROUND_ROBIN, size)
    for number in (form.all_play_all + 1, form.all_play_all + 2):
        order = [each.player.name for each in positions(players, history)]
        found = next_round(players, history, number=number, form=form)
        assert [found.pairings[0].first, found.pairings[0].second] == order[:2]
        history += results(number, [(each.first, each.second) for each in found.pairings])
    assert form.rounds == number
