"""A person's job in the database; each person has at most one."""

import secrets
import zlib
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from bot.ratings.jobs.draft import Draft, draft_from_json, draft_to_json
from bot.runtime.shared import Said
from storage.ratings import rating_work
from storage.ratings.rating_work import RatingWork, StoredFile

if TYPE_CHECKING:
    from bot.runtime.unit import UnitOfWork

TOKEN_BYTES: Final = 6
LONGEST_NAME: Final = 120


@dataclass(frozen=True, slots=True)
class Working:
    """A job and its draft."""

    work: RatingWork
    draft: Draft

    @property
    def token(self) -> str:
        """Return the token under which the job's files are stored."""
        return self.work.token

    @property
    def is_wanted(self) -> bool:
        """Return whether the job waits in the queue."""
        return self.work.stage in rating_work.WANTED


class Jobs:
    """The operations of handlers on jobs."""

    def __init__(self, unit: "UnitOfWork") -> None:
        self._unit = unit
        self._tx = unit.tx

    async def find(self, said: Said, token: str = "") -> Working | None:
        """Return the person's job, or None; with a token, only the job with that token."""
        work = await rating_work.find(self._tx, said.person.id)
        if work is None or token not in {"", work.token}:
            return None
        return Working(work, draft_from_json(work.draft))

    async def open(self, said: Said, system: str) -> Working:
        """Start a new job, in place of any other."""
        draft = Draft(system=system)
        work = RatingWork(
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
        """Store the draft and its stage, and wake the job queue."""
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
        """Delete the person's job and its files; the queue kills its process."""
        await rating_work.discard(self._tx, said.person.id)
        await rating_work.drop(self._tx, said.person.id)
        self._unit.has_work = True

    async def add_file(self, working: Working, name: str, content: bytes, role: str = "") -> Draft:
        """Store a file; return the draft with it, which the caller must save."""
        number = await rating_work.next_number(self._tx, working.token)
        file = stored_file(number, name, content)
        await rating_work.add_file(self._tx, working.token, file, self._unit.now)
        return working.draft.with_file(file, len(content), role)


def stored_file(number: int, name: str, content: bytes) -> StoredFile:
    """Return a file in its stored form, compressed."""
    return StoredFile(
        number=number,
        name=clean_name(name, number),
        sha256=sha256(content).hexdigest(),
        content=zlib.compress(content),
    )


def clean_name(name: str, number: int) -> str:
    """Return the name of a file: printable, limited in length, and never empty."""
    plain = "".join(letter for letter in name if letter.isprintable()).strip()
    return plain[-LONGEST_NAME:] or f"{number}"
