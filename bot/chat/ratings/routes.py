"""The handlers of ratings: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.ratings import (
    charts,
    cnis,
    explanations,
    list_files,
    list_making,
    lists,
    own_ratings,
    rating_questions,
)
from bot.chat.topics import Topic
from bot.texts.buttons import ratings as verbs

COMMANDS: Final[Mapping[str, Handler]] = {
    "rating": list_making.rating,
    "lista": lists.lists,
    "ratingul_meu": own_ratings.my_rating,
    "cnis": cnis.cnis,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.RATING.name: list_making.pressed,
    verbs.LIST.name: lists.pressed,
    verbs.OWN.name: own_ratings.pressed,
    verbs.SCALE.name: cnis.ask_scale,
    verbs.PAGE.name: cnis.page_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.RATING_FILES: list_files.file_given,
    Topic.RATING_DAY: rating_questions.day_given,
    Topic.CNIS_VALUE: rating_questions.value_given,
    Topic.CNIS_SCALE: cnis.scale_given,
    Topic.CNIS_WHY: cnis.why_given,
    Topic.RATING_WHY: explanations.why_given,
    Topic.RATING_CHART: charts.players_given,
}
