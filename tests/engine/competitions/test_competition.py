"""Preparing a competition: plans, arbiters, entries, draws, the start."""

from dataclasses import replace
from datetime import date, timedelta
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
from engine.competitions.entering import claim_place, enter, replace_player, withdraw
from engine.competitions.events import CompetitionCreated
from engine.competitions.guards import Act
from engine.competitions.parts import Entry, PhasePlan, Withdrawn
from engine.competitions.planning import create, plan_phase, set_arbiters
from engine.competitions.results import (
    advance,
    close,
    correct_result,
    exclude,
    homologate_result,
    reinstate,
)
from engine.errors import GameStateError, RuleViolation
from engine.ids import MatchCode, PersonId, match_of
from engine.rulesets import NATIONAL_2025, SequenceScope
from engine.sequence import further_seed
from tests.builders import START, noon
from tests.engine.competitions.desk import (
    ANA,
    ARBITER,
    DAN,
    DEPUTY,
    FINAL,
    ION,
    LEVEL,
    PRELIMINARY,
    SEEDS,
    STRANGER,
    Decision,
    Desk,
    balanced,
    codes,
    colours,
    games_of,
    running,
)


class TestPlans:
    """Phases and their dates."""

    @pytest.mark.article("7.1")
    @pytest.mark.article("9.7")
    def test_a_phase_has_its_budget_leave_and_dates(self) -> None:
        """Thirty or twenty days, ten of leave, and results due five days after the closing date."""
        desk = Desk(0)
        preliminary, final = desk.now.phases

        assert [desk.now.rules.budget(phase.plan.phase) for phase in desk.now.phases] == [30, 20]
        assert desk.now.rules.leave_days == 10
        assert preliminary.plan.results_due(desk.now.rules) == date(2025, 10, 5)
        assert final.plan.results_due(desk.now.rules) == date(2026, 3, 5)

    @pytest.mark.parametrize(
        ("plans", "expected"),
        [
            pytest.param((), ["no_phase"], id="none"),
            pytest.param(
                (FINAL, PRELIMINARY),
                ["phases_out_of_order", "starts_before_results", "nobody_advances"],
                id="wrong way round",
            ),
            pytest.param(
                (FINAL, FINAL),
                ["phases_out_of_order", "starts_before_results", "nobody_advances"],
                id="twice the same",
            ),
            pytest.param(
                (replace(FINAL, closing=FINAL.start),),
                ["closing_before_start"],
                id="no day to play",
            ),
            pytest.param(
                (PRELIMINARY, replace(FINAL, start=date(2025, 10, 5))),
                ["starts_before_results"],
                id="results still due",
            ),
            pytest.param(
                (replace(PRELIMINARY, advance=0), FINAL), ["nobody_advances"], id="nobody goes on"
            ),
            pytest.param((replace(FINAL, best_others=-1),), ["nobody_advances"], id="negative"),
        ],
    )
    def test_plans_that_cannot_be_kept(
        self, plans: tuple[PhasePlan, ...], expected: list[str]
    ) -> None:
        """All that is wrong with the dates is named at once."""
        with pytest.raises(RuleViolation) as refused:
            Desk(0, plans=plans)

        assert codes(refused) == expected

    def test_a_competition_needs_an_arbiter(self) -> None:
        """Somebody must put the sheets into play."""
        first = Desk(0).log[0]
        assert isinstance(first, CompetitionCreated)
        with pytest.raises(RuleViolation) as refused:
            create(replace(first, arbiters=()))

        assert codes(refused) == ["no_arbiter"]

    def test_dates_can_be_changed_and_a_final_added(self) -> None:
        """Until it starts, a phase may be planned anew; a further phase may come at any time."""
        desk = Desk(0, plans=(PRELIMINARY,))
        later = replace(PRELIMINARY, start=START + timedelta(days=9), advance=2)
        desk.does(plan_phase, later)
        desk.does(plan_phase, FINAL)

        assert [phase.plan for phase in desk.now.phases] == [later, FINAL]

    def test_only_the_closing_date_of_a_running_phase_moves(self) -> None:
        """And not into the past; nor does a phase that is over change any more."""
        desk = running()
        moved = replace(PRELIMINARY, closing=date(2025, 10, 5))
        desk.does(plan_phase, moved)

        assert desk.now.phase.plan == moved
        with pytest.raises(GameStateError) as refused:
            desk.does(plan_phase, replace(moved, advance=2))
        assert codes(refused) == ["phase_running"]
        desk.act = replace(desk.act, at=noon(30))
        with pytest.raises(RuleViolation) as late:
            desk.does(plan_phase, replace(PRELIMINARY, closing=START + timedelta(days=29)))
        assert codes(late) == ["closing_in_the_past"]
        desk.does(plan_phase, replace(PRELIMINARY, closing=START + timedelta(days=30)))
        desk.homologates_all()
        desk.now = replace(desk.now, number=1, stage=CompetitionStage.OPEN)
        with pytest.raises(GameStateError) as over:
            desk.does(plan_phase, PRELIMINARY)
        assert codes(over) == ["phase_over"]


