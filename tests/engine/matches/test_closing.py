"""The closing date: players' statements, silence, and how each game then ends."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coefficients import game_ended_early, normal, time_exceeded
from engine.errors import GameStateError
from engine.games.events import EndAct, Ending
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.moving import with_side
from engine.games.orders import end, lift, lift_all, lift_ends, take_seat
from engine.games.queries import query
from engine.games.turns import exceeded
from engine.ids import Leg, PersonId, Seat
from engine.matches.closing import (
    ClosingEnd,
    absentees,
    close_game,
    closing_end,
    declare,
    ended_at_closing,
    is_settled,
    never_came,
    statement_of,
    unbegun_end,
)
from engine.matches.decide import free_place, join, leave_seat, start_leg
from engine.matches.events import Statement
from engine.matches.leg_ends import unplayed
from engine.matches.match import Match
from engine.matches.results import coefficients_after, leg_coefficients
from engine.matches.rulings import follow_ruling
from engine.rulesets import FIRST_READING, NATIONAL_2025, SECOND_READING, Ruleset, Unfinished
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, START, noon, play
from tests.engine.games.ordered import obeyed
from tests.engine.matches.closing_shared import CLOSING, ORDER, saying, unfinished
from tests.engine.matches.staged import after, coefficients_of, joined, leg_ended, new_match
from tests.engine.refusals import error_lines

FINAL = (Statement.DECLARED, Statement.CONTESTED, Statement.CONTENT)


def expected(game: Game, words: dict[Seat, Statement | None]) -> tuple[Decimal, Decimal]:
    """Return the coefficients, calculated from the page of rules alone."""
    zero, one, stays = Decimal("0.0000"), Decimal("1.0000"), Decimal("1.5300")
    turn, days = game.turn, (CLOSING - game.received).days
    if not game.red.moves and days >= 5:
        return zero, stays
    if game.red.moves and not game.blue.moves and days >= 5:
        return stays, zero
    counts = any(word in {Statement.DECLARED, Statement.CONTESTED} for word in words.values())
    if not counts:
        return one, one
    used = {seat: game.side(seat).days + max(0, days - 1) * (seat is turn) for seat in Seat}
    late = [seat for seat in Seat if used[seat] > 30]
    if len(late) == 1:
        opponent, gone = game.side(late[0].partner), game.side(late[0])
        lost = time_exceeded(opponent.score, gone.score, rounds=game.complete_rounds)
        both = (lost.first, lost.second)
        return both if late[0] is Seat.BLUE else both[::-1]
    if not game.blue.moves and game.rules.unfinished is Unfinished.SHARE:
        return one, one
    by_score = game.rules.unfinished is Unfinished.SCORE
    found = (normal if by_score else game_ended_early)(game.red.score, game.blue.score)
    return found.first, found.second


statements = st.sampled_from([None, *FINAL])


@pytest.mark.article("9.1", "9.4")
@given(
    moves=st.integers(0, 3),
    received=st.integers(0, 60),
    red=statements,
    blue=statements,
    unfinished_as=st.sampled_from(Unfinished),
)
def test_an_unfinished_game_is_worth_what_its_sheet_and_its_players_say(
    moves: int,
    received: int,
    red: Statement | None,
    blue: Statement | None,
    unfinished_as: Unfinished,
) -> None:
    """Every combination of moves, turn, answers and exceeded time gives the page's figures."""
    match, game = unfinished(moves, received)
    rules = replace(match.rules, unfinished=unfinished_as)
    match, game = replace(match, rules=rules), replace(game, rules=rules)
    words = {Seat.RED: red, Seat.BLUE: blue}
    for seat in Seat:
        if words[seat] is Statement.CONTESTED and not exceeded(game, seat.partner, CLOSING):
            words[seat] = Statement.DECLARED
    match = saying(match, game, words)

    over = obeyed(game, close_game(match, game, ORDER, CLOSING))
    closed = after(match, *follow_ruling(match, over, noon(70)))

    found = coefficients_of(closed)[0]
    assert (found.first, found.second) == expected(game, words)
    assert coefficients_after(match, ended_at_closing(match, game, CLOSING, noon(70))) == found
    fined = replace(match, fines={(game.red.person, game.leg, ""): Decimal("0.1")})
    less = max(found.first - Decimal("0.1"), Decimal("0.0000"))
    assert coefficients_after(fined, ended_at_closing(fined, game, CLOSING, noon(70))).first == less
    assert over.ended is not None
    assert closed.ended[0].declared == over.ended.declared


