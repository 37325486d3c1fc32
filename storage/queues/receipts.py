"""What Telegram has taken, kept until the database has noted it: in a file that outlives a program.

Between the answer to a call and the commit of its note lie some tens of milliseconds, and on a full
disk hours. Whoever is killed meanwhile, and knows of nothing else, sends the message again. So each
answer is first written into a small file beside the database. Nobody waits for the disk, and the
file has its size from the beginning. It outlives the program, not a machine that loses its power.

A receipt belongs to its message as it was: where a copy of the database is put back, other messages
get the numbers of those that are gone.
"""

import json
import os
import struct
import zlib
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from storage.file_lock import locked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.queues.outbox import Parts
    from storage.queues.outbox_due import Queued

SLOT: Final = 512
"""Bytes that a receipt may take, with its head."""
SLOTS: Final = 64
"""Several times as many messages as are ever under way."""
PROGRAMS: Final = 32
"""So many programs may have a file each in one folder."""
_SIZE: Final = SLOT * SLOTS
_HEAD: Final = struct.Struct(">HI")
"""How long the receipt is, and the sum that tells it from half a one."""
_OWNERS: Final = 0o600


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What Telegram has taken of a message."""

    row: int
    message: str
    """Which message that was: see `fingerprint`."""
    at: datetime
    """When it was taken."""
    parts: "Parts"
    """The Telegram ids that each call has made."""
    whole: bool
    """Whether no more calls are to come."""


def fingerprint(row: "Queued") -> str:
    """Return what tells this message from any other that may have had, or may get, its number."""
    said = f"{row.chat}\n{row.created_at.isoformat()}\n{row.payload}"
    return sha256(said.encode()).hexdigest()[:32]


class Receipts:
    """One program's receipts."""

    def __init__(self, file: int | None = None) -> None:
        """Take an open file of the right size; without one, they end with the program."""
        self._file = file
        self._slots: dict[int, int] = {}
        """Row → where its receipt stands in the file."""
        self._free = list(range(0, _SIZE, SLOT))
        self._left = list(self._read())

    @classmethod
    def at(cls, file: Path) -> Self:
        """Return those in that file; it is made if it is not there.

        Raises:
            OSError: it cannot be used.
        """
        return cls(_opened(file))

    @classmethod
    def among(cls, folder: Path) -> Self:
        """Return those in a file of the folder that no program has at work.

        With them is what programs that are gone have left in other files.

        Raises:
            OSError: there is no such file to be had.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        ours: Self | None = None
        for number in range(1, PROGRAMS + 1):
            file = folder / f"{number}.receipts"
            if ours is not None and not file.exists():
                continue
            opened = _opened(file)
            if not locked(opened):
                os.close(opened)
            elif ours is None:
                ours = cls(opened)
            else:
                ours._take_over(cls(opened))
        if ours is None:
            msg = f"{folder}: {PROGRAMS} programs are at work here"
            raise OSError(msg)
        return ours

    def left(self) -> list[Receipt]:
        """Return what was there when the file was opened, and is not noted yet."""
        return [receipt for receipt in self._left if receipt.row in self._slots]

    def keep(self, receipt: Receipt) -> None:
        """Keep it, in place of an earlier one of its row; one that finds no room is not kept."""
        body = _written(receipt)
        if len(body) > SLOT or not (self._free or receipt.row in self._slots):
            return
        if receipt.row not in self._slots:
            self._slots[receipt.row] = self._free.pop()
        self._write(self._slots[receipt.row], body)

    def drop(self, row: int) -> None:
        """Forget it: it is noted."""
        slot = self._slots.pop(row, None)
        if slot is not None:
            self._write(slot, b"")
            self._free.append(slot)

    def close(self) -> None:
        """Leave the file, with what is in it."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _read(self) -> "Iterator[Receipt]":
        if self._file is None:
            return
        content = os.pread(self._file, _SIZE, 0)
        for slot in self._free[:]:
            receipt = _receipt_in(content[slot : slot + SLOT])
            if receipt is not None:
                self._slots[receipt.row] = slot
                self._free.remove(slot)
                yield receipt

    def _write(self, slot: int, body: bytes) -> None:
        if self._file is not None:
            with suppress(OSError):  # a disk that is full after all: it is kept in memory, too
                os.pwrite(self._file, body.ljust(SLOT, b"\0"), slot)

    def _take_over(self, other: "Receipts") -> None:
        for receipt in other.left():
            self.keep(receipt)
            other.drop(receipt.row)
            self._left.append(receipt)
        other.close()


def _opened(file: Path) -> int:
    """Open the file, as large as it will ever be."""
    opened = os.open(file, os.O_CREAT | os.O_RDWR, _OWNERS)
    try:
        if os.fstat(opened).st_size < _SIZE:
            os.pwrite(opened, bytes(_SIZE), 0)
    except OSError:
        os.close(opened)
        raise
    return opened


def _written(receipt: Receipt) -> bytes:
    facts = (receipt.row, receipt.message, receipt.at.isoformat(), receipt.parts, receipt.whole)
    body = json.dumps(facts, separators=(",", ":")).encode()
    return _HEAD.pack(len(body), zlib.crc32(body)) + body


def _receipt_in(slot: bytes) -> Receipt | None:
    """Return the receipt; None: there is none, or half of one."""
    length, checksum = _HEAD.unpack_from(slot)
    body = slot[_HEAD.size : _HEAD.size + length]
    if not length or zlib.crc32(body) != checksum:
        return None
    row, message, at, parts, whole = json.loads(body)
    return Receipt(
        row=row,
        message=message,
        at=datetime.fromisoformat(at),
        parts=tuple(tuple(part) for part in parts),
        whole=whole,
    )
