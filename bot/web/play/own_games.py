"""What a person does on the board, and the games that they may see there.

Any other game is answered as unknown.
"""

from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.messages import Incoming, Sender
from engine.errors import Fault, GameStateError
from engine.ids import GameId
from storage.people.people import Person


def input_of(person: Person, at: datetime, *, number: int = 0) -> UserInput:
    """Return the person's action in the Mini App in the form of an action in their chat.

    `number` identifies a stored request, as an update's number does; 0: a query stores nothing.
    """
    account = person.account or 0
    incoming = Incoming(
        update=number,
        sender=Sender(account, person.account_name, person.language or ""),
        chat=person.address or account,
        is_private=True,
        at=at,
        message=0,
    )
    return UserInput(incoming, person, "")


async def visible_game(service: Service, user_input: UserInput, code: str) -> GameSnapshot:
    """Return a game in which the person is a player or an arbiter.

    Raises:
        GameStateError: there is no such game for them.
    """
    try:
        return await service.games.visible(user_input, GameId(code))
    except GameStateError as error:
        if error.faults[0].code != "not_your_match":
            raise
        raise GameStateError(Fault("no_such_game", facts={"game": code})) from error


async def own_game(service: Service, user_input: UserInput, code: str) -> GameSnapshot:
    """Return a game in which the person is a player.

    Raises:
        GameStateError: the person only rules the game, or there is no such game for them.
    """
    snapshot = await visible_game(service, user_input, code)
    return await service.games.of_player(user_input, snapshot.game.id)
