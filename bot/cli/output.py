"""What commands print: JSON or plain lines on stdout, one line on stderr for a refusal."""

import json
import sys
from collections.abc import Container, Iterator, Sequence
from typing import Final, NoReturn
from unicodedata import category, combining

import click

NO: Final = 1
"""Exit status: the input was valid, and the answer is "no"."""
BAD_INPUT: Final = 2
"""Exit status: the input is invalid."""

_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that control a terminal, reverse text, or cannot be printed."""


def counted(count: int, noun: str) -> str:
    """Return the count with its noun: `1 word`, `14,205 words`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def verdict(streams: int, events: int, findings: int) -> str:
    """Return the result of a check of the logs: `2 streams, 40 events: all in order.`."""
    found = counted(findings, "finding") if findings else "all in order"
    return f"{counted(streams, 'stream')}, {counted(events, 'event')}: {found}."


def in_columns(rows: Sequence[Sequence[str]], to_the_right: Container[int] = ()) -> Iterator[str]:
    """Yield the rows as lines, with columns as wide as needed; those numbers end at the right."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        padded = (
            space + cell if number in to_the_right else cell + space
            for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
            for space in (" " * (width - _width(cell)),)
        )
        yield "  ".join(padded).rstrip()


def _width(cell: str) -> int:
    """Return the columns that a cell takes; a combining mark takes none."""
    return sum(not combining(sign) for sign in cell)


def print_json(value: object) -> None:
    """Print the value as one line of JSON, with control characters escaped."""
    click.echo(escaped_json(json.dumps(value, ensure_ascii=False, separators=(",", ":"))))


def escaped_json(text: str) -> str:
    """Return the JSON with control characters escaped; a line break is only layout, and stays."""
    return "".join(
        json.dumps(sign)[1:-1] if category(sign) in _CONTROLS and sign != "\n" else sign
        for sign in text
    )


def with_port(host: str, port: int) -> str:
    """Return the host with the port; an IPv6 address gets brackets, unless it has them."""
    bracketed = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"{bracketed}:{port}"


def refuse(message: str) -> NoReturn:
    """End the command with status 2, and print one line with the error on stderr."""
    complain(message)
    sys.exit(BAD_INPUT)


def complain(message: str) -> None:
    """Print one line with an error or a remark on stderr."""
    click.echo(f"turretur: {printable(message)}", err=True)


def printable(text: object) -> str:
    """Return the text with control characters escaped, because names may have some."""
    return "".join(
        sign.encode("unicode_escape").decode() if category(sign) in _CONTROLS else sign
        for sign in str(text)
    )


def answer_no() -> NoReturn:
    """End the command with status 1: the answer, already printed, is "no"."""
    sys.exit(NO)
