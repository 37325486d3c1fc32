"""Buttons and answers of leave, extensions and outages, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "leave": "days.leave.ask_for",
    "unleave": "days.leave.withdraw",
    "chleave": "days.leave.ask_change",
    "swleave": "days.leave.replace",
    "ext": "days.extension.pressed",
    "give": "days.extension.from_file",
    "outage": "days.compensation.pressed",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.EXTENSION: "days.extension.days_typed",
    topics.OUTAGE: "days.compensation.days_given",
    topics.LEAVE: "days.leave.days_given",
    topics.LEAVE_FOR: "days.leave.days_for",
}
