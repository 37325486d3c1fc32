"""Parse XML from strangers, element by element, without entities, document types or namespaces."""

from collections.abc import Iterator, Mapping
from typing import IO, NoReturn, Protocol
from xml.parsers.expat import ParserCreate

_CHUNK = 1 << 16
"""Bytes that are parsed at a time."""
_MOST_NAMES = 1000
"""The most names cached, because a forged document may have any number."""


class ForbiddenXmlError(ValueError):
    """The document has a document type, which can declare entities; no spreadsheet needs one."""


class Elements(Protocol):
    """A receiver of elements in document order, by names without prefixes."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""
        ...

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        ...

    def text(self, text: str) -> None:
        """Handle text, or a piece of it."""
        ...


def parse(source: IO[bytes], elements: Elements) -> Iterator[None]:
    """Parse a document, and yield after each piece so that the caller can take the results.

    Raises:
        ForbiddenXmlError: the document has a document type.
        ExpatError: the content is no XML.
    """
    parser = ParserCreate()
    parser.buffer_text = True
    names = BareNames()
    parser.StartElementHandler = lambda name, attributes: elements.start(names[name], attributes)
    parser.EndElementHandler = lambda name: elements.end(names[name])
    parser.CharacterDataHandler = elements.text
    parser.StartDoctypeDeclHandler = _forbid
    while chunk := source.read(_CHUNK):
        parser.Parse(chunk)
        yield
    parser.Parse(b"", True)
    yield


class BareNames(dict[str, str]):
    """Names without their prefixes, cached, because a document repeats few names many times."""

    def __missing__(self, name: str) -> str:
        """Return a name without its prefix, and cache it."""
        bare = name.rpartition(":")[2]
        if len(self) < _MOST_NAMES:
            self[name] = bare
        return bare


def _forbid(*_: object) -> NoReturn:
    """Refuse a document type."""
    raise ForbiddenXmlError
