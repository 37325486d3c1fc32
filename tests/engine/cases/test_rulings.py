"""What rulings do, to the game, the match and the standings; and that what is shown is done."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import consequences, standing_rows, worth
from engine.cases.situation import Situation
from engine.competitions.parts import Treatment
from engine.errors import EngineError
from engine.games.commands import CheckTime, Resign, ReturnPlacement
from engine.games.events import Ending, PlacementMade, TimeExceeded
from engine.games.game import Stage
from engine.ids import GameId, Leg, MatchCode, Seat
from engine.matches.events import LegReopened
from engine.matches.match import MatchStage
from engine.matches.rulings import follow_ruling
from engine.rulesets import RULESETS
from tests.builders import noon, play
from tests.engine.cases.bench import (
    codes,
    ended,
    homologated,
    order,
    other_game,
    refolded,
    ruled,
    seat_of,
    situation,
    then,
)
from tests.engine.competitions.desk import WON

PARTNER = RULESETS["cn-2025-partner"]
MOVES = ("H7 CASA", "I8 STIRE", "J8 TIN")
D = Decimal


def late(**options: object) -> Situation:
    """Return a game in which Blue has let his thirty days pass, and it was found."""
    now = situation("H7 CASA", **options)  # type: ignore[arg-type]  # options of the bench
    return replace(now, game=play(now.game, CheckTime(), at=noon(32)))


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    ("kind", "seat"),
    [
        (RulingKind.REJECTED, None),
        (RulingKind.UPHELD, None),
        (RulingKind.WORD_VALID, None),
        (RulingKind.WORD_INVALID, None),
        (RulingKind.WORD_ACCEPTED, None),
        (RulingKind.WARNING, Seat.RED),
    ],
)
def test_some_rulings_only_say_what_is_right(kind: RulingKind, seat: Seat | None) -> None:
    """The claim is rejected, a word judged, a player warned: nothing moves."""
    now = situation(*MOVES)

    found = ruled(now, kind, seat=seat)

    assert not found.here.game_events
    assert not found.here.match_events
    assert not found.competition_events
    assert found.after == now


@pytest.mark.article("9.4")
def test_a_game_lost_on_time_ends_the_leg_at_what_an_abandoned_one_is_worth() -> None:
    """Blue's time is over after 0 complete rounds: 1.53 and his share, at most 0.47."""
    now = late()

    found = ruled(now, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)

    assert found.after.game.ended is not None
    assert (found.after.game.ended.ending, found.after.game.ended.by) == (Ending.TIME, Seat.BLUE)
    assert found.after.match.stage is MatchStage.BETWEEN
    got = worth(found.after.match)[now.game.id]
    assert (got.first, got.second, got.article) == (D("1.5300"), D("0.0000"), "9.4")


