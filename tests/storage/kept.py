"""Logs written by earlier versions, stored in `tests/data/logs`: reading and meaning.

Each version has a folder: `events.jsonl`, every row of a few streams as stored, and `states.json`,
the states that they gave then. A new event kind, or a new version of one, needs a stream that holds
it: `python -m tests.storage.kept DATABASE…` adds streams with something new, and one game from the
draw to its last tile.
"""

import json
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.service.pure.folds import Folds
from engine.games.fold import replay
from engine.games.game import Game
from storage.codec import Encoded, codec_of
from storage.log import Stored, link
from storage.streams import CASES, COMPETITIONS, GAMES, MATCHES, NO_HASH, PEOPLE
from storage.verify import WRITTEN_AT

LOGS = Path(__file__).parent.parent / "data" / "logs"
PRESENT = "0.1"
ORDER = (COMPETITIONS, MATCHES, GAMES, CASES, PEOPLE)

Row = dict[str, Any]
Logs = dict[str, list[Row]]
"""Set and stream → its rows, in order. A set is what one bot had stored, or a part of it."""


def read(folder: Path) -> Logs:
    """Return the streams of a version's folder, competitions first in each set."""
    logs: Logs = {}
    for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        logs.setdefault(f"{row['set']} {row['stream']}", []).append(row)
    return dict(sorted(logs.items(), key=lambda each: _place(each[0])))


def _place(name: str) -> tuple[int, int, str]:
    number, _, stream = name.partition(" ")
    return int(number), ORDER.index(stream[:2]), stream


def chained(rows: Iterable[Row]) -> bool:
    """Return whether every row follows from the one before."""
    previous = NO_HASH
    for number, row in enumerate(rows, 1):
        encoded = Encoded(row["name"], row["version"], row["payload"])
        at = datetime.fromisoformat(row["at"])
        digest = link(row["stream"], number, encoded, at, previous)
        if (row["seq"], row["previous"], row["hash"]) != (number, previous, digest):
            return False
        previous = digest
    return True


def states(logs: Logs) -> dict[str, Any]:
    """Return each stream's folded state under its rules, and its digest.

    Raises:
        UnknownEvent, BrokenLog: as in ordinary reading and verification.
    """
    folds: defaultdict[str, Folds] = defaultdict(Folds)
    found: dict[str, Any] = {}
    for name, rows in logs.items():
        number, _, stream = name.partition(" ")
        stored = events_of(rows)
        row = folds[number](stream, stored)
        state: dict[str, Any] = asdict(row) if row is not None else {}
        state.pop(WRITTEN_AT, None)
        if stream.startswith(GAMES):
            state |= _of_game(replay(stored))
        found[name] = json.loads(json.dumps(state, default=str))
    return found


def digest(state: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a state, whatever the order of its facts."""
    text = json.dumps(state, sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def events_of(rows: Iterable[Row]) -> list[Stored]:
    """Return the events of a stream's rows."""
    return [_stored(row) for row in rows]


def _stored(row: Row) -> Stored:
    event = codec_of(row["stream"]).decode(row["name"], row["version"], row["payload"])
    at = datetime.fromisoformat(row["at"])
    return Stored(seq=row["seq"], event=event, at=at, hash=row["hash"])


def _of_game(game: Game) -> dict[str, Any]:
    """Return the visible parts of a game: board, racks, clocks, every move."""
    return {
        "board": list(game.board.rows),
        "racks": [game.red.rack, game.blue.rack],
        "days": [game.red.days, game.blue.days],
        "granted": [game.red.granted, game.blue.granted],
        "moves": [
            [type(m).__name__, m.round, m.by.value, str(m.received), str(m.sent), m.days]
            for m in game.moves
        ],
    }


def _in_databases(files: Iterable[str], first: int) -> Logs:
    logs: Logs = {}
    for number, file in enumerate(files, first):
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as db:
            db.row_factory = sqlite3.Row
            for row in db.execute("SELECT * FROM events ORDER BY stream, seq"):
                at = datetime.fromisoformat(row["at"]).replace(tzinfo=UTC)
                whole = {"set": number, **row, "at": at.isoformat(timespec="microseconds")}
                logs.setdefault(f"{number} {row['stream']}", []).append(whole)
        db.close()
    return logs


def played_out(rows: Iterable[Row]) -> bool:
    """Return whether it is a game played until all tiles were placed."""
    ends = (row["payload"] for row in rows if row["name"] == "game.ended")
    return any(json.loads(end)["ending"] == "played_out" for end in ends)


def _needed(name: str, logs: Logs) -> set[str]:
    """Return the stream with its match and its competition, which its fold needs."""
    number, _, stream = name.partition(" ")
    code = stream[2:].partition("/")[0].partition("#")[0]
    found = {name}
    for each in logs:
        if each == f"{number} {MATCHES}{code}":
            found.add(each)
            arranged = json.loads(logs[each][0]["payload"])
            competition = f"{number} {COMPETITIONS}{arranged.get('competition', '')}"
            found |= {competition} & logs.keys()
    return found


def _kinds(rows: Iterable[Row]) -> set[tuple[str, int]]:
    return {(row["name"], row["version"]) for row in rows}


def main(files: list[str]) -> None:
    """Add streams to the present version's folder that have missing kinds of events."""
    folder = LOGS / PRESENT
    kept = read(folder) if folder.exists() else {}
    have = {kind for rows in kept.values() for kind in _kinds(rows)}
    used = max((_place(name)[0] for name in kept), default=-1)
    logs = _in_databases(files, used + 1)
    while new := {name: _kinds(rows) - have for name, rows in logs.items()}:
        best = max(new, key=lambda name: (len(new[name]), -len(logs[name])))
        if not new[best]:
            break
        for name in _needed(best, logs):
            kept[name] = logs[name]
            have |= _kinds(logs[name])
    whole = [name for name, rows in logs.items() if played_out(rows)]
    if whole and not any(map(played_out, kept.values())):
        longest = max(whole, key=lambda name: len(logs[name]))
        kept |= {name: logs[name] for name in _needed(longest, logs)}
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row, ensure_ascii=False) for rows in kept.values() for row in rows]
    (folder / "events.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = {
        stream: {"digest": digest(state), "state": state}
        for stream, state in states(read(folder)).items()
    }
    shown = json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / "states.json").write_text(shown + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
