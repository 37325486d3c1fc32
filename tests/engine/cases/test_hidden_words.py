"""A word ruled invalid while an annulment hides its placement (art. 5.3, 10.1)."""

import pytest

from engine.games.commands import Pass, Resign
from engine.games.events import Ending, PlacementMade
from engine.games.planned_moves import Wordless
from engine.ids import Leg, Seat
from engine.matches.ledger.ledger import ledger
from tests.engine.cases.case_shared import begun
from tests.engine.laws.notes import Deed
from tests.engine.laws.program import ending, lift, standing, used
from tests.engine.laws.world import World

HOME = Leg.HOME


def hidden(opening: str, keep: int) -> tuple[World, PlacementMade, Deed]:
    """Return a match whose last placement was annulled with all moves from `keep` on."""
    world = begun(opening)
    if opening != "moved":
        assert world.answers_question(HOME, upheld=True)
    made = world.games[HOME].last_move
    assert isinstance(made, PlacementMade)
    world.day += 4
    annulled = world.makes_ruling(HOME, "annulled", move=keep)
    assert annulled is not None
    world.day += 2
    return world, made, annulled


@pytest.mark.article("5.3", "10.1")
@pytest.mark.parametrize("keep", [2, 1])
def test_a_placement_whose_word_is_invalid_stays_off_once_its_annulment_is_lifted(
    keep: int,
) -> None:
    """It counts again only once both are lifted, in either order, with the days used before."""
    world, made, annulled = hidden("moved", keep)
    assert world.plans_reply(HOME, Wordless.PASS)
    before, plans = standing(world, HOME), world.plans[HOME]
    invalid = world.makes_ruling(HOME, "word_invalid", words=made.words, placed=made.at)
    assert invalid is not None
    assert (standing(world, HOME), world.plans[HOME]) == (before, plans)

    states = []
    for acts in ((annulled, invalid), (invalid, annulled)):
        now = world.copied()
        for number, act in enumerate(acts):
            now.day += 2
            assert lift(now, act)
            assert (made in now.games[HOME].moves) is (number == 1)
            if act is annulled and not number:
                assert len(now.games[HOME].moves) == 2
        assert [used(now, HOME, seat) for seat in Seat] == [0, 3]
        states.append(standing(now, HOME)[:6])
    assert states[0] == states[1]


@pytest.mark.article("5.3", "10.1")
def test_moves_made_since_stay_if_the_annulment_of_an_invalid_word_is_lifted() -> None:
    """The board is the same without the annulment, so that the game goes on."""
    world, made, annulled = hidden("moved", 2)
    assert world.does(HOME, Pass(by=world.games[HOME].turn))
    before, entered = standing(world, HOME), ledger(world.logs[HOME])
    assert world.makes_ruling(HOME, "word_invalid", words=made.words, placed=made.at)
    assert ledger(world.logs[HOME]) == entered

    assert lift(world, annulled)

    assert standing(world, HOME)[:4] == before[:4]


@pytest.mark.article("5.3", "10.1")
def test_a_word_that_its_author_asked_about_stays_off_too() -> None:
    """The other answer to the question, given meanwhile, counts once the annulment is lifted."""
    world, made, annulled = hidden("asked later", 3)
    (case,) = [one for one in world.files.values() if one.is_query]
    assert world.answers_case(case, 0)

    assert lift(world, annulled)

    assert made not in world.games[HOME].moves
    assert len(world.games[HOME].moves) == 3


@pytest.mark.article("5.3", "9.1")
def test_a_word_that_is_invalid_stays_off_once_a_withdrawal_is_lifted() -> None:
    """The game had ended, and the ruling on its last move stays when it resumes."""
    world = begun("moved")
    made = world.games[HOME].last_move
    assert isinstance(made, PlacementMade)
    blue = world.games[HOME].blue.person
    assert world.records_withdrawal(blue)
    world.day += 1
    assert world.makes_ruling(HOME, "word_invalid", move=2, words=made.words)

    assert world.lifts_withdrawal(blue)

    assert world.games[HOME].ended is None
    assert made not in world.games[HOME].moves


