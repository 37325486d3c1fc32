"""Actions on a case's card that need no ruling, for the chat and the Mini App."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from bot.runtime.shared import Said
from bot.service.cases import notices
from bot.texts.messages import Text, say
from engine.cases.decide import ask_opinion, tell_partner, withdraw

if TYPE_CHECKING:
    from bot.service.cases.cases import SeenCase
    from bot.service.service import Service


async def ask(service: "Service", said: Said, seen: "SeenCase") -> Text:
    """Ask the other arbiters for their opinion."""
    await service.case_acts.record(seen, ask_opinion(seen.case, said.person.id, said.at), said.at)
    return say(
        "case.opinions_asked", n=await notices.ask_opinions(service, seen.case, said.person.id)
    )


async def told(service: "Service", said: Said, seen: "SeenCase") -> Text:
    """Record that the arbiter has notified the opponent: the claim is complete (art. 7.2)."""
    events = tell_partner(seen.case, said.at, said.at, arbiter=said.person.id)
    await service.case_acts.complete(seen, events)
    return say("case.told_noted")


async def hear(service: "Service", said: Said, seen: "SeenCase") -> Text:
    """Notify both players of a case opened by the arbiter, and let them make statements."""
    await notices.hear_players(service, seen.case, said.person.id)
    return say("case.players_asked")


async def drop(service: "Service", said: Said, seen: "SeenCase") -> Text:
    """Close a case without a ruling, for the arbiter who opened it."""
    events = withdraw(seen.case, said.person.id, said.at)
    seen = await service.case_acts.record(seen, events, said.at)
    await notices.tell_closed(service, seen.case)
    return say("case.closed", case=seen.case.id)


ACTS: Final[Mapping[str, Callable[["Service", Said, "SeenCase"], Awaitable[Text]]]] = {
    "ask": ask,
    "told": told,
    "hear": hear,
    "drop": drop,
}
"""Each button word with its action, which returns the arbiter's confirmation."""