@pytest.mark.article("9.1")
@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize(
    "answers",
    [
        {},
        {Seat.RED: Statement.CONTENT, Seat.BLUE: Statement.CONTENT},
        {Seat.RED: Statement.DECLARED},
        {Seat.BLUE: Statement.DECLARED, Seat.RED: Statement.CONTENT},
    ],
)
def test_who_was_to_move_and_never_had_did_not_show_up_whatever_is_said(
    moves: int, answers: dict[Seat, Statement | None]
) -> None:
    """No statement of the opponent changes a no-show."""
    match, game = unfinished(moves, 0)
    match = saying(match, game, {Seat.RED: None, Seat.BLUE: None, **answers})

    found = coefficients_after(match, ended_at_closing(match, game, CLOSING, noon(70)))

    worth = ("0.0000", "1.5300") if not moves else ("1.5300", "0.0000")
    assert (str(found.first), str(found.second)) == worth
    assert found.article == "9.1"


@pytest.mark.article("9.1", "9.4")
def test_a_first_placement_sent_at_the_last_hour_punishes_nobody_who_waited_for_it() -> None:
    """A Blue with under five days, or on leave, is no no-show."""
    match, game = unfinished(1, 58)
    assert closing_end(match, game, CLOSING).ending is Ending.CLOSED
    for received, gone in ((56, None), (55, Seat.BLUE), (50, Seat.BLUE)):
        match, game = unfinished(1, received)
        assert closing_end(match, game, CLOSING).by is gone
    away = LeavePeriod(first=START + timedelta(days=51), last=START + timedelta(days=60))
    on_leave = replace(game, blue=replace(game.blue, leave=(away,)))

    found = coefficients_after(match, ended_at_closing(match, on_leave, CLOSING, noon(70)))

    assert (str(found.first), str(found.second)) == ("1.0000", "1.0000")


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("rules", [NATIONAL_2025, SECOND_READING])
@pytest.mark.parametrize("moves", [0, 3])
def test_a_return_game_that_never_began_goes_by_the_home_game(moves: int, rules: Ruleset) -> None:
    """A return game not begun is a draw if both played the home game; no-shows stay so."""
    match, home = unfinished(moves, 55 if moves else 0)
    match = replace(match, rules=rules)
    for seat in Seat:
        match = saying(match, home, {seat: Statement.CONTENT})
    gone = None if moves else home.red.person
    assert absentees(match, home, CLOSING) == (() if gone is None else (gone,))
    over = obeyed(home, close_game(match, home, ORDER, CLOSING))
    match = after(match, *follow_ruling(match, over, noon(70)))
    assert never_came(match) == (() if gone is None else (gone,))
    _, back = unfinished(0, 70, Leg.RETURN)

    found = closing_end(match, back, CLOSING)

    level = bool(moves) and rules is NATIONAL_2025
    assert (found.ending, found.declared) == (Ending.CLOSED if level else Ending.NO_SHOW, ())
    assert (found.by and back.side(found.by).person) == gone
    worth = coefficients_after(match, ended_at_closing(match, back, CLOSING, noon(70)))
    figures = sorted(map(str, (worth.first, worth.second)))
    if level:
        assert figures == ["1.0000", "1.0000"]
    else:
        assert figures == ["0.0000", "0.0000" if moves else "1.5300"]
    given_up = leg_ended(ending=Ending.ABANDONED, by=Seat.RED)
    assert never_came(new_match()) == ()
    assert never_came(replace(match, ended=(given_up,))) == ()


