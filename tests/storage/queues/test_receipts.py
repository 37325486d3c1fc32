"""Receipts of Telegram's answers survive the program, and match only their own message."""

import json
import struct
import zlib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.queues.outbox_due import QueuedMessage
from storage.queues.precedence import Precedence
from storage.queues.receipts import SLOT, SLOTS, Receipt, Receipts, fingerprint

MAY_DAY = datetime(2025, 5, 1, 12, tzinfo=UTC)
ROW = QueuedMessage(
    id=7,
    chat=100,
    payload="{}",
    about="K7QF/1",
    attempts=0,
    created_at=MAY_DAY,
    precedence=Precedence.MOVE,
)


def receipt(row: int, *parts: tuple[int, ...], whole: bool = True) -> Receipt:
    """Return a receipt for that row."""
    return Receipt(
        row=row, message=fingerprint(ROW), at=MAY_DAY, parts=parts or ((1,),), whole=whole
    )


def rows(receipts: Receipts) -> list[int]:
    """Return the rows with receipts in the file when it was opened."""
    return sorted(each.row for each in receipts.left())


def test_what_is_kept_is_there_after_a_kill_until_it_is_dropped(tmp_path: Path) -> None:
    """The last state is found, although a killed program closes nothing."""
    file = tmp_path / "bot.receipts"
    killed = Receipts.at(file)
    killed.keep(receipt(1))
    killed.keep(receipt(2, (5, 6), whole=False))
    killed.keep(receipt(2, (5, 6), (7,)))
    killed.keep(receipt(3))
    killed.drop(3)

    later = Receipts.at(file)

    assert sorted(later.left(), key=lambda each: each.row) == [receipt(1), receipt(2, (5, 6), (7,))]
    later.drop(1)
    assert rows(later) == [2]
    assert rows(Receipts.at(file)) == [2]
    assert oct(file.stat().st_mode & 0o777) == "0o600"


def test_half_a_receipt_is_none(tmp_path: Path) -> None:
    """A partial receipt, or one of another program's file, is ignored."""
    file = tmp_path / "bot.receipts"
    Receipts.at(file).keep(receipt(1))
    content = bytearray(file.read_bytes())
    (at,) = {number for number, byte in enumerate(content) if byte}.intersection(
        range(content.find(b"[1,"), content.find(b"[1,") + 1)
    )
    content[at + 10] ^= 1
    file.write_bytes(content)

    assert rows(Receipts.at(file)) == []


@pytest.mark.parametrize(("added", "kept"), [(["more"], [1]), ([], [])], ids=["more", "less"])
def test_a_receipt_of_another_version_stops_no_start(
    tmp_path: Path, added: list[str], kept: list[int]
) -> None:
    """What a later version has added is left out; a receipt in another form is ignored."""
    facts = [1, fingerprint(ROW), MAY_DAY.isoformat(), [[1]]]
    body = json.dumps([*facts, True, *added] if added else facts).encode()
    content = struct.pack(">HI", len(body), zlib.crc32(body)) + body
    file = tmp_path / "bot.receipts"
    file.write_bytes(content.ljust(SLOT, b"\0"))

    assert rows(Receipts.at(file)) == kept


def test_there_is_room_for_all_that_is_under_way_and_no_more(tmp_path: Path) -> None:
    """The file never grows, and a message without space is still sent."""
    file = tmp_path / "bot.receipts"
    receipts = Receipts.at(file)
    for row in range(SLOTS + 5):
        receipts.keep(receipt(row))
    receipts.drop(0)
    receipts.keep(receipt(99))
    receipts.keep(receipt(98, tuple(range(10**9, 10**9 + 100))))

    assert rows(Receipts.at(file)) == [*range(1, SLOTS), 99]
    assert file.stat().st_size == SLOT * SLOTS


def test_programs_share_a_folder_and_one_takes_over_what_the_dead_have_left(
    tmp_path: Path,
) -> None:
    """A running program has its own file, and all receipts of ended ones are read."""
    folder = tmp_path / "receipts"
    one, two, three = (Receipts.among(folder) for _ in range(3))
    for row, each in enumerate((one, two, three)):
        each.keep(receipt(row))
    assert [rows(each) for each in (one, two, three)] == [[], [], []]
    one.close()
    three.close()

    heir = Receipts.among(folder)

    assert rows(heir) == [0, 2]
    assert rows(Receipts.among(folder)) == []
    heir.close()
    assert rows(Receipts.among(folder)) == [0, 2]


def test_receipts_without_room_are_found_all_the_same(tmp_path: Path) -> None:
    """Of two programs that were killed with full files, no message is sent again."""
    for number in (1, 2):
        killed = Receipts.at(tmp_path / f"{number}.receipts")
        for row in range(SLOTS):
            killed.keep(receipt(number * SLOTS + row))
        killed.close()

    heir = Receipts.among(tmp_path)
    beside = Receipts.among(tmp_path)
    found = rows(heir)
    for row in found[:-1]:
        heir.drop(row)
    heir.close()

    assert found == list(range(SLOTS, 3 * SLOTS))
    assert rows(beside) == []
    assert rows(Receipts.among(tmp_path)) == found[-1:]


def test_without_a_file_they_end_with_the_program() -> None:
    """If no file can be created, the bot works without it."""
    receipts = Receipts()
    receipts.keep(receipt(1))
    receipts.drop(1)
    receipts.close()

    assert rows(receipts) == []


@pytest.mark.parametrize(
    "other",
    [
        replace(ROW, chat=101),
        replace(ROW, payload='{"to": 1}'),
        replace(ROW, created_at=datetime(2025, 5, 2, tzinfo=UTC)),
    ],
)
def test_another_message_under_the_same_number_is_not_taken_for_it(other: QueuedMessage) -> None:
    """Message numbers repeat after an old copy of the database is restored."""
    assert fingerprint(other) != fingerprint(ROW)
    assert fingerprint(replace(ROW, attempts=3, parts=((1,),))) == fingerprint(ROW)
