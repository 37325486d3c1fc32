"""Results of a competition: homologation, rulings, exclusion, advancing, the close."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.entering import claim_place, enter, replace_player
from engine.competitions.fold import replay_competition
from engine.competitions.parts import Advanced, Entry, ExclusionPolicy, Treatment
from engine.competitions.planning import plan_phase, set_arbiters
from engine.competitions.results import (
    advance,
    close,
    correct_result,
    exclude,
    homologate_result,
    reinstate,
)
from engine.errors import GameStateError, RuleViolation
from engine.figures import Outcome, figures
from engine.ids import GameId, PersonId
from engine.rulesets import Phase
from tests.engine.competitions.desk import (
    ANA,
    DAN,
    DEPUTY,
    EVA,
    FINAL,
    ION,
    LEVEL,
    PRELIMINARY,
    STRANGER,
    WON,
    Desk,
    games_of,
    running,
)
from tests.engine.refusals import codes


class TestResults:
    """Homologation and rulings."""

    @pytest.mark.article("8.5")
    def test_only_homologated_results_count(self) -> None:
        """Proposed ones make a provisional table."""
        desk = running(2)
        home, back = desk.now.phase.open_games()
        group = desk.now.phase.groups[0]
        desk.does(homologate_result, home, WON)
        red = desk.now.phase.matches[0].red
        proposed = {back: WON, home: LEVEL}

        assert [(row.player, row.coefficients) for row in desk.now.phase.table(group)] == [
            (red, Decimal("1.5219")),
            (ANA if red == ION else ION, Decimal("0.4781")),
        ]
        assert {row.coefficients for row in desk.now.phase.table(group, proposed)} == {Decimal(2)}
        assert list(desk.now.phase.open_games(group.name)) == [back]
        assert desk.now.phase.open_games("B") == {}

    @pytest.mark.article("5.3")
    @pytest.mark.article("10.3")
    def test_a_homologated_result_changes_only_by_a_ruling(self) -> None:
        """A second homologation is refused; a ruling stands, a penalised winner still won."""
        desk = running(2)
        home, back = desk.now.phase.open_games()
        desk.does(homologate_result, home, WON)
        with pytest.raises(GameStateError) as refused:
            desk.does(homologate_result, home, LEVEL)
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
    def test_no_result_is_outside_the_regulation(
        self, red: str, blue: str, expected: list[str]
    ) -> None:
        """Neither by homologation nor by a ruling."""
        desk = running(2)
        game, _ = desk.now.phase.open_games()
        wrong = figures(Decimal(red), Decimal(blue), scores=(0, 0), article="8.1")
        with pytest.raises(RuleViolation) as refused:
            desk.does(homologate_result, game, wrong)
        assert codes(refused) == expected
        desk.does(homologate_result, game, WON)
        with pytest.raises(RuleViolation) as ruled:
            desk.does(correct_result, game, wrong, "no")
        assert codes(ruled) == expected

    def test_only_the_phases_own_games_are_homologated(self) -> None:
        """Nor any before it starts."""
        desk = running(2)
        with pytest.raises(GameStateError) as refused:
            desk.does(homologate_result, GameId("NONE/1"), LEVEL)
        assert codes(refused) == ["no_such_game"]
        with pytest.raises(GameStateError) as unknown:
            desk.does(correct_result, GameId("NONE/1"), LEVEL, "?")
        assert codes(unknown) == ["not_homologated"]
        with pytest.raises(GameStateError) as early:
            Desk(2).does(homologate_result, GameId("NONE/1"), LEVEL)
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
    def test_who_won(self, red: str, blue: str, outcome: Outcome) -> None:
        """The higher coefficient; where both are silent, nobody."""
        found = figures(Decimal(red), Decimal(blue), scores=(1, 2), article="8.1")

        assert (found.outcome, found.red_score, found.blue_score) == (outcome, 1, 2)


class TestExclusion:
    """Art. 10.3: what becomes of the games of a player who is excluded."""

    @pytest.mark.article("10.3")
    @pytest.mark.parametrize(
        ("policy", "homologated", "treatment"),
        [
            pytest.param(ExclusionPolicy.HALF, 3, Treatment.KEPT, id="half is enough"),
            pytest.param(ExclusionPolicy.HALF, 2, Treatment.VOID, id="less than half"),
            pytest.param(ExclusionPolicy.KEEP, 0, Treatment.KEPT, id="always kept"),
            pytest.param(ExclusionPolicy.VOID, 6, Treatment.VOID, id="always void"),
        ],
    )
    def test_his_results_are_kept_or_void(
        self, policy: ExclusionPolicy, homologated: int, treatment: Treatment
    ) -> None:
        """By half of his six games, or as the competition says."""
        desk = running(exclusion=policy)
        for game in games_of(desk, EVA)[:homologated]:
            desk.does(homologate_result, game, WON)
        desk.does(exclude, EVA, reason="sheets forged")
        rows = desk.now.phase.table(desk.now.phase.groups[0])
        kept = homologated if treatment is Treatment.KEPT else 0

        assert desk.now.phase.excluded == {EVA: treatment}
        assert (rows[-1].player, rows[-1].place, rows[-1].games) == (EVA, None, kept)
        assert sum(row.games for row in rows) == 2 * kept
        assert len(games_of(desk, EVA)) == (6 - homologated if kept or homologated == 0 else 0)

    @pytest.mark.article("10.3")
    def test_games_declared_void_are_out_of_the_competition(self) -> None:
        """They await no homologation, and the phase can end without them."""
        desk = running(3)
        games = games_of(desk, DAN)
        desk.does(exclude, DAN, reason="told the arbiter lies")

        assert games_of(desk, DAN) == []
        with pytest.raises(GameStateError) as refused:
            desk.does(homologate_result, games[0], LEVEL)
        assert codes(refused) == ["no_such_game"]
        with pytest.raises(GameStateError) as again:
            desk.does(exclude, DAN, reason="again")
        assert codes(again) == ["already_excluded"]
        desk.homologates_all()
        assert desk.now.phase.open_games() == {}

    @pytest.mark.article("10.3")
    def test_an_exclusion_is_lifted_by_a_ruling(self) -> None:
        """His games count again, and so does his place; only an exclusion can be lifted."""
        desk = running(3)
        before = desk.now.phase
        desk.does(exclude, DAN, reason="told the arbiter lies")

        desk.does(reinstate, DAN, reason="it was another")

        assert desk.now.phase == before
        with pytest.raises(GameStateError) as refused:
            desk.does(reinstate, DAN, reason="again")
        assert codes(refused) == ["not_excluded"]

    @pytest.mark.article("9.6")
    def test_who_let_another_write_is_excluded_under_its_own_article(self) -> None:
        """The event says which article."""
        desk = running()
        (event,) = desk.does(exclude, EVA, reason="another wrote", article="9.6")

        assert getattr(event, "article", None) == "9.6"
        with pytest.raises(GameStateError) as refused:
            desk.does(exclude, STRANGER, reason="who?")
        assert codes(refused) == ["not_entered"]


class TestAdvancing:
    """From the preliminary phase to the final, and to the close."""

    def test_the_final_opens_for_those_who_go_on(self) -> None:
        """Seeded in the order in which they advanced, clubs kept; new seeds, new matches."""
        desk = Desk(0, plans=(replace(PRELIMINARY, advance=1, best_others=1), FINAL))
        desk.does(enter, [Entry(player=PersonId(n), club=f"C{n}", seeding=n) for n in range(1, 7)])
        desk.starts(groups=2)
        for game, (red, blue) in desk.now.phase.open_games().items():
            found = WON if red < blue else figures(WON.blue, WON.red, scores=(9, 99), article="8.1")
            desk.does(homologate_result, game, found)
        (event,) = desk.does(advance)

        assert getattr(event, "players", None) == (
            Advanced(player=ANA, group="A", place=1),
            Advanced(player=ION, group="B", place=1),
            Advanced(player=DAN, group="B", place=2, best_other=True),
        )
        assert set(getattr(event, "reserves", ())) == {EVA, PersonId(5), PersonId(6)}
        assert desk.now.stage is CompetitionStage.OPEN
        assert desk.now.phase.plan.phase is Phase.FINAL
        assert desk.now.phase.entries == (
            Entry(player=ANA, club="C1", seeding=1),
            Entry(player=ION, club="C2", seeding=2),
            Entry(player=DAN, club="C3", seeding=3),
        )
        assert desk.now.phases[0].advanced == event
        desk.does(replace_player, DAN, Entry(player=EVA))
        desk.starts()
        desk.homologates_all()
        desk.does(close)
        assert replay_competition(desk.log).stage is CompetitionStage.CLOSED

    def test_nothing_ends_while_games_are_open(self) -> None:
        """Neither the phase nor the competition; and each ends in its own way."""
        desk = running()
        for decide in (advance, close):
            with pytest.raises(GameStateError) as refused:
                desk.does(decide)
            assert codes(refused) == ["games_open"]
            assert refused.value.faults[0].facts == {"games": 12}
        desk.homologates_all()
        with pytest.raises(GameStateError) as early:
            desk.does(close)
        assert codes(early) == ["phase_to_come"]
        desk = Desk(2, plans=(FINAL,))
        desk.starts()
        desk.homologates_all()
        with pytest.raises(GameStateError) as last:
            desk.does(advance)
        assert codes(last) == ["no_next_phase"]

    def test_a_final_needs_two_players(self) -> None:
        """One group of which one goes on makes no final."""
        desk = running(2)
        desk.homologates_all()
        with pytest.raises(RuleViolation) as refused:
            desk.does(advance)

        assert codes(refused) == ["too_few_players"]

    @pytest.mark.article("10.2")
    def test_a_ruling_reaches_a_phase_that_is_over(self) -> None:
        """The preliminary table changes; who advanced does not, nor after the close."""
        desk = running(4, groups=2)
        first = next(iter(desk.now.phase.open_games()))
        desk.homologates_all()
        desk.does(advance)
        going = desk.now.phase.players
        desk.does(correct_result, first, WON, "the Commission found otherwise")
        desk.starts()
        desk.homologates_all()
        desk.does(close)
        desk.does(correct_result, first, LEVEL, "and back again")

        assert desk.now.phases[0].results[first] == LEVEL
        assert desk.now.phase.players == going
        assert desk.now.stage is CompetitionStage.CLOSED

    def test_a_closed_competition_stays_as_it_is(self) -> None:
        """No new arbiters, plans or players."""
        desk = Desk(2, plans=(FINAL,))
        desk.starts()
        desk.homologates_all()
        desk.does(close)
        stranger = replace(desk.act, by=STRANGER)
        for decide, wanted in (
            (set_arbiters, (desk.act, [DEPUTY])),
            (plan_phase, (desk.act, FINAL)),
            (claim_place, (ANA, stranger)),
        ):
            with pytest.raises(GameStateError) as refused:
                desk.append(decide(desk.now, *wanted))
            assert codes(refused) == ["competition_closed"]
