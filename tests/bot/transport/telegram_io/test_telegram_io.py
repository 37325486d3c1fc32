import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.program.app import bot_account
from bot.texts.delivery import File, Key, Photos, Reaction, TextMessage, Toast
from bot.texts.delivery_errors import (
    ConnectionFailed,
    DeliveryError,
    GroupMigrated,
    MessageRefused,
    OverLimit,
    Retry,
    TokenRejected,
    Unreachable,
    UpdatesConflict,
)
from bot.transport.telegram_io.client import TelegramIO
from bot.transport.telegram_io.downloads import LARGEST
from sandbox import Sandbox, SandboxUser, limits, serve
from sandbox.faults import (
    AnswerLost,
    BadGateway,
    DropConnection,
    EndlessFile,
    FaultKind,
    Flood,
    Migrate,
    Refuse,
    ServerError,
)
from sandbox.waiting import PATIENCE
from tests.bot.conftest import square


@pytest.fixture
async def base_url(sandbox: Sandbox) -> AsyncIterator[str]:
    """Return the address of a running sandbox."""
    async with serve(sandbox) as url:
        yield url


@pytest.fixture
async def telegram(sandbox: Sandbox, base_url: str) -> AsyncIterator[TelegramIO]:
    """Return the bot's own connection to the sandbox."""
    connection = TelegramIO(sandbox.token, base_url, patience=1.5)
    yield connection
    await connection.close()


async def test_the_bot_knows_itself(telegram: TelegramIO, sandbox: Sandbox) -> None:
    """The bot reads its user name, which its links contain, from the server."""
    assert (await telegram.me()).username == sandbox.username


async def test_a_wrong_token_is_named_as_such(base_url: str) -> None:
    """A refused token raises one clear error, which does not contain the token."""
    telegram = TelegramIO("1234567:secret", base_url)
    with pytest.raises(TokenRejected) as caught:
        await telegram.me()
    await telegram.close()

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("trouble", "outcome"),
    [
        (Flood(7), Retry),
        (ServerError(), ConnectionFailed),
        (BadGateway(), ConnectionFailed),
        (DropConnection(), ConnectionFailed),
        (AnswerLost(), ConnectionFailed),
        (Migrate(), GroupMigrated),
        (Refuse(401, "Unauthorized"), TokenRejected),
        (Refuse(403, "Forbidden: user is deactivated"), Unreachable),
        (Refuse(403, "Forbidden: bot was kicked from the group chat"), Unreachable),
        (Refuse(400, "Bad Request: chat not found"), Unreachable),
        (Refuse(400, "Bad Request: can't parse entities"), MessageRefused),
        (Refuse(409, "Conflict: terminated by other getUpdates request"), UpdatesConflict),
        (Refuse(413, "Request Entity Too Large"), OverLimit),
    ],
)
async def test_each_failure_is_distinguished(
    telegram: TelegramIO,
    sandbox: Sandbox,
    ana: SandboxUser,
    trouble: FaultKind,
    outcome: type[DeliveryError],
) -> None:
    """Each kind of failure raises its own error with the values for its treatment."""
    group = sandbox.add_group("Cerc", [ana])
    sandbox.faults.add(trouble, method="sendMessage")
    with pytest.raises(outcome) as caught:
        await telegram.send(TextMessage(to=group.id, html="x"))

    assert type(caught.value) is outcome
    if isinstance(caught.value, Retry):
        assert caught.value.after == 7
    if isinstance(caught.value, GroupMigrated):
        assert caught.value.chat == group.id


async def test_messages_are_made_and_numbered(telegram: TelegramIO, ana: SandboxUser) -> None:
    """Each call returns the ids of its messages; an album has one for each picture."""
    words = await telegram.send(TextMessage(to=ana.id, html="<b>a &amp; b</b>"))
    album = await telegram.send(Photos(to=ana.id, photos=(square(), square()), html="două"))
    file = await telegram.send(File(to=ana.id, name="partidă.gcg", content=b"#player1"))

    sent = [message for message in ana.messages if message.from_bot]
    assert [message.id for message in sent] == [*words, *album, *file]
    assert sent[0].text == "a & b"
    assert sent[-1].document is not None
    assert sent[-1].document.name == "partidă.gcg"


