"""An arbiter corrects the name of the player who has a seat: asked, shown, confirmed."""

from typing import Final

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.matches import freeing
from bot.service.matches.freeing import PersonSeat, place_of
from bot.service.people.naming import corrected, rename
from bot.service.service import Service
from bot.texts.buttons.matches import CORRECT_NAME
from bot.texts.buttons.verb import YesNo
from bot.texts.messages import say

_STORED_AS: Final = "name to correct"
"""The key under which a name waits for its confirmation: the seat, a space, and the name."""


async def ask(service: Service, user_input: UserInput, seat: PersonSeat) -> None:
    """Ask for a player's correct name."""
    await freeing.ruled_by(service, user_input, seat)
    who = (await service.persons.get(seat.person)).name
    asked = await service.questions.ask(user_input, Topic.NAME, seat.about)
    service.toast(user_input)
    service.reply(user_input, say("name.ask", who=who), (asked.way_out,))


async def name_given(service: Service, user_input: UserInput, about: str) -> None:
    """Show the player's new name, to be confirmed.

    Raises:
        NotationError: the text is no name, or another player of the match has that name.
    """
    ruled_seat = await freeing.ruled_by(service, user_input, place_of(about))
    name = await corrected(service, ruled_seat, user_input.args)
    old = (await service.persons.get(ruled_seat.place.person)).name
    await service.questions.close(user_input)
    await service.dialogues.keep_typed(user_input, _STORED_AS, f"{about} {name}")
    message = f"{user_input.incoming.message}"
    yes = CORRECT_NAME.button(say("button.name.yes", name=name), YesNo.YES, message)
    no = CORRECT_NAME.button(say("button.undecide"), YesNo.NO, message)
    service.reply(user_input, say("name.confirm", old=old, name=name), ((yes,), (no,)))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons under a corrected name: `name:yes:MESSAGE`, `name:no:MESSAGE`."""
    answer, message = CORRECT_NAME.read(user_input.args)
    stored = await service.dialogues.take_tagged(user_input, _STORED_AS, message)
    if stored is None:
        service.answer_late(user_input, say("button.unknown"))
        return
    if answer is YesNo.NO:
        service.edit(user_input, say("confirm.kept"))
        return
    about, _, name = stored.partition(" ")
    ruled_seat = await freeing.ruled_by(service, user_input, place_of(about))
    name = await corrected(service, ruled_seat, name)  # another player may have taken it
    service.edit(user_input, await rename(service, user_input, ruled_seat, name))
