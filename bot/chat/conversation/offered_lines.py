"""The buttons that send a text that was no move to an opponent or arbiter."""

from bot.chat.conversation import letters
from bot.chat.conversation.opponent_messages import try_to_send
from bot.chat.play.offered_lines import STORED_AS, TO_ARBITER
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.conversation import LINE
from bot.texts.messages import say
from engine.ids import GameId, match_about


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that sends the text to the opponent, `line:GAME:MESSAGE`.

    `line:!GAME:MESSAGE` sends it to the arbiter, also of a match. MESSAGE is the number of the
    person's message with the text.
    """
    game, message = LINE.read(user_input.args)
    about = game.removeprefix(TO_ARBITER)
    await service.matches.of_player(user_input, match_about(about))
    text = await service.dialogues.take_tagged(user_input, STORED_AS, message)
    if text is None:  # the person has written another text since
        service.answer_late(user_input, say("button.unknown"))
        return
    if game.startswith(TO_ARBITER):
        service.edit(user_input, say("letter.picked", game=about))
        await letters.send_beside(service, user_input, about, text)
        return
    snapshot = await service.games.of_player(user_input, GameId(about))
    partner = (await service.participants.of(snapshot.game)).at(
        service.games.seat(user_input, snapshot.game).partner
    )
    if await try_to_send(service, user_input, snapshot, text):
        service.edit(user_input, say("chat.picked", partner=partner.name, game=snapshot.game.id))
    else:  # the button stays, with its text
        await service.dialogues.keep_tagged(user_input, STORED_AS, message, text)
