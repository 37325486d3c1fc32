"""An arbiter's acceptance of a player's own coefficients, with its reason (art. 8.5)."""

from typing import TYPE_CHECKING, Final

from bot.runtime.shared import Said
from bot.service.matches.matches import SeenMatch
from bot.service.matches.own_proposals import shown
from bot.texts.buttons.matches import TAKE_OWN
from bot.texts.messages import Buttons, Text, say
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.own_proposals import take_over

if TYPE_CHECKING:
    from bot.service.service import Service

KIND: Final = "own"
ARTICLE: Final = "8.5"


async def show(service: "Service", said: Said, about: str, reason: str) -> Text:
    """Return the figures that will count instead of the calculated ones."""
    del reason
    seen, person = await _meant(service, said, about)
    names = await service.persons.names(seen.match.people)
    return say("own.show", who=names[person], rows=shown(seen.match, names, of=person))


async def carry_out(
    service: "Service", said: Said, about: str, reason: str
) -> "tuple[Text, Buttons]":
    """Let the proposal count, notify both players, and show the approval card."""
    seen, person = await _meant(service, said, about)
    order = Order(at=said.at, arbiter=said.person.id, article=ARTICLE, reason=reason)
    names = await service.persons.names(seen.match.people)
    rows = shown(seen.match, names, of=person)
    seen = await service.match_acts.advance(seen, take_over(seen.match, order, person), said.at)
    for player in seen.match.people:
        text = say(
            "own.taken",
            match=seen.match.code,
            who=names[person],
            arbiter=said.person.name,
            rows=rows,
            reason=reason,
        )
        await service.tell_person(player, text, about=seen.match.code)
    return await service.results.arbiter_card(seen)


async def _meant(service: "Service", said: Said, about: str) -> tuple[SeenMatch, PersonId]:
    code, player = TAKE_OWN.read(about)
    seen = await service.matches.ruled_by(said, code)
    if player not in seen.match.people:
        raise GameStateError(Fault("no_own_proposal", "8.5"))
    return seen, player
