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
            "description": world.description("description", None),
            "listening": sandbox.updates.is_polling or bool(sandbox.updates.webhook_url),
            "pending": len(sandbox.updates.pending),
        },
        "clock": clock(sandbox),
        "beside": sorted(sandbox.web_addresses),  # names that the page makes links of
        "people": [person(sandbox, user) for user in sandbox.users.values()],
        "groups": [group(sandbox, sandbox_group) for sandbox_group in sandbox.groups],
        "messages": [
            message(changed)
            for chat in chats
            for changed in chat.every_message.values()
            if changed.version > since
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
    return {
        "id": user.id,
        "name": user.name,
        "language": language,
        "started": user.chat.knows_bot,
        "blocked": user.chat.bot_is_shut_out,
        "action": user.chat.action,
        "description": sandbox.world.description("description", language),
        "commands": sandbox.world.menus.shown_to(user.chat, user.id, language),
        "menu_button": sandbox.world.menus.button_of(user.chat),
    }


def group(sandbox: Sandbox, shown: SandboxGroup) -> Json:
    """Return a group, its members, and the menu that a member without one of their own sees."""
    chat = shown.chat
    return {
        "id": chat.id,
        "name": chat.title,
        "blocked": chat.bot_is_shut_out,
        "members": [_author(account) for account in chat.members.values()],
        "commands": sandbox.world.menus.shown_to(chat, None, "ro"),
    }


def message(shown: Message) -> Json:
    """Return a message in the form that the page draws."""
    if shown.deleted:
        return {"id": shown.id, "chat": shown.chat.id, "deleted": True}
    return {
        "id": shown.id,
        "chat": shown.chat.id,
        "author": _author(shown.sender),
        "from_bot": shown.from_bot,
        "date": shown.date.isoformat(),
        "text": shown.text,
        "html": shown.html,
        "keyboard": [
            [
                {"label": button.label, "url": button.url, "web_app": button.web_app}
                for button in row
            ]
            for row in shown.keyboard
        ],
        "album": shown.album,
        "edited": shown.edited is not None,
        "silent": shown.silent,
        "reaction": shown.reaction,
        "fetched": shown.fetched,
        "service": next(iter(shown.service), ""),
        "topic": shown.chat.topics.get(shown.thread, "") if shown.thread else "",
        "forwarded_from": shown.forwarded.sender.name if shown.forwarded else "",
    } | _extras(shown)


def _author(account: Account) -> Json:
    return {"id": account.id, "name": account.name}


def _extras(shown: Message) -> Json:
    """Return what a message has besides its text: photo, file, and the quoted message."""
    extras: Json = {}
    if shown.photo is not None:
        photo = shown.photo
        extras["photo"] = {"id": photo.id, "width": photo.width, "height": photo.height}
    if shown.document is not None:
        file = shown.document
        extras["document"] = {"id": file.id, "name": file.name, "size": file.size}
    if shown.reply_to is not None:
        extras["reply_to"] = {
            "id": shown.reply_to.id,
            "author": shown.reply_to.sender.name,
            "text": shown.reply_to.text[:QUOTE],
            "photo": shown.reply_to.photo is not None,
            "more": len(shown.reply_to.text) > QUOTE,
        }
    return extras
