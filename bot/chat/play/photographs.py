"""Photographs and files in a game, forwarded as the player's own sheet (art. 2.2, 4.2, 6.1).

A photograph that follows a typed move belongs to it (`joined_sheets`). Any other waits until its
sender confirms: it gets a reply with its recipient and the buttons to send or keep it. Pictures are
re-encoded first, so that no hidden data is forwarded.
"""

import json
from dataclasses import asdict, dataclass, replace
from typing import Final, NamedTuple

from bot.chat import attaching
from bot.chat.choosing import game_rows
from bot.chat.play import moves, preview
from bot.chat.play.coming_games import nothing_running
from bot.chat.play.joined_sheets import join_sheet, question_waits, reply_under
from bot.chat.play.typed_moves import TypedMove
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.notices.play.own_sheet import pass_on
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import SHEET
from bot.texts.messages import Button, Card, Relayed, Text, say
from bot.texts.notices.play.turn import form_of
from engine.games.game import Stage
from engine.ids import GameId

_PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp")
"""Endings of files that can be re-encoded; the content is checked then."""
_STORED_AS: Final = "sheets"
"""The key under which photographs wait for confirmation."""
_MOST_KEPT: Final = 4
"""The most waiting photographs; an album sends several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """A photograph that is not sent yet, with its caption."""

    message: int
    note: str
    photo: Relayed


class _MoveInGame(NamedTuple):
    """A typed move that waits for the photograph of its sheet."""

    snapshot: GameSnapshot
    text: str


def is_picture(sent: Relayed) -> bool:
    """Return whether the file may be a picture; its content is checked on re-encoding."""
    return sent.is_photo or sent.name.lower().endswith(_PICTURES)


async def receive_sheet(
    service: Service, user_input: UserInput, sent: Relayed, move: TypedMove | None
) -> None:
    """Handle a photo or document for the opponent and the arbiter of its game.

    With a move under it, from the player to move, it belongs to that move's preview and is sent
    with it (art. 4.2). Without text, it joins a move that waits for its sheet, or a typed move that
    is not sent.
    """
    if move is not None and await _may_move(service, user_input):
        await moves.with_photo(service, user_input, move, sent)
        return
    waiting = None if user_input.args.strip() else await _move_without_sheet(service, user_input)
    if waiting is not None:
        await preview.show(service, user_input, waiting.snapshot, waiting.text, sent)
        return
    if not await join_sheet(service, user_input, sent):
        await _ask_to_send(service, user_input, sent)


async def _question_card(
    service: Service, user_input: UserInput, snapshot: GameSnapshot | None, keep: Button
) -> Card | None:
    """Return the question whether to send it in that game, or in which; None without any game."""
    message = user_input.incoming.message
    if snapshot is not None:
        match = (await service.matches.load(snapshot.game.match)).match
        text = say(
            "relayed.ask" if match.kind.has_arbiter else "relayed.ask_friendly",
            partner=await _partner_name(service, user_input, snapshot),
            game=snapshot.game.id,
            turn=_no_move_warning(service, user_input, snapshot),
        )
        send = SHEET.button(say("button.sheet_send"), message, snapshot.game.id)
        return Card(text, ((send, keep),))
    games = await service.game_lists.listed(user_input.person.id)
    if not games:
        return None
    rows = await game_rows(
        service, user_input.person.id, games, lambda label, game: SHEET.button(label, message, game)
    )
    return Card(say("relayed.which"), (*rows, (keep,)))


async def _ask_to_send(service: Service, user_input: UserInput, sent: Relayed) -> None:
    """Ask under a photograph whether to send it, and in which game if that is unclear."""
    snapshot = await _likely_game(service, user_input)
    message = user_input.incoming.message
    about = "" if snapshot is None else snapshot.game.id
    cases, evidence = await attaching.offer_to_cases(
        service, user_input, user_input.args, about=about, photo=sent
    )
    keep = SHEET.button(say("button.sheet_keep"), message, GameId(""))
    question = await _question_card(service, user_input, snapshot, keep)
    if cases:
        text = say("case.attach_photo", cases=attaching.case_names(cases), n=len(cases))
        rows = ((keep,),) if question is None else question.buttons
    elif question is not None:
        text, rows = question
    else:
        to_come = await nothing_running(service, user_input.person.id, say("play.no_games"))
        await reply_under(service, user_input, to_come)
        return
    await reply_under(service, user_input, text, (*evidence, *rows))
    others = [
        photograph
        for photograph in await _take_waiting(service, user_input)
        if photograph.message != message
    ]
    waiting = _Waiting(message=message, note=user_input.args, photo=sent)
    await _store_waiting(service, user_input, [*others, waiting][-_MOST_KEPT:])


async def answer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button under a photograph: `sheet:MESSAGE:GAME`, or `sheet:MESSAGE:` (keep it)."""
    message, game = SHEET.read(user_input.args)
    waiting = await _take_waiting(service, user_input)
    meant = next((photograph for photograph in waiting if photograph.message == message), None)
    await _store_waiting(
        service, user_input, [photograph for photograph in waiting if photograph is not meant]
    )
    if meant is None:
        service.answer_late(user_input, say("relayed.stale"))
    elif not game:
        service.edit(user_input, say("relayed.kept"))
    else:
        snapshot = await service.games.of_player(user_input, game)
        sent = replace(meant.photo, by=user_input.person.id)
        await pass_on(service, user_input.person.id, snapshot.game, sent, meant.note)
        partner = await _partner_name(service, user_input, snapshot)
        turn = _no_move_warning(service, user_input, snapshot)
        match = (await service.matches.load(snapshot.game.match)).match
        key = "relayed.done" if match.kind.has_arbiter else "relayed.done_friendly"
        text = say(key, partner=partner, game=snapshot.game.id, turn=turn)
        service.edit(user_input, text)


