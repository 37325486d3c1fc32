"""What comes of a task, and how it is stored: results and terms as JSON, compressed.

What is unpacked here was packed here: what people send is compressed as it came, and unpacked by
nobody before it has been bounded.
"""

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.ratings.jobs.terms import Facts, Line, Section

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What came of the files, as it is to be kept."""

    result: Json
    """Lists, or tables."""
    book: bytes
    """The spreadsheet."""
    sheets: Mapping[str, tuple[str, Iterable[Section]]]
    """Key → name of a player and his terms."""


def pack(value: Any) -> bytes:
    """Return a JSON value, compressed."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode())


def unpack(packed: bytes) -> Any:
    """Return the JSON value that `pack` was given."""
    return json.loads(zlib.decompress(packed))


def pack_sheet(sections: Iterable[Section]) -> bytes:
    """Return how a player's numbers were made, compressed."""
    return pack(
        [
            [
                section.code,
                _plain(section.facts),
                [
                    [line.code, _plain(line.facts), line.expression, line.value]
                    for line in section.lines
                ],
            ]
            for section in sections
        ]
    )


def unpack_sheet(packed: bytes) -> list[Section]:
    """Return what `pack_sheet` was given, its dates as text."""
    return [
        Section(code, facts, tuple(Line(*line) for line in lines))
        for code, facts, lines in unpack(packed)
    ]


def _plain(facts: Any) -> Facts:
    """Return facts that JSON can hold."""
    return {
        name: fact.isoformat() if isinstance(fact, date) else fact for name, fact in facts.items()
    }
