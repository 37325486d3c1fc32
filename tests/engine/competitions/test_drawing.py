"""Preparing a competition: seeds before groups, groups before colours, all before the start."""

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from itertools import combinations

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.drawing import (
    annul_draw,
    commit_sequences,
    draw_groups,
    list_matches,
    start_phase,
)
from engine.competitions.entering import enter
from engine.competitions.events import PhaseStarted
from engine.competitions.parts import Entry
from engine.errors import GameStateError, RuleViolation
from engine.games.events import EditionRef
from engine.ids import MatchCode, PersonId
from engine.rulesets import NATIONAL_2025, SequenceScope
from engine.sequences.sequence import further_seed
from tests.builders import START, noon
from tests.engine.competitions.desk import FINAL, PRELIMINARY, SEEDS, TOGETHER, Desk
from tests.engine.refusals import codes


@pytest.mark.article("1.3")
def test_commitments_come_before_groups_and_colours() -> None:
    """The SHA-256 of each seed is published before any player has a group."""
    desk = Desk()
    with pytest.raises(GameStateError) as early:
        desk.does(draw_groups)
    assert codes(early) == ["not_committed"]
    desk.does(commit_sequences, SEEDS)

    assert desk.now.phase.groups == ()
    assert desk.now.phase.seeds.commitments == tuple(
        sha256(letter * 32).hexdigest() for letter in (b"h", b"b", b"l")
    )
    with pytest.raises(GameStateError) as ungrouped:
        desk.does(list_matches, [])
    assert codes(ungrouped) == ["groups_not_drawn"]
    with pytest.raises(GameStateError) as closed:
        desk.does(enter, [Entry(player=PersonId(50))])
    assert codes(closed) == ["entries_closed"]


def test_there_are_as_many_groups_as_planned_unless_the_draw_says_otherwise() -> None:
    """The plan's number applies unless the draw gives another number."""
    for wanted, drawn in (({}, 2), ({"groups": 3}, 3)):
        desk = Desk(6, plans=(replace(PRELIMINARY, groups=2), FINAL))
        desk.does(commit_sequences, SEEDS)
        desk.does(draw_groups, **wanted)

        assert len(desk.now.phase.groups) == drawn


@pytest.mark.article("1.2")
def test_every_pair_of_a_group_plays_home_and_return() -> None:
    """Each pair of a group plays twice with swapped colours, and nobody plays outside it."""
    desk = Desk(9)
    desk.draws(groups=2)
    groups = desk.now.phase.groups
    pairs = {frozenset(pair) for group in groups for pair in combinations(group.players, 2)}

    assert {match.players for match in desk.now.phase.matches} == pairs
    assert len(desk.now.phase.matches) == len(pairs)
    for match in desk.now.phase.matches:
        home, back = match.games.values()
        assert home == (match.red, match.blue)
        assert back == (match.blue, match.red)


@pytest.mark.article("2.1")
@pytest.mark.parametrize(
    ("scope", "home", "back"),
    [
        pytest.param(SequenceScope.LEG, {b"h"}, {b"b"}, id="one for each leg"),
        pytest.param(SequenceScope.PHASE, {b"h"}, {b"h"}, id="one for the phase"),
    ],
)
def test_one_sequence_serves_a_series_of_games(
    scope: SequenceScope, home: set[bytes], back: set[bytes]
) -> None:
    """All home games of the phase have one sequence, and all return games another one."""
    desk = Desk(rules=replace(NATIONAL_2025, sequence_scope=scope), plans=TOGETHER)
    desk.draws(groups=2)

    assert {match.home_seed for match in desk.now.phase.matches} == {
        (letter * 32).hex() for letter in home
    }
    assert {match.return_seed for match in desk.now.phase.matches} == {
        (letter * 32).hex() for letter in back
    }


