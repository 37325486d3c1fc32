"""Results of a competition: approval and rulings."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.competitions.events import PlayerRetired
from engine.competitions.fold import replay_competition
from engine.competitions.guards import Act
from engine.competitions.parts import ExclusionPolicy
from engine.competitions.results import (
    advance,
    approve_result,
    correct_result,
    exclude,
    retire,
)
from engine.errors import GameStateError, RuleViolation
from engine.figures import Outcome, figures
from engine.ids import GameId
from tests.builders import noon
from tests.engine.competitions.desk import ANA, ARBITER, DAN, ION, LEVEL, WON, Desk, running
from tests.engine.refusals import codes


@pytest.mark.article("8.5")
def test_only_official_results_count() -> None:
    """Proposed results count only in a provisional table."""
    desk = running(2)
    home, back = desk.now.phase.open_games()
    group = desk.now.phase.groups[0]
    desk.does(approve_result, home, WON)
    red = desk.now.phase.matches[0].red
    proposed = {back: WON, home: LEVEL}

    assert [(row.player, row.coefficients) for row in desk.now.phase.table(group)] == [
        (red, Decimal("1.5219")),
        (ANA if red == ION else ION, Decimal("0.4781")),
    ]
    assert {row.coefficients for row in desk.now.phase.table(group, proposed)} == {Decimal(2)}
    assert desk.now.phase.tables(proposed) == {group.name: desk.now.phase.table(group, proposed)}
    assert list(desk.now.phase.open_games(group.name)) == [back]
    assert desk.now.phase.open_games("B") == {}


@pytest.mark.article("5.3")
@pytest.mark.article("10.3")
def test_an_official_result_changes_only_by_a_ruling() -> None:
    """A second approval is refused; after a penalty by a ruling the winner still has the win."""
    desk = running(2)
    home, back = desk.now.phase.open_games()
    desk.does(approve_result, home, WON)
    with pytest.raises(GameStateError) as refused:
        desk.does(approve_result, home, LEVEL)
    assert codes(refused) == ["already_homologated"]
    with pytest.raises(GameStateError) as early:
        desk.does(correct_result, back, LEVEL, "not yet")
    assert codes(early) == ["not_homologated"]
    penalised = replace(WON, red=Decimal("0.5219"), blue=Decimal("0.4781"), article="10.3")
    desk.does(correct_result, home, penalised, "misled the arbiter")
    (row, _) = desk.now.phase.table(desk.now.phase.groups[0])

    assert (row.coefficients, row.wins) == (Decimal("0.5219"), 1)


@pytest.mark.article("8.1")
@pytest.mark.article("9.5")
@pytest.mark.parametrize(
    ("red", "blue", "expected"),
    [
        pytest.param("1.6668", "0.1", ["coefficient_out_of_range"], id="above the maximum"),
        pytest.param("1.5", "-0.1", ["coefficient_out_of_range"], id="negative"),
        pytest.param("1.50001", "0.4", ["coefficient_out_of_range"], id="five decimals"),
        pytest.param("1.6667", "0.3334", ["coefficients_above_two"], id="more than two"),
    ],
)
def test_no_result_is_outside_the_regulation(red: str, blue: str, expected: list[str]) -> None:
    """An impossible result is refused in an approval and in a ruling."""
    desk = running(2)
    game, _ = desk.now.phase.open_games()
    wrong = figures(Decimal(red), Decimal(blue), scores=(0, 0), article="8.1")
    with pytest.raises(RuleViolation) as refused:
        desk.does(approve_result, game, wrong)
    assert codes(refused) == expected
    desk.does(approve_result, game, WON)
    with pytest.raises(RuleViolation) as ruled:
        desk.does(correct_result, game, wrong, "no")
    assert codes(ruled) == expected


def test_only_the_phases_own_games_are_approved() -> None:
    """No game is approved before the phase starts."""
    desk = running(2)
    with pytest.raises(GameStateError) as refused:
        desk.does(approve_result, GameId("NONE/1"), LEVEL)
    assert codes(refused) == ["no_such_game"]
    with pytest.raises(GameStateError) as unknown:
        desk.does(correct_result, GameId("NONE/1"), LEVEL, "?")
    assert codes(unknown) == ["not_homologated"]
    with pytest.raises(GameStateError) as early:
        Desk(2).does(approve_result, GameId("NONE/1"), LEVEL)
    assert codes(early) == ["phase_not_running"]


@pytest.mark.parametrize(
    ("red", "blue", "outcome"),
    [
        ("1.5", "0.5", Outcome.RED),
        ("0", "1.53", Outcome.BLUE),
        ("1", "1", Outcome.DRAW),
        ("0", "0", Outcome.NOBODY),
    ],
)
def test_who_won(red: str, blue: str, outcome: Outcome) -> None:
    """The player with the higher coefficient wins; nobody wins with 0 against 0."""
    found = figures(Decimal(red), Decimal(blue), scores=(1, 2), article="8.1")

    assert (found.outcome, found.red_score, found.blue_score) == (outcome, 1, 2)


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), max_size=12))
def test_all_provisional_tables_are_those_of_each_group(done: list[tuple[int, bool]]) -> None:
    """The table of each group is the same alone and among all, for any results."""
    desk = running(6, 2)
    proposed = {}
    for game, (counts, red_wins) in zip(desk.now.phase.open_games(), done, strict=False):
        found = WON if red_wins else LEVEL
        if counts:
            desk.does(approve_result, game, found)
        if counts != 1:
            proposed[game] = LEVEL
    phase = desk.now.phase

    for figures_of in (proposed, None):
        each = {group.name: phase.table(group, figures_of) for group in phase.groups}
        assert phase.tables(figures_of) == each


@pytest.mark.article("9.1", "10.3")
def test_who_is_excluded_or_has_left_is_gone_and_leaves_no_second_time() -> None:
    """A disqualified player cannot turn the disqualification into a withdrawal."""
    desk = running(6, 2)
    desk.does(exclude, ION, reason="sheets forged")
    for player in (ION, ANA):
        desk.act = Act(by=player, at=desk.act.at)
        if player == ANA:
            desk.does(retire)
            continue
        with pytest.raises(GameStateError) as refused:
            desk.does(retire)
        assert codes(refused) == ["already_excluded"]

    assert desk.now.phase.former_players == {ANA, ION}


@pytest.mark.article("9.1")
def test_only_an_arbiter_records_that_another_player_leaves() -> None:
    """A player who said it elsewhere has left, and the log names the arbiter and the reason."""
    desk = running()
    with pytest.raises(GameStateError) as refused:
        retire(desk.now, Act(by=DAN, at=noon()), ION)
    assert codes(refused) == ["not_an_arbiter"]

    (left,) = desk.does(retire, ION, "by telephone")

    assert left == PlayerRetired(at=desk.act.at, by=ION, arbiter=ARBITER, reason="by telephone")
    assert desk.now.phase.retired == {ION}


@pytest.mark.article("9.1")
def test_a_player_who_leaves_keeps_their_results_and_does_not_advance() -> None:
    """The next player of their group advances instead; nobody can leave twice."""
    desk = running(6, 2)
    desk.homologates_all()
    group = desk.now.phase.groups[0]
    first, second, _ = (row.player for row in desk.now.phase.table(group))
    desk.act = Act(by=first, at=desk.act.at)
    desk.does(retire)
    with pytest.raises(GameStateError) as refused:
        desk.does(retire)
    assert codes(refused) == ["already_retired"]

    desk.act = Act(by=ARBITER, at=desk.act.at)
    assert desk.now.phase.table(group)[0].player == first
    desk.does(advance)
    assert second in desk.now.phase.players
    assert first not in desk.now.phase.players


@given(
    games=st.permutations(range(18)),
    looked_at=st.sets(st.integers(0, 18)),
    excluded=st.integers(0, 18),
    policy=st.sampled_from(ExclusionPolicy),
)
def test_tables_looked_at_between_results_are_those_of_the_whole_log(
    games: list[int], looked_at: set[int], excluded: int, policy: ExclusionPolicy
) -> None:
    """A query of the standings between results does not change the later standings."""
    desk = running(7, groups=2, exclusion=policy)
    order = sorted(desk.now.phase.games)
    leaving = desk.now.phase.groups[0].players[0]
    for step, place in enumerate(games):
        if step in looked_at:
            desk.now.phase.tables()
        if step == excluded:
            desk.does(exclude, leaving, reason="letters hidden")
        if order[place] in desk.now.phase.open_games():
            desk.does(approve_result, order[place], (WON, LEVEL)[place % 2])
            desk.does(correct_result, order[place], (LEVEL, WON)[place % 3 % 2], "checked again")

    afresh = replay_competition(desk.log).phase
    assert desk.now.phase.tables() == afresh.tables()
    assert desk.now.phase.open_games() == afresh.open_games()
