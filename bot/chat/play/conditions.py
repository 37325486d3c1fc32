"""Conditional moves in the chat: set one a line, listed, deleted; secret to their author.

Their messages are not linked to the game, so that its case file does not reveal them.
"""

from collections.abc import Container
from dataclasses import replace

from bot.chat.cases.own import query_buttons
from bot.chat.play.look import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.runtime.shared import Said
from bot.service.cases import word_questions
from bot.service.cases.ruled_words import lexicon_of
from bot.service.play.conditions import (
    MOST,
    TOO_MANY,
    condition_of,
    line_of,
    move_name,
    pair_text,
    partner_fault_text,
)
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.play import ASK_CONDITION, CONDITION, SHOW
from bot.texts.i18n import fault_text
from bot.texts.messages import Button, Buttons, Text, say
from engine.errors import GameStateError, NotationError
from engine.games.conditional import Condition, Rehearsal
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.games.planned import Wordless
from engine.rulesets import WordPolicy
from storage.play import conditions
from storage.play.game_rows import GameRow

MOST_LINES = 10
"""The most conditions in one message."""
IN_A_ROW = 5
LONGEST_DATA = 64
"""The most bytes of a button's data; moves are ASCII."""


async def condition(service: Service, said: Said) -> None:
    """Handle `/conditie [GAME] H8 CASA -> 9G SAT; …`, one a line; without text, list them."""
    if not (await named_first(service, said, said.args))[1]:
        await about_one(service, said, "conditions", show_conditions)
        return

    def waits(row: GameRow) -> bool:
        return row.turn_person != said.person.id

    await about_a_game(service, said, "condition", said.args, set_conditions, preferred=waits)


async def set_conditions(service: Service, said: Said, seen: SeenGame, text: str) -> None:
    """Check each line and store the playable ones; answer for every line."""
    service.games.seat(said, seen.game)
    await service.conditions.check_allowed(seen.game)
    rows: list[Text] = []
    asking: Buttons = ()
    for line in [each for each in text.splitlines() if each.strip()][:MOST_LINES]:
        try:
            row, ask_words = await _set(service, said, seen, line)
        except GameStateError as error:
            if error.faults[0].code != TOO_MANY:
                raise
            rows.append(say("condition.too_many", n=MOST))
            break
        rows.append(row)
        asking += ask_words
    answer = say("condition.answer", game=seen.game.id, rows=rows)
    service.reply(said, answer, (*asking, *await _list_button(service, said, seen)))


async def _set(service: Service, said: Said, seen: SeenGame, line: str) -> tuple[Text, Buttons]:
    """Store one condition if both its moves are possible; return its effect, or why not.

    If only words of the reply are refused, the arbiter may be asked (art. 5.3).
    """
    seat = service.games.seat(said, seen.game)
    try:
        wanted, tried = await service.conditions.keep(seen, seat, line, said.at)
    except NotationError as error:
        faults = [fault_text(each) for each in error.faults]
        return say("condition.unreadable", faults=faults), ()
    if tried.is_possible:
        lexicon = await lexicon_of(service, seen.game)
        return kept_text(seen.game, wanted, tried, lexicon), ()
    has_arbiter = (await service.matches.load(seen.game.match)).match.has_arbiter
    asking = _ask_button(seen.game, wanted, tried) if has_arbiter else ()
    return refused_text(wanted, tried), asking


def _ask_button(game: Game, wanted: Condition, tried: Rehearsal) -> Buttons:
    """Return the button that asks the arbiter about the refused words."""
    line = line_of(wanted).replace(" -> ", ">").replace("; ", ";")
    data = ASK_CONDITION.data(game.id, line)
    if not tried.unknown or len(data) > LONGEST_DATA:
        return ()
    asked = say("button.query.ask_words", words=", ".join(tried.unknown))
    return ((Button(asked, data),),)


