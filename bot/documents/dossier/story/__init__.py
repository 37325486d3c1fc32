"""Every event of a game, its match and its cases as one sentence: the log, readable.

A wire name that has no sentence here is shown as it is, so that nothing is left out.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.documents.dossier.story import cases, games, matches
from bot.documents.dossier.story.games import Cast, Names, Seats, Teller
from bot.texts.messages import Text, say
from engine.cases.events import CaseRuled
from engine.ids import Leg

_TELLERS: Final[Mapping[type, Teller]] = {
    **games.TELLERS,
    **matches.TELLERS,
    **cases.TELLERS,
}


def sentence(  # noqa: PLR0913  (what the words of an event depend on)
    event: Any,
    wire_name: str,
    names: Names,
    seats: Seats,
    leg: Leg | None,
    *,
    decision: Callable[[CaseRuled], Text] | None = None,
) -> Text:
    """Return what happened; `leg` is the game that the event is of, None for the match's own.

    `decision` tells what an arbiter ruled in a case.
    """
    cast = Cast(names, seats, getattr(event, "leg", None) or leg)
    if isinstance(event, CaseRuled) and decision is not None:
        return cases.decided(event, cast, decision(event))
    teller = _TELLERS.get(type(event))
    return teller(event, cast) if teller is not None else say("story.other", name=wire_name)
