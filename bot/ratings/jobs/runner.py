"""Run one job: fetch its files, check them or calculate, and send the result.

The process does the work (`bot.ratings.jobs.process`). A result is stored only if the job is still
wanted in the same state.
"""

import asyncio
import json
import zlib
from base64 import b64decode
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from bot.ratings.calculation.task import RatingTask, TaskAction, task_to_json
from bot.ratings.jobs import cards, process
from bot.ratings.jobs.cards import JobCard
from bot.ratings.jobs.draft import Draft, draft_from_json, draft_to_json
from bot.ratings.jobs.jobs import stored_file
from bot.ratings.jobs.known_people import earlier_answers, known_people, learn
from bot.ratings.jobs.run_notices import run_notices
from bot.ratings.lists.list_sources import start_buttons
from bot.runtime.log import bound, get_logger
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Fetch
from bot.texts.delivery_errors import ConnectionFailed, DeliveryError
from bot.texts.languages import negotiate
from bot.texts.messages import Notice
from bot.texts.reader import HOME_ZONE
from engine.ids import PersonId
from engine.thinking_time import day_of
from storage.conversation import dialogues
from storage.db import refusal
from storage.people import people
from storage.queues import outbox
from storage.ratings import published_lists, rating_runs, rating_work
from storage.ratings.rating_runs import NewRun, PlayerTerms
from storage.ratings.rating_work import RatingWork, StoredFile, WorkStage

log = get_logger()

MOST_ATTEMPTS: Final = 3
"""The most attempts for one job, because it may have crashed the bot."""
FETCH_PAUSES: Final = (1.0, 5.0, 15.0)
"""Seconds to wait before each new attempt to fetch a file."""
_UNTIL_SENT: Final = 15.0
"""Seconds to wait for the message that is to be edited."""
_MOMENT: Final = 0.02
"""Seconds between two queries for that message."""


