"""Benchmark figures in docs/performance.md."""

import pytest

from benchmarks.__main__ import main
from benchmarks.support.page import PAGE, with_figures
from benchmarks.support.rows import PER_SECOND, FigureRow


def test_a_benchmark_replaces_its_own_figures_and_no_others() -> None:
    """A run replaces only the rows of its benchmark and marks a missed bar."""
    page = PAGE.read_text("utf-8")
    rows = [
        FigureRow("A move", 26.4, "ms", 25),
        FigureRow("Moves", 120, PER_SECOND, 60, "one core"),
    ]
    once = with_figures(page, "move", rows, "today")
    twice = with_figures(once, "move", rows[:1], "today")

    assert "| `move` | A move | 26.4 ms | ≤ 25, **missed** | today |\n" in once
    assert "| `move` | Moves (one core) | 120 /s | ≥ 60 | today |\n" in once
    assert twice.count("| `move` |") == once.count("| `move` |") - 1
    assert once.count("| `crowd` |") == page.count("| `crowd` |") > 0
    assert with_figures(twice, "move", [], "today").count("\n") == once.count("\n") - 2


def test_a_page_without_the_marks_stays_as_it_is() -> None:
    """No second table is written below a page whose marks were changed."""
    with pytest.raises(ValueError, match="no table between"):
        with_figures("# Performance\n", "move", [], "today")


def test_an_unknown_benchmark_is_named_and_none_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    """A typing error beside a right name must not look like a finished run."""
    assert main(["move", "mvoe"]) == 2
    assert "No benchmark is called mvoe. There are: analysis" in capsys.readouterr().out
