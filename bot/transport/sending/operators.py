"""Direct messages to operators, for when the outbox is unreliable or cannot store.

They are in Romanian, and bypass the rate limiter, because nothing else is sent at that time.
"""

import asyncio

from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import Carrier, TextMessage
from bot.texts.delivery_errors import DeliveryError
from bot.texts.i18n import load_catalogue
from bot.texts.languages import DEFAULT_LANGUAGE
from bot.texts.messages import Text, say

log = get_logger()


async def send_to_operators(runtime: Runtime, carrier: Carrier, text: Text) -> bool:
    """Send the text to all operators; return whether any was reached."""
    html = load_catalogue(DEFAULT_LANGUAGE).html(text)
    sending = [_send(carrier, TextMessage(to=chat, html=html)) for chat in runtime.operators]
    return any(await asyncio.gather(*sending))


async def alarm_unrecorded(runtime: Runtime, carrier: Carrier, reason: str) -> bool:
    """Tell all operators why sent messages cannot be recorded; return whether any was reached."""
    return await send_to_operators(runtime, carrier, say("operator.not_noted", reason=reason))


async def _send(carrier: Carrier, message: TextMessage) -> bool:
    """Send the message; return False after logging why it could not be sent."""
    try:
        await carrier.send(message)
    except DeliveryError as error:
        log.warning("an operator could not be notified", chat=message.to, reason=str(error))
        return False
    return True
