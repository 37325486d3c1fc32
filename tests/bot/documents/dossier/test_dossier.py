"""The case file for the Discipline Commission: its contents, its omissions, its verification."""

import hashlib
import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from bot.documents.dossier import verify
from bot.documents.dossier.archive import PackedDossier
from bot.documents.dossier.blocks import TextBlock
from bot.documents.dossier.composing import wording_of
from bot.documents.dossier.dispatches import messages
from bot.documents.dossier.facts import ArchiveOf, Elsewhere, Subject
from bot.documents.dossier.gathering import gather
from bot.documents.dossier.summary import summary
from bot.texts.articles import ARTICLES
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Notice, say
from bot.texts.notices.people.mail_states import MailState
from bot.texts.outgoing import notice_to_json
from engine.games.events import GameStarted
from engine.games.fold import begin, evolve
from engine.ids import Seat
from engine.matches.events import PersonsMerged, PlaceFreed
from engine.matches.ledger.entries import DaysChange
from storage import log
from storage.competitions import groups
from storage.competitions.groups import GroupChat, GroupKind
from storage.db import Database
from storage.people import people
from storage.queues import outbox
from storage.streams import match_stream
from tests.bot.documents.dossier.match import (
    ADVICE,
    CLAIM,
    CUP,
    DEFENCE,
    HABITS,
    REASON,
    RETURN_SEED,
    RULED,
    SECRET_REPLY,
    StoredMatch,
    stored_match,
)
from tests.bot.documents.dossier.packed import (
    SUBJECT,
    StoredDossier,
    page_text,
    pdf_text,
    run_verifier,
    text_of,
    unpack,
)
from tests.builders import noon
from tests.e2e.texts import worded


@pytest.fixture
def packed(stored_dossier: StoredDossier) -> PackedDossier:
    """Return the case file of the finished game in Romanian."""
    return stored_dossier.packed


