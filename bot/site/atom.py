"""Atom feeds (RFC 4287) from plain values. The same entries give the same bytes.

Ids of entries depend on their subject, not on the site's address. Links are absolute if that
address is known, because few feed readers resolve relative ones; otherwise they are relative.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as ET  # it parses nothing here

NAMESPACE: Final = "http://www.w3.org/2005/Atom"
_ID_NAMESPACE: Final = uuid5(NAMESPACE_URL, "https://tur-retur.invalid/atom")
"""The namespace from which every id is made; another one would make all entries new to readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """An entry of a feed, about one subject."""

    key: str
    """The permanent key of the subject: `result/K7QF/1`."""
    title: str
    text: str
    link: str
    """The page of the subject, relative to the feed's folder."""
    published: datetime
    updated: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A feed in one language."""

    key: str
    """The permanent key of the feed: `results/CN26`."""
    title: str
    author: str
    language: str
    file_name: str
    base: str
    """The address of the feed's folder, to make links absolute; if empty, they stay relative."""
    page: str
    """The page with the same content."""
    updated: datetime
    entries: Sequence[FeedEntry]


def atom(feed: Feed) -> bytes:
    """Return the feed as a file, its entries in the given order."""
    root = ET.Element("feed", {"xmlns": NAMESPACE, "xml:lang": feed.language})
    _text(root, "id", _id(f"{feed.key}/{feed.language}"))
    _text(root, "title", feed.title)
    _text(root, "updated", _instant(feed.updated))
    _text(ET.SubElement(root, "author"), "name", feed.author)
    ET.SubElement(
        root,
        "link",
        {"rel": "self", "href": urljoin(feed.base, feed.file_name), "type": "application/atom+xml"},
    )
    ET.SubElement(
        root,
        "link",
        {"rel": "alternate", "href": urljoin(feed.base, feed.page), "type": "text/html"},
    )
    for entry in feed.entries:
        element = ET.SubElement(root, "entry")
        _text(element, "id", _id(f"{entry.key}/{feed.language}"))
        _text(element, "title", entry.title)
        _text(element, "published", _instant(entry.published))
        _text(element, "updated", _instant(entry.updated))
        ET.SubElement(element, "link", {"rel": "alternate", "href": urljoin(feed.base, entry.link)})
        _text(element, "content", entry.text)
    ET.indent(root, "")  # each element on a line of its own
    content: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _id(key: str) -> str:
    return uuid5(_ID_NAMESPACE, key).urn


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
