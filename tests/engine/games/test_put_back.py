"""Any move restored to the board gives the game that was played up to it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, reduce

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.board import EMPTY_BOARD, Board, squares
from engine.errors import GameStateError
from engine.games.commands import Resign, ReturnPlacement
from engine.games.events import Ending, Event, PlacementMade
from engine.games.fold import begin, evolve
from engine.games.game import Game, Move, Stage
from engine.games.orders import (
    annul,
    correct_score,
    end,
    followers,
    grant_time,
    lift,
    lift_ends,
    placements_made,
    restored,
)
from engine.games.queries import query
from engine.generator import plays
from engine.ids import Seat
from engine.matches.ledger.ledger import ledger
from engine.notation import format_placement
from engine.words.lexicon import Lexicon, open_lexicon
from tests.builders import PARTNER_RULES, SEQUENCE, ask, game_after, noon, play, started
from tests.engine.games.ordered import MOVES, obeyed, order, restore


@dataclass(slots=True)
class Oracle:
    """A tree of moves as a reference, each with the move before it."""

    before: dict[Move, Move | None] = field(default_factory=dict)
    last: Move | None = None

    def move(self, made: Move) -> None:
        """Add a move made in the present position."""
        self.before[made] = self.last
        self.last = made

    def course(self, last: Move | None) -> list[Move]:
        """Return all moves from the first to that one."""
        if last is None:
            return []
        return [*self.course(self.before[last]), last]


def board_of(moves: Sequence[Move]) -> Board:
    """Return the board after these plays, one after the other."""
    board = EMPTY_BOARD
    for move in moves:
        if isinstance(move, PlacementMade):
            there = squares(move.square, move.axis, len(move.word))
            board = board.lay(zip(there, move.word, strict=True))
    return board


@cache
def words() -> Lexicon:
    """Return a word list for play."""
    return open_lexicon()


def someone_moves(game: Game, day: int, choice: int) -> tuple[Event, ...]:
    """Draw a command of the player to move: one of their best plays, or a pass."""
    rack = game.side(game.turn).rack
    found = plays(game.board, rack, words().graph, game.tile_set, game.rules)[:4]
    chosen = found[choice % len(found)] if found else None
    text = "PAS" if chosen is None else format_placement(chosen.placement)
    return ask(game, text, at=noon(day))


def happens(game: Game, what: str, day: int, choice: int) -> tuple[Event, ...]:
    """Return the events of one step of a history; nothing if it is impossible."""
    gone = [one for one in placements_made(game) if one not in game.moves]
    found: tuple[Event, ...] = ()
    if what == "move" and game.stage is Stage.RUNNING:
        found = someone_moves(game, day, choice)
    elif what == "return" and game.returnable:
        found = ask(game, ReturnPlacement(by=game.turn), at=noon(day), lexicon=())
    elif what == "annul" and game.moves:
        found = annul(game, order(day), choice % len(game.moves), charged=bool(choice % 2))
    elif what == "restore":
        with suppress(GameStateError):
            found = restore(game, order(day))
    elif what == "back" and gone:
        found = restored(game, order(day), gone[choice % len(gone)], alone=True)
    return found


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "move", "return", "annul", "restore", "back"]),
        st.integers(0, 7),
    ),
    max_size=14,
)
LIFTED_TWICE = [
    *(("move", 0), ("move", 0), ("return", 0), ("annul", 0), ("move", 0)),
    *(("restore", 0), ("restore", 0)),
]
"""A history after which lifting the last lifting does not bring the placement back."""


@pytest.mark.article("5.3")
@settings(max_examples=20, deadline=None)
@example(LIFTED_TWICE, 0)
@given(STEPS, st.integers(0, 9))
def test_any_placement_stands_again_as_in_a_game_played_to_it(
    steps: list[tuple[str, int]], which: int
) -> None:
    """After any restoration the game equals the reference's course."""
    game, tree = begin(started(rules=PARTNER_RULES)), Oracle()
    log: list[Event] = [started(rules=PARTNER_RULES)]
    for day, (what, choice) in enumerate(steps):
        events = happens(game, what, day, choice)
        for event in events:
            game = evolve(game, event)
            if isinstance(event, PlacementMade) or type(event).__name__ == "Passed":
                tree.move(game.moves[-1])
        log += events
        tree.last = game.last_move
    gone = [one for one in placements_made(game) if one not in game.moves]
    if gone:
        made = gone[which % len(gone)]

        events = restored(game, order(30), made, alone=True)

        game, log = reduce(evolve, events, game), [*log, *events]
        tree.last = made
    expected = tree.course(tree.last)
    assert list(game.moves) == expected
    assert game.board == board_of(expected)
    from_scratch = reduce(evolve, expected, begin(started(rules=PARTNER_RULES)))
    sides = [(side.rack, side.moves) for side in (game.red, game.blue)]
    assert sides == [(side.rack, side.moves) for side in (from_scratch.red, from_scratch.blue)]
    if game.ended is None:
        scores = (from_scratch.red.score, from_scratch.blue.score)
        assert (game.red.score, game.blue.score, game.turn) == (*scores, from_scratch.turn)
    left = {entry.seat: entry.left for entry in ledger(log)}
    assert left == {seat: game.allowance(seat) - game.side(seat).days for seat in Seat}