@pytest.mark.article("10.2")
def test_the_archive_holds_all_that_a_commission_needs(packed: PackedDossier) -> None:
    """PDF, sheets, record, logs, how to check them, and names that any system can store."""
    with ZipFile(io.BytesIO(packed.content)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None

    assert packed.name == "dosar-K7QF-1.zip"
    assert names == [
        "CITESTE-MA.txt",
        "README.txt",
        "dossier.pdf",
        "messages.txt",
        "games/K7QF-1-competition-sheet.png",
        "games/K7QF-1-time-sheet.png",
        "games/K7QF-1.gcg",
        "streams/g-K7QF-1.jsonl",
        "streams/m-K7QF.jsonl",
        "streams/k-K7QF-1-1.jsonl",
        "cases/K7QF-1-1.json",
        "verify.py",
        "SHA256SUMS",
    ]
    assert all(re.fullmatch(r"[\w./-]+", name, re.ASCII) for name in names)


@pytest.mark.article("10.2")
def test_the_pdf_has_every_section(stored_dossier: StoredDossier) -> None:
    """Score, days, rulings with their reasons, deliveries with their times, lines, articles."""
    packed, stored = stored_dossier.packed, stored_dossier.stored
    text = pdf_text(packed)
    game = begin(next(e for e in stored.events if isinstance(e, GameStarted)))
    for event in stored.events[1:]:
        game = evolve(game, event)

    assert "Dosarul partidei K7QF/1" in text
    assert "Ion <b>Țîrlea</b>" in text
    assert f"Scor final: {game.red.score}–{game.blue.score}" in text
    for entry in packed.dossier.games[0].ledger:
        assert f"{entry.left} " in text
    assert text.count(REASON) >= 2
    assert "PAS trimis din greșeală" in text
    assert "adunare greșită" in text
    assert "04.05.2025 12:00:07 41, 42" in text
    assert "nu s-a putut trimite" in text
    assert "Joc frumos! <i>& noroc</i>" in text
    for said in (CLAIM, DEFENCE, RULED):
        assert " ".join(said.split()) in text
    assert text.count("Ion <b>Țîrlea</b> primește 3 zile de gândire în plus") == 3
    assert "art. 5.3" in text
    assert all(stream.head in text for stream in packed.dossier.streams)


@pytest.mark.article("7.2", "10.2")
def test_the_first_page_says_what_it_is_about(packed: PackedDossier) -> None:
    """The first page has the people, the claim, its author, the ruling's article, three proofs."""
    page = page_text(packed, 0)

    assert "Ana Pop" in page
    assert f"K7QF/1#1: {worded('claim.time')}" in page
    assert "împotriva: Ion <b>Țîrlea</b>" in page
    assert " ".join(CLAIM.split()) in page
    assert f"„{DEFENCE}”" in page
    assert "Decizia Ion <b>Țîrlea</b> primește 3 zile de gândire în plus" in page
    assert "✓ copia partidei: evenimentele 1–4" in page
    assert "✓ motivul" in page
    assert re.search(r"✓ partenerul anunțat: Ion <b>Țîrlea</b> *, 11\.05\.2025 12:00:00", page)


def test_a_message_is_a_line_by_its_name_and_its_words_are_a_file(packed: PackedDossier) -> None:
    """Sheets have their number, and each message's text is a file beside the page."""
    with ZipFile(io.BytesIO(packed.content)) as archive:
        messages = archive.read("messages.txt").decode()

    assert "fișele nr. 2 04.05.2025 12:00:07 41, 42" in pdf_text(packed)
    assert "Turul 1" not in pdf_text(packed)
    assert "Turul 1" in messages
    assert SECRET_REPLY not in messages


def test_each_players_days_are_a_ledger_of_their_own(packed: PackedDossier) -> None:
    """Red's changes come first in order, each with its balance, then Blue's."""
    text = pdf_text(packed)
    (file,) = packed.dossier.games
    red, blue = text.index("Partida K7QF/1, ROȘU: Ana"), text.index("Partida K7QF/1, ALBASTRU: Ion")

    assert red < text.index("concediu anunțat, 6 mai – 7 mai") > blue
    for seat in Seat:
        instants = [entry.at for entry in file.ledger if entry.seat is seat]
        assert instants == sorted(instants)


def test_the_ledger_in_it_is_that_of_the_game(stored_dossier: StoredDossier) -> None:
    """Every change of days is listed, and the last balances are the game's own."""
    (file,) = stored_dossier.packed.dossier.games
    changes = {entry.change for entry in file.ledger}

    assert changes >= {
        DaysChange.ALLOTTED,
        DaysChange.PLACED,
        DaysChange.PASSED,
        DaysChange.LEAVE_ANNOUNCED,
        DaysChange.GRANTED,
        DaysChange.ANNULLED,
    }
    for seat in Seat:
        last = [entry for entry in file.ledger if entry.seat is seat][-1]
        assert last.left == file.game.allowance(seat) - file.game.side(seat).days
    assert len(file.events) == len(stored_dossier.stored.events)


def test_nobodys_secrets_are_in_it(packed: PackedDossier) -> None:
    """The file has no unrevealed seed, private answer, account or chat, and nothing later."""
    with ZipFile(io.BytesIO(packed.content)) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    everything += pdf_text(packed).encode()

    for secret in (RETURN_SEED, SECRET_REPLY, ADVICE, "900100", "după dosar"):
        assert secret.encode() not in everything
    assert packed.dossier.left_out == 1


def test_anybody_can_check_it_with_python_alone(packed: PackedDossier, tmp_path: Path) -> None:
    """The enclosed program accepts an untouched archive, and prints the last hashes."""
    status, answer = run_verifier(unpack(packed, tmp_path))

    assert status == 0
    for stream in packed.dossier.streams:
        assert stream.head in answer
    assert "m-K7QF.jsonl: 1 event could not be checked" in answer
    assert answer.endswith("Everything else is as it was.\n")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (r"\"points\":9", r"\"points\":99", "event 7 has been changed"),
        ('"seq": 3', '"seq": 4', "event 3 does not follow"),
    ],
)
def test_a_changed_log_is_detected(
    packed: PackedDossier, tmp_path: Path, old: str, new: str, found: str
) -> None:
    """A changed figure or row number in a log is named, even if the sums were adjusted."""
    folder = unpack(packed, tmp_path)
    file = folder / "streams/g-K7QF-1.jsonl"
    content = file.read_text("utf-8")
    assert old in content
    sums = (folder / "SHA256SUMS").read_text("utf-8")
    was = hashlib.sha256(content.encode()).hexdigest()
    file.write_text(content.replace(old, new), "utf-8")
    now = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(sums.replace(was, now), "utf-8")

    status, answer = run_verifier(folder)

    assert status == 1
    assert found in answer


