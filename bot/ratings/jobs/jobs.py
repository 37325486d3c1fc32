"""A person's job: their calculation and its draft, as stored. Each person has at most one."""

import secrets
import zlib
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from bot.ratings.jobs.draft import Draft, draft_from_json, draft_to_json
from bot.runtime.shared import UserInput
from bot.runtime.unit import UnitOfWork
from storage.ratings import rating_work
from storage.ratings.rating_work import RatingWork, StoredFile, WorkStage

TOKEN_BYTES: Final = 6
"""The random bytes of a job's token."""
LONGEST_NAME: Final = 120
"""The most characters of a stored file's name."""


@dataclass(frozen=True, slots=True)
class RatingJob:
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

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._tx = unit.tx

    async def find(self, user_input: UserInput, token: str = "") -> RatingJob | None:
        """Return the person's job, or None; with a token, only the job with that token."""
        work = await rating_work.find(self._tx, user_input.person.id)
        if work is None or (token and token != work.token):
            return None
        return RatingJob(work, draft_from_json(work.draft))

    async def open(self, user_input: UserInput, system: str) -> RatingJob:
        """Start a new job, in place of any other."""
        draft = Draft(system=system)
        work = RatingWork(
            person=user_input.person.id,
            token=secrets.token_urlsafe(TOKEN_BYTES),
            chat=user_input.incoming.chat,
            stage=WorkStage.COLLECTING,
            seq=0,
            attempts=0,
            draft=draft_to_json(draft),
            at=user_input.at,
        )
        await rating_work.drop_work(self._tx, user_input.person.id)
        await rating_work.put(self._tx, work)
        return RatingJob(work, draft)

    async def save(self, job: RatingJob, draft: Draft, stage: WorkStage | None = None) -> RatingJob:
        """Store the draft and its stage, and wake the job queue.

        The queue is woken at every stage, because it kills a process at work on an earlier draft.
        """
        work = replace(
            job.work,
            stage=stage or job.work.stage,
            seq=job.work.seq + 1,
            attempts=0,
            draft=draft_to_json(draft),
        )
        await rating_work.put(self._tx, work)
        self._unit.has_work = True
        return RatingJob(work, draft)

    async def drop(self, user_input: UserInput) -> None:
        """Delete the person's job and its files; the queue kills its process."""
        await rating_work.drop_work(self._tx, user_input.person.id)
        self._unit.has_work = True

    async def add_file(self, job: RatingJob, name: str, content: bytes) -> RatingJob:
        """Store a file; return the job with it in its draft, which the caller has to `save`."""
        number = await rating_work.next_number(self._tx, job.token)
        file = stored_file(number, name, content)
        await rating_work.add_file(self._tx, job.token, file, self._unit.now)
        return replace(job, draft=job.draft.with_file(file, len(content)))


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
    # The end of a long name has its extension.
    return plain[-LONGEST_NAME:] or f"{number}"
