"""Conditional replies: judged when set, judged again when used, dated like the move they answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, GameStateError, RuleViolation
from engine.games.conditional import Condition, Outcome, Planned, Reason, Wordless, follow, rehearse
from engine.games.events import Event, GameEnded, Passed, PlacementMade, PlacementReturned
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.games.orders import Order, restore
from engine.ids import PersonId, Seat
from engine.notation import is_pass, parse_placement
from engine.rulesets import NATIONAL_2025, WordPolicy
from tests.builders import ANY_WORD, ask, game_after, noon, play, started, with_racks

PARTNER_RULES = replace(NATIONAL_2025, word_policy=WordPolicy.PARTNER)


def planned(text: str) -> Planned:
    """Return the move that a text stands for; `*` is whatever the partner does."""
    if text == "*":
        return Wordless.ANY
    return Wordless.PASS if is_pass(text) else parse_placement(text)


def when(partner: str, reply: str, own: str = "") -> Condition:
    """Return the condition: if he plays this, I answer that, perhaps after a move of mine."""
    first = planned(own) if own else None
    return Condition(partner=planned(partner), reply=planned(reply), own=first)


def answered(
    game: Game, move: str, waiting: Mapping[Seat, Sequence[Condition]], day: int = 0
) -> tuple[Game, Outcome]:
    """Return the game after the move and all that followed at once, and what followed."""
    decided = ask(game, move, at=noon(day))
    outcome = follow(game, decided, waiting, noon(day), ANY_WORD)
    return reduce(evolve, (*decided, *outcome.events), game), outcome


def summed(outcome: Outcome) -> tuple[int, list[tuple[Seat, Reason, int]]]:
    """Return how many conditions were used, and whose were dropped, why, and how many."""
    lost = [(each.by, each.reason, len(each.conditions)) for each in outcome.dropped]
    return len(outcome.used), lost


@pytest.mark.article("1.1", "7.1")
def test_the_answer_comes_with_the_move_it_answers_and_uses_no_day() -> None:
    """Sent at the partner's instant, marked, drawn from the sequence, days 0 even for Blue."""
    game = game_after()
    waiting = {Seat.BLUE: (when("H7 CASA", "PAS"), when("H8 CASA", "I8 ARE"))}

    after, outcome = answered(game, "H8 CASA", waiting, day=4)

    mine = after.moves[-1]
    assert isinstance(mine, PlacementMade)
    assert (mine.by, mine.conditional, mine.at, mine.days) == (Seat.BLUE, True, noon(4), 0)
    assert (mine.received, mine.sent) == (after.moves[0].sent, after.moves[0].sent)
    assert after.moves[0].days == 3
    assert not after.moves[0].conditional
    plain = play(play(game, "H8 CASA", at=noon(4)), "I8 ARE", at=noon(4))
    assert after == replace(plain, moves=after.moves)
    assert summed(outcome) == (1, [])
    assert outcome.used[0] == (Seat.BLUE, waiting[Seat.BLUE][1])
    assert outcome.settled(Seat.BLUE)
    assert not outcome.settled(Seat.RED)


def test_a_move_that_no_condition_names_drops_them_all() -> None:
    """The author moves for himself; the same tiles at another place are another move."""
    waiting = {Seat.BLUE: (when("H8 CASA", "I8 ARE"), when("PAS", "H8 STIRE"))}

    after, outcome = answered(game_after(), "H7 CASA", waiting)

    assert summed(outcome) == (0, [(Seat.BLUE, Reason.OTHERWISE, 2)])
    assert (after.turn, len(after.moves)) == (Seat.BLUE, 1)
    assert outcome.settled(Seat.BLUE)


def test_a_pass_is_answered_by_its_condition_and_by_a_pass() -> None:
    """`PAS` may stand on either side, and the last of four ends the game."""
    waiting = {Seat.RED: (when("PAS", "PAS"),)}
    once, outcome = answered(game_after("PAS"), "PAS", waiting)
    assert isinstance(once.moves[-1], Passed)
    assert once.moves[-1].conditional
    assert summed(outcome) == (1, [])

    last, outcome = answered(
        game_after("PAS", "PAS"), "PAS", {Seat.BLUE: (when("PAS", "PAS"),), Seat.RED: ()}
    )
    assert last.stage is Stage.ENDED
    assert isinstance(outcome.events[-1], GameEnded)


