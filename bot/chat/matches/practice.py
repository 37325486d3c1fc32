"""`/exerseaza`: a person plays a game against the program, at once and alone."""

from bot.runtime.shared import Said
from bot.service.matches import practice as games
from bot.service.service import Service
from bot.texts.buttons.matches import PRACTICE, WOULD_PLAY
from bot.texts.messages import Buttons, Text
from bot.texts.notices.matches.practice import NEW, begun_text, offer_card, running_card
from engine.errors import Fault, GameStateError
from engine.matches.practice import Strength


async def practice(service: Service, said: Said) -> None:
    """Handle `/exerseaza`: offer the strengths, or the running game first."""
    service.answer(said, *await _card(service, said))


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons of practice: `train`, `train:new:GAME`, `train:STRENGTH:GAME`.

    GAME is the running game that the person agrees to end; any other game is left alone.
    """
    if not said.args:
        await practice(service, said)
        return
    what, ends = PRACTICE.read(said.args)
    running = await games.running(service, said.person.id)
    if running is not None and running.game.id != ends:
        service.edit(said, *await _card(service, said))
        return
    if what == NEW:
        service.edit(said, *offer_card(_edition(service), ends))
        return
    if what not in set(Strength):
        raise GameStateError(Fault("button_unknown"))
    strength = Strength(what)
    seen = await games.begin(service, said, strength)
    if running is not None:
        await games.end(service, running, said.at)
    service.edit(said, begun_text(strength))
    await service.starts.start(seen, said.at)


async def would(service: Service, said: Said) -> None:
    """Handle the button that asks what the program would have played: `would:GAME`."""
    seen = await service.games.of_player(said, WOULD_PLAY.read(said.args).game)
    text = await games.would_have(service, seen)
    service.toast(said)
    service.reply(said, text, about=seen.game.id, under=said.incoming.message)


async def _card(service: Service, said: Said) -> tuple[Text, Buttons]:
    running = await games.running(service, said.person.id)
    if running is None:
        return offer_card(_edition(service))
    return running_card(running.game, service.games.seat(said, running.game))


def _edition(service: Service) -> str:
    return service.shared.edition_on(service.today()).name
