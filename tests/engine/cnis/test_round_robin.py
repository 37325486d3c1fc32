"""Round robins: all pairs once, clubmates apart in first and last rounds, changes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.cnis.pairing import Contestant, Pair, PairedRound, PlayedGame, ranked_players
from engine.cnis.round_robin import schedule
from engine.cnis.rounds import next_round
from engine.cnis.systems import PairingSystem, tournament
from tests.engine.cnis.pairing_oracle import BYE, ways
from tests.examples import HALF


def field(clubs: str) -> list[Contestant]:
    """Return players A, B, C … of these clubs; a dot is no club."""
    return [
        Contestant(name=chr(ord("A") + index), club=club.strip("."))
        for index, club in enumerate(clubs)
    ]


def clubmates(players: list[Contestant], pairs: frozenset[Pair]) -> int:
    """Return the number of pairs of one club."""
    club = {player.name: player.club for player in players}
    return sum(club[a] != "" and club[a] == club[b] for a, b in pairs)


def fewest(players: list[Contestant]) -> int:
    """Return the least number of pairs of one club in any round of these players."""
    return min(
        clubmates(players, frozenset(frozenset(pair) for pair in way if BYE not in pair))
        for way in ways([player.name for player in players])
    )


def results(number: int, pairs: list[tuple[str, ...]]) -> list[PlayedGame]:
    """Return a round in which each player named first won."""
    return [
        PlayedGame(
            round=number,
            first=pair[0],
            second=pair[1] if len(pair) > 1 else None,
            first_score=400,
            second_score=300,
        )
        for pair in pairs
    ]


def without(clubs: str, gone: str) -> list[Contestant]:
    """Return the field after one player withdrew."""
    return [replace(each, is_gone=each.name == gone) for each in field(clubs)]


def posted(found: PairedRound) -> list[PlayedGame]:
    """Return the round as paired, with each player named first as the winner."""
    pairs: list[tuple[str, ...]] = [(each.first, each.second) for each in found.pairings]
    return results(found.number, pairs + [(name,) for name in found.byes])


def whole(players: list[Contestant], history: list[PlayedGame], start: int) -> list[PlayedGame]:
    """Return the tournament, played from that round to the end of the round robin."""
    form = tournament(PairingSystem.ROUND_ROBIN, len(players))
    history = list(history)
    for number in range(start, form.all_play_all + 1):
        found = next_round(players, history, number=number, form=form)
        history += posted(found)
    return history


@pytest.mark.parametrize("size", range(2, 25))
def test_everybody_meets_everybody_once(size: int) -> None:
    """Every pair meets in exactly one round, and nobody has two games in a round."""
    names = field("." * size)
    rounds = schedule(names)
    met = Counter(pair for pairs in rounds for pair in pairs)

    assert len(rounds) == size - 1 + size % 2
    assert met == Counter(frozenset({a.name, b.name}) for a, b in combinations(names, 2))
    assert all(len(frozenset().union(*pairs)) == size // 2 * 2 for pairs in rounds)


@given(st.text("XYZ.", min_size=3, max_size=8))
def test_clubmates_apart_at_both_ends(clubs: str) -> None:
    """The first and the last round have as few pairs of one club as possible."""
    players = field(clubs)
    rounds = schedule(players)

    assert clubmates(players, rounds[0]) == fewest(players)
    assert clubmates(players, rounds[-1]) == fewest(players)


@given(st.integers(9, 30), st.data())
def test_clubmates_apart_in_larger_fields(size: int, data: st.DataObject) -> None:
    """The first and last rounds of any field have the fewest possible games of clubmates."""
    players = field(data.draw(st.text("VWXYZ", min_size=size, max_size=size)))
    largest = max(Counter(player.club for player in players).values())
    least = max(0, largest - (size + 1) // 2)
    rounds = schedule(players)

    assert [clubmates(players, rounds[0]), clubmates(players, rounds[-1])] == [least, least]


@pytest.mark.parametrize("size", range(3, 8))
def test_a_whole_round_robin(size: int) -> None:
    """Every pair meets, whatever the results of the rounds."""
    history = whole(field("XXYYZZW"[:size]), [], 1)
    pairs = [frozenset({game.first, game.second}) for game in history if game.second]

    assert sorted(map(sorted, pairs)) == [list(p) for p in combinations("ABCDEFG"[:size], 2)]


@given(st.integers(4, 8), st.integers(0, 10**6))
def test_a_first_round_paired_by_hand(size: int, seed: int) -> None:
    """After any first round by the arbiter the remaining rounds have no repeats."""
    names = list("ABCDEFGH"[:size])
    Random(seed).shuffle(names)
    first = [tuple(names[index : index + 2]) for index in range(0, size, 2)]
    history = whole(field("XXYYZZWW"[:size]), results(1, first), 2)
    met = Counter(frozenset({game.first, game.second}) for game in history)

    assert max(met.values()) == 1
    assert len(met) == size * (size - 1) // 2 + (size if size % 2 else 0)


def test_a_third_round_that_leaves_triangles() -> None:
    """A round after which no full rounds would remain is not chosen."""
    cycle = [[("A", "B"), ("C", "D"), ("E", "F")], [("B", "C"), ("D", "E"), ("F", "A")]]
    history = results(1, [*cycle[0]]) + results(2, [*cycle[1]])
    form = tournament(PairingSystem.ROUND_ROBIN, 6)
    found = next_round(field("......"), history, number=3, form=form)

    assert {(each.first, each.second) for each in found.pairings} != {
        ("A", "D"),
        ("B", "E"),
        ("C", "F"),
    }
    assert len(whole(field("......"), history, 3)) == 15


def test_rounds_that_cannot_be_completed() -> None:
    """If no full rounds remain, pairs do not repeat as long as possible."""
    history = results(1, [("A", "B"), ("C", "D")]) + results(2, [("A", "C"), ("E", "F")])
    form = tournament(PairingSystem.ROUND_ROBIN, 6)
    found = next_round(field("......"), history, number=3, form=form)

    assert [each.met for each in found.pairings] == [0, 0, 0]


def test_two_trios_who_have_met_only_each_other_do_not_all_meet() -> None:
    """In the last two of five rounds each trio has room for two of its three pairs."""
    history = [
        *results(1, [("A", "D"), ("B", "E"), ("C", "F")]),
        *results(2, [("A", "E"), ("B", "F"), ("C", "D")]),
        *results(3, [("A", "F"), ("B", "D"), ("C", "E")]),
    ]
    form = tournament(PairingSystem.ROUND_ROBIN, 6)

    assert next_round(field("......"), history, number=4, form=form).unmet == 2


def test_someone_who_left_is_not_missed() -> None:
    """After a withdrawal the other players are paired without repeats."""
    before = whole(field("......"), [], 1)
    history = [game for game in before if game.round < 3]
    form = tournament(PairingSystem.ROUND_ROBIN, 6)
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
    """Each remaining player meets all others once, in the planned number of rounds."""
    form = tournament(PairingSystem.ROUND_ROBIN, size)
    history: list[PlayedGame] = []
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


@given(st.integers(3, 9), st.text("XYZ.", min_size=9, max_size=9), st.integers(0, 10**6), st.data())
@settings(max_examples=HALF, deadline=None, phases=[Phase.generate])
def test_in_any_field_those_who_stay_meet_once_and_byes_are_fair(
    size: int, clubs: str, seed: int, data: st.DataObject
) -> None:
    """After any withdrawals no remaining player loses a game, and byes are distributed."""
    chance, players = Random(seed), field(clubs[:size])
    form = tournament(PairingSystem.ROUND_ROBIN, size)
    leavers = chance.sample(players, data.draw(st.integers(1, size - 2)))
    last = {each.name: chance.randrange(1, form.rounds) for each in leavers}
    history: list[PlayedGame] = []
    for number in range(1, form.rounds + 1):
        people = [replace(each, is_gone=last.get(each.name, number) < number) for each in players]
        found = next_round(people, history, number=number, form=form)
        assert found.unmet == 0
        history += any_results(found, chance)
    robin = [game for game in history if game.round <= form.all_play_all]
    met = Counter(frozenset({game.first, game.second}) for game in robin if game.second)
    byes = Counter(game.first for game in robin if game.second is None)
    staying = [each.name for each in players if each.name not in last]

    assert [met[frozenset(pair)] for pair in combinations(staying, 2)] == [1] * len(
        list(combinations(staying, 2))
    )
    assert set(met.values()) == {1}
    # Of an odd field one each, and one for each leaver whom they had not met yet.
    for name in staying:
        missed = sum(not met[frozenset({name, gone})] for gone in last)
        assert byes[name] == size % 2 + missed


@given(st.integers(3, 5), st.integers(0, 10**6), st.data())
@settings(max_examples=20, deadline=None, phases=[Phase.generate])
def test_any_late_entry_leaves_out_as_few_pairs_as_can_be(
    size: int, seed: int, data: st.DataObject
) -> None:
    """The pairs left out are as announced, the fewest that the remaining rounds allow."""
    chance, clubs = Random(seed), "XYZXYZ"
    before, late = field(clubs[:size]), field(clubs[: size + 1])
    entry = data.draw(st.integers(2, size - 1 + size % 2))
    history: list[PlayedGame] = []
    for number in range(1, entry):
        form = tournament(PairingSystem.ROUND_ROBIN, size)
        history += any_results(next_round(before, history, number=number, form=form), chance)
    form = tournament(PairingSystem.ROUND_ROBIN, size + 1)
    names = [each.name for each in late]
    met = {frozenset({game.first, game.second}) for game in history if game.second}
    left = frozenset(pair for pair in combinations(names, 2) if frozenset(pair) not in met)
    unmet = next_round(late, history, number=entry, form=form).unmet
    for number in range(entry, form.all_play_all + 1):
        found = next_round(late, history, number=number, form=form)
        history += any_results(found, chance)
    pairs = Counter(frozenset({game.first, game.second}) for game in history if game.second)

    assert max(pairs.values()) == 1
    assert unmet == len(left) - most(left, form.all_play_all - entry + 1)
    assert len(pairs) == len(list(combinations(names, 2))) - unmet


def any_results(found: PairedRound, chance: Random) -> list[PlayedGame]:
    """Return the round as paired, with any scores."""
    scores = (chance.randrange(200, 500) for _ in range(2 * len(found.pairings)))
    games = [
        PlayedGame(
            round=found.number,
            first=each.first,
            second=each.second,
            first_score=next(scores),
            second_score=next(scores),
        )
        for each in found.pairings
    ]
    return games + [PlayedGame(round=found.number, first=name, second=None) for name in found.byes]


@cache
def most(left: frozenset[tuple[str, str]], rounds: int) -> int:
    """Return the most pairs that so many rounds can have, by trying every round."""
    if not left or not rounds:
        return 0
    return max(len(pairs) + most(left - pairs, rounds - 1) for pairs in every_round(left))


def every_round(left: frozenset[tuple[str, str]]) -> Iterator[frozenset[tuple[str, str]]]:
    """Yield every set of these pairs in which nobody plays twice."""
    if not left:
        yield frozenset()
        return
    first = min(left)
    others = left - {first}
    yield from every_round(others)
    apart = frozenset(pair for pair in others if not {*pair} & {*first})
    for pairs in every_round(apart):
        yield pairs | {first}


@pytest.mark.parametrize(("before", "clubs"), [(4, "....."), (4, "XXYYZ")])
def test_a_late_entry_meets_everybody_where_the_rounds_allow_it(before: int, clubs: str) -> None:
    """With enough rounds a late entry takes no game from any pair."""
    early = field(clubs)[:before]
    form = tournament(PairingSystem.ROUND_ROBIN, before)
    history = posted(next_round(early, [], number=1, form=form))
    history = whole(field(clubs), history, 2)
    met = Counter(frozenset({game.first, game.second}) for game in history if game.second)

    assert met == Counter(frozenset(pair) for pair in combinations("ABCDE", 2))


def test_a_late_entry_that_comes_too_late_leaves_out_as_few_as_can_be() -> None:
    """If a sixth player joins after a round, one pair is left out and named."""
    form = tournament(PairingSystem.ROUND_ROBIN, 5)
    history = posted(next_round(field("....."), [], number=1, form=form))
    found = next_round(
        field("......"), history, number=2, form=tournament(PairingSystem.ROUND_ROBIN, 6)
    )
    history = whole(field("......"), history, 2)
    met = Counter(frozenset({game.first, game.second}) for game in history if game.second)

    assert (found.unmet, len(met), max(met.values())) == (1, 14, 1)


def test_a_large_round_robin_says_who_has_not_met_in_the_end() -> None:
    """Off the schedule, more than eight players may repeat games; the last round says it."""
    form = tournament(PairingSystem.ROUND_ROBIN, 9)
    people = field("." * 9)
    history = results(1, [("A", "I"), ("B", "H"), ("C", "G"), ("D", "F")])
    unmet = []
    for number in range(2, form.all_play_all + 1):
        found = next_round(people, history, number=number, form=form)
        unmet.append(found.unmet)
        history += posted(found)
    met = {frozenset({game.first, game.second}) for game in history if game.second}

    never = sum(frozenset(pair) not in met for pair in combinations("ABCDEFGHI", 2))
    assert never
    assert unmet == sorted(unmet)
    assert unmet[-1] == never


def test_a_large_round_robin_off_schedule() -> None:
    """With many players and the arbiter's own rounds, the next has no repeats either."""
    names = [chr(ord("A") + index) for index in range(12)]
    history = results(1, [(names[index], names[-1 - index]) for index in range(6)])
    form = tournament(PairingSystem.ROUND_ROBIN, 12)
    found = next_round(field("." * 12), history, number=2, form=form)

    assert [each.met for each in found.pairings] == [0] * 6


@pytest.mark.parametrize("size", [3, 4])
def test_two_rounds_of_koth_at_the_end(size: int) -> None:
    """Three or four players end with two rounds of KOTH, which may repeat pairs."""
    players = field("....")[:size]
    history = whole(players, [], 1)
    form = tournament(PairingSystem.ROUND_ROBIN, size)
    for number in (form.all_play_all + 1, form.all_play_all + 2):
        order = [each.player.name for each in ranked_players(players, history)]
        found = next_round(players, history, number=number, form=form)
        assert [found.pairings[0].first, found.pairings[0].second] == order[:2]
        history += results(number, [(each.first, each.second) for each in found.pairings])
    assert form.rounds == number