@pytest.mark.article("9.1", "9.4")
def test_who_lost_the_home_game_by_time_or_absence_loses_the_one_that_never_began() -> None:
    """A home game lost by score does not affect the return game, which is a draw."""
    _, back = unfinished(0, 70, Leg.RETURN)
    for how, by in ((Ending.TIME, Seat.RED), (Ending.ABANDONED, Seat.BLUE)):
        match = replace(new_match(), ended=(leg_ended(ending=how, by=by),))
        found = closing_end(match, back, CLOSING)
        loser = match.colours(Leg.HOME)[by is Seat.BLUE]
        assert found.ending is Ending.NO_SHOW
        assert found.by is back.seat_of(loser)
    for how in (Ending.PLAYED_OUT, Ending.PASSES, Ending.INTERRUPTED, Ending.LEVEL):
        match = replace(new_match(), ended=(leg_ended(ending=how),))
        assert closing_end(match, back, CLOSING).ending is Ending.CLOSED
    for how in (Ending.NO_SHOW, Ending.BOTH_TIME):  # both lost it
        match = replace(new_match(), ended=(leg_ended(ending=how),))
        found = closing_end(match, back, CLOSING)
        assert (found.ending, found.by) == (Ending.NO_SHOW, None)


@pytest.mark.article("9.1", "10.3")
@pytest.mark.parametrize("rules", [NATIONAL_2025, SECOND_READING])
def test_a_loss_at_home_makes_no_winner_of_the_return_game_that_never_began(rules: Ruleset) -> None:
    """A player who had never come, or had resigned, does not win it by the opponent's loss.

    Opposite the player who never came, the punished one wins it: they lost one game only.
    """
    _, back = unfinished(0, 70, Leg.RETURN)
    for own, alone in ((Ending.NO_SHOW, True), (Ending.ABANDONED, False)):
        acts = (EndAct(ending=own, by=Seat.RED), EndAct(ending=Ending.FORFEITED, by=Seat.BLUE))
        lost = replace(leg_ended(ending=Ending.FORFEITED, by=Seat.BLUE), acts=acts)
        match = replace(new_match(), rules=rules, ended=(lost,))

        found = closing_end(match, back, CLOSING)

        never_came_home = back.seat_of(match.person_at(Seat.RED, Leg.HOME))
        assert (found.ending, found.by) == (Ending.NO_SHOW, never_came_home if alone else None)


@pytest.mark.article("9.4")
def test_a_game_that_began_on_the_closing_date_has_begun() -> None:
    """A first move on the closing date is in time, so neither player is a no-show."""
    match, game = unfinished(1, 60, Leg.RETURN)
    assert game.start == CLOSING

    assert closing_end(match, game, CLOSING).ending is Ending.CLOSED


@pytest.mark.article("9.4")
def test_a_state_declared_before_the_closing_moved_is_void() -> None:
    """It counts for the closing date after which it was declared, and for no later one."""
    match, game = unfinished(1, 60, Leg.RETURN)
    who = game.red.person
    key = (who, Leg.RETURN)
    declared = replace(
        match,
        statements={key: (Statement.DECLARED, CLOSING + timedelta(days=1))},
    )

    assert statement_of(declared, who, Leg.RETURN, CLOSING) is Statement.DECLARED
    assert statement_of(declared, who, Leg.RETURN, CLOSING + timedelta(days=20)) is None
    assert statement_of(match, who, Leg.RETURN, CLOSING) is None


@pytest.mark.article("7.2", "9.4")
@pytest.mark.parametrize("seat", Seat)
def test_days_granted_to_one_player_are_theirs_alone_at_the_closing(seat: Seat) -> None:
    """The opponent's extension does not extend their own limit."""
    _, game = unfinished(3 if seat is Seat.BLUE else 2, received=10)
    assert game.turn is seat

    for whose, days in ((seat.partner, 0), (seat, 4)):
        granted = with_side(game, whose, granted=4)
        last = START + timedelta(days=10 + 31 + days)
        assert not exceeded(granted, seat, last)
        assert exceeded(granted, seat, last + timedelta(days=1))


@pytest.mark.article("9.2", "9.4")
def test_a_declared_state_is_shared_unless_the_ruleset_has_it_by_the_score() -> None:
    """Art. 8.1 is only for games played to the end; an older ruleset keeps its rule."""
    ended = replace(leg_ended(red=524, blue=480, ending=Ending.CLOSED), declared=(Seat.RED,))

    shared = leg_coefficients(replace(ended, rounds=9), NATIONAL_2025)
    by_score = leg_coefficients(replace(ended, rounds=9), FIRST_READING)

    assert (str(shared.first), str(shared.second), shared.article) == ("1.0219", "0.9781", "9.2")
    assert (str(by_score.first), str(by_score.second)) == ("1.5219", "0.4781")


