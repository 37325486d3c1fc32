"""What `test_paper` and other tests share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, Table
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.places_shared import pressed
from tests.e2e.texts import mentions, worded
from tests.sandbox.pictures import picture


async def paper_match(table: Table, writer: str) -> Pair:
    """Arrange a match that Ana joins and Ion does not; `writer` enters Ion's moves; Ana opens."""
    ana = table.sandbox.add_user("Ana de pe telefon", language_code="ro")
    code, link, _ = await table.invite()
    await table.join(ana, link)
    (choices,) = await table.say(table.arbiter, f"/imputernicire {code}")
    label = {
        "arbiter": worded("writer.choose_me", who="Ion Rus"),
        "partner": worded("writer.choose_partner", who="Ion Rus", writer="Ana Pop"),
    }[writer]
    (asked,) = await pressed(table, table.arbiter, choices, label)
    assert mentions(asked, "decision.why")
    await pressed(table, table.arbiter, asked, worded("writer.usual"))
    await table.press(table.arbiter, asked, "button.decide")
    assert mentions(asked, "writer.done", who="Ion Rus")
    return Pair(table, code, ana, ana)


@dataclass(frozen=True, slots=True)
class OnPaper:
    """The opening of such a match."""

    writer: str

    async def __call__(self, laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
        """Play the opening; return what `Pair` needs."""
        await laid.make_arbiter()
        pair = await paper_match(laid, self.writer)
        return pair.code, pair.red, pair.blue


@asynccontextmanager
async def on_paper(folder: Path, writer: str) -> AsyncIterator[Pair]:
    """Give that match at a new table."""
    async with laid_table(folder, after=OnPaper(writer)) as laid:
        yield Pair(laid, *laid.done)


async def sheet(table: Table, user: SandboxUser, caption: str = "") -> list[Message]:
    """Have a person send a photographed sheet; return the bot's answer."""
    seen = len(user.messages)
    user.send_photo(picture(300, 400), caption=caption)
    await table.settle()
    return [message for message in user.messages[seen:] if message.from_bot]


async def day(table: Table, user: SandboxUser, message: Message, key: str, on: str) -> None:
    """Press the button that opens the days, then the day itself."""
    await table.press(user, message, key)
    in_data = on.replace("-", "")  # days in buttons have no hyphens
    verb = next(each.data for each in message.buttons if each.data.endswith(in_data))
    user.press(message, verb)
    await table.settle()
