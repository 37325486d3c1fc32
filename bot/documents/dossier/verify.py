"""Checks a case file with Python alone: python3 verify.py [folder of the unpacked archive].

Every line of a file in streams/ is one event. Its hash must be the SHA-256 of stream, seq, name,
version, at, previous hash and payload, joined by line feeds. Its previous hash must be that of the
line before it, or 64 zeros for the first line. A line with "withheld" lacks a secret: anyone can
recompute its hash once the secret is published. The statements of a case are in cases/: their
digest, also in the log, is the SHA-256 of salt, a line feed and text. Without a salt the text was
erased. SHA256SUMS has the hash of every other file.
"""

import hashlib
import json
import sys
from pathlib import Path


def sha256(content: bytes) -> str:
    """Return the hash in lower-case hex."""
    return hashlib.sha256(content).hexdigest()


def faults(folder: Path) -> list[str]:
    """Return every difference between the unpacked archive and its recorded hashes."""
    streams = sorted((folder / "streams").glob("*.jsonl"))
    differences = file_faults(folder)
    for file in streams:
        differences += stream_faults(file)
    return differences + statement_faults(folder, [file.read_text("utf-8") for file in streams])


def file_faults(folder: Path) -> list[str]:
    """Return the files that are missing or differ from SHA256SUMS."""
    differences = []
    for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines():
        digest, name = line.split("  ", 1)
        if not (folder / name).is_file() or sha256((folder / name).read_bytes()) != digest:
            differences.append(f"{name}: not the file that was bound")
    return differences


def stream_faults(file: Path) -> list[str]:
    """Return the events that were changed or do not follow one another; print the last hash."""
    differences = []
    previous, number = "0" * 64, 0
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        row = json.loads(line)
        order = ("stream", "seq", "name", "version", "at", "previous", "payload")
        recomputed = sha256("\n".join(str(row[fact]) for fact in order).encode())
        if row["seq"] != number or row["previous"] != previous:
            differences.append(f"{file.name}: event {number} does not follow the one before it")
        if recomputed != row["hash"] and not row.get("withheld"):
            differences.append(f"{file.name}: event {number} has been changed")
        previous = row["hash"]
    events = "1 event" if number == 1 else f"{number} events"
    print(f"{file.name}: {events}, the last {previous}")  # noqa: T201  (the program's output)
    return differences


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


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent))
    print("\n".join(wrong) or "Everything is as it was.")  # noqa: T201  (the program's output)
    sys.exit(bool(wrong))
