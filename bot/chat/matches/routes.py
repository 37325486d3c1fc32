"""The handlers of matches and their results: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.matches import (
    answered_moves,
    approval,
    archive,
    arranging,
    corrected_names,
    early_ends,
    game_states,
    handing_over,
    match_list,
    match_seats,
    own_proposals,
    practice,
    request_commands,
    resigning,
    result_answers,
    return_games,
    time_claims,
    verifying,
    volunteers,
)
from bot.chat.topics import Topic
from bot.texts.buttons import matches as verbs

COMMANDS: Final[Mapping[str, Handler]] = {
    "joaca": request_commands.show_offer,
    "exerseaza": practice.show,
    "cereri": request_commands.show_requests,
    "arhiva_mea": archive.show,
    "returneaza": answered_moves.give_back,
    "intrerupere": early_ends.ask_to_propose,
    "abandon": resigning.ask_to_resign,
    "verifica": verifying.verify,
    "meciuri": match_list.show,
    "meci": arranging.arrange,
    "omologheaza": approval.list_results,
    "stare": game_states.show_choice,
    "invitatie": match_seats.show,
    "preda": handing_over.hand_over,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.ARCHIVE.name: archive.turn_page,
    verbs.ARCHIVED.name: archive.open_game,
    verbs.JUDGE.name: answered_moves.answer_pressed,
    verbs.RESIGN.name: resigning.resign_pressed,
    verbs.OFFER.name: early_ends.propose,
    verbs.ANSWER_OFFER.name: early_ends.answer_pressed,
    verbs.MATCHES.name: match_list.pressed,
    verbs.RETURN_GAME.name: return_games.start_return,
    verbs.LATE_RETURN.name: return_games.confirm_late_return,
    verbs.RESULTS.name: result_answers.answer_pressed,
    verbs.SHOW_RESULTS.name: result_answers.show_proposal,
    verbs.NO_REASON.name: result_answers.object_without_reason,
    verbs.APPROVE.name: approval.approve,
    verbs.RESULTS_CARD.name: approval.show_card,
    verbs.PAGE_OF_RESULTS.name: approval.turn_page,
    verbs.APPROVE_ALL.name: approval.approve_undisputed,
    verbs.STATES.name: game_states.pressed,
    verbs.OWN.name: own_proposals.pressed,
    verbs.VERIFY.name: verifying.pressed,
    verbs.DRAFT.name: arranging.pressed,
    verbs.PLACES.name: match_seats.pressed,
    verbs.CORRECT_NAME.name: corrected_names.pressed,
    verbs.HAND_OVER.name: handing_over.pressed,
    verbs.HAND_BACK.name: handing_over.ask_to_take_back,
    verbs.ASK_ARBITER.name: volunteers.ask_pressed,
    verbs.TAKE_MATCH.name: volunteers.take_match,
    verbs.ANOTHER.name: request_commands.offer_another,
    verbs.PLAY.name: request_commands.offer_pressed,
    verbs.REQUESTS.name: request_commands.show_requests,
    verbs.REQUEST.name: request_commands.request_pressed,
    verbs.REMATCH.name: request_commands.rematch_pressed,
    verbs.BLOCKS.name: request_commands.blocks_pressed,
    verbs.PRACTICE.name: practice.pressed,
    verbs.WOULD_PLAY.name: practice.show_alternative,
    verbs.CLAIM_ON_TIME.name: time_claims.claim_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.MATCH_START: arranging.start_given,
    Topic.MATCH_TITLE: arranging.title_given,
    Topic.NAME: corrected_names.name_given,
    Topic.OWN_FIGURES: own_proposals.figures_given,
}
