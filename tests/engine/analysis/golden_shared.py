"""What `test_golden` and other tests share."""

import json
from typing import Any

from engine.analysis.positions import RecordPosition, positions
from engine.gcg.reader import read_gcg
from engine.tiles import TileSet, load_tile_set
from tests.engine.analysis.golden.make import FOLDER, RULES


def game(name: str) -> tuple[tuple[RecordPosition, ...], TileSet, dict[str, Any]]:
    """Return a game's positions, its tiles, and its findings."""
    tiles = load_tile_set(name[:2])
    file = FOLDER / name
    record = read_gcg(file.with_suffix(".gcg").read_bytes())
    found, fault = positions(record, tiles, RULES[name[:2]])
    assert fault is None
    return found, tiles, known_of(name)


def known_of(name: str) -> dict[str, Any]:
    """Return the findings of the other program."""
    known: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="ascii"))
    return known