def _no_move_warning(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> Text | None:
    """Return that a photograph alone is no move (art. 4.2); None unless the player is to move."""
    runs = snapshot.game.stage is Stage.RUNNING
    is_to_move = runs and snapshot.game.turn is service.games.seat(user_input, snapshot.game)
    game = snapshot.game
    return say("relayed.no_move", **form_of(game.side(game.turn).rack)) if is_to_move else None


async def _take_waiting(service: Service, user_input: UserInput) -> list[_Waiting]:
    """Return and delete the person's waiting photographs."""
    stored = await service.dialogues.recall(user_input, _STORED_AS)
    return [
        _Waiting(message=message, note=note, photo=Relayed(**photo))
        for message, note, photo in (json.loads(stored) if stored else ())
    ]


async def _store_waiting(service: Service, user_input: UserInput, waiting: list[_Waiting]) -> None:
    """Store the person's waiting photographs."""
    rows = [
        (photograph.message, photograph.note, asdict(photograph.photo)) for photograph in waiting
    ]
    await service.dialogues.remember(user_input, _STORED_AS, json.dumps(rows))


async def _partner_name(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> str:
    seat = service.games.seat(user_input, snapshot.game)
    return (await service.participants.of(snapshot.game)).at(seat.partner).name


async def answer_wordless(service: Service, user_input: UserInput) -> None:
    """Answer a voice note, a sticker, a video, a location …, which cannot be read or forwarded."""
    asked = await question_waits(service, user_input)
    service.reply(user_input, say("relayed.wordless", asked=asked))


async def _move_without_sheet(service: Service, user_input: UserInput) -> _MoveInGame | None:
    """Return the move that waits for the photograph of its sheet, and forget it.

    None without one, or if the person can no longer make it. Also for a reply about another game;
    then it still waits.
    """
    waiting = await service.dialogues.kept(user_input, preview.WITHOUT_SHEET)
    if waiting is None:
        return None
    game, _, move = waiting.value.partition(" ")
    replied = await service.named_games.replied_to(user_input)
    if replied is not None and replied.game.id != game:
        return None
    if await service.dialogues.recall(user_input, preview.WITHOUT_SHEET) is None:
        return None
    with leaving_out_damaged():
        snapshot = await service.games.load(GameId(game))
        is_to_move = snapshot.game.turn is snapshot.game.seat_of(user_input.person.id)
        if is_to_move and snapshot.game.stage is Stage.RUNNING:
            return _MoveInGame(snapshot, move)
    return None


async def _may_move(service: Service, user_input: UserInput) -> bool:
    """Return whether the person is to move in the game replied to, or in any of theirs."""
    replied = await service.named_games.replied_to(user_input)
    if replied is not None:
        seat = replied.game.seat_of(user_input.person.id)
        return replied.game.stage is Stage.RUNNING and replied.game.turn is seat
    games = await service.game_lists.listed(user_input.person.id)
    return any(row.turn_person == user_input.person.id for row in games)


async def _likely_game(service: Service, user_input: UserInput) -> GameSnapshot | None:
    """Return the photograph's game: replied to, the only one, or the only one just played in.

    None if that leaves several games, or none.
    """
    replied = await service.named_games.replied_to(user_input)
    if replied is not None:
        return replied
    snapshots = await service.game_lists.running(user_input.person.id)
    if len(snapshots) == 1:
        return snapshots[0]
    just_played = [snapshot for snapshot in snapshots if _moved_last(user_input, snapshot)]
    return just_played[0] if len(just_played) == 1 else None


def _moved_last(user_input: UserInput, snapshot: GameSnapshot) -> bool:
    """Return whether the last move of the game is the person's own."""
    last = snapshot.game.last_move
    return last is not None and last.by is snapshot.game.seat_of(user_input.person.id)
