"""Texts and their formatting: the entities that Telegram finds by itself, and safe HTML.

Offsets and lengths count UTF-16 units, as in the Bot API. `html_mode.py` reads
`parse_mode=HTML`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape


@dataclass(frozen=True, slots=True)
class Entity:
    """A stretch of text with a format: bold, a link, a command and so on."""

    kind: str
    offset: int
    length: int
    argument: str = ""
    """The address of a `text_link`, the language of a `pre`."""

    @property
    def end(self) -> int:
        """The first unit after the entity."""
        return self.offset + self.length

    def overlaps(self, other: "Entity") -> bool:
        """Return whether the two have a unit in common."""
        return self.offset < other.end and other.offset < self.end

    def wire(self) -> dict[str, object]:
        """Return the entity as the Bot API writes it."""
        body: dict[str, object] = {
            "type": self.kind,
            "offset": self.offset,
            "length": self.length,
        }
        if self.argument:
            body["url" if self.kind == "text_link" else "language"] = self.argument
        return body


@dataclass(frozen=True, slots=True)
class Formatted:
    """A plain text with its entities."""

    text: str = ""
    entities: tuple[Entity, ...] = ()

    @property
    def html(self) -> str:
        """The text as safe HTML: only the tags below; everything else is escaped."""
        return render_html(self.text, self.entities)


def utf16_length(text: str) -> int:
    """Return the length of the text in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def entities_from_wire(items: Iterable[dict[str, object]]) -> tuple[Entity, ...]:
    """Return the entities in the Bot API's JSON; raise `ValueError` for anything else."""
    return tuple(
        Entity(
            kind=str(item.get("type")),
            offset=int(str(item.get("offset"))),
            length=int(str(item.get("length"))),
            argument=str(item.get("url") or item.get("language") or ""),
        )
        for item in items
    )


_FOUND = (
    ("bot_command", re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@\w{5,32})?(?![\w/])")),
    ("url", re.compile(r"(?:https?://|\bt\.me/)[^\s<>\"]*[^\s<>\".,;:!?)\]}…”»]")),
    ("mention", re.compile(r"(?<![\w@/.])@[A-Za-z]\w{4,31}")),
)
_OPAQUE = {"code", "pre", "text_link"}
"""The kinds inside which Telegram finds nothing."""


def with_found_entities(formatted: Formatted) -> Formatted:
    """Add the entities that Telegram finds by itself: commands, addresses and mentions."""
    entities = list(formatted.entities)
    opaque = [entity for entity in entities if entity.kind in _OPAQUE]
    for kind, pattern in _FOUND:
        for match in pattern.finditer(formatted.text):
            start = utf16_length(formatted.text[: match.start()])
            entity = Entity(kind, start, utf16_length(match.group()))
            if not any(entity.overlaps(other) for other in opaque):
                entities.append(entity)
                opaque.append(entity)  # nothing is found inside a found entity, either
    entities.sort(key=lambda entity: (entity.offset, -entity.length))
    return replace(formatted, entities=tuple(entities))


def trimmed(formatted: Formatted) -> Formatted:
    """Remove white space at both ends and move the entities accordingly."""
    without_end = formatted.text.rstrip()
    text = without_end.lstrip()
    removed = utf16_length(without_end) - utf16_length(text)
    length = utf16_length(text)
    moved = []
    for entity in formatted.entities:
        start, end = max(0, entity.offset - removed), min(length, entity.end - removed)
        if end > start:
            moved.append(replace(entity, offset=start, length=end - start))
    return Formatted(text, tuple(moved))


_HTML_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
}


def _tags(entity: Entity, inner: str) -> tuple[str, str]:
    """Return the tags before and after the entity's text."""
    if entity.kind in _HTML_TAGS:
        tag = _HTML_TAGS[entity.kind]
        return f"<{tag}>", f"</{tag}>"
    if entity.kind == "spoiler":
        return '<span class="spoiler">', "</span>"
    if entity.kind == "bot_command":
        return f'<a class="command" href="#" data-command="{escape(inner)}">', "</a>"
    if entity.kind in {"url", "text_link"}:
        address = entity.argument or inner
        if not re.match(r"(?:https?|tg|mailto):", address):
            address = f"https://{address}"
        return f'<a href="{escape(address)}" rel="noreferrer" target="_blank">', "</a>"
    return "<span>", "</span>"


def render_html(text: str, entities: Sequence[Entity]) -> str:
    """Return the text as safe HTML, each entity as a tag, properly nested."""
    units = text.encode("utf-16-le")

    def cut(start: int, end: int) -> str:
        return units[2 * start : 2 * end].decode("utf-16-le", errors="replace")

    written: list[str] = []
    open_until: list[tuple[int, str]] = []  # end and closing tag of each entity around `at`
    at = 0

    def write_to(end: int) -> None:
        nonlocal at
        written.append(escape(cut(at, end)))
        at = end

    def close_to(start: int) -> None:
        while open_until and open_until[-1][0] <= start:
            end, tag = open_until.pop()
            write_to(end)
            written.append(tag)

    for entity in sorted(entities, key=lambda entity: (entity.offset, -entity.length)):
        close_to(entity.offset)
        write_to(entity.offset)
        before, after = _tags(entity, cut(entity.offset, entity.end))
        written.append(before)
        # An entity that overlaps the one around it ends with it.
        limit = open_until[-1][0] if open_until else entity.end
        open_until.append((min(entity.end, limit), after))
    close_to(len(units) // 2)
    write_to(len(units) // 2)
    return "".join(written)
