"""A rush on a sign-up link, with the program killed during it.

`SIGN_UP_RUSH="64 300 40"` sets people, taps and places; `make soak` runs that many.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import cast

import pytest

from engine.competitions.sign_up import SignUpState
from sandbox import Message, SandboxUser
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignedUp
from tests.e2e.championship import Championship, press, set_up_in_chat
from tests.e2e.fleet import fleet
from tests.e2e.harness import Table, button
from tests.e2e.killable import ANSWERED, COMMITTED, DECIDED, RECEIVED, STORED
from tests.e2e.process import Process, process
from tests.e2e.texts import facts_of, says, told

PEOPLE, TAPS, PLACES = map(int, os.environ.get("SIGN_UP_RUSH", "10 40 6").split())
IN, WAITING = SignUpState.IN, SignUpState.WAITING


@dataclass(slots=True)
class Desk:
    """An arbiter of a bot that runs as a process, in place of a table."""

    bot: Process
    arbiter: SandboxUser

    async def say(self, user: SandboxUser, text: str) -> list[Message]:
        """Have a person write; return the answers."""
        return await self.bot.say(user, text)

    async def settle(self) -> None:
        """Wait until everything is answered."""
        await self.bot.settle()


@dataclass(slots=True)
class Rush:
    """An open sign-up, and the cards of many people who will tap."""

    bot: Process
    championship: Championship
    cards: list[tuple[SandboxUser, Message]]

    def tap(self, who: int) -> None:
        """Have one of the people tap *Mă înscriu*, without waiting for an answer."""
        user, card = self.cards[who]
        user.press(card, f"su:{self.championship.code}:yes")

    async def people(self) -> list[SignedUp]:
        """Return everybody who signed up, in order."""
        async with self.bot.stored.database.reading() as tx:
            return await sign_ups.people_of(tx, self.championship.code)

    async def close(self) -> None:
        """Have the arbiter end the sign-up."""
        table, arbiter = self.championship.table, self.championship.arbiter
        (shown,) = told(arbiter.messages, "sign_up.list")[-1:]
        (card,) = await press(table, arbiter, shown, "button.sign_up.manage")
        for key in ("sign_up_close", "sign_up_close_yes"):
            await press(table, arbiter, card, f"button.comp.{key}")


async def begun(bot: Process) -> Rush:
    """Open a sign-up with this many places, and have this many strangers open the link."""
    operator = next(iter(bot.sandbox.users.values()))
    arbiter = bot.sandbox.add_user("Radu Arbitru", "ro")
    await bot.say(operator, "/start")
    link = facts_of((await bot.say(operator, "/arbitru"))[-1], "arbiter.link")["link"]
    arbiter.follow(link)
    await bot.settle()
    arbiter.press_button(arbiter.last, button(arbiter.last, "button.office.arbiter"))
    await bot.settle()
    table = cast("Table", Desk(bot, arbiter))
    first = datetime.now(UTC) + timedelta(days=30)
    dates = f"{first:%d.%m.%Y} {first + timedelta(days=100):%d.%m.%Y}"
    championship = await set_up_in_chat(table, {"phases": "final", "final": dates})
    await championship.press("button.comp.sign_up_new")
    await championship.press("button.comp.sign_up_places")
    await championship.say(f"{PLACES}")
    (shown,) = told(await championship.press("button.comp.sign_up_open"), "sign_up.list")
    public = facts_of(shown, "sign_up.list")["link"]
    crowd = [bot.sandbox.add_user(f"Contul {number}", "ro") for number in range(PEOPLE)]
    for user in crowd:
        user.follow(public)
    await bot.settle()
    for number, user in enumerate(crowd):
        user.send(f"Jucător {number:02}, Clubul {number % 7}")
    await bot.settle()
    return Rush(bot, championship, [(user, user.last) for user in crowd])


def taps_of() -> list[int]:
    """Return the order of taps: random, with everybody at least once."""
    chance = Random(7)
    taps = [*range(PEOPLE), *(chance.randrange(PEOPLE) for _ in range(TAPS - PEOPLE))]
    chance.shuffle(taps)
    return taps


def check(found: Sequence[SignedUp]) -> None:
    """Check that everybody is entered once: first the places, then the waiting list in order."""
    assert [one.number for one in found] == [*range(1, PEOPLE + 1)]
    assert len({one.person for one in found}) == PEOPLE
    assert [one.state for one in found] == [IN] * PLACES + [WAITING] * (PEOPLE - PLACES)


@pytest.mark.campaign
async def test_in_a_rush_exactly_as_many_as_there_are_places_have_one(tmp_path: Path) -> None:
    """Killed five times, the program loses and doubles nobody, and keeps the order."""
    async with process(tmp_path) as bot:
        rush = await begun(bot)
        taps = taps_of()
        steps = (RECEIVED, STORED, DECIDED, COMMITTED, ANSWERED)
        portion = len(taps) // len(steps)
        for number, step in enumerate(steps):
            bot.order.write_text(step)
            for who in taps[number * portion : (number + 1) * portion]:
                rush.tap(who)
            await bot.dies()
        await bot.settle()

        found = await rush.people()
        check(found)
        order = [f"Jucător {who:02}" for who in dict.fromkeys(taps)]
        assert [one.name for one in found] == order
        for place, name in enumerate(order, 1):
            _, card = rush.cards[int(name.split()[1])]
            if place <= PLACES:
                assert says(card, "sign_up.state_in", name=name)
            else:
                assert says(card, "sign_up.state_waiting", n=f"{place - PLACES}")

        leaver, card = rush.cards[taps[0]]
        for key in ("out", "sure"):
            leaver.press_button(card, button(card, f"button.sign_up.{key}"))
            await bot.settle()
        await rush.close()
        players = (await bot.stored.competition(rush.championship.code)).phase.players
        by_name = {one.person: one.name for one in found}
        assert [by_name[player] for player in players] == order[1 : PLACES + 1]
        assert await bot.stored.findings() == ()


@pytest.mark.campaign
async def test_programs_at_one_server_give_no_place_twice(
    tmp_path: Path, postgres_url: str
) -> None:
    """Two programs handle the taps, and the leader is killed: each place is taken once."""
    async with fleet(tmp_path, postgres_url, 2) as bot:
        rush = await begun(bot)
        taps = taps_of()
        for who in taps[: TAPS // 2]:
            rush.tap(who)
        await (await bot.leader()).kill()
        for who in taps[TAPS // 2 :]:
            rush.tap(who)
        await bot.settle()

        check(await rush.people())
        assert await bot.stored.findings() == ()
