"""The page's data as JSON: people, groups, their chats, and the changes since a version."""

from sandbox import wire
from sandbox.chats import Account, Message
from sandbox.groups import SandboxGroup
from sandbox.people import SandboxUser
from sandbox.sandbox import Sandbox

Json = wire.Json
QUOTE = 120
"""Characters of a message that are shown above its reply."""


def state(sandbox: Sandbox, since: int) -> Json:
    """Return people, clock and bot, and the messages that changed after version `since`."""
    world = sandbox.world
    chats = [
        *(user.chat for user in sandbox.users.values()),
        *(sandbox_group.chat for sandbox_group in sandbox.groups),
    ]
    return {
        "version": world.changes.version,
        "bot": {
            "name": world.bot.name,
            "username": world.bot.username,
            "description": world.descriptions.get("description", ""),
            "listening": sandbox.updates.polling or bool(sandbox.updates.webhook_url),
            "pending": len(sandbox.updates.pending),
        },
        "clock": clock(sandbox),
        "beside": sorted(sandbox.beside),
        "people": [person(sandbox, user) for user in sandbox.users.values()],
        "groups": [group(sandbox, sandbox_group) for sandbox_group in sandbox.groups],
        "messages": [
            message(item)
            for chat in chats
            for item in chat.everything.values()
            if item.version > since
        ],
    }


def clock(sandbox: Sandbox) -> Json:
    """Return the sandbox's time, for the page and for other processes."""
    now = sandbox.clock.now()
    return {
        "now": now.isoformat(),
        "unix": now.timestamp(),
        "shift": sandbox.clock.shift.total_seconds(),
        "ticking": sandbox.clock.ticking,
    }


def person(sandbox: Sandbox, user: SandboxUser) -> Json:
    """Return a person and the state of their chat."""
    language = user.account.language_code
    descriptions = sandbox.world.descriptions
    own = descriptions.get(f"description {(language or '')[:2]}")
    return {
        "id": user.id,
        "name": user.name,
        "language": language,
        "started": user.chat.started,
        "blocked": user.chat.blocked,
        "action": user.chat.action,
        "description": own or descriptions.get("description", ""),
        "commands": sandbox.world.menus.shown_to(user.chat, user.id, language),
        "menu_button": sandbox.world.menus.button_of(user.chat),
    }


def group(sandbox: Sandbox, value: SandboxGroup) -> Json:
    """Return a group, its members, and the content of its menu."""
    chat = value.chat
    return {
        "id": chat.id,
        "name": chat.title,
        "blocked": chat.blocked,
        "members": [_author(account) for account in chat.members.values()],
        "commands": sandbox.world.menus.shown_to(chat, 0, "ro"),
    }


def message(value: Message) -> Json:
    """Return a message in the form that the page draws."""
    if value.deleted:
        return {"id": value.id, "chat": value.chat.id, "deleted": True}
    return {
        "id": value.id,
        "chat": value.chat.id,
        "author": _author(value.sender),
        "from_bot": value.from_bot,
        "date": value.date.isoformat(),
        "text": value.text,
        "html": value.html,
        "keyboard": [
            [
                {"label": button.label, "url": button.url, "web_app": button.web_app}
                for button in row
            ]
            for row in value.keyboard
        ],
        "album": value.album,
        "edited": value.edited is not None,
        "silent": value.silent,
        "reaction": value.reaction,
        "fetched": value.fetched,
        "service": next(iter(value.service), ""),
        "topic": value.chat.topics.get(value.thread, "") if value.thread else "",
        "forwarded_from": value.forwarded_from.name if value.forwarded_from else "",
    } | _extras(value)


def _author(account: Account) -> Json:
    return {"id": account.id, "name": account.name}


def _extras(value: Message) -> Json:
    """Return what a message has besides its text: photo, file, and the quoted message."""
    extras: Json = {}
    if value.photo is not None:
        photo = value.photo
        extras["photo"] = {"id": photo.id, "width": photo.width, "height": photo.height}
    if value.document is not None:
        file = value.document
        extras["document"] = {"id": file.id, "name": file.name, "size": file.size}
    if value.reply_to is not None:
        extras["reply_to"] = {
            "id": value.reply_to.id,
            "author": value.reply_to.sender.name,
            "text": value.reply_to.text[:QUOTE],
            "photo": value.reply_to.photo is not None,
            "more": len(value.reply_to.text) > QUOTE,
        }
    return extras
