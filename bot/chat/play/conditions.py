"""Conditional moves in the chat: set one a line, listed, deleted; secret to their author.

Their messages are not linked to the game, so that its case file does not reveal them.
"""

from collections.abc import Container
from dataclasses import replace

from bot.chat.play.games_meant import a_reader
from bot.chat.play.one_game import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.operations.cases import words_alone
from bot.service.operations.cases.words_alone import Plan, PlanKind
from bot.service.operations.play.conditions import (
    MOST_CONDITIONS,
    TOO_MANY,
    condition_of,
    line_of,
    move_name,
    pair_text,
)
from bot.service.operations.play.notebooks import of_partner
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import ASK_CONDITION, CONDITION, SHOW, TextKind, View
from bot.texts.fault_texts import faults_text, refusal_lines
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say
from bot.texts.notices.cases.ruling_texts import query_buttons
from engine.errors import GameStateError, NotationError
from engine.games.conditional import Condition, Rehearsal
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.planned_moves import Wordless
from engine.rulesets import WordPolicy
from storage.play import conditions
from storage.play.game_rows import GameRow

MOST_LINES = 10
"""The most conditions in one message."""
IN_A_ROW = 5
LONGEST_DATA = 64
"""The most bytes of a button's data; moves are ASCII."""


async def condition(service: Service, user_input: UserInput) -> None:
    """Handle `/conditie [GAME] H8 CASA -> 9G SAT; …`, one a line; without text, list them."""
    if not (await named_first(service, user_input, user_input.args)).text:
        await about_one(service, user_input, View.CONDITIONS, show_conditions, needs=a_reader)
        return

    def waits(row: GameRow) -> bool:
        return row.turn_person != user_input.person.id

    await about_a_game(
        service,
        user_input,
        TextKind.CONDITION,
        user_input.args,
        set_conditions,
        needs=a_reader,
        preferred=waits,
    )