async def ask(service: Service, said: Said) -> None:
    """Handle the button that asks about a refused condition's words: `askc:GAME:LINE`."""
    game, line = ASK_CONDITION.read(said.args)
    seen = await service.games.of_player(said, game)
    await service.conditions.check_allowed(seen.game)
    seat = service.games.seat(said, seen.game)
    wanted, tried = await service.conditions.keep(seen, seat, line, said.at)
    if tried.is_possible:  # the words have been allowed since
        lexicon = await lexicon_of(service, seen.game)
        row = kept_text(seen.game, wanted, tried, lexicon)
    elif tried.unknown:
        of = word_questions.WordsPurpose(word_questions.CONDITION, line)
        case = await word_questions.put(service, said, seen, tried.unknown, of)
        words = ", ".join(tried.unknown)
        text = say("query.alone_asked_condition", words=words, case=case.id, pair=pair_text(wanted))
        service.toast(said)
        service.reply(said, text, query_buttons(case))
        return
    else:
        row = refused_text(wanted, tried)
    service.toast(said)
    service.reply(said, say("condition.answer", game=seen.game.id, rows=[row]))


def refused_text(wanted: Condition, tried: Rehearsal) -> Text:
    """Return which move of which round is impossible, with all reasons."""
    last = tried.rounds[-1]
    stuck = wanted.rounds[len(tried.rounds) - 1]
    pair = pair_text(replace(stuck, then=None))
    if last.partner_faults:
        faults = [
            say("play.fault", fault=partner_fault_text(fault)) for fault in last.partner_faults
        ]
        return say("condition.partner_cannot", pair=pair, faults=faults)
    faults = [say("play.fault", fault=fault_text(fault)) for fault in last.reply_faults]
    return say("condition.you_cannot", pair=pair, faults=faults)


def kept_text(game: Game, wanted: Condition, tried: Rehearsal, lexicon: Container[str]) -> Text:
    """Return the stored condition: all moves, the replies' points, and useful warnings."""
    warned = game.rules.word_policy is WordPolicy.WARN
    made = [move for each in tried.rounds for move in (each.partner, each.reply)]
    moves = [move for move in made if isinstance(move, PlacementMade)]
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
    placed = [each for each in tried.rounds if isinstance(each.reply, PlacementMade)]
    return say(
        "condition.points" if len(placed) == 1 else "condition.points_in_all", n=tried.points
    )


async def _list_button(service: Service, said: Said, seen: SeenGame) -> Buttons:
    """Return the button that opens the player's conditions in the game, if any."""
    kept = await service.conditions.of(said.person.id, seen.game)
    if not kept:
        return ()
    return ((SHOW.button(say("button.conditions", n=len(kept)), seen.game.id, "conditions"),),)


async def show_conditions(service: Service, said: Said, seen: SeenGame) -> None:
    """Answer with the player's conditions in the game, each with a delete button."""
    service.games.seat(said, seen.game)
    service.reply(said, *await _list(service, said, seen))


async def _list(service: Service, said: Said, seen: SeenGame) -> tuple[Text, Buttons]:
    kept = await service.conditions.of(said.person.id, seen.game)
    if not kept:
        return say("condition.none", game=seen.game.id), ()
    rows = [
        say(
            "condition.row",
            number=number,
            pair=pair_text(condition_of(each)),
            own=say("condition.after_own", move=move_name(each.own_move))
            if each.own_move
            else None,
        )
        for number, each in enumerate(kept, 1)
    ]
    buttons = [
        CONDITION.button(say("button.delete", number=n), each.id, each.at)
        for n, each in enumerate(kept, 1)
    ]
    lines = [tuple(buttons[n : n + IN_A_ROW]) for n in range(0, len(buttons), IN_A_ROW)]
    return say("condition.list", game=seen.game.id, rows=rows), tuple(lines)


async def delete(service: Service, said: Said) -> None:
    """Handle the delete button: `cond:NUMBER:SECONDS`; together they identify the condition."""
    number, at = CONDITION.read(said.args)
    game = await conditions.remove(service.unit.tx, said.person.id, number, at)
    if game is None:
        service.toast(said, say("condition.gone"), alert=True)
        return
    service.edit(said, *await _list(service, said, await service.games.of_player(said, game)))
