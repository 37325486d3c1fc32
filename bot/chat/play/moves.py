"""Typed moves and passes (art. 4): each way to type one, and the answers about its game.

`move_games` chooses the game; `bot.chat.play.preview` then shows the move.
"""

from dataclasses import replace

from bot.chat.play.move_games import show_in_its_game, to_move_in_or_closed, which_game
from bot.chat.play.preview import show
from bot.chat.play.preview_buttons import answer_gone
from bot.chat.play.typed_moves import TypedMove, read_move
from bot.runtime.shared import UserInput
from bot.service.lookups.play.waiting_games import own_form
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.play.previews import TypedPreview
from bot.service.service import Service
from bot.texts.buttons.play import OTHER, PICK, READ_AS
from bot.texts.buttons.play import PASS as PASS_PRESSED
from bot.texts.messages import Relayed, say
from engine.errors import Fault, GameStateError
from engine.notation import PASS, readings
from engine.written_placement import rest_of


async def show_typed(service: Service, user_input: UserInput, move: TypedMove) -> None:
    """Handle a move or a pass typed as a text of its own."""
    await show_in_its_game(service, user_input, move)


async def show_placement(service: Service, user_input: UserInput) -> None:
    """Handle `/depune H8 CASA`."""
    if not user_input.args:
        form = await own_form(service, user_input.person.id)
        service.reply(user_input, say("play.how", **form))
        return
    await show_in_its_game(
        service, user_input, read_move(user_input.args) or TypedMove(user_input.args)
    )


async def show_pass(service: Service, user_input: UserInput) -> None:
    """Handle `/pas [GAME]`."""
    code = await service.named_games.code_in(user_input)
    await show_in_its_game(service, user_input, TypedMove(PASS, code))


async def pass_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button under a board that announces a pass: `pass:GAME`."""
    snapshot = await service.games.of_player(user_input, PASS_PRESSED.read(user_input.args).game)
    service.toast(user_input)
    await show(service, user_input, snapshot, PASS)


async def with_photo(
    service: Service, user_input: UserInput, move: TypedMove, photo: Relayed
) -> None:
    """Handle a move written under the photograph of its sheet (art. 4.2)."""
    await show_in_its_game(service, user_input, move, photo)


async def game_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button with the game of a typed move: `pick:GAME:TOKEN`."""
    game, token = PICK.read(user_input.args)
    typed = await service.previews.take_typed(user_input, token)
    if typed is None:  # already answered: the result of the first press stays
        service.toast(user_input, say("play.stale"))
        return
    snapshot = await service.games.of_player(user_input, game)
    service.edit(user_input, say("play.picked", game=snapshot.game.id, text=typed.text))
    await show(
        service, _at_typed_instant(typed, user_input, snapshot), snapshot, typed.text, typed.photo
    )


async def reading_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button with the meaning of a two-letter word: `as:GAME:NUMBER:TOKEN`.

    A move that was typed later, and waits with another question, stays for its own buttons.

    Raises:
        GameStateError: `button_unknown`; the word has no such meaning.
    """
    game, number, token = READ_AS.read(user_input.args)
    typed = await service.previews.take_typed(user_input, token, game)
    if typed is None:
        service.toast(user_input, say("play.stale"))
        return
    meanings = readings(typed.text)
    if number >= len(meanings):
        raise GameStateError(Fault("button_unknown"))
    snapshot = await service.games.of_player(user_input, game)
    text = meanings[number]
    service.edit(user_input, say("play.picked", game=snapshot.game.id, text=text))
    text += rest_of(typed.text)
    await show(service, _at_typed_instant(typed, user_input, snapshot), snapshot, text, typed.photo)


async def choose_another_game(service: Service, user_input: UserInput) -> None:
    """Handle the button that moves a preview to another game: `other:TOKEN`."""
    token = OTHER.read(user_input.args).token
    preview = await service.previews.take(user_input, token)
    if preview is None:
        await answer_gone(service, user_input, token)
        return
    photo = await service.sheet_photos.take(user_input, preview)
    rows = [
        row
        for row in await to_move_in_or_closed(service, user_input)
        if row.game_id != preview.game_id
    ]
    as_typed = replace(user_input, incoming=replace(user_input.incoming, at=preview.typed_at))
    if not rows:  # the other games have been played in since
        snapshot = await service.games.of_player(user_input, preview.game_id)
        picked = say("play.picked", game=snapshot.game.id, text=preview.placement)
        service.edit(user_input, picked)
        await show(service, as_typed, snapshot, preview.placement, photo)
        return
    token = await service.previews.keep_typed(as_typed, preview.placement, photo)
    service.edit(user_input, *await which_game(service, user_input, rows, preview.placement, token))


def _at_typed_instant(
    typed: TypedPreview, user_input: UserInput, snapshot: GameSnapshot
) -> UserInput:
    """Return the input at the instant of the typed text, unless the game has changed since."""
    last = snapshot.game.last_move
    return user_input if last is not None and last.at > typed.user_input.at else typed.user_input
