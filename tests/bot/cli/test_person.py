"""`turretur person`: found by name, exported whole, forgotten for good, not while they play."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from bot.__main__ import main
from engine.ids import GameId, PersonId
from storage.competitions import competition_rows as competitions
from storage.competitions.competition_rows import CompetitionRow
from storage.db import Database
from storage.high_water_mark import MarkFile, mark_of
from storage.people import people
from storage.people.people import Habits
from storage.people.personal import Fate
from storage.play import notes
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
            ana = await people.create(tx, "Ana Țânțaru", HABITS, telegram_id=11, chat=11)
            ion = await people.create(tx, "Ion Rus", HABITS, telegram_id=12, chat=12)
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
    assert run("find", "Nimeni", "--database", url).exit_code == 1


def test_who_was_only_expected_is_told_from_who_came(url: str) -> None:
    """A place kept for Ana has her name, too: it is not she who asked to be forgotten."""

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


def test_whoever_is_anonymised_is_gone_and_it_is_logged(url: str) -> None:
    """Name, account and note are erased, verification finds nothing amiss, and once is enough."""
    unsure = run("anonymise", "1", "--database", url, typed="n\n")
    assert unsure.exit_code != 0
    done = run("anonymise", "1", "--database", url, "--yes")
    assert done.exit_code == 0
    assert "notes: 1" in done.output

    data = json.loads(run("export", "1", "--database", url).output)
    (known,) = data["persons"]
    assert (known["name"], known["telegram_id"], data["notes"]) == ("Jucător retras 1", None, [])
    checked = CliRunner().invoke(main, ["verify", "--url", url, "--json"])
    streams = [each["stream"] for each in json.loads(checked.output)["findings"]]
    assert streams == ["g/AAAA/1"]  # the made-up game has no log
    again = run("anonymise", "1", "--database", url, "--yes")
    assert (again.exit_code, again.output.count("\n")) == (2, 1)
    assert "forgotten before" in again.output


async def test_no_byte_of_whoever_is_forgotten_is_left_in_the_files(
    url: str, tmp_path: Path
) -> None:
    """Name, number and user name, in any table, erased long ago or just now, in file and log.

    Nor in what lies beside the database: the marker, and the receipts of what was sent.
    """
    number, name = 7_311_987_654, "Anastasia Tainic"
    sender = {"id": number, "is_bot": False, "first_name": name, "username": "ana_tainica"}
    message = {"from": sender, "chat": {"id": number, "type": "private"}, "text": f"{name} " * 99}
    raw = json.dumps({"message": message})
    told = {"to": 12, "text": {"key": "x", "params": {"who": name, "by": "@ana_tainica"}}}
    rows = [
        outbox.Outgoing(chat=chat, payload=json.dumps(payload, separators=(",", ":")))
        for chat, payload in (
            (12, told),
            (number, {"to": number}),
            (number + outbox.LANE, {"to": number, "answers": "1"}),
        )
    ]
    async with Database(url) as database:  # the bot's: it stays at work
        for update in range(40):
            async with database.transaction() as tx:
                await inbox.store(tx, [inbox.RawUpdate(update_id=update, chat=number, raw=raw)], AT)
        async with database.transaction() as tx:
            known = await people.create(tx, name, HABITS, telegram_id=number, chat=number)
            await outbox.queue(tx, rows, AT)
            fates = (Fate.DELETED, Fate.CHANGED)  # the others hold a number of ours at most
            await fill(tx, known.id, number, f"{name} @ana_tainica", fates=fates)
            await tx.execute(text("PRAGMA secure_delete = OFF"))  # as most builds of SQLite have it
            await tx.execute(text("DELETE FROM inbox WHERE update_id < 30"))
        await _beside(database)
        sought = (name.encode(), str(number).encode(), b"ana_tainica", *_as_integers(number))
        assert [each for each in sought if each not in _bytes(tmp_path)] == []

        arguments = ("anonymise", str(known.id), "--database", url, "--yes")
        done = await asyncio.to_thread(run, *arguments)

        assert done.exit_code == 0, done.output
        left = _bytes(tmp_path)
        async with database.reading() as tx:
            assert (await people.get(tx, known.id)).name == f"Jucător retras {known.id}"
    assert [each for each in sought if each in left] == []


def _as_integers(number: int) -> tuple[bytes, bytes]:
    """Return how SQLite writes a chat's number, in as few bytes as it takes, and that of a lane."""
    return number.to_bytes(6, "big"), (number + outbox.LANE).to_bytes(8, "big")


