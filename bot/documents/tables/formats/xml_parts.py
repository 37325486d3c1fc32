"""XML from strangers, element by element: no entities, no document types, no namespaces to mind."""

from collections.abc import Iterator, Mapping
from typing import IO, NoReturn, Protocol
from xml.parsers.expat import ParserCreate

_CHUNK = 1 << 16
_MOST_NAMES = 1000
"""Remembered; a document that was made up may have any number."""


class ForbiddenXmlError(ValueError):
    """A document type: what entities are declared in, and nothing a spreadsheet needs."""


class Elements(Protocol):
    """Who is told of elements as they come, by their names without a prefix."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take the beginning of an element."""
        ...

    def end(self, name: str) -> None:
        """Take its end."""
        ...

    def text(self, text: str) -> None:
        """Take text, or a piece of it."""
        ...


def parse(source: IO[bytes], elements: Elements) -> Iterator[None]:
    """Read a document and stop after each piece of it, so that what was found may be taken.

    Raises:
        ForbiddenXmlError: there is a document type.
        ExpatError: it is no XML.
    """
    parser = ParserCreate()
    parser.buffer_text = True
    names = BareNames()
    parser.StartElementHandler = lambda name, found: elements.start(names[name], found)
    parser.EndElementHandler = lambda name: elements.end(names[name])
    parser.CharacterDataHandler = elements.text
    parser.StartDoctypeDeclHandler = _forbid
    while chunk := source.read(_CHUNK):
        parser.Parse(chunk)
        yield
    parser.Parse(b"", True)
    yield


class BareNames(dict[str, str]):
    """Names without their prefixes; those met are remembered: documents have few, many times."""

    def __missing__(self, name: str) -> str:
        """Return a name without its prefix."""
        bare = name.rpartition(":")[2]
        if len(self) < _MOST_NAMES:
            self[name] = bare
        return bare


def _forbid(*_: object) -> NoReturn:
    raise ForbiddenXmlError
