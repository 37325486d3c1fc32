"""The file for the Discipline Commission: what is in it, what is not, how it is checked."""

import hashlib
import io
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
import pytest_asyncio
from pypdf import PdfReader

from bot.dossier.chapters import ARTICLES
from bot.dossier.making import Bound, dossier_file
from bot.dossier.reading import NothingToShow
from bot.dossier.secrets import is_public, key_of, without_words
from bot.dossier.subject import Subject
from bot.language.i18n import LANGUAGES, catalogue
from bot.messages import Notice, say
from bot.outgoing import notice_to_json, text_to_json
from engine.games.events import GameStarted
from engine.games.fold import begin, evolve
from engine.ids import Leg, Seat
from engine.matches.events import LegStarted
from engine.matches.ledger_entries import Change
from storage import groups, log, outbox, statements
from storage.db import Database
from storage.forgetting import forget
from storage.groups import GroupChat, GroupKind
from storage.streams import match_stream
from tests.bot.dossier.match import (
    ADVICE,
    ASKED,
    CLAIM,
    CUP,
    DEFENCE,
    REASON,
    RETURN_SEED,
    RULED,
    SECRET_REPLY,
    StoredMatch,
    stored_match,
)
from tests.builders import noon
from tests.databases import empty_database
from tests.e2e.texts import worded

SUBJECT = Subject(name="K7QF/1", at=ASKED)


@pytest_asyncio.fixture
async def stored(database: Database) -> StoredMatch:
    """Store the match."""
    return await stored_match(database)


@dataclass(frozen=True, slots=True)
class Once:
    """A match stored, and its dossier."""

    stored: StoredMatch
    bound: Bound


async def made(
    database: Database, stored: StoredMatch, subject: Subject = SUBJECT, language: str = "ro"
) -> Bound:
    """Return the dossier as a file."""
    return await dossier_file(database, stored.shared, subject, language)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """Store the match and make its dossier once for all tests that only read it."""
    file = empty_database(tmp_path_factory.mktemp("dossier") / "tur.db")
    async with Database(f"sqlite:///{file}") as database:
        stored = await stored_match(database)
        return Once(stored, await made(database, stored))


@pytest.fixture
def bound(once: Once) -> Bound:
    """Return the dossier of the finished game in Romanian."""
    return once.bound


def pdf_text(bound: Bound) -> str:
    """Return all text of the PDF, white space evened out."""
    with ZipFile(io.BytesIO(bound.content)) as archive:
        pages = PdfReader(io.BytesIO(archive.read("dossier.pdf"))).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def unpacked(bound: Bound, folder: Path) -> Path:
    """Unpack the archive and return where."""
    with ZipFile(io.BytesIO(bound.content)) as archive:
        archive.extractall(folder)
    return folder


def checked(folder: Path) -> tuple[int, str]:
    """Run the archive's own program, with nothing of ours to import; return status and answer."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(folder / "verify.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.article("10.2")
def test_the_archive_holds_all_that_a_commission_needs(bound: Bound) -> None:
    """PDF, sheets, record, logs, how to check them, and names that any system can store."""
    with ZipFile(io.BytesIO(bound.content)) as archive:
        names = archive.namelist()
        assert archive.testzip() is None

    assert bound.name == "dosar-K7QF-1.zip"
    assert names == [
        "CITESTE-MA.txt",
        "README.txt",
        "dossier.pdf",
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
def test_the_pdf_tells_the_whole_story(once: Once) -> None:
    """Score, days, rulings with their reasons, deliveries with their times, lines, articles."""
    bound, stored = once.bound, once.stored
    text = pdf_text(bound)
    game = begin(next(e for e in stored.events if isinstance(e, GameStarted)))
    for event in stored.events[1:]:
        game = evolve(game, event)

    assert "Dosarul partidei K7QF/1" in text
    assert "Ion <b>Țîrlea</b>" in text
    assert f"Scor final: {game.red.score} – {game.blue.score}" in text
    for entry in bound.dossier.games[0].ledger:
        assert f"{entry.left} " in text
    assert text.count(REASON) >= 2
    assert "PAS trimis din greșeală" in text
    assert "adunare greșită" in text
    assert "04.05.2025 12:00:07 41, 42" in text
    assert "nu s-a putut trimite" in text
    assert "Joc frumos! <i>& noroc</i>" in text
    for said in (CLAIM, DEFENCE, RULED):
        assert " ".join(said.split()) in text
    assert text.count("Ion <b>Țîrlea</b> primește 3 zile de gândire în plus") == 2
    assert "art. 5.3" in text
    assert all(stream.head in text for stream in bound.dossier.streams)


def test_the_ledger_in_it_is_that_of_the_game(once: Once) -> None:
    """Every change of days is listed, and the last balances are the game's own figures."""
    (file,) = once.bound.dossier.games
    changes = {entry.change for entry in file.ledger}

    assert changes >= {
        Change.ALLOTTED,
        Change.PLACED,
        Change.PASSED,
        Change.LEAVE_ANNOUNCED,
        Change.GRANTED,
        Change.ANNULLED,
    }
    for seat in Seat:
        last = [entry for entry in file.ledger if entry.seat is seat][-1]
        assert last.left == file.game.allowance(seat) - file.game.side(seat).days
    assert len(file.events) == len(once.stored.events)


