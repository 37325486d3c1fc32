"""What `test_sign_up` and other tests share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from engine.competitions.sign_up import SignUpState
from sandbox import Message, SandboxUser
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp
from tests.e2e.championship import Championship, press, set_up
from tests.e2e.harness import Opening, Table, arbiter_made, continues
from tests.e2e.harness import table as laid_out
from tests.e2e.texts import facts_of, says, told

SETTINGS = {"phases": "final", "groups": "1", "final": "1.06 30.09"}
"""One phase of one group, from 1 June; today is 1 May."""


@dataclass(slots=True)
class SignUp:
    """A competition with an open sign-up, and its people."""

    championship: Championship
    link: str

    @classmethod
    def at(cls, table: Table, *left: Any) -> Self:
        """Return it at another table, from the state `left` at the first."""
        code, card, link, players = left
        return cls(Championship(table, code, card, players=players), link)

    @property
    def left(self) -> tuple[Any, ...]:
        """Return its state without the table."""
        made = self.championship
        return made.code, made.card, self.link, made.players

    @property
    def table(self) -> Table:
        """Return the sandbox's table."""
        return self.championship.table

    def stranger(self, name: str) -> SandboxUser:
        """Return a new person with an account of that name."""
        return self.table.sandbox.add_user(f"Contul {name}", language_code="ro")

    async def asked(self, user: SandboxUser, typed: str) -> Message:
        """Have a stranger open the link and type name and club; return the card."""
        question = await self.table.follow(user, self.link)
        assert says(question, "sign_up.ask_name"), question.text
        (card,) = await self.table.say(user, typed)
        return card

    async def enter(self, typed: str) -> tuple[SandboxUser, Message]:
        """Have a stranger sign up under that name and club; return person and card."""
        user = self.stranger(typed.partition(",")[0])
        card = await self.asked(user, typed)
        await self.table.press(user, card, "button.sign_up.yes")
        return user, card

    async def withdraw(self, user: SandboxUser, card: Message) -> None:
        """Have a person withdraw by both taps."""
        await self.table.press(user, card, "button.sign_up.out")
        await self.table.press(user, card, "button.sign_up.sure")

    async def people(self) -> list[SignedUp]:
        """Return everybody who has signed up."""
        async with self.table.stored.database.reading() as tx:
            return await sign_ups.people_of(tx, self.championship.code)

    async def names(self, state: SignUpState) -> list[str]:
        """Return the names of the people in that state, in order."""
        return [one.name for one in await self.people() if one.state is state]

    @property
    def list(self) -> Message:
        """Return the arbiter's list of people who signed up."""
        messages = self.table.arbiter.messages
        return [*told(messages, "sign_up.list"), *told(messages, "sign_up.list_closed")][-1]

    async def close(self) -> None:
        """Have the arbiter close the sign-up."""
        card = await self.manage()
        for key in ("sign_up_close", "sign_up_close_yes"):
            await press(self.table, self.table.arbiter, card, f"button.comp.{key}")

    async def manage(self) -> Message:
        """Have the arbiter open the sign-up's card below the list; return it."""
        (card,) = await press(self.table, self.table.arbiter, self.list, "button.sign_up.manage")
        return card


async def opened(table: Table, **terms: str) -> SignUp:
    """Have the arbiter set up a competition and open its sign-up on these terms."""
    championship = await set_up(table, SETTINGS)
    await championship.press("button.comp.sign_up_new")
    for name, value in terms.items():
        await championship.press(f"button.comp.sign_up_{name}")
        if value:
            await championship.say(value)
    answers = await championship.press("button.comp.sign_up_open")
    (shown,) = told(answers, "sign_up.list")
    return SignUp(championship, facts_of(shown, "sign_up.list")["link"])


@dataclass(frozen=True, slots=True)
class SignUpOpened:
    """The opening of a sign-up on these terms, each with the answer to its question."""

    terms: tuple[tuple[str, str], ...] = ()

    async def __call__(self, laid: Table) -> tuple[Any, ...]:
        """Play the opening; return what `SignUp.at` needs."""
        await arbiter_made(laid)
        return (await opened(laid, **dict(self.terms))).left


TWO_PLACES = SignUpOpened((("places", "2"), ("email", "")))
"""The opening of a sign-up with two seats, which asks for an e-mail address."""


@continues(TWO_PLACES)
async def one_waiting(laid: Table) -> tuple[Any, ...]:
    """Have Ana Pop and Geo Luca take both seats, and Ion Rus wait."""
    signing = SignUp.at(laid, *laid.done)
    for name in ("Ana Pop", "Geo Luca", "Ion Rus"):
        signing.championship.players[name], _ = await signing.enter(name)
    return signing.left


@continues(one_waiting)
async def closed_with_one_waiting(laid: Table) -> tuple[Any, ...]:
    """Have the arbiter close that sign-up."""
    signing = SignUp.at(laid, *laid.done)
    await signing.close()
    return signing.left


@asynccontextmanager
async def sign_up(folder: Path, after: Opening) -> AsyncIterator[SignUp]:
    """Give the sign-up of that opening."""
    async with laid_out(folder, after=after) as laid:
        yield SignUp.at(laid, *laid.done)