def test_whatever_he_plays_is_the_last_resort() -> None:
    """The condition that names the move goes first, wherever it stands; a pass is anything too."""
    anything, named = when("*", "8H CASA"), when("PAS", "H8 CASA")
    game = with_racks(game_after(), blue="CASAREI")

    after, _ = answered(game, "PAS", {Seat.BLUE: (anything, named)})
    assert (
        after == play(game, "PAS", "H8 CASA") or after.board == play(game, "PAS", "H8 CASA").board
    )
    after, outcome = answered(game, "PAS", {Seat.BLUE: (anything,)})
    assert after.board == play(game, "PAS", "8H CASA").board
    after, outcome = answered(game, "H8 TEN", {Seat.BLUE: (anything,)})
    assert summed(outcome) == (0, [(Seat.BLUE, Reason.ILLEGAL, 1)])
    assert [fault.code for fault in outcome.dropped[0].faults] == ["occupied"]
    assert after.turn is Seat.BLUE


def test_one_tile_of_two_words_is_one_move_however_it_is_named() -> None:
    """An N behind ARE and below the A of CASA makes AREN and AN: either name is that move."""
    game = game_after("H8 CASA", "I8 ARE")

    after, outcome = answered(game, "I8 AREN", {Seat.BLUE: (when("11H AN", "PAS"),)})

    assert play(game, "I8 AREN").board == play(game, "11H AN").board
    assert summed(outcome) == (1, [])
    assert after.turn is Seat.RED


def test_what_cannot_lie_there_is_no_move_of_his() -> None:
    """A condition whose word would fall off the board or on other letters names nothing."""
    game = game_after("H8 CASA")
    waiting = {Seat.RED: (when("H13 STIRE", "PAS"), when("H8 STIRE", "PAS"), when("PAS", "PAS"))}

    _, outcome = answered(game, "I8 ARE", waiting)

    assert summed(outcome) == (0, [(Seat.RED, Reason.OTHERWISE, 3)])


def test_a_chain_of_answers_ends_when_each_has_answered_once() -> None:
    """Red's move, Blue's answer, Red's answer set before his own move; then it is Blue's turn."""
    waiting = {
        Seat.RED: (when("I8 ARE", "G8 TEN", own="H8 CASA"), when("PAS", "PAS", own="H8 CASA")),
        Seat.BLUE: (when("H8 CASA", "I8 ARE"),),
    }

    after, outcome = answered(game_after(), "H8 CASA", waiting, day=2)

    assert [(move.by, move.conditional) for move in after.moves] == [
        (Seat.RED, False),
        (Seat.BLUE, True),
        (Seat.RED, True),
    ]
    assert [move.days for move in after.moves] == [1, 0, 0]
    assert summed(outcome) == (2, [])
    assert after.turn is Seat.BLUE


def test_a_plan_falls_with_the_own_move_it_followed() -> None:
    """Who plays otherwise than he had planned loses what he had set for that; the rest stays."""
    kept = when("PAS", "PAS", own="H8 CASA")
    plans = (kept, when("PAS", "PAS", own="H8 TEN"), when("PAS", "PAS", own="PAS"))

    _, outcome = answered(game_after(), "H8 CASA", {Seat.RED: (*plans, when("PAS", "PAS"))})
    assert summed(outcome) == (0, [(Seat.RED, Reason.OWN_MOVE, 3)])
    assert kept not in outcome.dropped[0].conditions
    _, outcome = answered(game_after(), "PAS", {Seat.RED: (kept, plans[2])})
    assert outcome.dropped[0].conditions == (kept,)


def test_conditions_end_with_the_game_and_with_a_board_that_changes() -> None:
    """After the last pass, or a placement returned, nothing waits any more."""
    game = game_after("PAS", "PAS", "PAS")
    _, outcome = answered(game, "PAS", {Seat.RED: (when("PAS", "PAS"),)})
    assert summed(outcome) == (0, [(Seat.RED, Reason.ENDED, 1)])

    game = game_after("H8 CASA", rules=PARTNER_RULES)
    back = PlacementReturned(at=noon(), by=Seat.BLUE, on=noon().date(), words=("CASA",))
    both = {Seat.RED: (when("PAS", "PAS"),), Seat.BLUE: (when("PAS", "PAS"),)}
    outcome = follow(game, (back,), both, noon(), ANY_WORD)
    assert summed(outcome) == (
        0,
        [(Seat.RED, Reason.CHANGED, 1), (Seat.BLUE, Reason.CHANGED, 1)],
    )
    assert follow(game, (back,), {Seat.RED: ()}, noon(), ANY_WORD) == Outcome()


