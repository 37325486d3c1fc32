"""Receipts: what Telegram has accepted, in a file until the database has recorded it.

The commit of a message's record is tens of milliseconds after Telegram's answer, or hours on a full
disk. A program that is killed in between would send the message again. So it first writes each
answer into a small file beside the database. The file never grows while a program runs, and the
program does not wait for the disk. It survives a kill, but not a power cut.

A restored copy has messages in its queue that the replaced database has sent; `turretur restore`
adds receipts for them.

A receipt identifies its message by its content, because other messages get the same numbers after a
copy of the database is restored.
"""

import json
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

from storage.file_lock import try_lock
from storage.queues.outbox import Parts
from storage.queues.outbox_due import QueuedMessage

SLOT: Final = 512
"""The bytes of a receipt, including its header."""
SLOTS: Final = 64
"""The receipts of a new file; several times the number of messages that are ever sent at once."""
PROGRAMS: Final = 32
"""The most programs with a file in one folder."""
_SIZE: Final = SLOT * SLOTS
_HEAD: Final = struct.Struct(">HI")
"""The length of a receipt, and the checksum that reveals a partial one."""
_OWNER_ONLY: Final = 0o600
"""The mode of the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A receipt for a message."""

    row: int
    message: str
    """The message: see `fingerprint`."""
    at: datetime
    """The instant at which Telegram accepted the message."""
    parts: Parts
    """The Telegram ids of each call."""
    whole: bool
    """Whether all calls for the message are done."""


def file_beside(database: Path) -> Path:
    """Return the file of an SQLite database's receipts."""
    return database.with_suffix(".receipts")


def fingerprint(row: QueuedMessage) -> str:
    """Return a text that identifies this message among all with the same number."""
    identity = f"{row.chat}\n{row.created_at.isoformat()}\n{row.payload}"
    return sha256(identity.encode()).hexdigest()[:32]  # half a hash, because a slot is small


class Receipts:
    """The receipts of one program."""

    def __init__(self, file: int | None = None) -> None:
        """Use an open file of the right size; without one, receipts end with the program."""
        self._file = file
        self._size = _SIZE if file is None else os.fstat(file).st_size // SLOT * SLOT
        self._slots: dict[int, int] = {}
        """Row → the position of its receipt in the file."""
        self._free = list(range(0, self._size, SLOT))
        """The positions without a receipt."""
        self._left = list(self._read())
        """The receipts of earlier runs, recorded since or not."""
        self._others: list[Receipts] = []
        """The files of ended programs with receipts for which this file has no room."""

    @classmethod
    def at(cls, file: Path, *, more: int = 0) -> Self:
        """Return the receipts of that file, which is created if missing; it grows by `more` slots.

        Raises:
            OSError: the file cannot be used.
        """
        return cls(_opened(file, more))

    @classmethod
    def among(cls, folder: Path) -> Self:
        """Return the receipts of a file in the folder that no program uses.

        They include the remains of ended programs in other files.

        Raises:
            OSError: no file is available.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        ours: Self | None = None
        for number in range(1, PROGRAMS + 1):
            file = folder / f"{number}.receipts"
            if ours is not None and not file.exists():
                continue
            descriptor = _opened(file)
            if not try_lock(descriptor):  # another program uses it
                os.close(descriptor)
            elif ours is None:
                ours = cls(descriptor)
            else:
                ours._take_over(cls(descriptor))
        if ours is None:
            msg = f"{folder}: {PROGRAMS} programs are at work here"
            raise OSError(msg)
        return ours

    def left(self) -> list[Receipt]:
        """Return the receipts from before the file was opened that are not recorded yet."""
        ours = [receipt for receipt in self._left if receipt.row in self._slots]
        return ours + [receipt for other in self._others for receipt in other.left()]

    def keep(self, receipt: Receipt) -> None:
        """Store a receipt in place of the row's earlier one; without room it is not stored."""
        content = _content_of(receipt)
        has_room = bool(self._free) or receipt.row in self._slots
        if len(content) > SLOT or not has_room:
            return
        if receipt.row not in self._slots:
            self._slots[receipt.row] = self._free.pop()
        self._write(self._slots[receipt.row], content)

    def drop(self, row: int) -> None:
        """Delete the row's receipt, because it is recorded."""
        slot = self._slots.pop(row, None)
        if slot is not None:
            self._write(slot, b"")
            self._free.append(slot)
        for other in self._others:
            other.drop(row)

    def close(self) -> None:
        """Close the file and keep its content."""
        for other in self._others:
            other.close()
        file, self._file = self._file, None
        if file is not None:
            os.close(file)

    def _read(self) -> Iterator[Receipt]:
        """Yield the receipts that an earlier run has left in the file."""
        if self._file is None:
            return
        content = os.pread(self._file, self._size, 0)
        for slot in self._free[:]:
            receipt = _receipt_in(content[slot : slot + SLOT])
            if receipt is not None:
                self._slots[receipt.row] = slot
                self._free.remove(slot)
                yield receipt

    def _write(self, slot: int, content: bytes) -> None:
        """Write the content of a slot."""
        if self._file is not None:
            with suppress(OSError):  # the disk is full after all: the receipt is also in memory
                os.pwrite(self._file, content.ljust(SLOT, b"\0"), slot)

    def _take_over(self, other: "Receipts") -> None:
        """Move the receipts of an ended program into this file; those without room stay there."""
        for receipt in other.left():
            self.keep(receipt)
            if receipt.row in self._slots:
                other.drop(receipt.row)
                self._left.append(receipt)
        if other.left():
            self._others.append(other)  # still locked, so that no other program records them, too
        else:
            other.close()


def _opened(file: Path, more: int = 0) -> int:
    """Open the file with its full size, so that a full disk cannot prevent a receipt."""
    descriptor = os.open(file, os.O_CREAT | os.O_RDWR, _OWNER_ONLY)
    try:
        present = os.fstat(descriptor).st_size
        size = max(present, _SIZE) + more * SLOT
        if present < size:
            os.pwrite(descriptor, bytes(size - present), present)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _content_of(receipt: Receipt) -> bytes:
    """Return the content of a slot: the header, then the receipt as JSON."""
    facts = (receipt.row, receipt.message, receipt.at.isoformat(), receipt.parts, receipt.whole)
    body = json.dumps(facts, separators=(",", ":")).encode()
    return _HEAD.pack(len(body), zlib.crc32(body)) + body


def _receipt_in(slot: bytes) -> Receipt | None:
    """Return the receipt, or None if there is none, only a part, or one in another form.

    What a later version of the program has added to it is left out.
    """
    length, checksum = _HEAD.unpack_from(slot)
    body = slot[_HEAD.size : _HEAD.size + length]
    if not length or zlib.crc32(body) != checksum:
        return None
    try:
        row, message, at, parts, whole, *_added = json.loads(body)
        return Receipt(
            row=row,
            message=message,
            at=datetime.fromisoformat(at),
            parts=tuple(tuple(part) for part in parts),
            whole=whole,
        )
    except (ValueError, TypeError):
        return None
