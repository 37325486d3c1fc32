"""A local Bot API server with a web page: try the bot, and test it, without Telegram.

`Sandbox` holds people, groups, clock and faults; `serve` puts it on a port.
"""

from bot.sandbox.chats import Button, Chat, Message
from bot.sandbox.clock import SandboxClock
from bot.sandbox.errors import SandboxError
from bot.sandbox.groups import SandboxGroup
from bot.sandbox.people import SandboxUser
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.server import build_app, serve
from bot.sandbox.world import CallRecord, Press

__all__ = [
    "Button",
    "CallRecord",
    "Chat",
    "Message",
    "Press",
    "Sandbox",
    "SandboxClock",
    "SandboxError",
    "SandboxGroup",
    "SandboxUser",
    "build_app",
    "serve",
]
