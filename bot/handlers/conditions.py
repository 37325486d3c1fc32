"""Conditional replies in the chat: set by a line each, listed, deleted; a secret of their author.

No message here is filed under its game: the game's file must not tell what nobody may know yet.
"""

from collections.abc import Container

from bot.desk.cases import word_questions
from bot.desk.conditions import MOST, move_name, pair_text, written
from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.desk.means import lacks_sheet
from bot.desk.ruled_words import lexicon_of
from bot.handlers.case_own import query_buttons
from bot.handlers.look import about_one
from bot.handlers.writing import about_a_game, numbered, split_game
from bot.language.i18n import fault_facts, fault_text
from bot.messages import Button, Buttons, Text, say
from bot.office.shared import Said
from engine.errors import Fault, GameStateError, NotationError
from engine.games.conditional import Condition, Rehearsal, Wordless
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.ids import GameId
from engine.rulesets import WordPolicy
from storage import conditions
from storage.projections import GameRow

MOST_LINES = 10
"""Conditions in one message."""
IN_A_ROW = 5


async def condition(desk: Desk, said: Said) -> None:
    """Handle `/conditie [GAME] H8 CASA -> 9G SAT`, a condition a line; alone it lists them."""
    if not split_game(said.args)[1]:
        await about_one(desk, said, "conditions", show_conditions)
        return

    def waits(row: GameRow) -> bool:
        return row.turn_person != said.person.id

    await about_a_game(desk, said, "condition", said.args, set_conditions, preferred=waits)


async def set_conditions(desk: Desk, said: Said, seen: SeenGame, text: str) -> None:
    """Judge each line and keep those that could be played now; answer for every line."""
    desk.games.seat(said, seen.game)
    if await lacks_sheet(desk, seen.game, None):  # it would be made without a sheet
        raise GameStateError(Fault("sheets_only", "4.2"))
    kept = len(await desk.conditions.of(said.person.id, seen.game))
    rows: list[Text] = []
    asking: Buttons = ()
    for line in [each for each in text.splitlines() if each.strip()][:MOST_LINES]:
        if kept >= MOST:
            rows.append(say("condition.too_many", n=MOST))
            break
        row, good, ask_words = await _set(desk, said, seen, line)
        rows.append(row)
        asking += ask_words
        kept += good
    answer = say("condition.answer", game=seen.game.id, rows=rows)
    desk.reply(said, answer, (*asking, *await _list_button(desk, said, seen)))


async def _set(desk: Desk, said: Said, seen: SeenGame, line: str) -> tuple[Text, bool, Buttons]:
    """Keep one condition if both its moves could be made; say what it would do, or why not.

    Where words of the answer alone stand against it, the arbiter may be asked (art. 5.3).
    """
    seat = desk.games.seat(said, seen.game)
    try:
        wanted, tried = await desk.conditions.keep(seen, seat, line, said.at)
    except NotationError as error:
        faults = [fault_text(each) for each in error.faults]
        return say("condition.unreadable", faults=faults), False, ()
    if tried.is_possible:
        lexicon = await lexicon_of(desk, seen.game)
        return _accepted(seen.game, wanted, tried, lexicon), True, ()
    return _refused(wanted, tried), False, _ask_button(seen.game, wanted, tried)


def _ask_button(game: Game, wanted: Condition, tried: Rehearsal) -> Buttons:
    """Return the button by which the arbiter is asked about the words that are refused."""
    if not tried.unknown:
        return ()
    asked = say("button.query.ask_words", words=", ".join(tried.unknown))
    line = f"{written(wanted.partner)}>{written(wanted.reply)}"
    return ((Button(asked, f"askc:{game.id}:{line}"),),)


