"""An arbiter's bad day: taps and loud messages until everything is decided.

`python -m benchmarks.bench_bad_day`. A championship of 24 players in four groups has 60 games. For
ten days nobody moves. One player never comes, one withdraws, three games are disputed, and the
closing date comes. The benchmark counts the arbiter's taps and typed lines. It also counts the
messages with a sound that they get without asking, on the worst day. The minutes are the seconds
assumed below for each tap. Processor time runs until the bot has sent all its answers.
"""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

import structlog

from benchmarks.support.rows import FigureRow, show
from sandbox import Message, MessageButton
from tests.e2e.bench import claim
from tests.e2e.harness import BUCHAREST, Pair, Table, bucharest, table
from tests.e2e.season import Season, cup

PLAYERS: Final = [f"Jucător {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVW"]
ABSENT: Final = "Zoe Lup"
CLOSING: Final = "2025-05-25"
TAPS: Final = 40
LOUD: Final = 12
MINUTES: Final = 5
TYPING, DECIDING, PLAIN = 10, 5, 2
"""The seconds that a person is assumed to need to type a line, to decide on a card, to continue."""
_GOING_ON: Final = ("button.silences", "mesa:open:case")
"""The taps that only open a list or the next case."""


@dataclass(slots=True)
class _Arbiter:
    """The arbiter, who counts taps, typed messages, and messages that came without a request."""

    table: Table
    person: list[int] = field(default_factory=list)
    """The seconds that a person needs for each tap."""
    bot: list[float] = field(default_factory=list)
    """The processor time of everything that followed each tap."""
    answers: set[int] = field(default_factory=set)
    """The ids of the messages that answered a tap."""

    async def say(self, text: str) -> list[Message]:
        """Type a command or a reason."""
        return await self._answered(self.table.say(self.table.arbiter, text), TYPING)

    async def press(self, message: Message, key: str) -> list[Message]:
        """Press the button of that key."""
        pressed = self.table.press(self.table.arbiter, message, key)
        return await self._answered(pressed, PLAIN if key in _GOING_ON else DECIDING)

    async def press_data(self, message: Message, data: str) -> list[Message]:
        """Press the first button whose data begins so."""
        found = next(each for each in message.buttons if each.data.startswith(data))
        return await self._answered(
            self._pressed(message, found), PLAIN if data in _GOING_ON else DECIDING
        )

    async def _pressed(self, message: Message, button: MessageButton) -> list[Message]:
        arbiter = self.table.arbiter
        seen = len(arbiter.messages)
        arbiter.press_button(message, button)
        await self.table.settle()
        return arbiter.messages[seen:]

    async def _answered(self, act: Awaitable[list[Message]], person: int) -> list[Message]:
        """Count one tap, with its seconds and its answers."""
        began = process_time()
        answers = await act
        self.bot.append(process_time() - began)
        self.person.append(person)
        self.answers |= {one.id for one in answers}
        return answers

    def loudest_day(self, since: int) -> int:
        """Return the most loud messages in one day without a request, from that message on."""
        days = Counter(
            one.date.astimezone(BUCHAREST).date()
            for one in self.table.arbiter.messages[since:]
            if one.from_bot and not one.silent and one.id not in self.answers
        )
        return max(days.values(), default=0)


async def _day(folder: Path) -> tuple[_Arbiter, int, int]:
    """Play the day; return the arbiter, the loud messages of the worst day, and the open games."""
    async with table(folder) as laid:
        season = await cup(laid, *PLAYERS, ABSENT, groups=4, until=CLOSING, on_paper=[ABSENT])
        since = len(laid.arbiter.messages)
        arbiter = _Arbiter(laid)
        await laid.travel_to(bucharest("2025-05-11", "12:00:00"))
        await _disputes(season)
        await _silences(arbiter)
        await _people(arbiter)
        await _rule(arbiter)
        await laid.travel_to(bucharest("2025-05-31", "12:00:00"))
        await _close(arbiter)
        await laid.travel_to(bucharest("2025-06-06", "12:00:00"))
        (overview,) = await arbiter.say("/omologheaza")
        await arbiter.press(overview, "button.homologate_undisputed")
        left = len((await season.competition()).phase.open_games())
        return arbiter, arbiter.loudest_day(since), left


async def _disputes(season: Season) -> None:
    """Have three players who are not the absent one claim bad conduct."""
    listed = [one for one in await season.matches() if {*one.players} <= season.users.keys()]
    for match in listed[:3]:
        pair = Pair(season.table, match.code, season.users[match.red], season.users[match.blue])
        await claim(pair, pair.blue, "conduct")


async def _silences(arbiter: _Arbiter) -> None:
    (listed,) = await arbiter.say("/mesa")
    (choice,) = await arbiter.press(listed, "button.silences")
    (shown,) = await arbiter.press(choice, "button.silences.wait")
    await arbiter.press(shown, "button.decide")


async def _people(arbiter: _Arbiter) -> None:
    """Decide for the player who never came, and for the one who withdraws."""
    for name, decision, why in (
        (ABSENT, "no_show", "why.no_show"),
        (PLAYERS[0], "withdrawal", "why.withdrawal"),
    ):
        (card,) = await arbiter.say(f"/jucator {name}")
        (shown,) = await arbiter.press(card, f"button.player.{decision}")
        await arbiter.press(shown, why)
        await arbiter.press(shown, "button.decide")


async def _rule(arbiter: _Arbiter) -> None:
    """Rule in the three cases in turn; each ruling shows a button for the next case."""
    (opened,) = await arbiter.say("/mesa")
    for _ in range(3):
        answers = await arbiter.press_data(opened, "mesa:open:case")
        card = next(one for one in reversed(answers) if one.buttons)
        (opened,) = await arbiter.press_data(card, "rule:")
        await arbiter.say("Am verificat mesajele.")
        opened = arbiter.table.arbiter.last
        await arbiter.press(opened, "button.decide")


async def _close(arbiter: _Arbiter) -> None:
    """End all games that the closing date has settled, with three presses.

    The card of many games is several messages; its buttons are under the last one.
    """
    for data in ("close:", "because:", "decide:"):
        card = next(
            one
            for one in reversed(arbiter.table.arbiter.messages)
            if any(each.data.startswith(data) for each in one.buttons)
        )
        await arbiter.press_data(card, data)


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with TemporaryDirectory() as folder:
        arbiter, loud, left = asyncio.run(_day(Path(folder)))
    person, bot = sum(arbiter.person), sum(arbiter.bot)
    yield FigureRow(
        "an arbiter's bad day, taps", len(arbiter.bot), "", TAPS, "24 players, 60 games"
    )
    yield FigureRow("an arbiter's bad day, loud messages", loud, "", LOUD, "unasked, the worst day")
    yield FigureRow("an arbiter's bad day, games left open", left, "", 0)
    assumed = f"typing {TYPING} s, a decision {DECIDING} s, going on {PLAIN} s"
    yield FigureRow("an arbiter's bad day, the person", person / 60, "min", None, assumed)
    yield FigureRow(
        "an arbiter's bad day, the bot", bot, "s", None, "answers to all taps, to everybody"
    )
    yield FigureRow("an arbiter's bad day, a tap, median", median(arbiter.bot), "s")
    yield FigureRow("an arbiter's bad day, the longest tap", max(arbiter.bot), "s")
    yield FigureRow("an arbiter's bad day, in all", (person + bot) / 60, "min", MINUTES)


if __name__ == "__main__":
    sys.exit(not show(run()))
