"""`/abandon`: a player resigns a game, once they have confirmed its coefficients (art. 9.1)."""

from bot.chat.matches.one_running import one_running
from bot.runtime.shared import UserInput
from bot.service.operations.matches import resigning
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP, RESIGN
from bot.texts.messages import Card, say
from engine.games.commands import Resign
from engine.games.endings import absent, check_running


async def ask_to_resign(service: Service, user_input: UserInput) -> None:
    """Handle `/abandon`: ask for confirmation."""
    snapshot = await one_running(service, user_input)
    if snapshot is not None:
        check_running(snapshot.game)
        text, buttons = await _question_card(service, user_input, snapshot)
        service.reply(user_input, text, buttons, about=snapshot.game.id)


async def _question_card(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Card:
    """Return the question with the figures, also those after a move that is held.

    The button names a mark of each of these figures, so that none other can be confirmed.
    """
    game, seat = snapshot.game, service.games.seat(user_input, snapshot.game)
    now, *after_move = await resigning.outcomes(service, snapshot, seat, user_input.at)
    partner = (await service.participants.of(game)).at(seat.partner).name
    after_held = [
        say("abandon.held", own=outcome.own, other=outcome.other, partner=partner)
        for outcome in after_move
    ]
    text = say(
        "abandon.ask_no_show" if absent(game) is seat else "abandon.ask",
        game=game.id,
        partner=partner,
        mine=game.side(seat).score,
        theirs=game.side(seat.partner).score,
        own=now.own,
        other=now.other,
        held=after_held or None,
    )
    marks = "-".join(outcome.mark for outcome in (now, *after_move))
    yes = RESIGN.button(say("button.abandon"), game.id, marks)
    return Card(text, ((yes, KEEP.button(say("button.keep"))),))


async def resign_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button that resigns a game: `quit:GAME:MARKS`.

    If the figures are no longer those that were shown, ask again with the new ones.
    """
    game, marks = RESIGN.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    check_running(snapshot.game)
    seat = service.games.seat(user_input, snapshot.game)
    now, *_ = await resigning.outcomes(service, snapshot, seat, user_input.at)
    if now.mark not in marks.split("-"):
        text, buttons = await _question_card(service, user_input, snapshot)
        service.edit(user_input, say("abandon.changed", shown=text), buttons)
        return
    await service.game_acts.act(snapshot, Resign(by=seat), user_input.at)
    service.edit(user_input, say("abandon.done", game=snapshot.game.id))
