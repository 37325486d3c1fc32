"""Buttons and answers of ratings, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "rat": "ratings.rating.pressed",
    "list": "ratings.lists.pressed",
    "myrating": "ratings.own.pressed",
    "cnis": "ratings.cnis.ask_scale",
    "page": "ratings.cnis.page_chosen",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.RATING_FILES: "ratings.files.given",
    topics.RATING_DAY: "ratings.rating.day_given",
    topics.CNIS_VALUE: "ratings.rating.value_given",
    topics.CNIS_SCALE: "ratings.cnis.scale_given",
    topics.CNIS_WHY: "ratings.cnis.why_given",
    topics.RATING_WHY: "ratings.explanations.why_given",
    topics.RATING_CHART: "ratings.explanations.chart_given",
}
