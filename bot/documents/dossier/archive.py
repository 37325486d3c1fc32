"""Make a case file: read the database in the event loop, then pack the file in a thread."""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from datetime import UTC
from importlib import resources
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bot.documents.dossier.composing import GameSheets, Sheets, compose, wording_of
from bot.documents.dossier.dispatches import word_for_word
from bot.documents.dossier.facts import CaseRecord, Dossier, GameFacts, Subject
from bot.documents.dossier.gathering import gather
from bot.documents.dossier.paper import set_in_type
from bot.documents.render.png import lasting
from bot.documents.render.sheets.competition_sheet import render_competition_sheet
from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.views.record import game_record
from bot.documents.views.setting import title_of
from bot.documents.views.sheets import competition_sheet, time_sheet
from bot.runtime.shared import BotSettings
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Plain, say
from engine.gcg.writer import write_gcg
from storage.db import Database

_README: Final = {"ro": "CITESTE-MA.txt", "en": "README.txt"}
"""The name of the file with the instructions, by language."""
_STEM: Final = {"ro": "dosar", "en": "dossier"}
"""The beginning of the ZIP's name, by language."""
_READABLE_BY_ALL: Final = 0o644 << 16
"""The permissions of a packed file, in the upper half of the ZIP's attributes, as Unix does."""


def packed(dossier: Dossier, catalogue: Catalogue) -> bytes:
    """Return the ZIP; a forgotten person is named as such in the reader's language."""
    dossier = dossier.with_names(catalogue.name)
    sheets = {facts.game.id: _sheets(facts, catalogue.plain) for facts in dossier.games}
    files = _files(dossier, sheets, catalogue)
    sums = "".join(f"{_sha256(content)}  {name}\n" for name, content in files.items())
    at = dossier.subject.at.astimezone(UTC)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in (*files.items(), ("SHA256SUMS", sums.encode())):
            # The instant of the state, not of the packing: the same case file has the same bytes.
            entry = ZipInfo(name, date_time=at.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = _READABLE_BY_ALL
            archive.writestr(entry, content)
    return out.getvalue()


def file_stem(name: str) -> str:
    """Return the code of a game, a match or a case in a form that is safe in a file name."""
    return "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name)


def _files(dossier: Dossier, sheets: Sheets, catalogue: Catalogue) -> dict[str, bytes]:
    """Return the files by name, in the order in which they are packed."""
    files = {_README[spoken]: _readme(dossier, spoken) for spoken in LANGUAGES}
    files["dossier.pdf"] = set_in_type(compose(dossier, sheets, catalogue))
    files["messages.txt"] = word_for_word(dossier, wording_of(dossier, catalogue)).encode()
    plain = catalogue.plain
    for facts in dossier.games:
        game, stem = facts.game, file_stem(facts.game.id)
        note = plain(say("verify.game_imported")) if game.imported else ""
        record = game_record(game, dossier.names, title_of(facts.setting, plain), note)
        files[f"games/{stem}-competition-sheet.png"] = sheets[game.id].competition
        files[f"games/{stem}-time-sheet.png"] = sheets[game.id].times
        files[f"games/{stem}.gcg"] = write_gcg(record)
    for stream in dossier.streams:
        rows = "".join(f"{json.dumps(dict(row), ensure_ascii=False)}\n" for row in stream.rows)
        files[f"streams/{file_stem(stream.name)}.jsonl"] = rows.encode()
    for case_record in dossier.cases:
        name = f"cases/{file_stem(case_record.case.id)}.json"
        files[name] = _statements(dossier, case_record)
    script = resources.files("bot.documents.dossier").joinpath("verify.py").read_bytes()
    return {**files, "verify.py": script}


def _statements(dossier: Dossier, record: CaseRecord) -> bytes:
    """Return the statements of a case, with the salts needed to check the log's digests."""
    rows = [
        {
            "author": dossier.names[statement.author],
            "at": statement.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "digest": statement.digest,
            "salt": statement.salt,
            "text": statement.text,
        }
        for statement in record.statements
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def _sheets(facts: GameFacts, plain: Plain) -> GameSheets:
    """Return both sheets of a game, always with the same bytes."""
    competition = competition_sheet(facts.game, facts.setting, plain)
    times = time_sheet(facts.game, facts.setting, plain)
    return GameSheets(
        lasting(render_competition_sheet(competition)), lasting(render_time_sheet(times))
    )


def _readme(dossier: Dossier, language: str) -> bytes:
    """Return how to check the archive, and the last hash of each stream."""
    catalogue = load_catalogue(language)
    heads = "\n".join(f"{stream.name}  {stream.head}" for stream in dossier.streams)
    text = say("dossier.readme", name=dossier.subject.name, at=dossier.subject.at.isoformat())
    return f"{catalogue.plain(text)}\n\n{heads}\n".encode()


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class PackedDossier:
    """A case file as bytes, and the facts it was made from."""

    name: str
    content: bytes
    dossier: Dossier


async def dossier_file(
    database: Database, shared: BotSettings, subject: Subject, catalogue: Catalogue
) -> PackedDossier:
    """Return the case file for the subject, in the words of that catalogue.

    Raises:
        NothingToShow: nothing of that name is stored.
    """
    async with database.reading() as tx:
        dossier = await gather(tx, shared, subject)
    name = f"{_STEM[catalogue.language]}-{file_stem(subject.name)}.zip"
    return PackedDossier(name, await asyncio.to_thread(packed, dossier, catalogue), dossier)
