"""In a friendly match, a player claims a game whose opponent exceeded their time (art. 7.2)."""

from datetime import date

from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import CLAIM_ON_TIME
from bot.texts.messages import say
from bot.texts.notices.matches.request_texts import arbiter_button, claim_button
from engine.games.deadlines import last_day
from engine.matches.friendly import claim_on_time, is_claimable


async def ask_on_time(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Answer `/contestatie` in a match without an arbiter: only a loss on time can be claimed."""
    game, seat = snapshot.game, service.games.seat(user_input, snapshot.game)
    partner = (await service.participants.of(game)).at(seat.partner).name
    match = (await service.matches.load(game.match)).match
    may_ask = match.is_by_request and not match.is_over
    arbiter_rows = ((arbiter_button(match.code),),) if may_ask else ()
    if is_claimable(game, seat, await _claim_day(service, snapshot)):
        text = say("requests.claimable", game=game.id, partner=partner)
        service.reply(user_input, text, ((claim_button(game.id),), *arbiter_rows), about=game.id)
        return
    text = say("requests.nothing_to_claim", game=game.id, partner=partner)
    service.reply(user_input, text, arbiter_rows, about=game.id)


async def _claim_day(service: Service, snapshot: GameSnapshot) -> date:
    """Return the day on which the claim is judged.

    While a move may still be under way, it is at most the last day to answer: no claim is possible.
    """
    game, today = snapshot.game, service.games.today(snapshot.game)
    waits = await service.arrivals.are_awaited(game) or await service.planning.grace(snapshot)
    return min(last_day(game), today) if waits else today


async def claim_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the tap that claims a game on time; the program rules at once: `onclock:GAME`."""
    snapshot = await service.games.of_player(user_input, CLAIM_ON_TIME.read(user_input.args).game)
    match = (await service.matches.load(snapshot.game.match)).match
    seat = service.games.seat(user_input, snapshot.game)
    command = claim_on_time(match, snapshot.game, seat, await _claim_day(service, snapshot))
    partner = (await service.participants.of(snapshot.game)).at(seat.partner).name
    # Before the act, so that its author reads of the claim before the end of the game.
    service.edit(user_input, say("requests.claimed", game=snapshot.game.id, partner=partner))
    await service.game_acts.act(snapshot, command, user_input.at)
