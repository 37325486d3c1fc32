"""Sent moves that their authors may still take back, for as long as the configuration says.

A held move is a plan, not an event: it is not in the log, and only its author sees it. It is made
when its time is over, and counts from the press that sent it (art. 7.1). Whatever would be written
about its game meanwhile waits until it is made (`bot.service.lookups.play.held_move_checks`).
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime
from math import ceil

from bot.runtime.listeners import GameChanged, News, PlayerGames
from bot.runtime.shared import UserInput
from bot.service.lookups.play.held_move_checks import check_none_held
from bot.service.lookups.play.waiting_games import next_button
from bot.service.operations.play.moving import command_of, make_move
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.play import TAKE_BACK
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Buttons, Notice, Relayed, Text, say
from engine.errors import EngineError
from engine.ids import GameId
from storage.play import held_moves
from storage.play.held_moves import HeldMove
from storage.queues import outbox


def held_key(token: str) -> str:
    """Return the key of the message in the chat about a move that was sent in the Mini App."""
    return f"held:{token}"


class HeldMoves:
    """Holds sent moves, makes them when their time is over, and lets authors take them back."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._unit, self._tx = recorder.unit, recorder.unit.tx

    def may_hold(self, user_input: UserInput, snapshot: GameSnapshot) -> bool:
        """Return whether a move sent by this press may still be taken back.

        The program of a practice game answers at once.
        """
        return self._unit.now < self._hold_until(user_input) and not snapshot.game.is_practice

    def _hold_until(self, user_input: UserInput) -> datetime:
        """Return the end of the time in which a move sent by this press may be taken back.

        The clock of this program may be slow, so the earlier instant counts. If the configuration
        gives no such time, it is over at once.
        """
        return min(user_input.at, self._unit.now) + self._recorder.shared.undo

    async def hold(  # noqa: PLR0913  (the parts of a sent move)
        self,
        user_input: UserInput,
        snapshot: GameSnapshot,
        placement: str,
        at: datetime,
        *,
        token: str,
        photo: Relayed | None = None,
    ) -> HeldMove:
        """Store a move that `may_hold` and the game allow; tell its author how to take it back.

        `at`: the instant from which it counts. `token`: that of the button, which identifies the
        move. `photo`: its photographed sheet, if it has one. A press in the chat changes its own
        message.

        Raises:
            EngineError: the game refuses it; nothing is stored.
            MoveIsHeldError: another move is held in the game.
        """
        await check_none_held(self._recorder, (snapshot.game.id,))
        seat = self._recorder.games.seat(user_input, snapshot.game)
        await self._recorder.game_acts.decided(snapshot, command_of(placement, seat), at)
        is_in_chat = bool(user_input.incoming.callback)
        held_move = HeldMove(
            game_id=snapshot.game.id,
            person=user_input.person.id,
            token=token,
            placement=placement,
            photo="" if photo is None else json.dumps(asdict(photo)),
            chat=user_input.incoming.chat if is_in_chat else user_input.person.address,
            message=user_input.incoming.message if is_in_chat else None,
            captioned=is_in_chat and user_input.incoming.captioned,
            at=at,
            until=self._hold_until(user_input),
        )
        await held_moves.keep(self._tx, held_move)
        await self._recorder.previews.note_sent(user_input, token)
        await self._tell_author(held_move)
        self._refresh_pages(held_move)
        return held_move

    async def _tell_author(self, held_move: HeldMove) -> None:
        """Tell the author that the move is sent, and for how long they may take it back."""
        seconds = round(self._recorder.shared.undo.total_seconds())
        game = held_move.game_id
        text = say("play.held", placement=held_move.placement, n=seconds, game=game)
        back = TAKE_BACK.button(say("button.take_back"), held_move.token, game)
        onward = await next_button(self._recorder, held_move.person)
        self._show(held_move, text, ((back,), *onward), key=held_key(held_move.token))

    async def of(self, user_input: UserInput, game: GameId) -> HeldMove | None:
        """Return the person's held move in the game, or None."""
        if not self._recorder.shared.undo:
            return None
        held_move = await held_moves.find(self._tx, game)
        is_own = held_move is not None and held_move.person == user_input.person.id
        return held_move if is_own else None

    async def take_back(self, user_input: UserInput, game: GameId, token: str) -> bool:
        """Delete the person's held move of that token and tell them; return False if it is gone."""
        held_move = await held_moves.find(self._tx, game)
        expected = (user_input.person.id, token)
        if held_move is None or (held_move.person, held_move.token) != expected:
            return False
        if await held_moves.take(self._tx, game) is None:
            return False
        await self._recorder.previews.note_taken_back(user_input, token)
        key = "play.taken_back_sheet" if held_move.photo else "play.taken_back"
        text = Text(key, {"placement": held_move.placement, "game": game})
        await self._replace_message(held_move, text, is_new=False)
        self._refresh_pages(held_move)
        return True

    def seconds_left(self, held_move: HeldMove) -> int:
        """Return the seconds in which the author may still take the move back."""
        return max(0, ceil((held_move.until - self._unit.now).total_seconds()))

    def _refresh_pages(self, held_move: HeldMove) -> None:
        """Let the author's open pages read the game again."""
        self._unit.news.append(News(PlayerGames(held_move.person), GameChanged(held_move.game_id)))

    async def make(self, games: Iterable[GameId]) -> None:
        """Make the moves that are still held in these games, and notify their authors.

        All leave the store first, because the end of a game also concerns its match's other game.

        From now on the messages of this unit have the precedence of these moves, also after this
        call: `bot.service.held_first.make_held`, which alone calls it, first stores them, and then
        gives the unit its own precedence again.
        """
        taken = [await held_moves.take(self._tx, game) for game in dict.fromkeys(games)]
        for held_move in taken:
            if held_move is not None:
                self._unit.asked_in, self._unit.is_move = held_move.chat, True
                await self._make(held_move)

    async def _make(self, held_move: HeldMove) -> None:
        """Make a held move; tell its author if it is refused, also because a log is damaged."""
        recorder = self._recorder
        photo = Relayed(**json.loads(held_move.photo)) if held_move.photo else None
        before_move = len(self._unit.notices)
        try:
            snapshot = await recorder.games.load(held_move.game_id)
            outcome = await make_move(
                recorder, snapshot, held_move.person, held_move.placement, held_move.at, photo
            )
        except EngineError as error:
            await self._replace_message(
                held_move, say("play.overtaken_by_rule", faults=faults_text(error))
            )
            return
        after_move = len(self._unit.notices)
        await self._replace_message(
            held_move, outcome.text, await next_button(recorder, held_move.person)
        )
        # The author reads the confirmation before the board with an answer to the move.
        self._unit.put_before(before_move, after_move)

    async def _replace_message(
        self, held_move: HeldMove, text: Text, buttons: Buttons = (), *, is_new: bool = True
    ) -> None:
        """Replace the author's message about the move.

        A press in the chat changes its own message (`message` is its number). A move from the Mini
        App has a separate message in the chat, found by its key. If that one is still queued, it is
        withdrawn, and a new message is sent only with news (`is_new`).
        """
        if held_move.message is None and held_move.chat is not None:
            key = held_key(held_move.token)
            message = await outbox.message_of(self._tx, key, held_move.chat)
            if message is not None:
                edit = Notice(to=held_move.chat, text=text, buttons=buttons, edits=message)
                self._unit.say(edit)
                return
            # `_show` queued it under this key, and about no game.
            await outbox.withdraw(self._tx, "", key)
            if not is_new:
                return
        self._show(held_move, text, buttons)

    def _show(self, held_move: HeldMove, text: Text, buttons: Buttons, *, key: str = "") -> None:
        """Show a text in the author's chat: in the message of the press, or as a silent line.

        A line with a key is about a move that nobody else knows, so no game's file contains it, and
        `_replace_message` finds it by that key. An author without a chat is shown nothing.
        """
        if held_move.chat is None:
            return
        notice = Notice(to=held_move.chat, text=text, buttons=buttons)
        if held_move.message is not None:
            notice = replace(notice, edits=held_move.message, captioned=held_move.captioned)
        else:
            about = "" if key else held_move.game_id
            notice = replace(notice, silent=True, dedup=key, about=about)
        self._unit.say(notice)
