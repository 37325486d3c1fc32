"""`make quick`: the final lines and the list of modules."""

import sys

import pytest

from tools import quick


def test_the_reason_of_a_failure_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last lines name each failed check with its reasons, however long its output."""
    wrote = "print('a.py:3: error: Wrong type'); print('x ' * 900); raise SystemExit(1)"
    checks = {"types": (sys.executable, "-c", wrote), "style": (sys.executable, "-c", "")}
    monkeypatch.setattr(quick, "CHECKS", checks)

    assert quick.main((sys.executable, "-c", "")) == 1

    last = capsys.readouterr().out.splitlines()[-3:]
    assert last == [
        "types failed:",
        "  a.py:3: error: Wrong type",
        "Failed: types.",
    ]


def test_the_modules_it_names_are_there() -> None:
    """Every module in the lists of `make quick` exists."""
    named = (*quick.CHEAP_TESTS, *quick.LONG_TESTS)

    assert [path for path in named if not (quick.ROOT / path).exists()] == []
