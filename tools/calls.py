"""The functions of `bot` and what each refers to, read from the source.

An edge means that a function names another function, a class or a constant of a module. A class
has edges to its methods. Methods of other objects are not followed, so the graph shows too little
rather than too much.
"""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import networkx as nx

from tools.statements import statements

ROOT: Final = Path(__file__).parent.parent
PART: Final = "bot"
FOLLOWED: Final = {"can_be_reached": "storage.people.people:Person.can_be_reached"}
"""Properties of other parts that are followed by their name alone."""
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def reaches(root: Callable[..., Any], target: Callable[..., Any] | str) -> bool:
    """Return whether the function or class leads to the other one, or to that node."""
    graph = calls()
    above = name_of(root)
    below = target if isinstance(target, str) else name_of(target)
    return above in graph and below in graph and nx.has_path(graph, above, below)


def name_of(function: Callable[..., Any]) -> str:
    """Return the node of a function or class."""
    return f"{function.__module__}:{function.__qualname__}"


@cache
def calls() -> "nx.DiGraph[str]":
    """Return the graph of all functions of the part."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for path in sorted((ROOT / PART).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        graph.add_edges_from(_edges(module.removesuffix(".__init__"), tree))
    return graph


def _edges(module: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the edges of every function, class and constant of a module."""
    known = {**_nodes_of(module, tree), **_imported(tree)}
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            yield from _edges_of_class(module, statement, known)
        else:
            for name in _defined_names(statement):
                yield from _references(f"{module}:{name}", statement, known)


def _edges_of_class(
    module: str, definition: ast.ClassDef, known: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the edges of a class to its methods, and those of each method."""
    node = f"{module}:{definition.name}"
    for statement in definition.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, f"{node}.{statement.name}"
            yield from _references(f"{node}.{statement.name}", statement, known)


def _nodes_of(module: str, tree: ast.Module) -> dict[str, str]:
    """Return the node of each name that the module defines."""
    return {
        name: f"{module}:{name}" for statement in tree.body for name in _defined_names(statement)
    }


def _defined_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement of a module defines: of a function, class or constant."""
    if isinstance(statement, _Definition):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return the node of each imported name; for a module its path with a colon, `bot.x:`."""
    names = {}
    for statement in statements(tree):
        if isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
            for alias in statement.names:
                name = f"{statement.module}.{alias.name}"
                is_module = _is_module(name)
                names[alias.asname or alias.name] = (
                    f"{name}:" if is_module else f"{statement.module}:{alias.name}"
                )
    return names


@cache
def _is_module(name: str) -> bool:
    """Return whether a dotted name is that of a module or package of the project."""
    path = ROOT / Path(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _references(node: str, statement: ast.AST, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield an edge to each function, class and constant that the statement names."""
    for part in _without_types(statement):
        if isinstance(part, ast.Name):
            if not known.get(part.id, ":").endswith(":"):
                yield node, known[part.id]
        elif part.attr in FOLLOWED:
            yield node, FOLLOWED[part.attr]
        elif isinstance(part.value, ast.Name) and known.get(part.value.id, "").endswith(":"):
            yield node, f"{known[part.value.id]}{part.attr}"


def _without_types(statement: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the statement's names and attributes except in annotations, which call nothing."""
    waiting = [statement]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name):
            yield part
            continue
        if isinstance(part, ast.Attribute):
            yield part
        for field, value in part.__dict__.items():
            if field in {"annotation", "returns"}:
                continue
            if isinstance(value, list):
                waiting += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                waiting.append(value)
