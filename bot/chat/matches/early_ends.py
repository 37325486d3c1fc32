"""`/intrerupere`: both players agree to end a game early (art. 9.2)."""

from typing import Final

from bot.chat.matches.one_running import one_running
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.matches import ANSWER_OFFER, KEEP, OFFER, InterruptionAnswer
from bot.texts.messages import say
from bot.texts.notices.matches.endings import accept_card, interruption_worth, proposal_card
from engine.errors import Fault, GameStateError
from engine.games.commands import AnswerInterruption, ProposeInterruption
from engine.games.endings import check_interruption, check_running

_CARDS: Final = {
    InterruptionAnswer.ASK: accept_card,
    InterruptionAnswer.RECONSIDER: proposal_card,
}
"""The cards of the answers that end nothing yet."""


async def ask_to_propose(service: Service, user_input: UserInput) -> None:
    """Handle `/intrerupere`: ask for confirmation, or show the open proposal.

    Raises:
        GameStateError: the game is over, or the person has already proposed it.
        RuleViolation: the game cannot be ended early in its state.
    """
    snapshot = await one_running(service, user_input)
    if snapshot is None:
        return
    check_running(snapshot.game)
    game, seat = snapshot.game, service.games.seat(user_input, snapshot.game)
    if game.interruption_by is seat:
        raise GameStateError(Fault("interruption_already_proposed", "9.2"))
    check_interruption(game)
    if game.interruption_by is seat.partner:
        text, buttons = proposal_card(game, await service.participants.of(game), seat)
        service.reply(user_input, text, buttons, about=game.id)
        return
    participants = await service.participants.of(game)
    question = say(
        "interruption.ask",
        game=game.id,
        partner=participants.at(seat.partner).name,
        mine=game.side(seat).score,
        theirs=game.side(seat.partner).score,
        **interruption_worth(game, seat),
    )
    yes = OFFER.button(say("button.interruption"), game.id)
    keep = KEEP.button(say("button.keep"))
    service.reply(user_input, question, ((yes, keep),), about=game.id)


async def propose(service: Service, user_input: UserInput) -> None:
    """Handle the button that proposes an early end: `offer:GAME`."""
    snapshot = await service.games.of_player(user_input, OFFER.read(user_input.args).game)
    proposed = await service.game_acts.act(
        snapshot,
        ProposeInterruption(by=service.games.seat(user_input, snapshot.game)),
        user_input.at,
    )
    # In a practice game the program agrees at once.
    key = "interruption.sent" if proposed.game.ended is None else "practice.agreed"
    service.edit(user_input, say(key, game=snapshot.game.id))


async def answer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the answers to a proposal: `int:GAME:yes`, then `sure` or `back`; or `no`."""
    game, answer = ANSWER_OFFER.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    seat = service.games.seat(user_input, snapshot.game)
    card = _CARDS.get(answer)
    if card is not None:
        if snapshot.game.interruption_by is not seat.partner:
            raise GameStateError(Fault("no_interruption_proposed", "9.2"))
        if answer is InterruptionAnswer.ASK:
            check_interruption(snapshot.game)
        participants = await service.participants.of(snapshot.game)
        service.edit(user_input, *card(snapshot.game, participants, seat))
        return
    is_accepted = answer is InterruptionAnswer.ACCEPT
    command = AnswerInterruption(by=seat, accept=is_accepted)
    await service.game_acts.act(snapshot, command, user_input.at)
    key = "interruption.you_accepted" if is_accepted else "interruption.you_declined"
    service.edit(user_input, say(key, game=game))
