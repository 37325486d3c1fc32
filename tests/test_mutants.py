"""`make mutation`: the sample of changes, and the tests that run for each."""

import ast
from pathlib import Path

import pytest

from tools.mutants import ROOT, Nearness, changed, sample


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a < b", "a <= b"),
        ("a is not None", "a is None"),
        ("a and b", "a or b"),
        ("not a", "a"),
        ("a + b", "a - b"),
        ("True", "False"),
        ("7", "8"),
        ("'7'", None),
        ("a(b)", None),
    ],
)
def test_one_sign_is_changed(before: str, after: str | None) -> None:
    """A mutation changes an operator, a truth value or a number, and nothing else."""
    made = changed(ast.parse(before, mode="eval").body)
    assert (None if made is None else ast.unparse(made)) == after


def test_a_sample_is_the_same_each_time_and_stays_python(tmp_path: Path) -> None:
    """A seed gives the same mutations; each is valid Python and can be undone."""
    drawn = sample(3, 12, ["storage/queues"])
    assert drawn == sample(3, 12, ["storage/queues"])
    for change in drawn:
        module = tmp_path / change.module
        module.parent.mkdir(parents=True, exist_ok=True)
        change.made_in(tmp_path)
        made, kept = module.read_text("utf-8"), (ROOT / change.module).read_text("utf-8")
        assert ast.dump(ast.parse(made)) != ast.dump(ast.parse(kept))
        change.undone_in(tmp_path)
        assert module.read_text("utf-8") == kept


def test_the_tests_of_a_module_come_first() -> None:
    """A mutation of the rate limiter runs the rate limiter's own tests first."""
    (change, *_) = sample(1, 1, ["bot/transport/sending/rate_limiter.py"])
    (first, *_), slow = Nearness(ROOT / "tests/bot/transport").nearest(change, 5)
    assert "test_rate_limiter.py" in first
    assert slow == []


def test_a_test_in_a_class_has_the_name_by_which_it_runs() -> None:
    """No chosen test is unknown to pytest, which would then run none of them."""
    (change, *_) = sample(1, 1, ["bot/cli/lexicon.py"])
    quick, _ = Nearness(ROOT / "tests/engine/words").nearest(change, 200)
    module = "tests/engine/words/test_lexicon.py"
    assert f"{module}::TestTheScript::test_a_gerund_before_a_pronoun_is_left_out" in quick
