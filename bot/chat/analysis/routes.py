"""The handlers of analyses: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.analysis import analysis
from bot.chat.handling import Handler
from bot.texts.buttons import analysis as verbs

COMMANDS: Final[Mapping[str, Handler]] = {
    "analiza": analysis.analysis,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.ANALYSIS.name: analysis.pressed,
}
