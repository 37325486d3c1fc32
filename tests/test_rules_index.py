"""docs/rules.md names the modules and tests of each sentence, and these tests check it.

They check docs/rating_rules.md, about the rating texts, too.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bot.texts.terms_shared import ENGLISH

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules.md"
RATING_RULES = ROOT / "docs" / "rating_rules.md"
ARTICLES = tuple(
    f"{chapter}.{number}"
    for chapter, last in enumerate((5, 2, 2, 3, 3, 2, 2, 5, 7, 3), 1)
    for number in range(1, last + 1)
)
"""Every article of the regulation of 1 May 2025, as its ten chapters number them."""
LAWS = ROOT / "tests" / "engine" / "laws"
UNPROVEN = {"pytest.mark.xfail", "pytest.mark.skip"}
"""The decorators of a test that proves nothing."""
NOT_HELD = "not for a program: "


class Row(NamedTuple):
    """A sentence of a text with its verdict, its modules and its tests."""

    number: str
    verdict: str
    modules: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]
    """The file and the function of each test."""

    @property
    def article(self) -> str:
        """Return the article that has the sentence."""
        return self.number.partition("-")[0]

    @property
    def holds(self) -> bool:
        """Return whether the program follows the sentence."""
        return re.match(r"holds($|; | as read in )", self.verdict) is not None


def page(file: Path) -> list[Row]:
    """Return the rows of a page."""
    text = file.read_text(encoding="utf-8")
    rows = []
    for line in re.findall(r"^\| \d.*\|$", text, re.MULTILINE):
        number, _, verdict, modules, tests = (cell.strip() for cell in line.strip("|").split("|"))
        named = re.findall(r"`([^`]+\.py)`", modules)
        shown = re.findall(r"`([^`]+\.py)::([^`]+)`", tests)
        rows.append(Row(number, verdict, tuple(named), tuple(shown)))
    return rows


ROWS = page(RULES)
HELD = [row for row in ROWS if row.holds]
RATED = page(RATING_RULES)


@cache
def cited(file: str) -> frozenset[str]:
    """Return the articles that a module cites, as `art. 7.1, 7.2` or in a refusal."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lists = re.findall(r"\b[Aa]rt(?:\.|icles?)\s+([\d., –-]+(?:and\s+[\d.]+)?)", text)
    numbers = {number for each in lists for number in re.findall(r"\d+\.\d+", each)}
    for first, last in re.findall(r"(\d+\.\d)\s*[–-]\s*(\d+\.\d)", " ".join(lists)):
        numbers |= set(ARTICLES[ARTICLES.index(first) : ARTICLES.index(last) + 1])
    return frozenset(numbers | set(re.findall(r'"(\d+\.\d+)"', text)))


@cache
def marked(file: str) -> dict[str, frozenset[str]]:
    """Return the tests of a file with the articles of their markers."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found: dict[str, frozenset[str]] = {}

    def look(body: list[ast.stmt], above: frozenset[str]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                look(node.body, above | _articles(node.decorator_list))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[node.name] = above | _articles(node.decorator_list)

    marks = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    look(tree.body, _articles(marks))
    return found


@cache
def decorators(file: str) -> dict[str, frozenset[str]]:
    """Return the tests of a file with the names of the functions that decorate them whole."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {
        node.name: frozenset(
            ast.unparse(one.func if isinstance(one, ast.Call) else one)
            for one in node.decorator_list
        )
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _articles(nodes: list[ast.expr]) -> frozenset[str]:
    calls = [call for node in nodes for call in ast.walk(node) if isinstance(call, ast.Call)]
    return frozenset(
        ast.literal_eval(argument)
        for call in calls
        if ast.unparse(call.func) == "pytest.mark.article"
        for argument in call.args
    )


def test_no_sentence_is_missing() -> None:
    """docs/rules.md has every article, with its sentences numbered from 1 in order."""
    numbers = [row.number for row in ROWS]
    counts = {article: sum(row.article == article for row in ROWS) for article in ARTICLES}

    assert numbers == [
        f"{article}-{number}" for article in ARTICLES for number in range(1, counts[article] + 1)
    ]
    assert all(counts.values())


@pytest.mark.parametrize("file", [RULES, RATING_RULES], ids=lambda file: file.stem)
def test_a_sentence_holds_or_says_why_it_cannot(file: Path) -> None:
    """Every sentence holds or has a reason, and the page's counts are right."""
    rows = page(file)
    held, text = sum(row.holds for row in rows), file.read_text(encoding="utf-8")

    without_a_reason = [
        row.number
        for row in rows
        if not row.holds and len(row.verdict.removeprefix(NOT_HELD)) < len(NOT_HELD)
    ]
    assert [row.number for row in rows if not row.holds and NOT_HELD not in row.verdict] == []
    assert without_a_reason == []
    assert re.search(rf"Of {len(rows)} \w+ {held} hold; {len(rows) - held} ", text)


def test_a_sentence_has_code_that_cites_it() -> None:
    """Each module that a row names cites the row's article."""
    for row in HELD:
        assert row.modules, row.number
        missing = [file for file in row.modules if row.article not in cited(file)]
        assert missing == [], row.number


def test_a_sentence_has_tests_marked_with_its_article() -> None:
    """Each test that a row names exists and is marked with the row's article."""
    for row in HELD:
        assert row.tests, row.number
        unmarked = [
            test
            for file, test in row.tests
            if row.article not in marked(file).get(test, frozenset())
        ]
        assert unmarked == [], row.number


def test_a_sentence_holds_by_tests_that_pass() -> None:
    """No test that a row names is expected to fail, or skipped."""
    for row in HELD:
        unproven = [test for file, test in row.tests if UNPROVEN & decorators(file)[test]]
        assert unproven == [], row.number


def test_every_law_that_holds_is_named_by_a_sentence() -> None:
    """A law without a known fault is behind a sentence of one of its articles."""
    named = {one for row in HELD for one in row.tests}
    laws = [
        (file, test)
        for file in sorted(str(path.relative_to(ROOT)) for path in LAWS.glob("test_*.py"))
        for test, articles in marked(file).items()
        if articles and not UNPROVEN & decorators(file)[test]
    ]

    assert len(laws) > 10
    assert [law for law in laws if law not in named] == []


def test_no_test_is_marked_with_an_article_that_does_not_exist() -> None:
    """Every marker names an article of the regulation."""
    files = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if ".article(" in path.read_text("utf-8")
    ]
    named = {file: frozenset().union(*marked(file).values()) for file in files}

    assert {file: marks - {*ARTICLES} for file, marks in named.items() if marks - {*ARTICLES}} == {}


def test_what_the_rating_texts_ask_is_where_the_page_says() -> None:
    """Each rating rule that holds names modules and tests that exist."""
    held = [row for row in RATED if row.holds]

    assert [row for row in held if not row.modules or not row.tests] == []
    assert [file for row in held for file in row.modules if not (ROOT / file).exists()] == []
    assert [test for row in held for file, test in row.tests if test not in marked(file)] == []


def test_the_sentences_use_the_terms_of_the_texts() -> None:
    """The page says *move*, *rack*, *blank* and *opponent*, as the English texts do."""
    words = re.sub(r"`[^`]*`|\([^)]*\.md[^)]*\)", "…", RULES.read_text(encoding="utf-8"))
    subject = r"(?:^|\| )Who(?:ever)?\b|\bstands?\b|\blies\b"

    assert [
        (term, found[0])
        for term, gone in {**ENGLISH, "a noun as the subject": subject}.items()
        for found in re.finditer(gone, words, re.IGNORECASE | re.MULTILINE)
    ] == []