class TestArbiters:
    """Who decides."""

    def test_a_competition_is_handed_over(self) -> None:
        """The new main arbiter decides, the old one no longer does."""
        desk = Desk()
        desk.does(set_arbiters, [DEPUTY])

        assert desk.now.arbiters == (DEPUTY,)
        with pytest.raises(GameStateError) as refused:
            desk.does(commit_sequences, SEEDS)
        assert codes(refused) == ["not_an_arbiter"]

    @pytest.mark.article("1.1")
    @pytest.mark.parametrize(
        ("arbiters", "code"), [([], "no_arbiter"), ([DEPUTY, ANA], "arbiter_cannot_play")]
    )
    def test_arbiters_there_cannot_be(self, arbiters: list[PersonId], code: str) -> None:
        """Somebody, and nobody who plays."""
        with pytest.raises(RuleViolation) as refused:
            Desk().does(set_arbiters, arbiters)

        assert codes(refused) == [code]

    def test_nobody_else_decides_anything(self) -> None:
        """Every act of an arbiter is refused to a player and to a stranger."""
        desk = running()
        game = next(iter(desk.now.phase.open_games()))
        acts: list[tuple[Decision, tuple[object, ...], dict[str, object]]] = [
            (set_arbiters, ([STRANGER],), {}),
            (plan_phase, (PRELIMINARY,), {}),
            (enter, ([],), {}),
            (replace_player, (ANA, Entry(player=STRANGER)), {}),
            (commit_sequences, (SEEDS,), {}),
            (draw_groups, (), {}),
            (list_matches, ([],), {}),
            (annul_draw, ("",), {}),
            (homologate_result, (game, LEVEL), {}),
            (correct_result, (game, LEVEL, ""), {}),
            (exclude, (ANA,), {"reason": ""}),
            (reinstate, (ANA,), {"reason": ""}),
            (advance, (), {}),
            (close, (), {}),
        ]
        for decide, wanted, options in acts:
            for person in (ANA, STRANGER):
                with pytest.raises(GameStateError) as refused:
                    decide(desk.now, Act(by=person, at=noon()), *wanted, **options)
                assert codes(refused) == ["not_an_arbiter"]


