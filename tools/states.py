"""Draw the state diagrams of docs/states.md from the transition tables. Run: `make states`.

The tables list every transition, so a missing arrow means that the transition does not exist. The
`decide` module of each package decides which transition happens (`engine.games.decide`).
"""

import re
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from engine.cases.case import CaseStage
from engine.cases.events import CaseOpened, ClaimFiled
from engine.cases.fold import CASE_TRANSITIONS
from engine.competitions.competition import CompetitionStage
from engine.competitions.events import CompetitionCreated
from engine.competitions.fold import COMPETITION_TRANSITIONS
from engine.games.fold import TRANSITIONS
from engine.games.game import Stage
from engine.matches.events import MatchArranged
from engine.matches.fold import MATCH_TRANSITIONS
from engine.matches.match import MatchStage

PAGE: Final = Path(__file__).parent.parent / "docs" / "states.md"


class Arrow(NamedTuple):
    """A transition: an event leads from one state to another."""

    before: Enum | None
    """None before the first event."""
    event: type
    after: Enum


TEXT: Final = """\
# What can happen

Drawn from `TRANSITIONS` in `engine/games/fold.py`, `MATCH_TRANSITIONS` in
`engine/matches/fold.py`, `COMPETITION_TRANSITIONS` in `engine/competitions/fold.py` and
`CASE_TRANSITIONS` in `engine/cases/fold.py` by `make states`; a test fails when this page is out
of date.
An event without an arrow out of a state cannot happen in it; a log that says otherwise is refused.
Whether an event may happen *now*, by this person, is decided before it is recorded.

## A game

{game}

## A match

A match has two games, the home and the return one (art. 1.2), each with its own log.

{match}

## A competition

A competition has a preliminary phase, a final one, or both (art. 7.1); the diagram is about the
present one. Its matches and games have their own logs.

{competition}

## A case

A player's claim counts once it is explained and the opponent is notified of it (art. 7.2); an
arbiter's own case counts at once. The game's own log has what a ruling changes in the game.

{case}
"""


def page() -> str:
    """Return the page docs/states.md with its diagrams generated again."""
    game: list[Arrow] = [
        Arrow(None if before is Stage.NOT_STARTED else before, event, after)
        for (before, event), after in TRANSITIONS.items()
    ]
    match: list[Arrow] = [Arrow(None, MatchArranged, MatchStage.ARRANGED)]
    match += [Arrow(before, event, after) for (before, event), after in MATCH_TRANSITIONS.items()]
    competition: list[Arrow] = [Arrow(None, CompetitionCreated, CompetitionStage.OPEN)]
    competition += [
        Arrow(before, event, after) for (before, event), after in COMPETITION_TRANSITIONS.items()
    ]
    case: list[Arrow] = [
        Arrow(None, ClaimFiled, CaseStage.FILED),
        Arrow(None, CaseOpened, CaseStage.PENDING),
    ]
    case += [Arrow(before, event, after) for (before, event), after in CASE_TRANSITIONS.items()]
    return TEXT.format(
        game=diagram(game),
        match=diagram(match),
        competition=diagram(competition),
        case=diagram(case),
    )


def diagram(arrows: Sequence[Arrow]) -> str:
    """Return a Mermaid state diagram; events between the same two states share an arrow."""
    states = dict.fromkeys(after for _, _, after in arrows)
    names: dict[Enum | None, str] = {None: "[*]"}
    names |= {state: f"s{number}" for number, state in enumerate(states, 1)}
    events: dict[tuple[Enum | None, Enum], list[str]] = {}
    for before, event, after in arrows:
        events.setdefault((before, after), []).append(_spaced(event.__name__))
    states_left = {arrow.before for arrow in arrows}
    lines = [
        *(f"{names[state]} : {state.value}" for state in states),
        *(
            f"{names[before]} --> {names[after]} : {'<br/>'.join(labels)}"
            for (before, after), labels in events.items()
        ),
        *(f"{names[state]} --> [*]" for state in states if state not in states_left),
    ]
    return "\n".join(["```mermaid", "stateDiagram-v2", *(f"    {line}" for line in lines), "```"])


def _spaced(name: str) -> str:
    """Return `PlacementMade` as `placement made`."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
