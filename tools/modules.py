"""Draw the maps in docs/architecture.md from the real imports. Run: `make map`.

A box is a package of `bot` or `engine`, a module directly in one of these, or another of the four
top packages as a whole. An arrow means that one imports from the other at run time; imports for
types alone are left out. `circles` can include those.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import networkx as nx

from tools.marked_parts import with_part
from tools.statements import statements

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "architecture.md"
TOP: Final = ("bot", "engine", "sandbox", "storage")
MAPPED: Final = ("bot", "engine")
"""The packages that have a map of their own."""


class _Import(NamedTuple):
    """A statement `from module import names`."""

    module: str
    names: list[str]
    is_for_types: bool
    """Whether it is for types alone."""


def page_with_maps() -> str:
    """Return docs/architecture.md with its maps generated again."""
    page = PAGE.read_text(encoding="utf-8")
    for top in MAPPED:
        graph = boxes(top)
        page = with_part(page, f"map of {top}", _diagram(graph, top))
        page = with_part(page, f"packages of {top}", _table(graph, top))
    return page


def boxes(top: str) -> "nx.DiGraph[str]":
    """Return the boxes of a top package's map, with the imports between them."""
    modules = nx.DiGraph(_imports())
    own = [name for name in modules if name.startswith(f"{top}.")]
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(_box(name, top) for name in own)
    for name, other in nx.edge_dfs(modules, own):
        above, below = _box(name, top), _box(other, top)
        if above != below and top not in {above, below}:
            graph.add_edge(above, below)
    return graph


def circles(*, with_types_in: str = "") -> list[list[str]]:
    """Return the modules that import each other in a circle, including imports inside functions.

    `with_types_in` names a top package in which imports for types alone count too.
    """
    graph = nx.DiGraph(_imports())
    if with_types_in:
        modules = _modules()
        for name in modules:
            if name.startswith(f"{with_types_in}."):
                others = _imported(modules[name], modules, with_types=True)
                graph.add_edges_from((name, other) for other in others if other != name)
    components = nx.strongly_connected_components(graph)
    return [sorted(circle) for circle in components if len(circle) > 1]


@cache
def _imports() -> dict[str, set[str]]:
    """Return each module of the project with the project's modules that it imports at run time."""
    modules = _modules()
    return {name: set(_imported(path, modules)) - {name} for name, path in modules.items()}


@cache
def _modules() -> dict[str, Path]:
    """Return the file of each module of the project, a package's `__init__` under its own name."""
    modules = {}
    for top in TOP:
        for path in sorted((ROOT / top).rglob("*.py")):
            names = path.relative_to(ROOT).with_suffix("").parts
            if "data" in names:  # separate programs that built the data
                continue
            modules[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return modules


def _imported(
    path: Path, modules: Mapping[str, Path], *, with_types: bool = False
) -> Iterator[str]:
    """Yield the project's modules that a file imports from, with or without those for types."""
    for module, names, is_for_types in _import_statements(path):
        if with_types or not is_for_types:
            # A name is itself a module, or something that its module defines.
            qualified = {f"{module}.{name}" for name in names}
            submodules = qualified & modules.keys()
            yield from submodules
            if submodules != qualified and module in modules:
                yield module


@cache
def _import_statements(path: Path) -> list[_Import]:
    """Return a file's imports."""
    nodes = [*statements(ast.parse(path.read_text(encoding="utf-8")))]
    for_types = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.If) and _is_type_checking(node.test)
        for inner in statements(node)
    }
    return [
        _Import(node.module, [name.name for name in node.names], id(node) in for_types)
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module
    ]


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _box(module: str, top: str) -> str:
    """Return the box of a module on the map of a top package."""
    names = module.split(".")
    return ".".join(names[:2]) if names[0] == top else names[0]


def _diagram(graph: "nx.DiGraph[str]", top: str) -> str:
    """Return a Mermaid flowchart, without arrows that follow from others."""
    arrows = sorted(nx.transitive_reduction(graph).edges)
    lines = [
        *(f'{box.replace(".", "_")}["{_short(box, top)}"]' for box in sorted(graph)),
        *(f"{above} --> {below}".replace(".", "_") for above, below in arrows),
    ]
    return "\n".join(["```mermaid", "flowchart TD", *(f"    {line}" for line in lines), "```"])


def _table(graph: "nx.DiGraph[str]", top: str) -> str:
    """Return a table of the boxes with their first docstring lines, those without imports last."""
    modules = _modules()
    rows = ["| Package or module | What lives there |", "| --- | --- |"]
    rows += [
        f"| `{_short(box, top)}` | {_promise(modules[box])} |"
        for box in nx.lexicographical_topological_sort(graph)
        if box.startswith(top)
    ]
    return "\n".join(rows)


def _short(box: str, top: str) -> str:
    """Return a box's name without that of the map's top package."""
    return box.removeprefix(f"{top}.")


def _promise(path: Path) -> str:
    """Return the first paragraph of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page_with_maps(), encoding="utf-8")
