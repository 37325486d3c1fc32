"""The set-up of a competition: next questions, accepted answers, proposals."""

import json
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pure.competitions.draft import (
    BOTH,
    CHOICES,
    CompetitionDraft,
    DraftField,
    answered,
    draft_from,
    offered,
    plans_of,
    proposed_period,
    ruleset_of,
)
from bot.service.pure.competitions.stored_answers import advancing
from bot.service.pure.competitions.titles import code_for
from engine.competitions.planning import plan_faults
from engine.errors import EngineError
from engine.rulesets import NATIONAL_2025, Phase

TODAY = date(2025, 5, 1)
ANSWERS = {
    "title": "Campionatul Național 2025",
    "phases": BOTH,
    "groups": "2",
    "preliminary": "5.05 30.09",
    "advance": "2 + 1",
    "final": "10.10 28.02",
    "exclusion": "half",
    "scope": "leg",
    "returns": "1.07 1.12",
}


def with_answers(draft: CompetitionDraft, **answers: str) -> CompetitionDraft:
    """Return the draft with these answers."""
    for name, text in answers.items():
        draft = answered(draft, DraftField(name), text, TODAY, NATIONAL_2025)
    return draft


def test_everything_is_asked_once_and_in_order() -> None:
    """Each answer leads to the next question, and the last one to none."""
    draft, asked = CompetitionDraft(), []
    while name := draft.next_field:
        asked.append(name)
        draft = with_answers(draft, **{name: ANSWERS[name]})

    assert tuple(asked) == tuple(DraftField)
    assert draft_from(draft.to_json()) == draft
    preliminary, final = plans_of(draft)
    assert (preliminary.groups, preliminary.advance, preliminary.best_others) == (2, 2, 1)
    assert (final.groups, final.advance, final.start) == (1, 0, date(2025, 10, 10))


@pytest.mark.parametrize("phase", Phase)
def test_one_phase_needs_neither_the_other_dates_nor_who_goes_on(phase: Phase) -> None:
    """Only its own dates are asked."""
    draft = with_answers(CompetitionDraft(), title="Cupa", phases=phase.value, groups="3")

    assert draft.next_field == phase.value
    draft = with_answers(draft, **{phase.value: "5.05 30.09"}, exclusion="keep", scope="game")
    assert draft.next_field is None
    (plan,) = plans_of(draft)
    assert (plan.phase, plan.groups) == (phase, 3)


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("title", "X", "competition_title"),
        ("title", "X" * 81, "competition_title"),
        ("phases", "three", "choose_by_button"),
        ("groups", "0", "number_of_groups"),
        ("groups", "27", "number_of_groups"),
        ("groups", "", "number_of_groups"),
        ("advance", "0", "number_advancing"),
        ("advance", "2+1+1", "number_advancing"),
        ("advance", "toți", "number_advancing"),
        ("preliminary", "5.05", "closing_before_start"),
        ("preliminary", "2025-04-01 2025-09-30", "phase_start_past"),
        ("final", "1.10 28.02", "starts_before_results"),
        ("scope", "world", "choose_by_button"),
    ],
)
def test_an_answer_that_cannot_be_taken_says_why(name: str, text: str, code: str) -> None:
    """An invalid answer is refused with its reason and does not change the draft."""
    draft = with_answers(CompetitionDraft(), **ANSWERS)
    with pytest.raises(EngineError) as refused:
        with_answers(draft, **{name: text})

    assert [fault.code for fault in refused.value.faults] == [code]


def test_a_final_of_one_player_is_refused_as_soon_as_it_is_clear() -> None:
    """A final of one player is refused at once, in either order of answers."""
    one_group = with_answers(CompetitionDraft(), **{**ANSWERS, "groups": "1"})
    two_groups = with_answers(CompetitionDraft(), **{**ANSWERS, "advance": "1"})
    for draft, answer in ((one_group, {"advance": "1"}), (two_groups, {"groups": "1"})):
        with pytest.raises(EngineError) as refused:
            with_answers(draft, **answer)
        assert [fault.code for fault in refused.value.faults] == ["one_advances"]
    assert with_answers(one_group, advance="1+1").advance == "1+1"