def test_an_added_file_or_a_missing_list_of_files_is_detected(
    packed: PackedDossier, tmp_path: Path
) -> None:
    """A log that the archive did not have is named, and so is a list that was removed."""
    folder = unpack(packed, tmp_path)
    copy = (folder / "streams/g-K7QF-1.jsonl").read_bytes()
    (folder / "streams/g-K7QF-2.jsonl").write_bytes(copy)
    status, answer = run_verifier(folder)
    assert status == 1
    assert "streams/g-K7QF-2.jsonl: not in SHA256SUMS" in answer

    (folder / "SHA256SUMS").unlink()
    status, answer = run_verifier(folder)
    assert status == 1
    assert "SHA256SUMS: missing" in answer


def test_a_dropped_row_or_file_is_detected(packed: PackedDossier, tmp_path: Path) -> None:
    """A removed row breaks the hash chain, and a different PDF is detected."""
    folder = unpack(packed, tmp_path)
    file = folder / "streams/g-K7QF-1.jsonl"
    rows = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(rows[:3] + rows[4:]), "utf-8")
    (folder / "dossier.pdf").unlink()

    status, answer = run_verifier(folder)

    assert status == 1
    assert "g-K7QF-1.jsonl: event 4 does not follow the one before it" in answer
    assert "dossier.pdf: not the file that was bound" in answer
    assert "streams/g-K7QF-1.jsonl: not the file that was bound" in answer


@pytest.mark.parametrize("left", ["", "0" * 64 + "  messages.txt"])
def test_a_folder_without_a_log_is_never_called_unchanged(tmp_path: Path, left: str) -> None:
    """A list of files that is empty or names other files proves nothing about a log."""
    (tmp_path / "SHA256SUMS").write_text(left, "utf-8")
    shutil.copy(verify.__file__, tmp_path / "verify.py")

    status, answer = run_verifier(tmp_path)

    assert status == 1
    assert "streams: no log is here" in answer


@pytest.mark.parametrize(
    ("file", "content", "found"),
    [
        ("streams/g-K7QF-1.jsonl", "", "g-K7QF-1.jsonl: line 1 cannot be read"),
        ("streams/g-K7QF-1.jsonl", '{"seq": 1}\n[]\n', "g-K7QF-1.jsonl: line 2 cannot be read"),
        ("cases/K7QF-1-1.json", '[{"digest": ""}]', "K7QF-1-1.json: cannot be read"),
        ("cases/K7QF-1-1.json", "\0", "K7QF-1-1.json: cannot be read"),
        (
            "cases/K7QF-1-1.json",
            '[{"digest": "", "salt": "", "text": ""}]',
            "K7QF-1-1.json: not what the log speaks of",
        ),
        ("SHA256SUMS", "no list\n", "SHA256SUMS: not the file that was bound"),
    ],
)
def test_a_damaged_file_is_named_without_a_traceback(
    packed: PackedDossier, tmp_path: Path, file: str, content: str, found: str
) -> None:
    """A line or file that cannot be read is reported by name, and the others are still checked."""
    folder = unpack(packed, tmp_path)
    (folder / file).write_text(content, "utf-8")

    status, answer = run_verifier(folder)

    assert status == 1
    assert found in answer
    assert "m-K7QF.jsonl: 1 event could not be checked" in answer


def test_a_statement_without_its_salt_is_no_erased_statement(
    packed: PackedDossier, tmp_path: Path
) -> None:
    """A changed text is detected also without its salt: an erased statement has neither."""
    folder = unpack(packed, tmp_path)
    file = folder / "cases/K7QF-1-1.json"
    (claim, *others) = json.loads(file.read_text("utf-8"))
    changed = {**claim, "salt": "", "text": "Nothing happened."}
    file.write_text(json.dumps([changed, *others]), "utf-8")

    assert f"not what the log speaks of: {claim['digest']}" in run_verifier(folder)[1]


@pytest.mark.parametrize("sign", ["\u2028", "\x85"])
def test_a_line_of_a_log_ends_with_a_line_feed_alone(tmp_path: Path, sign: str) -> None:
    """Another separator in a person's text does not split its event."""
    file = tmp_path / "g-1.jsonl"
    payload = json.dumps({"reason": f"late{sign}again"}, ensure_ascii=False)
    row = {"stream": "g:1", "seq": 1, "name": "Ruled", "version": 1, "at": "2025-05-01"}
    row |= {"previous": "0" * 64, "payload": payload}
    hashed = "\n".join(str(row[field]) for field in verify.HASHED)
    row["hash"] = verify.sha256(hashed.encode())
    file.write_text(json.dumps(row, ensure_ascii=False) + "\n", "utf-8")

    checked = verify.checked_log(file)

    assert (checked.events, checked.faults) == (1, [])


