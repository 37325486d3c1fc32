from pathlib import Path

from tests.bot.documents.proofs.browser import run
from tools.vectors import ENDINGS, PAGE, VECTORS, digests, readings, vector

CODE = Path(__file__).with_name("vectors.js").read_text("utf-8")


def test_the_browser_works_out_what_the_program_does() -> None:
    """Ten thousand vectors have the same commitment, series, sequence, coefficients and hash."""
    given = {"readings": readings(), "endings": ENDINGS, "count": VECTORS}

    found = run(CODE, given)

    wrong = [number for number in range(VECTORS) if found[number] != vector(number)]
    assert not wrong, f"{len(wrong)}, the first {wrong[0]}: {found[wrong[0]]}"


def test_the_vectors_are_those_that_were_published() -> None:
    """A person who tests another program against the page tests against these."""
    assert [*digests()] == PAGE.read_text("ascii").splitlines()
