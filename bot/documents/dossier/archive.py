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

from bot.documents.dossier.composing import Sheets, compose, wording_of
from bot.documents.dossier.dispatches import word_for_word
from bot.documents.dossier.facts import CaseFile, Dossier, GameFacts, Subject
from bot.documents.dossier.gathering import gather
from bot.documents.dossier.paper import set_in_type
from bot.documents.render.png import lasting
from bot.documents.render.sheets.competition_sheet import render_competition_sheet
from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.views.record import game_record
from bot.documents.views.setting import title_of
from bot.documents.views.sheets import competition_sheet, time_sheet
from bot.runtime.shared import BotSettings
from bot.texts.i18n import LANGUAGES, load_catalogue
from bot.texts.messages import say
from engine.gcg.writer import write_gcg
from storage.db import Database

_README: Final = {"ro": "CITESTE-MA.txt", "en": "README.txt"}


def bind(dossier: Dossier, language: str) -> bytes:
    """Return the ZIP; a forgotten person is named as such in the reader's language."""
    dossier = dossier.with_names(load_catalogue(language).name)
    sheets = {file.game.id: _sheets(file, language) for file in dossier.games}
    files = _files(dossier, sheets, language)
    sums = "".join(f"{_sha256(content)}  {name}\n" for name, content in files.items())
    at = dossier.subject.at.astimezone(UTC)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in (*files.items(), ("SHA256SUMS", sums.encode())):
            entry = ZipInfo(name, date_time=at.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return out.getvalue()


def file_stem(name: str) -> str:
    """Return the code of a game, a match or a case in a form that is safe in a file name."""
    return "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name)


def _files(dossier: Dossier, sheets: Sheets, language: str) -> dict[str, bytes]:
    """Return the files by name, in the order in which they are packed."""
    files = {_README[spoken]: _readme(dossier, spoken) for spoken in LANGUAGES}
    files["dossier.pdf"] = set_in_type(compose(dossier, sheets, language))
    files["messages.txt"] = word_for_word(dossier, wording_of(dossier, language)).encode()
    for file in dossier.games:
        stem = file_stem(file.game.id)
        competition, times = sheets[file.game.id]
        plain = load_catalogue(language).plain
        note = plain(say("verify.game_imported")) if file.game.imported else ""
        record = game_record(file.game, dossier.names, title_of(file.setting, plain), note)
        files[f"games/{stem}-competition-sheet.png"] = competition
        files[f"games/{stem}-time-sheet.png"] = times
        files[f"games/{stem}.gcg"] = write_gcg(record)
    for stream in dossier.streams:
        lines = [json.dumps(dict(row), ensure_ascii=False) for row in stream.rows]
        files[f"streams/{file_stem(stream.name)}.jsonl"] = "".join(
            f"{line}\n" for line in lines
        ).encode()
    for case in dossier.cases:
        files[f"cases/{file_stem(case.case.id)}.json"] = _statements(dossier, case)
    script = resources.files("bot.documents.dossier").joinpath("verify.py").read_bytes()
    return {**files, "verify.py": script}


def _statements(dossier: Dossier, file: CaseFile) -> bytes:
    """Return the statements of a case, with the salts needed to check the log's digests."""
    rows = [
        {
            "author": dossier.names[statement.author],
            "at": statement.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "digest": statement.digest,
            "salt": statement.salt,
            "text": statement.text,
        }
        for statement in file.statements
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def _sheets(file: GameFacts, language: str) -> tuple[bytes, bytes]:
    catalogue = load_catalogue(language)
    return (
        lasting(
            render_competition_sheet(competition_sheet(file.game, file.setting, catalogue.plain))
        ),
        lasting(render_time_sheet(time_sheet(file.game, file.setting, catalogue.plain))),
    )


def _readme(dossier: Dossier, language: str) -> bytes:
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
    database: Database, shared: BotSettings, subject: Subject, language: str
) -> PackedDossier:
    """Return the case file for the subject, in that language.

    Raises:
        NothingToShow: nothing of that name is stored.
    """
    async with database.reading() as tx:
        dossier = await gather(tx, shared, subject)
    return await asyncio.to_thread(_bound, dossier, language)


def _bound(dossier: Dossier, language: str) -> PackedDossier:
    """Pack the case file."""
    prefix = "dosar" if language == "ro" else "dossier"
    name = f"{prefix}-{file_stem(dossier.subject.name)}.zip"
    return PackedDossier(name, bind(dossier, language), dossier)
