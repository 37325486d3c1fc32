"""Texts that are no move: the buttons that send one to its possible recipients.

`bot.chat.conversation.offered_lines` handles the buttons.
"""

from typing import Final

from bot.chat.play.games_meant import a_reader
from bot.runtime.shared import UserInput
from bot.service.notices.conversation.messages import LONGEST_MESSAGE
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.conversation import LINE
from bot.texts.messages import Buttons, say
from engine.matches.match import FINISHED

STORED_AS: Final = "line offered"
"""The key under which an offered text waits, with the number of its message."""
TO_ARBITER: Final = "!"
"""Stands before a game or match in the button that sends an offered text to the arbiter."""
MOST_GAMES: Final = 3
"""The most games to offer; a player of more must name one."""


async def offer_line(service: Service, user_input: UserInput, text: str) -> Buttons:
    """Return a button for each possible opponent, and store the text until one is pressed.

    With one game, another button sends the text to its arbiter. No buttons, and nothing stored, for
    a text too long for a message or with too many possible games.
    """
    if len(text) > LONGEST_MESSAGE:
        return ()
    meant = await _games_meant(service, user_input)
    if not 0 < len(meant) <= MOST_GAMES:
        return ()
    await service.dialogues.keep_typed(user_input, STORED_AS, text)
    rows = []
    for snapshot in meant:
        participants = await service.participants.of(snapshot.game)
        partner = participants.at(service.games.seat(user_input, snapshot.game).partner).name
        label = say("button.line", partner=partner, game=snapshot.game.id)
        rows.append((LINE.button(label, snapshot.game.id, f"{user_input.incoming.message}"),))
    if len(meant) == 1 and (await service.participants.of(meant[0].game)).kind.has_arbiter:
        game, message = f"{TO_ARBITER}{meant[0].game.id}", f"{user_input.incoming.message}"
        rows.append((LINE.button(say("button.letter"), game, message),))
    return tuple(rows)


async def _games_meant(service: Service, user_input: UserInput) -> list[GameSnapshot]:
    """Return the games the text may concern: replied to, running, or the last one played.

    Games of matches with official results are excluded, because messages there have ended.
    """
    replied = await service.named_games.replied_to(user_input)
    if replied is not None:
        snapshots = [replied]
    else:
        lists, person = service.game_lists, user_input.person.id
        rows = [row for row in await lists.listed(person) if a_reader(row)]
        rows = rows or [row for row in await lists.played(person) if a_reader(row)][:1]
        # One more tells that they are too many.
        snapshots = await lists.of_rows(rows[: MOST_GAMES + 1])
    own_games = [
        snapshot
        for snapshot in snapshots
        if snapshot.game.seat_of(user_input.person.id) is not None
        and (await service.participants.of(snapshot.game)).kind.has_reader
    ]
    return [snapshot for snapshot in own_games if not await _is_settled(service, snapshot)]


async def _is_settled(service: Service, snapshot: GameSnapshot) -> bool:
    """Return whether the results of the match are official."""
    match = (await service.matches.load(snapshot.game.match)).match
    return match.stage in FINISHED