@pytest.mark.article("6.2", "9.7")
def test_each_word_has_its_time() -> None:
    """Forecasts count until the closing date, statements after it; the last one counts."""
    match, game = unfinished(3, 10)
    who = game.red.person

    def said_on(statement: Statement, day: int, leg: Leg = Leg.HOME) -> Match:
        """Return the match after this statement on that day."""
        user_input = declare(match, who, leg, statement, noon(day), closing=CLOSING, game=game)
        return after(match, *user_input)

    assert match.rules.results_due(CLOSING) == START + timedelta(days=65)
    for statement in Statement:
        early, late = (60, 61) if statement.is_final else (61, 60)
        with pytest.raises(GameStateError) as untimely:
            said_on(statement, early)
        assert error_lines(untimely) == ["not_the_time (art. 9.4) closing=2025-06-30"]
        assert said_on(statement, late).statements[who, Leg.HOME][0] is statement
    assert said_on(Statement.CONTENT, 66).statements[who, Leg.HOME][0] is Statement.CONTENT
    contested = Statement.CONTESTED
    for person in (game.blue.person, PersonId(99)):
        with pytest.raises(GameStateError) as refused:
            declare(match, person, Leg.HOME, contested, noon(61), closing=CLOSING, game=game)
        assert error_lines(refused) == ["time_not_exceeded (art. 7.2)"]
    with pytest.raises(GameStateError, match="time_not_exceeded"):
        declare(match, who, Leg.RETURN, contested, noon(61), closing=CLOSING)
    (user_input,) = declare(match, who, Leg.HOME, Statement.CONTENT, noon(61), closing=CLOSING)
    assert user_input.at == noon(61)
    match = said_on(Statement.CONTENT, 61)
    assert declare(match, who, Leg.HOME, Statement.CONTENT, noon(62), closing=CLOSING) == ()
    changed = said_on(Statement.DECLARED, 62).statements
    assert changed[who, Leg.HOME][0] is Statement.DECLARED
    over = after(match, leg_ended())
    with pytest.raises(GameStateError, match=r"^game_over \(art. 4.3\) game="):
        declare(over, who, Leg.HOME, Statement.CONTENT, noon(62), closing=CLOSING)


def test_a_game_is_settled_when_both_have_answered_or_can_no_longer() -> None:
    """A forecast is no answer, and after the fifth day no answer is awaited."""
    match, game = unfinished(3, 10)
    day = CLOSING + timedelta(days=1)
    forecast = declare(
        match, game.red.person, Leg.HOME, Statement.FINISHING, noon(50), closing=CLOSING
    )
    match = after(match, *forecast)
    assert not is_settled(match, Leg.HOME, CLOSING, day)
    one = saying(match, game, {Seat.RED: Statement.CONTENT})
    assert not is_settled(one, Leg.HOME, CLOSING, day)
    both = saying(one, game, {Seat.BLUE: Statement.CONTENT})
    assert is_settled(both, Leg.HOME, CLOSING, day)
    assert not is_settled(match, Leg.HOME, CLOSING, date(2025, 7, 5))
    assert is_settled(match, Leg.HOME, CLOSING, date(2025, 7, 6))


@pytest.mark.article("6.2", "9.4")
@pytest.mark.parametrize("first", FINAL[1:])
def test_of_a_return_game_that_never_began_nobody_is_asked_beside_the_home_game(
    first: Statement,
) -> None:
    """A statement about the home game covers the return game; a forecast does not."""
    match, game = unfinished(3, 10)
    day = CLOSING + timedelta(days=1)
    late = with_side(game, Seat.BLUE, days=31)
    forecast = declare(
        match, game.blue.person, Leg.HOME, Statement.FINISHING, noon(50), closing=CLOSING
    )
    match = after(match, *forecast)
    one = saying(match, late, {Seat.RED: first})
    assert not is_settled(one, Leg.RETURN, CLOSING, day)
    both = saying(one, late, {Seat.BLUE: Statement.CONTENT})

    assert is_settled(both, Leg.RETURN, CLOSING, day)
    over = after(both, leg_ended())
    began = after(over, *start_leg(over, noon(30)))
    assert not is_settled(began, Leg.RETURN, CLOSING, day)


