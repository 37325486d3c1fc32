"""A command about one game: shows the game meant, or asks which.

The game comes from the command's argument, or else from the message replied to. If the person has
several, buttons offer them.
"""

from collections.abc import Awaitable, Callable, Sequence

from bot.chat.choosing import game_rows
from bot.chat.play.coming_games import nothing_running, without_game
from bot.chat.play.games_meant import Needs, a_game, games_meant
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import SHOW, View
from bot.texts.messages import say
from storage.play.game_rows import GameRow

Show = Callable[[Service, UserInput, GameSnapshot], Awaitable[None]]
"""Sends the person a view of the game, or acts in it."""


async def about_one(  # noqa: PLR0913  (the person, the view, and the games that it may show)
    service: Service,
    user_input: UserInput,
    view: View,
    show: Show,
    *,
    needs: Needs = a_game,
    of_any_stage: bool = False,
    rather: Sequence[GameRow] = (),
) -> None:
    """Show a view of the game meant, or ask which, by buttons that show `view`.

    `show` is the function of `view` in `bot.chat.game_buttons.SHOWS`, which lies above. `needs` and
    `of_any_stage` are those of `games_meant`; `rather`: the games that are meant before all others.
    The game shown counts as the last opened one.
    """
    snapshot = await service.named_games.of_command(user_input)
    person, meant = user_input.person.id, rather
    if snapshot is None:
        meant = rather or await games_meant(service, person, needs, of_any_stage=of_any_stage)
        if len(meant) == 1:
            snapshot = await service.games.of_row(meant[0])
    if snapshot is not None:
        await service.previews.note_opened(user_input, snapshot.game.id)
        await show(service, user_input, snapshot)
    elif meant:
        rows = await game_rows(
            service, person, meant, lambda label, game: SHOW.button(label, game, view)
        )
        service.reply(user_input, say("games.which"), rows)
    else:
        service.reply(
            user_input, await nothing_running(service, person, without_game(user_input.person))
        )
