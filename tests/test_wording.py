"""The English of documents, docstrings, help and comments follows `tools/wording.py`."""

from pathlib import Path

import pytest

from tools.comments import comments, has_comments
from tools.wording import MOST, ROOT, CheckedText, count, documents, explanations, files, findings


def said(words: str) -> list[str]:
    """Return the findings in this text, without their place."""
    return [line.partition(": ")[2] for line in findings(CheckedText(ROOT / "a.md", 1, words))]


def test_documents_stay_short() -> None:
    """All documents together have at most `MOST` hand-written words."""
    assert sum(count(page.read_text("utf-8")) for page in documents()) <= MOST


def test_only_hand_written_words_count() -> None:
    """Code blocks, generated parts, paths and table rules do not count as words."""
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
    """Avoided words are found in prose, and names of code are ignored."""
    assert said(words) == found


def test_a_long_sentence_is_found() -> None:
    """A sentence over 35 words is found; a semicolon or colon starts a new one."""
    assert said(" ".join(["word"] * 35) + ".") == []
    assert len(said(" ".join(["word"] * 36) + ".")) == 1
    assert said(" ".join(["word"] * 20) + "; " + " ".join(["word"] * 20) + ".") == []


@pytest.mark.parametrize(
    ("name", "source", "found"),
    [
        ("a.js", "// One\n// sentence.\n//\n//   Step 1\n", [(1, "One sentence."), (4, "Step 1")]),
        ("a.js", 'open("https://example.org"); // why', [(1, "why")]),
        ("a.js", "/**\n * @param {(one: {a: b}) => c} one\n */", [(1, "@param one")]),
        ("a.css", "a { top: 0 } /* One\n   reason. */", [(1, "One reason.")]),
        ("a.html", "{# One #}\n<!-- two -->\n<p>three</p>", [(1, "One"), (2, "two")]),
        ("a.toml", "a = 1 # one\nb = '#2'", [(1, "one")]),
        ("Makefile", "help: ## List the targets\n\t@echo '#'", [(1, "List the targets")]),
        ("a.h", "// Mută până la ședință.\n\n// Like „Mută până”.", [(3, "Like „Mută până”.")]),
    ],
)
def test_comments_of_other_files_are_paragraphs(
    tmp_path: Path, name: str, source: str, found: list[tuple[int, str]]
) -> None:
    """Comment lines in a row are one paragraph; code, JSDoc types and Romanian are left out."""
    path = tmp_path / name
    path.write_text(source, "utf-8")
    assert has_comments(path)
    assert [*comments(path)] == found


def test_explanations_of_a_module_are_its_docstrings_and_comments(tmp_path: Path) -> None:
    """Each has its line, an option's help too; other strings have none, nor what stands in them."""
    path = tmp_path / "a.py"
    source = [
        '"""One."""',
        "URL = f'{1}#a' + \"it's # no \\\"\"  # why",
        "class A:",
        '    """Two."""',
        "    b = (",
        "        'no',  # a part",
        "        r'a\\\\',",
        "    )",
        '    """Three',
        "    # lines.",
        '    """',
        "    try:",
        "        pass",
        "    except ValueError:",
        '        "Four"  # here',
        "@option('--five', help='Five.')",
        "def five(): ...",
    ]
    path.write_text("\n".join(source), "utf-8")
    assert sorted((text.line, text.words) for text in explanations(path)) == [
        (1, "One."),
        (2, "why"),
        (4, "Two."),
        (6, "a part"),
        (9, "Three # lines."),
        (15, "Four"),
        (15, "here"),
        (16, "Five."),
    ]


def test_every_kind_of_file_is_read() -> None:
    """The checked files include documents, modules, scripts, styles, settings and C sources."""
    read = {path.relative_to(ROOT).as_posix() for path, _ in files()}
    assert {"bot/web/page/main.js", "sandbox/web/page.css", "pyproject.toml", "Makefile"} <= read
    assert {"engine/compiled/source/search.c", "tools/setup.sh", ".ci/run", "mkdocs.yml"} <= read


def test_every_package_is_read() -> None:
    """The checked files include the documents and all packages."""
    tops = {path.relative_to(ROOT).parts[0] for path, _ in files()}
    assert {"bot", "engine", "storage", "sandbox", "tools", "benchmarks", "docs"} <= tops
