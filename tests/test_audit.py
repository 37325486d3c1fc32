"""`make audit`: a known vulnerability fails it, and unchecked packages are reported."""

import json
from pathlib import Path

import pytest

from tools.audit import BROKEN, FAULTY, FINE, PINNED, AuditResult, ask, outcome_of, report

GOOD = {"name": "click", "version": "8.5.1", "vulns": []}
BAD = {
    "name": "pillow",
    "version": "9.0.0",
    "vulns": [{"id": "PYSEC-2022-1", "fix_versions": ["9.0.1"], "aliases": [], "description": "x"}],
}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found on PyPI: ours (1.0)"}
NO_NETWORK = """Traceback (most recent call last):
  File "x.py", line 70, in query
requests.exceptions.ConnectionError: HTTPSConnectionPool(host='pypi.org', port=443): gone
"""


def answer(*packages: object) -> str:
    """Return pip-audit's output for these packages."""
    return json.dumps({"dependencies": packages, "fixes": []})


def test_a_known_fault_ends_the_test_run() -> None:
    """A vulnerability fails the audit, with its package, id and fixed version."""
    found = outcome_of(1, answer(GOOD, BAD), "Found 1 known vulnerability")
    assert found.status == FAULTY
    assert found.lines == ("KNOWN FAULT: pillow 9.0.0: PYSEC-2022-1 (mended in 9.0.1)",)


def test_packages_without_faults_are_fine() -> None:
    """Without vulnerabilities the audit passes and gives the number of packages."""
    assert outcome_of(0, answer(GOOD, GOOD), "").status == FINE
    assert "2 packages asked about" in outcome_of(0, answer(GOOD, GOOD), "").lines[0]


@pytest.mark.parametrize(
    ("status", "printed", "complaint"),
    [
        (0, answer(UNKNOWN, UNKNOWN), "No known vulnerabilities found"),
        (0, answer(GOOD, UNKNOWN), "No known vulnerabilities found"),
        (1, "", NO_NETWORK),
    ],
)
def test_what_could_not_be_asked_is_never_passed_over(
    status: int, printed: str, complaint: str
) -> None:
    """Unknown packages and an unreachable source pass, and are reported as not checked."""
    found = outcome_of(status, printed, complaint)
    assert found.status == FINE
    assert [line for line in found.lines if line.startswith("NOT CHECKED")] == [*found.lines]


def test_a_fault_counts_beside_packages_that_are_not_known() -> None:
    """A vulnerability fails the audit even if another package is unknown."""
    found = outcome_of(1, answer(BAD, UNKNOWN), "")
    assert found.status == FAULTY
    assert [line.partition(":")[0] for line in found.lines] == ["KNOWN FAULT", "NOT CHECKED"]


def test_a_question_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """A broken or missing list of packages is an error."""
    (tmp_path / "broken.txt").write_text("not a requirement ==\n", encoding="utf-8")
    assert ask(tmp_path / "broken.txt").status == BROKEN
    assert ask(tmp_path / "missing.txt").status == BROKEN


def test_nobody_is_waited_for_for_ever() -> None:
    """A source that does not answer in time is reported as not checked."""
    found = ask(PINNED, patience=0.05)
    assert found.status == FINE
    assert found.lines[0].startswith("NOT CHECKED")


def test_what_was_not_checked_is_the_last_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is also stored for the end of `make test`, and CI may refuse it."""
    left = tmp_path / "build" / "not-checked.txt"
    silent = outcome_of(1, answer(BAD, UNKNOWN), "")
    assert report(silent, left, must_answer=False) == FAULTY
    assert capsys.readouterr().err.splitlines()[-1].startswith("NOT CHECKED")
    assert left.read_text(encoding="utf-8").startswith("NOT CHECKED")

    unanswered = AuditResult(FINE, ("NOT CHECKED: nobody answers",))
    assert report(unanswered, left, must_answer=False) == FINE
    assert report(unanswered, left, must_answer=True) == BROKEN
    assert report(outcome_of(0, answer(GOOD), ""), left, must_answer=True) == FINE
    assert not left.exists()
