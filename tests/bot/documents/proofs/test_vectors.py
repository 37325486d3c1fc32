import os
from pathlib import Path

from tests.bot.documents.proofs.browser import run
from tools.vectors import ENDINGS, PAGE, TOGETHER, VECTORS, digests, readings, vector

STEP = int(os.environ.get("VECTOR_STEP", "20"))
"""One hundred of this many is calculated; `make soak` calculates all."""
CODE = Path(__file__).with_name("vectors.js").read_text("utf-8")


def test_the_browser_works_out_what_the_program_does() -> None:
    """Both give each vector the same commitment, series, sequence, coefficients and hash."""
    hundreds = range(0, VECTORS, STEP * TOGETHER)
    numbers = [number for first in hundreds for number in range(first, first + TOGETHER)]

    found = run(CODE, {"readings": readings(), "endings": ENDINGS, "numbers": numbers})

    both = zip(numbers, found, strict=True)
    wrong = [(number, text) for number, text in both if text != vector(number)]
    assert not wrong, f"{len(wrong)}, the first {wrong[0]}"


def test_the_vectors_are_those_that_were_published() -> None:
    """A person who tests another program against the page tests against these."""
    published = PAGE.read_text("ascii").splitlines()

    assert len(published) == VECTORS // TOGETHER
    assert [*digests(STEP)] == published[::STEP]
