"""Checks a case file with Python alone: python3 verify.py [folder of the unpacked archive].

Every line of a file in streams/ is one event. Its hash must be the SHA-256 of stream, seq, name,
version, at, previous hash and payload, joined by line feeds. Its previous hash must be that of the
line before it, or 64 zeros for the first line. A line with "withheld" lacks a secret: it is counted
as unchecked, and anyone can recompute its hash once the secret is published. The last hash of each
file is printed: compare it with the arbiter's, because a log that was rewritten as a whole agrees
with itself.

The statements of a case are in cases/: their digest, also in the log, is the SHA-256 of salt, a
line feed and text. A statement without salt and text was erased. SHA256SUMS has the hash of every
other file.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import NamedTuple

HASHED = ("stream", "seq", "name", "version", "at", "previous", "payload")
"""The hashed fields of an event, in the order of `storage.log`; tests verify a real case file."""
FOLDERS = ("cases", "games", "streams")
"""The folders of an archive, which have only files of SHA256SUMS.

Beside these folders may be anything, because people also unpack an archive among other files.
"""
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What Python raises for a line or file that has no such JSON."""


class CheckedLog(NamedTuple):
    """The findings about one log."""

    events: int
    last_hash: str
    unchecked: int
    """The number of events whose hash cannot be recomputed yet."""
    digests: set[str]
    """The digests of statements that its events name, among other hashes."""
    faults: list[str]


def sha256(content: bytes) -> str:
    """Return the hash in lower-case hex."""
    return hashlib.sha256(content).hexdigest()


def lines_of(file: Path) -> list[str]:
    """Return the lines of a file; other signs than a line feed, such as U+2028, end none."""
    return file.read_bytes().decode("utf-8", "replace").removesuffix("\n").split("\n")


def file_faults(folder: Path) -> list[str]:
    """Return the files that are missing, added, or differ from SHA256SUMS."""
    sums = folder / "SHA256SUMS"
    if not sums.is_file():
        return ["SHA256SUMS: missing"]
    faults, listed = [], set()
    for line in lines_of(sums):
        digest, _, name = line.partition("  ")
        listed.add(folder / name)
        if not is_bound(folder / name, digest):
            faults.append(f"{name or 'SHA256SUMS'}: not the file that was bound")
    for part in FOLDERS:
        present = {file for file in (folder / part).rglob("*") if not file.is_dir()}
        names = sorted(file.relative_to(folder).as_posix() for file in present - listed)
        faults += [f"{name}: not in SHA256SUMS" for name in names]
    return faults


def is_bound(file: Path, digest: str) -> bool:
    """Return whether there is a file with that hash."""
    try:
        return sha256(file.read_bytes()) == digest
    except (OSError, ValueError):  # missing, a folder, or no name that a file can have
        return False


def checked_log(file: Path) -> CheckedLog:
    """Recompute a log; its faults are lines that were changed or do not follow one another."""
    faults, digests = [], set()
    previous, number, unchecked = "0" * 64, 0, 0
    for number, line in enumerate(lines_of(file), 1):
        try:
            row = json.loads(line)
            recomputed = sha256("\n".join(str(row[field]) for field in HASHED).encode())
            noted, follows = row["hash"], (row["seq"], row["previous"]) == (number, previous)
            digests |= {text for text in texts_in(json.loads(row["payload"])) if len(text) == 64}
        except UNREADABLE:
            faults.append(f"{file.name}: line {number} cannot be read")
            continue
        if not follows:
            faults.append(f"{file.name}: event {number} does not follow the one before it")
        if row.get("withheld"):
            unchecked += 1
        elif recomputed != noted:
            faults.append(f"{file.name}: event {number} has been changed")
        previous = noted
    return CheckedLog(number, previous, unchecked, digests, faults)


def texts_in(json_value: object) -> set[str]:
    """Return all texts in a payload, at any depth, without the names of its fields."""
    if isinstance(json_value, str):
        return {json_value}
    if isinstance(json_value, dict):
        json_value = list(json_value.values())
    return set().union(*map(texts_in, json_value)) if isinstance(json_value, list) else set()


def statement_faults(folder: Path, digests: set[str]) -> list[str]:
    """Return the statements of cases whose digest is not in a log, or is not that of the text."""
    faults = []
    for file in sorted((folder / "cases").glob("*.json")):
        try:
            faults += [
                f"{file.name}: not what the log speaks of: {statement['digest']}"
                for statement in json.loads(file.read_bytes())
                if not is_logged(statement, digests)
            ]
        except UNREADABLE:
            faults.append(f"{file.name}: cannot be read")
    return faults


def is_logged(statement: dict[str, str], digests: set[str]) -> bool:
    """Return whether a log names the digest, and the digest is that of the text if it has one."""
    digest, salt, text = statement["digest"], statement["salt"], statement["text"]
    is_erased = not (salt or text)
    return digest in digests and (is_erased or digest == sha256(f"{salt}\n{text}".encode()))


def counted(events: int) -> str:
    """Return the number of events in words."""
    return "1 event" if events == 1 else f"{events} events"


def report(folder: Path) -> tuple[list[str], bool]:
    """Return the lines to print, and whether there is a log and nothing was found to differ."""
    files = sorted((folder / "streams").glob("*.jsonl"))
    logs = {file.name: checked_log(file) for file in files}
    faults = file_faults(folder) if files else ["streams: no log is here", *file_faults(folder)]
    for log in logs.values():
        faults += log.faults
    faults += statement_faults(folder, set().union(*(log.digests for log in logs.values())))
    unchecked = {name: log.unchecked for name, log in logs.items() if log.unchecked}
    lines = [
        *(f"{name}: {counted(log.events)}, the last {log.last_hash}" for name, log in logs.items()),
        *faults,
        *(
            f"{name}: {counted(number)} could not be checked, because a secret is withheld"
            for name, number in unchecked.items()
        ),
    ]
    if not faults:
        lines.append("Everything else is as it was." if unchecked else "Everything is as it was.")
    return lines, not faults


if __name__ == "__main__":
    output, is_sound = report(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent))
    # A terminal may lack the letters of an added file's name.
    print("\n".join(output).encode("ascii", "backslashreplace").decode())  # noqa: T201  (its output)
    sys.exit(not is_sound)
