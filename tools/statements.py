"""The statements of a module, for tools that need no expressions: a tenth of the nodes."""

import ast
from collections.abc import Iterator


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement below a node, with handlers and cases; expressions contain none."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, field, ()):
            yield statement
            yield from statements(statement)