def test_time_that_was_never_flagged_is_found_exceeded_with_the_ruling() -> None:
    """The finding comes first; without it nothing can be lost on time."""
    now = situation("H7 CASA")
    found = ruled(now, RulingKind.LOST_ON_TIME, order(32), seat=Seat.BLUE)

    assert isinstance(found.here.game_events[0], TimeExceeded)
    assert codes(now, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["time_not_exceeded"]
    over = ended(now, Resign(by=Seat.BLUE))
    assert codes(over, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["time_not_exceeded"]


def test_a_game_may_be_lost_on_time_after_it_has_ended_otherwise() -> None:
    """Blue exceeded his time, played on and won: on the claim the game is lost for him."""
    now = ended(late(), "PAS", "PAS", "PAS", "PAS", day=33)
    assert now.game.stage is Stage.ENDED

    after = then(now, RulingKind.LOST_ON_TIME, seat=Seat.BLUE)

    assert after.game.ended is not None
    assert after.match.ended[0].ending is Ending.TIME
    assert codes(after, RulingKind.LOST_ON_TIME, seat=Seat.BLUE) == ["ended_so_already"]


@pytest.mark.article("9.1")
def test_only_who_never_moved_has_not_shown_up() -> None:
    """He gets 0 and his partner 1.53; who has placed once is no no-show."""
    now = situation("H7 CASA")

    got = worth(then(now, RulingKind.NO_SHOW, seat=Seat.BLUE).match)[now.game.id]

    assert (got.first, got.second) == (D("1.5300"), D("0.0000"))
    assert codes(now, RulingKind.NO_SHOW, seat=Seat.RED) == ["has_played"]
    back = then(now, RulingKind.ANNULLED, move=0)
    assert codes(back, RulingKind.NO_SHOW, seat=Seat.RED) == ["has_played"]


@pytest.mark.article("9.1")
def test_who_is_on_turn_and_silent_may_be_found_to_have_abandoned() -> None:
    """As if he had said so himself; nobody abandons who waits for his partner."""
    now = situation(*MOVES)

    found = then(now, RulingKind.ABANDONED, seat=Seat.BLUE)

    assert found.match.ended[0].ending is Ending.ABANDONED
    assert codes(now, RulingKind.ABANDONED, seat=Seat.RED) == ["not_on_turn"]
    assert codes(found, RulingKind.ABANDONED, seat=Seat.BLUE) == ["not_on_turn"]


@pytest.mark.article("5.2")
def test_a_wrong_word_takes_the_placement_back_and_its_days_stay_used() -> None:
    """The last placement goes back to its author as if the partner had returned it."""
    now = situation("H7 CASA")
    now = replace(now, game=play(now.game, "I8 STIRE", at=noon(4)))

    last = then(now, RulingKind.WORD_INVALID, move=1, words=("STIRE",))
    first = then(now, RulingKind.WORD_INVALID, move=0, words=("CASA",))

    assert (last.game.turn, last.game.blue.score, last.game.blue.days) == (Seat.BLUE, 0, 3)
    assert last.game.annulled[0][1].words == ("STIRE",)
    # Where the game has gone on, both have used their days in good faith.
    assert (first.game.moves, first.game.blue.days) == ((), 0)


@pytest.mark.article("5.2")
def test_only_the_last_placement_is_returned_an_earlier_one_annulled_back_to() -> None:
    """Back to placement n: what came after it is struck, what came before it stands."""
    now = situation(*MOVES)

    assert len(then(now, RulingKind.RETURNED, move=2).game.moves) == 2
    assert codes(now, RulingKind.RETURNED, move=1) == ["not_last_placement"]
    assert then(now, RulingKind.ANNULLED, move=1).game.moves == now.game.moves[:1]
    assert codes(now, RulingKind.ANNULLED, move=3) == ["no_such_placement"]


@pytest.mark.article("5.3")
def test_a_word_found_valid_lets_the_returned_placement_stand_again() -> None:
    """The partner had returned it; the arbiter finds the word admitted."""
    now = situation("H7 CASA", rules=PARTNER)
    back = replace(now, game=play(now.game, ReturnPlacement(by=Seat.BLUE), lexicon=()))

    again = then(back, RulingKind.WORD_VALID, move=0, words=("CASA",))

    assert (again.game.moves, again.game.red.score) == (now.game.moves, 8)
    assert codes(back, RulingKind.WORD_VALID, move=2) == ["nothing_to_restore"]
    assert codes(now, RulingKind.WORD_VALID, move=0) == ["nothing_to_restore"]


@pytest.mark.article("5.3")
def test_arithmetic_is_put_right_in_the_game_the_proposal_and_the_homologated_result() -> None:
    """The same ruling, whenever it comes: score, coefficients and standings follow."""
    now = situation("H7 CASA", leg=Leg.RETURN)
    over = ended(now, "PAS", "PAS", "PAS", "PAS")
    final = homologated(over)
    before = over.match.results

    running = then(now, RulingKind.SCORE, move=0, number=9)
    proposed = then(over, RulingKind.SCORE, move=0, number=9)
    counted = then(final, RulingKind.SCORE, move=0, number=9)

    assert running.game.red.score == 9
    assert proposed.match.stage is MatchStage.PROPOSED
    assert proposed.match.results == counted.match.results != before
    assert counted.competition is not None
    stored = counted.competition.phase.results[now.game.id]
    assert (stored.red_score, stored.red) == (
        counted.game.red.score,
        worth(counted.match)[now.game.id].first,
    )


@pytest.mark.article("7.2")
def test_an_extension_lifts_the_flag_and_is_taken_back_by_the_opposite_one() -> None:
    """Blue gets five days more; the flag is down; the next ruling takes them back."""
    now = late()

    longer = then(now, RulingKind.EXTENSION, seat=Seat.BLUE, number=5)

    assert not longer.game.blue.time_exceeded
    assert longer.game.allowance(Seat.BLUE) == 35
    back = then(longer, RulingKind.EXTENSION, seat=Seat.BLUE, number=-5)
    assert back.game.allowance(Seat.BLUE) == 30


@pytest.mark.article("10.3")
def test_a_penalty_counts_at_once_and_at_last() -> None:
    """Proposed results are proposed anew, homologated ones corrected; and it can be lifted."""
    over = ended(situation("H7 CASA", leg=Leg.RETURN), Resign(by=Seat.BLUE))
    before = worth(over.match)[over.game.id]
    for now in (over, homologated(over)):
        fined = then(now, RulingKind.PENALTY, seat=Seat.RED, penalty=D("0.3"))
        got = worth(fined.match)[now.game.id]
        assert (got.first, got.second) == (before.first - D("0.3"), before.second)
        assert fined.match.results != now.match.results
        lifted = then(fined, RulingKind.PENALTY, seat=Seat.RED, penalty=D(0))
        assert lifted.match.results == now.match.results
    assert codes(over, RulingKind.PENALTY, seat=Seat.RED, penalty=D("1.5")) == [
        "penalty_out_of_range"
    ]


@pytest.mark.article("10.3")
def test_a_lost_game_is_worth_what_an_abandoned_one_is_and_can_be_reopened() -> None:
    """Loss of the game; another ruling lets it go on."""
    now = situation(*MOVES)

    lost = then(now, RulingKind.LOSS, seat=Seat.RED)
    again = ruled(lost, RulingKind.REOPENED)

    assert worth(lost.match)[now.game.id].article == "10.3"
    assert (again.after.game.stage, again.after.match.stage) == (Stage.RUNNING, MatchStage.HOME)
    assert isinstance(again.here.match_events[0], LegReopened)


def test_a_home_game_lost_wrongly_counts_level_once_the_return_game_has_begun() -> None:
    """It cannot go on beside the return game; 1 each, as at the closing date (art. 9.4)."""
    now = ended(situation("H7 CASA"), Resign(by=Seat.BLUE))
    match, game = now.match, now.game
    begun = situation("H7 CASA", leg=Leg.RETURN, home=match.ended[0])
    now = replace(begun, game=game)

    assert codes(now, RulingKind.REOPENED) == ["return_leg_begun"]
    got = worth(then(now, RulingKind.LEVEL).match)[game.id]
    assert (got.first, got.second, got.article) == (D("1.0000"), D("1.0000"), "9.4")


@pytest.mark.article("5.2")
def test_what_was_annulled_stands_again_by_another_ruling() -> None:
    """Moves, points and days as they were."""
    now = situation(*MOVES)

    again = then(then(now, RulingKind.ANNULLED, move=1), RulingKind.RESTORED)

    assert again.game.moves == now.game.moves
    assert codes(now, RulingKind.RESTORED) == ["nothing_to_restore"]


@pytest.mark.article("10.3")
def test_an_exclusion_ends_every_running_game_of_the_player() -> None:
    """Here, in the other leg's place, and with his other partners; the competition notes it."""
    now = situation(*MOVES)
    player = seat_of(now, Seat.RED)
    partner_only = other_game(now, seat_of(now, Seat.BLUE))
    now = replace(now, elsewhere=(other_game(now, player), partner_only))

    found = ruled(now, RulingKind.EXCLUSION, seat=Seat.RED)

    assert found.after.game.ended is not None
    assert found.after.game.ended.ending is Ending.EXCLUDED
    (effect,) = found.elsewhere
    assert effect.game.stage is Stage.ENDED
    assert effect.match.stage is MatchStage.BETWEEN
    assert found.after.elsewhere[1] == partner_only
    assert found.after.competition is not None
    assert found.after.competition.phase.excluded == {player: Treatment.VOID}


@pytest.mark.article("10.3")
def test_an_exclusion_reaches_the_return_game_of_a_case_about_the_home_game() -> None:
    """The home game is over and stays so; the one that runs is lost, and the results proposed."""
    home = ended(situation("H7 CASA"), "PAS", "PAS", "PAS", "PAS")
    back = situation("H7 CASA", leg=Leg.RETURN, home=home.match.ended[0])
    now = replace(back, game=home.game, elsewhere=((back.match, back.game),))

    found = ruled(now, RulingKind.EXCLUSION, seat=Seat.RED)

    assert found.here.game_events == ()
    assert found.after.match.stage is MatchStage.PROPOSED
    assert [each.ending for each in found.after.match.ended] == [Ending.PASSES, Ending.EXCLUDED]


@pytest.mark.article("10.3")
def test_who_is_reinstated_plays_on_where_he_still_can() -> None:
    """The games that his exclusion had ended go on; one whose return game has begun does not."""
    now = situation(*MOVES)
    player = seat_of(now, Seat.RED)
    now = replace(
        now, elsewhere=(other_game(now, player), other_game(now, seat_of(now, Seat.BLUE)))
    )
    out = then(now, RulingKind.EXCLUSION, seat=Seat.RED)

    back = then(out, RulingKind.REINSTATED, seat=Seat.RED)

    assert back.competition is not None
    assert back.competition.phase.excluded == {}
    assert back.game.stage is Stage.RUNNING
    assert [game.stage for _, game in back.elsewhere] == [Stage.RUNNING, Stage.RUNNING]
    assert out.match.ended
    begun = situation("H7 CASA", leg=Leg.RETURN, home=out.match.ended[0])
    stuck = replace(out, match=begun.match, elsewhere=((begun.match, out.game),))
    assert then(stuck, RulingKind.REINSTATED, seat=Seat.RED).game.stage is Stage.ENDED
    resigned = replace(out, game=play(now.game, Resign(by=Seat.RED)))
    assert then(resigned, RulingKind.REINSTATED, seat=Seat.RED).game.stage is Stage.ENDED
    assert codes(now, RulingKind.REINSTATED, seat=Seat.RED) == ["not_excluded"]


def test_nobody_is_excluded_from_a_match_outside_a_competition() -> None:
    """There is nothing to be excluded from."""
    now = replace(situation(*MOVES), competition=None)

    assert codes(now, RulingKind.EXCLUSION, seat=Seat.RED) == ["no_competition"]
    assert standing_rows(now) == {}
    assert then(now, RulingKind.LOSS, seat=Seat.RED).competition is None


@pytest.mark.parametrize(
    "kind",
    [
        RulingKind.RETURNED,
        RulingKind.SCORE,
        RulingKind.EXTENSION,
        RulingKind.PENALTY,
        RulingKind.NO_SHOW,
    ],
)
def test_a_ruling_that_lacks_its_figures_is_refused(kind: RulingKind) -> None:
    """Whom, which placement, how much: nothing is guessed."""
    now = situation(*MOVES)

    assert codes(now, kind) == ["ruling_incomplete"]
    if kind is RulingKind.PENALTY:
        assert codes(now, kind, seat=Seat.RED) == ["ruling_incomplete"]
    if kind is RulingKind.SCORE:
        assert codes(now, kind, move=0) == ["ruling_incomplete"]


@pytest.mark.article("8.1")
def test_the_lines_of_the_table_are_those_the_ruling_would_bring() -> None:
    """Both players' sums before and after, other results that await homologation included."""
    now = situation(*MOVES)
    red, blue = seat_of(now, Seat.RED), seat_of(now, Seat.BLUE)
    assert now.competition is not None
    other = next(
        game
        for game, seats in now.competition.phase.open_games().items()
        if red in seats and blue not in seats
    )
    now = replace(now, proposed={other: WON})

    before, after = standing_rows(now), standing_rows(then(now, RulingKind.LOSS, seat=Seat.BLUE))

    gained = after[red].coefficients - before[red].coefficients
    assert before[red].coefficients in {WON.red, WON.blue}
    assert gained == worth(then(now, RulingKind.LOSS, seat=Seat.BLUE).match)[now.game.id].first
    assert set(before) == set(after) == {red, blue}
    stranger = replace(now, match=replace(now.match, code=MatchCode("ZZZZ")))
    stranger = replace(stranger, game=replace(now.game, id=GameId("ZZZZ/1")))
    assert standing_rows(stranger) == {}


RULINGS = st.builds(
    Ruling,
    kind=st.sampled_from(RulingKind),
    seat=st.sampled_from([None, *Seat]),
    move=st.sampled_from([None, 0, 1, 2]),
    number=st.sampled_from([None, 3, 9, -3]),
    penalty=st.sampled_from([None, D(0), D("0.1"), D(1)]),
    words=st.just(()),
)
STARTS = st.sampled_from(
    [
        lambda: situation(*MOVES),
        lambda: late(leg=Leg.RETURN),
        lambda: ended(situation(*MOVES, leg=Leg.RETURN), "PAS", "PAS", "PAS", "PAS"),
        lambda: homologated(ended(situation("H7 CASA", leg=Leg.RETURN), Resign(by=Seat.RED))),
    ]
)


@settings(max_examples=120)
@given(STARTS, st.lists(RULINGS, min_size=1, max_size=6))
def test_what_is_shown_is_what_is_made(
    start: Callable[[], Situation], rulings: list[Ruling]
) -> None:
    """The events fold to what was shown; match, game and homologated results agree."""
    now = start()
    for day, ruling in enumerate(rulings, 32):
        try:
            found = consequences(now, order(day), ruling)
        except EngineError:
            continue
        after = found.after
        assert refolded(now, found) == (after.game, after.match, after.competition)
        assert follow_ruling(after.match, after.game, noon(day)) == ()
        assert after.match.stage is not MatchStage.PLAYED
        counted = sum(move.counted for move in after.game.moves if isinstance(move, PlacementMade))
        assert after.game.stage is Stage.ENDED or counted == (
            after.game.red.score + after.game.blue.score
        )
        if after.match.stage is MatchStage.HOMOLOGATED and after.competition is not None:
            for game, got in worth(after.match).items():
                stored = after.competition.phase.results[game]
                assert (stored.red, stored.blue) == (got.first, got.second)
        now = after
