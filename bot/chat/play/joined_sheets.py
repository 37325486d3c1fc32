"""The photograph of a sheet that follows a typed move, before the move is sent (art. 4.2)."""

from dataclasses import replace
from typing import NamedTuple

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.notices.play.written_moves import fits_game
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.play.previews import refusal_key
from bot.service.service import Service
from bot.texts.messages import Buttons, Notice, Relayed, Text, say
from storage.play.previews import Preview
from storage.queues import outbox


class _PreviewInGame(NamedTuple):
    """A preview that may still be sent, and its game."""

    snapshot: GameSnapshot
    preview: Preview


async def join_sheet(service: Service, user_input: UserInput, sent: Relayed) -> bool:
    """Attach the photograph to the last unsent move; return whether there is one.

    That is the last preview, or a later move of which the bot has asked the game or the reading.
    """
    photo = replace(sent, note=user_input.args.strip(), by=user_input.person.id)
    replied = await service.named_games.replied_to(user_input)
    previewed = await _last_sendable(service, user_input, replied)
    open_question = None if replied is not None else await service.previews.asked_about(user_input)
    if open_question is not None and (
        previewed is None or open_question.asked_at >= previewed.preview.shown_at
    ):
        is_second = await service.sheet_photos.attach(user_input, photo)
        text = say(
            "relayed.joined_asked", move=open_question.text, instead=_instead(is_second=is_second)
        )
    elif previewed is not None:
        is_second = await service.sheet_photos.attach(user_input, photo, previewed.preview)
        text = await _joined_text(service, user_input, *previewed, _instead(is_second=is_second))
    else:
        return False
    await reply_under(service, user_input, text)
    return True


async def reply_under(
    service: Service, user_input: UserInput, text: Text, buttons: Buttons = ()
) -> None:
    """Answer as a reply to the photograph, to identify it; say if a question still waits."""
    incoming = user_input.incoming
    if (waits := await question_waits(service, user_input)) is not None:
        text = say("relayed.and_asked", text=text, asked=waits)
    service.unit.say(
        Notice(to=incoming.chat, text=text, buttons=buttons, reply_to=incoming.message)
    )


async def question_waits(service: Service, user_input: UserInput) -> Text | None:
    """Return that the bot still waits for an answer in words; None without an open question."""
    question = await service.questions.open(user_input)
    return None if question is None else say("relayed.asked")


async def _last_sendable(
    service: Service, user_input: UserInput, replied: GameSnapshot | None
) -> _PreviewInGame | None:
    """Return the last preview that may still be sent, with its game; None without one.

    Those of damaged games are left out, and those of games in which somebody else has the seat now.
    """
    for preview in await service.previews.typed_last(user_input):
        if replied is not None and replied.game.id != preview.game_id:
            continue
        with leaving_out_damaged():
            snapshot = await service.games.load(preview.game_id)
            has_seat = snapshot.game.seat_of(preview.person) is not None
            if has_seat and await fits_game(service, preview, snapshot):
                return _PreviewInGame(snapshot, preview)
    return None


def _instead(*, is_second: bool) -> Text | None:
    """Return that the photograph replaces an earlier one of the same move, or None."""
    return say("relayed.joined_instead") if is_second else None


async def _joined_text(
    service: Service,
    user_input: UserInput,
    snapshot: GameSnapshot,
    preview: Preview,
    instead: Text | None,
) -> Text:
    """Return the move that the photograph belongs to, and when it will be sent."""
    refused = await outbox.message_of(service.unit.tx, refusal_key(preview.token), preview.chat)
    participants = await service.participants.of(snapshot.game)
    return say(
        "relayed.joined" if refused is None else "relayed.joined_refused",
        move=preview.placement,
        game=preview.game_id,
        partner=participants.at(service.games.seat(user_input, snapshot.game).partner).name,
        instead=instead,
    )
