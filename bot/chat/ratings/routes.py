"""The handlers of ratings: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.ratings import charts, cnis, explanations, list_files, lists, own, rating

COMMANDS: Final[Mapping[str, Handler]] = {
    "rating": rating.rating,
    "lista": lists.lists,
    "ratingul_meu": own.my_rating,
    "cnis": cnis.cnis,
    "responsabil_rating": rating.name_keeper,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "rat": rating.pressed,
    "list": lists.pressed,
    "myrating": own.pressed,
    "cnis": cnis.ask_scale,
    "page": cnis.page_chosen,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    topics.RATING_FILES: list_files.given,
    topics.RATING_DAY: rating.day_given,
    topics.CNIS_VALUE: rating.value_given,
    topics.CNIS_SCALE: cnis.scale_given,
    topics.CNIS_WHY: cnis.why_given,
    topics.RATING_WHY: explanations.why_given,
    topics.RATING_CHART: charts.chart_given,
}