@pytest.mark.article("5.3")
def test_a_placement_that_stands_again_leaves_no_plan_of_before() -> None:
    """Red planned beside another placement; with the first one restored it is Blue who moves."""
    game = game_after("H8 CASA", rules=PARTNER_RULES)
    back = PlacementReturned(at=noon(), by=Seat.BLUE, on=noon().date(), words=("CASA",))
    plans = {Seat.RED: (when("PAS", "PAS", own="H8 TEN"),), Seat.BLUE: (when("PAS", "PAS"),)}
    order = Order(at=noon(1), arbiter=PersonId(9), article="5.3", reason="CASA is a word")
    restored = restore(evolve(game, back), order)

    outcome = follow(evolve(game, back), restored, plans, noon(1), ANY_WORD)

    assert summed(outcome) == (
        0,
        [(Seat.RED, Reason.CHANGED, 1), (Seat.BLUE, Reason.CHANGED, 1)],
    )


def test_what_is_no_move_leaves_conditions_waiting() -> None:
    """Leave, a proposal, a flag: nothing is used and nothing is dropped."""
    outcome = follow(game_after(), (), {Seat.BLUE: (when("PAS", "PAS"),)}, noon(), ANY_WORD)

    assert outcome == Outcome()


def test_both_moves_are_judged_when_a_condition_is_set() -> None:
    """The faults of the partner's move and of the answer are told apart, and both are priced."""
    game = game_after()

    def tried(partner: str, reply: str, own: str = "", seat: Seat = Seat.BLUE) -> list[list[str]]:
        found = rehearse(game, seat, when(partner, reply, own), noon(), ANY_WORD)
        return [
            [fault.code for fault in faults]
            for faults in (found.partner_faults, found.reply_faults)
        ]

    assert tried("H8 CASA", "I8 ARE") == [[], []]
    assert tried("H8 ZEU", "I8 ARE") == [["not_on_rack"], []]
    assert tried("H8 CASA", "A1 ARE") == [[], ["not_connected"]]
    assert tried("*", "H8 ARE") == [[], []]
    assert tried("*", "A1 ARE") == [[], ["off_centre"]]
    assert tried("I8 ARE", "PAS", own="H8 CASA", seat=Seat.RED) == [[], []]
    good = rehearse(game, Seat.BLUE, when("H8 CASA", "I8 ARE"), noon(), ANY_WORD)
    assert good.partner is not None
    assert good.reply is not None
    assert (good.partner.by, good.reply.by) == (Seat.RED, Seat.BLUE)
    assert rehearse(game, Seat.BLUE, when("*", "PAS"), noon(), ANY_WORD).partner is None


def test_a_condition_is_set_only_while_the_partner_is_next() -> None:
    """On one's own turn only behind a move of one's own; that one is judged, too."""
    game = game_after()
    with pytest.raises(GameStateError, match="condition_not_now"):
        rehearse(game, Seat.RED, when("PAS", "PAS"), noon(), ANY_WORD)
    with pytest.raises(RuleViolation, match="not_on_rack"):
        rehearse(game, Seat.RED, when("PAS", "PAS", own="H8 ZEU"), noon(), ANY_WORD)
    over = game_after("PAS", "PAS", "PAS", "PAS")
    found = rehearse(over, Seat.RED, when("PAS", "PAS"), noon(), ANY_WORD)
    assert [fault.code for fault in found.partner_faults] == ["game_over"]


def test_a_move_that_ends_the_game_has_no_answer() -> None:
    """The fourth pass, or the last tile: there is nobody left to answer."""
    game = game_after("PAS", "PAS", "PAS")

    found = rehearse(game, Seat.RED, when("PAS", "PAS"), noon(), ANY_WORD)

    assert [fault.code for fault in found.partner_faults] == ["condition_ends_game"]
    assert isinstance(found.partner, Passed)


@pytest.mark.article("5.2")
def test_no_word_is_accepted_unseen_where_the_partner_judges_words() -> None:
    """Where a placement may be returned, „whatever he plays” would accept any word."""
    game = game_after(rules=PARTNER_RULES)

    found = rehearse(game, Seat.BLUE, when("*", "PAS"), noon(), ANY_WORD)

    assert [fault.code for fault in found.partner_faults] == ["condition_any_words"]
    named = rehearse(game, Seat.BLUE, when("H8 CASA", "I8 ARE"), noon(), ANY_WORD)
    assert named.partner_faults == named.reply_faults == ()


