"""The rules are a named ruleset, or one with changed options under its own name."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

from bot.runtime.config.rules import RULE_CHECKS
from engine.rulesets import NATIONAL_2025, Phase, Ruleset, WordPolicy
from tests.bot.runtime.config.written import loaded, problems


def test_every_option_of_the_rules_can_be_set() -> None:
    """[ruleset] has each option of a ruleset; the time zone is the federation's."""
    assert set(RULE_CHECKS) == {each.name for each in fields(Ruleset)} - {"time_zone"}


@pytest.mark.article("1.5")
def test_the_rules_are_the_ruleset_with_the_options_over_it(file: Path) -> None:
    """A named ruleset is used unchanged; options need a new name."""
    plain = loaded(file, '[federation]\nruleset = "cn-2025-warn"\ntime_zone = "Europe/London"\n')
    altered = loaded(
        file, '[ruleset]\nname = "club"\nred_caps = []\nword_policy = "partner"\nleave_days = 3\n'
    )

    assert plain.rules.word_policy is WordPolicy.WARN
    assert (plain.rules.name, plain.rules.time_zone) == ("cn-2025-warn", "Europe/London")
    expected = replace(
        NATIONAL_2025, name="club", red_caps=(), word_policy=WordPolicy.PARTNER, leave_days=3
    )
    assert altered.rules == expected


@pytest.mark.parametrize("name", ["", 'name = "cn-2025"', 'name = "cn-2025-warn"'])
def test_altered_rules_need_a_name_of_their_own(file: Path, name: str) -> None:
    """The name of a shipped ruleset always means the shipped rules."""
    (problem,) = problems(file, f"[ruleset]\nleave_days = 3\n{name}\n")

    assert problem.startswith("ruleset.name: altered rules need a name of their own")


def test_a_shipped_ruleset_cannot_have_the_name_of_another(file: Path) -> None:
    """Nothing is altered, but the name would mean two rulesets."""
    (problem,) = problems(file, '[ruleset]\nname = "cn-2025.3-partner"\n')

    assert problem.startswith("ruleset.name: altered rules need a name of their own")


def test_the_defaults_of_the_rules_are_within_their_limits(file: Path) -> None:
    """Repeating a shipped ruleset's own value changes nothing."""
    config = loaded(
        file, "[ruleset]\nleave_days = 10\nfinal_leave_days = 10\nred_caps = [10, 30]\n"
    )

    assert config.rules == NATIONAL_2025


@pytest.mark.article("7.2")
def test_leave_is_allowed_by_phase(file: Path) -> None:
    """Finals have the other phases' days unless they have their own."""
    club = '[ruleset]\nname = "club"\nleave_days = 12\n'
    alike, apart = loaded(file, club).rules, loaded(file, f"{club}final_leave_days = 14\n").rules

    assert [alike.leave(phase) for phase in Phase] == [12, 12]
    assert [apart.leave(phase) for phase in Phase] == [12, 14]
