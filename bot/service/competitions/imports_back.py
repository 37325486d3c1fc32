"""An arbiter's decisions that take an imported competition back as a whole, and restore it.

The code of both is the competition's. The log stays: `bot.runtime.folding` and the rows for lists
leave the competition out for all readers until it is restored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.cases import LIFT
from bot.texts.messages import Buttons, Card, Param, Text, say
from bot.texts.notices.competitions.competitions import card_button
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import Events
from engine.competitions.planning import take_import_back
from engine.ids import CompetitionCode

TAKE_BACK: Final = "import_back"
"""The kind of the decision that takes an import back."""
RESTORE: Final = "import_restored"
"""The kind of the decision that restores it."""


def take_back_button(competition: Competition) -> Buttons:
    """Return the button that takes the import of the competition back."""
    return ((LIFT.button(say("button.import.take_back"), TAKE_BACK, competition.code),),)


def restore_button(competition: Competition) -> Buttons:
    """Return the button that restores the import, under its notices and on its card."""
    return ((LIFT.button(say("button.import.restore"), RESTORE, competition.code),),)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decision:
    """One of the two decisions, and its notices."""

    restored: bool
    """Whether the decision restores the import."""
    arbiters_key: str
    """The key of the text for the other arbiters."""
    players_key: str
    """The key of the text for the players, while the competition runs."""
    button: Callable[[Competition], Buttons]
    """Returns the button under the text for the other arbiters."""


_TAKING_BACK: Final = _Decision(
    restored=False,
    arbiters_key="import.back_told",
    players_key="import.back_you",
    button=restore_button,
)
_RESTORING: Final = _Decision(
    restored=True,
    arbiters_key="import.restored_told",
    players_key="import.restored_you",
    button=card_button,
)


class _PlannedChange(NamedTuple):
    """The competition, and the events of the decision."""

    snapshot: CompetitionSnapshot
    events: Events


async def _planned_change(
    readers: Readers, user_input: UserInput, about: str, reason: str, *, restored: bool
) -> _PlannedChange:
    """Return the competition of a code, and the events of the decision.

    Raises:
        GameStateError: there is no such competition, or the decision is not possible.
    """
    snapshot = await readers.competitions.load_any(CompetitionCode(about))
    events = take_import_back(snapshot.competition, act(user_input), reason, restored=restored)
    return _PlannedChange(snapshot, events)


def _is_running(competition: Competition) -> bool:
    """Return whether the competition is not over, so that it concerns its players."""
    return competition.stage is not CompetitionStage.CLOSED


def _preview_facts(competition: Competition, running_key: str) -> dict[str, Param]:
    """Return the facts of a preview.

    `running_key`: the text that is added while the competition is not closed.
    """
    return {
        "title": competition.title,
        "code": competition.code,
        "running": say(running_key) if _is_running(competition) else None,
    }


async def show(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return what taking the import back does."""
    snapshot, _ = await _planned_change(readers, user_input, about, reason, restored=False)
    return Text("import.back_show", _preview_facts(snapshot.competition, "import.back_running"))


async def show_restoring(readers: Readers, user_input: UserInput, about: str, reason: str) -> Text:
    """Return what restoring the import does."""
    snapshot, _ = await _planned_change(readers, user_input, about, reason, restored=True)
    return Text(
        "import.restored_show", _preview_facts(snapshot.competition, "import.restored_running")
    )


async def carry_out(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Take the import back, and notify the people concerned."""
    competition = await take_back(recorder, user_input, CompetitionCode(about), reason)
    done = say("import.back_done", title=competition.title, code=competition.code)
    return Card(done, restore_button(competition))


async def take_back(
    recorder: Recorder, user_input: UserInput, code: CompetitionCode, reason: str
) -> Competition:
    """Take the import back, and notify the other arbiters; its players only while it runs.

    An import that replaces an earlier one calls it, too.

    Raises:
        GameStateError: there is no such competition, or its import cannot be taken back.
    """
    return await _recorded(recorder, user_input, code, reason, _TAKING_BACK)


async def restore(recorder: Recorder, user_input: UserInput, about: str, reason: str) -> Card:
    """Restore the import, and notify the people concerned."""
    competition = await _recorded(recorder, user_input, about, reason, _RESTORING)
    done = say("import.restored_done", title=competition.title, code=competition.code)
    return Card(done, card_button(competition))


async def _recorded(
    recorder: Recorder, user_input: UserInput, about: str, reason: str, decision: _Decision
) -> Competition:
    """Record the decision, and notify the other arbiters; the players only while it runs."""
    before, events = await _planned_change(
        recorder, user_input, about, reason, restored=decision.restored
    )
    await recorder.competition_acts.record(before, events, user_input.at)
    # What follows may have merged people of it since.
    competition = (await recorder.competitions.load_any(before.competition.code)).competition
    facts = _notice_facts(user_input, competition, reason)
    await recorder.notify_arbiters(
        competition,
        Text(decision.arbiters_key, facts),
        decision.button(competition),
        but=user_input.person.id,
    )
    if _is_running(competition):
        await recorder.notify_players(competition, Text(decision.players_key, facts))
    return competition


def _notice_facts(user_input: UserInput, competition: Competition, reason: str) -> dict[str, Param]:
    """Return the facts of the notices."""
    return {
        "title": competition.title,
        "code": competition.code,
        "by": user_input.person.name,
        "reason": reason,
    }
