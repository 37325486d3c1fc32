"""An organiser's own table of scales: a row a place, a column a scale; CSV, XLSX, ODS or XLS.

The header has a first cell with any text, then the scales. The first column of the rows has the
places, from 1. Below its last place, a scale's column is empty.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.documents.tables.cells import parse_whole
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import FIRST, Row, TableFile

_LARGEST_SCALE = 100
"""The most places of a scale."""


def read_scale_table(file: TableFile) -> dict[int, tuple[int, ...]]:
    """Return the values of each scale's places.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    faults = FileFaults(file.name)
    rows = read_rows(file)
    line, header = next(rows, (0, []))
    columns = {position: _Column(scale, []) for position, scale in _scales(line, header, faults)}
    faults.check()
    if not columns:
        faults.add("nobody", 0)
        faults.check()
    last = 0
    for last, (number, cells) in enumerate(rows, 1):
        _row((number, cells), last, columns, faults)
    file.remarks += file.traits_of(FIRST).remarks(line)
    faults.check()
    for scale, _ in columns.values():
        if scale > last:
            faults.add("scale_short", 0, f"{scale}", wanted=last + 1)
    faults.check()
    return {scale: tuple(values) for scale, values in columns.values()}


class _Column(NamedTuple):
    """A scale and its values so far."""

    scale: int
    values: list[int]


def _scales(line: int, header: list[str], faults: FileFaults) -> Iterator[tuple[int, int]]:
    """Yield the position and the scale of each column; record the header's errors."""
    while header and not header[-1].strip():
        header.pop()
    scales = set()
    for position, text in enumerate(header[1:], 1):
        scale = parse_whole(text, least=1)
        if scale is None or scale > _LARGEST_SCALE or scale in scales:
            faults.add("scale_header", line, f"{position + 1}", found=text)
        else:
            scales.add(scale)
            yield position, scale


def _row(row: Row, place: int, columns: Mapping[int, _Column], faults: FileFaults) -> None:
    """Add the values of one place, or record its errors."""
    line, cells = row
    if parse_whole(cells[0]) != place:
        faults.add("scale_place", line, "1", wanted=place, found=cells[0])
    for position, (scale, values) in columns.items():
        text = cells[position].strip() if position < len(cells) else ""
        value = parse_whole(text, least=0)
        if place > scale:
            if text:
                faults.add("scale_beyond", line, f"{scale}", scale=scale, found=text)
        elif value is None:
            faults.add("scale_value", line, f"{scale}", found=text)
        elif values and value > values[-1]:
            faults.add("scale_rises", line, f"{scale}", above=values[-1], found=value)
        else:
            values.append(value)
