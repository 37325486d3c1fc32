"""Changes single operators and constants at random, and reports which changes the tests miss.

`python -m tools.mutants --seed 1 --changes 200`; `--under bot/chat/play` limits the changes to a
folder. The tool works in a copy of the repository. For each change it runs the nearest tests: those
that share most words with the changed function and its module. `--tests` is their number; quick
tests run first, then those through the chat. Other tests may notice a change that these miss, or
the change may have no effect. So read it before you write a test.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
LEFT_OUT: Final = (".git", ".venv", "node_modules", "build", "mutants", "__pycache__", ".*_cache")
"""Folders that the tests do not read, or that they create themselves."""
PATIENCE: Final = 1800
"""Seconds after which a test run counts as endless, and so the change as noticed."""
NOT_COLLECTED: Final = "not collected"
OPTIONS: Final = (
    *(
        "-m",
        "pytest",
        "-m",
        "not browser and not server and not campaign",
        "-x",
        "-q",
        "--tb=no",
        "-p",
        "no:randomly",
        "-p",
        "no:cacheprovider",
    ),
    "--hypothesis-profile=mutation",
)

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_SIGNS: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True, slots=True)
class Change:
    """One expression of a module, and its replacement."""

    module: Path
    line: int
    begin: int
    end: int
    """The end of the expression in the module's bytes."""
    before: str
    after: str
    function: str
    """The source of the function or class around the expression."""

    def made_in(self, root: Path) -> None:
        """Make the change in the copy at that folder."""
        source = (ROOT / self.module).read_bytes()
        changed = source[: self.begin] + f"({self.after})".encode() + source[self.end :]
        (root / self.module).write_bytes(changed)

    def undone_in(self, root: Path) -> None:
        """Restore the module."""
        (root / self.module).write_bytes((ROOT / self.module).read_bytes())

    def __str__(self) -> str:
        """Return the change as a row of the report."""
        return f"`{self.module}:{self.line}` `{self.before}` → `{self.after}`"


def changed(node: ast.expr) -> ast.expr | None:
    """Return the expression with another operator or constant; None if it has none to change."""
    made = deepcopy(node)
    match made:
        case ast.Compare(ops=[sign, *others]) if type(sign) in _SIGNS:
            made.ops = [_SIGNS[type(sign)](), *others]  # type: ignore[list-item]  # signs alike
        case ast.BoolOp(op=sign) | ast.BinOp(op=sign) if type(sign) in _SIGNS:
            made.op = _SIGNS[type(sign)]()  # type: ignore[assignment]  # signs of one kind
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
        case ast.Constant(value=bool() as value):
            made.value = not value
        case ast.Constant(value=int() as value):
            made.value = value + 1
        case _:
            return None
    return made


