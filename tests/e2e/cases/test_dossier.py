"""`/dosar` and `/jurnal`: the people who may have them, and the contents of the file."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import pytest_asyncio
from click.testing import CliRunner, Result
from pypdf import PdfReader
from sqlalchemy import make_url

from bot.__main__ import main
from bot.texts.i18n import load_catalogue
from bot.texts.notices.days.ledger import balance_text
from engine.ids import Seat
from engine.matches.ledger.ledger import ledger
from tests.e2e.bench import choose, claim, own_case, tap
from tests.e2e.cases.dossier_shared import archive_of, evened, pdf_text
from tests.e2e.harness import Pair, Table, bucharest, continues, last_with, match_begun
from tests.e2e.harness import table as laid_table
from tests.e2e.texts import facts_of, mentions, says, told, worded


@continues(match_begun)
async def resigned_after_leave(table: Table) -> tuple[Any, ...]:
    """Play a game with leave, used days and a chat line; then Blue resigns."""
    pair = Pair(table, *table.done)
    await table.say(pair.blue, "/concediu 5.05 6.05")
    await pair.place(pair.red, "H8 COLA")
    await table.travel_to(bucharest("2025-05-09"))
    await pair.place(pair.blue, "PAS")
    await table.say(pair.red, f"/mesaj {pair.id} Nu te grăbi!")
    (asked,) = await table.say(pair.blue, f"/abandon {pair.id}")
    await table.press(pair.blue, asked, "button.abandon")
    await table.travel(0.1)
    return table.done


@pytest_asyncio.fixture(name="resigned")
async def _resigned(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give that match after its home game."""
    async with laid_table(tmp_path, after=resigned_after_leave) as laid:
        yield Pair(laid, *laid.done)


def written(*arguments: str) -> Result:
    """Run `turretur`."""
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.article("10.2")
async def test_the_case_file_from_first_word_to_last(resigned: Pair) -> None:
    """After the game a player gets it, too, without naming it; its figures are those of the game.

    Of the return game, which runs, there is none yet.
    """
    pair, table = resigned, resigned.table
    for user in (pair.red, pair.blue):
        await table.press(user, last_with(user, f"ret:{pair.code}"), "button.return_leg")
    *_, answer = await table.say(pair.blue, "/dosar")
    archive, game = archive_of(answer), await pair.game()
    text = pdf_text(archive)

    assert says(answer, "dossier.sent", name=pair.id)
    assert answer.document is not None
    assert answer.document.name == f"dosar-{pair.code}-1.zip"
    assert len(answer.document.content) < 2_000_000
    score = f"{game.red.score}–{game.blue.score}"
    assert f"Scor final: {score}" in text
    assert evened(worded("ending.abandoned", who="Ion Rus")) in text
    assert "Nu te grăbi!" in text
    rows = archive.read(f"streams/g-{pair.code}-1.jsonl").decode().splitlines()
    assert len(rows) == len(await pair.events())
    assert json.loads(rows[-1])["name"] == "game.ended"
    await _by_the_command_line(table, pair, archive)


async def _by_the_command_line(table: Table, pair: Pair, sent: ZipFile) -> None:
    """`turretur dossier` writes the identical file and prints its summary as JSON."""
    folder = str(Path(make_url(table.config.storage.url).database or "").parent)
    at = table.sandbox.clock.now().isoformat()
    arguments = ("dossier", pair.id, "--database", table.config.storage.url, "--out", folder)
    result = await asyncio.to_thread(written, *arguments, "--at", at, "--json")
    assert result.exit_code == 0, result.output
    report, game = json.loads(result.output), await pair.game()

    (summary,) = report["games"]
    assert summary["red_score"] == game.red.score
    assert summary["blue_days"] == game.blue.days
    assert report["streams"][f"g/{pair.id}"]["events"] == len(await pair.events())
    with ZipFile(report["file"]) as made:
        for name in sent.namelist():
            assert made.read(name) == sent.read(name), name

    unknown = await asyncio.to_thread(written, "dossier", "ZZZZ/1", *arguments[2:])
    assert (unknown.exit_code, unknown.output.count("\n")) == (2, 1)
    vague = await asyncio.to_thread(written, *arguments, "--at", "2025-05-09T10:00:00")
    assert "the offset from UTC is missing" in vague.output