def test_nobodys_secrets_are_in_it(bound: Bound) -> None:
    """No seed still to be revealed, no private answer, no account, no chat, nothing said later."""
    with ZipFile(io.BytesIO(bound.content)) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    everything += pdf_text(bound).encode()

    for secret in (RETURN_SEED, SECRET_REPLY, ADVICE, "900100", "după dosar"):
        assert secret.encode() not in everything
    assert bound.dossier.left_out == 1


@pytest.mark.article("1.3")
async def test_a_secret_seed_comes_with_the_game_it_belongs_to(
    database: Database, stored: StoredMatch, tmp_path: Path
) -> None:
    """Until the return game begins its row cannot be recomputed, and says so; then it can."""
    before = unpacked(await made(database, stored), tmp_path / "before")
    first = json.loads((before / "streams/m-K7QF.jsonl").read_text("utf-8").splitlines()[0])
    assert first["withheld"] == ["return_seed"]
    assert checked(before)[0] == 0

    async with database.transaction() as tx:
        head = await log.head(tx, match_stream("K7QF"))
        begun = LegStarted(
            at=ASKED, leg=Leg.RETURN, red=stored.blue, blue=stored.red, start=ASKED.date()
        )
        await log.append(tx, match_stream("K7QF"), head.seq, (begun,), ASKED)
    after = unpacked(await made(database, stored), tmp_path / "after")
    whole = json.loads((after / "streams/m-K7QF.jsonl").read_text("utf-8").splitlines()[0])

    assert "withheld" not in whole
    assert RETURN_SEED in whole["payload"]
    assert whole["hash"] == first["hash"]


def test_anybody_can_check_it_with_python_alone(bound: Bound, tmp_path: Path) -> None:
    """The enclosed program finds an untouched archive in order, and names the last hashes."""
    status, answer = checked(unpacked(bound, tmp_path))

    assert status == 0
    for stream in bound.dossier.streams:
        assert stream.head in answer
    assert "Everything is as it was." in answer


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (r"\"points\":9", r"\"points\":99", "event 7 has been changed"),
        ('"seq": 3', '"seq": 4', "event 3 does not follow"),
    ],
)
def test_whoever_touches_a_log_is_found_out(
    bound: Bound, tmp_path: Path, old: str, new: str, found: str
) -> None:
    """A figure changed in a log, or a row renumbered, is named, even with the sums made to fit."""
    folder = unpacked(bound, tmp_path)
    file = folder / "streams/g-K7QF-1.jsonl"
    content = file.read_text("utf-8")
    assert old in content
    sums = (folder / "SHA256SUMS").read_text("utf-8")
    was = hashlib.sha256(content.encode()).hexdigest()
    file.write_text(content.replace(old, new), "utf-8")
    now = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(sums.replace(was, now), "utf-8")

    status, answer = checked(folder)

    assert status == 1
    assert found in answer


def test_whoever_drops_a_row_or_a_file_is_found_out(bound: Bound, tmp_path: Path) -> None:
    """A row cut out of the middle breaks the chain; another PDF is not the one that was bound."""
    folder = unpacked(bound, tmp_path)
    file = folder / "streams/g-K7QF-1.jsonl"
    rows = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(rows[:3] + rows[4:]), "utf-8")
    (folder / "dossier.pdf").unlink()

    status, answer = checked(folder)

    assert status == 1
    assert "g-K7QF-1.jsonl: event 4 does not follow the one before it" in answer
    assert "dossier.pdf: not the file that was bound" in answer
    assert "streams/g-K7QF-1.jsonl: not the file that was bound" in answer


