"""Every event of a game, its match and its cases as one readable sentence.

An event without a sentence here is shown by its wire name, so that nothing is left out.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.documents.dossier.story import case_events, games, matches
from bot.documents.dossier.story.games import EventNames, Teller
from bot.texts.messages import Text, say
from engine.cases.events import CaseRuled

_TELLERS: Final[Mapping[type, Teller]] = {
    **games.TELLERS,
    **matches.TELLERS,
    **case_events.TELLERS,
}


def sentence(
    event: Any,
    people: EventNames,
    *,
    wire_name: str,
    decision: Callable[[CaseRuled], Text] | None = None,
) -> Text:
    """Return the sentence for an event.

    `decision` returns the text of an arbiter's ruling in a case.
    """
    own_leg = getattr(event, "leg", None)  # some events of a match are about one of its games
    if own_leg is not None:
        people = people.in_game(own_leg)
    if isinstance(event, CaseRuled) and decision is not None:
        return case_events.decided(event, people, decision(event))
    teller = _TELLERS.get(type(event))
    return teller(event, people) if teller is not None else say("story.other", name=wire_name)
