"""Typed codes and links: what they mean, and how often a person may try wrong ones.

Many wrong codes within a short time are guesses. After them nothing is looked up for a while, so
that the answer is the same for a right code and nobody finds one by trying. A right code between
them restores no tries.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.runtime.limits import Gate
from bot.runtime.shared import UserInput

Meant = TypeVar("Meant")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess(Generic[Meant]):
    """What a code means."""

    meant: Meant | None
    """None: the code is wrong, or was not looked up."""
    is_refused: bool = False
    """Whether it was not looked up, after too many wrong ones."""


async def guess(
    gate: Gate, user_input: UserInput, look_up: Callable[[], Awaitable[Meant | None]]
) -> Guess[Meant]:
    """Return what the person's code means, and count a wrong one.

    `look_up` returns None for a wrong code; it is not called after too many of them.
    """
    who, at = user_input.incoming.sender.id, user_input.at
    if gate.guesses.is_exhausted(who, at):
        return Guess(meant=None, is_refused=True)
    meant = await look_up()
    if meant is None:
        gate.guesses.count(who, user_input.incoming.update, at)
    return Guess(meant=meant)
