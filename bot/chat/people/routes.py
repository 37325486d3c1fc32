"""The handlers of people and their settings: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.people import (
    calendar,
    continuing,
    first_language,
    joining,
    mail,
    offices,
    privacy,
    same_person,
    settings,
    starting,
    writers,
)
from bot.chat.topics import Topic
from bot.texts.buttons import people as verbs

COMMANDS: Final[Mapping[str, Handler]] = {
    "arbitru": offices.arbiter,
    "responsabil_rating": offices.name_ratings_officer,
    "setari": settings.settings,
    "limba": settings.language,
    "calendar": calendar.calendar,
    "email": mail.email,
    "continua": continuing.offer,
    "confidentialitate": privacy.privacy,
    "datele_mele": privacy.my_data,
    "uita_ma": privacy.forget_me,
    "start": starting.start,
    "persoana": same_person.person,
    "imputernicire": writers.writer,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.OFFICE.name: offices.pressed,
    verbs.VOLUNTEER.name: offices.volunteer_pressed,
    verbs.JOIN.name: joining.pressed,
    verbs.MOVE.name: continuing.pressed,
    verbs.WRITER.name: writers.pressed,
    verbs.SAME_PERSON.name: same_person.pressed,
    verbs.LANGUAGE.name: first_language.language_pressed,
    verbs.CALENDAR.name: calendar.pressed,
    verbs.EMAIL.name: mail.pressed,
    verbs.SET.name: settings.setting_pressed,
    verbs.MY_DATA.name: privacy.my_data,
    verbs.FORGET.name: privacy.forget_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.CITY: settings.city_given,
    Topic.SAME_PERSON: same_person.name_given,
    Topic.MAIL: mail.answer_given,
}
