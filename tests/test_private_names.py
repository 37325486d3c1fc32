"""No module of ours uses a library's private name."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("bot", "engine", "storage", "sandbox", "tools")
PUBLIC = {"_asdict", "_exit", "_fields", "_make", "_mapping", "_replace"}
"""Documented names with an underscore, of named tuples, SQLAlchemy rows and `os`."""
TYPES_ALONE = {"_typeshed"}


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def _is_foreign(module: str | None) -> bool:
    root = (module or "").partition(".")[0]
    return root not in {*OURS, *TYPES_ALONE, "benchmarks", "tests"}


def _own(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the private names that a module or class defines itself."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id in {"self", "cls"}
        ):
            yield node.attr


def _imported(nodes: Iterable[ast.AST], *, names_modules: bool) -> Iterator[tuple[int, str]]:
    """Yield the libraries' private names that a module imports or blocks from import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names if _is_foreign(each.name)]
        elif isinstance(node, ast.ImportFrom) and not node.level and _is_foreign(node.module):
            names = [f"{node.module}.{each.name}" for each in node.names]
        elif (
            names_modules
            and isinstance(node, ast.Call | ast.Subscript)
            and "sys.modules" in ast.unparse(node)
        ):
            names = [
                each.value
                for each in ast.walk(node)
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            ]
        else:
            continue
        for name in names:
            if any(map(_is_private, name.split("."))):
                yield node.lineno, name


def _reached(nodes: Iterable[ast.AST], own: set[str]) -> Iterator[tuple[int, str]]:
    """Yield private attributes that a module uses and does not define itself."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and _is_private(node.attr) and node.attr not in own:
            yield node.lineno, ast.unparse(node)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"getattr", "setattr", "hasattr", "delattr"}
            and len(node.args) > 1
            and isinstance(name := node.args[1], ast.Constant)
            and _is_private(str(name.value))
        ):
            yield node.lineno, ast.unparse(node)


def _overridden(nodes: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield private members of a library's class that a subclass in the module defines too."""
    modules = {
        each.asname or each.name: (node.module or "", each.name)
        for node in nodes
        if isinstance(node, ast.ImportFrom) and _is_foreign(node.module)
        for each in node.names
    }
    for node in nodes:
        if not isinstance(node, ast.ClassDef):
            continue
        bases = [ast.unparse(base).partition("[")[0].partition(".") for base in node.bases]
        if not any(root in modules for root, _, _ in bases):
            continue
        inside = [*ast.walk(node)]
        used = {name for name in _own(inside) if _is_private(name)}
        used |= {
            each.attr
            for each in inside
            if isinstance(each, ast.Attribute)
            and isinstance(each.value, ast.Name)
            and each.value.id == "self"
            and _is_private(each.attr)
        }
        for root, _, rest in bases if used else ():
            if root not in modules:
                continue
            module, name = modules[root]
            owner = getattr(import_module(module), name, None)
            for part in filter(None, rest.split(".")):
                owner = getattr(owner, part)
            for name in sorted(used):
                if owner is not None and hasattr(owner, name):
                    yield node.lineno, f"{node.name}.{name}"


_NAMED = re.compile(r"\b_[^\W_]\w*")
_DERIVED = re.compile(r"^ *class \w+(?:\[.*\])?\(", re.MULTILINE)
_DEFINED = re.compile(
    r"^ *(?:(?:async )?def |class )?(_\w+)(?=\(|\[|:| =)|\bself\.(_\w+)(?=:| =)", re.MULTILINE
)


def _may_have_one(source: str) -> bool:
    """Return whether a module has a private name without a definition, or overrides one.

    Parsing all modules would take ten times as long.
    """
    named = {*_NAMED.findall(source)} - PUBLIC
    defined = {name for names in _DEFINED.findall(source) for name in names}
    return bool(named - defined or (named and _DERIVED.search(source)))


def found_in(source: str) -> list[tuple[int, str]]:
    """Return each use of a library's private name in a module, with its line."""
    nodes = [*ast.walk(ast.parse(source))]
    imported = _imported(nodes, names_modules="modules" in source)
    return sorted({*imported, *_reached(nodes, set(_own(nodes))), *_overridden(nodes)})


@pytest.mark.parametrize("part", OURS)
def test_no_private_name_of_a_library_is_used(part: str) -> None:
    """No module uses a private name of a library, which any release may change."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / part).rglob("*.py"))
        if _may_have_one(source := path.read_text(encoding="utf-8"))
        for line, name in found_in(source)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "from httpx import _main",
        "import sqlalchemy.ext._x",
        "import sys\nsys.modules.setdefault('httpx._main', None)",
        "import asyncio\nasync def f(process): process._transport.close()",
        "def f(process): return getattr(process, '_transport')",
        "from logging import Handler\nclass Mine(Handler):\n    def _at_fork_reinit(self): ...",
    ],
)
def test_each_way_to_a_private_name_is_found(source: str) -> None:
    """The check finds imports, blocked imports, attributes, strings and overridden methods."""
    assert _may_have_one(source)
    assert found_in(source)
