"""Everything that the code can do is done in the random histories.

The lists are read from the code, so a new command, event, ruling or button fails here until the
histories perform it.
"""

import random
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import get_args

import pytest

from bot.chat.competitions import championship
from bot.chat.routes import BUTTONS as PRESSED
from bot.service.decision_kinds import KINDS
from engine.cases.events import ClaimKind, RulingKind
from engine.cases.of_person import Decision
from engine.games.commands import Command
from engine.games.events import Ending
from engine.matches.correspondence_events import GameState
from engine.matches.events import Statement
from storage.codec import CODECS
from tests.engine.laws.buttons import BUTTONS, DECISIONS, STEPS
from tests.engine.laws.championship import ChampionshipHistory
from tests.engine.laws.organisers import OrganisedMatch
from tests.engine.laws.search import History, Search

MOST = 80_000
"""The acts within which every word must be used; a tenth is usually enough."""
AT_ONCE = 1000
"""The acts between two looks at what is left."""
OF_PERSON = {
    Decision.NO_SHOW: RulingKind.NO_SHOW,
    Decision.WITHDRAWAL: "PlayerRetired",
    Decision.WAIT: "FindingPutOff",
}
"""The act of each decision about all games of a person."""


def words() -> set[str]:
    """Return every command, class of events, ruling, ending, claim and statement."""
    kinds_of_events = {kind for codec in CODECS.values() for kind in codec.registry.values()}
    events = {kind.__name__ for kind in kinds_of_events}
    kinds: Iterable[type[Enum]] = (RulingKind, Ending, ClaimKind, Statement, GameState)
    values = {one.value for kind in kinds for one in kind}
    return {*(kind.__name__ for kind in get_args(Command)), *events, *values}


def used(machine: type[History], seed: str) -> set[str]:
    """Return the words that some random histories use."""
    found: set[str] = set()
    Search(machine, lambda world: found.update(world.made), seed).runs(AT_ONCE)
    return found


def test_the_histories_perform_everything() -> None:
    """Every command, event, ruling, ending, claim and statement occurs in random histories."""
    left, seed = words(), random.getrandbits(64)
    for number in range(MOST // AT_ONCE):
        machine = (OrganisedMatch, ChampionshipHistory)[number % 4 == 1]
        left -= used(machine, f"vocabulary {seed} {number}")
        if not left:
            return
    raise AssertionError(sorted(left))


@pytest.mark.parametrize(
    ("found", "tied"),
    [
        (PRESSED, BUTTONS),
        ({**championship.STEPS, **championship.OWN_STEPS}, STEPS),
        (KINDS, DECISIONS),
        (dict.fromkeys(Decision), OF_PERSON),
    ],
    ids=["buttons", "steps of a card", "decisions", "decisions about a person"],
)
def test_every_button_is_tied_to_acts(
    found: Mapping[str, object], tied: Mapping[str, tuple[str, ...] | str]
) -> None:
    """Every button and decision performs acts of the histories, or is known to decide nothing."""
    assert found.keys() == tied.keys()
    named = {one for acts in tied.values() for one in ([acts] if isinstance(acts, str) else acts)}
    assert named <= words(), named - words()
