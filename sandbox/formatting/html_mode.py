"""A reader of `parse_mode=HTML`: Telegram's tags, and its error messages word for word.

Other parse modes are not supported.
"""

import re
import sys
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from sandbox.errors import ApiError, bad_request
from sandbox.formatting.entities import Entity, Formatted, utf16_length

_KIND_OF_TAG: Final = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
"""The kind of entity, by the tag."""
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
"""The named character references; Telegram knows no others."""
_NUMERIC: Final = re.compile(r"#(?:[xX]([0-9a-fA-F]+)|([0-9]+))")
"""A character reference by number, without its ampersand and semicolon."""
LONGEST_REFERENCE: Final = 12
"""The characters within which a reference must end; a longer one is plain text."""
_END: Final = "\0"
"""The character that the reader adds after the source."""


class _Reference(NamedTuple):
    """A character reference in the source."""

    character: str
    length: int
    """Its length in the source, in characters."""


@dataclass(slots=True)
class _OpenTag:
    """A start tag that waits for its end tag."""

    tag: str
    offset: int
    attributes: dict[str, str] = field(default_factory=dict)


def parse_html(source: str) -> Formatted:
    """Return the text and entities of Telegram's HTML.

    Raises `ApiError` (400) with the byte offset of the mistake, as Telegram does.
    """
    reader = _Reader(source)
    reader.read()
    return Formatted("".join(reader.text), tuple(reader.entities))