@pytest.mark.parametrize("groups", ["1", "2"])
def test_every_offered_number_of_finalists_is_accepted(groups: str) -> None:
    """No button answers with a number that the chosen groups refuse."""
    draft = with_answers(CompetitionDraft(), **{**ANSWERS, "groups": groups})

    for number in offered(draft, DraftField.ADVANCE):
        answer = with_answers(draft, advance=number).advance

        assert advancing(answer) == advancing(number)


def test_phases_that_give_the_final_one_player_are_refused() -> None:
    """Adding a preliminary phase of one group again counts who advances from it."""
    two_groups = with_answers(CompetitionDraft(), **{**ANSWERS, "advance": "1"})
    final_alone = with_answers(two_groups, phases=Phase.FINAL.value, groups="1")
    with pytest.raises(EngineError) as refused:
        with_answers(final_alone, phases=BOTH)

    assert [fault.code for fault in refused.value.faults] == ["one_advances"]


def test_a_phase_that_is_added_again_must_fit_the_dates_of_the_other() -> None:
    """A final that was moved into the preliminary phase is refused with the phases."""
    both = with_answers(CompetitionDraft(), **ANSWERS)
    final_alone = with_answers(both, phases=Phase.FINAL.value, final="1.09 28.02")
    with pytest.raises(EngineError) as refused:
        with_answers(final_alone, phases=BOTH)

    assert [fault.code for fault in refused.value.faults] == ["starts_before_results"]


def test_a_draft_survives_a_version_without_one_of_its_questions() -> None:
    """A stored answer to a question that no longer exists is left out; the others stay."""
    draft = with_answers(CompetitionDraft(), title="Cupa")
    stored = json.dumps({**json.loads(draft.to_json()), "gone": "yes"})

    assert draft_from(stored) == draft


def test_without_phases_there_are_no_plans() -> None:
    """A draft of which only the title is known plans nothing."""
    assert plans_of(CompetitionDraft(title="Cupa")) == ()


def test_what_is_asked_again_is_asked_before_anything_else() -> None:
    """A field to change precedes the first missing one, and then is not asked again."""
    draft = CompetitionDraft(title="Cupa", asking="title")
    assert draft.next_field == "title"

    assert with_answers(draft, title="Cupa Verii").next_field == "phases"


@given(st.dates(date(2025, 1, 1), date(2027, 12, 31)))
def test_proposed_periods_are_always_good(today: date) -> None:
    """For any day both proposals are valid and in the future."""
    draft = CompetitionDraft(title="Cupa", phases=BOTH, groups="1")
    for name in (DraftField.PRELIMINARY, DraftField.FINAL):
        period = proposed_period(draft, name, today, NATIONAL_2025)
        draft = answered(draft, name, period.stored, today, NATIONAL_2025)
    plans = plans_of(draft)

    assert plan_faults(plans, NATIONAL_2025) == []
    assert plans[0].start > today
    assert all(plan.closing - plan.start > timedelta(days=100) for plan in plans)


def test_every_choice_on_a_button_can_be_taken() -> None:
    """No button leads to a refusal."""
    for name, values in CHOICES.items():
        for value in values:
            assert with_answers(CompetitionDraft(), **{name: value})[name] == value


@pytest.mark.parametrize(("text", "numbers"), [("2", (2, 0)), ("2+1", (2, 1)), ("0+4", (0, 4))])
def test_how_many_go_on_reads_back(text: str, numbers: tuple[int, int]) -> None:
    """Both forms are read: from each group, and best others."""
    assert advancing(with_answers(CompetitionDraft(), advance=text).advance) == numbers


def test_altered_rules_get_a_name_of_their_own() -> None:
    """A shipped name always means the shipped rules."""
    assert ruleset_of(CompetitionDraft(scope="home"), NATIONAL_2025) is NATIONAL_2025
    assert ruleset_of(CompetitionDraft(scope="phase"), NATIONAL_2025).name == "cn-2025.3-phase"


@pytest.mark.parametrize(
    ("title", "code"),
    [
        ("Campionatul Național prin Corespondență 2026", "CNPC26"),
        ("Cupa României", "CR"),
        ("Șah și scrabble", "SSS"),
        ("Cupa 2026", "CU26"),
        ("Proba anuală școlară", "PRAS"),
        ("2025", "CC25"),
        ("†", "C"),
    ],
)
def test_a_code_recalls_the_title(title: str, code: str) -> None:
    """A code has the title's initials and its year, is easy to type, and is no move."""
    assert code_for(title) == code
