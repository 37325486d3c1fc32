"""Buttons and answers of matches and their results, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "arch": "matches.archive.turned",
    "archg": "matches.archive.opened",
    "back": "matches.endings.judged",
    "quit": "matches.endings.abandon_confirmed",
    "offer": "matches.endings.interruption_confirmed",
    "int": "matches.endings.interruption_answered",
    "keep": "matches.endings.keep",
    "matches": "matches.match_list.turned",
    "ret": "matches.endings.return_leg",
    "lateret": "matches.endings.late_return",
    "res": "matches.approval.results",
    "resc": "matches.approval.shown",
    "noreason": "matches.approval.no_reason",
    "hom": "matches.approval.approval_card",
    "homc": "matches.approval.card",
    "hompage": "matches.approval.turned",
    "homall": "matches.approval.all_undisputed",
    "stare": "matches.states.pressed",
    "own": "matches.own_proposals.pressed",
    "verify": "matches.verifying.pressed",
    "meci": "matches.arranging.pressed",
    "import": "matches.importing.pressed",
    "places": "matches.places.pressed",
    "name": "matches.places.name_pressed",
    "hand": "matches.handing_over.pressed",
    "handback": "matches.handing_over.back",
    "wantarb": "matches.volunteers.asked",
    "takearb": "matches.volunteers.taken",
    "play": "matches.requests.chosen",
    "reqs": "matches.requests.listed",
    "req": "matches.requests.pressed",
    "again": "matches.requests.again",
    "apart": "matches.requests.apart",
    "train": "matches.practice.pressed",
    "would": "matches.practice.would",
    "onclock": "matches.requests.claimed",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.MATCH_START: "matches.arranging.start_given",
    topics.MATCH_TITLE: "matches.arranging.title_given",
    topics.IMPORT: "matches.importing.given",
    topics.NAME: "matches.places.name_given",
    topics.OWN_FIGURES: "matches.own_proposals.given",
}
