"""Checks a case file with Python alone: python3 verify.py [folder of the unpacked archive].

Every line of a file in streams/ is one event. Its hash must be the SHA-256 of stream, seq, name,
version, at, previous hash and payload, joined by line feeds. Its previous hash must be that of the
line before it, or 64 zeros for the first line. A line with "withheld" lacks a secret: it is counted
as unchecked, and anyone can recompute its hash once the secret is published. The last hash of each
file is printed: compare it with the arbiter's, because a log that was rewritten as a whole agrees
with itself.

The statements of a case are in cases/: their digest, also in the log, is the SHA-256 of salt, a
line feed and text. Without a salt the text was erased. SHA256SUMS has the hash of every other file.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import NamedTuple

HASHED = ("stream", "seq", "name", "version", "at", "previous", "payload")
"""The hashed facts of an event, in the order of `storage.log`; tests verify a real case file."""
FOLDERS = ("cases", "games", "streams")
"""The folders of an archive, which have only files of SHA256SUMS.

Beside these folders may be anything, because people also unpack an archive among other files.
"""


class CheckedStream(NamedTuple):
    """The findings about one log."""

    events: int
    last_hash: str
    unchecked: int
    """The number of events whose hash cannot be recomputed yet."""
    faults: list[str]


def sha256(content: bytes) -> str:
    """Return the hash in lower-case hex."""
    return hashlib.sha256(content).hexdigest()


def file_faults(folder: Path) -> list[str]:
    """Return the files that are missing, added, or differ from SHA256SUMS."""
    sums = folder / "SHA256SUMS"
    if not sums.is_file():
        return ["SHA256SUMS: missing"]
    differences, listed = [], set()
    for line in sums.read_text("utf-8").splitlines():
        digest, name = line.split("  ", 1)
        listed.add(folder / name)
        if not (folder / name).is_file() or sha256((folder / name).read_bytes()) != digest:
            differences.append(f"{name}: not the file that was bound")
    for part in FOLDERS:
        added = set((folder / part).rglob("*")) - listed
        names = sorted(file.relative_to(folder).as_posix() for file in added)
        differences += [f"{name}: not in SHA256SUMS" for name in names]
    return differences


def checked_stream(file: Path) -> CheckedStream:
    """Recompute a log; its faults are events that were changed or do not follow one another."""
    differences = []
    previous, number, unchecked = "0" * 64, 0, 0
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        row = json.loads(line)
        recomputed = sha256("\n".join(str(row[fact]) for fact in HASHED).encode())
        if row["seq"] != number or row["previous"] != previous:
            differences.append(f"{file.name}: event {number} does not follow the one before it")
        if row.get("withheld"):
            unchecked += 1
        elif recomputed != row["hash"]:
            differences.append(f"{file.name}: event {number} has been changed")
        previous = row["hash"]
    return CheckedStream(number, previous, unchecked, differences)


def statement_faults(folder: Path, streams: list[str]) -> list[str]:
    """Return the statements of cases whose digest is not in the log, or is not that of the text."""
    differences = []
    for file in sorted((folder / "cases").glob("*.json")):
        for said in json.loads(file.read_text("utf-8")):
            digest = sha256(f"{said['salt']}\n{said['text']}".encode())
            is_logged = any(said["digest"] in stream for stream in streams)
            if not is_logged or (said["salt"] and said["digest"] != digest):
                differences.append(f"{file.name}: not what the log speaks of: {said['digest']}")
    return differences


def counted(events: int) -> str:
    """Return the number of events in words."""
    return "1 event" if events == 1 else f"{events} events"


def report(folder: Path) -> tuple[list[str], bool]:
    """Return the lines to print, and whether nothing was found to differ."""
    files = sorted((folder / "streams").glob("*.jsonl"))
    checked = {file.name: checked_stream(file) for file in files}
    lines = [
        f"{name}: {counted(stream.events)}, the last {stream.last_hash}"
        for name, stream in checked.items()
    ]
    differences = file_faults(folder)
    for stream in checked.values():
        differences += stream.faults
    differences += statement_faults(folder, [file.read_text("utf-8") for file in files])
    lines += differences
    unchecked = {name: stream.unchecked for name, stream in checked.items() if stream.unchecked}
    lines += [
        f"{name}: {counted(number)} could not be checked, because a secret is withheld"
        for name, number in unchecked.items()
    ]
    if not differences:
        lines.append("Everything else is as it was." if unchecked else "Everything is as it was.")
    return lines, not differences


if __name__ == "__main__":
    text, is_sound = report(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent))
    print("\n".join(text))  # noqa: T201  (the program's output)
    sys.exit(not is_sound)
