"""Ends of games other than by the last tile, and the start of the return game."""

from typing import Final

from bot.chat.choosing import MOST_BUTTONS
from bot.chat.play.to_come import coming_text, nothing_running, without_game
from bot.runtime.shared import UserInput
from bot.service.operations.matches import late_returns, resigning
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import (
    ACCEPTED,
    ANSWER_OFFER,
    JUDGE,
    KEEP,
    LATE_RETURN,
    OFFER,
    RESIGN,
    RETURN_GAME,
    InterruptionAnswer,
)
from bot.texts.messages import Button, Card, say
from bot.texts.notices.matches.endings import accept_card, interruption_worth, proposal_card
from bot.texts.notices.matches.lifting import undo_buttons
from bot.texts.notices.play.sheets import turn_buttons
from bot.texts.notices.play.turn import your_turn_text
from engine.errors import Fault, GameStateError
from engine.games.commands import (
    AcceptPlacement,
    AnswerInterruption,
    ProposeInterruption,
    Resign,
    ReturnPlacement,
)
from engine.games.endings import absent, check_interruption, check_running
from engine.games.events import PlacementMade
from engine.games.game import Stage
from engine.matches.decide import request_return, start_leg
from engine.matches.events import LiftableAct
from engine.matches.match import MatchStage
from engine.notation import format_position

_INTERRUPTION_CARDS: Final = {
    InterruptionAnswer.ASK: accept_card,
    InterruptionAnswer.RECONSIDER: proposal_card,
}
"""The cards of the answers that end nothing yet."""


async def abandon(service: Service, user_input: UserInput) -> None:
    """Handle `/abandon`: ask for confirmation."""
    snapshot = await _one(service, user_input)
    if snapshot is not None:
        check_running(snapshot.game)
        text, buttons = await _ask_to_resign(service, user_input, snapshot)
        service.reply(user_input, text, buttons, about=snapshot.game.id)


