"""Conversations about ratings: files sent, buttons pressed, lists received."""

import io
from dataclasses import dataclass, field

from openpyxl import load_workbook

from sandbox import Message, SandboxUser, wire
from sandbox.waiting import wait_for
from storage.people.people import by_account
from storage.ratings import rating_runs, rating_work
from tests.e2e.harness import Table
from tests.e2e.texts import says
from tests.sandbox.pictures import picture


@dataclass(slots=True)
class RatingTalk:
    """One person's conversation with the bot."""

    table: Table
    user: SandboxUser
    last: list[Message] = field(default_factory=list)
    """What they were answered last."""

    @classmethod
    def of(cls, table: Table, name: str = "Ana Pop", language: str = "ro") -> "RatingTalk":
        """Give a person who has not written yet."""
        return cls(table, table.sandbox.add_user(name, language_code=language))

    async def _new_messages(self, seen: int) -> list[Message]:
        await self.table.settle()
        self.last = [each for each in self.user.messages[seen:] if each.from_bot]
        return self.last

    async def say(self, text: str) -> Message:
        """Write something; return the last answer."""
        seen = len(self.user.messages)
        self.user.send(text)
        return (await self._new_messages(seen))[-1]

    async def send(self, *files: tuple[str, bytes]) -> Message:
        """Send files without pause; return the last message."""
        seen = len(self.user.messages)
        for name, content in files:
            self.user.send_document(name, content)
        await self._new_messages(seen)
        return self.user.last

    async def send_photo(self) -> Message:
        """Send a photo; return the last answer."""
        seen = len(self.user.messages)
        self.user.send_photo(picture())
        return (await self._new_messages(seen))[-1]

    async def send_voice(self) -> Message:
        """Send a voice note with a caption, as Telegram reports it; return the answer."""
        seen, updates = len(self.user.messages), self.table.sandbox.updates
        voice = {"file_id": "v", "file_unique_id": "v", "duration": 3}
        sent = wire.message(self.user.messages[0]) | {"message_id": 900_001, "voice": voice}
        del sent["text"]
        updates.add("message", sent | {"caption": "rezultatele"}, order="a voice")
        return (await self._new_messages(seen))[-1]

    async def press(self, message: Message, label: str) -> list[Message]:
        """Press the button of that label or data; return the new messages."""
        seen = len(self.user.messages)
        self.user.press(message, label)
        return await self._new_messages(seen)

    async def sees(self, message: Message, text: str) -> None:
        """Wait until a message has been edited to contain that text."""
        await wait_for(
            self.user._world.changes,
            lambda: message if text in message.text else None,
            20,
            lambda: f"{message} does not say {text}",
        )

    async def begin(self, system: str) -> Message:
        """Choose a system; return the message that names the files needed."""
        asked = await self.say("/cnis" if system.startswith("cnis") else "/rating")
        await self.press(asked, f"rat:system:{system}")
        return asked

    async def rate(self, message: Message) -> tuple[Message, Message]:
        """Have the list calculated; return the list and the spreadsheet."""
        shown, book = await self.press(message, "Calculează")
        assert shown.photo is not None
        assert book.document is not None
        return shown, book

    async def works_out(self, system: str, *files: tuple[str, bytes]) -> tuple[Message, Message]:
        """Have a list calculated from these files alone; return the list and the spreadsheet."""
        await self.begin(system)
        return await self.rate(await self.send(*files))

    async def publish(self, shown: Message) -> str:
        """Publish the list shown; return the question asked before."""
        (asked,) = await self.press(shown, "Publică")
        question = asked.text
        await self.press(asked, "Da, o public")
        assert says(asked, "rating.published_now")
        return question

    async def kept_runs(self) -> int:
        """Return the number of runs stored for this person."""
        async with self.table.app.runtime.database.reading() as tx:
            person = await by_account(tx, self.user.id)
            assert person is not None
            found = [await rating_runs.find(tx, number) for number in range(1, 60)]
            return sum(run is not None and run.person == person.id for run in found)

    async def stage(self) -> str | None:
        """Return the step of their conversation."""
        async with self.table.app.runtime.database.reading() as tx:
            person = await by_account(tx, self.user.id)
            assert person is not None
            work = await rating_work.find(tx, person.id)
        return None if work is None else work.stage


async def keeper(table: Table, name: str = "Rica Responsabil") -> RatingTalk:
    """Have the operator appoint a ratings officer; return that person."""
    talk = RatingTalk.of(table, name)
    (invitation,) = await table.say(table.operator, "/responsabil_rating")
    await table.join(talk.user, invitation.text.split()[-1])
    assert "responsabil de rating" in talk.user.last.text
    return talk


def cells(message: Message) -> dict[str, list[list[object]]]:
    """Return the cells of a spreadsheet in a message."""
    assert message.document is not None
    return cells_in(message.document.content)


def cells_in(content: bytes) -> dict[str, list[list[object]]]:
    """Return the cells of a spreadsheet, by sheet and row."""
    book = load_workbook(io.BytesIO(content))
    return {sheet.title: [[cell.value for cell in row] for row in sheet.rows] for sheet in book}
