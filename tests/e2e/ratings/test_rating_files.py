"""Ratings in chat: accepted files, and the answers to others."""

import pytest

from bot.ratings.jobs import runner
from sandbox.faults import Refuse, ServerError
from tests.bot.documents.tables.files import ods, ods_row, xlsx
from tests.e2e.harness import Table
from tests.e2e.rating_talk import RatingTalk
from tests.e2e.texts import says
from tests.rating_files import absp_example, calendar


async def test_files_that_telegram_keeps_back_are_asked_for_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer names them and the files still needed; sent again, all are used.

    The same holds for the championship's tables, and for a server that keeps failing.
    """
    monkeypatch.setattr(runner, "FETCH_PAUSES", (0.0, 0.0))
    faults, (games, starts) = table.sandbox.faults, absp_example()
    talk = RatingTalk.of(table, "Xenia Radu")
    await talk.begin("absp")
    faults.add(Refuse(400, "Bad Request: wrong file_id"), method="getFile", times=1)
    answer = await talk.send(("partide.csv", games))
    assert "Nu am putut citi fișierul partide.csv: Telegram nu mi l-a dat." in answer.text
    assert "Mai trimite partidele, cu coloanele" in answer.text
    await talk.send(("ratinguri.csv", starts))
    assert "13 jucători, 12 partide" in (await talk.send(("partide.csv", games))).text
    faults.add(Refuse(400, "Bad Request: wrong file_id"), method="getFile", times=1)
    answer = await talk.send(("mai noi.csv", games))
    assert "Nu am putut citi fișierul mai noi.csv" in answer.text
    assert "13 jucători, 12 partide" in answer.text
    await talk.rate(answer)

    await talk.begin("cnis_season")
    faults.add(ServerError(), method="getFile", times=9)
    answer = await talk.send(("sezon.csv", calendar(7)))
    assert "Nu am putut citi fișierul sezon.csv: Telegram nu mi l-a dat." in answer.text
    assert "Mai trimite rezultatele sezonului" in answer.text
    faults.clear()
    answer = await talk.send(("sezon.csv", calendar(7)))
    assert "✓ rezultatele sezonului: sezon.csv" in answer.text
    assert "Mai trimite jucătorii" in answer.text


async def test_only_tables_are_taken_and_not_too_large_ones(table: Table) -> None:
    """Any other file, or too large a table, is refused, and the dialogue continues."""
    talk = RatingTalk.of(table)
    await talk.begin("frs")
    assert says(await talk.say("salut"), "rating.no_file")
    large = await talk.send(("mare.csv", b"x" * (21 << 20)))
    assert "prea mare: are 21" in large.text
    assert says(await talk.send_photo(), "rating.no_photo")
    assert says(await talk.send_voice(), "rating.no_photo")
    assert talk.user.last.labels == ("📎 Exemplu", "✖ Renunț")
    answer = await talk.send(
        ("carte.pdf", b"%PDF-1.7\n%\xe2\xe3\n1 0 obj,2\n"), ("poza.csv", b"\x89PNG\r\n" + bytes(9))
    )
    first, *wrong, last = answer.text.splitlines()
    assert first == "❌ Acesta nu este un tabel:"
    assert sorted(wrong) == [
        "• carte.pdf: este un fișier PDF; primesc CSV, XLSX, ODS sau XLS",
        "• poza.csv: este un fișier PNG; primesc CSV, XLSX, ODS sau XLS",
    ]
    assert last == "Exportă tabelul și trimite-l ca document."
    await talk.send(("rele.csv", b"x,y\n1,2\n"), ("scan.pdf", b"%PDF-1.4"))
    lines = talk.last[0].text.splitlines()
    assert lines[1] == "• scan.pdf: este un fișier PDF; primesc CSV, XLSX, ODS sau XLS"
    assert lines[2].startswith("• rele.csv, ")
    answer = await talk.send(
        (
            "formule.xlsx",
            xlsx(
                ["date", "type", "event", "player", "place"], ["2025-01-01", "free", "1", "=A1", 1]
            ),
        )
    )
    assert "formulă fără valoare" in answer.text
    summary = await talk.send(("bun.csv", calendar(2)))
    assert "▶ Calculează" in summary.labels
    await talk.press(summary, "Renunț")
    assert says(summary, "rating.stopped")
    assert await talk.stage() is None


async def test_a_table_is_read_as_its_keeper_has_it(table: Table) -> None:
    """A table can be a LibreOffice file in Romanian with a title; ignored parts are named."""
    talk = RatingTalk.of(table, "Xenia Radu")
    await talk.begin("absp")
    head = ods_row("Data", "Turneu", "Runda", "Jucător 1", "Jucător 2", "Scor 1", "Scor 2", "Masa")
    games = [
        ods_row("5.04.2025", "Etapa 2", "1", "Ana Pop", "Ion Rus", "400", "380", "1"),
        ods_row("5.04.2025", "Etapa 2", "1", "Mia Nou", "LIBER", "", "", ""),
    ]
    sheet = ods(ods_row("Etapa a II-a") + head + "".join(games))
    starts = b"Nume;Rating;Partide\nAna Pop;160,5;120\nIon Rus;150;80\n"
    answer = await talk.send(("etapa.ods", sheet), ("lista.csv", starts))

    assert "2 jucători, 1 partidă" in answer.text
    assert "am lăsat deoparte coloanele pe care nu le cunosc: Masa" in answer.text
    assert "nu intră în clasament, pentru că au numai pauze: Mia Nou" in answer.text
    assert "calculul pornește de la o listă" in answer.text
    assert "▶ Calculează" in answer.labels
