"""What a person is having worked out, one thing at a time."""

import secrets
import zlib
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from bot.ratings.jobs.draft import Draft, draft_from_json, draft_to_json
from bot.runtime.shared import Said
from storage.ratings import rating_work
from storage.ratings.rating_work import StoredFile, Work

if TYPE_CHECKING:
    from bot.runtime.unit import UnitOfWork

TOKEN_BYTES: Final = 6
LONGEST_NAME: Final = 120


@dataclass(frozen=True, slots=True)
class Working:
    """What is being worked out, and its draft."""

    work: Work
    draft: Draft

    @property
    def token(self) -> str:
        """Return what its files are kept under."""
        return self.work.token

    @property
    def is_wanted(self) -> bool:
        """Return whether the job queue has it now."""
        return self.work.stage in rating_work.WANTED


class Jobs:
    """Everything a handler may do with what is worked out."""

    def __init__(self, unit: "UnitOfWork") -> None:
        self._unit = unit
        self._tx = unit.tx

    async def find(self, said: Said, token: str = "") -> Working | None:
        """Return what the person is having worked out; with a token, only that."""
        work = await rating_work.find(self._tx, said.person.id)
        if work is None or token not in {"", work.token}:
            return None
        return Working(work, draft_from_json(work.draft))

    async def open(self, said: Said, system: str) -> Working:
        """Open something new, in place of whatever else there was."""
        draft = Draft(system=system)
        work = Work(
            person=said.person.id,
            token=secrets.token_urlsafe(TOKEN_BYTES),
            chat=said.incoming.chat,
            stage=rating_work.COLLECTING,
            seq=0,
            attempts=0,
            draft=draft_to_json(draft),
            at=said.at,
        )
        await rating_work.discard(self._tx, said.person.id)
        await rating_work.put(self._tx, work)
        return Working(work, draft)

    async def save(self, working: Working, draft: Draft, stage: str | None = None) -> Working:
        """Keep the draft, and at which stage it is; what the job queue is to do waits for it."""
        work = replace(
            working.work,
            stage=stage or working.work.stage,
            seq=working.work.seq + 1,
            attempts=0,
            draft=draft_to_json(draft),
        )
        await rating_work.put(self._tx, work)
        self._unit.has_work = True
        return Working(work, draft)

    async def drop(self, said: Said) -> None:
        """Forget it, and its files; a process that is at work on it is killed."""
        await rating_work.discard(self._tx, said.person.id)
        await rating_work.drop(self._tx, said.person.id)
        self._unit.has_work = True

    async def add_file(self, working: Working, name: str, content: bytes, role: str = "") -> Draft:
        """Keep a file; return the draft with it, still to be saved."""
        number = await rating_work.next_number(self._tx, working.token)
        file = stored_file(number, name, content)
        await rating_work.add_file(self._tx, working.token, file, self._unit.now)
        return working.draft.with_file(file, len(content), role)


def stored_file(number: int, name: str, content: bytes) -> StoredFile:
    """Return a file as it is kept, compressed."""
    return StoredFile(
        number=number,
        name=clean_name(name, number),
        sha256=sha256(content).hexdigest(),
        content=zlib.compress(content),
    )


def clean_name(name: str, number: int) -> str:
    """Return what to call a file: printable, not too long, and never nothing."""
    plain = "".join(letter for letter in name if letter.isprintable()).strip()
    return plain[-LONGEST_NAME:] or f"{number}"
