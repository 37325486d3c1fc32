"""The daily message of sheets: one silent message about all games with a new move.

Art. 2.2 gives the arbiter both sheets after each move. A competition would cause sixty messages a
day. So by default the arbiter gets one message at their own hour, with a button for each game's
sheets. Each game has a due row in the arbiter's stream until then (`bot.service.notices.notifier`
plans it).
"""

from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.notices.notifier import Notifier
from bot.service.pure.days.digest_rows import SHEETS
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import Notice, Text, rows_of, say
from bot.texts.notices.participants import NamedGame, Participants
from engine.games.events import Passed
from engine.games.game import Game, Move, Stage, move_notation
from engine.ids import GameId, PersonId
from storage.days import due
from storage.streams import name_of

MOST_GAMES: Final = 60
"""The most games in one message; the others are counted."""
IN_A_ROW: Final = 4
"""The number of game codes that fit into one row of buttons on a phone."""


class DailySheets:
    """Sends the daily messages of sheets."""

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier

    async def send_due(self, row: due.DueRow) -> None:
        """Send an arbiter the message about all their planned games, and delete these rows.

        Games that are over or have another arbiter by now are left out.
        """
        planned = await self._take_planned(row.stream)
        person = await self._notifier.persons.get(PersonId(int(name_of(row.stream))))
        listed = [
            named
            for named in planned
            if named.game.stage is Stage.RUNNING and named.participants.arbiter.id == person.id
        ]
        if not listed or person.address is None:
            return
        rows = [_row(named.game, named.participants) for named in listed[:MOST_GAMES]]
        if len(listed) > MOST_GAMES:
            rows.append(say("sheets.daily_more", n=len(listed) - MOST_GAMES))
        buttons = [
            SHOW.button(say("button.plain", label=named.game.id), named.game.id, View.SHEET)
            for named in listed[:MOST_GAMES]
        ]
        notice = Notice(
            to=person.address,
            text=say("sheets.daily", n=len(listed), rows=rows),
            buttons=rows_of(buttons, IN_A_ROW),
            silent=True,
        )
        await self._notifier.notify(notice, can_wait=True)

    async def _take_planned(self, stream: str) -> list[NamedGame]:
        """Return the planned games by code, without damaged ones, and delete their rows."""
        games = []
        for row in await due.of(self._notifier.unit.tx, stream):
            if row.kind.startswith(SHEETS):
                await due.remove(self._notifier.unit.tx, stream, row.kind)
                with leaving_out_damaged():
                    game = await self._notifier.games.get(GameId(row.kind.removeprefix(SHEETS)))
                    participants = await self._notifier.participants.of(game)
                    games.append(NamedGame(game=game, participants=participants))
        return games


def _row(game: Game, participants: Participants) -> Text:
    """Return the line of one game."""
    return say(
        "sheets.daily_row",
        game=game.id,
        red=participants.red.name,
        blue=participants.blue.name,
        move=_move(game.last_move),
        red_score=game.red.score,
        blue_score=game.blue.score,
    )


def _move(move: Move | None) -> Text | str:
    """Return the last move, or that there is none yet."""
    if move is None:
        return say("sheets.daily_start")
    return say("sheets.daily_pass") if isinstance(move, Passed) else move_notation(move)
