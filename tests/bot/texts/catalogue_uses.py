"""Catalogue keys used by the code, found by reading it, not by running it."""

import ast
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
_IN_TEMPLATE = re.compile(r"\bt\('([^']+)'( ~)?((?:[^()]|\([^()]*\))*)\)")
_FACT = re.compile(r"(\w+)=")
_WORD = re.compile(r"""["']([\w.]+)["']""")
_BEGINNING = re.compile(r'\bf"(\w+\.[\w.]*)')
_SAYS = re.compile(r"""\b(?:say|Text)\(\s*["']""")
"""A call with a literal key; parsing modules without one would take as long again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A call `say("key", fact=…)` or `Text("key", {"fact": …})` in the code."""

    where: str
    key: str
    facts: frozenset[str] | None
    """The facts given; `None` if the call does not name them."""


@dataclass(slots=True)
class Uses:
    """The uses found: exact keys with their facts, other strings, and beginnings of keys."""

    said: list[Said] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)
    prefixes: set[str] = field(default_factory=set)
    """Beginnings such as `colour.` from `f"colour.{seat}"`, with which a used key may begin."""

    def covers(self, key: str) -> bool:
        """Return whether some code may use the key."""
        return key in self.mentioned or any(key.startswith(prefix) for prefix in self.prefixes)


@cache
def uses_in(*packages: str) -> Uses:
    """Return the uses in the modules and templates of these packages."""
    uses = Uses()
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            uses.mentioned.update(_WORD.findall(source))
            uses.prefixes.update(_BEGINNING.findall(source))
            for node in ast.walk(ast.parse(source)) if _SAYS.search(source) else ():
                _note(node, path, uses)
        for path in sorted((ROOT / package).rglob("templates/*.html")):
            _note_template(path, uses)
    return uses


def _note_template(path: Path, uses: Uses) -> None:
    """Add each `t('key', fact=…)` of a template; `t('key.' ~ …)` gives the beginning of a key."""
    text = path.read_text(encoding="utf-8")
    for found in _IN_TEMPLATE.finditer(text):
        key, joined, facts = found.groups()
        if joined:
            uses.prefixes.add(key)
            continue
        uses.mentioned.add(key)
        where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
        uses.said.append(Said(where, key, frozenset(_FACT.findall(facts))))


def _note(node: ast.AST, path: Path, uses: Uses) -> None:
    if isinstance(node, ast.Call) and _called(node) in {"say", "Text"} and node.args:
        key = node.args[0]
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            uses.said.append(Said(where, key.value, _facts(node)))


def faults_in(*packages: str) -> Iterator[Said]:
    """Yield every `Fault("code", article, {"fact": …})` of these packages."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(source)) if "Fault(" in source else ():
                if isinstance(node, ast.Call) and _called(node) == "Fault" and node.args:
                    code = node.args[0]
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        where = f"{path.relative_to(ROOT)}:{node.lineno}"
                        named = [word.value for word in node.keywords if word.arg == "facts"]
                        facts = [*node.args[2:], *named, ast.Dict([], [])][0]
                        yield Said(where, f"fault.{code.value}", _names(facts))


def given_by(node: ast.Call, path: Path, called: Container[str], section: str) -> Iterator[Said]:
    """Yield the code and the facts that a call of these functions names."""
    code = node.args[0] if node.args else None
    if _called(node) not in called or not isinstance(code, ast.Constant):
        return
    if not isinstance(code.value, str):
        return
    where = f"{path.relative_to(ROOT)}:{node.lineno}"
    written = [word.value for word in node.keywords if word.arg == "facts"] or node.args[3:4]
    facts = _names(written[0]) if written else _facts(ast.Call(node.func, [], node.keywords))
    yield Said(where, f"{section}.{code.value}", facts)


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _facts(node: ast.Call) -> frozenset[str] | None:
    if len(node.args) > 1:
        return _names(node.args[1])
    names = [keyword.arg for keyword in node.keywords]
    return None if None in names else frozenset(name for name in names if name)


def _names(node: ast.expr) -> frozenset[str] | None:
    if not isinstance(node, ast.Dict):
        return None
    names = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
    return None if None in names else frozenset(str(name) for name in names)
