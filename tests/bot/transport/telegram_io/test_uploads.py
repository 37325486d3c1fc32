"""Uploads: a file with several recipients is uploaded once."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from bot.texts.delivery import File, Photos
from bot.transport.telegram_io.client import TelegramIO
from bot.transport.telegram_io.uploads import LARGE
from sandbox import Sandbox, SandboxUser, serve
from sandbox.faults import Refuse
from tests.bot.conftest import square

GONE = Refuse(400, "Bad Request: wrong file identifier/HTTP URL specified")


@pytest.fixture
async def telegram(sandbox: Sandbox) -> AsyncIterator[TelegramIO]:
    """Return the bot's own connection to the sandbox."""
    async with serve(sandbox) as base_url:
        connection = TelegramIO(sandbox.token, base_url)
        yield connection
        await connection.close()


def went_up(sandbox: Sandbox, method: str) -> Sequence[int]:
    """Return how many files each call of that method uploaded."""
    return [call.files for call in sandbox.calls_of(method)]


async def test_a_word_list_goes_up_once_for_all_who_get_it(
    telegram: TelegramIO, sandbox: Sandbox, ana: SandboxUser, ion: SandboxUser
) -> None:
    """Simultaneous recipients share an upload; another content or name is uploaded itself.

    For a phase of five hundred players separate uploads would take a gigabyte.
    """
    words = bytes(LARGE + 1)
    await asyncio.gather(
        *(telegram.send(File(to=one.id, name="lista.zip", content=words)) for one in (ana, ion))
    )
    await telegram.send(File(to=ana.id, name="lista.zip", content=words + b"!"))
    await telegram.send(File(to=ana.id, name="alta.zip", content=words))

    assert went_up(sandbox, "sendDocument") == [1, 0, 1, 1]
    (got,) = [message.document for message in ion.messages if message.document]
    assert (got.name, got.content) == ("lista.zip", words)
    names = [message.document.name for message in ana.messages if message.document]
    assert names == ["lista.zip", "lista.zip", "alta.zip"]


async def test_sheets_are_uploaded_once_for_opponent_and_arbiter(
    telegram: TelegramIO, sandbox: Sandbox, ana: SandboxUser, ion: SandboxUser
) -> None:
    """A picture is uploaded once for an album, for a single message and for an edit."""
    sheet, time = square(), square() + b"\0"
    await telegram.send(Photos(to=ana.id, photos=(sheet, time)))
    await telegram.send(Photos(to=ion.id, photos=(sheet, time), html="fișele"))
    (alone,) = await telegram.send(Photos(to=ion.id, photos=(time,)))
    await telegram.send(Photos(to=ion.id, photos=(sheet,), edits=alone))

    assert went_up(sandbox, "sendMediaGroup") == [2, 0]
    assert went_up(sandbox, "sendPhoto") == [0]
    assert went_up(sandbox, "editMessageMedia") == [0]
    shown = [message.photo.content for message in ion.messages if message.photo]
    assert shown == [sheet, time, sheet]


async def test_a_file_that_telegram_knows_no_more_goes_up_again(
    telegram: TelegramIO, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """If Telegram rejects a cached file id, the file is uploaded again and delivered."""
    file = File(to=ana.id, name="lista.zip", content=b"CASA")
    await telegram.send(file)
    sandbox.faults.add(GONE, method="sendDocument")
    for _ in range(2):
        await telegram.send(file)

    assert went_up(sandbox, "sendDocument") == [1, 0, 1, 0]
    got = [message.document.content for message in ana.messages if message.document]
    assert got == [b"CASA"] * 3
