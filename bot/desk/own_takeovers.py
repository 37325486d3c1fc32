"""A player's own coefficients taken over by the arbiter: a decision with its reason (art. 8.5)."""

from typing import TYPE_CHECKING, Final

from bot.desk.matches import SeenMatch
from bot.desk.own_proposals import shown
from bot.messages import Buttons, Text, say
from bot.office.shared import Said
from engine.errors import Fault, GameStateError
from engine.games.orders import Order
from engine.ids import MatchCode, PersonId
from engine.matches.own_proposals import take_over

if TYPE_CHECKING:
    from bot.desk.desk import Desk

KIND: Final = "own"
ARTICLE: Final = "8.5"


async def show(desk: "Desk", said: Said, about: str, reason: str) -> Text:
    """Say what will count instead of what was worked out."""
    del reason
    seen, person = await _meant(desk, said, about)
    names = await desk.persons.names(seen.match.people)
    return say("own.show", who=names[person], rows=shown(seen.match, names))


async def carry_out(desk: "Desk", said: Said, about: str, reason: str) -> "tuple[Text, Buttons]":
    """Let the proposal count, tell both players, and show the card that homologates."""
    seen, person = await _meant(desk, said, about)
    order = Order(at=said.at, arbiter=said.person.id, article=ARTICLE, reason=reason)
    seen = await desk.match_acts.advance(seen, take_over(seen.match, order, person), said.at)
    names = await desk.persons.names(seen.match.people)
    for player in seen.match.people:
        text = say(
            "own.taken",
            match=seen.match.code,
            who=names[person],
            arbiter=said.person.name,
            rows=shown(seen.match, names),
            reason=reason,
        )
        await desk.tell_person(player, text, about=seen.match.code)
    return await desk.results.arbiter_card(seen)


async def _meant(desk: "Desk", said: Said, about: str) -> tuple[SeenMatch, PersonId]:
    code, _, number = about.partition(":")
    seen = await desk.matches.ruled_by(said, MatchCode(code))
    found = [person for person in seen.match.people if f"{person}" == number]
    if not found:
        raise GameStateError(Fault("no_own_proposal", "8.5"))
    return seen, found[0]