class RatingRunner:
    """Runs the requested jobs, one per call."""

    def __init__(self, runtime: Runtime, fetch: Fetch, operators: Container[int]) -> None:
        """Remember how to fetch a file, and who may publish besides the ratings officers."""
        self._runtime = runtime
        self._fetch = fetch
        self._operators = operators

    async def run(self, work: RatingWork) -> None:
        """Run one job; on an error of the program, notify its person and do not raise it.

        Raises:
            Exception: the database or the disk refuses to work; the queue begins the job again.
        """
        with bound(rating=work.token):
            try:
                async with self._runtime.unit() as unit:
                    if not await rating_work.count_attempt(unit.tx, work):
                        return
                await self._attempt(work, draft_from_json(work.draft))
            except process.TaskFailed as error:
                log.warning("a rating came to nothing", reason=str(error))
                await self._report_failure(work, hit_limit=error.hit_limit)
            except Exception as error:
                if refusal(error) is not None:
                    raise
                log.exception("a rating failed")
                await self._report_failure(work, hit_limit=False)

    async def _attempt(self, work: RatingWork, draft: Draft) -> None:
        """Check the files or calculate, as the work's stage says.

        Raises:
            TaskFailed: the process returned nothing, or the job was begun too often.
        """
        if work.attempts >= MOST_ATTEMPTS:
            raise process.TaskFailed("begun too often", hit_limit=False)
        if work.stage == WorkStage.CHECK or draft.sent:  # new files are always checked first
            await self._check(work, draft)
        else:
            await self._rate(work, draft)

    async def _check(self, work: RatingWork, draft: Draft) -> None:
        """Fetch new files, check all files, and send their summary or errors."""
        draft, lost = await self._fetch_new_files(work, draft)
        contents = await self._contents(work, draft)
        checked = await self._checked(draft, contents, work.person)
        checked = replace(checked, message=await self._message_to_edit(checked, work.chat))
        async with self._runtime.unit() as unit:
            if not await _is_wanted(unit, work):
                return
            kept_files = {file.number for file in checked.files}
            dropped = {file.number for file in draft.files} - kept_files
            await rating_work.drop_files(unit.tx, work.token, dropped)
            await _save(unit, work, checked, checked.stage)
            sources = await start_buttons(unit.tx, checked.system, work.token)
            card = cards.checked_card(checked, work.token, sources, lost)
            _show(unit, work, checked, card)

    async def _checked(
        self, draft: Draft, contents: Mapping[int, bytes], person: PersonId
    ) -> Draft:
        """Return the draft after its files were read, with earlier answers about its names.

        They are read again after each correction of a name, so that the summary counts people.
        """
        if not draft.files:
            return draft.checked({})
        async with self._runtime.database.reading() as tx:
            known = await known_people(tx)
            listed = tuple((await published_lists.names(tx, draft.system)).values())
        while True:
            # A check says nothing in a language; the calculation does.
            task = draft.task(TaskAction.CHECK, "ro", (*listed, *known.names))
            task = replace(task, today=day_of(self._runtime.clock.now(), HOME_ZONE.key))
            checked = draft.checked(await process.work(task, contents, process.ignore_stage))
            async with self._runtime.database.reading() as tx:
                answers = await earlier_answers(tx, checked, person)
            answered = known.answered_about(checked, answers)
            if answered.same == draft.same:
                return answered
            draft = replace(draft, same=answered.same)

    async def _rate(self, work: RatingWork, draft: Draft) -> None:
        """Calculate the list, store it, and show it."""
        contents = await self._contents(work, draft)
        async with self._runtime.database.reading() as tx:
            person = await people.get(tx, work.person)
        task = draft.task(TaskAction.RATE, person.language or negotiate(None))

        async def show_stage(stage: str) -> None:
            async with self._runtime.unit() as unit:
                if await _is_wanted(unit, work):
                    _show(unit, work, draft, cards.progress_card(draft, work.token, stage))

        outcome = await process.work(task, contents, show_stage)
        new_run = await asyncio.to_thread(_run_of, work, draft, task, outcome)
        async with self._runtime.unit() as unit:
            if not await _is_wanted(unit, work):
                return
            run = await rating_runs.add(unit.tx, new_run, unit.now)
            await learn(unit.tx, draft, unit.now)
            await rating_work.drop_work(unit.tx, work.person)
            await dialogues.forget_question(unit.tx, work.person, work.token)
            _show(unit, work, draft, cards.done_card(draft))
            for notice in await run_notices(unit.tx, run, person, work.chat, self._operators):
                unit.say(notice)

    async def _fetch_new_files(self, work: RatingWork, draft: Draft) -> tuple[Draft, list[str]]:
        """Store new files; return the draft with them, and the names of undelivered ones."""
        lost = []
        for sent in draft.sent:
            try:
                content = await self._content(sent.file_id)
            except DeliveryError:
                log.warning("a file could not be fetched", exc_info=True)
                lost.append(sent.name)
                continue
            packed = await asyncio.to_thread(stored_file, 0, sent.name, content)
            async with self._runtime.unit() as unit:
                if not await _is_wanted(unit, work):
                    break  # its person was forgotten, and would leave the file behind
                number = await rating_work.next_number(unit.tx, work.token)
                file = replace(packed, number=number)
                await rating_work.add_file(unit.tx, work.token, file, unit.now)
            draft = draft.with_file(file, len(content))
        return draft, lost

    async def _contents(self, work: RatingWork, draft: Draft) -> dict[int, bytes]:
        """Return the content of all files of the draft, by number."""
        async with self._runtime.database.reading() as tx:
            files = await rating_work.files_of(tx, work.token)
        numbers = {file.number for file in draft.files}
        of_draft = [file for file in files if file.number in numbers]
        return await asyncio.to_thread(_unpacked, of_draft)

    async def _content(self, file_id: str) -> bytes:
        """Return the content of a file, with new attempts on network errors."""
        for pause in FETCH_PAUSES:
            try:
                return await self._fetch(file_id)
            except ConnectionFailed:
                await asyncio.sleep(pause)
        return await self._fetch(file_id)

    async def _message_to_edit(self, draft: Draft, chat: int) -> int | None:
        """Return the message to edit, once it is sent; None if that takes too long."""
        if draft.message is not None:
            return draft.message
        with suppress(TimeoutError):
            async with asyncio.timeout(_UNTIL_SENT):
                while True:
                    message = await self._sent_message(draft.key, chat)
                    if message is not None:
                        return message
                    await asyncio.sleep(_MOMENT)
        return None

    async def _sent_message(self, key: str, chat: int) -> int | None:
        """Return the number of the chat's message with that key; None until it is sent."""
        async with self._runtime.database.reading() as tx:
            return await outbox.message_of(tx, key, chat)

    async def _report_failure(self, work: RatingWork, *, hit_limit: bool) -> None:
        """Send the message that the job failed; its files are kept for another attempt."""
        draft = draft_from_json(work.draft)
        draft = replace(draft, sent=(), message=await self._message_to_edit(draft, work.chat))
        async with self._runtime.unit() as unit:
            if not await _is_wanted(unit, work):
                return
            await _save(unit, work, draft, draft.stage)
            _show(unit, work, draft, cards.failed_card(draft, work.token, hit_limit=hit_limit))


async def _is_wanted(unit: UnitOfWork, work: RatingWork) -> bool:
    """Return whether the person still wants the job in the same state."""
    present = await rating_work.find(unit.tx, work.person)
    return present is not None and (present.token, present.seq) == (work.token, work.seq)


async def _save(unit: UnitOfWork, work: RatingWork, draft: Draft, stage: WorkStage) -> None:
    """Store the draft and its stage, as a new state of the job without attempts."""
    changed = replace(work, draft=draft_to_json(draft), stage=stage, seq=work.seq + 1, attempts=0)
    await rating_work.put(unit.tx, changed)


def _show(unit: UnitOfWork, work: RatingWork, draft: Draft, card: JobCard) -> None:
    """Edit the progress message, or send a new one; a file is sent after it."""
    unit.say(Notice(to=work.chat, text=card.text, buttons=card.buttons, edits=draft.message))
    if card.document is not None:
        unit.say(Notice(to=work.chat, document=card.document))


def _unpacked(files: list[StoredFile]) -> dict[int, bytes]:
    """Return the content of each file, by number."""
    return {file.number: zlib.decompress(file.content) for file in files}


def _run_of(work: RatingWork, draft: Draft, task: RatingTask, outcome: Mapping[str, Any]) -> NewRun:
    """Return the result in its stored form."""
    terms = {
        key: PlayerTerms(player, b64decode(sheet))
        for key, (player, sheet) in outcome["sheets"].items()
    }
    return NewRun(
        person=work.person,
        token=work.token,
        system=draft.system,
        input_sha256=draft.input_sha256,
        task=json.dumps(task_to_json(task), ensure_ascii=False),
        result=b64decode(outcome["result"]),
        spreadsheet=b64decode(outcome["book"]),
        terms=terms,
        inputs=b64decode(outcome["saved"]) if outcome["saved"] else None,
    )
