"""A header is matched with the columns wanted; rows then come as cells in the wanted order."""

from collections.abc import Iterator, Sequence

from bot.tables.faults import Faults
from bot.tables.files import Row, TableFile
from bot.tables.sheets import read_rows


def read_columns(
    file: TableFile, faults: Faults, required: Sequence[str], optional: Sequence[str] = ()
) -> Iterator[Row]:
    """Yield the rows under the header, cells in the order required, then optional; "" if absent.

    Rows that do not fit the header are noted among the faults and left out.

    Raises:
        TableError: for the header at once; on the way, where the file cannot be read on.
    """
    rows = read_rows(file)
    line, header = next(rows, (1, []))
    names = [cell.strip().casefold() for cell in header]
    while names and not names[-1]:
        names.pop()
    _check_header(names, line, faults, required, optional)
    width = len(names)
    places = [names.index(one) if one in names else width for one in (*required, *optional)]
    is_plain = places == list(range(width))
    for number, cells in rows:
        if len(cells) != width and (len(cells) < width or any(map(str.strip, cells[width:]))):
            faults.add("cells", number, count=width, found=len(cells))
        elif is_plain:
            yield number, cells if len(cells) == width else cells[:width]
        else:
            yield number, [cells[place] if place < width else "" for place in places]


def _check_header(
    names: Sequence[str],
    line: int,
    faults: Faults,
    required: Sequence[str],
    optional: Sequence[str],
) -> None:
    known = [*required, *optional]
    for name in dict.fromkeys(names):
        if name not in known:
            faults.add("column_unknown", line, name or "(empty)", columns=", ".join(known))
        elif names.count(name) > 1:
            faults.add("column_twice", line, name)
    for name in required:
        if not names:
            faults.add("header", line, columns=",".join(required))
            break
        if name not in names:
            faults.add("column_missing", line, name)
    faults.check()
