"""A seat that became free before the start: who is next, with a button that calls them.

The next one is a reserve of the phase before, or the first who waits in a closed sign-up. A person
who cannot be reached is named as such, and the next one is offered beside them.
"""

from typing import TYPE_CHECKING

from bot.texts.buttons.competitions import CARD
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.competitions.competitions import card_button
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.participation import free_places, reserves
from engine.competitions.sign_up import SignUpState
from engine.ids import PersonId
from storage.competitions import sign_ups

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.service.service import Service


async def offer(service: "Service", competition: Competition) -> tuple[Text | None, Buttons]:
    """Return who is next for a free seat, and the buttons: one for each, then the card's."""
    card = card_button(competition)
    if free_places(competition):
        waiting = {one.player: "" for one in reserves(competition)}
        names: Mapping[PersonId, str] = await service.competitions.names(competition)
        if not waiting:
            return say("comp.free_place_no_reserve"), card
        key, step, label = "comp.free_place", "fill", "button.comp.fill"
    else:
        names = await _waiting(service, competition)
        waiting = dict.fromkeys(names, "")
        key, step, label = "sign_up.free_place", "suy", "button.sign_up.call"
    if not waiting:
        return None, card
    found, shown = list(waiting), []
    for who in found:
        shown.append(who)
        if (await service.persons.get(who)).can_be_reached:
            break
    calls = tuple(
        (CARD.button(say(label, who=names[who]), competition.code, step, f"{who}"),)
        for who in shown
    )
    away = [names[who] for who in shown if not (await service.persons.get(who)).can_be_reached]
    text = say(key, who=names[found[0]])
    if away:
        unreached = say("comp.free_place_away", who=", ".join(away))
        text = say("comp.free_place_and", first=text, then=unreached)
    return text, (*calls, *card)


async def _waiting(service: "Service", competition: Competition) -> dict[PersonId, str]:
    """Return who waits, in order, for a free seat of a sign-up that is closed."""
    one = await sign_ups.of(service.unit.tx, competition.code)
    if (
        one is None
        or one.closed_at is None
        or competition.number
        or competition.stage is not CompetitionStage.OPEN
    ):
        return {}
    places, players = one.limits.places, competition.phase.players
    if places is not None and len(players) >= places:
        return {}
    people = await sign_ups.people_of(service.unit.tx, competition.code)
    return {
        each.person: each.name
        for each in people
        if each.state is SignUpState.WAITING and each.person not in players
    }
