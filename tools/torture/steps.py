"""A person's steps in the chat: lines and buttons, each after the answer to the one before."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from sandbox import Message, Sandbox, SandboxUser
from tools.torture.players import MOST_TRIES, PATIENCE, GoneSilentError
from tools.torture.records import Records

IsDone = Callable[[], Awaitable[bool]]
"""Returns whether the steps have had their effect."""
Step = str | re.Pattern[str]
"""A line to write, or the data of a button to press."""

_OTHER_RULINGS: Final = re.compile("k:.+:all")
"""The button that opens the second page of a case's card."""
_PAUSE: Final = 0.5
"""Seconds between two checks of a condition."""
_RECENT = 20
"""The number of their last messages among which a person searches for a button."""


class FoundButton(NamedTuple):
    """A button that a person sees."""

    message: Message
    data: str


@dataclass(slots=True)
class Steps:
    """Writes lines and presses buttons for people, with or without faults meanwhile."""

    sandbox: Sandbox

    async def follow(self, user: SandboxUser, *steps: Step) -> None:
        """Let the person do all steps in turn.

        Raises:
            TimeoutError: a button does not appear, or a step has no visible answer.
        """
        since = newest(user)
        for step in steps:
            if isinstance(step, str):
                since = newest(user)
                user.send(step)
                await self._await_answer(user, since, None)
            else:
                await self._press(user, step, since)

    async def _press(self, user: SandboxUser, data: re.Pattern[str], since: int) -> None:
        """Press the button; if it is not on a card's first page, open the second page before."""

        def shown() -> FoundButton | None:
            return _button(user, data, since) or _button(user, _OTHER_RULINGS, since)

        button = ""
        while not data.fullmatch(button):
            try:
                message, button = await self.sandbox.wait_for(shown, seconds=PATIENCE)
            except TimeoutError as error:
                raise TimeoutError(f"{user.name} does not see {data.pattern}") from error
            before = newest(user)
            state = _state(message)
            user.press(message, button)
            await self._await_answer(user, before, (message, state))

    async def _await_answer(
        self, user: SandboxUser, since: int, pressed: tuple[Message, object] | None
    ) -> None:
        """Wait for a message of the bot, or a change of the message with the pressed button."""

        def is_answered() -> bool:
            if pressed is not None and _state(pressed[0]) != pressed[1]:
                return True
            return any(
                message.from_bot and message.id > since for message in user.messages[-_RECENT:]
            )

        await self.sandbox.wait_for(is_answered, seconds=PATIENCE)


async def insist(
    steps: Steps, records: Records, user: SandboxUser, is_done: IsDone, *following: Step
) -> None:
    """Let a person follow the steps again and again until they have their effect.

    Raises:
        GoneSilentError: they have none after the most attempts.
    """
    for _ in range(MOST_TRIES):
        try:
            await steps.follow(user, *following)
        except TimeoutError:
            if await is_done():
                return
        else:
            if await until(is_done):
                return
        records.asked_again["began again in the championship"] += 1
    raise GoneSilentError(f"{user.name}: {following[0]!r} never has its effect")


async def until(is_done: IsDone) -> bool:
    """Return True as soon as `is_done` does, or False after `PATIENCE` seconds."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await is_done():  # noqa: ASYNC110  (another process)
                await asyncio.sleep(_PAUSE)
    except TimeoutError:
        return await is_done()
    return True


def newest(user: SandboxUser) -> int:
    """Return the number of the newest message in the person's chat, or 0."""
    return user.messages[-1].id if user.messages else 0


def _state(message: Message) -> object:
    """Return the parts of a message that change when the bot edits it."""
    return message.edits, message.deleted, [button.data for button in message.buttons]


def _button(user: SandboxUser, data: re.Pattern[str], since: int) -> FoundButton | None:
    """Return such a button from the newest message that has it, after message `since`; or None."""
    for message in reversed(user.messages[-_RECENT:]):
        if message.id <= since:
            break
        for button in message.buttons:
            if data.fullmatch(button.data):
                return FoundButton(message, button.data)
    return None
