"""The running game that a command without a button concerns: named, replied to, or the only one."""

from bot.chat.choosing import MOST_BUTTONS
from bot.chat.play.coming_games import nothing_running, without_game
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.messages import say


async def one_running(
    service: Service, user_input: UserInput, *, acts_at_once: bool = False
) -> GameSnapshot | None:
    """Return the running game meant; None after the answer that none runs, or which to name.

    No button offers the games, because the command acts in the one that it finds. `acts_at_once`:
    without a confirmation, so that words, perhaps a mistyped code, do not mean the only game.
    """
    named = await service.named_games.of_command(user_input)
    if named is not None:
        return named
    games = await service.game_lists.listed(user_input.person.id)
    if len(games) == 1 and not (acts_at_once and user_input.args):
        return await service.games.of_row(games[0])
    if not games:
        service.reply(
            user_input,
            await nothing_running(service, user_input.person.id, without_game(user_input.person)),
        )
        return None
    command = user_input.incoming.text.split()[0]  # as the person typed it, in their language
    labels = [
        await service.game_lists.label(row, user_input.person.id) for row in games[:MOST_BUTTONS]
    ]
    rows = [say("games.name_row", command=command, **label.params) for label in labels]
    service.reply(user_input, say("games.name_one", rows=rows))
    return None
