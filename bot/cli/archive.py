"""A game as files: its record, its sheets, its log."""

import json
from typing import TYPE_CHECKING

from bot.program.app import shared_of
from bot.runtime.clock import SystemClock
from bot.runtime.unit import Runtime
from bot.runtime.wordlists import WordLists
from bot.texts.messages import CompetitionSheet, Document, DocumentKind, TimeSheet
from bot.transport.sending.press import Press
from storage import log
from storage.streams import game_stream

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config
    from storage.db import Database


async def game_files(
    database: "Database", config: "Config", game: str, language: str
) -> dict[str, bytes]:
    """Return the game's files by name, nothing if there is no such game.

    They are the record (GCG), both sheets (PNG) and the event log, a JSON object a line with the
    hash chain, to be checked as `storage.log` says.
    """
    async with database.reading() as tx:
        rows = await log.exported(tx, game_stream(game))
    if not rows:
        return {}
    word_lists = WordLists(config)
    shared = shared_of(config, word_lists, "")
    press = Press(Runtime(database, SystemClock()), shared, word_lists.file)
    name, record = await press.document(Document(DocumentKind.GCG, game), language)
    stem = name.removesuffix(".gcg")
    seq = rows[-1]["seq"]
    competition = CompetitionSheet(game, seq)
    times = TimeSheet(game, seq)
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return {
        name: record,
        f"{stem}-fisa-de-concurs.png": await press.picture(competition, language),
        f"{stem}-fisa-timp-gandire.png": await press.picture(times, language),
        f"{stem}-events.jsonl": lines.encode(),
    }