@pytest.mark.article("5.3", "9.4")
def test_whose_placement_waits_for_the_arbiter_at_the_closing_has_not_exceeded_their_time() -> None:
    """During a query the opponent cannot contest the time, and a declared state counts."""
    match, game = unfinished(2, received=10)
    assert exceeded(game, Seat.RED, CLOSING)

    game = obeyed(game, query(game, Seat.RED, "K7QF/1#1", noon(20)))

    assert not exceeded(game, Seat.RED, CLOSING)
    with pytest.raises(GameStateError, match="time_not_exceeded"):
        saying(match, game, {Seat.BLUE: Statement.CONTESTED})
    match = saying(match, game, {Seat.BLUE: Statement.DECLARED})
    assert closing_end(match, game, CLOSING).by is None
    due = match.rules.results_due(CLOSING) + timedelta(days=1)
    assert is_settled(match, Leg.HOME, CLOSING, due)
    assert not is_settled(match, Leg.HOME, CLOSING, due, game)


@pytest.mark.article("9.1", "9.4")
def test_who_is_ahead_over_both_games_and_out_of_time_at_the_closing_gets_nothing() -> None:
    """Time exceeded at the closing counts as a resignation, with its zero."""
    match = after(joined(), *start_leg(joined(), noon()))
    home = leg_ended(red=600, blue=200)
    match = after(match, home)
    match = after(match, *start_leg(match, noon(30)))
    ahead = match.colours(Leg.HOME)[0]
    by = Seat.BLUE if match.colours(Leg.RETURN)[1] == ahead else Seat.RED
    back = replace(
        leg_ended(Leg.RETURN, red=300, blue=300, ending=Ending.CLOSED, by=by, rounds=5),
        declared=(by.partner,),
    )

    found = coefficients_of(after(match, back))[1]

    alone = leg_coefficients(back, match.rules)
    assert (alone.first if by is Seat.RED else alone.second) > 0
    assert (found.first if by is Seat.RED else found.second) == 0


def test_what_a_place_holder_said_belongs_to_the_player_who_comes() -> None:
    """Statements stay with the player when they join with their own account."""
    match = new_match(competition="CN25", red=PersonId(1))
    match = after(match, *start_leg(match, noon()))
    said = declare(match, PersonId(1), Leg.HOME, Statement.FINISHING, noon(50), closing=CLOSING)
    renamed = after(match, *said, *join(match, PersonId(1), PersonId(9), noon(51)))

    assert [*renamed.statements] == [(PersonId(9), Leg.HOME)]


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("late", Seat)
def test_a_player_without_time_to_answer_is_absent_only_if_their_time_is_over(late: Seat) -> None:
    """A player who got the first move two days before is a no-show only if out of time."""
    match, game = unfinished(1, 58)
    assert absentees(match, game, CLOSING) == ()

    game = with_side(game, late, days=31)

    assert absentees(match, game, CLOSING) == ((game.blue.person,) if late is Seat.BLUE else ())


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("leg", Leg)
@pytest.mark.parametrize("days", range(7))
def test_red_is_no_show_only_after_five_own_days_before_the_closing(leg: Leg, days: int) -> None:
    """A game begun up to four days before the closing date is level; leave does not count."""
    match, game = unfinished(0, 60 - days, leg)

    assert absentees(match, game, CLOSING) == ((game.red.person,) if days >= 5 else ())
    away = LeavePeriod(first=CLOSING - timedelta(days=1), last=CLOSING)
    on_leave = replace(game, red=replace(game.red, leave=(away,)))
    found = coefficients_after(match, ended_at_closing(match, on_leave, CLOSING, noon(70)))
    assert (str(found.first), str(found.second)) == ("1.0000", "1.0000")