async def test_links_show_no_preview(
    telegram: TelegramIO, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A message with an invitation link shows no preview of the page."""
    await telegram.send(TextMessage(to=ana.id, html="https://t.me/x?start=1"))

    assert "is_disabled" in str(sandbox.calls_of("sendMessage")[0].values["link_preview_options"])


async def test_a_long_toast_is_cut(telegram: TelegramIO, ana: SandboxUser) -> None:
    """The answer to a press is cut to the 200 characters that Telegram shows."""
    await telegram.send(TextMessage(to=ana.id, html="?", keyboard=((Key("Da", "yes"),),)))
    press = ana.press(ana.last, "yes")
    await telegram.send(Toast(press=press.id, text="x" * 300))

    assert len(press.text) == 200


async def test_a_reaction_is_put_on_a_message(telegram: TelegramIO, ana: SandboxUser) -> None:
    """The emoji appears on the person's message; a missing message is no error."""
    said = ana.send("mulțumesc")
    await telegram.send(Reaction(to=ana.id, message=said.id, emoji="👍"))
    await telegram.send(Reaction(to=ana.id, message=99999, emoji="👍"))

    assert said.reaction == "👍"


async def test_commands_are_shown(telegram: TelegramIO, ana: SandboxUser, sandbox: Sandbox) -> None:
    """The menu of commands can differ by language and by chat."""
    await telegram.set_commands({"jocuri": "Partidele mele"})
    await telegram.set_commands({"games": "My games"}, language="en", chat=ana.id)

    first, second = sandbox.calls_of("setMyCommands")
    assert "jocuri" in str(first.values["commands"])
    assert second.values["language_code"] == "en"
    assert str(ana.id) in str(second.values["scope"])
    await telegram.set_commands({}, language="en", chat=ana.id)
    shown = sandbox.world.menus.shown_to(ana.chat, ana.id, "en")
    assert [each["command"] for each in shown] == ["jocuri"]


async def test_what_people_send_can_be_fetched(
    telegram: TelegramIO, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A file is downloaded complete, refused if it is too large, or reported as failed."""
    small = ana.send_document("fișă.txt", b"H8 CASA").document
    large = ana.send_document("mare.bin", bytes(LARGEST + 1)).document
    assert small is not None
    assert large is not None

    assert await telegram.download(small.id) == b"H8 CASA"
    with pytest.raises(MessageRefused):
        await telegram.download(large.id)
    sandbox.faults.add(DropConnection(), method="download")
    with pytest.raises(ConnectionFailed):
        await telegram.download(small.id)


async def test_a_server_of_ones_own_may_have_larger_files_than_are_taken(
    telegram: TelegramIO, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file over 20 MB is refused even if a server of one's own would send it."""
    monkeypatch.setattr(limits, "DOWNLOAD_BYTES", 1 << 30)
    large = ana.send_document("mare.bin", bytes(LARGEST + 1)).document
    assert large is not None
    with pytest.raises(MessageRefused, match=str(LARGEST + 1)):
        await telegram.download(large.id)


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (EndlessFile(pause=0.2), (ConnectionFailed, "not handed over within")),
        (EndlessFile(size=1 << 20, pause=0), (MessageRefused, f"{LARGEST} bytes")),
    ],
    ids=["in drops", "in gushes"],
)
async def test_a_file_that_never_ends_is_left(
    telegram: TelegramIO,
    ana: SandboxUser,
    sandbox: Sandbox,
    file: EndlessFile,
    expected: tuple[type[DeliveryError], str],
) -> None:
    """A download ends after a fixed time or size, and the next one succeeds."""
    sent = ana.send_document("lista.csv", b"H8 CASA").document
    assert sent is not None
    sandbox.faults.add(file, method="download")
    error, reason = expected
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(error, match=reason):
            await telegram.download(sent.id)
    assert await telegram.download(sent.id) == b"H8 CASA"


async def test_the_bot_asks_who_it_is_until_it_is_answered(
    telegram: TelegramIO, sandbox: Sandbox
) -> None:
    """The start retries network errors and waits as long as the server asks."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    sandbox.faults.add(DropConnection(), method="getMe", times=2)
    sandbox.faults.add(Flood(retry_after=17), method="getMe")
    me = await bot_account(telegram, sleep=sleep)

    assert me.username == sandbox.username
    assert pauses == [1.0, 2.0, 17.0]
    sandbox.faults.add(Refuse(401, "Unauthorized"), method="getMe")
    with pytest.raises(TokenRejected):
        await bot_account(telegram, sleep=sleep)