async def _beside(database: Database) -> None:
    """Write what the bot keeps beside its database."""
    marker = MarkFile(database.file, "12345:token")
    receipts = Receipts.at(database.file.with_suffix(".receipts"))
    async with database.reading() as tx:
        marker.write(await mark_of(tx, marker, AT, None))
        for row in await due_in(tx, AT):
            message = fingerprint(row)
            receipts.keep(Receipt(row=row.id, message=message, at=AT, parts=((7,),), whole=True))
    receipts.close()


def _bytes(folder: Path) -> bytes:
    """Return what all files there hold."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_nobody_is_forgotten_in_the_middle_of_a_game_unawares(url: str) -> None:
    """A player in a game is named with it, and nothing changes unless that is wanted."""
    refused = run("anonymise", "2", "--database", url, "--yes")
    assert refused.exit_code == 1
    assert "AAAA/1" in refused.output
    assert "Ion Rus" in run("export", "2", "--database", url).output

    assert run("anonymise", "2", "--database", url, "--yes", "--even-in-play").exit_code == 0
    assert "Ion Rus" not in run("export", "2", "--database", url).output


def test_whom_nobody_could_replace_as_arbiter_is_not_forgotten_in_passing(url: str) -> None:
    """Their own match, and the competition they lead, are named with what to do first."""
    _rules(url)

    refused = run("anonymise", "1", "--database", url, "--yes", "--even-in-play")

    assert refused.exit_code == 1
    assert "Would have no main arbiter: CUPA." in refused.output
    assert "/campionat" in refused.output
    assert "Nobody else may rule: BBBB," in refused.output
    assert "/omologheaza" in refused.output
    assert refused.output.endswith("Nothing was changed.\n")
    assert "--even-in-play" not in refused.output
    as_json = run("anonymise", "1", "--database", url, "--yes", "--even-in-play", "--json")
    assert json.loads(as_json.output) == {
        "number": 1, "in_play": ["BBBB"], "unruled": ["CUPA", "BBBB"], "places": [], "rows": None
    }  # fmt: skip
    both = run("anonymise", "1", "--database", url, "--yes", "--even-unruled")
    assert (both.exit_code, "In play: BBBB; see --even-in-play." in both.output) == (1, True)

    flags = ("--yes", "--even-in-play", "--even-unruled")
    assert run("anonymise", "1", "--database", url, *flags).exit_code == 0


def _rules(url: str) -> None:
    """Have Ana rule a match of her own, and lead a competition that is being prepared."""
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
            await competitions.save(tx, cup)

    asyncio.run(fill())


@pytest.mark.parametrize("arguments", [["export", "77"], ["anonymise", "77", "--yes"]])
def test_a_number_that_nobody_has_is_bad_input(url: str, arguments: list[str]) -> None:
    """One line says so, with status 2."""
    refused = run(*arguments, "--database", url)
    assert (refused.exit_code, refused.output) == (
        2, "turretur: there is no person with the number 77\n"
    )  # fmt: skip


def test_a_database_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    """Nothing is created in passing."""
    refused = run("find", "Ana", "--database", f"sqlite:///{tmp_path}/none.sqlite")
    assert refused.exit_code == 2
    assert not list(tmp_path.iterdir())