@pytest.mark.article("9.1")
@pytest.mark.parametrize("ending", [Ending.ABANDONED, Ending.TIME, Ending.FORFEITED, Ending.CLOSED])
def test_nobody_whose_place_was_never_taken_wins(ending: Ending) -> None:
    """A player who loses to an untaken seat gets 0, too; without a loser they get 1.5300."""
    lost = replace(leg_ended(ending=ending, by=Seat.RED), untaken=(Seat.BLUE,))
    alone = replace(lost, by=None if ending is Ending.CLOSED else Seat.BLUE)

    for ended, worth in ((lost, ("0.0000", "0.0000")), (alone, ("1.5300", "0.0000"))):
        found = leg_coefficients(ended, NATIONAL_2025)
        assert (str(found.first), str(found.second), found.article) == (*worth, "9.1")


@pytest.mark.article("9.1", "10.3")
def test_who_takes_a_seat_after_the_game_was_absent_from_it() -> None:
    """Later rulings, a lifted one too, find a seat as it was when the game ended."""
    match, game = unfinished(0, 0)
    game = play(game, "H7 CASA", at=noon(0))
    empty = replace(match, joined=frozenset({game.red.person}))
    over = obeyed(game, close_game(empty, game, ORDER, CLOSING))
    closed = after(empty, *follow_ruling(empty, over, noon(70)))
    taken = after(closed, *join(closed, game.blue.person, PersonId(77), noon(71)))
    lost = obeyed(over, end(over, replace(ORDER, at=noon(72)), Ending.FORFEITED, Seat.RED))
    punished = after(taken, *follow_ruling(taken, lost, noon(72)))
    back = obeyed(lost, lift(lost, replace(ORDER, at=noon(73)), noon(72)))
    again = after(punished, *follow_ruling(punished, back, noon(73)))
    resumed = reduce(evolve, lift_ends(over, replace(ORDER, at=noon(72))), over)
    anew = obeyed(resumed, end(resumed, replace(ORDER, at=noon(74)), Ending.TIME, Seat.RED))
    seated = after(taken, *follow_ruling(taken, anew, noon(74)))

    assert [one.ended[0].untaken for one in (closed, punished, again)] == [(Seat.BLUE,)] * 3
    assert coefficients_of(punished)[0].second == 0
    assert again.ended == closed.ended
    assert seated.ended[0].untaken == (), "the game ended anew, with a player in the seat"
    older = replace(taken, ended=(replace(closed.ended[0], since=None),))
    kept = after(older, *follow_ruling(older, lost, noon(72)))
    assert kept.ended[0].untaken == (Seat.BLUE,), "an older log is judged by the same seats"


@pytest.mark.article("9.1", "10.1")
def test_an_end_that_comes_back_while_the_seat_is_free_finds_the_player_of_its_day() -> None:
    """A ruling that counts again once an earlier one is lifted is about its own day's players."""
    match, running = unfinished(1, 0)
    orders = [replace(ORDER, at=noon(day)) for day in range(70, 75)]
    first = obeyed(running, end(running, orders[0], Ending.TIME, Seat.RED))
    second = obeyed(first, end(first, orders[1], Ending.ABANDONED, Seat.RED))
    over = after(match, *follow_ruling(match, first, noon(70)))
    over = after(over, *follow_ruling(over, second, noon(71)))
    freed, free = freeing(over, second, Seat.BLUE, 72)
    lifted = obeyed(free, lift(free, orders[3], noon(70)))
    alone = after(freed, *follow_ruling(freed, lifted, noon(73)))
    back = obeyed(lifted, lift(lifted, orders[4], noon(71)))
    resumed = after(alone, *follow_ruling(alone, back, noon(74)))
    anew = obeyed(back, end(back, replace(ORDER, at=noon(75)), Ending.TIME, Seat.RED))

    assert coefficients_of(alone)[0].second == Decimal("1.5300")
    empty = after(resumed, *follow_ruling(resumed, anew, noon(75)))
    assert empty.ended[0].untaken == (Seat.BLUE,), "this end found the seat free"


