"""XML from strangers, element by element: no entities, no document types, no namespaces to mind."""

from collections.abc import Iterator, Mapping
from typing import IO, NoReturn, Protocol
from xml.parsers.expat import ParserCreate

_CHUNK = 1 << 16


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
    parser.StartElementHandler = lambda name, found: elements.start(_bare(name), found)
    parser.EndElementHandler = lambda name: elements.end(_bare(name))
    parser.CharacterDataHandler = elements.text
    parser.StartDoctypeDeclHandler = _forbid
    while chunk := source.read(_CHUNK):
        parser.Parse(chunk)
        yield
    parser.Parse(b"", True)
    yield


def _bare(name: str) -> str:
    return name.rpartition(":")[2]


def _forbid(*_: object) -> NoReturn:
    raise ForbiddenXmlError