@pytest.mark.article("5.3", "9.1")
def test_a_word_that_is_invalid_stays_off_in_a_finished_game() -> None:
    """The game had ended after the annulment; its end stays, and so does the ruling."""
    world, made, annulled = hidden("moved", 2)
    assert world.does(HOME, Resign(by=Seat.BLUE))
    before = standing(world, HOME)
    invalid = world.makes_ruling(HOME, "word_invalid", words=made.words, placed=made.at)
    assert invalid is not None
    assert standing(world, HOME) == before

    assert lift(world, annulled)

    assert standing(world, HOME) == before
    assert lift(world, invalid)
    assert made in world.games[HOME].moves
    assert ending(world, HOME) == (Ending.ABANDONED, Seat.BLUE)


@pytest.mark.article("5.3", "7.1")
def test_a_word_that_is_invalid_leaves_the_days_of_a_finished_game_alone() -> None:
    """The game had ended after the annulment, and the turn that its end stopped stays one turn."""
    world, made, _ = hidden("moved", 2)
    world.day += 3
    assert world.does(HOME, Resign(by=Seat.BLUE))
    before, entered = [used(world, HOME, seat) for seat in Seat], ledger(world.logs[HOME])
    world.day += 2

    assert world.makes_ruling(HOME, "word_invalid", words=made.words, placed=made.at)

    assert [used(world, HOME, seat) for seat in Seat] == before
    assert ledger(world.logs[HOME]) == entered


@pytest.mark.article("5.3", "10.1")
@pytest.mark.parametrize("end", ["abandoned", "loss"])
def test_a_word_that_is_invalid_takes_back_the_end_that_its_annulment_took_back(end: str) -> None:
    """Both rulings are lifted in either order; a loss as a sanction stays all the time (10.3)."""
    world = begun("moved")
    made = world.games[HOME].last_move
    assert isinstance(made, PlacementMade)
    if end == "loss":
        assert world.makes_ruling(HOME, "loss", seat=Seat.BLUE)
    else:
        assert world.does(HOME, Resign(by=Seat.BLUE))
    over, expected = standing(world, HOME), ending(world, HOME)
    world.day += 2
    annulled = world.makes_ruling(HOME, "annulled", move=1)
    invalid = world.makes_ruling(HOME, "word_invalid", words=made.words, placed=made.at)
    assert annulled is not None
    assert invalid is not None
    for acts in ((annulled, invalid), (invalid, annulled)):
        now = world.copied()
        now.day += 2
        assert lift(now, acts[0])
        assert ending(now, HOME) == (expected if end == "loss" else None)
        assert len(now.games[HOME].moves) == (2 if acts[0] is annulled else 1)
        assert lift(now, acts[1])
        assert standing(now, HOME) == over


@pytest.mark.article("5.3", "10.1")
@pytest.mark.parametrize("is_hidden", [False, True])
def test_a_word_that_is_invalid_stays_off_on_another_board(is_hidden: bool) -> None:
    """The moves after it become others, because an annulment of the earlier ones is lifted."""
    world, _, annulled = hidden("moved", 2)
    made = world.games[HOME].last_move
    assert isinstance(made, PlacementMade)
    assert world.does(HOME, Pass(by=Seat.RED))
    if is_hidden:
        assert world.makes_ruling(HOME, "annulled", move=1)
        assert world.makes_ruling(HOME, "word_invalid", words=made.words, placed=made.at)
    else:
        assert world.makes_ruling(HOME, "word_invalid", move=1, words=made.words)
    before = standing(world, HOME)

    assert lift(world, annulled)

    assert standing(world, HOME) == before
    assert len(world.games[HOME].moves) == 1


@pytest.mark.article("5.2", "5.3", "10.1")
def test_a_word_that_is_invalid_stays_off_with_the_move_that_is_restored_after_it() -> None:
    """Its author has used the days for it; the opponent's days, in good faith, are given back."""
    world = begun("moved")
    for days in (3, 2):
        world.day += days
        assert world.does(HOME, Pass(by=world.games[HOME].turn))
    annulled = world.makes_ruling(HOME, "annulled", move=3)
    made = world.games[HOME].last_move
    assert isinstance(made, PlacementMade)
    assert annulled is not None
    assert world.makes_ruling(HOME, "word_invalid", move=2, words=made.words)
    before = standing(world, HOME)

    assert lift(world, annulled)

    assert standing(world, HOME) == before
