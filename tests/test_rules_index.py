"""docs/rules.md says where each article of the regulation lives; here it is taken at its word."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
ARTICLES = tuple(
    f"{chapter}.{number}"
    for chapter, last in enumerate((5, 2, 2, 3, 3, 2, 2, 5, 7, 3), 1)
    for number in range(1, last + 1)
)
"""Every article of the regulation of 1 May 2025, as its ten chapters number them."""


class Row(NamedTuple):
    """An article, the modules that hold to it and the files that test it."""

    article: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


def page() -> list[Row]:
    """Return the rows of the index."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = []
    for line in re.findall(r"^\| \d.*\|$", text, re.MULTILINE):
        article, _, modules, tests = (cell.strip() for cell in line.strip("|").split("|"))
        rows.append(Row(article, paths(modules), paths(tests)))
    return rows


def paths(cell: str) -> tuple[str, ...]:
    """Return the files a cell names."""
    return tuple(re.findall(r"`([^`]+\.py)`", cell))


ROWS = page()


@cache
def cited(file: str) -> frozenset[str]:
    """Return the articles that a module cites: as `art. 7.1, 7.2`, or in the facts of a refusal."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lists = re.findall(r"\b[Aa]rt(?:\.|icles?)\s+([\d., –-]+(?:and\s+[\d.]+)?)", text)
    numbers = {number for each in lists for number in re.findall(r"\d+\.\d+", each)}
    for first, last in re.findall(r"(\d+\.\d)\s*[–-]\s*(\d+\.\d)", " ".join(lists)):
        numbers |= set(ARTICLES[ARTICLES.index(first) : ARTICLES.index(last) + 1])
    return frozenset(numbers | set(re.findall(r'"(\d+\.\d+)"', text)))


@cache
def marked(file: str) -> frozenset[str]:
    """Return the articles that tests of a file are marked with."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        match node.func:  # written out as text it would be plain, and take ten times as long
            case ast.Attribute(ast.Attribute(ast.Name("pytest"), "mark"), "article"):
                found |= {ast.literal_eval(argument) for argument in node.args}
    return frozenset(found)


def test_no_article_is_missing() -> None:
    """Every article of the regulation stands in the index, and each once."""
    assert sorted(row.article for row in ROWS) == sorted(ARTICLES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.article)
def test_an_article_has_code_that_cites_it(row: Row) -> None:
    """Each module the index names says itself that it holds to the article."""
    assert row.modules
    assert [file for file in row.modules if row.article not in cited(file)] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.article)
def test_an_article_has_tests_marked_with_it(row: Row) -> None:
    """Each test file the index names has a test that holds the code to the article."""
    assert row.tests
    assert [file for file in row.tests if row.article not in marked(file)] == []


def test_no_test_is_marked_with_an_article_that_does_not_exist() -> None:
    """Every marker names an article of the regulation."""
    files = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")]

    assert {file: marked(file) - {*ARTICLES} for file in files if marked(file) - {*ARTICLES}} == {}
