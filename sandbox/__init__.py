"""A local Bot API server with a web page: try the bot, and test it, without Telegram.

`Sandbox` holds people, groups, clock and faults; `serve` puts it on a port.
"""

from sandbox.buttons import ButtonKind, MessageButton
from sandbox.call import CallRecord
from sandbox.chats import Chat, Message
from sandbox.clock import SandboxClock
from sandbox.errors import SandboxError
from sandbox.groups import SandboxGroup
from sandbox.people import SandboxUser
from sandbox.questions import ButtonPress
from sandbox.sandbox import Sandbox
from sandbox.server import build_app, serve

__all__ = [
    "ButtonKind",
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
