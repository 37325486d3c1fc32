"""The list of a player's conditional moves in a game, each with a button that deletes it."""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.pure.play.condition_lines import condition_of, move_name, pair_text
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import CONDITION, SHOW, View
from bot.texts.messages import Buttons, Card, rows_of, say
from storage.play import conditions

IN_A_ROW: Final = 5
"""The most delete buttons in a row."""


async def show_conditions(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Answer with the player's conditions in the game, each with a delete button."""
    service.games.seat(user_input, snapshot.game)  # refuses a person who does not play in it
    service.reply(user_input, *await _list_card(service, user_input, snapshot))


async def delete(service: Service, user_input: UserInput) -> None:
    """Handle the delete button: `cond:NUMBER:SECONDS`; together they identify the condition."""
    number, at = CONDITION.read(user_input.args)
    game = await conditions.remove(service.unit.tx, user_input.person.id, number, at)
    if game is None:
        service.toast(user_input, say("condition.gone"), alert=True)
        return
    service.edit(
        user_input,
        *await _list_card(service, user_input, await service.games.of_player(user_input, game)),
    )


async def list_button(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Buttons:
    """Return the button that opens the player's conditions in the game, if any."""
    stored_conditions = await service.conditions.of(user_input.person.id, snapshot.game)
    if not stored_conditions:
        return ()
    return (
        (
            SHOW.button(
                say("button.conditions", n=len(stored_conditions)),
                snapshot.game.id,
                View.CONDITIONS,
            ),
        ),
    )


async def _list_card(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Card:
    """Return the person's conditional moves in the game, with a button to delete each."""
    stored_conditions = await service.conditions.of(user_input.person.id, snapshot.game)
    if not stored_conditions:
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
        for number, stored_condition in enumerate(stored_conditions, 1)
    ]
    buttons = [
        CONDITION.button(
            say("button.delete", number=number), stored_condition.id, stored_condition.at
        )
        for number, stored_condition in enumerate(stored_conditions, 1)
    ]
    return Card(say("condition.list", game=snapshot.game.id, rows=rows), rows_of(buttons, IN_A_ROW))
