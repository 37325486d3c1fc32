"""The log entry of each step of a case, and the refusals."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.cases.case import ARTICLES, Case
from engine.cases.decide import (
    CaseEvents,
    Claim,
    RefusedWords,
    ask_of_words,
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
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    ClaimFiled,
    ClaimKind,
    CommentGiven,
    DefenceGiven,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
    WordAsked,
)
from engine.cases.fold import begin_case
from engine.errors import EngineError
from engine.games.events import Ending
from engine.games.orders import end
from engine.ids import PersonId
from tests.builders import ARBITER, BLUE, RED, game_after, noon
from tests.engine.cases.case_shared import (
    DEPUTY,
    ID,
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
from tests.engine.games.ordered import obeyed
from tests.engine.refusals import error_lines

GAME = game_after("H7 CASA", "I8 STIRE")
LAST = placed(GAME, 1)
WORD = Claim(kind=ClaimKind.WORD, by=RED, placement=LAST, words=("STIRE",))
ASKED = RefusedWords(placement="J8 TIN", word="TIN", unknown=("TIN",), typed=noon(2))


def opened() -> Case:
    """Return a case that the arbiter opened."""
    return begin_case(open_case(GAME, new(), ARBITER)[0])  # type: ignore[arg-type]  # only the opening is in it


@pytest.mark.article("5.3", "7.2")
@pytest.mark.parametrize(
    ("made", "entry"),
    [
        (
            file_claim(GAME, new(3), WORD),
            ClaimFiled(
                at=noon(3),
                case=ID,
                game=GAME.id,
                kind=ClaimKind.WORD,
                by=RED,
                against=BLUE,
                copy=4,
                move=1,
                word="STIRE",
                words=("STIRE",),
                placed=LAST.at,
            ),
        ),
        (
            open_case(GAME, new(3), ARBITER),
            CaseOpened(at=noon(3), case=ID, game=GAME.id, arbiter=ARBITER, copy=4),
        ),
        (
            ask_of_words(GAME, new(3), RED, ASKED),
            WordAsked(
                at=noon(3),
                case=ID,
                game=GAME.id,
                by=RED,
                copy=4,
                move=2,
                placement="J8 TIN",
                word="TIN",
                words=("TIN",),
                typed=noon(2),
            ),
        ),
        (
            ask_of_words(GAME, new(3), BLUE, RefusedWords(unknown=("TIN", "AS"))),
            WordAsked(
                at=noon(3),
                case=ID,
                game=GAME.id,
                by=BLUE,
                copy=4,
                move=2,
                placement="",
                word="",
                words=("TIN", "AS"),
                typed=noon(3),
            ),
        ),
        (
            give_comment(filed(), BLUE, WORDS, noon(1)),
            CommentGiven(at=noon(1), by=BLUE, statement=WORDS),
        ),
        (
            give_defence(filed(), RED, WORDS, noon(1)),
            DefenceGiven(at=noon(1), by=RED, statement=WORDS),
        ),
        (ask_opinion(complete(), ARBITER, noon(1)), OpinionAsked(at=noon(1), by=ARBITER)),
        (
            give_opinion(complete(), DEPUTY, WORDS, noon(1)),
            OpinionGiven(at=noon(1), by=DEPUTY, statement=WORDS),
        ),
        (withdraw(complete(), BLUE, noon(1)), CaseWithdrawn(at=noon(1), by=BLUE)),
        (
            rule(complete(), order(1), REJECTED),
            CaseRuled(
                at=noon(1),
                arbiter=ARBITER,
                ruling=REJECTED,
                article="7.2",
                reason="Fișa arată 12 zile folosite.",
            ),
        ),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, tuple) else "",
)
def test_each_step_is_noted_with_all_that_a_commission_would_ask(
    made: CaseEvents, entry: CaseEvent
) -> None:
    """Each step has author, time, game, move, words, article and reason."""
    assert made == (entry,)


@pytest.mark.article("7.2")
@pytest.mark.parametrize("arbiter", [None, ARBITER])
def test_the_proof_says_when_the_opponent_had_it_and_from_whom(arbiter: PersonId | None) -> None:
    """The outbox proves a delivery by the bot; otherwise the arbiter confirms it."""
    case = after(filed(), *give_comment(filed(), BLUE, WORDS, noon()))

    made = note_opponent_notified(case, noon(2), noon(1), arbiter=arbiter)

    assert made == (PartnerTold(at=noon(2), delivered=noon(1), arbiter=arbiter),)


REJECTION = ruled(REJECTED)
NOWHERE = placed(game_after("H7 CASE"))
CALLED_OFF = obeyed(GAME, end(GAME, order(), Ending.CANCELLED, None))
REFUSED: list[tuple[Callable[[], CaseEvents], str]] = [
    (lambda: file_claim(GAME, new(), replace(TIME, by=ARBITER)), "not_your_game"),
    (
        lambda: file_claim(GAME, new(), replace(WORD, placement=NOWHERE)),
        "claim_without_placement (art. 5.3)",
    ),
    (
        lambda: file_claim(GAME, new(), replace(WORD, words=("MASA",))),
        "word_not_placed (art. 5.3) words=('MASA',)",
    ),
    (
        lambda: file_claim(GAME, new(), TIME, [filed()]),
        "claim_open_already (art. 7.2) case=TEST/1#1",
    ),
    (lambda: file_claim(CALLED_OFF, new(), TIME), "match_cancelled match=TEST"),
    (lambda: open_case(CALLED_OFF, new(), ARBITER), "match_cancelled match=TEST"),
    (
        lambda: ask_of_words(GAME, new(), RED, replace(ASKED, unknown=())),
        "word_not_placed (art. 5.3) words=()",
    ),
    (
        lambda: ask_of_words(GAME, new(), RED, RefusedWords(unknown=())),
        "word_not_placed (art. 5.3) words=()",
    ),
    (lambda: give_comment(filed(), RED, WORDS, noon()), "not_your_claim case=TEST/1#1"),
    (lambda: give_comment(opened(), RED, WORDS, noon()), "not_your_claim case=TEST/1#1"),
    (
        lambda: note_opponent_notified(filed(), noon(), noon()),
        "claim_without_comment (art. 7.2) case=TEST/1#1",
    ),
    (lambda: give_defence(filed(), BLUE, WORDS, noon()), "own_claim case=TEST/1#1"),
    (lambda: ask_opinion(filed(), ARBITER, noon()), "case_incomplete (art. 7.2) case=TEST/1#1"),
    (lambda: rule(filed(), order(), REJECTED), "case_incomplete (art. 7.2) case=TEST/1#1"),
    (lambda: withdraw(complete(), RED, noon()), "not_your_claim case=TEST/1#1"),
    (lambda: withdraw(REJECTION, BLUE, noon()), "case_over case=TEST/1#1"),
    (lambda: rule(complete(), order(reason="\t "), REJECTED), "reason_missing (art. 7.2)"),
    (lambda: rule(REJECTION, order(), REJECTED), "ruling_unchanged (art. 7.2) case=TEST/1#1"),
]


@pytest.mark.article("5.3", "7.2")
@pytest.mark.parametrize(("attempt", "line"), REFUSED, ids=[line for _, line in REFUSED])
def test_a_refusal_names_the_reason_and_the_case(
    attempt: Callable[[], CaseEvents], line: str
) -> None:
    """The refusal has an article if there is one, and the facts that the message needs."""
    with pytest.raises(EngineError) as refused:
        attempt()

    assert error_lines(refused) == [line]


@pytest.mark.article("5.3", "7.2", "10.3")
@pytest.mark.parametrize("kind", ClaimKind)
def test_a_claim_made_twice_is_refused_under_its_own_article(kind: ClaimKind) -> None:
    """Kind, move and words identify a claim about time, a move or conduct."""
    wanted = Claim(kind=kind, by=RED, placement=LAST, words=("STIRE",))
    first = filed(wanted, GAME)

    with pytest.raises(EngineError) as refused:
        file_claim(GAME, new(1), wanted, [first])

    assert error_lines(refused) == [f"claim_open_already (art. {ARTICLES[kind]}) case=TEST/1#1"]
    assert file_claim(GAME, new(1), replace(wanted, by=BLUE), [first])
