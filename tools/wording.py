"""Find words and sentences that the project's English avoids: `python -m tools.wording`.

Checks the documents, the docstrings of the code, the help of the command line, and the comments of
every kind of source. Prints each finding as `file:line: word: write this instead`, and ends with
status 1 if there is one.
`--counts` prints the number of hand-written words of each document instead, and beside it that of
everything in the file.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from tools.comments import comments, has_comments
from tools.statements import statements

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("bot", "engine", "storage", "sandbox", "tools", "benchmarks", "tests")
FOLDERS: Final = (*PACKAGES, "deploy", ".github", ".ci")
"""The folders with files that are not Python; the top folder is read, too."""
LEFT_OUT: Final = ("docs/ro/", "tools/wording.py", "tests/test_wording.py")
"""Romanian pages, this word list, and the test of it."""
WORDS: Final = {
    r"he|his|him|himself": "they, or the noun",
    r"whoever": "the player who, anyone who",
    r"lest": "so that … not",
    r"anew": "again",
    r"nobody's fault": "neither at fault",
    r"darkroom": "image sanitiser",
    r"turnstile": "rate limiter",
    r"at leisure|leisure": "low priority, when idle",
    r"flags? falls?|flag fall": "time runs out",
    r"puts? by|lays? by": "stores",
    r"gone on from|goes on from": "resumed, continues",
    r"docket": "task list",
    r"rung|rings": "is due, executed",
    r"hears? of|is told of|are told of": "is notified",
    r"homologat\w+": "approve, official",
    r"dearest|dear": "highest-scoring, best",
    r"reckon\w*": "calculate",
    r"seldom": "rarely",
    r"none the less": "still",
    r"none of his|of his own": "of their own",
    r"main arbiter": "chief arbiter",
    r"rating keeper": "ratings officer",
}
"""Each pattern of words with what is written instead."""
_ANY_AVOIDED: Final = re.compile(rf"\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
"""All patterns as one, because most texts have none of them."""
LONGEST: Final = 35
"""The most words of a sentence in a docstring, a comment or a document."""
_AVOIDED: Final = {
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE): use for words, use in WORDS.items()
}
_COLUMNS: Final = re.compile(r"\S {2,}\S|──|\w/ ")
"""A line of a list in columns, as of a package's modules."""
_LITERAL: Final = re.compile(
    r"""(\"{3}|'{3})(?:\\.|.)*?\1|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\#[^\n]*""", re.DOTALL
)
"""A string, or a comment of Python; tokenising takes five times as long."""
_CODE: Final = re.compile(r"`[^`]*`|\([^)]*\.md[^)]*\)|„[^”]*”|\*\*?[^*\n]+\*\*?|\"[^\"\n]*\"")
"""Names of code, links, quoted words and words set apart, which keep their form."""

