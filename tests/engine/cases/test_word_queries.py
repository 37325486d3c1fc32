"""A case in which a player asks about a word before playing it: rulings and effects."""

from dataclasses import replace
from functools import reduce

import pytest

from engine.cases.case import Case, CaseStage, article_of
from engine.cases.choices import answers, offered, open_kinds
from engine.cases.decide import (
    NewCase,
    RefusedWords,
    ask_of_words,
    give_comment,
    note_opponent_notified,
    rule,
    withdraw,
)
from engine.cases.events import CaseId, Digest, Ruling, RulingKind
from engine.cases.fold import evolve_case, replay_case
from engine.cases.rulings import consequences
from engine.cases.situation import Situation
from engine.errors import GameStateError, RuleViolation
from engine.games.events import Ending
from engine.games.fold import evolve
from engine.games.queries import query
from engine.ids import Seat
from tests.builders import noon, play
from tests.engine.cases.bench import codes, order, own_case, ruled, situation

K = RulingKind


def put(now: Situation, words: tuple[str, ...] = ("CASA",)) -> tuple[Case, Situation]:
    """Return the case in which Red asks of their first placement, and the game that waits."""
    new = NewCase(case=CaseId(f"{now.game.id}#1"), at=noon(1), copy=1)
    asked = RefusedWords(placement="H7 CASA", word="CASA", unknown=words, typed=noon(1))
    case = replay_case(ask_of_words(now.game, new, now.game.red.person, asked))
    game = reduce(evolve, query(now.game, Seat.RED, case.id, noon(1)), now.game)
    return case, replace(now, game=game)


@pytest.mark.article("5.3")
def test_the_answer_may_be_given_at_once_and_is_yes_or_no() -> None:
    """A query can be answered without notice or comment; the move is made or refused."""
    case, now = put(situation())
    assert (case.stage, case.is_claim, case.against) == (CaseStage.PENDING, False, None)
    assert not case.hears_players
    assert case.due_on("Europe/Bucharest") is not None

    yes, no = offered(case, now, order())

    assert open_kinds(case, now, order()) == []
    assert {article_of(case, one.kind) for one in (yes, no)} == {"5.3"}
    made = consequences(now, order(), yes).after.game
    assert (made.moves[0].at, made.query) == (noon(1), "")
    refused = consequences(now, order(), no).after.game
    assert (refused.moves, refused.query, refused.turn) == ((), "", Seat.RED)


@pytest.mark.article("5.3")
def test_of_several_words_one_may_be_found_wrong_alone() -> None:
    """The ruling does not cover the other words."""
    case, now = put(situation(), ("CASA", "AS"))

    found = offered(case, now, order())

    assert [(one.kind, one.words) for one in found] == [
        (K.WORD_VALID, ("CASA", "AS")),
        (K.WORD_INVALID, ("CASA", "AS")),
        (K.WORD_INVALID, ("CASA",)),
        (K.WORD_INVALID, ("AS",)),
    ]


@pytest.mark.article("10.1")
def test_either_answer_can_be_reversed() -> None:
    """The move is annulled, or it is made after all and replaces the later one."""
    case, now = put(situation())
    yes, no = offered(case, now, order())
    upheld = consequences(now, order(), yes).after
    case_yes = reduce(evolve_case, rule(case, order(), yes), case)
    refused = consequences(now, order(), no).after
    case_no = reduce(evolve_case, rule(case, order(), no), case)
    instead = replace(refused, game=play(refused.game, "H8 CANA", at=noon(5)))

    (wrong,) = offered(case_yes, upheld, order(6))
    (right,) = offered(case_no, instead, order(6))

    assert (wrong.kind, wrong.move) == (K.WORD_INVALID, 0)
    assert consequences(upheld, order(6), wrong).after.game.moves == ()
    after = consequences(instead, order(6), right).after.game
    assert [move.at for move in after.moves] == [noon(1)]
    parts = {"move": 0, "words": case.words, "placed": case.placed, "placement": case.placement}
    assert codes(upheld, K.WORD_VALID, **parts) == ["nothing_to_restore"]
    assert ruled(instead, K.WORD_INVALID, words=case.words, query=case.id).here.game_events == ()


