"""Mini Apps in the sandbox: the bot's buttons, and the opened pages."""

import hashlib
import hmac
from urllib.parse import parse_qsl

import httpx
import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    MenuButtonCommands,
    MenuButtonDefault,
    MenuButtonWebApp,
    WebAppInfo,
)
from telegram.error import BadRequest

from sandbox import Sandbox, SandboxError, SandboxUser

BOARD = "https://bot.example/app/?game=K7QF%2F1"


def opening(url: str) -> InlineKeyboardMarkup:
    """Return a keyboard with one button that opens a Mini App there."""
    return InlineKeyboardMarkup([[InlineKeyboardButton("Tabla", web_app=WebAppInfo(url))]])


async def test_a_button_opens_it_in_private_alone(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The button is shown as sent; in a group, or without https, it is refused."""
    group = sandbox.add_group("Club", [ana])

    sent = await bot.send_message(ana.id, "?", reply_markup=opening(BOARD))

    assert sent.reply_markup is not None
    button = sent.reply_markup.inline_keyboard[0][0]
    assert button.web_app is not None
    assert button.web_app.url == BOARD
    with pytest.raises(SandboxError, match="opens a Mini App"):
        ana.press(ana.last, "Tabla")
    with pytest.raises(BadRequest, match="Button_type_invalid"):
        await bot.send_message(group.id, "?", reply_markup=opening(BOARD))
    for wrong in ("http://bot.example/app/", "bot.example", "tg://x", "https://"):
        with pytest.raises(BadRequest, match="only https links are allowed"):
            await bot.send_message(ana.id, "?", reply_markup=opening(wrong))


async def test_the_menu_button_of_all_chats_and_of_one(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The narrower one is shown, and after its removal the wider one."""
    menus = sandbox.world.menus
    assert isinstance(await bot.get_chat_menu_button(), MenuButtonCommands)
    assert menus.button_of(ana.chat) is None

    await bot.set_chat_menu_button(menu_button=MenuButtonWebApp("Tabla", WebAppInfo(BOARD)))
    assert menus.button_of(ana.chat) == {"text": "Tabla", "url": BOARD}
    other = MenuButtonWebApp("Board", WebAppInfo(BOARD))
    await bot.set_chat_menu_button(ana.id, other)
    assert await bot.get_chat_menu_button(ana.id) == other
    await bot.set_chat_menu_button(ana.id, MenuButtonDefault())
    assert isinstance(await bot.get_chat_menu_button(ana.id), MenuButtonDefault)
    assert menus.button_of(ana.chat) == {"text": "Tabla", "url": BOARD}


async def test_what_is_signed_is_signed_as_telegram_does(
    sandbox: Sandbox, ana: SandboxUser, base_url: str
) -> None:
    """The bot's token verifies the data, and any change makes it invalid."""
    async with httpx.AsyncClient(base_url=base_url) as page:
        answer = await page.post(f"/sandbox/api/users/{ana.id}/web_app", json={})
    fields = dict(parse_qsl(answer.json()["init_data"]))

    given = fields.pop("hash")
    key = hmac.new(b"WebAppData", sandbox.token.encode(), hashlib.sha256).digest()
    lines = "\n".join(sorted(f"{name}={value}" for name, value in fields.items()))
    assert hmac.new(key, lines.encode(), hashlib.sha256).hexdigest() == given
    assert str(ana.id) in fields["user"]
    assert int(fields["auth_date"]) == int(sandbox.clock.now().timestamp())
