"""Conditional moves in the chat, set one a line; secret to their author.

Their messages are not linked to the game, so that its case file does not reveal them.
"""

from typing import Final

from bot.chat.play.condition_list import list_button, show_conditions
from bot.chat.play.condition_texts import kept_text, refused_text
from bot.chat.play.games_meant import a_reader
from bot.chat.play.one_game import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.operations.cases import words_alone
from bot.service.operations.cases.words_alone import Plan, PlanKind
from bot.service.operations.play.conditions import MOST_CONDITIONS, TOO_MANY
from bot.service.pure.play.condition_lines import line_of, pair_text
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import ASK_CONDITION, TextKind, View
from bot.texts.fault_texts import faults_text
from bot.texts.messages import MOST_DATA_BYTES, Button, Buttons, Card, Text, say
from bot.texts.notices.cases.ruling_texts import query_buttons
from engine.errors import GameStateError, NotationError
from engine.games.conditional import Condition, Rehearsal
from engine.games.game import Game
from storage.play.game_rows import GameRow

_MOST_LINES: Final = 10
"""The most conditions in one message."""


async def condition(service: Service, user_input: UserInput) -> None:
    """Handle `/conditie [GAME] H8 CASA -> 9G SAT; …`, one a line; without text, list them."""
    if not (await named_first(service, user_input, user_input.args)).text:
        await about_one(service, user_input, View.CONDITIONS, show_conditions, needs=a_reader)
        return

    def is_partners_turn(row: GameRow) -> bool:
        return row.turn_person != user_input.person.id

    await about_a_game(
        service,
        user_input,
        TextKind.CONDITION,
        user_input.args,
        set_conditions,
        needs=a_reader,
        preferred=is_partners_turn,
    )


async def set_conditions(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> None:
    """Check each line and store the playable ones; answer for every line."""
    service.games.seat(user_input, snapshot.game)
    rows: list[Text] = []
    question_rows: Buttons = ()
    lines = [line for line in text.splitlines() if line.strip()]
    for line in lines[:_MOST_LINES]:
        try:
            row, question_row = await _set_one(service, user_input, snapshot, line)
        except GameStateError as error:
            if error.faults[0].code != TOO_MANY:
                raise
            rows.append(say("condition.too_many", n=MOST_CONDITIONS))
            break
        rows.append(row)
        question_rows += question_row
    else:
        if len(lines) > _MOST_LINES:
            rows.append(say("condition.more_lines", most=_MOST_LINES, line=lines[_MOST_LINES]))
    answer = say("condition.answer", game=snapshot.game.id, rows=rows)
    service.reply(
        user_input, answer, (*question_rows, *await list_button(service, user_input, snapshot))
    )


async def _set_one(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, line: str
) -> Card:
    """Store one condition if both its moves are possible; return its effect, or why not.

    If only words of the reply are refused, the arbiter may be asked (art. 5.3).
    """
    seat = service.games.seat(user_input, snapshot.game)
    try:
        new_condition, rehearsal = await service.conditions.keep(
            snapshot, seat, line, user_input.at
        )
    except NotationError as error:
        return Card(say("condition.unreadable", faults=faults_text(error)))
    if not rehearsal.faults:
        lexicon = await lexicon_of(service, snapshot.game)
        return Card(kept_text(snapshot.game, new_condition, rehearsal, lexicon))
    has_arbiter = (await service.matches.load(snapshot.game.match)).match.kind.has_arbiter
    question_rows = _ask_button(snapshot.game, new_condition, rehearsal) if has_arbiter else ()
    return Card(refused_text(new_condition, rehearsal), question_rows)


def _ask_button(game: Game, new_condition: Condition, rehearsal: Rehearsal) -> Buttons:
    """Return the button that asks the arbiter about the refused words.

    No button if words are not the reason, or the condition is too long for its data.
    """
    # Shorter, and read the same.
    line = line_of(new_condition).replace(" -> ", ">").replace("; ", ";")
    data = ASK_CONDITION.data(game.id, line)
    if not rehearsal.unknown or len(data) > MOST_DATA_BYTES:  # moves are ASCII
        return ()
    label = say("button.query.ask_words", words=", ".join(rehearsal.unknown))
    return ((Button(label, data),),)


async def ask_words(service: Service, user_input: UserInput) -> None:
    """Handle the button that asks about a refused condition's words: `askc:GAME:LINE`."""
    game, line = ASK_CONDITION.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    seat = service.games.seat(user_input, snapshot.game)
    new_condition, rehearsal = await service.conditions.keep(snapshot, seat, line, user_input.at)
    if not rehearsal.faults:  # the words have been allowed since
        lexicon = await lexicon_of(service, snapshot.game)
        row = kept_text(snapshot.game, new_condition, rehearsal, lexicon)
    elif rehearsal.unknown:
        plan = Plan(PlanKind.CONDITION, line)
        case = await words_alone.ask(service, user_input, snapshot, rehearsal.unknown, plan)
        words = ", ".join(rehearsal.unknown)
        text = say(
            "query.alone_asked_condition", words=words, case=case.id, pair=pair_text(new_condition)
        )
        service.toast(user_input)
        service.reply(user_input, text, query_buttons(case))
        return
    else:
        row = refused_text(new_condition, rehearsal)
    service.toast(user_input)
    service.reply(user_input, say("condition.answer", game=snapshot.game.id, rows=[row]))
