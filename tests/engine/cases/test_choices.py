"""The rulings offered for each kind of claim, with their articles; each can be made."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from functools import reduce

import pytest

from engine.cases.case import Case, article_of, recomputed, standing_place
from engine.cases.choices import NEEDS_A_FIGURE, choices, is_possible, offered, open_kinds
from engine.cases.decide import rule
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.fold import evolve_case
from engine.cases.rulings import consequences
from engine.cases.situation import Situation
from engine.games.commands import AcceptPlacement, CheckTime, Resign, ReturnPlacement
from engine.games.events import PlacementMade
from engine.games.fold import evolve
from engine.games.moving import with_side
from engine.games.orders import correct_score
from engine.games.turns import used_and_running
from engine.ids import Leg, PersonId, Seat
from engine.rulesets import RULESETS
from engine.thinking_time import LeavePeriod
from tests.builders import PARTNER_RULES, START, game_after, noon, play
from tests.engine.cases.bench import DAY, MOVES, claim, ended, order, own_case, ruled, situation

K = RulingKind


def kinds(rulings: Sequence[Ruling]) -> list[RulingKind]:
    """Return the kinds, each once, in their order."""
    return list(dict.fromkeys(ruling.kind for ruling in rulings))


def after_ruling(case: Case, now: Situation, ruling: Ruling) -> tuple[Case, Situation]:
    """Return case and situation after that ruling of the third day."""
    by = replace(order(), case=case.id)
    after = consequences(now, by, ruling).after
    return reduce(evolve_case, rule(case, by, ruling), case), after


@pytest.mark.article("7.2")
def test_a_claim_about_time_offers_the_loss_only_when_the_sheet_shows_it() -> None:
    """After ten silent days it may be a resignation; else an extension, or a rejection."""
    now = situation(*MOVES)
    case = replace(claim(now, ClaimKind.TIME), by=now.game.red.person, against=now.game.blue.person)

    assert kinds(offered(case, now, order(9))) == [K.REJECTED]
    assert kinds(offered(case, now, order(10))) == [K.ABANDONED, K.REJECTED]
    assert kinds(offered(case, now, order(32))) == [K.LOST_ON_TIME, K.ABANDONED, K.REJECTED]
    assert open_kinds(case, now, order(32)) == [K.EXTENSION]
    given = choices(case, now, order(32), K.EXTENSION)
    assert [(one.seat, one.number) for one in given] == [
        (Seat.BLUE, days) for days in (1, 2, 3, 5, 7, 10)
    ]


@pytest.mark.article("7.2")
def test_days_of_leave_are_no_silence_that_a_ruling_may_be_made_of() -> None:
    """If six of ten days were leave, the loss by silence is offered six days later."""
    now = situation(*MOVES)
    leave = LeavePeriod(START + timedelta(days=2), START + timedelta(days=7))
    now = replace(now, game=with_side(now.game, Seat.BLUE, leave=(leave,)))
    case = replace(claim(now, ClaimKind.TIME), by=now.game.red.person, against=now.game.blue.person)

    assert kinds(offered(case, now, order(15))) == [K.REJECTED]
    assert kinds(offered(case, now, order(16))) == [K.ABANDONED, K.REJECTED]


@pytest.mark.article("9.1")
def test_what_would_be_a_no_show_is_offered_once_and_under_that_name() -> None:
    """A player who never answered for five days is a no-show; other rulings mean the same."""
    now = situation("H7 CASA")
    case = replace(claim(now, ClaimKind.TIME), by=now.game.red.person, against=now.game.blue.person)

    assert kinds(offered(case, now, order(4))) == [K.REJECTED]
    for day in (5, 10, 32):
        assert kinds(offered(case, now, order(day))) == [K.NO_SHOW, K.REJECTED]


@pytest.mark.article("5.2")
def test_a_dispute_about_a_word_offers_all_that_can_become_of_the_placement() -> None:
    """For the last move: valid or not; for an earlier one also accepted by the opponent."""
    now = situation(*MOVES)
    last = claim(now, ClaimKind.WORD, 2, ("TIN",))
    earlier = claim(now, ClaimKind.WORD, 1, ("STIRE",))

    assert kinds(offered(last, now, order())) == [K.WORD_VALID, K.WORD_INVALID, K.REJECTED]
    found = offered(earlier, now, order())
    assert kinds(found) == [K.WORD_VALID, K.WORD_INVALID, K.WORD_ACCEPTED, K.REJECTED]
    assert [(one.move, one.words) for one in found[:3]] == [
        (None, ("STIRE",)),
        (1, ("STIRE",)),
        (None, ("STIRE",)),
    ]
    assert open_kinds(earlier, now, order()) == [K.ANNULLED]


@pytest.mark.article("5.2")
def test_an_accepted_placement_stays_whatever_its_words_are() -> None:
    """A dispute about its words offers no ruling that takes it back."""
    now = situation("H7 CASA", AcceptPlacement(by=Seat.BLUE), rules=PARTNER_RULES)
    case = claim(now, ClaimKind.WORD, 0, ("CASA",))

    assert kinds(offered(case, now, order())) == [K.WORD_VALID, K.WORD_ACCEPTED, K.REJECTED]


@pytest.mark.article("5.3")
def test_a_dispute_about_a_returned_placement_may_let_it_stand_again() -> None:
    """A move that was sent back can be restored or stay so, but not be annulled again."""
    now = situation("H7 CASA", rules=PARTNER_RULES)
    case = claim(now, ClaimKind.WORD, 0, ("CASA",))
    back = replace(now, game=play(now.game, ReturnPlacement(by=Seat.BLUE), lexicon=()))

    found = offered(case, back, order())

    assert [(one.kind, one.move) for one in found] == [
        (K.WORD_VALID, 0),
        (K.WORD_VALID, None),
        (K.WORD_INVALID, None),
        (K.REJECTED, None),
    ]


@pytest.mark.article("5.2")
def test_a_technical_error_sends_the_last_placement_back_or_the_game_to_before_it() -> None:
    """If the move no longer exists, the claim can still be upheld."""
    now = situation(*MOVES)
    assert kinds(offered(claim(now, ClaimKind.TECHNICAL, 2), now, order())) == [
        K.RETURNED,
        K.REJECTED,
    ]
    earlier = claim(now, ClaimKind.TECHNICAL, 1)
    assert kinds(offered(earlier, now, order())) == [K.ANNULLED, K.REJECTED]

    gone = ruled(now, K.ANNULLED, move=1).after

    assert kinds(offered(earlier, gone, order())) == [K.UPHELD, K.REJECTED]
    replayed = replace(gone, game=play(gone.game, "PAS"))
    assert standing_place(earlier, replayed.game) is None
    assert kinds(offered(earlier, replayed, order())) == [K.UPHELD, K.REJECTED]


def miscounted(now: Situation, place: int, points: int) -> Situation:
    """Return it with other points stored for that move."""
    events = correct_score(now.game, order(1), place, points)
    return replace(now, game=reduce(evolve, events, now.game))


@pytest.mark.article("5.3")
def test_a_claim_about_arithmetic_offers_what_the_rules_make_of_the_placement() -> None:
    """The right score is offered if the sheet differs, and any other may be typed."""
    now = situation(*MOVES)
    case = claim(now, ClaimKind.ARITHMETIC, 1)
    assert kinds(offered(case, now, order())) == [K.REJECTED]
    assert open_kinds(case, now, order()) == []

    wrong = miscounted(now, 1, 31)

    assert offered(case, wrong, order())[0] == Ruling(kind=K.SCORE, move=1, number=13)
    assert open_kinds(case, wrong, order()) == [K.SCORE]
    own = choices(own_case(now), wrong, order(), K.SCORE)
    assert [(one.move, one.number) for one in own] == [(1, 13)]


@pytest.mark.article("5.2")
def test_an_annulment_reaches_every_placement_of_the_game() -> None:
    """The arbiter may take the game back to any of its moves."""
    long = replace(RULESETS["cn-2025"], passes_to_end=40)
    now = situation(*MOVES, *["PAS"] * 20, rules=long)

    found = choices(own_case(now), now, order(), K.ANNULLED)

    assert [one.move for one in found] == list(reversed(range(len(now.game.moves))))


@pytest.mark.article("5.3")
def test_the_points_of_a_placement_are_counted_again_on_the_board_it_was_laid_on() -> None:
    """Each equals its first score, and a pass has none."""
    game = game_after("H7 CASA", "I8 STIRE", "PAS", "PAS", "J8 TIN")
    counted = [move.points if isinstance(move, PlacementMade) else 0 for move in game.moves]

    assert [recomputed(game, place) for place in range(5)] == counted
    assert counted[:2] == [8, 13]


@pytest.mark.article("10.3")
def test_conduct_is_answered_by_the_sanctions_of_the_regulation() -> None:
    """Warning, penalty, loss or disqualification, or the claim is rejected."""
    now = situation(*MOVES)
    case = claim(now, ClaimKind.CONDUCT)

    assert kinds(offered(case, now, order())) == [K.WARNING, K.LOSS, K.EXCLUSION, K.REJECTED]
    assert {one.seat for one in offered(case, now, order())[:3]} == {Seat.RED}
    assert open_kinds(case, now, order()) == [K.PENALTY]
    penalties = choices(case, now, order(), K.PENALTY)
    assert [f"{one.penalty}" for one in penalties] == ["0.1", "0.2", "0.3", "0.5", "1"]


def test_without_a_claim_an_arbiter_may_rule_whatever_the_game_allows() -> None:
    """Without a claim all rulings that the game allows can be made, for either player."""
    now = situation(*MOVES)
    found = offered(own_case(now), now, order())

    assert kinds(found) == [
        K.WARNING,
        K.LOSS,
        K.EXCLUSION,
        K.RETURNED,
        K.LEVEL,
        K.REJECTED,
    ]
    everything = [K.ANNULLED, K.SCORE, K.EXTENSION, K.PENALTY]
    assert open_kinds(own_case(now), now, order()) == everything
    case = claim(now, ClaimKind.TIME)
    assert set(offered(case, now, order(), every=True)) >= set(found)
    assert open_kinds(case, now, order(), every=True) == everything
    passed = replace(now, game=play(now.game, "PAS"))
    assert K.RETURNED not in kinds(offered(own_case(now), passed, order()))
    assert K.RETURNED not in kinds(offered(own_case(now), situation(), order()))
    assert choices(own_case(now), now, order(), K.WARNING) == ()


def test_a_claim_against_somebody_who_gave_their_seat_away_concerns_both_seats() -> None:
    """The placeholder in the claim is no longer in the game."""
    now = situation(*MOVES)
    case = replace(claim(now, ClaimKind.CONDUCT), against=PersonId(77))

    assert {one.seat for one in offered(case, now, order()) if one.kind is K.LOSS} == set(Seat)


@pytest.mark.article("10.1")
@pytest.mark.parametrize(
    ("first", "reversal"),
    [
        (Ruling(kind=K.LOSS, seat=Seat.RED), K.LIFTED),
        (Ruling(kind=K.LEVEL), K.LIFTED),
        (Ruling(kind=K.RETURNED, move=2), K.LIFTED),
        (Ruling(kind=K.ANNULLED, move=0), K.LIFTED),
        (Ruling(kind=K.SCORE, move=0, number=9), K.LIFTED),
        (Ruling(kind=K.PENALTY, seat=Seat.RED, penalty=Decimal("0.5")), K.LIFTED),
        (Ruling(kind=K.EXTENSION, seat=Seat.RED, number=5), K.LIFTED),
        (Ruling(kind=K.WARNING, seat=Seat.RED), K.LIFTED),
        (Ruling(kind=K.EXCLUSION, seat=Seat.RED), K.REINSTATED),
    ],
    ids=str,
)
def test_what_takes_a_ruling_back_comes_first(first: Ruling, reversal: RulingKind) -> None:
    """The reversal comes first; it restores the game, its days and its coefficients."""
    now = situation(*MOVES)
    case, later = after_ruling(own_case(now), now, first)

    found = offered(case, later, order())
    _, back = after_ruling(case, later, found[0])

    assert found[0].kind is reversal
    assert not is_possible(case, later, order(), first)
    assert _as_today(back) == _as_today(now)
    assert back.game == now.game or first.kind in {K.EXCLUSION, K.RETURNED, K.ANNULLED}
    assert (back.match.stage, back.match.penalties) == (now.match.stage, now.match.penalties)


@pytest.mark.article("10.1", "10.3")
def test_a_lifted_disqualification_is_ruled_again_and_not_reversed() -> None:
    """The reversal of a reversal is the ruling itself, so nothing else is offered for it."""
    now, out = situation(*MOVES), Ruling(kind=K.EXCLUSION, seat=Seat.RED)
    case, excluded = after_ruling(own_case(now), now, out)
    case, back = after_ruling(case, excluded, Ruling(kind=K.REINSTATED, seat=Seat.RED))

    found = offered(case, back, order(), every=True)

    assert out in found
    assert not {K.LIFTED, K.REINSTATED} & {*kinds(found)}


def _as_today(now: Situation) -> tuple[object, ...]:
    """Return the game on the day of the rulings, with the days used by then."""
    game, today = now.game, noon(DAY).date()
    sides = [replace(game.side(seat), days=used_and_running(game, seat, today)) for seat in Seat]
    return (*sides, game.moves, game.stage)


CASES: list[Callable[[Situation], Case]] = [
    own_case,
    lambda now: claim(now, ClaimKind.TIME),
    lambda now: claim(now, ClaimKind.CONDUCT),
    lambda now: claim(now, ClaimKind.WORD, 0, ("CASA",)),
    lambda now: claim(now, ClaimKind.TECHNICAL, 0),
    lambda now: claim(now, ClaimKind.ARITHMETIC, 0),
]


@pytest.mark.parametrize("case_of", CASES)
def test_whatever_is_offered_can_be_made_and_has_its_article(
    case_of: Callable[[Situation], Case],
) -> None:
    """Every offered ruling can be made and cites an article, at each stage of a game."""
    running = situation(*MOVES)
    late = replace(running, game=play(running.game, CheckTime(), at=noon(33)))
    over = ended(situation(*MOVES, leg=Leg.RETURN), Resign(by=Seat.RED))
    for now in (running, late, over):
        case = case_of(now)
        found = list(offered(case, now, order(33), every=True))
        assert found[-1].kind is K.REJECTED
        assert len(found) == len(set(found)) > 1
        for kind in NEEDS_A_FIGURE:
            found += choices(case, now, order(33), kind)
        for one in found:
            consequences(now, order(33), one)
            assert article_of(case, one.kind)


@pytest.mark.parametrize(
    ("kind", "article"),
    [(ClaimKind.TIME, "7.2"), (ClaimKind.WORD, "5.3"), (ClaimKind.CONDUCT, "10.3")],
)
def test_a_claim_is_rejected_under_the_article_it_was_made_under(
    kind: ClaimKind, article: str
) -> None:
    """An arbiter's own finding has the article that gives them the decision."""
    now = situation(*MOVES)

    assert article_of(claim(now, kind, 0, ("CASA",)), K.REJECTED) == article
    assert article_of(own_case(now), K.REJECTED) == "10.1"
    assert article_of(own_case(now), K.SCORE) == "5.3"
