"""Preparing a competition: its arbiters."""

import pytest

from engine.competitions.drawing import annul_draw, commit_sequences, draw_groups, list_matches
from engine.competitions.entering import claim_place, enter, replace_player
from engine.competitions.guards import Act
from engine.competitions.parts import Entry
from engine.competitions.planning import plan_phase, set_arbiters, set_browser_seats
from engine.competitions.results import (
    advance,
    approve_result,
    close,
    correct_result,
    exclude,
    reinstate,
)
from engine.errors import GameStateError, RuleViolation
from engine.ids import WEB, PersonId
from tests.builders import noon
from tests.engine.competitions.desk import (
    ANA,
    DEPUTY,
    LEVEL,
    PRELIMINARY,
    SEEDS,
    STRANGER,
    Decision,
    Desk,
    running,
)
from tests.engine.refusals import codes


def test_a_competition_is_handed_over() -> None:
    """After a hand-over the new chief arbiter can act, and the old one cannot."""
    desk = Desk()
    desk.does(set_arbiters, [DEPUTY])

    assert (desk.now.arbiters, desk.now.chief_arbiter) == ((DEPUTY,), DEPUTY)
    with pytest.raises(GameStateError) as refused:
        desk.does(commit_sequences, SEEDS)
    assert codes(refused) == ["not_an_arbiter"]


@pytest.mark.article("1.1")
@pytest.mark.parametrize(
    ("arbiters", "code"), [([], "no_arbiter"), ([DEPUTY, ANA], "arbiter_cannot_play")]
)
def test_arbiters_there_cannot_be(arbiters: list[PersonId], code: str) -> None:
    """A competition without an arbiter, or with a player as arbiter, is refused."""
    with pytest.raises(RuleViolation) as refused:
        Desk().does(set_arbiters, arbiters)

    assert codes(refused) == [code]


@pytest.mark.article("6.1")
def test_without_seats_in_browsers_only_telegram_takes_one() -> None:
    """A browser is refused once the organiser says so, and let in again when they change it."""
    desk = Desk()
    assert set_browser_seats(desk.now, desk.act, allowed=True) == ()
    desk.does(set_browser_seats, allowed=False)
    with pytest.raises(GameStateError) as refused:
        claim_place(desk.now, ANA, Act(by=ANA, at=noon()), WEB)
    assert codes(refused) == ["browser_seats_off"]
    assert claim_place(desk.now, ANA, Act(by=ANA, at=noon()))

    desk.does(set_browser_seats, allowed=True)
    assert claim_place(desk.now, ANA, Act(by=ANA, at=noon()), WEB)


def test_nobody_else_decides_anything() -> None:
    """Every act of an arbiter is refused to a player and to a stranger."""
    desk = running()
    game = next(iter(desk.now.phase.open_games()))
    acts: list[tuple[Decision, tuple[object, ...], dict[str, object]]] = [
        (set_arbiters, ([STRANGER],), {}),
        (set_browser_seats, (), {"allowed": False}),
        (plan_phase, (PRELIMINARY,), {}),
        (enter, ([],), {}),
        (replace_player, (ANA, Entry(player=STRANGER)), {}),
        (commit_sequences, (SEEDS,), {}),
        (draw_groups, (), {}),
        (list_matches, ([],), {}),
        (annul_draw, ("",), {}),
        (approve_result, (game, LEVEL), {}),
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
