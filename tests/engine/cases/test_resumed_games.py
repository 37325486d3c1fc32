"""Rulings on moves of a finished game, in which a lifted ruling left acts idle (art. 5.3, 10)."""

import pytest

from engine.games.commands import Pass, Resign
from engine.games.endings import acts_of
from engine.games.events import Ending, PlacementMade
from engine.ids import Leg, Seat
from tests.engine.cases.case_shared import begun
from tests.engine.laws.notes import Setting
from tests.engine.laws.program import ending, lift, results, standing
from tests.engine.laws.rulings import liftings
from tests.engine.laws.world import World

HOME = Leg.HOME


def resumed_and_over_again(world: World, keep: int) -> None:
    """Resume the finished game, annul its moves from that one on, and take the resuming back."""
    (back,) = liftings(world.games[HOME])
    resumed = world.decides(HOME, back)
    assert resumed is not None
    assert world.makes_ruling(HOME, "annulled", move=keep)
    assert lift(world, resumed)


@pytest.mark.article("10.1")
@pytest.mark.parametrize("keep", [1, 2])
def test_an_annulment_that_is_idle_counts_again_by_a_second_one(keep: int) -> None:
    """Moves of an ended game that were annulled before it ended again are annulled once."""
    world = begun("resigned")
    resumed_and_over_again(world, 1)
    before, game = standing(world, HOME), world.games[HOME]
    assert (len(game.moves), len(game.idle)) == (3, 1)

    made = world.makes_ruling(HOME, "annulled", move=keep)

    assert made is not None
    assert (len(world.games[HOME].moves), ending(world, HOME)) == (1, None)
    assert sum(len(group.moves) for group in world.games[HOME].voided) == 2
    assert lift(world, made)
    assert standing(world, HOME) == before


def last_tiles_wait() -> World:
    """Return the match in which Red asked about the words of a move that would end the game."""
    world = begun("", short=True)
    for _ in range(2):
        assert world.does(HOME, world.placeable(HOME, 7) or Pass(by=world.games[HOME].turn))
    last = world.placeable(HOME, 7)
    assert last is not None
    world.asks_word(HOME, last)
    return world


@pytest.mark.article("5.3", "9.1", "10.3")
@pytest.mark.parametrize("loser", [*Seat])
def test_a_loss_outlasts_the_end_by_a_move_made_before_it(loser: Seat) -> None:
    """A move that is valid after all may end the game; a loss counts then, no resignation does."""
    world = last_tiles_wait()
    played = world.copied()
    assert played.answers_question(HOME, upheld=True)
    assert ending(played, HOME) == (Ending.PLAYED_OUT, Seat.RED)

    assert world.does(HOME, Resign(by=Seat.BLUE))
    loss = world.makes_ruling(HOME, "loss", seat=loser)
    assert loss is not None
    assert world.answers_question(HOME, upheld=True)

    assert ending(world, HOME) == (Ending.FORFEITED, loser)
    assert [one.ending for one in acts_of(world.games[HOME])] == [
        Ending.PLAYED_OUT,
        Ending.FORFEITED,
    ]
    lost, won = (now.games[HOME] for now in (world, played))
    assert (lost.red.score, lost.blue.score) == (won.red.score, won.blue.score)
    assert lift(world, loss)
    assert ending(world, HOME) == (Ending.PLAYED_OUT, Seat.RED)
    assert results(world) == results(played)


@pytest.mark.article("5.3", "10.3")
def test_a_loss_outlasts_a_restored_last_move() -> None:
    """If a restored last move ends the game, a loss ruled meanwhile still counts."""
    world = last_tiles_wait()
    assert world.answers_question(HOME, upheld=True)
    made = world.games[HOME].last_move
    assert isinstance(made, PlacementMade)
    assert world.makes_ruling(HOME, "annulled", move=2)
    assert world.makes_ruling(HOME, "loss", seat=Seat.RED)

    assert world.makes_ruling(HOME, "word_valid", move=2, placed=made.at, words=made.words)

    assert world.games[HOME].last_move == made
    assert ending(world, HOME) == (Ending.FORFEITED, Seat.RED)
    assert acts_of(world.games[HOME])[0].ending is Ending.PLAYED_OUT


@pytest.mark.article("5.2", "10.3")
def test_a_loss_outlasts_an_annulment() -> None:
    """Moves of a lost game are annulled below the loss, without which the game resumes."""
    world = begun("moved")
    loss = world.makes_ruling(HOME, "loss", seat=Seat.BLUE)
    world.day += 2
    annulment = world.makes_ruling(HOME, "annulled", move=1)
    assert loss is not None
    assert annulment is not None

    assert (ending(world, HOME), len(world.games[HOME].moves)) == ((Ending.FORFEITED, Seat.BLUE), 1)
    back = world.copied()
    assert lift(world, loss)
    assert (ending(world, HOME), len(world.games[HOME].moves)) == (None, 1)
    assert lift(back, annulment)
    assert (ending(back, HOME), len(back.games[HOME].moves)) == ((Ending.FORFEITED, Seat.BLUE), 3)