@pytest.mark.article("9.1")
def test_a_seat_counts_as_it_was_just_before_the_end_and_of_an_import_as_at_its_start() -> None:
    """A player who leaves has ended their games first; an imported end may precede the match."""
    match, running = unfinished(1, 0)
    left = after(match, *leave_seat(match, running.blue.person, PersonId(50), noon(70)))
    for day, absent in ((-1, ()), (70, ()), (71, (Seat.BLUE,))):
        lost = unplayed(left, running.leg, Ending.TIME, running.red.person, noon(day))
        assert left.judged(lost).untaken == absent, day


@pytest.mark.article("9.1", "10.1")
def test_who_moves_after_an_end_was_lifted_was_still_absent_from_it() -> None:
    """An end that counts again finds no player who took their seat and moved only later."""
    match, running = unfinished(1, 0)
    empty = replace(match, joined=frozenset({running.red.person}))
    over = obeyed(running, end(running, replace(ORDER, at=noon(1)), Ending.TIME, Seat.RED))
    closed = after(empty, *follow_ruling(empty, over, noon(1)))
    going = obeyed(over, lift(over, replace(ORDER, at=noon(2)), noon(1)))
    resumed = after(closed, *follow_ruling(closed, going, noon(2)))
    taken = after(resumed, *join(resumed, going.blue.person, PersonId(77), noon(3)))
    moved = play(going, "PAS", at=noon(3))
    (lifting,) = (n for n, one in enumerate(moved.log) if one.event.at == noon(2))
    back = obeyed(moved, lift_all(moved, replace(ORDER, at=noon(4)), [lifting]))
    again = after(taken, *follow_ruling(taken, back, noon(4)))

    assert back.ended is not None
    assert again.ended[0].untaken == (Seat.BLUE,)


@pytest.mark.article("9.1", "9.4")
def test_at_the_closing_an_empty_place_and_a_red_who_never_opened_are_both_absent() -> None:
    """An untaken seat and a Red who never opened both get 0; a Red who opened gets 1.5300."""
    match, game = unfinished(0, 0)
    empty = replace(match, joined=frozenset({game.red.person}))
    over = obeyed(game, close_game(empty, game, ORDER, CLOSING))
    opened = play(game, "H7 CASA", at=noon(0))
    written = replace(empty, writers={game.blue.person: ARBITER})

    assert closing_end(empty, game, CLOSING).by is None
    worth = coefficients_after(empty, ended_at_closing(empty, game, CLOSING, noon(70)))
    assert (str(worth.first), str(worth.second)) == ("0.0000", "0.0000")
    assert coefficients_of(after(empty, *follow_ruling(empty, over, noon(70))))[0] == worth
    assert closing_end(empty, opened, CLOSING).by is Seat.BLUE
    assert closing_end(written, game, CLOSING).by is Seat.RED


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("days", range(7))
def test_if_the_closing_was_moved_earlier_the_opening_days_count_from_that_day(days: int) -> None:
    """A Red who never moved has five days after the change; a change before the turn adds none."""
    match, game = unfinished(0, 40)
    gone = (game.red.person,)
    moved = replace(game, closing_moved=CLOSING - timedelta(days=days))
    before = replace(game, closing_moved=START + timedelta(days=days))

    assert absentees(match, moved, CLOSING) == (gone if days >= 5 else ())
    assert absentees(match, before, CLOSING) == gone


def freeing(match: Match, game: Game, seat: Seat, day: int) -> tuple[Match, Game]:
    """Return match and game after an arbiter has freed that seat on that day."""
    place = PersonId(50 + (seat is Seat.BLUE))
    order = replace(ORDER, at=noon(day))
    match = after(match, *free_place(match, order, game.side(seat).person, place))
    return match, obeyed(game, take_seat(game, noon(day), seat, place))


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("seat", Seat)
def test_a_seat_freed_five_days_before_the_closing_and_not_taken_loses_the_game(
    seat: Seat,
) -> None:
    """A later day, a new player, two free seats or a late opponent leave the game level."""
    match, game = unfinished(2, 30)

    empty, running = freeing(match, game, seat, 55)
    assert closing_end(empty, running, CLOSING) == ClosingEnd(ending=Ending.ABANDONED, by=seat)
    who = running.side(seat).person
    joined_later = after(empty, *join(empty, who, PersonId(77), noon(56)))
    named = obeyed(running, take_seat(running, noon(56), seat, PersonId(77)))
    assert closing_end(joined_later, named, CLOSING).ending is Ending.CLOSED
    late, unanswered = freeing(match, game, seat, 56)
    assert closing_end(late, unanswered, CLOSING).ending is Ending.CLOSED
    overdrawn = with_side(running, seat.partner, days=31)
    assert closing_end(empty, overdrawn, CLOSING).ending is Ending.CLOSED
    nobody, deserted = freeing(empty, running, seat.partner, 55)
    assert closing_end(nobody, deserted, CLOSING).ending is Ending.CLOSED


