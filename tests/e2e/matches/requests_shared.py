"""What `test_requests` and other tests share."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox import Message, MessageButton, SandboxUser
from tests.e2e.harness import Pair, Table, arbiter_made
from tests.e2e.harness import table as laid_table
from tests.e2e.texts import facts_of


@dataclass(slots=True)
class Strangers:
    """Two people whom no arbiter knows, and the table at which they meet."""

    table: Table
    ana: SandboxUser
    ion: SandboxUser

    async def offer(self, data: str, user: SandboxUser | None = None) -> Message:
        """Have a person choose these terms on the card of `/joaca`; return the card.

        The person presses only the terms that differ from the card's.
        """
        author = user or self.ana
        (card,) = await self.table.say(author, "/joaca")
        days, games, how, *rated = data.removeprefix("play:").split(":")
        end = f":{''.join(rated)}"
        made = f"{days}:{games}:{how}{end}"
        for pressed in (f"{days}:2:", f"{days}:{games}:", f"{days}:{games}:{end}"):
            if not _buttons(card, made):
                await self._choose(author, card, pressed)
        await self._choose(author, card, made)
        return card

    async def _choose(self, author: SandboxUser, card: Message, terms: str) -> None:
        """Have the author press the button of these terms, or the first that starts with them."""
        author.press_button(card, _buttons(card, terms)[0])
        await self.table.settle()

    async def meet(self, data: str = "play:10:2:public") -> Pair:
        """Have Ana make a public request and Ion accept it from the list."""
        await self.offer(data)
        (listed,) = await self.table.say(self.ion, "/cereri")
        await self.table.press(self.ion, listed, "button.requests.accept")
        code = facts_of(listed, "requests.begun")["match"]
        return Pair(self.table, code, self.ana, self.ion)


def _buttons(card: Message, terms: str) -> list[MessageButton]:
    """Return the card's buttons whose data starts with these terms."""
    return [one for one in card.buttons if one.data.startswith(f"play:{terms}")]


def newcomers(table: Table) -> Strangers:
    """Return two people who have never written to the bot."""
    ana = table.sandbox.add_user("Ana Pop", language_code="ro")
    return Strangers(table, ana, table.sandbox.add_user("Ion Rus", language_code="ro"))


async def strangers_met(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Have two strangers begin a match of two games; return its code, Red and Blue."""
    await arbiter_made(laid)
    pair = await newcomers(laid).meet()
    return pair.code, pair.red, pair.blue


@pytest.fixture
def strangers(table: Table) -> Strangers:
    """Give two people who have never written to the bot."""
    return newcomers(table)


@pytest_asyncio.fixture
async def met(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give the match of two games that two strangers have just begun."""
    async with laid_table(tmp_path, after=strangers_met) as laid:
        yield Pair(laid, *laid.done)
