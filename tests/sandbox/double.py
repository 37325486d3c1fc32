"""A substitute for the bot: it polls, asks, shows a picture and answers buttons."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlencode

from telegram import (
    Bot,
    BotCommand,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
)
from telegram.error import ChatMigrated

from tests.sandbox.pictures import picture

ASK = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("Trimite", callback_data="send"),
            InlineKeyboardButton("Renunță", callback_data="drop"),
        ]
    ]
)


@asynccontextmanager
async def polling(bot: Bot) -> AsyncIterator[None]:
    """Run the substitute inside the context."""
    await bot.set_my_commands([BotCommand("fisa", "Fișele"), BotCommand("ajutor", "Ajutor")])
    task = asyncio.create_task(_poll(bot))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _poll(bot: Bot) -> None:
    offset = None
    while True:
        for update in await bot.get_updates(offset=offset, timeout=20):
            offset = update.update_id + 1
            if update.callback_query:
                await _pressed(update.callback_query)
            elif update.message:
                with suppress(ChatMigrated):  # the group has become a supergroup meanwhile
                    await _wrote(bot, update.message)
            elif update.edited_message:
                await update.edited_message.reply_text("O modificare nu schimbă mutarea.")


async def _pressed(query: CallbackQuery) -> None:
    if query.data == "send":
        await query.edit_message_text("Trimis: <b>H8 CASĂ</b>", parse_mode="HTML")
        await query.answer("Gata")
    else:
        await query.answer("Mutarea a rămas netrimisă.", show_alert=True)


async def _wrote(bot: Bot, message: Message) -> None:
    text = message.text or ""
    if not message.effective_attachment and not text:
        return  # the chat itself reports something
    if text.startswith("/start "):
        await message.reply_html(f"Invitație: <code>{text.removeprefix('/start ')}</code>")
    elif text.startswith("/fisa"):
        sheets = [InputMediaPhoto(picture(400, 500, colour=c)) for c in ("red", "blue")]
        await message.reply_media_group(sheets, caption="Ambele fișe")
    elif text.startswith("/meci"):
        link = f"https://t.me/{bot.username}?start=abc1"
        share = f"https://t.me/share/url?{urlencode({'url': link, 'text': 'Ion, e al tău'})}"
        button = InlineKeyboardButton("Trimite lui Ion", url=share)
        await message.reply_text(
            f"Linkul tău: {link}", reply_markup=InlineKeyboardMarkup([[button]])
        )
    elif text.startswith("/grup"):
        await message.reply_text(f"Ia-mă: https://t.me/{bot.username}?startgroup=abc1")
    elif message.photo:
        await message.reply_photo(message.photo[-1].file_id, caption="Am primit fișa.")
    else:
        await message.reply_html(
            f"Trimiți <b>{text}</b>?", reply_markup=ASK, reply_to_message_id=message.message_id
        )