async def test_an_erased_statement_leaves_its_hash(
    database: Database, stored: StoredMatch, tmp_path: Path
) -> None:
    """The text is gone, the log still says that something was said; a changed one is found out."""
    async with database.transaction() as tx:
        await statements.erase(tx, stored.red)
    made_again = await made(database, stored, Subject(name="K7QF/1#1", at=ASKED))
    folder = unpacked(made_again, tmp_path)
    (claim, defence) = json.loads((folder / "cases/K7QF-1-1.json").read_text("utf-8"))

    assert "Dosarul contestației K7QF/1#1" in pdf_text(made_again)
    assert (claim["salt"], claim["text"]) == ("", "")
    assert claim["digest"][:40] in pdf_text(made_again).replace(" ", "")
    assert defence["text"] == DEFENCE
    assert checked(folder)[0] == 0

    other = (folder / "cases/K7QF-1-1.json").read_text("utf-8").replace("internet", "curent")
    (folder / "cases/K7QF-1-1.json").write_text(other, "utf-8")
    status, answer = checked(folder)
    assert status == 1
    assert f"not what the log speaks of: {defence['digest']}" in answer


async def test_a_case_not_yet_begun_has_no_dossier(database: Database, stored: StoredMatch) -> None:
    """Asked for as of a day before it, or by a number that does not exist, it is not made up."""
    for name, day in (("K7QF/1#1", 25), ("K7QF/1#2", 0)):
        with pytest.raises(NothingToShow):
            await made(database, stored, Subject(name=name, at=ASKED - timedelta(days=day)))


async def test_the_same_dossier_is_the_same_bytes(database: Database, stored: StoredMatch) -> None:
    """Made again as of the same instant, whatever has happened since, it has the same hash."""
    before = await made(database, stored)
    async with database.transaction() as tx:
        head = await log.head(tx, match_stream("K7QF"))
        begun = LegStarted(
            at=ASKED + timedelta(seconds=1),
            leg=Leg.RETURN,
            red=stored.blue,
            blue=stored.red,
            start=ASKED.date(),
        )
        await log.append(tx, match_stream("K7QF"), head.seq, (begun,), begun.at)

    assert (await made(database, stored)).content == before.content


async def test_it_shows_what_was_known_at_its_instant(
    database: Database, stored: StoredMatch
) -> None:
    """As of the fifth day the game was running, two events had happened, nothing was confirmed."""
    early = await made(database, stored, Subject(name="K7QF/1", at=SUBJECT.at - timedelta(days=26)))
    dossier = early.dossier

    assert dossier.games[0].game.ended is None
    assert len(dossier.games[0].events) == 3
    assert "în curs, după 1 depunere" in pdf_text(early)
    with pytest.raises(NothingToShow, match="g/K7QF/1"):
        await made(database, stored, Subject(name="K7QF/1", at=SUBJECT.at - timedelta(days=31)))


async def test_a_match_is_one_dossier_of_its_games(database: Database, stored: StoredMatch) -> None:
    """Asked for the match, it covers every game begun; in English for who reads English."""
    whole = await made(database, stored, Subject(name="K7QF", at=ASKED), "en")
    text = pdf_text(whole)

    assert whole.name == "dossier-K7QF.zip"
    assert "Dossier of match K7QF" in text
    assert "Thinking-time sheet, game K7QF/1" in text
    assert "page 1 of" in text


async def test_who_was_forgotten_is_called_so_in_the_readers_language(
    database: Database, stored: StoredMatch
) -> None:
    """In the PDF, on the sheets and in the record, whichever language the name is stored in."""
    withdrawn = catalogue("ro").plain(say("person.withdrawn", number=stored.red))
    async with database.transaction() as tx:
        await forget(tx, stored.red, ASKED, withdrawn)
    bound = await made(database, stored, language="en")
    text = pdf_text(bound)

    assert f"Withdrawn player {stored.red}" in text
    assert withdrawn not in text
    with ZipFile(io.BytesIO(bound.content)) as archive:
        record = archive.read("games/K7QF-1.gcg").decode()
    assert f"Withdrawn player {stored.red}" in record
    setting = bound.dossier.with_names(catalogue("en").name).games[0].setting
    assert setting.names[stored.red] == f"Withdrawn player {stored.red}"
    assert withdrawn in pdf_text(await made(database, stored))


