"""`/exerseaza`: a person plays a game against the program, at once and alone."""

from bot.runtime.shared import UserInput
from bot.service.operations.matches import practice as practice_games
from bot.service.service import Service
from bot.texts.buttons.matches import PRACTICE, WOULD_PLAY
from bot.texts.messages import Card
from bot.texts.notices.matches.practice import NEW, begun_text, offer_card, running_card
from engine.errors import Fault, GameStateError
from engine.matches.practice import Strength


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/exerseaza`: offer the strengths, or the running game first."""
    service.answer(user_input, *await _card(service, user_input))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of practice: `train`, `train:new:GAME`, `train:STRENGTH:GAME`.

    GAME is the running game that the person agrees to end; any other game is left alone.
    """
    if not user_input.args:
        await show(service, user_input)
        return
    choice, agreed_end = PRACTICE.read(user_input.args)
    running = await practice_games.running(service, user_input.person.id)
    if running is not None and running.game.id != agreed_end:
        service.edit(user_input, *await _card(service, user_input))
        return
    if choice == NEW:
        service.edit(user_input, *offer_card(service.todays_edition().name, agreed_end))
        return
    if choice not in set(Strength):
        raise GameStateError(Fault("button_unknown"))
    strength = Strength(choice)
    snapshot = await practice_games.begin(service, user_input, strength)
    if running is not None:
        await practice_games.end(service, running, user_input.at)
    service.edit(user_input, begun_text(strength))
    await service.starts.start(snapshot, user_input.at)


async def show_alternative(service: Service, user_input: UserInput) -> None:
    """Handle the button that asks what the program would have played: `would:GAME`."""
    snapshot = await service.games.of_player(user_input, WOULD_PLAY.read(user_input.args).game)
    text = await practice_games.would_have(service, snapshot)
    service.toast(user_input)
    service.reply(user_input, text, about=snapshot.game.id, under=user_input.incoming.message)


async def _card(service: Service, user_input: UserInput) -> Card:
    """Return the running game, which the person may end for a new one, or the strengths."""
    running = await practice_games.running(service, user_input.person.id)
    if running is None:
        return offer_card(service.todays_edition().name)
    return running_card(running.game, service.games.seat(user_input, running.game))
