"""What `make quick` says last."""

import sys

import pytest

from tools import quick


def test_the_reason_of_a_failure_comes_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each failed check is named with its reasons, however much it wrote after them."""
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
    """A module that moves takes its place in the list along."""
    assert [each for each in (*quick.CHEAP, *quick.LONG) if not (quick.ROOT / each).exists()] == []
