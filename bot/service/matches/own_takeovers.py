"""An arbiter's acceptance of a player's own coefficients, with its reason (art. 8.5)."""

from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.pure.acts import order_of
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.service import Service
from bot.texts.buttons.matches import TAKE_OWN
from bot.texts.messages import Card, Text, say
from bot.texts.notices.matches.own_proposals import shown
from engine.ids import PersonId
from engine.matches.events import MatchEvent
from engine.matches.own_proposals import take_over

KIND: Final = "own"
"""The kind of the decision; its code is that of the button `TAKE_OWN`."""
ARTICLE: Final = "8.5"
"""The article by which the arbiter accepts coefficients."""


async def show(readers: Readers, user_input: UserInput, about: str, _reason: str) -> Text:
    """Return the figures that will count instead of the calculated ones."""
    snapshot, person, _ = await _takeover_of(readers, user_input, about, "")
    names = await readers.persons.names(snapshot.match.people)
    return say("own.show", who=names[person], rows=shown(snapshot.match, names, of=person))


async def carry_out(service: Service, user_input: UserInput, about: str, reason: str) -> Card:
    """Let the proposal count, notify both players, and show the approval card."""
    snapshot, person, events = await _takeover_of(service, user_input, about, reason)
    names = await service.persons.names(snapshot.match.people)
    rows = shown(snapshot.match, names, of=person)
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    text = say(
        "own.taken",
        match=snapshot.match.code,
        who=names[person],
        arbiter=user_input.person.name,
        rows=rows,
        reason=reason,
    )
    for player in snapshot.match.people:
        await service.notify_person(player, text, about=snapshot.match.code)
    return await service.proposed_results.arbiter_card(snapshot)


class _Takeover(NamedTuple):
    """A match, the player whose own coefficients will count, and the events by which they do."""

    snapshot: MatchSnapshot
    player: PersonId
    events: tuple[MatchEvent, ...]


async def _takeover_of(
    readers: Readers, user_input: UserInput, about: str, reason: str
) -> _Takeover:
    """Return the acceptance that a button's code names.

    Raises:
        GameStateError: the person does not rule the match, or `no_own_proposal`.
    """
    code, player = TAKE_OWN.read(about)
    snapshot = await readers.matches.ruled_by(user_input, code)
    events = take_over(snapshot.match, order_of(user_input, ARTICLE, reason), player)
    return _Takeover(snapshot, player, events)
