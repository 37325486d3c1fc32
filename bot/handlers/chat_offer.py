"""What somebody writes that is no placement, offered as a line to his partner.

Many answer their partner as in any other chat. Nothing is passed on unasked: a button under the
answer names partner and game, and sends that very text.
"""

import json

from bot.desk.desk import Desk
from bot.desk.games import SeenGame
from bot.handlers.chat import LONGEST, send_line
from bot.messages import Button, Buttons, say
from bot.office.shared import Said
from engine.ids import GameId
from engine.matches.match import MatchStage

KEPT = "line offered"
"""Under what the text waits for the press, with the number of the message that held it."""
MOST = 3
"""Games offered at most; who plays more names the one he means."""


async def offer(desk: Desk, said: Said, text: str) -> Buttons:
    """Return a button for each partner the text may be for, and keep it until one is pressed."""
    if len(text) > LONGEST:
        return ()
    found = await _meant(desk, said)
    if not 0 < len(found) <= MOST:
        return ()
    await desk.previews.remember(said, KEPT, json.dumps([said.incoming.message, text]))
    rows = []
    for seen in found:
        cast = await desk.games.cast(seen.game)
        partner = cast.at(desk.games.seat(said, seen.game).partner).name
        label = say("button.line", partner=partner, game=seen.game.id)
        rows.append((Button(label, f"line:{seen.game.id}:{said.incoming.message}"),))
    return tuple(rows)


async def _meant(desk: Desk, said: Said) -> list[SeenGame]:
    """Return the games the text may be about: replied to, those that run, or the last one played.

    None whose match is homologated: nothing is written there any more.
    """
    replied = await desk.games.replied_to(said)
    if replied is not None:
        found = [replied]
    else:
        rows = await desk.games.listed(said.person.id)
        rows = rows or (await desk.games.played(said.person.id))[:1]
        found = [await desk.games.of_row(row) for row in rows[: MOST + 1]]
    own = [seen for seen in found if seen.game.seat_of(said.person.id) is not None]
    return [seen for seen in own if not await _is_settled(desk, seen)]


async def _is_settled(desk: Desk, seen: SeenGame) -> bool:
    match = (await desk.matches.load(seen.game.match)).match
    return match.stage is MatchStage.HOMOLOGATED


async def pressed(desk: Desk, said: Said) -> None:
    """Handle the press that sends the text to the partner: `line:GAME:MESSAGE`."""
    game, _, message = said.args.rpartition(":")
    seen = await desk.games.of_player(said, GameId(game))
    kept = await desk.previews.recall(said, KEPT)
    number, text = json.loads(kept) if kept else (0, "")
    if not text or str(number) != message:  # something else has been written since
        desk.edit(said, say("button.unknown"))
        return
    desk.edit(said, say("games.picked", game=seen.game.id))
    await send_line(desk, said, seen, text)
