"""Results, terms and files as they are stored: JSON, and all of it compressed.

What is unpacked here was packed here: what people send is compressed as it came, and unpacked by
nobody before it has been bounded.
"""

import json
import zlib
from collections.abc import Iterable
from datetime import date
from typing import Any

from bot.ratings.shown import Facts, Line, Section


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
                [[line.code, _plain(line.facts), line.expression, line.value] for line in lines],
            ]
            for section in sections
            for lines in [section.lines]
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