async def test_messages_to_groups_say_which_group(database: Database) -> None:
    """The competition's own, an arbiter's archive, and an unlinked group are distinguished."""
    stored = await stored_match(database, competition=CUP)
    async with database.transaction() as tx:
        for chat, kind in ((-100, GroupKind.COMPETITION), (-200, GroupKind.ARCHIVE)):
            new = GroupChat(
                chat=chat,
                kind=kind,
                competition=CUP,
                person=stored.arbiter,
                language="ro",
            )
            await groups.link(tx, new, noon())
        ended = say("game.ended", game="K7QF/1", how="", why=None, score="")
        payload = json.dumps(notice_to_json(Notice(to=1, text=ended)))
        for chat in (-100, -200, -300):
            row = outbox.Outgoing(chat=chat, payload=payload, about=stored.game)
            await outbox.queue(tx, [row], noon(3))
    async with database.reading() as tx:
        deliveries = (await gather(tx, stored.shared, SUBJECT)).deliveries
    recipients = [each.to for each in deliveries if each.at == noon(3)]

    assert Elsewhere.COMPETITION_GROUP in recipients
    assert ArchiveOf(stored.arbiter) in recipients
    text = await text_of(database, stored)
    assert "grupul competiției" in text
    assert "Maria Dan, grupul de arhivă" in text
    assert "un grup sau altcineva" in text


def test_pages_are_numbered_and_marked(packed: PackedDossier) -> None:
    """Every page shows its number and the total, and each section has a bookmark."""
    with ZipFile(io.BytesIO(packed.content)) as archive:
        reader = PdfReader(io.BytesIO(archive.read("dossier.pdf")))
    count = len(reader.pages)

    for number, page in enumerate(reader.pages, start=1):
        assert f"pagina {number} din {count}" in page.extract_text()
    titles = [item.title for item in reader.outline if not isinstance(item, list)]
    assert titles[:3] == [
        "Fișa de concurs, partida K7QF/1",
        "Fișa timp gândire, partida K7QF/1",
        "Depunerile",
    ]
    assert reader.metadata is not None
    assert reader.metadata.title == "Dosarul partidei K7QF/1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_article_has_its_line(language: str) -> None:
    """Every article that a case file cites is listed in it."""
    lines = {load_catalogue(language).plain(say(f"article.{article}")) for article in ARTICLES}

    assert len(lines) == len(ARTICLES) == 34


def test_the_summary_quotes_the_claimant_alone(stored_dossier: StoredDossier) -> None:
    """Without words of the claimant, the opponent's defence is not quoted as the claim."""
    dossier = stored_dossier.packed.dossier
    (record,) = dossier.cases
    defence = tuple(said for said in record.statements if said.author == record.case.against)
    without = replace(dossier, cases=(replace(record, statements=defence),))

    (_, asked), *others = summary(without, wording_of(without, load_catalogue("ro")))

    assert defence[0].text not in asked
    assert any(defence[0].text in text for _, text in others)


def test_mails_are_a_proof_without_an_opened_page(stored_dossier: StoredDossier) -> None:
    """A player whose devices have ended still had their mails (art. 7.2)."""
    dossier = stored_dossier.packed.dossier
    mail = MailState(server="mx.example.org", accepted_at=None, refused_at=None, stopped_at=None)
    without = replace(dossier, opened={}, mails={stored_dossier.stored.red: mail})

    texts = [
        block.text
        for block in messages(without, wording_of(without, load_catalogue("ro")))
        if isinstance(block, TextBlock)
    ]

    assert any(text.startswith("E-mailuri către Ana Pop") for text in texts)


async def test_everybody_whom_an_event_names_has_a_name(
    database: Database, stored: StoredMatch
) -> None:
    """A seat that was freed, and a person who turned out to be another, are told by name."""
    async with database.transaction() as tx:
        place, other = [await people.create(tx, name, HABITS) for name in ("Loc liber", "Dan Ene")]
        head = await log.head(tx, match_stream("K7QF"))
        freed = PlaceFreed(
            at=noon(21), arbiter=stored.arbiter, person=stored.blue, place=place.id, reason="cont"
        )
        merged = PersonsMerged(at=noon(21), arbiter=stored.arbiter, person=place.id, into=other.id)
        await log.append(tx, match_stream("K7QF"), head.seq, (freed, merged), noon(21))

    text = await text_of(database, stored, Subject.named("K7QF", at=noon(25)))

    assert "Loc liber" in text
    assert "Dan Ene" in text
