"""A ruling that replaces another in its case: what the earlier one changed is restored first.

A milder ruling would otherwise leave moves annulled, days added or a player disqualified (art.
10.1, 10.3). An end by the earlier ruling, a penalty and an upheld result are replaced by the ruling
itself (`engine.cases.in_game`, `engine.cases.effect`).
"""

from dataclasses import replace

from engine.cases.candidates import reversals
from engine.cases.case import Case
from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import consequences
from engine.cases.situation import Consequences, Situation
from engine.errors import EngineError
from engine.games.orders import Order

_K = RulingKind
_RESTORED = frozenset({_K.RETURNED, _K.ANNULLED, _K.SCORE, _K.EXTENSION, _K.EXCLUSION})
"""The rulings whose effects another one leaves as they are."""
_MILDER = frozenset({_K.REJECTED, _K.UPHELD, _K.WARNING, _K.PENALTY, _K.EXTENSION, _K.AS_PLAYED})
"""The rulings that change no move and end no game."""


def lifted_first(case: Case, now: Situation, order: Order, ruling: Ruling) -> Ruling | None:
    """Return the ruling that restores what the case's present one changed; None if none is needed.

    It is made before `ruling`, which replaces the present one.
    """
    was = case.ruled
    if was is None or was.ruling.kind not in _RESTORED or ruling.kind not in _MILDER:
        return None
    back = reversals(case)[0]
    try:
        consequences(now, order, back)
    except EngineError:
        return None
    return back


def consequences_in(case: Case, now: Situation, order: Order, ruling: Ruling) -> Consequences:
    """Return the effects of a ruling in its case, with those of lifting the one it replaces.

    Raises:
        EngineError: the ruling is not possible now.
    """
    back = lifted_first(case, now, order, ruling)
    if back is None:
        return consequences(now, order, ruling)
    restored = consequences(now, order, back)
    found = consequences(restored.after, order, ruling)
    here = replace(
        found.here,
        game_events=(*restored.here.game_events, *found.here.game_events),
        match_events=(*restored.here.match_events, *found.here.match_events),
    )
    return replace(
        found,
        here=here,
        elsewhere=(*restored.elsewhere, *found.elsewhere),
        competition_events=(*restored.competition_events, *found.competition_events),
    )
