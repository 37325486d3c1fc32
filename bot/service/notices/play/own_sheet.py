"""A player's photographed sheet: forwarded to their opponent and the arbiter (art. 2.2, 4.2)."""

from bot.service.lookups.play.held_move_checks import check_none_held
from bot.service.notices.notifier import Notifier
from bot.texts.messages import Buttons, Notice, Relayed, say
from bot.texts.notices.conversation.message_buttons import answer_button
from engine.correspondence import chat_of
from engine.games.game import Game
from engine.ids import PersonId


def caption_of(photo: Relayed, placement: str) -> str:
    """Return the caption of a photographed sheet: the move, and its author's text if any."""
    return f"{placement}. {photo.note}" if photo.note else placement


async def pass_on(  # noqa: PLR0913  (the sheet, its author and its game)
    notifier: Notifier,
    author: PersonId,
    game: Game,
    sent: Relayed,
    note: str,
    *,
    arbiter_has_it: bool = False,
    with_move: bool = False,
) -> None:
    """Forward the photograph with its caption to the opponent and the arbiter.

    `author`: its sender, a player or somebody who writes for the player to move; nobody gets their
    own photograph. `note`: the caption, "" for none. `arbiter_has_it`: the arbiter got it with the
    question whether to allow the move. `with_move`: the move on it is sent, too, and that message
    makes the sound.

    Raises:
        MoveIsHeldError: a held move of the game must be made first.
    """
    await check_none_held(notifier, (game.id,))
    participants = await notifier.participants.of(game)
    seat = game.seat_of(author) or game.turn
    author_chat = await notifier.persons.address(author)
    text = say("relayed.sheet", who=participants.at(seat).name, game=game.id, note=note or None)
    recipients = [participants.at(seat.partner)]
    if not arbiter_has_it:
        recipients.append(participants.arbiter)
    for member in recipients:
        if member.address not in {None, author_chat}:
            is_copy = member is participants.arbiter
            answer: Buttons = () if is_copy else ((answer_button(game.id),),)
            await notifier.notify(
                Notice(
                    to=member.address,
                    text=member.addressed(text),
                    relayed=sent,
                    buttons=member.pressing(answer),
                    about=game.id if is_copy else chat_of(game.id),
                    is_copy=is_copy,
                    silent=with_move,
                )
            )