async def _ask_to_resign(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> Card:
    """Return the question with the figures, also those after a move that is held."""
    game, seat = snapshot.game, service.games.seat(user_input, snapshot.game)
    now, *after_move = await resigning.outcomes(service, snapshot, seat, user_input.at)
    partner = (await service.games.participants(game)).at(seat.partner).name
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


async def abandon_confirmed(service: Service, user_input: UserInput) -> None:
    """Handle the button that resigns a game: `quit:GAME:MARKS`.

    If the figures are no longer those that were shown, ask again with the new ones.
    """
    game, marks = RESIGN.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    check_running(snapshot.game)
    seat = service.games.seat(user_input, snapshot.game)
    now, *_ = await resigning.outcomes(service, snapshot, seat, user_input.at)
    if now.mark not in marks.split("-"):
        text, buttons = await _ask_to_resign(service, user_input, snapshot)
        service.edit(user_input, say("abandon.changed", shown=text), buttons)
        return
    await service.game_acts.act(snapshot, Resign(by=seat), user_input.at)
    service.edit(user_input, say("abandon.done", game=snapshot.game.id))


async def interruption(service: Service, user_input: UserInput) -> None:
    """Handle `/intrerupere`: ask for confirmation, or show the open proposal.

    Raises:
        GameStateError: the game is over, or the person has already proposed it.
        RuleViolation: the game cannot be ended early in its state.
    """
    snapshot = await _one(service, user_input)
    if snapshot is None:
        return
    check_running(snapshot.game)
    game, seat = snapshot.game, service.games.seat(user_input, snapshot.game)
    if game.interruption_by is seat:
        raise GameStateError(Fault("interruption_already_proposed", "9.2"))
    check_interruption(game)
    if game.interruption_by is seat.partner:
        text, buttons = proposal_card(game, await service.games.participants(game), seat)
        service.reply(user_input, text, buttons, about=game.id)
        return
    yes = OFFER.button(say("button.interruption"), snapshot.game.id)
    await _ask(
        service, user_input, snapshot, "interruption.ask", yes, interruption_worth(game, seat)
    )


async def interruption_confirmed(service: Service, user_input: UserInput) -> None:
    """Handle the button that proposes an early end: `offer:GAME`."""
    snapshot = await service.games.of_player(user_input, OFFER.read(user_input.args).game)
    after = await service.game_acts.act(
        snapshot,
        ProposeInterruption(by=service.games.seat(user_input, snapshot.game)),
        user_input.at,
    )
    key = "interruption.sent" if after.game.ended is None else "practice.agreed"
    service.edit(user_input, say(key, game=snapshot.game.id))


async def interruption_answered(service: Service, user_input: UserInput) -> None:
    """Handle the answers to a proposal: `int:GAME:yes`, then `sure` or `back`; or `no`."""
    game, answer = ANSWER_OFFER.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    seat = service.games.seat(user_input, snapshot.game)
    accept = answer is not InterruptionAnswer.DECLINE
    card = _INTERRUPTION_CARDS.get(answer)
    if card is not None and snapshot.game.interruption_by is seat.partner:
        if answer is InterruptionAnswer.ASK:
            check_interruption(snapshot.game)
        participants = await service.games.participants(snapshot.game)
        service.edit(user_input, *card(snapshot.game, participants, seat))
        return
    command = AnswerInterruption(by=seat, accept=accept)
    await service.game_acts.act(snapshot, command, user_input.at)
    service.edit(
        user_input,
        say("interruption.you_accepted" if accept else "interruption.you_declined", game=game),
    )


async def give_back(service: Service, user_input: UserInput) -> None:
    """Handle `/returneaza`: return the opponent's last move (art. 5.2)."""
    snapshot = await _one(service, user_input)
    if snapshot is None:
        return
    await service.game_acts.act(
        snapshot, ReturnPlacement(by=service.games.seat(user_input, snapshot.game)), user_input.at
    )
    service.reply(user_input, say("return.done", game=snapshot.game.id), about=snapshot.game.id)


async def judged(service: Service, user_input: UserInput) -> None:
    """Handle the opponent's buttons: `back:GAME:SEQ:WORD`, then `…:yes`; or `…:ok` to accept.

    Returning a move takes two taps, because its author must move again.
    """
    game, seq, which, sure = JUDGE.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    placement = snapshot.game.last_move
    if snapshot.step != seq or not isinstance(placement, PlacementMade):
        service.edit(user_input, say("return.stale"))
        return
    seat = service.games.seat(user_input, snapshot.game)
    if which == ACCEPTED:
        after = await service.game_acts.act(snapshot, AcceptPlacement(by=seat), user_input.at)
        service.edit(user_input, *await _accepted(service, after))
        return
    if not which.isdecimal() or int(which[:3]) >= len(placement.words):
        raise GameStateError(Fault("button_unknown"))
    words = (placement.words[int(which[:3])],)
    if not sure:
        await _ask_to_return(service, user_input, snapshot, placement, words[0])
        return
    await service.game_acts.act(snapshot, ReturnPlacement(by=seat, words=words), user_input.at)
    service.edit(user_input, say("return.done", game=game))


async def _ask_to_return(
    service: Service,
    user_input: UserInput,
    snapshot: GameSnapshot,
    placement: PlacementMade,
    word: str,
) -> None:
    """Ask for confirmation to return the opponent's move for that word."""
    position = format_position(placement.square, placement.axis)
    text = say(
        "return.ask",
        game=snapshot.game.id,
        who=(await service.games.participants(snapshot.game)).at(placement.by).name,
        placement=f"{position} {placement.word}",
        word=word.upper(),
    )
    game, seq, which, _ = JUDGE.read(user_input.args)
    yes = JUDGE.button(say("button.return_sure"), game, seq, which, sure=True)
    no = KEEP.button(say("button.undecide"))
    service.toast(user_input)
    service.reply(user_input, text, ((yes, no),), about=snapshot.game.id)


async def _accepted(service: Service, snapshot: GameSnapshot) -> Card:
    """Return the text under the board after the move is accepted: the turn continues."""
    game, accepted = snapshot.game, say("return.accepted", game=snapshot.game.id)
    if game.stage is not Stage.RUNNING:
        return Card(accepted)
    participants = await service.games.participants(game)
    body = [accepted, your_turn_text(game, participants, service.games.today(game))]
    return Card(say("turn.board", body=body, game=game.id), turn_buttons(game, participants.kind))


async def keep(service: Service, user_input: UserInput) -> None:
    """Handle the cancel button: `keep`, or `keep:TOPIC` for an open question."""
    await service.questions.drop(user_input, KEEP.read(user_input.args).topic)
    service.edit(user_input, say("confirm.kept"))


async def return_leg(service: Service, user_input: UserInput) -> None:
    """Handle the button that starts the return game at once: `ret:MATCH`."""
    snapshot = await service.matches.of_player(user_input, RETURN_GAME.read(user_input.args).match)
    is_out = await service.competitions.excluded_from(snapshot.match) is not None
    if is_out and snapshot.match.stage is MatchStage.BETWEEN:
        state = await coming_text(service, snapshot.match)
        service.edit(user_input, say("return_leg.off", match=snapshot.match.code, state=state))
        return
    await service.closings.check_match_open(snapshot.match, user_input.at)
    ready = request_return(snapshot.match, user_input.person.id, user_input.at)
    snapshot = await service.match_acts.advance(snapshot, ready, user_input.at)
    if start_leg(snapshot.match, user_input.at):
        service.edit(user_input, say("return_leg.starting", match=snapshot.match.code))
        await service.starts.start(snapshot, user_input.at)
    else:
        partner = await service.persons.get(snapshot.match.partner(user_input.person.id))
        state = await coming_text(service, snapshot.match)
        waiting = say(
            "return_leg.waiting", match=snapshot.match.code, partner=partner.name, state=state
        )
        service.edit(user_input, waiting)


async def late_return(service: Service, user_input: UserInput) -> None:
    """Handle the arbiter's button that confirms a late return game: `lateret:MATCH`."""
    snapshot = await service.matches.ruled_by(user_input, LATE_RETURN.read(user_input.args).match)
    snapshot = await late_returns.confirm(service, user_input, snapshot)
    day = f"{snapshot.match.return_day}"
    undo = undo_buttons(snapshot.match, LiftableAct.LATE_RETURN)
    service.edit(user_input, say("return_leg.late_done", match=snapshot.match.code, day=day), undo)


async def _ask(  # noqa: PLR0913, PLR0917  (the question, its game, and its consequences)
    service: Service,
    user_input: UserInput,
    snapshot: GameSnapshot,
    question: str,
    yes: Button,
    worth: dict[str, str],
) -> None:
    """Ask for confirmation, with the game and the consequences."""
    participants = await service.games.participants(snapshot.game)
    seat = service.games.seat(user_input, snapshot.game)
    service.reply(
        user_input,
        say(
            question,
            game=snapshot.game.id,
            partner=participants.at(seat.partner).name,
            mine=snapshot.game.side(seat).score,
            theirs=snapshot.game.side(seat.partner).score,
            **worth,
        ),
        (
            (
                yes,
                KEEP.button(say("button.keep")),
            ),
        ),
        about=snapshot.game.id,
    )


async def _one(service: Service, user_input: UserInput) -> GameSnapshot | None:
    """Return the only running game meant, or None after asking for its code."""
    replied = await service.games.replied_to(user_input)
    if replied is not None:
        return replied
    if user_input.args:
        return await service.games.named(user_input, user_input.args)
    games = await service.games.listed(user_input.person.id)
    if len(games) == 1:
        return await service.games.of_row(games[0])
    if not games:
        service.reply(
            user_input,
            await nothing_running(service, user_input.person.id, without_game(user_input.person)),
        )
        return None
    command = user_input.incoming.text.split()[0]
    labels = [await service.games.label(row, user_input.person.id) for row in games[:MOST_BUTTONS]]
    rows = [say("games.name_row", command=command, **label.params) for label in labels]
    service.reply(user_input, say("games.name_one", rows=rows))
    return None
