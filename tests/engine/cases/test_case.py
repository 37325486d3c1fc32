"""A case from claim to ruling: its three requirements, its days, its order of steps."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import reduce

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cases.case import Case, CaseStage
from engine.cases.decide import (
    CaseEvents,
    Claim,
    ask_opinion,
    file_claim,
    give_comment,
    give_defence,
    give_opinion,
    note_opponent_notified,
    open_case,
    rule,
    withdraw,
)
from engine.cases.events import (
    CaseEvent,
    ClaimKind,
    CommentGiven,
    Digest,
    Ruling,
    RulingKind,
)
from engine.cases.fold import CASE_TRANSITIONS, begin_case, evolve_case, replay_case
from engine.errors import BrokenLog, EngineError, GameStateError, RuleViolation
from engine.games.commands import ReturnPlacement
from engine.games.events import Ending
from engine.games.fold import evolve
from engine.games.orders import end
from engine.ids import Seat
from engine.rulesets import RULESETS
from tests.builders import ARBITER, BLUE, RED, game_after, noon, play
from tests.engine.cases.case_shared import (
    DEPUTY,
    REJECTED,
    TIME,
    WORDS,
    after,
    complete,
    filed,
    new,
    order,
    placed,
    ruled,
)
from tests.engine.refusals import codes

ZONE = "Europe/Bucharest"
Try = Callable[[], CaseEvents]


@pytest.mark.article("7.2")
def test_a_claim_counts_once_it_is_explained_and_the_opponent_notified() -> None:
    """The copy is automatic, and the comment must exist before the opponent is notified."""
    case = filed()
    too_early: list[Try] = [
        lambda: note_opponent_notified(case, noon(), noon()),
        lambda: rule(case, order(), REJECTED),
        lambda: ask_opinion(case, ARBITER, noon()),
        lambda: give_opinion(case, DEPUTY, WORDS, noon()),
    ]
    assert (case.copy, case.stage, case.complete_at) == (4, CaseStage.FILED, None)
    assert case.due_on(ZONE) is None
    for attempt in too_early:
        with pytest.raises(GameStateError, match=r"claim_without_comment|case_incomplete"):
            attempt()

    assert complete().stage is CaseStage.PENDING


@pytest.mark.article("7.2")
@given(day=st.integers(0, 60), moves=st.integers(0, 2))
def test_time_is_claimed_as_soon_as_it_seems_exceeded(day: int, moves: int) -> None:
    """Either player may claim it on any day and in any turn; the arbiter decides."""
    game = game_after(*("H7 CASA", "I8 STIRE")[:moves])
    for by, against in ((RED, BLUE), (BLUE, RED)):
        (claimed,) = file_claim(game, new(day), replace(TIME, by=by))
        case = replay_case([claimed])

        assert (case.kind, case.by, case.against) == (ClaimKind.TIME, by, against)
        assert (case.stage, case.is_open) == (CaseStage.FILED, True)


@pytest.mark.article("7.2")
def test_the_arbiter_has_five_days_from_the_day_the_claim_is_complete() -> None:
    """If the opponent is notified on 4 May, the ruling is due by the 9th."""
    assert complete(3).due_on(ZONE) == date(2025, 5, 9)


def test_the_opponent_is_notified_once() -> None:
    """A repeated delivery, or a case without a claim, proves nothing more."""
    case = complete()
    opened = begin_case(open_case(game_after(), new(), ARBITER)[0])  # type: ignore[arg-type]  # only the opening is in it

    assert note_opponent_notified(case, noon(2), noon(2)) == ()
    assert note_opponent_notified(opened, noon(2), noon(2)) == ()


def test_an_arbiter_opens_a_case_without_a_claim_and_may_rule_at_once() -> None:
    """No requirement is missing without a claim, and both players may be heard."""
    case = replay_case(open_case(game_after(), new(2), ARBITER))

    assert not case.is_claim
    assert case.due_on(ZONE) == date(2025, 5, 8)
    for person in (RED, BLUE):
        case = after(case, *give_defence(case, person, WORDS, noon(2)))
    with pytest.raises(GameStateError, match="not_your_claim"):
        give_comment(case, ARBITER, WORDS, noon(2))
    assert after(case, *rule(case, order(2), REJECTED)).stage is CaseStage.RULED
    assert after(case, *withdraw(case, ARBITER, noon(3))).stage is CaseStage.WITHDRAWN


@pytest.mark.article("7.2")
def test_both_sides_and_the_other_arbiters_speak_until_the_ruling() -> None:
    """Each may add any number of statements; only the claimant comments and has no defence."""
    case = complete()
    case = after(case, *give_comment(case, BLUE, Digest("01" * 32), noon(1)))
    case = after(case, *give_defence(case, RED, Digest("02" * 32), noon(1)))
    case = after(case, *ask_opinion(case, ARBITER, noon(1)))
    case = after(case, *give_opinion(case, DEPUTY, Digest("03" * 32), noon(1)))

    assert [len(said) for said in (case.comments, case.defences, case.opinions)] == [2, 1, 1]
    assert [asked.by for asked in case.asked] == [ARBITER]
    assert [each.by for each in case.statements] == [BLUE, BLUE, RED, DEPUTY]
    with pytest.raises(GameStateError, match="not_your_claim"):
        give_comment(case, RED, WORDS, noon(1))
    with pytest.raises(GameStateError, match="own_claim"):
        give_defence(case, BLUE, WORDS, noon(1))


def test_the_defence_may_come_before_the_proof_of_delivery() -> None:
    """A fast answer may precede the recorded delivery."""
    case = after(filed(), *give_comment(filed(), BLUE, WORDS, noon()))
    case = after(case, *give_defence(case, RED, WORDS, noon()))

    assert after(case, *note_opponent_notified(case, noon(), noon())).defences


@pytest.mark.article("10.1")
def test_only_another_ruling_takes_the_place_of_a_ruling() -> None:
    """After it no statement is possible; the last ruling counts, and all are stored."""
    lost = Ruling(kind=RulingKind.LOST_ON_TIME, seat=Seat.RED)
    case = ruled(lost)
    too_late: list[Try] = [
        lambda: withdraw(case, BLUE, noon(2)),
        lambda: give_defence(case, RED, WORDS, noon(2)),
        lambda: give_comment(case, BLUE, WORDS, noon(2)),
        lambda: give_opinion(case, DEPUTY, WORDS, noon(2)),
    ]
    for attempt in too_late:
        with pytest.raises(GameStateError, match="case_over"):
            attempt()
    with pytest.raises(GameStateError, match="ruling_unchanged"):
        rule(case, order(2), lost)

    again = after(case, *rule(case, order(3), REJECTED))

    assert [each.ruling for each in again.rulings] == [lost, REJECTED]
    assert again.ruled is not None
    assert again.ruled.ruling == REJECTED
    assert complete().ruled is None


def test_a_ruling_needs_a_reason() -> None:
    """Spaces are not a reason."""
    with pytest.raises(RuleViolation, match="reason_missing"):
        rule(complete(), order(reason="  \n"), REJECTED)


def test_a_claim_is_taken_back_by_its_claimant_alone() -> None:
    """Only the claimant can withdraw a claim, before the ruling and finally."""
    case = complete()
    with pytest.raises(GameStateError, match="not_your_claim"):
        withdraw(case, RED, noon())

    gone = after(case, *withdraw(case, BLUE, noon()))

    assert not gone.is_open
    with pytest.raises(GameStateError, match="case_over"):
        rule(gone, order(), REJECTED)


@pytest.mark.article("5.3")
@pytest.mark.parametrize("kind", [ClaimKind.WORD, ClaimKind.TECHNICAL, ClaimKind.ARITHMETIC])
def test_a_claim_about_a_placement_names_one_of_this_game(kind: ClaimKind) -> None:
    """Its square and word identify the move, which a claim needs."""
    game = game_after("H7 CASA", "I8 STIRE")
    wanted = Claim(kind=kind, by=RED, placement=placed(game, 1), words=("STIRE",))

    case = filed(wanted, game)

    assert (case.move, case.word, case.against) == (1, "STIRE", BLUE)
    assert case.words == (("STIRE",) if kind is ClaimKind.WORD else ())
    elsewhere = placed(game_after("H7 CASE"))
    for other in (None, elsewhere):
        with pytest.raises(RuleViolation, match="claim_without_placement"):
            filed(replace(wanted, placement=other), game)


@pytest.mark.article("5.3")
def test_the_author_may_claim_that_a_returned_placement_stands() -> None:
    """The author's claim concerns the returned move."""
    game = game_after("H7 CASA", rules=RULESETS["cn-2025-partner"])
    game = play(game, ReturnPlacement(by=Seat.BLUE), lexicon=())
    wanted = Claim(kind=ClaimKind.WORD, by=RED, placement=placed(game), words=("CASA",))

    assert (filed(wanted, game).move, filed(wanted, game).word) == (0, "CASA")


