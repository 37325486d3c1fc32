"""Forged and replayed presses, and uploads that try to harm."""

import io
import struct
import zipfile
import zlib
from dataclasses import replace

import pytest

from bot.chat.commands import COMMANDS
from bot.chat.ratings.list_files import MOST_FILES
from bot.chat.routes import BUTTONS
from bot.ratings.jobs.draft import UnfetchedFile, draft_from_json, draft_to_json
from bot.ratings.jobs.jobs import stored_file
from storage.ratings import rating_work
from tests.e2e.bench import person_of
from tests.e2e.harness import Pair, Table
from tests.e2e.rating_talk import RatingTalk
from tests.e2e.texts import says, told


async def test_a_press_replayed_has_its_effect_once(pair: Pair) -> None:
    """The button of a sent move, an older preview or another game does nothing."""
    first = await pair.type(pair.red, "H8 CASA")
    stale = first.buttons[0].data
    second = await pair.type(pair.red, "8H CASA")
    fresh = second.buttons[0].data
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
    assert len(told(pair.blue.messages, "turn.board", game=pair.id)) == 1


async def test_a_press_on_an_older_version_of_the_game_changes_nothing(pair: Pair) -> None:
    """A preview from before the end of the game says so, and nothing is played."""
    shown = await pair.type(pair.red, "H8 CASA")
    (question,) = await pair.table.say(pair.red, f"/abandon {pair.id}")
    await pair.table.press(pair.red, question, "button.abandon")
    before = await pair.events()
    await pair.table.press(pair.red, shown, "button.send")
    assert says(shown, "play.overtaken", placement="H8 CASA")
    assert await pair.events() == before


def bomb(side: int) -> bytes:
    """Return a tiny PNG that claims this width and height."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        crc = struct.pack(">I", zlib.crc32(kind + content))
        return struct.pack(">I", len(content)) + kind + content + crc

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(b"\0" * 200_000, 9))
    return b"\x89PNG\r\n\x1a\n" + head + rows + chunk(b"IEND", b"")


def zip_bomb() -> bytes:
    """Return a small archive that unpacks to far more than it declares."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    return out.getvalue()


@pytest.mark.only_telegram("sends files")
async def test_hostile_files_are_refused_and_nothing_else_suffers(pair: Pair) -> None:
    """Bombs, programs, wrong types and paths get an answer, nobody receives them."""
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
    assert told(pair.blue.messages, "turn.board", game=pair.id)


async def test_every_command_and_button_is_named_once() -> None:
    """No name has two meanings."""
    names = [name for each in COMMANDS for name in each.names]
    assert len(names) == len(set(names))
    assert all(len(verb) <= 9 and ":" not in verb for verb in BUTTONS)


async def test_names_with_tricks_are_shown_readable_everywhere(table: Table) -> None:
    """Hiding, reversing or stacking characters are removed before the name is first stored."""
    piled = "Zed\u0337\u0334\u035d\u0337\u0334 Ion"
    code, _, _ = await table.invite(first="Ana\u202e Pop\u200b", second=piled)
    answers = await table.say(table.arbiter, f"/meciuri {code}")
    shown = "".join(each.text for each in answers)
    assert "Ana Pop" in shown
    assert "Zed\u0337\u0334\u0337 Ion" in shown


async def test_files_for_lists_pile_up_for_nobody(table: Table) -> None:
    """Each person has a limited number, and unused ones are deleted."""
    talk = RatingTalk.of(table, "Încarcă Tot")
    asked = await talk.begin("frs")
    number = await person_of(table, talk.user)
    async with table.app.runtime.database.transaction() as tx:
        work = await rating_work.find(tx, number)
        assert work is not None
        sent = tuple(UnfetchedFile(file_id=f"f{n}", name="x.csv") for n in range(MOST_FILES))
        draft = replace(draft_from_json(work.draft), sent=sent)
        await rating_work.put(tx, replace(work, draft=draft_to_json(draft)))
        await rating_work.add_file(tx, work.token, stored_file(1, "x.csv", b"x"), work.at)
    assert says(await talk.send(("a.csv", b"date,player")), "rating.too_many", most=MOST_FILES)

    await table.forge(talk.user, asked, "rat:system:frs")
    assert says(await talk.say("salut"), "rating.no_file")
    async with table.stored.database.reading() as tx:
        assert await rating_work.files_of(tx, work.token) == []
