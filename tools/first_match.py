"""The first evening of a new bot: it gets an arbiter, and two players get their first sheet.

`tools.guide` and `tools.containers` use it to try a bot that they have installed like an operator.
The people write to the sandbox, which replaces Telegram.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.board import EMPTY_BOARD
from engine.generator import plays
from engine.notation import PASS, format_word
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set
from engine.words.lexicon import open_lexicon
from sandbox import Message, Sandbox, SandboxUser
from tools.torture.reading import button, links, sheet

PATIENCE: Final = 120.0
"""Seconds that an answer may take: a new server is slow, and a sent move waits 20 seconds."""
_RACK: Final = re.compile(r"Literele tale: (\S+)")
"""The line that tells a player the letters of their rack."""
_BLUE: Final = "Tu ești 🔵"
"""What only Blue reads at the beginning."""


@dataclass(slots=True)
class FirstMatch:
    """The people of the first evening; the operator is the sandbox's first person."""

    sandbox: Sandbox
    operator: SandboxUser = field(init=False)
    arbiter: SandboxUser = field(init=False)
    players: tuple[SandboxUser, SandboxUser] = field(init=False)

    def __post_init__(self) -> None:
        names = ("Olga Operator", "Maria Dan", "Ana Pop", "Ion Rus")
        people = [self.sandbox.add_user(name, "ro") for name in names]
        self.operator, self.arbiter, *players = people
        self.players = players[0], players[1]

    async def number(self) -> str:
        """Have the operator press Start; return the number that the bot tells them."""
        self.operator.start()
        number = str(self.operator.id)
        await _receive(self.operator, lambda message: number in message.text)
        return number

    async def appoint(self) -> None:
        """Have the operator invite the arbiter, who accepts."""
        self.operator.send("/arbitru")
        offer = await _receive(self.operator, lambda message: bool(links(message.text)))
        await _follow(self.arbiter, links(offer.text)[0])

    async def play(self) -> Message:
        """Have the arbiter arrange a match, and Red play; return the first sheet that Blue gets."""
        self.arbiter.send("/meci Ana Pop - Ion Rus")
        card = await _receive(self.arbiter, lambda message: "Ana Pop" in message.text)
        self.arbiter.press_button(card, card.buttons[0])
        for player in self.players:
            offer = await _receive(self.arbiter, lambda message: bool(links(message.text)))
            await _follow(player, links(offer.text)[0])
        red, blue = self.players
        reds_message, other_message = await _first_message(red), await _first_message(blue)
        if _BLUE in reds_message:
            red, blue, reds_message = blue, red, other_message
        red.send(_opening(reds_message))
        preview = await _receive(red, lambda message: bool(button(message, "send")))
        red.press(preview, button(preview, "send"))
        return await _receive(blue, lambda message: sheet(message) is not None)

    async def ask_for_matches(self) -> None:
        """Have the arbiter ask for their matches; the bot has to know the first one."""
        self.arbiter.send("/meciuri")
        await _receive(self.arbiter, lambda message: "Ana Pop" in message.text)


async def _follow(user: SandboxUser, link: str) -> None:
    """Have a person follow an invitation and press the first button of the answer."""
    user.follow(link)
    question = await _receive(user, lambda message: bool(message.buttons))
    await user.answered(user.press_button(question, question.buttons[0]), seconds=PATIENCE)


async def _first_message(player: SandboxUser) -> str:
    """Return the text that tells a player of the game's beginning, with their letters."""
    message = await _receive(player, lambda message: _RACK.search(message.text) is not None)
    return message.text


async def _receive(user: SandboxUser, wanted: Callable[[Message], bool]) -> Message:
    return await user.receive(wanted, seconds=PATIENCE)


def _opening(message: str) -> str:
    """Return the best opening play of the rack in that message; a pass if there is none."""
    rack_line = _RACK.search(message)
    rack = rack_line.group(1) if rack_line else ""
    tiles = load_tile_set(NATIONAL_2025.tile_set)
    best = next(iter(plays(EMPTY_BOARD, rack, open_lexicon().graph, tiles, NATIONAL_2025)), None)
    return f"{best.position} {format_word(best.word)}" if best else PASS