async def ask(desk: Desk, said: Said) -> None:
    """Handle the tap that asks about the words of a refused condition: `askc:GAME:LINE`."""
    game, _, line = said.args.partition(":")
    seen = await desk.games.of_player(said, GameId(game))
    if await lacks_sheet(desk, seen.game, None):
        raise GameStateError(Fault("sheets_only", "4.2"))
    seat = desk.games.seat(said, seen.game)
    wanted, tried = await desk.conditions.keep(seen, seat, line, said.at)
    if tried.is_possible:  # the words have been admitted since
        lexicon = await lexicon_of(desk, seen.game)
        row = _accepted(seen.game, wanted, tried, lexicon)
    elif tried.unknown:
        of = word_questions.Wanted(word_questions.CONDITION, line)
        case = await word_questions.put(desk, said, seen, tried.unknown, of)
        words = ", ".join(tried.unknown)
        text = say("query.alone_asked_condition", words=words, case=case.id, pair=pair_text(wanted))
        desk.toast(said)
        desk.reply(said, text, query_buttons(case))
        return
    else:
        row = _refused(wanted, tried)
    desk.toast(said)
    desk.reply(said, say("condition.answer", game=seen.game.id, rows=[row]))


def _refused(wanted: Condition, tried: Rehearsal) -> Text:
    """Say which of the two moves cannot be made, and all that stands against it."""
    pair = pair_text(wanted)
    if tried.partner_faults:
        faults = [say("play.fault", fault=_his(fault)) for fault in tried.partner_faults]
        return say("condition.partner_cannot", pair=pair, faults=faults)
    faults = [say("play.fault", fault=fault_text(fault)) for fault in tried.reply_faults]
    return say("condition.you_cannot", pair=pair, faults=faults)


def _his(fault: Fault) -> Text:
    """Return what is wrong with the partner's move: what is about a hand is about his."""
    if fault.code != "not_on_rack":
        return fault_text(fault)
    return Text("condition.not_on_his_rack", fault_facts(fault))


def _accepted(game: Game, wanted: Condition, tried: Rehearsal, lexicon: Container[str]) -> Text:
    """Say what is kept: both moves, the points of the answer, and what the player should know."""
    warned = game.rules.word_policy is WordPolicy.WARN
    moves = [move for move in (tried.partner, tried.reply) if isinstance(move, PlacementMade)]
    wrong = [word for move in moves for word in move.words if word.upper() not in lexicon]
    points = tried.reply.counted if isinstance(tried.reply, PlacementMade) else None
    return say(
        "condition.kept",
        pair=pair_text(wanted),
        points=say("condition.points", n=points) if points is not None else None,
        own=say("condition.after_own", move=move_name(wanted.own)) if wanted.own else None,
        wrong=say("condition.wrong_words", words=", ".join(wrong)) if warned and wrong else None,
        anything=say("condition.if_still_legal") if wanted.partner is Wordless.ANY else None,
    )


async def _list_button(desk: Desk, said: Said, seen: SeenGame) -> Buttons:
    """Return the button that opens the player's conditions, if he has any in the game."""
    kept = await desk.conditions.of(said.person.id, seen.game)
    if not kept:
        return ()
    return ((Button(say("button.conditions", n=len(kept)), f"show:{seen.game.id}:conditions"),),)


async def show_conditions(desk: Desk, said: Said, seen: SeenGame) -> None:
    """Answer with the player's own conditions in the game, each with a button to delete it."""
    desk.games.seat(said, seen.game)
    desk.reply(said, *await _list(desk, said, seen))


async def _list(desk: Desk, said: Said, seen: SeenGame) -> tuple[Text, Buttons]:
    kept = await desk.conditions.of(said.person.id, seen.game)
    if not kept:
        return say("condition.none", game=seen.game.id), ()
    rows = [
        say(
            "condition.row",
            number=number,
            pair=pair_text(each),
            own=say("condition.after_own", move=move_name(each.own_move))
            if each.own_move
            else None,
        )
        for number, each in enumerate(kept, 1)
    ]
    buttons = [
        Button(say("button.delete", number=n), f"cond:{each.id}:{int(each.at.timestamp())}")
        for n, each in enumerate(kept, 1)
    ]
    lines = [tuple(buttons[n : n + IN_A_ROW]) for n in range(0, len(buttons), IN_A_ROW)]
    return say("condition.list", game=seen.game.id, rows=rows), tuple(lines)


async def delete(desk: Desk, said: Said) -> None:
    """Handle the press that deletes a condition: `cond:NUMBER:SECONDS`; both name it for good."""
    named = numbered(said.args)
    game = None
    if named is not None:
        game = await conditions.remove(desk.unit.tx, said.person.id, *named)
    if game is None:
        desk.toast(said, say("condition.gone"), alert=True)
        return
    desk.edit(said, *await _list(desk, said, await desk.games.of_player(said, game)))
