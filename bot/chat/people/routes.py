"""The handlers of people and their settings: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.people import (
    calendar,
    first_language,
    joining,
    mail,
    moving,
    offices,
    privacy,
    same_person,
    settings,
    starting,
    writers,
)
from bot.chat.topics import Topic

COMMANDS: Final[Mapping[str, Handler]] = {
    "arbitru": offices.arbiter,
    "responsabil_rating": offices.name_keeper,
    "setari": settings.settings,
    "limba": settings.language,
    "calendar": calendar.calendar,
    "email": mail.email,
    "continua": moving.offer,
    "confidentialitate": privacy.privacy,
    "datele_mele": privacy.my_data,
    "uita_ma": privacy.forget_me,
    "start": starting.start,
    "persoana": same_person.person,
    "imputernicire": writers.writer,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "office": offices.pressed,
    "offvol": offices.volunteering,
    "join": joining.pressed,
    "move": moving.pressed,
    "writer": writers.pressed,
    "same": same_person.pressed,
    "lang": first_language.chosen,
    "cal": calendar.pressed,
    "mail": mail.pressed,
    "set": settings.setting_chosen,
    "mydata": privacy.my_data,
    "forget": privacy.forget_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.CITY: settings.city_given,
    Topic.SAME_PERSON: same_person.typed,
    Topic.MAIL: mail.answered,
}
