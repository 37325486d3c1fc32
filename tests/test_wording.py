"""Checks the English of documents, docstrings and comments by `tools/wording.py`."""

from functools import cache
from pathlib import Path

import pytest

from tools.wording import MOST, ROOT, CheckedText, count, documents, findings, texts


@cache
def every_text() -> list[CheckedText]:
    """Return every text that is checked; reading them takes seconds."""
    return list(texts())


def said(words: str) -> list[str]:
    """Return what the check finds in that text, without its place."""
    return [line.partition(": ")[2] for line in findings(CheckedText(ROOT / "a.md", 1, words))]


def test_documents_and_docstrings_follow_the_word_list() -> None:
    """No text has a word with a plain equivalent, a generic he, or a sentence that is too long."""
    assert [line for text in every_text() for line in findings(text)] == []


def test_documents_stay_short() -> None:
    """All documents together have at most as many hand-written words as a newcomer can read."""
    assert sum(count(page.read_text("utf-8")) for page in documents()) <= MOST


def test_only_hand_written_words_count() -> None:
    """Code blocks, generated parts, paths and the rules of a table are no prose."""
    table = "| One | two |\n| --- | --- |\n"
    block = "```\nmake bench\n```\n"
    made = "<!-- figures -->\n| 12 ms |\n<!-- end of the figures -->\n"
    assert count(f"{table}{block}{made}three – four, `engine/ids.py`") == 4


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("The player sends his move.", ["his: write they, or the noun"]),
        ("Whoever returns it pays.", ["Whoever: write the player who, anyone who"]),
        ("A flag falls at midnight.", ["flag falls: write time runs out"]),
        ("`Docket` lists the tasks of “homologation”.", ["homologation: write approve, official"]),
        ("They send their own move, and the courier retries.", []),
    ],
)
def test_the_check_finds_what_it_is_for(words: str, found: list[str]) -> None:
    """A word in a name of code is left alone."""
    assert said(words) == found


def test_a_long_sentence_is_found() -> None:
    """Thirty-five words are the most; a semicolon or a colon begins another sentence."""
    assert said(" ".join(["word"] * 35) + ".") == []
    assert len(said(" ".join(["word"] * 36) + ".")) == 1
    assert said(" ".join(["word"] * 20) + "; " + " ".join(["word"] * 20) + ".") == []


def test_every_package_is_read() -> None:
    """Documents and modules of all packages are among the texts."""
    tops = {Path(text.path).relative_to(ROOT).parts[0] for text in every_text()}
    assert {"bot", "engine", "storage", "sandbox", "tools", "benchmarks", "docs"} <= tops
