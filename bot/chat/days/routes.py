"""The handlers of leave, outages and the task list: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.days import compensation, extension, leave, task_list
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic

COMMANDS: Final[Mapping[str, Handler]] = {
    "mesa": task_list.show,
    "concediu": leave.leave,
    "prelungire": extension.extension,
    "compensare": compensation.compensation,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "mesa": task_list.pressed,
    "leave": leave.ask_for,
    "unleave": leave.withdraw,
    "chleave": leave.ask_change,
    "swleave": leave.replace,
    "ext": extension.pressed,
    "give": extension.from_file,
    "outage": compensation.pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.EXTENSION: extension.days_typed,
    Topic.OUTAGE: compensation.days_given,
    Topic.LEAVE: leave.days_given,
    Topic.LEAVE_FOR: leave.days_for,
}
