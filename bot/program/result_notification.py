"""The notification of an approved result, with its value and names at the time of sending."""

import json
from typing import TYPE_CHECKING, Final

from bot.runtime.folding import load_competition
from bot.runtime.public_names import public_names
from engine.competitions.events import ResultCorrected, ResultHomologated
from engine.ids import match_of
from storage import log
from storage.streams import competition_stream

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.shared import BotSettings
    from engine.competitions.competition import Competition
    from engine.competitions.parts import ListedMatch
    from engine.competitions.phase import PhaseState
    from engine.ids import MatchCode
    from storage.queues.hook_queue import PendingResult

    _Listed = tuple[PhaseState, ListedMatch]

FORM: Final = 1
"""The version of this format; an incompatible change increases it."""
_EVENTS: Final = {ResultHomologated: "result.homologated", ResultCorrected: "result.corrected"}


def key_of(one: "PendingResult") -> str:
    """Return the key by which the other site recognises a repeated result."""
    return f"{one.competition}-{one.seq}"


def _listed(competition: "Competition", code: "MatchCode") -> "_Listed | None":
    """Return the match of that code with its phase, or None if it is not listed."""
    each = ((phase, match) for phase in competition.phases for match in phase.matches)
    return next((found for found in each if found[1].code == code), None)


async def body_of(
    tx: "AsyncConnection", shared: "BotSettings", one: "PendingResult"
) -> bytes | None:
    """Return the notification as JSON, or None if there is nothing left to send."""
    stored = await log.load(tx, competition_stream(one.competition), one.seq)
    found = stored[-1] if stored and stored[-1].seq == one.seq else None
    if found is None or type(found.event) not in _EVENTS:
        return None
    competition, _ = await load_competition(tx, shared, one.competition)
    game, figures = found.event.game, found.event.figures
    listed = _listed(competition, match_of(game))
    if listed is None:
        return None
    phase, match = listed
    names = await public_names(tx, competition)
    red, blue = match.games[game]
    content = {
        "form": FORM,
        "event": _EVENTS[type(found.event)],
        "id": key_of(one),
        "at": found.at.isoformat(timespec="seconds"),
        "competition": competition.code,
        "title": competition.title,
        "phase": phase.plan.phase.value,
        "group": match.group,
        "match": match.code,
        "game": game,
        "red": names[red],
        "blue": names[blue],
        "red_score": figures.red_score,
        "blue_score": figures.blue_score,
        "red_coefficient": str(figures.red),
        "blue_coefficient": str(figures.blue),
        "outcome": figures.outcome.value,
        "article": figures.article,
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
