"""What an arbiter does with one seat of a match or competition, and with its player's devices.

`match_seats` shows the seats of a match; the list of players shows those of a competition.
"""

from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason
from bot.service.matches import freeing
from bot.service.matches.freeing import PersonSeat
from bot.service.operations.people import browsers
from bot.service.people import giving_back
from bot.service.service import Service
from bot.texts.messages import say
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.people.addresses import is_browser


async def change_devices(
    service: Service, user_input: UserInput, player: PersonId, *, ends: bool
) -> None:
    """Give an arbiter a link that adds a device of a player, or end all of their devices.

    Raises:
        GameStateError: the player does not play in a browser.
    """
    person = await service.persons.get(player)
    if not is_browser(person.address):
        raise GameStateError(Fault("button_unknown"))
    service.toast(user_input)
    if ends:
        await browsers.shut_out(service, person)
        service.reply(user_input, say("device.ended", who=person.name))
    else:
        service.reply(user_input, *await browsers.recovery_card(service, person))


async def ask_to_give_back(service: Service, user_input: UserInput, seat: PersonSeat) -> None:
    """Ask why a freed seat is given back to its former player."""
    usual = say("place.back_usual")
    await ask_for_reason(
        service, user_input, giving_back.KIND, seat.about, usual=usual, beside=True
    )


async def ask_to_free(service: Service, user_input: UserInput, seat: PersonSeat) -> None:
    """Ask why a seat is taken from its player."""
    ruled_seat = await freeing.ruled_by(service, user_input, seat)
    who = (await service.persons.get(seat.person)).name
    question = say("place.question", who=who, where=ruled_seat.named)
    usual = (say("place.usual_other"), say("place.usual_account"))
    await ask_for_reason(
        service, user_input, freeing.KIND, seat.about, question, usual=usual, beside=True
    )
