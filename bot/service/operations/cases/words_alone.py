"""Questions to the arbiter about words alone, for which no move waits (art. 5.3).

The words belong to a conditional move, or to a sheet that is being entered (art. 9.6). The plan is
stored beside the case; it is set, or offered, once the arbiter allows the words. Only the arbiter
and the author see the question. `word_queries` has the questions about a move that waits.
"""

import json
from dataclasses import dataclass
from enum import StrEnum

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.notices.cases import cards as case_cards
from bot.service.notices.notifier import Notifier
from bot.service.operations.play.conditions import Conditions
from bot.service.pure.play.condition_lines import pair_text
from bot.service.pure.rows import is_open
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.play import ENTER
from bot.texts.messages import Buttons, Text, say
from engine.cases.case import Case
from engine.cases.decide import RefusedWords, ask_of_words, withdraw
from engine.cases.events import RulingKind
from engine.errors import EngineError
from engine.games.game import Stage
from storage.cases import case_rows
from storage.conversation import dialogues


class PlanKind(StrEnum):
    """The kinds of plans."""

    CONDITION = "condition"
    """Set a conditional move; the bot does it."""
    ENTRY = "entry"
    """Continue the entry of a sheet; the bot offers it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the author does once the arbiter allows the words."""

    kind: PlanKind
    line: str = ""
    """The conditional move as it was typed."""

    def stored(self) -> str:
        """Return the plan as it is stored: a JSON list of kind and line."""
        return json.dumps([self.kind, self.line])

    @classmethod
    def from_stored(cls, stored: str) -> "Plan":
        """Return the plan of `stored`."""
        kind, line = json.loads(stored)
        return cls(PlanKind(kind), line)


async def ask(
    recorder: Recorder,
    user_input: UserInput,
    snapshot: GameSnapshot,
    words: tuple[str, ...],
    plan: Plan,
) -> Case:
    """Ask the arbiter about the words, and return the case in which they answer.

    An open question of the person about the same words is not asked twice; its plan is replaced.

    Raises:
        RuleViolation: there are no such words.
    """
    for row in await case_rows.of_game(recorder.unit.tx, snapshot.game.id):
        if not is_open(row) or row.claimant != user_input.person.id or row.words != words:
            continue
        asked = await recorder.cases.get(row.case_id)
        if asked.is_of_words_alone:
            await _store_plan(recorder, user_input, asked, plan)
            return asked
    new = await recorder.cases.new_case(snapshot, user_input.at)
    events = ask_of_words(snapshot.game, new, user_input.person.id, RefusedWords(unknown=words))
    case = (await recorder.case_acts.begin(events, user_input.at)).case
    await _store_plan(recorder, user_input, case, plan)
    await case_cards.send(recorder, case)
    return case


async def _store_plan(context: Context, user_input: UserInput, case: Case, plan: Plan) -> None:
    """Store the plan beside the case, in place of an earlier one."""
    await dialogues.put(
        context.unit.tx, user_input.person.id, _plan_key(case), plan.stored(), user_input.at
    )


def _plan_key(case: Case) -> str:
    return f"word:{case.id}"


async def drop(recorder: Recorder, case: Case, *, moot: bool = False) -> None:
    """Close the question, and delete its plan.

    Its author withdrew it, or it is `moot` because its game is over; then the bot withdraws it.
    """
    snapshot, now = await recorder.cases.load(case.id), recorder.unit.now
    author = None if moot else snapshot.case.by
    events = withdraw(snapshot.case, author, now)
    await recorder.case_acts.record(snapshot, events, now)
    await dialogues.take(recorder.unit.tx, case.by, _plan_key(case))


async def close_all(recorder: Recorder, game: GameSnapshot) -> None:
    """Close the open word questions of a game that is over."""
    for row in await case_rows.of_game(recorder.unit.tx, game.game.id):
        if is_open(row):
            case = await recorder.cases.get(row.case_id)
            if case.is_of_words_alone:
                await drop(recorder, case, moot=True)


async def notify_of_answers(notifier: Notifier, case: Case) -> None:
    """Notify the author of the answer, and set the conditional move that it allows.

    The message is filed under no game: a player's plans are not part of its case file.
    """
    decided = case.rulings[-1]
    is_valid = decided.ruling.kind is RulingKind.WORD_VALID
    stored = await dialogues.take(notifier.unit.tx, case.by, _plan_key(case))
    follows: Text | None = None
    buttons: Buttons = ()
    if stored is not None:
        plan = Plan.from_stored(stored.value)
        if plan.kind is PlanKind.ENTRY:
            follows = say("query.alone_entry" if is_valid else "query.alone_no_entry")
            go_on = ENTER.button(say("button.entry_go_on"), case.game)
            buttons = ((go_on,),)
        elif is_valid:
            follows = await _set_condition(notifier, case, plan.line)
    await notifier.notify_person(
        case.by,
        say(
            "query.alone_upheld" if is_valid else "query.alone_not_upheld",
            words=", ".join(word.upper() for word in decided.ruling.words),
            who=await notifier.persons.name(decided.arbiter),
            reason=decided.reason,
            follows=follows,
            game=case.game,
        ),
        buttons,
    )


async def _set_condition(readers: Readers, case: Case, line: str) -> Text:
    """Set the conditional move that needed the words, if still possible; return the outcome."""
    snapshot = await readers.games.load(case.game)
    seat = snapshot.game.seat_of(case.by)
    impossible = say("query.alone_no_condition", line=line)
    if snapshot.game.stage is not Stage.RUNNING or seat is None:
        return impossible
    try:
        wanted, tried = await Conditions(readers).keep(snapshot, seat, line, readers.unit.now)
    except EngineError:
        return impossible
    return impossible if tried.faults else say("query.alone_condition", pair=pair_text(wanted))