@pytest.mark.article("5.3", "10.1")
def test_an_answer_changes_twice_after_a_sanction_has_ended_the_game() -> None:
    """Each answer replaces the one before, and the game stays lost."""
    case, now = put(situation())
    now = ruled(now, K.LOSS, seat=Seat.BLUE).after
    in_case = replace(order(), case=case.id)

    for number, stand in enumerate(((), (noon(1),), (), (noon(1),))):
        valid, invalid = answers(case, now.game)
        answer = valid if stand else invalid
        now = consequences(now, replace(in_case, at=noon(10 + number)), answer).after
        case = reduce(evolve_case, rule(case, in_case, answer), case)

        assert tuple(move.at for move in now.game.moves) == stand
        assert now.game.ended is not None
        assert now.game.ended.ending is Ending.FORFEITED


def test_a_question_is_taken_back_by_who_put_it_and_needs_no_proof() -> None:
    """A query is no claim, so nobody is notified and no comment is possible."""
    case, _ = put(situation())

    assert note_opponent_notified(case, noon(1), noon(1)) == ()
    with pytest.raises(GameStateError, match="not_your_claim"):
        give_comment(case, case.by, Digest("ab" * 32), noon(1))
    gone = reduce(evolve_case, withdraw(case, case.by, noon(2)), case)
    assert gone.stage is CaseStage.WITHDRAWN
    with pytest.raises(RuleViolation, match="word_not_placed"):
        put(situation(), ())
    with pytest.raises(GameStateError, match="case_over"):
        rule(gone, order(), Ruling(kind=K.WORD_INVALID, words=case.words))


@pytest.mark.article("5.3")
def test_a_planned_move_is_hidden_from_the_opponent_until_it_is_made() -> None:
    """If upheld, the move is made and visible; if refused, or asked alone, it stays private."""
    case, now = put(situation())
    red, blue = now.game.red.person, now.game.blue.person
    yes, no = offered(case, now, order())
    upheld, refused = (reduce(evolve_case, rule(case, order(), one), case) for one in (yes, no))
    new = NewCase(case=CaseId(f"{now.game.id}#2"), at=noon(1), copy=1)
    alone = replay_case(ask_of_words(now.game, new, blue, RefusedWords(unknown=("CASA", "AS"))))
    (right,) = (one for one in offered(alone, now, order()) if one.kind is K.WORD_VALID)
    answered = reduce(evolve_case, rule(alone, order(), right), alone)

    hidden = [case.is_plan_unknown_to(blue) for case in (case, upheld, refused)]
    assert hidden == [True, False, True]
    assert [one.is_plan_unknown_to(red) for one in (alone, answered)] == [True, True]
    assert not any(one.is_plan_unknown_to(one.by) for one in (case, refused, alone, answered))
    assert [one.is_of_words_alone for one in (case, alone)] == [False, True]
    assert not own_case(now).is_plan_unknown_to(blue)


@pytest.mark.article("5.3")
def test_words_are_asked_of_without_a_placement_at_any_time() -> None:
    """Both players can ask about words at any time; the answer changes no game."""
    now = situation("H7 CASA")
    new = NewCase(case=CaseId(f"{now.game.id}#1"), at=noon(1), copy=1)
    case = replay_case(
        ask_of_words(now.game, new, now.game.red.person, RefusedWords(unknown=("CASA", "AS")))
    )

    found = offered(case, now, order())

    assert [(one.kind, one.words) for one in found] == [
        (K.WORD_VALID, ("CASA", "AS")),
        (K.WORD_INVALID, ("CASA", "AS")),
        (K.WORD_INVALID, ("CASA",)),
        (K.WORD_INVALID, ("AS",)),
    ]
    for one in found:
        assert consequences(now, order(), one).after.game == now.game
    with pytest.raises(RuleViolation, match="word_not_placed"):
        ask_of_words(now.game, new, now.game.red.person, RefusedWords(unknown=()))
