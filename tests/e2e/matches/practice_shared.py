"""What `test_practice` and other tests share."""

from dataclasses import dataclass
from typing import Any

from engine.matches.practice import THINKING_DAYS
from sandbox import Message, SandboxUser
from tests.e2e.harness import (
    Pair,
    Table,
    arbiter_made,
    continues,
)
from tests.e2e.texts import facts_of, says, told


@dataclass(slots=True)
class Trainee:
    """A stranger, and the table at which they play against the program."""

    table: Table
    user: SandboxUser

    async def begin(self, strength: str = "easy") -> Pair:
        """Have them press the first button of the answer to Start, then choose a strength."""
        (hello,) = await self.table.say(self.user, "/start")
        assert says(hello, "start.hello")
        assert hello.buttons[0].data == "train"
        await self.table.press(self.user, hello, "button.start.practice")
        assert says(hello, "practice.offer", days=THINKING_DAYS)
        await self.choose(hello, strength)
        return self.playing()

    async def choose(self, card: Message, strength: str) -> None:
        """Have them choose a strength on the card."""
        await self.table.press(self.user, card, f"button.practice.{strength}")

    def playing(self) -> Pair:
        """Return the latest game, in which the person has both seats."""
        (begun, *_) = reversed(told(self.user.messages, "leg.started"))
        code = facts_of(begun, "leg.started")["game"].split()[-1].partition("/")[0]
        return Pair(self.table, code, self.user, self.user)


async def practice_begun(laid: Table) -> tuple[SandboxUser]:
    """Have a stranger begin an easy practice game; return them."""
    await arbiter_made(laid)
    trainee = Trainee(laid, laid.sandbox.add_user("Ana Pop", language_code="ro"))
    await trainee.begin()
    return (trainee.user,)


@continues(practice_begun)
async def practice_moved(laid: Table) -> tuple[Any, ...]:
    """Have the stranger make a move as well, which the program answers."""
    (user,) = laid.done
    await Trainee(laid, user).playing().place(user, "H8 AC")
    return laid.done
