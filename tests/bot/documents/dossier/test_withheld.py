"""Secret or erased data is absent from a case file, which says so."""

import io
import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.documents.dossier.facts import Subject
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.ids import Leg
from engine.matches.events import LegStarted
from storage import log
from storage.cases import statements
from storage.db import Database
from storage.people.forgetting import forget
from storage.streams import match_stream
from tests.bot.documents.dossier.match import ASKED, DEFENCE, RETURN_SEED, StoredMatch
from tests.bot.documents.dossier.packed import (
    StoredDossier,
    pack,
    pdf_text,
    run_verifier,
    text_of,
    unpack,
)
from tests.e2e.texts import worded


@pytest.mark.article("1.3")
async def test_a_secret_seed_comes_with_the_game_it_belongs_to(
    stored_dossier: StoredDossier, database: Database, stored: StoredMatch, tmp_path: Path
) -> None:
    """Until the return game begins its row cannot be verified and says so; then it can."""
    before = unpack(stored_dossier.packed, tmp_path / "before")
    first = json.loads((before / "streams/m-K7QF.jsonl").read_text("utf-8").splitlines()[0])
    assert first["withheld"] == ["return_seed"]
    status, answer = run_verifier(before)
    assert status == 0
    assert "m-K7QF.jsonl: 1 event could not be checked" in answer
    assert "Everything is as it was." not in answer

    async with database.transaction() as tx:
        head = await log.head(tx, match_stream("K7QF"))
        begun = LegStarted(
            at=ASKED, leg=Leg.RETURN, red=stored.blue, blue=stored.red, start=ASKED.date()
        )
        await log.append(tx, match_stream("K7QF"), head.seq, (begun,), ASKED)
    after = unpack(await pack(database, stored), tmp_path / "after")
    whole = json.loads((after / "streams/m-K7QF.jsonl").read_text("utf-8").splitlines()[0])

    assert "withheld" not in whole
    assert RETURN_SEED in whole["payload"]
    assert whole["hash"] == first["hash"]
    assert run_verifier(after)[1].endswith("Everything is as it was.\n")


async def test_an_erased_statement_leaves_its_hash(
    database: Database, stored: StoredMatch, tmp_path: Path
) -> None:
    """The log still shows that a statement existed, and detects a changed one."""
    async with database.transaction() as tx:
        await statements.erase(tx, stored.red)
    made_again = await pack(database, stored, Subject.named("K7QF/1#1", at=ASKED))
    folder = unpack(made_again, tmp_path)
    (claim, defence) = json.loads((folder / "cases/K7QF-1-1.json").read_text("utf-8"))

    text = await text_of(database, stored, Subject.named("K7QF/1#1", at=ASKED))
    assert "Dosarul contestației K7QF/1#1" in text
    assert (claim["salt"], claim["text"]) == ("", "")
    assert claim["digest"][:40] in text.replace(" ", "")
    assert defence["text"] == DEFENCE
    assert run_verifier(folder)[0] == 0

    other = (folder / "cases/K7QF-1-1.json").read_text("utf-8").replace("internet", "curent")
    (folder / "cases/K7QF-1-1.json").write_text(other, "utf-8")
    status, answer = run_verifier(folder)
    assert status == 1
    assert f"not what the log speaks of: {defence['digest']}" in answer


async def test_who_was_forgotten_is_called_so_in_the_readers_language(
    stored_dossier: StoredDossier, database: Database, stored: StoredMatch
) -> None:
    """PDF, sheets and record use the reader's language, whatever language is stored.

    Messages to an erased person still prove delivery, and their own are called erased.
    """
    before = pdf_text(stored_dossier.packed)
    withdrawn = load_catalogue("ro").plain(say("person.withdrawn", number=stored.red))
    async with database.transaction() as tx:
        await forget(tx, stored.red, ASKED, withdrawn)
    packed = await pack(database, stored, language="en")
    text = await text_of(database, stored, language="en")

    assert f"Withdrawn player {stored.red}" in text
    assert withdrawn not in text
    with ZipFile(io.BytesIO(packed.content)) as archive:
        record = archive.read("games/K7QF-1.gcg").decode()
    assert f"Withdrawn player {stored.red}" in record
    setting = packed.dossier.with_names(load_catalogue("en").name).games[0].setting
    assert setting.names[stored.red] == f"Withdrawn player {stored.red}"

    text = await text_of(database, stored)
    assert withdrawn in text
    assert worded("dossier.to_forgotten") in text
    assert worded("dossier.elsewhere") not in text
    assert worded("dossier.lines_erased", who=withdrawn) in text
    assert worded("dossier.no_lines") not in text
    assert worded("dossier.to_forgotten") not in before
    assert "a cerut ștergerea datelor" not in before
