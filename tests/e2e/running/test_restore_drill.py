"""A restore drill: a copy made under writes, a power cut, `turretur restore`, and on."""

import asyncio
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from engine.ids import PersonId, Seat
from sandbox import Message, SandboxUser
from storage.db import Database
from storage.people import people
from tests.e2e.harness import button
from tests.e2e.plays import best
from tests.e2e.process import Process, process
from tests.e2e.stored import Stored
from tests.e2e.texts import told

DRILLS: Final = int(os.environ.get("RESTORE_DRILLS", "1"))
"""How often the database is lost and restored."""


async def turretur(folder: Path, *command: str) -> str:
    """Run the program's command as an operator does; return what it prints."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *command, "--config", str(folder / "tur.toml")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, refused = await child.communicate()
    assert child.returncode == 0, (command, said, refused)
    return said.decode()


class Drill:
    """A bot in its folder, and two players of one game."""

    def __init__(self, bot: Process, folder: Path, game: str, people: list[SandboxUser]) -> None:
        self.bot, self.folder, self.game, self.people = bot, folder, game, people
        (folder / "tur.toml").write_text(
            f'[storage]\nurl = "sqlite:///{folder}/bot.sqlite"\n', encoding="utf-8"
        )

    async def move(self) -> str:
        """Have the player on turn move; return the move."""
        game = await self.bot.stored.game(self.game)
        author = self.people[0 if game.turn is Seat.RED else 1]
        typed = best(game) or "PAS"
        preview = (await self.bot.say(author, typed))[-1]
        author.press_button(preview, button(preview, "button.send"))
        await self.bot.settle()
        return typed

    async def moves(self) -> list[tuple[str, int]]:
        """Return the words and points of the game's moves."""
        made = (await self.bot.stored.game(self.game)).moves
        return [(getattr(move, "word", ""), getattr(move, "points", 0)) for move in made]

    def sheets(self) -> Counter[tuple[int, str]]:
        """Return how often each sheet was sent to each person."""
        return Counter((user.id, message.text) for user in self.people for message in _sheets(user))

    async def forget(self, name: str) -> PersonId:
        """Forget the person of that name."""
        found = json.loads(await turretur(self.folder, "person", "find", name, "--json"))
        number = found[0]["number"]
        await turretur(self.folder, "person", "anonymise", str(number), "--yes", "--even-in-play")
        return PersonId(number)


async def _moves_in(copy: Path, game: str) -> int:
    """Return how many moves of the game a copy has."""
    async with Database(f"sqlite:///{copy}", create=False) as database:
        return len((await Stored(database).game(game)).moves)


def _sheets(user: SandboxUser) -> list[Message]:
    return [m for key in ("sheets.follow", "sheets.caption") for m in told(user.messages, key)]


@pytest.mark.campaign
async def test_a_restored_copy_loses_nothing_that_it_had_and_repeats_nothing(
    tmp_path: Path,
) -> None:
    """Moves of the copy stay, lost ones are asked for again, and who was forgotten stays so."""
    async with process(tmp_path) as bot:
        code, red, blue, arbiter = await bot.match()
        drill = Drill(bot, tmp_path, f"{code}/1", [red, blue, arbiter])
        await drill.move()
        for number in range(DRILLS):
            await _lost_and_restored(drill, f"Elev Uitat {number}")
        await drill.move()
        assert await bot.stored.findings() == ()


async def _lost_and_restored(drill: Drill, name: str) -> None:
    bot, folder = drill.bot, drill.folder
    trainee = bot.sandbox.add_user(name, "ro")
    await bot.say(trainee, "/start")
    backup = asyncio.create_task(
        turretur(folder, "backup", "--to", str(folder / "copies"), "--json")
    )
    await drill.move()  # while the copy is made
    copy = json.loads(await backup)["file"]
    await drill.move()
    person = await drill.forget(name)
    sent = drill.sheets()
    before = await drill.moves()

    await bot.stop()
    await bot.stored.database.close()
    restored = json.loads(await turretur(folder, "restore", copy, "--json"))
    await bot.start()
    await bot.settle()

    kept = await drill.moves()
    assert restored["verify"]["findings"] == []
    assert kept == before[: len(kept)]
    assert len(before) - len(kept) in {1, 2}
    # Only an update that waited when the copy was made is processed again, with its sheets.
    assert drill.sheets() == sent or len(kept) > await _moves_in(Path(copy), drill.game)
    async with bot.stored.database.reading() as tx:
        assert (await people.get(tx, person)).name != name
    for _ in before[len(kept) :]:
        await drill.move()  # the authors repeat what was lost
    assert await drill.moves() == before
    assert await bot.stored.findings() == ()
