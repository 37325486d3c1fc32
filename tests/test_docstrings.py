"""Docstrings name exceptions that exist."""

import builtins
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
OURS = ("bot", "engine", "storage", "sandbox", "tools", "benchmarks")
_BLOCK = re.compile(r"^( *)Raises:\n((?:\1 +.*\n)+)", re.MULTILINE)
_ENTRY = re.compile(r"(\w+(?:, \w+)*):")
_CLASS = re.compile(r"^ *class (\w+)", re.MULTILINE)
_IMPORT = re.compile(r"^(?:from \S+ )?import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


def raises(source: str) -> Iterator[str]:
    """Yield the exceptions that a module's docstrings name under `Raises:`."""
    for block in _BLOCK.finditer(source):
        lines = block[2].splitlines()
        depth = len(lines[0]) - len(lines[0].lstrip())
        for line in lines:
            entry = _ENTRY.match(line[depth:])
            yield from entry[1].split(", ") if entry else ()


def test_exceptions_named_in_docstrings_exist() -> None:
    """A docstring's *Raises* names no exception that was renamed or deleted."""
    sources = {
        path: path.read_text(encoding="utf-8")
        for part in OURS
        for path in sorted((ROOT / part).rglob("*.py"))
    }
    known = {*dir(builtins)}
    for source in sources.values():
        known.update(_CLASS.findall(source))
        for several, line in _IMPORT.findall(source):
            known.update(re.findall(r"\w+", several or line))

    stale = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, source in sources.items()
        for name in raises(source)
        if name not in known
    ]

    assert stale == []


def test_each_exception_of_a_docstring_is_read() -> None:
    """The check reads several exceptions in a line, and no text that continues on the next."""
    source = '''
    """Do it.

    Raises:
        KeyError, ValueError: one, as
            written: here.
        Missing: two.
    """
'''

    assert list(raises(source)) == ["KeyError", "ValueError", "Missing"]
