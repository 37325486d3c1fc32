"""Buttons and answers of people and their settings, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "office": "people.offices.pressed",
    "offvol": "people.offices.volunteering",
    "join": "people.joining.pressed",
    "writer": "people.writers.pressed",
    "lang": "people.settings.language_chosen",
    "cal": "people.calendar.pressed",
    "set": "people.settings.setting_chosen",
    "mydata": "people.person.my_data",
    "forget": "people.person.forget_pressed",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.CITY: "people.settings.city_given",
}
