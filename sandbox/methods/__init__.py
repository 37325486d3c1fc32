"""The Bot API's methods: one module for each subject, each with its table of names."""

from collections.abc import Awaitable, Callable

from sandbox.call import Call
from sandbox.methods import chats, edits, inline, messages, profile, updates
from sandbox.world import World

Method = Callable[[World, Call], object | Awaitable[object]]

METHODS: dict[str, Method] = {
    name.lower(): method
    for module in (updates, messages, edits, chats, profile, inline)
    for name, method in module.METHODS.items()
}
"""Method by lower-case name, because Telegram ignores the case."""
