"""Presses nobody was offered, replayed and made up, and uploads meant to harm."""

import io
import struct
import zipfile
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.dispatch import BUTTONS, COMMANDS, Dispatcher
from bot.messages import Incoming, Sender
from bot.office.unit import BUTTON_BYTES, UnitOfWork
from bot.outgoing import notice_to_json
from storage import log
from tests.e2e.harness import Pair, Table
from tests.e2e.texts import told

pytestmark = pytest.mark.asyncio(loop_scope="session")

WORDS = ["yes", "no", "red", "blue", "new", "off", "x", "-1", "0", "1", "99999999999999999999", "²",
         "%s", "{0}", "'; DROP TABLE persons;--", "\u202e", "2025-05-10", "../..", "sheet", "home",
         "all", "ZZZZ", "ZZZZ/1", "ZZZZ/1#1", "1:1", ":", "::::", "", " "]  # fmt: skip
"""What a button's data is made of, good and bad; the game's own codes come with the test."""


class Undone(Exception):  # noqa: N818  (no error: it takes everything back)
    """What was tried is taken back."""


async def pressed(pair: Pair, data: str, sender: Sender) -> tuple[list[str], int]:
    """Act on a press in a transaction that is taken back; return what was said, and new events."""
    app = pair.table.app
    said: list[str] = []
    written = 0
    incoming = Incoming(
        update=2**40,
        sender=sender,
        chat=sender.id,
        private=True,
        at=app.office.clock.now(),
        message=1,
        callback="made up",
        data=data,
    )
    try:
        async with app.office.database.transaction() as tx:
            unit = UnitOfWork(tx, app.office.clock.now())
            before = await _events(tx)
            await Dispatcher(app.shared)(incoming, unit)
            said = [str(notice_to_json(notice)) for notice in unit.notices]
            written = await _events(tx) - before
            raise Undone  # noqa: TRY301  (it is the transaction that is to see it)
    except Undone:
        return said, written


async def _events(tx: AsyncConnection) -> int:
    return sum([(await log.head(tx, name)).seq for name in await log.streams(tx)])


async def test_no_button_does_for_a_stranger_what_is_not_his(pair: Pair) -> None:
    """Whatever a button's data says, a stranger writes no event and is shown nobody's letters.

    Nor does any of it end in an error: an answer is all that comes, and to nobody else.
    """
    game = await pair.game()
    secrets = [game.red.rack, game.blue.rack, game.sequence]
    preview = await pair.type(pair.red, "H8 CASA")
    token = preview.buttons[0].data.partition(":")[2]
    pieces = [*WORDS, pair.id, pair.code, f"{pair.id}#1", token, str(pair.red.id)]
    data: list[str] = []

    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(sorted(BUTTONS)), st.lists(st.sampled_from(pieces), max_size=4))
    def collect(verb: str, parts: list[str]) -> None:
        data.append(":".join([verb, *parts]).encode()[:BUTTON_BYTES].decode(errors="ignore"))

    collect()
    named = ["", f":{pair.id}", f":{pair.code}", f":{token}", f":{pair.id}:yes", f":{pair.id}#1"]
    data += [verb + rest for verb in BUTTONS for rest in named]
    stranger = Sender(4_444_444, "Străin", "ro")
    for each in dict.fromkeys(data):
        said, written = await pressed(pair, each, stranger)
        assert written == 0, each
        for secret in secrets:
            assert not any(secret in one for one in said), each
        for other in (pair.red.id, pair.blue.id):
            assert not any(f"'to': {other}," in one for one in said), each


async def test_a_press_replayed_has_its_effect_once(pair: Pair) -> None:
    """The button of a move already sent, of an older preview, or of another game does nothing."""
    first = await pair.type(pair.red, "H8 CASA")
    second = await pair.type(pair.red, "8H CASA")
    stale, fresh = first.buttons[0].data, second.buttons[0].data
    await pair.table.forge(pair.red, second, stale)
    assert (await pair.game()).moves == ()
    (other,) = await pair.table.say(pair.blue, "/ajutor")
    await pair.table.forge(pair.blue, other, fresh)
    assert (await pair.game()).moves == ()

    await pair.table.forge(pair.red, second, fresh)
    assert len((await pair.game()).moves) == 1
    for _ in range(3):
        await pair.table.forge(pair.red, second, fresh)
        await pair.table.forge(pair.blue, other, fresh)
    assert len((await pair.game()).moves) == 1
    assert len(told(pair.blue.messages, "sheets.caption", game=pair.id)) == 1


def bomb(side: int) -> bytes:
    """Return a tiny PNG that claims to be that wide and high."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + crc

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(b"\0" * 200_000, 9))
    return b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")


def zip_bomb() -> bytes:
    """Return a small archive that unpacks to far more than it says it should."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    return out.getvalue()


async def test_hostile_files_are_refused_and_nothing_else_suffers(pair: Pair) -> None:
    """Bombs, programs, wrong types and paths: an answer, nobody is sent them, the game goes on."""
    files = [
        ("bomb.png", bomb(60_000)),
        ("liar.jpg", b"MZ" + b"\0" * 500),
        ("empty.png", b"\0"),
        ("page.png", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        ("../../../etc/passwd", b"root:x:0:0"),
        ("sheet.xlsx", zip_bomb()),
        ("list.csv", b"=1+1,@SUM(A1)\n" * 50),
        ("script.html", b"<script>alert(1)</script>"),
        ("a" * 250 + ".exe", b"MZ"),
        ("\u202egnp.exe", b"MZ"),
    ]
    seen = len(pair.blue.messages)
    for name, content in files:
        heard = len(pair.red.messages)
        pair.red.send_document(name, content)
        await pair.table.settle()
        assert len(pair.red.messages) > heard + 1, name

    passed_on = [each for each in pair.blue.messages[seen:] if each.document or each.photo]
    assert passed_on == []
    await pair.place(pair.red, "H8 CASA")
    assert told(pair.blue.messages, "sheets.caption", game=pair.id)


async def test_every_command_and_button_is_named_once() -> None:
    """No name stands for two things."""
    names = [name for each in COMMANDS for name in {each.romanian, each.english}]
    assert len(names) == len(set(names))
    assert all(len(verb) <= 9 and ":" not in verb for verb in BUTTONS)


async def test_names_with_tricks_are_shown_readable_everywhere(shared: Table) -> None:
    """A name that hides, turns or piles is cleaned where it is first kept."""
    piled = "Zed\u0337\u0334\u035d\u0337\u0334 Ion"
    code, _, _ = await shared.invite(first="Ana\u202e Pop\u200b", second=piled)
    answers = await shared.say(shared.arbiter, f"/meciuri {code}")
    shown = "".join(each.text for each in answers)
    assert "Ana Pop" in shown
    assert "Zed\u0337\u0334\u035d Ion" in shown
