"""The same moves in a bot that stores nothing: the library's own updater, games in memory.

`python -m benchmarks.support.stock`, started by `bench_durability`. The engine checks a typed move,
and a preview answers it. The press makes the move, and everybody gets the same messages as from the
real bot, with blank pictures. Work in progress is lost when this program ends, and messages that
Telegram refuses are not sent again.
"""

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from pathlib import Path
from typing import Any, Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, MessageHandler, filters

from benchmarks.bench_move import shared
from benchmarks.support.bots.without_pictures import BLANK
from engine.games.appraisal import appraise
from engine.games.commands import Place
from engine.games.decide import decide
from engine.games.events import GameStarted
from engine.games.fold import begin, evolve
from engine.games.game import Game
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.notation import format_placement, parse_placement
from engine.rulesets import NATIONAL_2025, Phase
from engine.thinking_time import day_of
from engine.words.lexicon import open_lexicon

GAMES: Final = "BENCH_GAMES"
"""The environment variable that names the file of the games."""


@dataclass(slots=True)
class StockGame:
    """A game, and the chats of Red, Blue and the arbiter."""

    game: Game
    chats: tuple[int, int, int]

    @property
    def author(self) -> int:
        """Return the chat of the player on turn."""
        return self.chats[0 if self.game.turn is Seat.RED else 1]


class Bot:
    """All tables, by the chats of their players."""

    def __init__(self, tables: list[StockGame]) -> None:
        self._lexicon = open_lexicon()
        self._tables = {chat: table for table in tables for chat in table.chats[:2]}

    async def typed(self, update: Update, context: Any) -> None:
        """Check a move and show its preview to its author."""
        del context
        message = update.effective_message
        if message is None or message.text is None:
            return
        table, placement = self._tables[message.chat_id], parse_placement(message.text)
        day = day_of(datetime.now(UTC), table.game.rules.time_zone)
        appraisal = appraise(table.game, table.game.turn, placement, day, self._lexicon)
        written = format_placement(placement)
        buttons = [InlineKeyboardButton("Trimite", callback_data=f"send:{written}")]
        caption = f"<b>{written}</b> — {appraisal.points} p"
        markup = InlineKeyboardMarkup([buttons])
        await message.reply_photo(BLANK, caption=caption, parse_mode="HTML", reply_markup=markup)

    async def pressed(self, update: Update, context: Any) -> None:
        """Make the move and notify everybody."""
        query = update.callback_query
        if query is None or query.data is None:
            return
        table = self._tables[query.from_user.id]
        author, written = table.author, query.data.partition(":")[2]
        command = Place(by=table.game.turn, placement=parse_placement(written))
        events = decide(table.game, command, datetime.now(UTC), self._lexicon)
        table.game = reduce(evolve, events, table.game)
        await query.answer()
        await query.edit_message_caption(f"Trimis: {written}", parse_mode="HTML")
        for chat in {*table.chats} - {author}:
            sheets = [InputMediaPhoto(BLANK, caption=written), InputMediaPhoto(BLANK)]
            await context.bot.send_media_group(chat, sheets)


def _begun(game: str, sequence: str) -> Game:
    settled = shared()
    started = GameStarted(
        at=datetime.now(UTC),
        game=GameId(game),
        match=MatchCode(game.partition("/")[0]),
        leg=Leg.HOME,
        phase=Phase.PRELIMINARY,
        rules=NATIONAL_2025,
        edition=settled.edition_on(day_of(datetime.now(UTC), NATIONAL_2025.time_zone)),
        red=PersonId(1),
        blue=PersonId(2),
        sequence=sequence,
        start=day_of(datetime.now(UTC), NATIONAL_2025.time_zone),
    )
    return begin(started)


def main() -> None:
    """Play until killed."""
    stored = json.loads(Path(os.environ[GAMES]).read_text(encoding="utf-8"))
    bot = Bot([StockGame(_begun(each["game"], each["sequence"]), each["chats"]) for each in stored])
    server = os.environ["TURRETUR_TELEGRAM_BASE_URL"]
    token = os.environ["TURRETUR_TELEGRAM_TOKEN"]
    application = ApplicationBuilder().token(token).base_url(f"{server}/bot").build()
    application.add_handler(MessageHandler(filters.TEXT, bot.typed))
    application.add_handler(CallbackQueryHandler(bot.pressed))
    application.run_polling()


if __name__ == "__main__":
    main()