@pytest.mark.parametrize("words", [(), ("MASA",), ("CASA", "MASA")])
def test_only_words_of_the_placement_are_in_dispute(words: tuple[str, ...]) -> None:
    """At least one word is needed, and each must be part of the move."""
    game = game_after("H7 CASA")
    with pytest.raises(RuleViolation, match="word_not_placed"):
        filed(Claim(kind=ClaimKind.WORD, by=BLUE, placement=placed(game), words=words), game)


def test_a_claim_about_time_or_conduct_is_about_no_placement() -> None:
    """A named move is ignored."""
    game = game_after("H7 CASA")
    for kind in (ClaimKind.TIME, ClaimKind.CONDUCT):
        case = filed(Claim(kind=kind, by=BLUE, placement=placed(game), words=("CASA",)), game)
        assert (case.move, case.word, case.words) == (None, "", ())


def test_only_a_player_claims() -> None:
    """An arbiter opens a case in place of a claim."""
    with pytest.raises(GameStateError, match="not_your_game"):
        filed(Claim(kind=ClaimKind.TIME, by=ARBITER))


def test_the_same_claim_is_made_again_only_when_the_first_is_over() -> None:
    """The opponent's own claim, and one about something else, are different claims."""
    game, first = game_after("H7 CASA"), complete()
    with pytest.raises(GameStateError, match="claim_open_already"):
        file_claim(game, new(1), TIME, [first])

    for others in ([after(first, *withdraw(first, BLUE, noon()))], [ruled(REJECTED)]):
        assert file_claim(game, new(1), TIME, others)
    assert file_claim(game, new(1), replace(TIME, by=RED), [first])
    assert file_claim(game, new(1), replace(TIME, kind=ClaimKind.CONDUCT), [first])


