"""The bot's command menus and menu buttons, and which of them a person sees."""

import re

from sandbox import limits
from sandbox.chats import Chat
from sandbox.errors import bad_request

Commands = list[dict[str, str]]
"""Each command with its description: `{"command": "ajutor", "description": "Ajutor"}`."""
ALL_CHATS = 0
"""Stands for all chats in place of a chat's id."""

_SCOPES = {
    "default",
    "all_private_chats",
    "all_group_chats",
    "all_chat_administrators",
    "chat",
    "chat_administrators",
    "chat_member",
}


class CommandMenus:
    """Command lists as set by `setMyCommands`, and buttons as set by `setChatMenuButton`."""

    def __init__(self) -> None:
        self._lists: dict[tuple[str, str], Commands] = {}
        """By scope, as `_scope_key` writes it, and language; "": for every language."""
        self._buttons: dict[int, dict[str, str]] = {}
        """Text and address of each chat's Mini App; `ALL_CHATS`: of chats without their own."""

    def put_button(self, chat: int, button: dict[str, str] | None) -> None:
        """Store the setting of a chat's menu button, or of `ALL_CHATS`; None means the commands."""
        self._buttons.pop(chat, None)
        if button is not None:
            self._buttons[chat] = button

    def button_setting(self, chat: int) -> dict[str, str] | None:
        """Return the setting stored for exactly that chat, or for `ALL_CHATS`."""
        return self._buttons.get(chat)

    def button_of(self, chat: Chat) -> dict[str, str] | None:
        """Return the Mini App of a chat's menu button; None if the button opens the commands."""
        return self._buttons.get(chat.id) or self._buttons.get(ALL_CHATS)

    def put(self, scope: dict[str, object], language: str, commands: Commands) -> None:
        """Store a list for a scope and a language; an empty list deletes it."""
        key = (_scope_key(scope), _language(language))
        if len(commands) > limits.COMMANDS:
            raise bad_request("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not re.fullmatch(r"/?[a-z0-9_]{1,32}", command.get("command", "")):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(command.get("description", "")) <= limits.COMMAND_DESCRIPTION:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        self._lists.pop(key, None)
        if commands:
            self._lists[key] = [
                {
                    "command": command["command"].removeprefix("/"),
                    "description": command["description"],
                }
                for command in commands
            ]

    def get(self, scope: dict[str, object], language: str) -> Commands:
        """Return exactly the list of that scope and language; empty if there is none."""
        return self._lists.get((_scope_key(scope), _language(language)), [])

    def shown_to(self, chat: Chat, person: int | None, language: str | None) -> Commands:
        """Return a person's menu in a chat: the narrowest scope, their language first.

        Without a person (None), it is the menu of members who have none of their own.
        """
        if chat.is_private:
            scopes = [f"chat:{chat.id}", "all_private_chats", "default"]
        else:
            member = f"chat_member:{chat.id}:{person}"
            scopes = [member, f"chat:{chat.id}", "all_group_chats", "default"]
        their_language, every_language = (language or "")[:2].lower(), ""
        for scope in scopes:
            for code in (their_language, every_language):
                if (scope, code) in self._lists:
                    return self._lists[scope, code]
        return []


def _scope_key(scope: dict[str, object]) -> str:
    """Return a `BotCommandScope` as text, such as `chat_member:-5:1001`; refuse an unknown one."""
    kind = str(scope.get("type", "default"))
    if kind not in _SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    parts = [kind, *(str(scope[name]) for name in ("chat_id", "user_id") if name in scope)]
    return ":".join(parts)


def _language(code: str) -> str:
    """Return a language code unchanged; refuse one that is neither empty nor of two letters."""
    if code and not re.fullmatch(r"[a-z]{2}", code):
        raise bad_request("invalid language code specified")
    return code
