"""An arbiter's bad day: taps and loud messages until all is decided.

`python -m benchmarks.bench_bad_day`. A championship of 24 players in four groups has 60 games.
Nobody moves for ten days; one player never comes, one withdraws, three games are disputed, and the
closing date comes. Counted is what the arbiter presses and types, and the messages with a sound
that they get without asking, on the worst day.
"""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import structlog

from benchmarks.support.rows import Row, show
from sandbox import Message
from tests.e2e.bench import claim
from tests.e2e.harness import BUCHAREST, Pair, Table, bucharest, table
from tests.e2e.season import Season, cup

PLAYERS: Final = [f"Jucător {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVW"]
ABSENT: Final = "Zoe Lup"
CLOSING: Final = "2025-05-25"
TAPS: Final = 40
LOUD: Final = 12


@dataclass(slots=True)
class _Arbiter:
    """The arbiter, who counts presses, typed messages and what came without being asked for."""

    table: Table
    taps: int = 0
    answers: set[int] = field(default_factory=set)
    """The ids of the messages that answered something."""

    async def say(self, text: str) -> list[Message]:
        """Type a command or a reason."""
        return self._answered(await self.table.say(self.table.arbiter, text))

    async def press(self, message: Message, key: str) -> list[Message]:
        """Press the button of that key."""
        return self._answered(await self.table.press(self.table.arbiter, message, key))

    async def press_data(self, message: Message, data: str) -> list[Message]:
        """Press the first button whose data begins so."""
        arbiter = self.table.arbiter
        found = next(each for each in message.buttons if each.data.startswith(data))
        seen = len(arbiter.messages)
        arbiter.press_button(message, found)
        await self.table.settle()
        return self._answered(arbiter.messages[seen:])

    def _answered(self, answers: list[Message]) -> list[Message]:
        self.taps += 1
        self.answers |= {one.id for one in answers}
        return answers

    def loudest_day(self, since: int) -> int:
        """Return the most loud messages of one day that answered nothing, from that message on."""
        days = Counter(
            one.date.astimezone(BUCHAREST).date()
            for one in self.table.arbiter.messages[since:]
            if one.from_bot and not one.silent and one.id not in self.answers
        )
        return max(days.values(), default=0)


async def _day(folder: Path) -> tuple[int, int, int]:
    """Play it; return the taps, the loud messages of the worst day, and the games left open."""
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
        return arbiter.taps, arbiter.loudest_day(since), left


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
    """Rule in the three cases, one after the other, from the button after each ruling."""
    (opened,) = await arbiter.say("/mesa")
    for _ in range(3):
        answers = await arbiter.press_data(opened, "mesa:open:case")
        card = next(one for one in reversed(answers) if one.buttons)
        (opened,) = await arbiter.press_data(card, "rule:")
        await arbiter.say("Am verificat mesajele.")
        opened = arbiter.table.arbiter.last
        await arbiter.press(opened, "button.decide")


async def _close(arbiter: _Arbiter) -> None:
    """End everything that the closing date has settled: by three presses.

    The card of many games is several messages; its buttons are under the last one.
    """
    for data in ("close:", "because:", "decide:"):
        card = next(
            one
            for one in reversed(arbiter.table.arbiter.messages)
            if any(each.data.startswith(data) for each in one.buttons)
        )
        await arbiter.press_data(card, data)


def run() -> Iterator[Row]:
    """Measure, and give the rows as they come."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with TemporaryDirectory() as folder:
        taps, loud, left = asyncio.run(_day(Path(folder)))
    yield Row("an arbiter's bad day, taps", taps, "", TAPS, "24 players, 60 games")
    yield Row("an arbiter's bad day, loud messages", loud, "", LOUD, "unasked, the worst day")
    yield Row("an arbiter's bad day, games left open", left, "", 0)


if __name__ == "__main__":
    sys.exit(not show(run()))
