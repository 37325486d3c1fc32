"""Operators written to directly: where the outbox cannot be trusted, or takes nothing.

In Romanian, and past the pace: nothing else is sent then.
"""

import asyncio
from typing import TYPE_CHECKING

from bot.delivery import DeliveryError, Words
from bot.language.i18n import catalogue
from bot.log import get_logger
from bot.messages import Text, say

if TYPE_CHECKING:
    from bot.delivery import Carrier
    from bot.office.unit import Office

log = get_logger()


async def aloud(office: "Office", carrier: "Carrier", text: Text) -> bool:
    """Tell all of them that; return whether any was reached."""
    html = catalogue("ro").html(text)
    told = [_tell(carrier, Words(to=chat, html=html)) for chat in office.operators]
    return any(await asyncio.gather(*told))


async def tell_operators(office: "Office", carrier: "Carrier", reason: str) -> bool:
    """Tell them why what is sent cannot be noted, so that nothing more is; return as `aloud`."""
    return await aloud(office, carrier, say("operator.not_noted", reason=reason))


async def _tell(carrier: "Carrier", words: Words) -> bool:
    try:
        await carrier.send(words)
    except DeliveryError as error:
        log.warning("an operator could not be told", chat=words.to, reason=str(error))
        return False
    return True