def _executed(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions below that run: no annotations, decorators or parts of texts."""
    for name, field in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        for each in field if isinstance(field, list) else [field]:
            if not isinstance(each, ast.AST) or isinstance(each, ast.JoinedStr):
                continue
            if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING":
                continue
            if isinstance(each, ast.expr):
                yield each
            yield from _executed(each)


def changes(module: Path) -> list[Change]:
    """Return every possible change in the module's functions."""
    source = (ROOT / module).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    functions = (
        one for one in ast.parse(source).body if isinstance(one, (*_FUNCTIONS, ast.ClassDef))
    )
    for function in functions:
        around = ast.unparse(function)
        for node in _executed(function):
            if (made := changed(node)) is None:
                continue
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            before = " ".join(source[begin:end].decode().split())
            found.append(Change(module, node.lineno, begin, end, before, ast.unparse(made), around))
    return found


def sample(seed: int, wanted: int, under: list[str]) -> list[Change]:
    """Return that many changes of the modules in these folders, drawn with that seed."""
    modules = sorted(
        path.relative_to(ROOT)
        for folder in under
        for path in ([ROOT / folder] if folder.endswith(".py") else (ROOT / folder).rglob("*.py"))
        if "versions" not in path.parts  # migrations never change
    )
    every = [change for module in modules for change in changes(module)]
    return Random(seed).sample(every, min(wanted, len(every)))


class Nearness:
    """Finds the tests that share most words with a change."""

    def __init__(self, folder: Path = ROOT / "tests") -> None:
        """Read the tests in the folder, except slow ones in a browser or at a server."""
        self._words: dict[str, frozenset[str]] = {}
        for path in sorted(folder.rglob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            lines = text.splitlines()
            of_module = _words(path.relative_to(ROOT).as_posix() + _head(text))
            for name, one in _tests(ast.parse(text)):
                words = of_module | _words("\n".join(lines[one.lineno - 1 : one.end_lineno]))
                self._words[f"{path.relative_to(ROOT)}::{name}"] = words
        self._known = Counter(chain.from_iterable(self._words.values()))

    def nearest(self, change: Change, most: int) -> tuple[list[str], list[str]]:
        """Return the tests that may notice a change: `most` quick ones, `most` through the chat.

        The likeliest come first. A rare word counts more than a frequent one. Tests of the same
        subject, and of the module itself, come first.
        """
        wanted = _words(f"{change.module.as_posix()} {change.function}")
        subject, dotted = change.module.parent.name, ".".join(change.module.with_suffix("").parts)

        def nearness(test: str) -> float:
            shared = sum(1 / self._known[word] for word in wanted & self._words[test])
            is_near = f"/{subject}/" in test, dotted in self._words[test]
            return shared * float(4 ** sum(is_near))

        found = sorted(self._words, key=nearness, reverse=True)
        slow = [test for test in found if test.startswith("tests/e2e/")]
        quick = [test for test in found if not test.startswith("tests/e2e/")]
        return quick[:most], slow[:most]


def _tests(
    parent: ast.Module | ast.ClassDef, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield the tests of a module or class, each with its name as pytest spells it."""
    for one in parent.body:
        if isinstance(one, ast.ClassDef):
            yield from _tests(one, f"{prefix}{one.name}::")
        elif isinstance(one, _FUNCTIONS) and one.name.startswith("test_"):
            yield f"{prefix}{one.name}", one


def _head(text: str) -> str:
    """Return the imports of a module, as text."""
    return "\n".join(re.findall(r"^(?:from|import) .*", text, re.MULTILINE))


def _words(text: str) -> frozenset[str]:
    """Return the longer names in a text, and the keys of its texts."""
    return frozenset(re.findall(r"[A-Za-z][a-z_.]{3,}", text))


class RepositoryCopy:
    """A copy of the repository, in which one change is made at a time."""

    def __init__(self, root: Path) -> None:
        """Copy the repository to that folder."""
        self._root = root
        self._fails: dict[str, bool] = {}
        """For each test that has noticed a change: whether it also fails without any change."""
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)

    def noticed(self, change: Change, tests: list[str]) -> str | None:
        """Return a test that fails with the change and passes without it; None if there is none."""
        while True:
            change.made_in(self._root)
            test = self._failing([*tests, *self._known_to_fail()])
            change.undone_in(self._root)
            if test in {None, "time"}:
                return test
            if test == NOT_COLLECTED:
                return test if self._failing(tests) is None else None
            if test not in self._fails:
                self._fails[test] = self._failing([test]) is not None
            if not self._fails[test]:
                return test

    def _known_to_fail(self) -> list[str]:
        return [
            f"--{'deselect' if '::' in test else 'ignore'}={test}"
            for test, fails in self._fails.items()
            if fails
        ]

    def _failing(self, chosen: list[str]) -> str | None:
        """Return the first of these tests that fails."""
        environment = os.environ | {"PYTHONPATH": str(self._root)}
        try:
            done = subprocess.run(
                [sys.executable, *OPTIONS, *chosen],
                cwd=self._root,
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "time"
        if "\nERROR: not found: " in f"\n{done.stdout}{done.stderr}":
            raise LookupError(done.stdout + done.stderr)  # otherwise nothing would notice a change
        if done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", done.stdout, re.MULTILINE)
        return failed.group(1) if failed else NOT_COLLECTED


def main() -> None:
    """Draw the changes, try each alone, and print a row for each and the share noticed."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--changes", type=int, default=200)
    options.add_argument("--tests", type=int, default=20, help="how many of each kind")
    options.add_argument("--under", nargs="+", default=["bot", "storage"])
    chosen = options.parse_args()
    tests, missed = Nearness(), 0
    drawn = sample(chosen.seed, chosen.changes, chosen.under)
    with TemporaryDirectory() as folder:
        copy = RepositoryCopy(Path(folder))
        for number, change in enumerate(drawn, 1):
            quick, slow = tests.nearest(change, chosen.tests)
            by = copy.noticed(change, quick) or copy.noticed(change, slow)
            missed += by is None
            print(f"| {number} | {change} | {by or '**nobody**'} |", flush=True)
    print(f"noticed: {len(drawn) - missed} of {len(drawn)}")


if __name__ == "__main__":
    main()