class TestEntries:
    """Who plays."""

    def test_entries_are_refused_with_every_reason(self) -> None:
        """Entered already, twice in the list, an arbiter, an impossible seeding."""
        desk = Desk()
        wanted = [
            Entry(player=ANA),
            Entry(player=ARBITER),
            Entry(player=PersonId(50), seeding=0),
            Entry(player=PersonId(51)),
            Entry(player=PersonId(51)),
        ]
        with pytest.raises(RuleViolation) as refused:
            desk.does(enter, wanted)

        assert codes(refused) == [
            "already_entered",
            "arbiter_cannot_play",
            "seeding_below_one",
            "already_entered",
            "already_entered",
        ]

    def test_an_invitation_opened_by_a_known_account_binds_that_person(self) -> None:
        """He stands in the place-holder's stead everywhere: entry, group and matches."""
        desk = running()
        known = PersonId(77)
        desk.append(claim_place(desk.now, ION, Act(by=known, at=noon())))

        assert desk.now.claimed == {known}
        assert ION not in desk.now.phase.players
        assert known in desk.now.phase.groups[0].players
        assert {match.code for match in desk.now.phase.matches if known in match.players} == {
            match_of(game) for game in games_of(desk, known)
        }
        assert len(games_of(desk, known)) == 6

    def test_who_takes_his_place_in_the_final_went_on_to_it_himself(self) -> None:
        """Under the number he is known by: among those who went on, and never among reserves."""
        desk = running(4, 2)
        desk.homologates_all()
        desk.does(advance)
        (invited, _), known = desk.now.phase.players, PersonId(77)
        desk.append(claim_place(desk.now, invited, Act(by=known, at=noon())))

        went_on = desk.now.phases[0].advanced
        assert went_on is not None
        assert {each.player for each in went_on.players} == set(desk.now.phase.players)
        assert not {invited, known} & set(went_on.reserves)

    @pytest.mark.article("1.1")
    @pytest.mark.parametrize(
        ("invited", "by", "code"),
        [
            pytest.param(STRANGER, STRANGER, "place_taken", id="no such place"),
            pytest.param(ANA, ANA, "place_taken", id="taken"),
            pytest.param(ION, ARBITER, "arbiter_cannot_play", id="arbiter"),
            pytest.param(ION, DAN, "already_entered", id="has another place"),
        ],
    )
    def test_places_that_cannot_be_claimed(
        self, invited: PersonId, by: PersonId, code: str
    ) -> None:
        """A place belongs to one person, and each player has one."""
        desk = Desk()
        desk.append(claim_place(desk.now, ANA, Act(by=ANA, at=noon())))
        with pytest.raises(GameStateError) as refused:
            claim_place(desk.now, invited, Act(by=by, at=noon()))

        assert codes(refused) == [code]

    def test_a_withdrawal_after_the_draw_balances_the_colours_again(self) -> None:
        """His group is smaller, and its matches are to be listed anew; other groups' are alike."""
        desk = Desk(9)
        desk.draws(groups=2)
        before = desk.now.phase
        gone = before.groups[0].players[0]
        desk.append(withdraw(desk.now, Act(by=gone, at=noon()), gone))

        assert desk.now.stage is CompetitionStage.GROUPED
        assert desk.now.phase.matches == ()
        desk.does(list_matches, desk.new_codes())

        assert gone not in desk.now.phase.groups[0].players
        assert len(colours(desk.now.phase, "A")) < len(colours(before, "A"))
        assert balanced(desk.now.phase)
        assert colours(desk.now.phase, "B") == colours(before, "B")

    @pytest.mark.parametrize("comes_back", [False, True])
    def test_who_withdraws_from_a_group_is_remembered_with_it(self, comes_back: bool) -> None:
        """Until the draw is annulled, or he comes back in somebody's place; before it, nowhere."""
        desk = Desk(9)
        desk.does(withdraw, desk.now.phase.players[-1])
        desk.draws(groups=2)
        assert not desk.now.phase.withdrawn
        gone, stays = desk.now.phase.groups[0].players[:2]
        desk.does(withdraw, gone)
        assert desk.now.phase.withdrawn == (Withdrawn(player=gone, club="", group="A"),)
        desk.does(replace_player, stays, Entry(player=STRANGER))
        assert desk.now.phase.withdrawn == (Withdrawn(player=gone, club="", group="A"),)
        if comes_back:
            desk.does(replace_player, STRANGER, Entry(player=gone))
        else:
            desk.does(annul_draw, "a club was wrong")
        assert not desk.now.phase.withdrawn

    def test_withdrawals_that_cannot_be(self) -> None:
        """Not by a stranger, not twice, not leaving a player alone, not after the start."""
        desk = Desk(4)
        for act, player, code in (
            (Act(by=DAN, at=noon()), ION, "not_an_arbiter"),
            (desk.act, STRANGER, "not_entered"),
        ):
            with pytest.raises(GameStateError) as refused:
                withdraw(desk.now, act, player)
            assert codes(refused) == [code]
        desk.starts(groups=2)
        with pytest.raises(GameStateError) as late:
            desk.does(withdraw, ION)
        assert codes(late) == ["phase_running"]
        desk = Desk(4)
        desk.draws(groups=2)
        with pytest.raises(RuleViolation) as alone:
            desk.does(withdraw, ION)
        assert codes(alone) == ["group_too_small"]

    def test_a_replacement_takes_over_partners_and_colours(self) -> None:
        """Nothing else of the draw changes."""
        desk = Desk()
        desk.draws()
        new = Entry(player=PersonId(60), club="Argus")
        before = desk.now.phase
        desk.does(replace_player, DAN, new)
        after = desk.now.phase

        assert desk.now.stage is CompetitionStage.LISTED
        assert new in after.entries
        assert [
            (match.code, *(DAN if who == new.player else who for who in (match.red, match.blue)))
            for match in after.matches
        ] == [(match.code, match.red, match.blue) for match in before.matches]
        with pytest.raises(RuleViolation) as refused:
            desk.does(replace_player, ION, new)
        assert codes(refused) == ["already_entered"]


