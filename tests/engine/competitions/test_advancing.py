"""From the preliminary phase to the final, and to the close."""

from dataclasses import replace
from decimal import Decimal

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.entering import claim_place, replace_player
from engine.competitions.fold import replay_competition
from engine.competitions.participation import reserves
from engine.competitions.parts import AdvancedPlayer, Entry
from engine.competitions.planning import plan_phase, set_arbiters
from engine.competitions.results import advance, approve_result, close, correct_result
from engine.errors import GameStateError, RuleViolation
from engine.figures import figures
from engine.ids import PersonId
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
    running,
)
from tests.engine.competitions.participation_shared import played
from tests.engine.refusals import codes


def test_the_final_opens_for_those_who_go_on() -> None:
    """The final has the advancing players in order, with their clubs, new seeds and matches."""
    desk = played()
    (event,) = desk.does(advance)

    assert getattr(event, "players", None) == (
        AdvancedPlayer(player=ANA, group="A", place=1),
        AdvancedPlayer(player=ION, group="B", place=1),
        AdvancedPlayer(player=DAN, group="B", place=2, best_other=True),
    )
    assert {one.player for one in reserves(desk.now)} == {EVA, PersonId(5), PersonId(6)}
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


def test_a_player_who_took_part_in_no_game_is_no_reserve() -> None:
    """A player without points and coefficient neither advances nor is a reserve."""
    desk = Desk(4, plans=(replace(PRELIMINARY, advance=2), FINAL))
    desk.starts()
    for game, (red, blue) in desk.now.phase.open_games().items():
        found = WON
        if EVA in {red, blue}:
            worth = (
                (Decimal("1.5300"), Decimal(0)) if blue == EVA else (Decimal(0), Decimal("1.53"))
            )
            scores = (10, 0) if blue == EVA else (0, 10)
            found = figures(*worth, scores=scores, article="9.1")
        desk.does(approve_result, game, found)
    desk.does(advance)

    assert {*desk.now.phase.players, *(one.player for one in reserves(desk.now))} == {ANA, ION, DAN}


def test_nothing_ends_while_games_are_open() -> None:
    """Neither the phase nor the competition can end while games are open."""
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


def test_a_final_needs_two_players() -> None:
    """A final of one player is refused."""
    desk = running(2)
    desk.homologates_all()
    with pytest.raises(RuleViolation) as refused:
        desk.does(advance)

    assert codes(refused) == ["too_few_players"]


@pytest.mark.article("10.2")
def test_a_ruling_reaches_a_phase_that_is_over() -> None:
    """A ruling changes the preliminary table, but not the players who advanced."""
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


def test_a_closed_competition_stays_as_it_is() -> None:
    """A closed competition accepts no new arbiters, plans or players."""
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
