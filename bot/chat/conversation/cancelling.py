"""The cancel button under a question."""

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.matches import KEEP
from bot.texts.messages import say


async def cancel(service: Service, user_input: UserInput) -> None:
    """Handle the cancel button: `keep`, or `keep:TOPIC:TOKEN` under an open question."""
    await service.questions.cancel(user_input, *KEEP.read(user_input.args))
    service.edit(user_input, say("confirm.kept"))
