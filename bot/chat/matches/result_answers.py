"""A player's answer to the proposed results: they confirm, or object with a reason (art. 8.5)."""

from bot.chat.matches import own_proposals
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.matches import NO_REASON, RESULTS, SHOW_RESULTS
from bot.texts.buttons.verb import YesNo
from bot.texts.messages import say
from bot.texts.notices.matches.match_relay import other_answer
from engine.errors import Fault, GameStateError
from engine.matches.decide import answer_results
from engine.matches.match import check_proposed


async def answer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the answer to the proposed coefficients: `res:MATCH:yes` or `res:MATCH:no`."""
    code, answer = RESULTS.read(user_input.args)
    snapshot = await service.matches.of_player(user_input, code)
    agrees = answer is YesNo.YES
    events = answer_results(snapshot.match, user_input.person.id, user_input.at, agrees=agrees)
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    if events:
        await service.results.notify_of_answer(snapshot, user_input.person, agrees=agrees)
    change_rows = other_answer(snapshot.match.code, agreed=agrees)
    if agrees:
        await service.questions.drop(user_input, Topic.REMARK, code)
        service.edit(user_input, say("results.you_confirmed", match=code), change_rows)
        return
    await service.questions.ask(user_input, Topic.REMARK, code)
    no_reason = NO_REASON.button(say("button.no_reason"), code)
    propose_rows = own_proposals.propose_buttons(snapshot.match)
    service.edit(
        user_input,
        say("results.you_objected", match=code),
        ((no_reason,), *propose_rows, *change_rows),
    )


async def show_proposal(service: Service, user_input: UserInput) -> None:
    """Handle the button that shows a player the proposed results: `resc:MATCH`."""
    snapshot = await service.matches.of_player(user_input, SHOW_RESULTS.read(user_input.args).match)
    check_proposed(snapshot.match)
    service.toast(user_input)
    text, buttons = await service.proposed_results.player_card(snapshot, user_input.person.id)
    service.reply(user_input, text, buttons, about=snapshot.match.code)


async def object_without_reason(service: Service, user_input: UserInput) -> None:
    """Handle the button for an objection without a reason, which counts: `noreason:MATCH`."""
    snapshot = await service.matches.of_player(user_input, NO_REASON.read(user_input.args).match)
    check_proposed(snapshot.match)
    await service.questions.drop(user_input, Topic.REMARK, snapshot.match.code)
    if user_input.person.id not in snapshot.match.answers.objected:
        raise GameStateError(Fault("button_unknown"))
    change_rows = other_answer(snapshot.match.code, agreed=False)
    propose_rows = own_proposals.propose_buttons(snapshot.match)
    service.edit(
        user_input,
        say("results.objected_only", match=snapshot.match.code),
        (*propose_rows, *change_rows),
    )
