"""An import is taken back and restored."""

from datetime import timedelta

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.entering import claim_place
from engine.competitions.fold import replay_competition
from engine.competitions.guards import Act
from engine.competitions.leave import change_leave
from engine.competitions.planning import take_import_back
from engine.competitions.results import advance, correct_result, retire
from engine.errors import GameStateError
from engine.thinking_time import LeavePeriod
from tests.builders import START, noon
from tests.engine.competitions.desk import ARBITER, LEVEL, STRANGER, Desk
from tests.engine.refusals import codes


def test_an_import_taken_back_refuses_every_act_until_it_is_restored() -> None:
    """Its stage and results stay as they were, and no person may do anything but restore it."""
    desk = Desk(imported=True)
    desk.starts()
    desk.homologates_all()
    before = desk.now

    desk.does(take_import_back, "another file")

    assert desk.now.taken_back
    assert desk.now.stage is CompetitionStage.RUNNING
    for refused, details in (
        (take_import_back, ("again",)),
        (correct_result, (next(iter(before.phase.results)), LEVEL, "r")),
        (advance, ()),
    ):
        with pytest.raises(GameStateError) as refusal:
            desk.does(refused, *details)
        assert codes(refusal) == ["competition_taken_back"]
    own = Act(by=before.phase.players[0], at=desk.act.at)
    leave = LeavePeriod(START + timedelta(days=5), START + timedelta(days=6))
    with pytest.raises(GameStateError, match="competition_taken_back"):
        retire(desk.now, own)
    with pytest.raises(GameStateError, match="competition_taken_back"):
        change_leave(desk.now, own, own.by, new=leave)
    with pytest.raises(GameStateError, match="competition_taken_back"):
        claim_place(desk.now, own.by, own)
    desk.does(take_import_back, "by mistake", restored=True)
    assert desk.now == before == replay_competition(desk.log)


def test_only_an_arbiter_takes_an_import_back_and_restores_it() -> None:
    """A competition that was played here cannot be taken back, nor one in force restored."""
    played, desk = Desk(), Desk(imported=True)
    for of, restored, by, code in (
        (played, False, ARBITER, "not_imported"),
        (desk, False, STRANGER, "not_an_arbiter"),
        (desk, True, STRANGER, "not_an_arbiter"),
        (desk, True, ARBITER, "import_in_force"),
    ):
        with pytest.raises(GameStateError) as refusal:
            take_import_back(of.now, Act(by=by, at=noon()), "r", restored=restored)
        assert codes(refusal) == [code]