class TestDraws:
    """Seeds before groups, groups before colours, all before the start."""

    @pytest.mark.article("1.3")
    def test_commitments_come_before_groups_and_colours(self) -> None:
        """What is published is the SHA-256 of each seed, fixed while nobody has a group."""
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

    def test_there_are_as_many_groups_as_planned_unless_the_draw_says_otherwise(self) -> None:
        """The number of the plan holds, another one or a size goes before it."""
        for wanted, drawn in (({}, 2), ({"groups": 3}, 3), ({"size": 6}, 1)):
            desk = Desk(6, plans=(replace(PRELIMINARY, groups=2), FINAL))
            desk.does(commit_sequences, SEEDS)
            desk.does(draw_groups, **wanted)

            assert len(desk.now.phase.groups) == drawn

    @pytest.mark.article("1.2")
    def test_every_pair_of_a_group_plays_home_and_return(self) -> None:
        """Colours change in the return leg; nobody plays outside his group."""
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
        self, scope: SequenceScope, home: set[bytes], back: set[bytes]
    ) -> None:
        """All home legs of the phase have one, and all return legs one."""
        desk = Desk(rules=replace(NATIONAL_2025, sequence_scope=scope))
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
    def test_matches_may_have_sequences_of_their_own(
        self, scope: SequenceScope, back: bytes
    ) -> None:
        """Each follows from the committed seed and the match's number, and never is that seed."""
        desk = Desk(rules=replace(NATIONAL_2025, sequence_scope=scope))
        desk.draws()
        matches = desk.now.phase.matches

        assert [match.home_seed for match in matches] == [
            further_seed(b"h" * 32, number).hex() for number in range(1, len(matches) + 1)
        ]
        assert [match.return_seed for match in matches] == [
            further_seed(back * 32, number).hex() for number in range(1, len(matches) + 1)
        ]
        assert len({match.home_seed for match in matches} - {SEEDS.home.hex()}) == len(matches)

    def test_seeds_have_32_bytes(self) -> None:
        """Anything else is a mistake of the program, not of the arbiter."""
        with pytest.raises(ValueError, match="32 bytes"):
            Desk().does(commit_sequences, replace(SEEDS, lots=b"short"))

    def test_codes_fit_the_matches(self) -> None:
        """As many as there are pairs, all different, none used before."""
        desk = Desk()
        desk.does(commit_sequences, SEEDS)
        desk.does(draw_groups)
        for wrong in (["A", "B"], ["A"] * 6):
            with pytest.raises(ValueError, match="A"):
                desk.does(list_matches, [MatchCode(code) for code in wrong])

    def test_a_draw_needs_two_players(self) -> None:
        """One player has nobody to play."""
        with pytest.raises(RuleViolation) as refused:
            Desk(1).does(commit_sequences, SEEDS)

        assert codes(refused) == ["too_few_players"]

    def test_an_annulled_draw_opens_the_entries_again(self) -> None:
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

    def test_a_phase_starts_on_its_day(self) -> None:
        """Not the evening before, not without matches, and once."""
        desk = Desk()
        assert start_phase(desk.now, noon(5)) == ()
        desk.draws()
        assert start_phase(desk.now, noon(-1)) == ()
        desk.append(start_phase(desk.now, noon(2)))

        assert desk.now.phase.started == START + timedelta(days=2)
        assert start_phase(desk.now, noon(3)) == ()
