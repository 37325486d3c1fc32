"""`turretur person`: people are found by name, exported, and forgotten unless they play."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from bot.__main__ import main
from engine.ids import GameId, PersonId
from storage import overwriting
from storage.competitions import competition_rows
from storage.competitions.competition_rows import CompetitionRow
from storage.db import Database
from storage.high_water_mark import MarkFile, mark_of
from storage.people import people
from storage.people.people import Habits
from storage.people.personal_data import ForgettingRule
from storage.play import held_moves, notes
from storage.play.held_moves import HeldMove
from storage.queues import inbox, outbox
from storage.queues.receipts import Receipt, Receipts, fingerprint
from storage.schema import games, matches
from tests.databases import empty_database
from tests.somebodys_rows import fill
from tests.storage.queued import due_in

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=22, quiet_to=8)


@pytest.fixture(name="url")
def _url(tmp_path: Path) -> str:
    """Return a database in which Ana, number 1, has a note, and Ion, number 2, plays a game."""
    url = f"sqlite:///{empty_database(tmp_path / 'bot.sqlite')}"

    async def fill() -> None:
        async with Database(url) as database, database.transaction() as tx:
            ana = await people.create(tx, "Ana Țânțaru", HABITS, account=11, address=11)
            ion = await people.create(tx, "Ion Rus", HABITS, account=12, address=12)
            await notes.add(tx, ana.id, GameId("K7QF/1"), "doar a mea", AT)
            row = {"game_id": "AAAA/1", "match_id": "AAAA", "leg": "home", "red": ion.id}
            row |= {"status": "running", "turn_seat": "red", "red_score": 0, "blue_score": 0}
            await tx.execute(games.insert().values(**row, seq=1, updated_at=AT))

    asyncio.run(fill())
    return url


def run(*arguments: str, typed: str | None = None) -> Result:
    """Run `turretur person` with these arguments."""
    return CliRunner().invoke(main, ["person", *arguments], input=typed)


def test_a_number_is_found_by_any_part_of_the_name(url: str) -> None:
    """Diacritics and case do not matter; nobody found is status 1."""
    found = run("find", "tantaru", "--database", url)
    assert (found.exit_code, found.output) == (0, "1\tAna Țânțaru\n")
    as_json = run("find", "ana", "--database", url, "--json")
    known = {"number": 1, "name": "Ana Țânțaru", "club": "", "has_account": True}
    assert json.loads(as_json.output) == [known]
    nobody = run("find", "Nimeni", "--database", url)
    assert (nobody.exit_code, nobody.output) == (1, "Nobody's name contains Nimeni.\n")


def test_a_reserved_name_is_distinguished_from_the_person(url: str) -> None:
    """A seat reserved for Ana has her name, too, but she is not the person who asked."""

    async def expect() -> None:
        async with Database(url) as database, database.transaction() as tx:
            await people.create(tx, "Ana Țânțaru", HABITS)

    asyncio.run(expect())
    found = run("find", "ana", "--database", url).output.splitlines()
    assert found == ["1\tAna Țânțaru", "3\tAna Țânțaru\t(no account)"]


def test_everything_is_exported_and_the_file_is_private(url: str, tmp_path: Path) -> None:
    """The export is what the person gets in the chat; its file only its owner may read."""
    data = json.loads(run("export", "1", "--database", url).output)
    assert [row["text"] for row in data["notes"]] == ["doar a mea"]
    assert "Ion" not in str(data)

    file = tmp_path / "ana.json"
    done = run("export", "1", "--database", url, "--out", str(file))
    assert done.exit_code == 0
    assert json.loads(file.read_text(encoding="utf-8")) == data
    assert file.stat().st_mode & 0o777 == 0o600


def test_stored_text_cannot_reverse_or_control_the_terminal(url: str) -> None:
    """The characters of a name and a note that reverse text or control a terminal are escaped."""

    async def write() -> None:
        async with Database(url) as database, database.transaction() as tx:
            dan = await people.create(tx, "Dan\u202e Pop", HABITS, account=13, address=13)
            await notes.add(tx, dan.id, GameId("AAAA/1"), "un\x9b rând", AT)

    asyncio.run(write())
    assert run("find", "dan", "--database", url).output == "3\tDan\\u202e Pop\n"
    for options in ([], ["--json"]):
        exported = run("export", "3", "--database", url, *options).output
        assert not {"\u202e", "\x9b"} & set(exported)
        assert json.loads(exported)["notes"][0]["text"] == "un\x9b rând"


def test_an_anonymised_person_is_gone_and_it_is_logged(url: str) -> None:
    """Name, account and note are deleted, verification passes, and a second run does nothing."""
    unsure = run("anonymise", "1", "--database", url, typed="n\n")
    assert unsure.exit_code != 0
    done = run("anonymise", "1", "--database", url, "--yes")
    assert done.exit_code == 0
    assert "notes: 1" in done.output

    data = json.loads(run("export", "1", "--database", url).output)
    (known,) = data["persons"]
    assert (known["name"], known["account"], data["notes"]) == ("Jucător retras 1", None, [])
    checked = CliRunner().invoke(main, ["verify", "--url", url, "--json"])
    streams = [each["stream"] for each in json.loads(checked.output)["findings"]]
    assert streams == ["g/AAAA/1"]  # the made-up game has no log
    again = run("anonymise", "1", "--database", url, "--yes")
    assert (again.exit_code, again.output.count("\n")) == (2, 1)
    assert "forgotten before" in again.output


@pytest.mark.parametrize("earlier", [False, True])
async def test_no_byte_of_a_forgotten_person_is_left_in_the_files(
    url: str, tmp_path: Path, *, earlier: bool
) -> None:
    """Name, number and user name are absent, in file and log, even if deleted just now.

    This includes the files beside the database: the marker, and the receipts. The file is rewritten
    only if an earlier version wrote it, because nobody could play meanwhile.
    """
    number, name = 7_311_987_654, "Anastasia Tainic"
    sender = {"id": number, "is_bot": False, "first_name": name, "username": "ana_tainica"}
    message = {"from": sender, "chat": {"id": number, "type": "private"}, "text": f"{name} " * 99}
    raw = json.dumps({"message": message})
    notice = {"to": 12, "text": {"key": "x", "params": {"who": name, "by": "@ana_tainica"}}}
    rows = [
        outbox.Outgoing(chat=chat, payload=json.dumps(payload, separators=(",", ":")))
        for chat, payload in (
            (12, notice),
            (number, {"to": number}),
            (number + outbox.LANE, {"to": number, "answers": "1"}),
        )
    ]
    async with Database(url) as database:  # the bot's: it stays at work
        for update in range(40):
            async with database.transaction() as tx:
                await inbox.store(tx, [inbox.RawUpdate(update_id=update, chat=number, raw=raw)], AT)
        async with database.transaction() as tx:
            known = await people.create(tx, name, HABITS, account=number, address=number)
            await outbox.queue(tx, rows, AT)
            fates = (
                ForgettingRule.DELETED,
                ForgettingRule.CHANGED,
            )  # the others hold a number of ours at most
            await fill(tx, known.id, number, f"{name} @ana_tainica", fates=fates)
            if earlier:  # its writers left in the file what they had deleted
                await tx.execute(text("PRAGMA secure_delete = OFF"))
                await tx.execute(text("PRAGMA user_version = 0"))
            await tx.execute(text("DELETE FROM inbox WHERE update_id < 30"))
            await tx.execute(text("DELETE FROM held_moves"))  # they are sent before anybody goes
        await _beside(database)
        sought = (name.encode(), str(number).encode(), b"ana_tainica", *_as_integers(number))
        assert [each for each in sought if each not in _bytes(tmp_path)] == []
        free = await _free_pages(database)

        arguments = ("anonymise", str(known.id), "--database", url, "--yes")
        done = await asyncio.to_thread(run, *arguments)

        assert done.exit_code == 0, done.output
        left = _bytes(tmp_path)
        async with database.reading() as tx:
            assert (await people.get(tx, known.id)).name == f"Jucător retras {known.id}"
        assert (await _free_pages(database) >= free) is not earlier  # nobody rewrote the file
    assert [each for each in sought if each in left] == []


async def test_a_person_is_forgotten_although_another_program_reads(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator reads what was erased, and that the files will be overwritten later."""
    monkeypatch.setattr(overwriting, "PATIENCE", 0.0)
    async with Database(url) as other, other.reading() as tx:
        await people.get(tx, PersonId(1))
        done = await asyncio.to_thread(run, "anonymise", "1", "--yes", "--database", url)

    assert done.exit_code == 0
    assert "Number 1 is forgotten" in done.stdout
    assert "the bot's next start tries again" in done.stderr


