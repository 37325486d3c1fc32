"""The opponent's answer to a move: accepted, or returned for a word (art. 5.2)."""

from bot.chat.matches.one_running import one_running
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import ACCEPTED, JUDGE, KEEP, Judgement
from bot.texts.messages import Card, say
from bot.texts.notices.play.sheets import turn_buttons
from bot.texts.notices.play.turn import your_turn_text
from engine.errors import Fault, GameStateError
from engine.games.commands import AcceptPlacement, ReturnPlacement
from engine.games.events import PlacementMade
from engine.games.game import Stage


async def give_back(service: Service, user_input: UserInput) -> None:
    """Handle `/returneaza`: return the opponent's last move (art. 5.2)."""
    snapshot = await one_running(service, user_input, acts_at_once=True)
    if snapshot is None:
        return
    command = ReturnPlacement(by=service.games.seat(user_input, snapshot.game))
    await service.game_acts.act(snapshot, command, user_input.at)
    service.reply(user_input, say("return.done", game=snapshot.game.id), about=snapshot.game.id)


async def answer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the opponent's buttons: `back:GAME:STEP:WORD`, then `…:yes`; or `…:ok` to accept.

    Returning a move takes two taps, because its author must move again.
    """
    judgement = JUDGE.read(user_input.args)
    game, word_number = judgement.game, judgement.which
    snapshot = await service.games.of_player(user_input, game)
    placement = snapshot.game.last_move
    if snapshot.step != judgement.step or not isinstance(placement, PlacementMade):
        service.answer_late(user_input, say("return.stale"))
        return
    seat = service.games.seat(user_input, snapshot.game)
    if word_number == ACCEPTED:
        accepted = await service.game_acts.act(snapshot, AcceptPlacement(by=seat), user_input.at)
        service.edit(user_input, *await _accepted_card(service, accepted))
        return
    # The buttons number the words as text.
    words = {f"{number}": word for number, word in enumerate(placement.words)}
    if word_number not in words:
        raise GameStateError(Fault("button_unknown"))
    if not judgement.sure:
        word = words[word_number]
        await _ask_to_return(service, user_input, snapshot, placement, judgement, word=word)
        return
    command = ReturnPlacement(by=seat, words=(words[word_number],))
    await service.game_acts.act(snapshot, command, user_input.at)
    service.edit(user_input, say("return.done", game=game))


async def _ask_to_return(  # noqa: PLR0913  (the move, and the button that asks)
    service: Service,
    user_input: UserInput,
    snapshot: GameSnapshot,
    placement: PlacementMade,
    judgement: Judgement,
    *,
    word: str,
) -> None:
    """Ask for confirmation to return the opponent's move for that word."""
    position = placement.square.position(placement.axis)
    text = say(
        "return.ask",
        game=snapshot.game.id,
        who=(await service.participants.of(snapshot.game)).at(placement.by).name,
        placement=f"{position} {placement.word}",
        word=word.upper(),
    )
    label = say("button.return_sure")
    yes = JUDGE.button(label, judgement.game, judgement.step, judgement.which, sure=True)
    no = KEEP.button(say("button.undecide"))
    service.toast(user_input)
    service.reply(user_input, text, ((yes, no),), about=snapshot.game.id)


async def _accepted_card(service: Service, snapshot: GameSnapshot) -> Card:
    """Return the text and buttons under the board after acceptance; the turn is now theirs."""
    game, accepted = snapshot.game, say("return.accepted", game=snapshot.game.id)
    if game.stage is not Stage.RUNNING:
        return Card(accepted)
    participants = await service.participants.of(game)
    body = [accepted, your_turn_text(game, participants, service.games.today(game))]
    return Card(say("turn.board", body=body, game=game.id), turn_buttons(game, participants.kind))
