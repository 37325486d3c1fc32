"""`/campionat`: the form of players' names on public pages, and which players are minors."""

from typing import TYPE_CHECKING

from bot.chat.competitions.card import step_button
from bot.chat.competitions.people import show_player
from bot.texts.messages import Button, rows_of, say
from bot.texts.public_names import Shown
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.competitions import publicity

if TYPE_CHECKING:
    from bot.runtime.shared import Said
    from bot.service.competitions.competitions import SeenCompetition
    from bot.service.service import Service


async def _names(service: "Service", said: "Said", seen: "SeenCompetition", rest: str) -> None:
    """Show or change the form of the names."""
    competition = seen.competition
    if rest in set(Shown):
        await publicity.show_names(service.unit.tx, competition.code, rest)
    chosen = await publicity.names_of(service.unit.tx, competition.code) or Shown.FULL
    buttons = [
        Button(
            say("button.chosen", what=say(f"button.name_{how}"))
            if how == chosen
            else say(f"button.name_{how}"),
            f"c:{competition.code}:pub:{how}",
        )
        for how in Shown
    ]
    back = step_button(competition, "back", "card")
    text = say("comp.public_names", title=competition.title)
    service.edit(said, text, (*rows_of(buttons, 3), (back,)))


async def _minor(service: "Service", said: "Said", seen: "SeenCompetition", rest: str) -> None:
    """Record whether a player is a minor."""
    entry = next((one for one in seen.competition.phase.entries if str(one.player) == rest), None)
    if entry is None:
        raise GameStateError(Fault("not_entered", facts={"player": rest[:20]}))
    known = await service.persons.get(PersonId(entry.player))
    await service.person_acts.alter(entry.player, minor=not known.minor)
    await show_player(service, said, seen, entry)


STEPS = {"pub": _names, "minor": _minor}