async def _free_pages(database: Database) -> int:
    async with database.reading() as tx:
        return int((await tx.execute(text("PRAGMA freelist_count"))).scalar_one())


def _as_integers(number: int) -> tuple[bytes, bytes]:
    """Return SQLite's shortest bytes of a chat's number, and of its lane."""
    return number.to_bytes(6, "big"), (number + outbox.LANE).to_bytes(8, "big")


async def _beside(database: Database) -> None:
    """Write the files that the bot keeps beside its database."""
    marker = MarkFile(database.file, "12345:token")
    receipts = Receipts.at(database.file.with_suffix(".receipts"))
    async with database.reading() as tx:
        marker.write(await mark_of(tx, marker, AT, None))
        for row in await due_in(tx, AT):
            message = fingerprint(row)
            receipts.keep(Receipt(row=row.id, message=message, at=AT, parts=((7,),), whole=True))
    receipts.close()


def _bytes(folder: Path) -> bytes:
    """Return the bytes of all files in that folder."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_nobody_is_forgotten_in_the_middle_of_a_game_unawares(url: str) -> None:
    """The running game is named, and nothing is asked or changed without the option."""
    refused = run("anonymise", "2", "--database", url)
    assert refused.exit_code == 1
    assert "for good?" not in refused.output
    assert "AAAA/1" in refused.output
    assert "Ion Rus" in run("export", "2", "--database", url).output

    assert run("anonymise", "2", "--database", url, "--yes", "--even-in-play").exit_code == 0
    assert "Ion Rus" not in run("export", "2", "--database", url).output


def test_nobody_is_forgotten_while_a_move_of_theirs_is_being_sent(url: str) -> None:
    """The move would be lost; the command must be repeated after the bot has sent it."""
    asyncio.run(_holds(url))

    refused = run("anonymise", "2", "--database", url, "--yes", "--even-in-play")

    assert refused.exit_code == 1
    assert "A move is being sent: AAAA/1." in refused.output
    assert "Ion Rus" in run("export", "2", "--database", url).output


async def _holds(url: str) -> None:
    """Store a move that player 2 has sent and may still take back."""
    move = HeldMove(
        game_id=GameId("AAAA/1"),
        person=PersonId(2),
        token="t",
        placement="H8 CASA",
        photo="",
        chat=None,
        message=None,
        captioned=False,
        at=AT,
        until=AT,
    )
    async with Database(url) as database, database.transaction() as tx:
        await held_moves.keep(tx, move)


def test_whom_nobody_could_replace_as_arbiter_is_not_forgotten_in_passing(url: str) -> None:
    """Their match and the competition they lead are named with the next step."""
    _rules(url)

    refused = run("anonymise", "1", "--database", url, "--yes", "--even-in-play")

    assert refused.exit_code == 1
    assert "Would have no chief arbiter: CUPA." in refused.output
    assert "/campionat" in refused.output
    assert "Nobody else may rule: BBBB," in refused.output
    assert "/omologheaza" in refused.output
    assert refused.output.endswith("Nothing was changed.\n")
    assert "--even-in-play" not in refused.output
    as_json = run("anonymise", "1", "--database", url, "--yes", "--even-in-play", "--json")
    assert json.loads(as_json.output) == {
        "number": 1, "in_play": ["BBBB"], "sending": [], "unruled": ["CUPA", "BBBB"], "places": [],
        "rows": None,
    }  # fmt: skip
    both = run("anonymise", "1", "--database", url, "--yes", "--even-unruled")
    assert (both.exit_code, "In play: BBBB; see --even-in-play." in both.output) == (1, True)

    flags = ("--yes", "--even-in-play", "--even-unruled")
    assert run("anonymise", "1", "--database", url, *flags).exit_code == 0


def _rules(url: str) -> None:
    """Have Ana rule a match of her own, and lead a competition in preparation."""
    row = {"match_id": "BBBB", "code": "BBBB", "title": "", "arbiter": 1, "phase": "final"}
    row |= {"red": 2, "blue": 2, "status": "arranged", "seq": 1, "updated_at": AT}
    cup = CompetitionRow(
        code="CUPA",
        title="Cupa",
        stage="entries open",
        phase="final",
        arbiters=(PersonId(1),),
        players=(),
        seq=1,
        updated_at=AT,
    )

    async def fill() -> None:
        async with Database(url) as database, database.transaction() as tx:
            await tx.execute(matches.insert().values(**row))
            await competition_rows.save(tx, cup)

    asyncio.run(fill())


@pytest.mark.parametrize("arguments", [["export", "77"], ["anonymise", "77", "--yes"]])
def test_a_number_that_nobody_has_is_bad_input(url: str, arguments: list[str]) -> None:
    """One line says so, with status 2."""
    refused = run(*arguments, "--database", url)
    assert (refused.exit_code, refused.output) == (
        2, "turretur: there is no person with the number 77\n"
    )  # fmt: skip


@pytest.mark.parametrize("command", ["export", "anonymise"])
def test_a_number_that_no_row_can_have_is_bad_input(url: str, command: str) -> None:
    """It is refused in a sentence, as any other that nobody has."""
    refused = run(command, str(1 << 63), "--database", url)
    assert refused.exit_code == 2
    assert "not in the range" in refused.output


def test_a_database_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    """The command creates no database."""
    refused = run("find", "Ana", "--database", f"sqlite:///{tmp_path}/none.sqlite")
    assert refused.exit_code == 2
    assert not list(tmp_path.iterdir())
