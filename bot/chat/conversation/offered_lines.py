"""Texts that are no move: the possible recipients, and the buttons that send the text."""

import json

from bot.chat.conversation import letters
from bot.chat.conversation.chat import send_line
from bot.runtime.shared import Said
from bot.service.conversation.messages import LONGEST
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.conversation import LINE
from bot.texts.messages import Buttons, say
from engine.ids import GameId
from engine.matches.match import FINISHED

KEPT = "line offered"
"""The key under which the text waits, with the number of its message."""
TO_ARBITER = "!"
MOST = 3
"""The most games to offer; a player of more must name one."""


async def offer(service: Service, said: Said, text: str) -> Buttons:
    """Return a button for each possible opponent, and store the text until one is pressed."""
    if len(text) > LONGEST:
        return ()
    found = await _meant(service, said)
    if not 0 < len(found) <= MOST:
        return ()
    await service.previews.remember(said, KEPT, json.dumps([said.incoming.message, text]))
    rows = []
    for seen in found:
        participants = await service.games.participants(seen.game)
        partner = participants.at(service.games.seat(said, seen.game).partner).name
        label = say("button.line", partner=partner, game=seen.game.id)
        rows.append((LINE.button(label, seen.game.id, f"{said.incoming.message}"),))
    if len(found) == 1:
        game, message = f"{TO_ARBITER}{found[0].game.id}", f"{said.incoming.message}"
        rows.append((LINE.button(say("button.letter"), game, message),))
    return tuple(rows)


async def _meant(service: Service, said: Said) -> list[SeenGame]:
    """Return the games the text may concern: replied to, running, or the last one played.

    Games of matches with official results are excluded, because messages there have ended.
    """
    replied = await service.games.replied_to(said)
    if replied is not None:
        found = [replied]
    else:
        rows = await service.games.listed(said.person.id)
        rows = rows or (await service.games.played(said.person.id))[:1]
        found = [await service.games.of_row(row) for row in rows[: MOST + 1]]
    own = [
        seen
        for seen in found
        if seen.game.seat_of(said.person.id) is not None and not seen.game.is_practice
    ]
    return [seen for seen in own if not await _is_settled(service, seen)]


async def _is_settled(service: Service, seen: SeenGame) -> bool:
    match = (await service.matches.load(seen.game.match)).match
    return match.stage in FINISHED


async def pressed(service: Service, said: Said) -> None:
    """Handle the button that sends the text to the opponent, `line:GAME:MESSAGE`.

    `line:!GAME:MESSAGE` sends it to the arbiter.
    """
    game, message = LINE.read(said.args)
    seen = await service.games.of_player(said, GameId(game.removeprefix(TO_ARBITER)))
    kept = await service.previews.recall(said, KEPT)
    number, text = json.loads(kept) if kept else (0, "")
    if not text or str(number) != message:  # the person has written another text since
        service.edit(said, say("button.unknown"))
        return
    if game.startswith(TO_ARBITER):
        service.edit(said, say("letter.picked", game=seen.game.id))
        await letters.send(service, said, seen, text)
        return
    partner = (await service.games.participants(seen.game)).at(
        service.games.seat(said, seen.game).partner
    )
    service.edit(said, say("chat.picked", partner=partner.name, game=seen.game.id))
    await send_line(service, said, seen, text)