@pytest.mark.article("5.3", "10.1")
def test_a_word_that_is_invalid_after_all_stays_off_the_board() -> None:
    """The end and the answer before it are lifted in either order, with the same board."""
    boards = []
    for first in ("loss", "answer"):
        world = begun("asked")
        before = world.games[HOME].moves
        loss = world.makes_ruling(HOME, "loss", seat=Seat.RED)
        assert loss is not None
        assert world.answers_question(HOME, upheld=True)
        answer = world.deeds[-1]
        for one in (loss, answer) if first == "loss" else (answer, loss):
            assert lift(world, one)
        assert world.games[HOME].moves == before
        boards.append(standing(world, HOME)[:3])
    assert boards[0] == boards[1]


@pytest.mark.article("10.1", "10.3")
@pytest.mark.parametrize("loser", [*Seat])
def test_a_lifted_disqualification_leaves_a_loss_on_top_alone(loser: Seat) -> None:
    """A loss ruled since stays, and the result has nothing of the disqualification any longer."""
    world = begun("moved")
    lost = world.copied()
    assert lost.makes_ruling(HOME, "loss", seat=loser)
    out = world.makes_ruling(HOME, "exclusion", seat=Seat.RED)
    assert out is not None
    loss = world.makes_ruling(HOME, "loss", seat=loser)
    assert loss is not None

    assert lift(world, out)

    assert results(world) == results(lost)
    assert [one.ending for one in acts_of(world.games[HOME])] == [Ending.FORFEITED]
    assert lift(world, loss)
    assert ending(world, HOME) is None


@pytest.mark.article("10.1")
@pytest.mark.parametrize("kind", ["loss", "lost_on_time", "abandoned"])
def test_an_end_that_was_taken_back_does_not_return_with_a_later_ruling(kind: str) -> None:
    """An end and a later annulment, which resumed the game, are lifted in either order."""
    states = []
    for first in ("end", "annulment"):
        world = begun("moved", Setting.FRIENDLY)
        for _ in range(33):
            world.tomorrow()
        world.checks_time()
        end = world.makes_ruling(HOME, kind, seat=Seat.BLUE)
        assert end is not None
        annulment = world.makes_ruling(HOME, "annulled", move=1)
        assert annulment is not None
        for one in (end, annulment) if first == "end" else (annulment, end):
            assert lift(world, one)
        assert ending(world, HOME) is None
        states.append(standing(world, HOME)[:5])
    assert states[0] == states[1]


@pytest.mark.article("10.1", "10.3")
def test_a_lifted_disqualification_leaves_the_game_that_it_kept_from_beginning() -> None:
    """A loss ruled there since stays alone; once it is lifted, too, the game is played."""
    world = begun("resigned")
    out = world.makes_ruling(HOME, "exclusion", seat=Seat.RED)
    assert out is not None
    for _ in range(7):
        world.tomorrow()
        world.starts_when_due()
    loss = world.makes_ruling(Leg.RETURN, "loss", seat=Seat.BLUE)
    assert loss is not None

    assert lift(world, out)
    assert ending(world, Leg.RETURN) == (Ending.FORFEITED, Seat.BLUE)
    assert lift(world, loss)

    assert ending(world, Leg.RETURN) is None


@pytest.mark.article("10.1", "10.3")
@pytest.mark.parametrize("later", ["annulled", "returned"])
def test_a_ruling_on_moves_resumes_no_game_of_a_disqualified_player(later: str) -> None:
    """They lose it again, until the disqualification is lifted, before the ruling or after it."""
    states = []
    for first in ("out", "moves"):
        world = begun("moved")
        out = world.makes_ruling(HOME, "exclusion", seat=Seat.RED)
        world.day += 2
        moves = world.makes_ruling(HOME, later, move=2)
        assert out is not None
        assert moves is not None
        assert ending(world, HOME) == (Ending.EXCLUDED, Seat.RED)
        assert len(world.games[HOME].moves) == 2
        for one in (out, moves) if first == "out" else (moves, out):
            world.day += 2
            assert lift(world, one)
        assert ending(world, HOME) is None
        states.append(standing(world, HOME)[:6])
    assert states[0] == states[1]


@pytest.mark.article("10.1", "10.3")
def test_a_lifted_end_resumes_no_game_of_a_player_disqualified_since() -> None:
    """The player loses it by the disqualification, whose end no ruling takes back alone."""
    world = begun("moved")
    loss = world.makes_ruling(HOME, "loss", seat=Seat.BLUE)
    assert loss is not None
    assert world.makes_ruling(HOME, "exclusion", seat=Seat.RED)

    assert lift(world, loss)

    assert ending(world, HOME) == (Ending.EXCLUDED, Seat.RED)
    for back in liftings(world.games[HOME]):
        assert world.decides(HOME, back) is None


@pytest.mark.article("10.3")
def test_an_end_that_was_lifted_for_good_is_not_lifted_again() -> None:
    """A second disqualification that is lifted, too, adds one act to the game."""
    world = begun("moved")
    for number in (1, 2):
        out = world.makes_ruling(HOME, "exclusion", seat=Seat.RED)
        assert out is not None
        world.day += 1
        assert lift(world, out)
        acts = [type(entry.event).__name__ for entry in world.games[HOME].log]
        assert acts.count("RulingLifted") == number