async def set_conditions(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> None:
    """Check each line and store the playable ones; answer for every line."""
    service.games.seat(user_input, snapshot.game)
    await service.conditions.check_allowed(snapshot.game)
    rows: list[Text] = []
    asking: Buttons = ()
    for line in [typed_line for typed_line in text.splitlines() if typed_line.strip()][:MOST_LINES]:
        try:
            row, ask_words = await _set(service, user_input, snapshot, line)
        except GameStateError as error:
            if error.faults[0].code != TOO_MANY:
                raise
            rows.append(say("condition.too_many", n=MOST_CONDITIONS))
            break
        rows.append(row)
        asking += ask_words
    answer = say("condition.answer", game=snapshot.game.id, rows=rows)
    service.reply(user_input, answer, (*asking, *await _list_button(service, user_input, snapshot)))


async def _set(service: Service, user_input: UserInput, snapshot: GameSnapshot, line: str) -> Card:
    """Store one condition if both its moves are possible; return its effect, or why not.

    If only words of the reply are refused, the arbiter may be asked (art. 5.3).
    """
    seat = service.games.seat(user_input, snapshot.game)
    try:
        new_condition, tried = await service.conditions.keep(snapshot, seat, line, user_input.at)
    except NotationError as error:
        return Card(say("condition.unreadable", faults=faults_text(error)))
    if not tried.faults:
        lexicon = await lexicon_of(service, snapshot.game)
        return Card(kept_text(snapshot.game, new_condition, tried, lexicon))
    has_arbiter = (await service.matches.load(snapshot.game.match)).match.kind.has_arbiter
    asking = _ask_button(snapshot.game, new_condition, tried) if has_arbiter else ()
    return Card(refused_text(new_condition, tried), asking)


def _ask_button(game: Game, wanted: Condition, tried: Rehearsal) -> Buttons:
    """Return the button that asks the arbiter about the refused words."""
    line = line_of(wanted).replace(" -> ", ">").replace("; ", ";")
    data = ASK_CONDITION.data(game.id, line)
    if not tried.unknown or len(data) > LONGEST_DATA:
        return ()
    asked = say("button.query.ask_words", words=", ".join(tried.unknown))
    return ((Button(asked, data),),)


async def ask(service: Service, user_input: UserInput) -> None:
    """Handle the button that asks about a refused condition's words: `askc:GAME:LINE`."""
    game, line = ASK_CONDITION.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    await service.conditions.check_allowed(snapshot.game)
    seat = service.games.seat(user_input, snapshot.game)
    new_condition, tried = await service.conditions.keep(snapshot, seat, line, user_input.at)
    if not tried.faults:  # the words have been allowed since
        lexicon = await lexicon_of(service, snapshot.game)
        row = kept_text(snapshot.game, new_condition, tried, lexicon)
    elif tried.unknown:
        plan = Plan(PlanKind.CONDITION, line)
        case = await words_alone.ask(service, user_input, snapshot, tried.unknown, plan)
        words = ", ".join(tried.unknown)
        text = say(
            "query.alone_asked_condition", words=words, case=case.id, pair=pair_text(new_condition)
        )
        service.toast(user_input)
        service.reply(user_input, text, query_buttons(case))
        return
    else:
        row = refused_text(new_condition, tried)
    service.toast(user_input)
    service.reply(user_input, say("condition.answer", game=snapshot.game.id, rows=[row]))


def refused_text(wanted: Condition, tried: Rehearsal) -> Text:
    """Return which move of which round is impossible, with all reasons."""
    stuck = wanted.rounds[len(tried.moves) // 2]
    pair = pair_text(replace(stuck, then=None))
    if tried.is_by_author:
        return say("condition.you_cannot", pair=pair, faults=refusal_lines(tried.faults))
    faults = refusal_lines(map(of_partner, tried.faults))
    return say("condition.partner_cannot", pair=pair, faults=faults)


def kept_text(game: Game, wanted: Condition, tried: Rehearsal, lexicon: Container[str]) -> Text:
    """Return the stored condition: all moves, the replies' points, and useful warnings."""
    warned = game.rules.word_policy is WordPolicy.WARN
    moves = [move for move in tried.moves if isinstance(move, PlacementMade)]
    wrong = [word for move in moves for word in move.words if word.upper() not in lexicon]
    return say(
        "condition.kept",
        pair=pair_text(wanted),
        points=_points(tried),
        own=say("condition.after_own", move=move_name(wanted.own)) if wanted.own else None,
        wrong=say("condition.wrong_words", words=", ".join(wrong)) if warned and wrong else None,
        anything=say("condition.if_still_legal")
        if wanted.rounds[-1].partner is Wordless.ANY
        else None,
    )


def _points(tried: Rehearsal) -> Text | None:
    """Return the total points of the replies, or None if all are passes."""
    if tried.points is None:
        return None
    placed = [move for move in tried.moves[1::2] if isinstance(move, PlacementMade)]
    return say(
        "condition.points" if len(placed) == 1 else "condition.points_in_all", n=tried.points
    )


async def _list_button(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Buttons:
    """Return the button that opens the player's conditions in the game, if any."""
    stored = await service.conditions.of(user_input.person.id, snapshot.game)
    if not stored:
        return ()
    return (
        (SHOW.button(say("button.conditions", n=len(stored)), snapshot.game.id, View.CONDITIONS),),
    )


async def show_conditions(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Answer with the player's conditions in the game, each with a delete button."""
    service.games.seat(user_input, snapshot.game)
    service.reply(user_input, *await _list(service, user_input, snapshot))


async def _list(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Card:
    """Return the person's conditional moves in the game, with a button to delete each."""
    stored = await service.conditions.of(user_input.person.id, snapshot.game)
    if not stored:
        return Card(say("condition.none", game=snapshot.game.id))
    rows = [
        say(
            "condition.row",
            number=number,
            pair=pair_text(condition_of(stored_condition)),
            own=say("condition.after_own", move=move_name(stored_condition.own_move))
            if stored_condition.own_move
            else None,
        )
        for number, stored_condition in enumerate(stored, 1)
    ]
    buttons = [
        CONDITION.button(say("button.delete", number=n), stored_condition.id, stored_condition.at)
        for n, stored_condition in enumerate(stored, 1)
    ]
    return Card(say("condition.list", game=snapshot.game.id, rows=rows), rows_of(buttons, IN_A_ROW))


async def delete(service: Service, user_input: UserInput) -> None:
    """Handle the delete button: `cond:NUMBER:SECONDS`; together they identify the condition."""
    number, at = CONDITION.read(user_input.args)
    game = await conditions.remove(service.unit.tx, user_input.person.id, number, at)
    if game is None:
        service.toast(user_input, say("condition.gone"), alert=True)
        return
    service.edit(
        user_input,
        *await _list(service, user_input, await service.games.of_player(user_input, game)),
    )
