"""Receiving updates: polling, and the address of the webhook."""

import re

from sandbox.call import Call
from sandbox.errors import bad_request
from sandbox.methods import common
from sandbox.webhook import Webhook
from sandbox.world import World

LONGEST_SECRET = 256
"""The most characters of the secret that proves the sender."""


async def get_updates(world: World, call: Call) -> object:
    """Return pending updates; wait for one if there are none."""
    world.updates.refuse_if_webhook()
    _store_allowed(world, call)
    return await world.updates.poll(
        offset=call.number("offset", 0) or 0,
        limit=call.number("limit", 100) or 100,
        seconds=call.number("timeout", 0) or 0,
    )


def set_webhook(world: World, call: Call) -> object:
    """Deliver updates to an address from now on; plain HTTP is allowed on this machine."""
    url = call.text("url")
    if not url:
        return delete_webhook(world, call)
    parts = common.address_parts(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise bad_request("bad webhook: invalid webhook URL specified")
    secret = call.text("secret_token")
    if len(secret) > LONGEST_SECRET:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")
    _store_allowed(world, call)
    if call.flag("drop_pending_updates"):
        world.updates.drop_pending()
    world.updates.end_poll("terminated by setWebhook request")
    world.webhook.set(Webhook(url=url, secret=secret))
    return True


def delete_webhook(world: World, call: Call) -> object:
    """Go back to polling."""
    if call.flag("drop_pending_updates"):
        world.updates.drop_pending()
    world.webhook.set(None)
    return True


def get_webhook_info(world: World, call: Call) -> object:
    """Return the webhook's address, the number of waiting updates, and the last error."""
    del call
    world.updates.prune()
    info: dict[str, object] = {
        "url": world.updates.webhook_url,
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates.pending),
    }
    if world.updates.allowed:
        info["allowed_updates"] = sorted(world.updates.allowed)
    return info | world.webhook.last_error()


def _store_allowed(world: World, call: Call) -> None:
    """Store which kinds of updates the bot wants, if the call names them."""
    allowed = call.strings("allowed_updates")
    if allowed is not None:
        world.updates.allow(allowed)


METHODS = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
