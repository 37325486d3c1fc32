"""Record files (GCG) of commands: their tile set, their unknown parts and their errors."""

from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.output import complain
from engine.tiles import tile_set_names

if TYPE_CHECKING:
    from engine.errors import Fault
    from engine.gcg.record import GameRecord

_DEFAULT_TILES = "en"
"""The tile set of a file that names none: most records on the web are English."""
_DISTRIBUTIONS = {"english": "en", "romanian": "ro", "romana": "ro", "română": "ro"}
"""The tile set by the name that a file gives it; other names are those of the sets."""
_TILE_FAULTS = {"gcg_too_many", "gcg_unknown_tile"}
"""The faults of a record that is read with the wrong tile set."""
_LAYOUTS = {"", "crosswordgame", "standard", "standard15"}
"""What files call the standard board."""


def complain_of_unknown(record: "GameRecord", file: Path) -> None:
    """Print what the file says about its board and is not known here."""
    layout, orientation = record.pragma("board-layout"), record.pragma("orientation")
    if layout.casefold() not in _LAYOUTS:
        complain(f"{file}: board layout {layout!r} is unknown; replayed on the standard board")
    if orientation:
        complain(
            f"{file}: orientation {orientation!r} is unknown; read as standard, numbers first for"
            " words across"
        )


def tiles_of(record: "GameRecord", file: Path) -> str:
    """Return the tile set that the file names; an unknown one counts as English, with a warning."""
    named = record.tile_distribution.casefold()
    known = _DISTRIBUTIONS.get(named, named)
    if known in tile_set_names():
        return known
    if known:
        complain(f"{file}: tile distribution {named!r} is unknown; counted with {_DEFAULT_TILES}")
    return _DEFAULT_TILES


def fault_sentence(fault: "Fault", *, tiles_told: bool = True) -> str:
    """Return the error as plain English, with its line and its word first.

    `tiles_told` is whether somebody named the tile set; if not, it may be the wrong one.
    """
    from bot.texts.fault_texts import fault_text
    from bot.texts.i18n import load_catalogue

    sentence = load_catalogue("en").plain(fault_text(fault))
    word = "" if fault.code.startswith("gcg_") else fault.facts.get("text", "")
    hint = ""
    if not tiles_told and fault.code in _TILE_FAULTS:
        hint = f"; the file names no tile set and is taken for {_DEFAULT_TILES}: see --tiles"
    return f"line {fault.facts['line']}: {f'{word}: ' if word else ''}{sentence}{hint}"
