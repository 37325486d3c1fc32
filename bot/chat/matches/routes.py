"""The handlers of matches and their results: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.matches import (
    approval,
    archive,
    arranging,
    endings,
    handing_over,
    match_list,
    own_proposals,
    places,
    practice,
    request_commands,
    states,
    verifying,
    volunteers,
)
from bot.chat.topics import Topic

COMMANDS: Final[Mapping[str, Handler]] = {
    "joaca": request_commands.offer,
    "exerseaza": practice.practice,
    "cereri": request_commands.listed,
    "arhiva_mea": archive.archive,
    "returneaza": endings.give_back,
    "intrerupere": endings.interruption,
    "abandon": endings.abandon,
    "verifica": verifying.verify,
    "meciuri": match_list.matches,
    "meci": arranging.arrange,
    "omologheaza": approval.list_results,
    "stare": states.stare,
    "invitatie": places.invitation,
    "preda": handing_over.hand_over,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "arch": archive.turned,
    "archg": archive.opened,
    "back": endings.judged,
    "quit": endings.abandon_confirmed,
    "offer": endings.interruption_confirmed,
    "int": endings.interruption_answered,
    "keep": endings.keep,
    "matches": match_list.turned,
    "ret": endings.return_leg,
    "lateret": endings.late_return,
    "res": approval.answer_proposal,
    "resc": approval.show_proposal,
    "noreason": approval.object_without_reason,
    "hom": approval.approve,
    "homc": approval.show_card,
    "hompage": approval.turn_page,
    "homall": approval.approve_undisputed,
    "stare": states.pressed,
    "own": own_proposals.pressed,
    "verify": verifying.pressed,
    "meci": arranging.pressed,
    "places": places.pressed,
    "name": places.name_pressed,
    "hand": handing_over.pressed,
    "handback": handing_over.back,
    "wantarb": volunteers.asked,
    "takearb": volunteers.taken,
    "another": request_commands.another,
    "play": request_commands.chosen,
    "reqs": request_commands.listed,
    "req": request_commands.pressed,
    "again": request_commands.again,
    "apart": request_commands.apart,
    "train": practice.pressed,
    "would": practice.would,
    "onclock": request_commands.claimed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.MATCH_START: arranging.start_given,
    Topic.MATCH_TITLE: arranging.title_given,
    Topic.NAME: places.name_given,
    Topic.OWN_FIGURES: own_proposals.given,
}