Plan = tuple[str, str, str]
"""Own move or "", the partner's move, the reply."""


def plainly(game: Game, move: str, waiting: dict[Seat, list[Plan]]) -> list[str]:
    """Return the moves that follow, found by playing out every possibility on whole games."""

    def same(before: Game, text: str, after: Game) -> bool:
        try:
            tried = play(before, text)
        except EngineError:
            return False
        kinds = type(tried.moves[-1]) is type(after.moves[-1])
        return kinds and tried.board.rows == after.board.rows

    left = {seat: list(waiting.get(seat, [])) for seat in Seat}
    before, after, found = game, play(game, move), []
    mover = before.turn
    left[mover] = [plan for plan in left[mover] if plan[0] and same(before, plan[0], after)]
    while after.stage is Stage.RUNNING:
        mine, left[after.turn] = left[after.turn], []
        fits = [plan for plan in mine if plan[1] != "*" and same(before, plan[1], after)]
        fits += [plan for plan in mine if plan[1] == "*"]
        if not fits:
            break
        try:
            then = play(after, fits[0][2])
        except EngineError:
            break
        found.append(fits[0][2])
        before, after = after, then
    return found


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_chains_are_those_of_a_plain_reading_and_end(data: st.DataObject) -> None:
    """Whatever both have set: the same moves as by playing everything out, at most one each."""
    game = begin(started())
    for _ in range(data.draw(st.integers(0, 3))):
        game = play(game, data.draw(some_move(game)))
    move = data.draw(some_move(game))
    once = play(game, move)
    assume(once.stage is Stage.RUNNING)
    answers = data.draw(st.lists(some_move(once), min_size=1, max_size=2))
    twice = play(once, answers[0])
    assume(twice.stage is Stage.RUNNING)
    others = data.draw(st.lists(some_move(game), max_size=2))
    mover: list[Plan] = [
        (own, answer, data.draw(some_move(twice)))
        for own in data.draw(st.lists(st.sampled_from(["", move, *others]), max_size=3))
        for answer in data.draw(st.lists(st.sampled_from([*answers, "*", "PAS"]), max_size=2))
    ]
    partner: list[Plan] = [
        ("", seen, data.draw(st.sampled_from(answers)))
        for seen in data.draw(st.lists(st.sampled_from([move, *others, "*"]), max_size=3))
    ]
    waiting = {game.turn: mover, once.turn: partner}

    conditions = {
        seat: tuple(when(seen, reply, own) for own, seen, reply in plans)
        for seat, plans in waiting.items()
    }
    after, outcome = answered(game, move, conditions)

    expected = plainly(game, move, waiting)
    assert len(expected) <= 2
    assert after.board.rows == play(game, move, *expected).board.rows
    made = [each for each in outcome.events if isinstance(each, PlacementMade | Passed)]
    assert len(made) == len(expected) == len(outcome.used)
    assert all(each.conditional and each.days == 0 and each.at == noon() for each in made)
    by_hand: list[Event] = []
    plain_game = play(game, move)
    for text in expected:
        step = ask(plain_game, text)
        by_hand += step
        plain_game = reduce(evolve, step, plain_game)
    assert [replace(each, conditional=False) for each in made] == [
        each for each in by_hand if isinstance(each, PlacementMade | Passed)
    ]


POOL = [
    "H8 CASA",
    "H8 CAS",
    "H8 TEN",
    "8H CASA",
    "H8 STIRE",
    "8H ARE",
    "I8 ARE",
    "I8 RE",
    "I8 AI",
    "G8 TEN",
    "G8 EC",
    "G8 NE",
    "8H CE",
    "9H AT",
    "9G TAI",
    "10H SE",
    "H8 CASAE",
    "H7 ACASA",
    "H8 CASE",
    "8G ETA",
    "J8 SA",
    "11H AT",
    "I9 RAT",
    "G9 SI",
]


def some_move(game: Game) -> st.SearchStrategy[str]:
    """Return a strategy of moves that the player to move may make."""

    def may(text: str) -> bool:
        try:
            ask(game, text)
        except EngineError:
            return False
        return True

    return st.sampled_from(["PAS", *filter(may, POOL)])
