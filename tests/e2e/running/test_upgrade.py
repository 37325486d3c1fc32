"""A database of version 0.1.0, upgraded through 0.3.0 and taken over by the present program.

`tests/data/databases/0.1.0-through-0.3.0.sql.gz` is from the first version's bot: a competition of
six matches just begun, a match of seven moves, and one that waits for approval. The bot was stopped
at 23:30, when it still delayed the last move's sheets until morning.
"""

import gzip
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from bot.runtime.clock import FixedClock
from engine.gcg.reader import read_gcg
from sandbox import Sandbox, SandboxUser, serve
from sandbox.numbers import Numbers
from tests.e2e.bench import later
from tests.e2e.harness import DATABASE, Pair, Table, config_for, watched
from tests.e2e.plays import best
from tests.e2e.texts import facts_of, mentions, says, told

LEFT = Path(__file__).parents[2] / "data" / "databases" / "0.1.0-through-0.3.0.sql.gz"
STOPPED = datetime(2025, 5, 13, 20, 31, tzinfo=UTC)
PEOPLE = (
    "Olga Operator",
    "Radu Arbitru",
    "Geo Luca de pe telefon",
    "Vio Marin de pe telefon",
    "Ion Nae de pe telefon",
    "Mia Pop de pe telefon",
    "Ana de pe telefon",
    "Ionel",
    "Dan Ene",
    "Ema Ilie",
)
"""Everybody in that sandbox, in the order in which they came."""
RUNNING, PLAYED = "B8JT", "XSWU"
NEXT_UPDATE, NEXT_MESSAGE = 700_000_077, 1_001


@pytest.fixture
async def taken_over(tmp_path: Path) -> AsyncIterator[Table]:
    """Give the present bot on the database that the bot of 0.1.0 has left."""
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.executescript(gzip.decompress(LEFT.read_bytes()).decode())
    sandbox = Sandbox(clock=FixedClock(STOPPED))
    operator, arbiter, *_ = [sandbox.add_user(name, language_code="ro") for name in PEOPLE]
    for chat in sandbox.world.book.chats.values():
        chat.knows_bot = True
    sandbox.world.updates.next_id = NEXT_UPDATE
    sandbox.world.book._shared_message_ids = Numbers(NEXT_MESSAGE)
    async with serve(sandbox) as base_url:
        config, _ = config_for(tmp_path, base_url, sandbox.token, operator.id)
        async with watched(Table(sandbox, config, operator, arbiter)) as laid:
            yield laid


def person(laid: Table, name: str) -> SandboxUser:
    """Return the person of that name."""
    return next(user for user in laid.sandbox.users.values() if user.name == name)


def running(laid: Table) -> Pair:
    """Return the running match."""
    return Pair(laid, RUNNING, person(laid, "Ana de pe telefon"), person(laid, "Ionel"))


async def test_what_was_held_back_comes_once_and_play_goes_on(taken_over: Table) -> None:
    """The last move's sheets arrive in the morning, and the answer to them counts."""
    pair = running(taken_over)
    await taken_over.travel(1 / 2)
    held = told(pair.blue.messages, "sheets.caption", game=pair.id)
    await pair.place(pair.blue, best(await pair.game()) or "PAS")

    assert len(held) == 1
    assert len(told(pair.red.messages, "turn.board", game=pair.id)) == 1
    assert len((await pair.game()).moves) == 8


async def test_days_and_leave_go_on_as_they_stood(taken_over: Table) -> None:
    """Blue's days continue as announced, and the announced leave begins on its day."""
    pair = running(taken_over)
    await taken_over.travel(1 / 2)  # past the quiet hours, in which reminders wait
    await later(taken_over, 29)
    await taken_over.travel(9)

    (warned,) = told(pair.blue.messages, "remind.last_day", game=pair.id)
    (exceeded,) = told(pair.blue.messages, "time.exceeded_you", game=pair.id)
    assert warned.date.date() == date(2025, 6, 13)
    assert facts_of(exceeded, "time.exceeded_you")["n"].startswith("31 ")
    assert says(pair.blue.messages[-1], "remind.leave_begins_you")


async def test_results_proposed_to_the_old_bot_are_approved(taken_over: Table) -> None:
    """The match is approved with the proposed coefficients, which can be shown again."""
    match = Pair(taken_over, PLAYED, person(taken_over, "Dan Ene"), person(taken_over, "Ema Ilie"))
    (card,) = await taken_over.say(taken_over.arbiter, f"/omologheaza {PLAYED}")
    await taken_over.press(taken_over.arbiter, card, "button.homologate")

    results = (await taken_over.stored.match(PLAYED)).results
    assert [(each.red, each.blue) for each in results] == [
        (Decimal("1.0000"), Decimal("1.0000")),
        (Decimal("1.5000"), Decimal("0.5000")),
    ]
    assert mentions(match.red.messages[-1], "results.final")


async def exported(laid: Table, user: SandboxUser, game: str) -> str:
    """Return the record of a game, as one of its players gets it."""
    answers = await laid.say(user, f"/export {game}")
    files = [one.document for one in answers if one.document is not None]
    (record,) = [one.content for one in files if one.name.endswith(".gcg")]
    return read_gcg(record).title


async def test_what_was_printed_once_keeps_its_title(taken_over: Table) -> None:
    """The old match keeps its first sheets' title; a new match is friendly."""
    federation = taken_over.app.shared.competition
    dan = person(taken_over, "Dan Ene")
    (answer,) = await taken_over.say(taken_over.arbiter, f"/dosar {PLAYED}")
    assert answer.document is not None
    with ZipFile(BytesIO(answer.document.content)) as archive:
        cover = PdfReader(BytesIO(archive.read("dossier.pdf"))).pages[0].extract_text()
        bound = read_gcg(archive.read(f"games/{PLAYED}-1.gcg")).title

    assert await exported(taken_over, dan, f"{PLAYED}/1") == bound == federation
    assert " ".join(federation.split()) in " ".join(cover.split())
    pair = running(taken_over)
    assert await exported(taken_over, pair.red, pair.id) == federation
    new = await taken_over.match(red=dan, blue=person(taken_over, "Ema Ilie"))
    assert await exported(taken_over, new.red, new.id) == "Meci cu arbitru"
