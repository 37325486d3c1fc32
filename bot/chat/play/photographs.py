"""Photographs that follow a typed move: each belongs to it and is sent with it (art. 4.2).

It joins what was typed last: a preview, a move refused for its words, or one with an open question.
A reply to another game's message concerns only that game.
"""

from dataclasses import replace

from bot.runtime.shared import Said
from bot.service.play.games import SeenGame
from bot.service.play.previews import refusal_key
from bot.service.service import Service
from bot.texts.messages import Buttons, Notice, Relayed, Text, say
from engine.games.game import Stage
from storage.play.previews import Preview
from storage.queues import outbox


def reply_under(service: Service, said: Said, text: Text, buttons: Buttons = ()) -> None:
    """Answer as a reply to the photograph, to identify it."""
    incoming = said.incoming
    service.unit.say(
        Notice(to=incoming.chat, text=text, buttons=buttons, reply_to=incoming.message)
    )


async def joined(service: Service, said: Said, sent: Relayed) -> bool:
    """Attach the photograph to the last unsent move; return whether there is one."""
    photo = replace(sent, note=said.args.strip(), by=said.person.id)
    replied = await service.games.replied_to(said)
    shown = await _shown(service, said, replied)
    asked = None if replied is not None else await service.previews.asked_about(said)
    if asked is not None and (shown is None or asked[1] >= shown[1].shown_at):
        is_second = await service.previews.join(said, photo)
        text = say("relayed.joined_asked", move=asked[0], instead=_instead(is_second=is_second))
    elif shown is not None:
        is_second = await service.previews.join(said, photo, shown[1])
        text = await _text(service, said, *shown, _instead(is_second=is_second))
    else:
        return False
    reply_under(service, said, text)
    return True


async def _shown(
    service: Service, said: Said, replied: SeenGame | None
) -> tuple[SeenGame, Preview] | None:
    """Return the last preview that may still be sent, with its game; None without one."""
    for preview in await service.previews.typed_last(said):
        if replied is not None and replied.game.id != preview.game_id:
            continue
        seen = await service.games.of_player(said, preview.game_id)
        if (
            seen.step == preview.seq
            and seen.game.stage is Stage.RUNNING
            and not await service.closings.is_closed(seen.game)
        ):
            return seen, preview
    return None


def _instead(*, is_second: bool) -> Text | None:
    return say("relayed.joined_instead") if is_second else None


async def _text(
    service: Service, said: Said, seen: SeenGame, preview: Preview, instead: Text | None
) -> Text:
    """Return the move that the photograph belongs to, and when it will be sent."""
    refused = await outbox.message_of(service.unit.tx, refusal_key(preview.token))
    participants = await service.games.participants(seen.game)
    return say(
        "relayed.joined" if refused is None else "relayed.joined_refused",
        move=preview.placement,
        game=preview.game_id,
        partner=participants.at(service.games.seat(said, seen.game).partner).name,
        instead=instead,
    )
