"""Games that resume after a player has left the championship (art. 9.1, 10.3)."""

from decimal import Decimal

import pytest

from engine.cases.decide import close_overtaken
from engine.games.commands import Pass, Resign
from engine.games.events import Ending
from engine.games.queries import query
from engine.ids import Leg, Seat
from tests.engine.cases.case_shared import begun
from tests.engine.laws.notes import Setting
from tests.engine.laws.program import ending, lift

HOME = Leg.HOME


@pytest.mark.article("9.1", "10.1")
def test_a_resumed_game_is_lost_by_the_player_who_has_left() -> None:
    """A game that a lifted ruling resumes is lost by the player who has left since."""
    world = begun("moved")
    red = world.games[HOME].red.person
    made = world.makes_ruling(HOME, "loss", seat=Seat.BLUE)
    assert made is not None
    assert world.leaves(red, red)

    assert lift(world, made)
    assert ending(world, HOME) == (Ending.ABANDONED, Seat.RED)

    assert world.lifts_withdrawal(red)
    assert ending(world, HOME) is None


@pytest.mark.article("9.1")
def test_a_game_resumes_for_nobody_if_both_have_left() -> None:
    """A ruling that would resume a game whose players have both left is refused."""
    world = begun("moved")
    made = world.makes_ruling(HOME, "loss", seat=Seat.BLUE)
    assert made is not None
    for person in world.match.people:
        assert world.leaves(person, person)

    assert not lift(world, made)


@pytest.mark.article("5.3", "9.1")
def test_an_answer_after_the_end_can_be_changed() -> None:
    """A placement that was inserted before the end is taken out by the other answer."""
    world = begun("asked")
    assert world.makes_ruling(HOME, "loss", seat=Seat.RED)
    before, end = world.games[HOME].moves, world.games[HOME].ended
    assert world.answers_question(HOME, upheld=True)
    assert len(world.games[HOME].moves) == len(before) + 1
    made = world.deeds[-1]
    assert world.games[HOME].ended == end, "the end keeps its own case"

    assert lift(world, made)
    assert (world.games[HOME].moves, world.games[HOME].query) == (before, "")
    assert ending(world, HOME) == (Ending.FORFEITED, Seat.RED)
    assert len(world.games[HOME].ends) == 1


@pytest.mark.article("5.3", "9.1", "10.3")
def test_a_loss_lifted_after_the_answer_leaves_the_end_beneath_it() -> None:
    """An inserted placement stands beneath each act that ended the game, so each can be lifted."""
    world = begun("asked")
    assert world.does(HOME, Resign(by=Seat.BLUE))
    loss = world.makes_ruling(HOME, "loss", seat=Seat.RED)
    assert loss is not None
    before = len(world.games[HOME].moves)

    assert world.answers_question(HOME, upheld=True)
    assert len(world.games[HOME].moves) == before + 1
    assert ending(world, HOME) == (Ending.FORFEITED, Seat.RED)
    assert lift(world, loss)

    assert len(world.games[HOME].moves) == before + 1
    assert ending(world, HOME) == (Ending.ABANDONED, Seat.BLUE)


@pytest.mark.article("5.3")
def test_only_its_author_withdraws_a_question() -> None:
    """Another move or question of the author withdraws a question; any other act only closes it."""
    world = begun("asked")
    game = world.games[HOME]
    case, author = next(iter(world.files.values())), game.red.person
    passed = world.copied()
    assert passed.does(HOME, Pass(by=Seat.RED))
    entered = world.copied()
    assert entered.enters(HOME, Pass(by=Seat.RED), game.received, world.today)
    again = query(game, Seat.RED, "another", world.now)

    assert passed.files[case.id].is_moot is False
    assert not passed.files[case.id].is_open
    assert entered.files[case.id].is_moot
    (closed,) = close_overtaken(case, game, again, world.now)
    assert closed.by == author  # type: ignore[attr-defined]  # it is withdrawn
    (closed,) = close_overtaken(case, game, again, world.now, is_ruling=True)
    assert closed.by is None  # type: ignore[attr-defined]  # it is closed


@pytest.mark.article("10.1")
def test_nothing_is_ruled_in_a_cancelled_match() -> None:
    """A ruling in a match that was cancelled is refused, also in a case from before."""
    world = begun("", Setting.FRIENDLY)
    fine = world.makes_ruling(HOME, "penalty", seat=Seat.RED, penalty=Decimal("0.1"))
    assert fine is not None
    assert world.cancels()

    assert not lift(world, fine)
