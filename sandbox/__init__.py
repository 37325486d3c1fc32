"""A local Bot API server with a web page: try the bot, and test it, without Telegram.

`Sandbox` holds people, groups, clock and faults; `serve` puts it on a port.
"""

from sandbox.chats import Chat, Message, MessageButton
from sandbox.clock import SandboxClock
from sandbox.errors import SandboxError
from sandbox.groups import SandboxGroup
from sandbox.people import SandboxUser
from sandbox.sandbox import Sandbox
from sandbox.server import build_app, serve
from sandbox.world import ButtonPress, CallRecord

__all__ = [
    "ButtonPress",
    "CallRecord",
    "Chat",
    "Message",
    "MessageButton",
    "Sandbox",
    "SandboxClock",
    "SandboxError",
    "SandboxGroup",
    "SandboxUser",
    "build_app",
    "serve",
]