async def test_messages_to_who_was_forgotten_say_so_and_his_own_are_called_erased(
    database: Database, stored: StoredMatch
) -> None:
    """The proof that he was told is no stranger's; that nothing was written is not claimed."""
    before = pdf_text(await made(database, stored))
    async with database.transaction() as tx:
        await forget(tx, stored.red, ASKED, f"Jucător retras {stored.red}")
    text = pdf_text(await made(database, stored))

    assert worded("dossier.to_forgotten") in text
    assert worded("dossier.elsewhere") not in text
    assert worded("dossier.lines_erased", who=f"Jucător retras {stored.red}") in text
    assert worded("dossier.no_lines") not in text
    assert worded("dossier.to_forgotten") not in before
    assert "a cerut să fie uitat" not in before


async def test_messages_to_groups_say_which_group(database: Database) -> None:
    """The competition's own, an arbiter's archive, and one that is linked no more."""
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
    bound = await made(database, stored)
    told = [(each.to, each.group) for each in bound.dossier.deliveries if each.at == noon(3)]

    assert (None, GroupKind.COMPETITION) in told
    assert (stored.arbiter, GroupKind.ARCHIVE) in told
    text = pdf_text(bound)
    assert "grupul competiției" in text
    assert "Maria Dan grupul de arhivă" in text
    assert "un grup sau altcineva" in text


def test_pages_are_numbered_and_marked(bound: Bound) -> None:
    """Every page says which it is of how many, and each chapter can be jumped to."""
    with ZipFile(io.BytesIO(bound.content)) as archive:
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


def test_a_subject_is_read_back_as_it_was_written() -> None:
    """The instant and the name travel through the outbox unchanged."""
    assert Subject.read(SUBJECT.written) == SUBJECT


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_article_has_its_line(language: str) -> None:
    """Whatever article a dossier cites can be looked up in it."""
    lines = {catalogue(language).plain(say(f"article.{article}")) for article in ARTICLES}

    assert len(lines) == len(ARTICLES) == 34


@pytest.mark.parametrize(
    "key", ["note.list", "note.kept", "condition.set", "letters.state", "chat.sent", "start.hello"]
)
def test_what_a_person_asked_for_himself_is_not_shown(key: str) -> None:
    """Notes, conditional replies and answers to one's own questions are no part of the file."""
    assert not is_public(key)
    passed_on = text_to_json(say("writer.pass_on", who="Ion Rus", text=say(key)))
    assert not is_public(key_of(passed_on))


def test_what_is_passed_on_to_a_player_is_shown_as_if_it_had_reached_him() -> None:
    """Where somebody writes for a player, the sheets sent through him are the proof of delivery."""
    passed_on = text_to_json(say("writer.pass_on", who="Ion Rus", text=say("sheets.caption")))

    assert is_public(key_of(passed_on))


@pytest.mark.parametrize("passed_on", [False, True])
def test_what_a_person_wrote_stands_only_where_he_can_have_it_erased(passed_on: bool) -> None:
    """A message that passed his words on is shown as a delivery, its words left out."""
    told = say("claim.answered", who="Ion Rus", case="K7QF/1#1", text="Am fost bolnav.")
    whole = say("writer.pass_on", who="Ion Rus", text=told) if passed_on else told

    shown = catalogue("ro").plain(without_words(whole))

    assert "bolnav" not in shown
    assert "Ion Rus" in shown
    assert "K7QF/1#1" in shown


@pytest.mark.parametrize("key", ["case.card", "case.new_opinion", "case.asked_opinion"])
def test_what_arbiters_weigh_among_themselves_is_not_shown(key: str) -> None:
    """The card with its possible rulings, and what arbiters think, are no part of the file."""
    assert not is_public(key)


@pytest.mark.parametrize("key", ["claim.told", "case.decision", "sheets.caption", "remind.resend"])
def test_what_proves_that_somebody_was_told_is_shown(key: str) -> None:
    """The claim told to the partner, the ruling, sheets and reminders are proof of delivery."""
    assert is_public(key)