@pytest.mark.article("2.1")
@pytest.mark.parametrize(
    ("scope", "back"), [(SequenceScope.MATCH, b"h"), (SequenceScope.GAME, b"b")]
)
def test_matches_may_have_sequences_of_their_own(scope: SequenceScope, back: bytes) -> None:
    """A match's own seed follows from the committed seed and its number, and differs from it."""
    desk = Desk(rules=replace(NATIONAL_2025, sequence_scope=scope), plans=TOGETHER)
    desk.draws()
    matches = desk.now.phase.matches

    assert [match.home_seed for match in matches] == [
        further_seed(b"h" * 32, number).hex() for number in range(1, len(matches) + 1)
    ]
    assert [match.return_seed for match in matches] == [
        further_seed(back * 32, number).hex() for number in range(1, len(matches) + 1)
    ]
    assert len({match.home_seed for match in matches} - {SEEDS.home.hex()}) == len(matches)


@pytest.mark.article("2.1")
def test_no_return_sequence_can_be_read_in_another_match_unless_somebody_asked_for_it() -> None:
    """As shipped, home games share a sequence, and each return game has its own."""
    desk = Desk()
    desk.draws(groups=2)
    matches = desk.now.phase.matches

    assert {match.home_seed for match in matches} == {SEEDS.home.hex()}
    assert len({match.return_seed for match in matches}) == len(matches)
    assert SEEDS.back.hex() not in {match.return_seed for match in matches}


def test_seeds_have_32_bytes() -> None:
    """A seed of another length raises a programming error."""
    with pytest.raises(ValueError, match="32 bytes"):
        Desk().does(commit_sequences, replace(SEEDS, lots=b"short"))


def test_codes_fit_the_matches() -> None:
    """Listing needs as many unused, different codes as there are pairs."""
    desk = Desk()
    desk.does(commit_sequences, SEEDS)
    desk.does(draw_groups)
    for wrong in (["A", "B"], ["A"] * 6):
        with pytest.raises(ValueError, match="A"):
            desk.does(list_matches, [MatchCode(code) for code in wrong])


def test_a_draw_needs_two_players() -> None:
    """A draw with one player is refused."""
    with pytest.raises(RuleViolation) as refused:
        Desk(1).does(commit_sequences, SEEDS)

    assert codes(refused) == ["too_few_players"]


def test_an_annulled_draw_opens_the_entries_again() -> None:
    """New seeds are committed before the next draw; the old ones stay in the log."""
    desk = Desk()
    desk.draws()
    desk.does(annul_draw, "a club was wrong")

    assert desk.now.stage is CompetitionStage.OPEN
    assert (desk.now.phase.groups, desk.now.phase.matches) == ((), ())
    assert desk.now.phase.lots == {}
    with pytest.raises(GameStateError) as refused:
        desk.does(annul_draw, "again")
    assert codes(refused) == ["no_draw_to_annul"]
    desk.draws(groups=2)
    assert len(desk.now.phase.groups) == 2


def test_a_phase_starts_on_its_day() -> None:
    """A phase cannot start before its day, without matches, or twice."""
    desk = Desk()
    assert start_phase(desk.now, noon(5)) == ()
    desk.draws()
    assert start_phase(desk.now, noon(-1)) == ()
    desk.append(start_phase(desk.now, noon(2)))

    assert desk.now.phase.started == START + timedelta(days=2)
    assert start_phase(desk.now, noon(3)) == ()


@pytest.mark.article("3.1")
def test_the_word_list_is_the_one_in_force_when_the_competition_starts() -> None:
    """The list in force at the start replaces the list of the set-up."""
    loc = EditionRef(name="LOC-2026", sha256="1" * 64)
    desk = Desk()
    desk.draws()
    (started,) = start_phase(desk.now, noon(), desk.now.edition)
    assert isinstance(started, PhaseStarted)
    assert started.edition is None
    desk.append(start_phase(desk.now, noon(), loc))
    assert desk.now.edition == loc