@pytest.mark.article("7.2", "9.1", "10.2")
async def test_what_waits_stands_first_and_every_message_has_a_name(casa: Pair) -> None:
    """It lists silence, then ended games; a closed case is not called withdrawn.

    The first page names unanswered requests, the proposed end and each delivery. A board shown
    again after a ruling is no second move; each word has its author. While the game runs only the
    arbiter gets the file.
    """
    pair, table = casa, casa.table
    await _only_for_the_arbiter(pair)
    await table.say(pair.red, f"/mesaj {pair.id} Spor la joc!")
    taken_back = await claim(pair, pair.red, "conduct")
    (filed,) = told(pair.red.messages, "claim.filed", case=taken_back)
    await tap(table, pair.red, filed, "back")
    await tap(table, pair.red, filed, "back:yes")
    card = await own_case(table, pair.id)
    own = facts_of(card, "case.card")["case"]
    await table.press(table.arbiter, card, "button.case.close")
    card = await own_case(table, pair.id)
    await choose(table, card, "extension", "extension.blue.n5")
    for day in ("2025-05-06", "2025-05-12"):
        await table.travel_to(bucharest(day))

    (file,) = await table.say(table.arbiter, f"/dosar {pair.code}")

    archive = archive_of(file)
    book = PdfReader(io.BytesIO(archive.read("dossier.pdf")))
    pages = [evened(page.extract_text()) for page in book.pages]
    first, text = " ".join(pages[:2]), " ".join(pages)
    assert "Partida este în desfășurare" in pages[0]
    assert "Ion Rus nu a răspuns de 11 zile" in pages[0]
    assert evened(worded("ending.no_show", who="Ion Rus")) in pages[0]
    assert "Ana Pop 1,5300 · Ion Rus 0,0000 (art. 9.1)" in pages[0]
    assert "✓ 1 mai 2025, 10:00: depunerea H8 CASA a partenerului" in pages[0]
    assert "✓ 6 mai 2025, 10:00: tabla, retrimisă după 5 zile" in pages[0]
    assert first.index("Ion Rus nu a răspuns") < first.index(taken_back)
    assert worded("dossier.case_withdrawn", who="Ana Pop") in first
    assert worded("dossier.case_given_up", who="Radu Arbitru") in first
    assert own in first
    assert "„”" not in text
    assert "împotriva: „" not in text
    assert worded("article.9.1") in text
    assert text.count(worded("delivery.placement", position="H8", word="CASA")) == 2
    assert worded("delivery.board_again") in text
    assert worded("delivery.line", who="Ana Pop") in text


async def _only_for_the_arbiter(pair: Pair) -> None:
    """Have a player and a stranger ask for the case file of a running game."""
    table = pair.table
    (none_yet,) = await table.say(pair.red, "/dosar")
    assert says(none_yet, "dossier.none_yet")
    (early,) = await table.say(pair.red, f"/dosar {pair.id}")
    assert mentions(early, "fault.dossier_too_early", game=pair.id)
    stranger = table.sandbox.add_user("Un străin", language_code="ro")
    (refused,) = await table.say(stranger, f"/dosar {pair.code}")
    assert refused.document is None
    (how,) = await table.say(stranger, "/dosar")
    assert says(how, "dossier.how")


async def test_the_ledger_lists_every_change_with_its_balance(resigned: Pair) -> None:
    """`/jurnal` shows both players' time from the game's events, to arbiter and players."""
    pair, table = resigned, resigned.table

    entries = ledger(await pair.events())
    for person in (pair.red, table.arbiter):
        answers = await table.say(person, f"/jurnal {pair.id}")
        text = "\n".join(message.text for message in answers)
        for entry in entries:
            assert load_catalogue("ro").plain(balance_text(entry)) in text
        assert text.count("•") == len(entries)
        assert "concediu anunțat, 5 mai – 6 mai: 2 zile" in text
    blue = [entry for entry in entries if entry.seat is Seat.BLUE]
    game = await pair.game()
    assert blue[-1].left == game.allowance(Seat.BLUE) - game.blue.days
    stranger = table.sandbox.add_user("Un străin", language_code="ro")
    (refused,) = await table.say(stranger, f"/jurnal {pair.id}")
    assert "•" not in refused.text
