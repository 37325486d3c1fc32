"""Random championships, played once in Telegram and once in browsers: people read the same.

The acts are those of players, of an arbiter and of an organiser.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.service.readers.matches import match_snapshots
from sandbox import Message, SandboxUser
from tests.e2e.competitions.random_acts_shared import ACTS, both_begun, is_forgotten, world_of
from tests.e2e.harness import Table, table
from tests.e2e.players import BROWSER, TELEGRAM, Player, is_in_browser, play_in
from tests.e2e.texts import pattern

SEEDS: Final = range(1, 1 + int(os.environ.get("REFEREE_SEEDS", "1")))
SHOWN: Final = [each for each in ACTS if each is not is_forgotten]
"""A page no longer names a person who was forgotten, and a chat keeps what it has."""
_LINK: Final = re.compile(r"https?://\S+[=/]\S+")
_AS_BROWSER: Final = re.compile(r"^.* joacă prin browser\.\n", re.MULTILINE)
"""The opponent reads the channel, which differs (art. 6.1)."""


@dataclass(frozen=True, slots=True)
class Read:
    """What a person has read."""

    messages: Counter[str]
    """Without an order, because messages of one moment may change places on their way."""
    is_out: bool
    """Whether their browser was signed out, so that they no longer read the page."""


@contextmanager
def known_codes(seed: int) -> Iterator[None]:
    """Draw the codes of matches by a seed, because lists are sorted by them."""
    with pytest.MonkeyPatch.context() as patch:
        known = SimpleNamespace(choice=Random(seed).choice)
        patch.setattr(match_snapshots, "secrets", known)
        yield


async def begun_with_known_codes(laid: Table) -> tuple[Any, ...]:
    """Begin both competitions, with the same codes of matches everywhere."""
    with known_codes(0):
        return await both_begun(laid)


async def read_in(carrier: str, folder: Path, seed: int) -> dict[str, Read]:
    """Play a random history with the players there; return what each player has read."""
    play_in(carrier)
    async with table(folder, after=begun_with_known_codes) as laid:
        with known_codes(seed):
            world = world_of(laid, folder / "site", seed)
            for act in world.chance.sample(SHOWN, len(SHOWN)):
                await act(world)
                await laid.travel(world.chance.choice((0, 0, 1, 2)))
        read = {}
        for user in world.users.values():
            is_out = (
                isinstance(user, Player)
                and user.device is not None
                and not (await laid.browsers.browser(user).session()).is_success
            )
            if carrier == TELEGRAM or is_in_browser(user):  # else they went on in Telegram
                read[user.name] = Read(_read_by(user), is_out)
        return read


def _read_by(user: SandboxUser) -> Counter[str]:
    heading = pattern("album.pictures")
    shown = [each for each in user.messages if each.from_bot and not heading.fullmatch(each.text)]
    return Counter(_written(each) for each in shown)


def _written(message: Message) -> str:
    """Return a message with its buttons, and what pictures and files it has."""
    files = [each.name for each in (message.document,) if each is not None]
    pictures = ["picture"] if message.photo is not None else []
    text = _AS_BROWSER.sub("", _LINK.sub("LINK", message.text))
    return f"{text}\n{[*message.labels, *pictures, *files]}"


@pytest.mark.campaign
@pytest.mark.only_telegram("plays in both")
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_random_championship_reads_the_same(tmp_path: Path, seed: int) -> None:
    """Texts, buttons, pictures and files are the same; who has lost their seat reads no more."""
    told = []
    for carrier in (TELEGRAM, BROWSER):
        (tmp_path / carrier).mkdir()
        told.append(await read_in(carrier, tmp_path / carrier, seed))
    chat, page = told

    assert page.keys() <= chat.keys()
    for name, read in page.items():
        only_here = read.messages - chat[name].messages
        missed = chat[name].messages - read.messages
        assert not only_here, name
        assert read.is_out or not missed, name
    assert sum(each.messages.total() for each in page.values()) > 100