@pytest.mark.article("9.1", "9.4")
@pytest.mark.parametrize("red_first", [True, False])
def test_a_return_game_that_had_not_begun_ends_by_the_home_game(red_first: bool) -> None:
    """It is level after a played home game; a no-show at home or a disqualified player loses."""
    match = after(joined(), *start_leg(joined(), noon()))
    red, blue = match.colours(Leg.RETURN)
    loser = red if red_first else blue
    seat = Seat.RED if red_first else Seat.BLUE
    played = after(match, leg_ended())
    absent = after(match, leg_ended(ending=Ending.NO_SHOW, by=seat.partner, red=0, blue=0))

    level = unbegun_end(played, Leg.RETURN, noon(61))
    assert (level.ending, level.by, level.on) == (Ending.CLOSED, None, START + timedelta(days=61))
    assert (level.red_score, level.blue_score, level.rounds, level.untaken) == (0, 0, 0, ())
    worth = leg_coefficients(level, match.rules)
    assert (str(worth.first), str(worth.second)) == ("1.0000", "1.0000")
    out = unbegun_end(played, Leg.RETURN, noon(61), {loser})
    for lost in (out, unbegun_end(absent, Leg.RETURN, noon(61))):
        assert (lost.ending, lost.by) == (Ending.NO_SHOW, seat)
        worth = leg_coefficients(lost, match.rules)
        kept = worth.second if red_first else worth.first
        assert (str(kept), worth.first + worth.second) == ("1.5300", kept)
    never = replace(played, joined=played.joined - {loser})
    assert never.judged(unbegun_end(never, Leg.RETURN, noon(61))).untaken == (seat,)
    written = replace(never, writers={loser: ARBITER})
    assert written.judged(unbegun_end(written, Leg.RETURN, noon(61))).untaken == ()


@pytest.mark.article("9.4", "10.3")
def test_a_game_started_after_the_closing_ends_against_the_disqualified_player() -> None:
    """It ends as a game not begun, so that it resumes if the disqualification is lifted."""
    match, home = unfinished(3, 55)
    match = after(
        match,
        *follow_ruling(match, obeyed(home, close_game(match, home, ORDER, CLOSING)), noon(61)),
    )
    _, back = unfinished(0, 70, Leg.RETURN)

    for out, by in (({back.blue.person}, Seat.BLUE), ({back.red.person, back.blue.person}, None)):
        over = obeyed(back, close_game(match, back, ORDER, CLOSING, out))
        assert over.ended is not None
        assert (over.ended.ending, over.ended.by) == (Ending.NO_SHOW, by)
        assert over.ended.unbegun
    nobody = obeyed(back, close_game(match, back, ORDER, CLOSING))
    assert nobody.ended is not None
    assert (nobody.ended.ending, nobody.ended.unbegun) == (Ending.CLOSED, False)


@pytest.mark.article("9.1", "9.4")
def test_games_that_end_together_have_one_preview() -> None:
    """A player late in one game who leads over both has 0 there, once the other has ended, too."""
    match = joined()
    back, late = (
        replace(
            leg_ended(leg, red=300, blue=blue, ending=Ending.CLOSED, by=Seat.RED),
            declared=(Seat.BLUE,),
        )
        for leg, blue in ((Leg.RETURN, 600), (Leg.HOME, 301))
    )

    alone, both = coefficients_after(match, late), coefficients_after(match, late, back)

    assert alone.first > 0
    assert both.first == 0
    assert both == coefficients_of(match.with_end(late).with_end(back))[0]
