"""Every event of a game, its match and its cases as one readable sentence.

An event without a sentence here is shown by its wire name, so that nothing is left out.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.documents.dossier.story import case_events, games, matches
from bot.documents.dossier.story.games import EventNames, Names, Seats, Teller
from bot.texts.messages import Text, say
from engine.cases.events import CaseRuled
from engine.ids import Leg

_TELLERS: Final[Mapping[type, Teller]] = {
    **games.TELLERS,
    **matches.TELLERS,
    **case_events.TELLERS,
}


def sentence(  # noqa: PLR0913  (one parameter for each fact of the sentence)
    event: Any,
    wire_name: str,
    names: Names,
    seats: Seats,
    leg: Leg | None,
    *,
    decision: Callable[[CaseRuled], Text] | None = None,
) -> Text:
    """Return the sentence for an event; `leg` names its game, or is None for a match event.

    `decision` returns the text of an arbiter's ruling in a case.
    """
    people = EventNames(names, seats, getattr(event, "leg", None) or leg)
    if isinstance(event, CaseRuled) and decision is not None:
        return case_events.decided(event, people, decision(event))
    teller = _TELLERS.get(type(event))
    return teller(event, people) if teller is not None else say("story.other", name=wire_name)