MOST: Final = 37_000
"""The most hand-written words of all documents together."""
_NOT_WRITTEN: Final = re.compile(
    r"<!-- (?!end ).*?<!-- end of [^>]*-->|^( *)```.*?^\1```$|`[^`\s]*/[^`\s]*`",
    re.DOTALL | re.MULTILINE,
)
"""Parts between the marks of a generator, code blocks, and the paths of files."""


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text for readers, and the line at which it begins."""

    path: Path
    line: int
    words: str


def documents() -> list[Path]:
    """Return the English documents."""
    pages = (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))
    return sorted(page for page in pages if not _is_left_out(page))


def commented_files() -> list[Path]:
    """Return the files that are not Python and may have comments."""
    paths = {*ROOT.iterdir(), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))}
    return sorted(path for path in paths if has_comments(path) and not _is_left_out(path))


def _is_left_out(path: Path) -> bool:
    return path.relative_to(ROOT).as_posix().startswith(LEFT_OUT)


def count(page: str) -> int:
    """Return the number of hand-written words; table rules, lone signs and paths are none."""
    return sum(any(map(str.isalnum, word)) for word in _NOT_WRITTEN.sub("", page).split())


def paragraphs(page: Path) -> Iterator[CheckedText]:
    """Yield the paragraphs, cells and items of a document, without its code blocks."""
    is_code = False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            for cell in line.split("|") if line.startswith("|") else (line,):
                yield CheckedText(page, number, cell)


def explanations(module: Path) -> Iterator[CheckedText]:
    """Yield the docstrings, the comments and the help of command-line options of a module."""
    source = module.read_text("utf-8")
    for node in statements(ast.parse(source)):
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call):
                yield from _helps(module, decorator.keywords)
        match node:
            case ast.Expr(value=ast.Constant(value=str(words))):
                for sentence in _sentences(words):
                    yield CheckedText(module, node.lineno, sentence)
    line, counted_to = 1, 0
    for literal in _LITERAL.finditer(source):
        if literal[0].startswith("#"):
            line += source.count("\n", counted_to, literal.start())
            counted_to = literal.start()
            yield CheckedText(module, line, literal[0].lstrip("# "))


def _sentences(docstring: str) -> Iterator[str]:
    """Yield each paragraph of a docstring; of a list in columns, only each explanation."""
    for paragraph in re.split(r"\n\s*\n", docstring):
        lines = paragraph.splitlines()
        if any(_COLUMNS.search(line) for line in lines):
            explained = (line.strip().partition("  ")[2] for line in lines)
            yield from (" ".join(explanation.split()) for explanation in explained)
        else:
            yield " ".join(paragraph.split())


def _helps(module: Path, keywords: Iterable[ast.keyword]) -> Iterator[CheckedText]:
    """Yield the help of a command or option from the arguments of its decorator."""
    for keyword in keywords:
        match keyword:
            case ast.keyword(arg="help" | "short_help", value=ast.Constant(value=str(words))):
                yield CheckedText(module, keyword.value.lineno, words)


def findings(text: CheckedText) -> Iterator[str]:
    """Yield what the text should say otherwise."""
    plain = _CODE.sub("…", text.words)
    where = f"{text.path}:{text.line}".removeprefix(f"{ROOT}/")
    for pattern, use in _AVOIDED.items() if _ANY_AVOIDED.search(plain) else ():
        for avoided in pattern.finditer(plain):
            yield f"{where}: {avoided[0]}: write {use}"
    for sentence in re.split(r"(?<=[.:;!?])\s", plain):
        if len(sentence.split()) > LONGEST:
            yield f"{where}: a sentence of {len(sentence.split())} words: {sentence[:60]}"


def files() -> Iterator[tuple[Path, Callable[[Path], Iterator[CheckedText]]]]:
    """Yield every file that is checked, with the function that reads its texts."""
    yield from ((page, paragraphs) for page in documents())
    for package in PACKAGES:
        for module in sorted((ROOT / package).rglob("*.py")):
            if not _is_left_out(module) and "migrations/versions" not in module.as_posix():
                yield module, explanations
    yield from ((path, _remarks) for path in commented_files())


def _remarks(path: Path) -> Iterator[CheckedText]:
    """Yield the comments of a file that is not Python."""
    for line, words in comments(path):
        yield CheckedText(path, line, words)


def texts() -> Iterator[CheckedText]:
    """Yield every text that is checked."""
    for path, read in files():
        yield from read(path)


@click.command()
@click.option("--counts", is_flag=True, help="Print the number of words of each document.")
def main(counts: bool) -> None:
    """Check the English of documents, docstrings and comments."""
    if counts:
        contents = [(page, page.read_text("utf-8")) for page in documents()]
        for page, text in sorted(contents, key=lambda content: count(content[1])):
            click.echo(f"{count(text):7,} {len(text.split()):7,} {page.relative_to(ROOT)}")
        hand_written = sum(count(text) for _, text in contents)
        click.echo(f"{hand_written:7,} {sum(len(text.split()) for _, text in contents):7,}")
        return
    lines = [line for text in texts() for line in findings(text)]
    for line in lines:
        click.echo(line)
    sys.exit(bool(lines))


if __name__ == "__main__":
    main()
