import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from telegram import Bot
from telegram.error import BadRequest, Conflict

from sandbox import Sandbox, SandboxUser
from sandbox.serving import serve_app
from sandbox.waiting import PATIENCE
from sandbox.webhook import SECRET_HEADER
from tests.sandbox.messages_shared import buttons


class Receiver:
    """A bot's web server: it stores its requests, and fails or waits on demand."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, object]] = []
        self.secrets: list[str] = []
        self.failures = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.answer: dict[str, object] = {}
        self.garbled = False
        self.url = ""
        self.taken = asyncio.Condition()

    async def take(self, request: Request) -> Response:
        """Answer one delivery."""
        body = await request.json()
        self.secrets.append(request.headers.get(SECRET_HEADER, ""))
        if self.failures:
            self.failures -= 1
            return Response(status_code=500)
        if "message" in body:
            await self.gate.wait()
        async with self.taken:
            self.bodies.append(body)
            self.taken.notify_all()
        if self.garbled:
            return Response("{", media_type="application/json")
        return JSONResponse(self.answer) if self.answer else Response()

    async def got(self, count: int) -> None:
        """Wait until that many updates have arrived."""
        async with asyncio.timeout(PATIENCE), self.taken:
            await self.taken.wait_for(lambda: len(self.bodies) >= count)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    """Serve a receiver on a free port."""
    receiver = Receiver()
    app = Starlette(routes=[Route("/hook", receiver.take, methods=["POST"])])
    async with serve_app(app) as url:
        receiver.url = f"{url}/hook"
        yield receiver
        receiver.gate.set()


async def test_a_webhook_gets_updates_with_its_secret(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser, receiver: Receiver
) -> None:
    """Earlier pending updates arrive, too; polling is refused until the webhook is deleted."""
    ana.send("înainte")
    await bot.set_webhook(receiver.url, secret_token="s3cret_-")
    ana.send("după")
    await receiver.got(2)

    assert [body["message"]["text"] for body in receiver.bodies] == [  # type: ignore[index]
        "înainte",
        "după",
    ]
    assert receiver.secrets == ["s3cret_-"] * 2
    with pytest.raises(Conflict, match="webhook is active"):
        await bot.get_updates(allowed_updates=["poll"])
    assert not (await bot.get_webhook_info()).allowed_updates
    await sandbox.drained()
    await bot.delete_webhook()
    assert not await bot.get_updates()


async def test_a_failed_delivery_is_tried_again(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser, receiver: Receiver
) -> None:
    """No update is lost while the bot's server is down; getWebhookInfo reports the error."""
    sandbox.world.webhook.pause = 0.01
    receiver.failures = 2
    await bot.set_webhook(receiver.url)
    ana.send("salut")
    await receiver.got(1)

    assert len(receiver.secrets) == 3
    assert "500" in ((await bot.get_webhook_info()).last_error_message or "")


async def test_a_press_may_overtake_a_message(
    bot: Bot, ana: SandboxUser, receiver: Receiver
) -> None:
    """Messages queue per chat and presses per person, so a slow message is overtaken."""
    await bot.send_message(ana.id, "Trimiți?", reply_markup=buttons("Da"))
    await bot.set_webhook(receiver.url)
    receiver.gate.clear()
    ana.send("unu")
    ana.send("doi")
    ana.press(ana.messages[-3], "Da")
    await receiver.got(1)
    assert "callback_query" in receiver.bodies[0]
    receiver.gate.set()
    await receiver.got(3)

    assert [b["message"]["text"] for b in receiver.bodies[1:]] == [  # type: ignore[index]
        "unu",
        "doi",
    ]


async def test_the_answer_to_a_webhook_may_be_a_call(
    bot: Bot, ana: SandboxUser, receiver: Receiver
) -> None:
    """The sandbox runs a method in the answer."""
    receiver.answer = {"method": "sendMessage", "chat_id": ana.id, "text": "din răspuns"}
    await bot.set_webhook(receiver.url)
    ana.send("salut")

    assert (await ana.receive()).text == "din răspuns"


async def test_an_answer_that_is_no_call_is_taken_all_the_same(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser, receiver: Receiver
) -> None:
    """Broken JSON with status 200 confirms the update, and the next one is delivered."""
    receiver.garbled = True
    await bot.set_webhook(receiver.url)
    ana.send("unu")
    await receiver.got(1)
    ana.send("doi")
    await receiver.got(2)
    await sandbox.drained()

    assert (await bot.get_webhook_info()).pending_update_count == 0


async def test_setting_a_webhook_ends_a_poll_and_checks_its_secret(
    bot: Bot, sandbox: Sandbox, receiver: Receiver
) -> None:
    """A running poll ends with a conflict; a bad address or secret is refused."""
    poll = asyncio.create_task(bot.get_updates(timeout=30))
    await sandbox.wait_for(lambda: sandbox.updates.is_polling)
    await bot.set_webhook(receiver.url)
    with pytest.raises(Conflict, match="terminated by setWebhook request"):
        await poll
    with pytest.raises(BadRequest, match="unallowed characters"):
        await bot.set_webhook(receiver.url, secret_token="two words")
    for address in ("http://[", "http://here:99999/", "here"):
        with pytest.raises(BadRequest, match="invalid webhook url"):
            await bot.set_webhook(address)