@pytest.mark.article("5.3")
def test_the_very_placement_stands_again_and_the_later_one_leaves() -> None:
    """Of two moves sent back, the named one is restored, and not the last."""
    game = play(game_after(rules=PARTNER_RULES), "H7 CASA")
    first = game.moves[0]
    for day, word in ((1, "H6 CASA"), (2, "H8 CANA")):
        game = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(day), lexicon=())
        game = play(game, word, at=noon(day))
    on = play(game, "PAS", at=noon(3))
    assert isinstance(first, PlacementMade)

    again = obeyed(on, restored(on, order(4), first))

    assert again.moves == (first,)
    assert (again.turn, again.received) == (Seat.BLUE, noon(4).date())
    with pytest.raises(GameStateError, match="nothing_to_restore"):
        restored(again, order(5), first)


@pytest.mark.article("5.3")
def test_what_came_after_it_stands_again_with_it_where_that_is_ruled() -> None:
    """The arbiter decides whether the later moves are restored with it."""
    game = game_after(*MOVES)
    made = game.moves[1]
    back = play(obeyed(game, annul(game, order(2), 0)), "H6 CASA", at=noon(3))
    assert isinstance(made, PlacementMade)
    assert followers(back, made) == 1

    for alone in (True, False):
        again = obeyed(back, restored(back, order(4), made, alone=alone))
        assert again.moves == game.moves[: 2 if alone else 3]


@pytest.mark.article("5.3")
def test_points_put_right_before_it_stay_right_when_it_stands_again() -> None:
    """Earlier corrections of points stay when a move is restored."""
    game = game_after(*MOVES)
    made = game.moves[2]
    back = obeyed(game, annul(game, order(1), 2))
    right = obeyed(back, correct_score(back, order(2), 0, 9))
    assert isinstance(made, PlacementMade)

    again = obeyed(right, restored(right, order(3), made))

    assert (again.red.score, len(again.moves)) == (9 + made.counted, 3)


@pytest.mark.article("10.1")
def test_a_game_that_was_over_goes_on_with_it() -> None:
    """A finished game is in play again once an earlier move is put back, whatever ended it."""
    game = play(game_after(rules=PARTNER_RULES), "H7 CASA")
    made = game.moves[0]
    back = play(game, ReturnPlacement(by=Seat.BLUE), at=noon(1), lexicon=())
    over = play(back, "PAS", "PAS", "PAS", "PAS")
    assert over.stage is Stage.ENDED
    assert isinstance(made, PlacementMade)

    resigned = play(back, Resign(by=Seat.RED))

    for ended in (over, resigned):
        again = obeyed(ended, restored(ended, order(2), made))
        assert (again.stage, again.moves) == (Stage.RUNNING, (made,))


@pytest.mark.article("5.3", "7.1")
def test_the_turn_that_its_annulment_stopped_is_charged_again_with_it() -> None:
    """The restored turn is charged again, whatever was made and annulled meanwhile."""
    first = game_after("H8 CASA")
    made = first.moves[0]
    back = obeyed(first, annul(first, order(9), 0))
    assert isinstance(made, PlacementMade)
    assert back.blue.days == 0

    other = play(back, "H8 CANA", at=noon(9))
    again = obeyed(other, restored(other, order(9), made))

    assert (again.moves, again.blue.days) == ((made,), 8)


@pytest.mark.article("5.2", "5.3")
def test_nobody_sends_back_what_was_found_valid_whatever_is_lifted_later() -> None:
    """The words are valid: the player to move answers, and asks about their own words again."""
    first = game_after("H7 CASA", rules=PARTNER_RULES)
    made = first.moves[0]
    assert isinstance(made, PlacementMade)
    asked = obeyed(first, query(first, Seat.BLUE, "TEST/1#1", noon()))
    days = obeyed(asked, grant_time(asked, order(1, case="TEST/1#2"), Seat.BLUE, 5))
    back = obeyed(days, annul(days, order(2), 0))

    again = obeyed(back, restored(back, order(3), made))
    fewer = obeyed(again, lift(again, order(4, case="TEST/1#2"), noon(1)))

    for game in (again, fewer):
        assert (game.moves, game.returnable, game.query) == ((made,), False, "")
        assert game.sent == noon(3).date()
    assert [game.blue.granted for game in (again, fewer)] == [5, 0]


@pytest.mark.article("5.3", "10.1")
def test_a_placement_that_a_lifted_annulment_made_idle_can_be_found_valid() -> None:
    """The annulment counts again, so the placement made after it does, too."""
    game = game_after(*MOVES)
    other = play(obeyed(game, annul(game, order(1), 0)), "H6 CASA", at=noon(2))
    made = other.moves[0]
    assert isinstance(made, PlacementMade)
    back = obeyed(other, lift(other, order(3), noon(1), of_case=False))
    assert (back.moves, made in back.idle) == (game.moves, True)

    again = obeyed(back, restored(back, order(4), made))

    assert (again.moves, again.returnable) == ((made,), False)


@pytest.mark.article("4.3", "5.2")
def test_a_game_waiting_for_acceptance_costs_no_days_under_a_lifted_ruling() -> None:
    """The player who need only accept the last tiles uses no days before the ruling either."""
    start = begin(started(SEQUENCE[:14], PARTNER_RULES))
    game = play(start, "H7 CASA", "I8 STIRE", "PAS", "PAS", "J10 TEN")
    assert game.waits_for_acceptance
    over = obeyed(game, end(game, order(4), Ending.FORFEITED, Seat.RED))

    again = obeyed(over, lift_ends(over, order(9)))

    assert again.waits_for_acceptance
    assert (again.blue.days, again.stops) == (game.blue.days, ())
