"""The handlers of leave, outages and the task list: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.days import compensation, granted_days, leave, task_list
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic
from bot.texts.buttons import days as verbs
from bot.texts.buttons.cases import TASKS

COMMANDS: Final[Mapping[str, Handler]] = {
    "mesa": task_list.show,
    "concediu": leave.leave,
    "prelungire": granted_days.extension,
    "compensare": compensation.compensation,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    TASKS.name: task_list.pressed,
    verbs.LEAVE.name: leave.announce_pressed,
    verbs.WITHDRAW_LEAVE.name: leave.withdraw_pressed,
    verbs.CHANGE_LEAVE.name: leave.change_pressed,
    verbs.REPLACE_LEAVE.name: leave.replace_pressed,
    verbs.EXTENSION.name: granted_days.pressed,
    verbs.GIVE_DAYS.name: granted_days.give_pressed,
    verbs.OUTAGE.name: compensation.pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.EXTENSION: granted_days.days_given,
    Topic.OUTAGE: compensation.days_given,
    Topic.LEAVE: leave.new_days_given,
    Topic.LEAVE_FOR: leave.days_given,
}