def test_a_log_that_no_case_can_have_is_refused() -> None:
    """A case's log begins with a claim or an opening, and follows the table of steps."""
    comment = CommentGiven(at=noon(), by=BLUE, statement=WORDS)
    for log in ([], [comment]):
        with pytest.raises(BrokenLog):
            replay_case(log)
    (rejection,) = rule(complete(), order(), REJECTED)
    impossible: list[tuple[Case, CaseEvent]] = [(ruled(REJECTED), comment), (filed(), rejection)]
    for case, event in impossible:
        assert (case.stage, type(event)) not in CASE_TRANSITIONS
        with pytest.raises(BrokenLog):
            evolve_case(case, event)


Step = Callable[[Case, int], CaseEvents]
STEPS: dict[str, Step] = {
    "comment": lambda case, day: give_comment(case, BLUE, WORDS, noon(day)),
    "defend": lambda case, day: give_defence(case, RED, WORDS, noon(day)),
    "tell": lambda case, day: note_opponent_notified(case, noon(day), noon(day)),
    "ask": lambda case, day: ask_opinion(case, ARBITER, noon(day)),
    "think": lambda case, day: give_opinion(case, DEPUTY, WORDS, noon(day)),
    "withdraw": lambda case, day: withdraw(case, BLUE, noon(day)),
    "reject": lambda case, day: rule(case, order(day), REJECTED),
    "lose": lambda case, day: rule(
        case, order(day), Ruling(kind=RulingKind.LOST_ON_TIME, seat=Seat.RED)
    ),
}


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=12))
def test_whatever_is_tried_the_case_stays_one(steps: list[str]) -> None:
    """Every decision can be folded, nothing is lost, and no incomplete claim is ruled on."""
    case = filed()
    log: list[CaseEvent] = list(file_claim(game_after("H7 CASA"), new(), TIME))
    for day, step in enumerate(steps):
        try:
            events = STEPS[step](case, day)
        except EngineError:
            continue
        before, case = case, after(case, *events)
        log += events
        assert not (before.stage is CaseStage.RULED and case.stage is not CaseStage.RULED)

    assume(log)
    assert replay_case(log) == case
    assert (case.due_on(ZONE) is None) == (case.told is None)
    assert not case.rulings or (case.comments and case.told)
    said = (case.comments, case.defences, case.asked, case.opinions, case.rulings)
    gone = (case.told is not None) + (case.stage is CaseStage.WITHDRAWN)
    assert len(log) == 1 + gone + sum(map(len, said))


def test_of_a_match_that_was_called_off_nothing_is_claimed_or_ruled() -> None:
    """A ruling could not change it."""
    game = reduce(evolve, end(game_after(), order(), Ending.CANCELLED, None), game_after())
    tries: tuple[Try, ...] = (
        lambda: file_claim(game, new(), Claim(kind=ClaimKind.CONDUCT, by=RED)),
        lambda: open_case(game, new(), ARBITER),
    )
    for deed in tries:
        with pytest.raises(GameStateError) as refused:
            deed()
        assert codes(refused) == ["match_cancelled"]


def test_a_case_names_both_sides_and_everybody_who_spoke_or_ruled() -> None:
    """Anyone who shows it finds the name of each of them, also of those who have left."""
    assert filed().people == {BLUE, RED}
    assert ruled(REJECTED).people == {BLUE, RED, ARBITER}