class _Reader:
    """One pass over the source.

    The checks are in Telegram's order, because only the first mistake is reported.
    """

    def __init__(self, source: str) -> None:
        """Prepare to read the source from its beginning."""
        # The end mark ends the text, so that reading one character more is always safe.
        self.source = source.replace(_END, " ") + _END
        self.at = 0
        """The index of the next character to read."""
        self.offset = 0
        """The length of `text` in UTF-16 units."""
        self.text: list[str] = []
        self.entities: list[Entity] = []
        self.open: list[_OpenTag] = []
        """The tags around the next character, the innermost last."""

    def read(self) -> None:
        """Read the whole source into `text` and `entities`."""
        while self.source[self.at] != _END:
            if self.source[self.at] == "&":
                self._put(self._character_reference())
            elif self.source[self.at] != "<":
                self._put(self._until("<&"))
            elif self.source[self.at + 1] == "/":
                self._end_tag()
            else:
                self._start_tag()
        if self.open:
            raise _mistake(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        self.entities.sort(key=lambda entity: (entity.offset, -entity.length))

    def _put(self, text: str) -> None:
        """Append to the text, and count its length as Telegram does."""
        self.text.append(text)
        self.offset += utf16_length(text)

    def _character_reference(self) -> str:
        """Read and return the character that a reference names, or a plain ampersand."""
        reference = _reference_at(self.source, self.at)
        self.at += reference.length
        return reference.character

    def _bytes_before(self, position: int) -> int:
        """Return the bytes before a position, as Telegram's complaints count them."""
        return len(self.source[:position].encode())

    def _until(self, stops: str) -> str:
        """Read and return everything before the next of these characters, or before the end."""
        start, stops = self.at, stops + _END
        while self.source[self.at] not in stops:
            self.at += 1
        return self.source[start : self.at]

    def _skip_space(self) -> None:
        while self.source[self.at].isspace():
            self.at += 1

    def _start_tag(self) -> None:
        """Read a start tag with its attributes; it is open afterwards."""
        begin = self.at
        where = f"at byte offset {self._bytes_before(begin)}"
        self.at += 1
        tag = self._until(" \t\r\n>").lower()
        if self.source[self.at] == _END:
            raise _mistake(f"Unclosed start tag {where}")
        if tag not in _KIND_OF_TAG:
            raise _mistake(f'Unsupported start tag "{tag}" {where}')
        opened = _OpenTag(tag, self.offset)
        self._skip_space()
        while self.source[self.at] != ">":
            self._attribute(opened, where)
            self._skip_space()
        self.at += 1
        if tag == "span" and opened.attributes.get("class") != "tg-spoiler":
            raise _mistake(f'Tag "span" must have class "tg-spoiler" {where}')
        self.open.append(opened)

    def _attribute(self, opened: _OpenTag, where: str) -> None:
        """Read one attribute, quoted or not; only a block quotation's may have no value."""
        name = self._until(" \t\r\n=>")
        if not name:
            raise _mistake(f'Empty attribute name in the tag "{opened.tag}" {where}')
        self._skip_space()
        value = ""
        if self.source[self.at] == "=":
            self.at += 1
            self._skip_space()
            quote = self.source[self.at]
            if quote in "'\"":
                self.at += 1
                value = self._until(quote)
                if self.source[self.at] == quote:
                    self.at += 1
            else:
                value = self._until(" \t\r\n>")
        elif opened.tag != "blockquote":
            raise _mistake(
                f'Expected equal sign in declaration of an attribute of the tag "{opened.tag}" '
                f"{where}"
            )
        if self.source[self.at] == _END:
            raise _mistake(f"Unclosed start tag {where}")
        opened.attributes[name.lower()] = _unescaped(value)

    def _end_tag(self) -> None:
        """Read an end tag, which closes the innermost open tag; `</>` closes any."""
        begin = self.at
        where = f"at byte offset {self._bytes_before(begin)}"
        if not self.open:
            raise _mistake(f"Unexpected end tag {where}")
        self.at += 2
        tag = self._until(" \t\r\n>").lower()
        self._skip_space()
        if self.source[self.at] != ">":
            raise _mistake(f"Unclosed end tag {where}")
        opened = self.open.pop()
        if tag not in {"", opened.tag}:
            raise _mistake(
                f'Unmatched end tag {where}, expected "</{opened.tag}>", found "</{tag}>"'
            )
        self.at += 1
        self._add_entity(opened)

    def _add_entity(self, opened: _OpenTag) -> None:
        """Add the entity from that start tag to here, unless it is empty or a useless link."""
        length = self.offset - opened.offset
        kind, argument = _KIND_OF_TAG[opened.tag], ""
        if kind == "text_link":
            inner = "".join(self.text).encode("utf-16-le")[2 * opened.offset :]
            argument = opened.attributes.get("href") or inner.decode("utf-16-le")
            if not _is_address(argument):
                return
        elif kind == "blockquote" and "expandable" in opened.attributes:
            kind = "expandable_blockquote"
        if length:
            self.entities.append(Entity(kind, opened.offset, length, argument))


def _is_address(link: str) -> bool:
    """Return whether Telegram can open the link; it shows others as plain text."""
    return link.startswith(("http://", "https://", "tg://", "mailto:")) or "." in link


def _reference_at(source: str, at: int) -> _Reference:
    """Return the character reference at an ampersand, or the ampersand if it begins none."""
    end = source.find(";", at, at + LONGEST_REFERENCE)
    name = source[at + 1 : end] if end > 0 else ""
    character = _NAMED.get(name, "")
    if numeric := _NUMERIC.fullmatch(name):
        hexadecimal, decimal = numeric.groups()
        code = int(hexadecimal, 16) if hexadecimal else int(decimal)
        # Half of a UTF-16 pair is no character.
        is_character = 0 < code <= sys.maxunicode and not 0xD800 <= code <= 0xDFFF
        character = chr(code) if is_character else ""
    return _Reference(character, end + 1 - at) if character else _Reference("&", 1)


def _unescaped(value: str) -> str:
    """Return an attribute's value with its character references replaced."""
    parts, at = [], 0
    while (ampersand := value.find("&", at)) >= 0:
        reference = _reference_at(value, ampersand)
        parts += [value[at:ampersand], reference.character]
        at = ampersand + reference.length
    return "".join([*parts, value[at:]])


def _mistake(complaint: str) -> ApiError:
    return bad_request(f"can't parse entities: {complaint}")
