"""The bot's own profile: name, descriptions and command menus."""

from sandbox import wire
from sandbox.call import Call
from sandbox.errors import bad_request
from sandbox.menus import ALL_CHATS
from sandbox.methods import common
from sandbox.world import World, description_key

DESCRIPTION = 512
"""The most characters of what a person reads before they press Start."""
SHORT_DESCRIPTION = 120
"""The most characters of the text on the profile."""


def get_me(world: World, call: Call) -> object:
    """Return the bot as a `User`."""
    del call
    return wire.user(world.bot) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy_mode,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def set_my_commands(world: World, call: Call) -> object:
    """Set a command menu."""
    commands = [
        {name: str(item.get(name, "")) for name in ("command", "description")}
        for item in call.items("commands")
    ]
    if commands or "commands" in call.values:  # an empty list deletes the menu; a missing one not
        world.menus.put(_scope(world, call), call.text("language_code"), commands)
    world.changed()
    return True


def get_my_commands(world: World, call: Call) -> object:
    """Return exactly the menu of that scope and language."""
    return world.menus.get(_scope(world, call), call.text("language_code"))


def delete_my_commands(world: World, call: Call) -> object:
    """Delete a command menu."""
    world.menus.put(_scope(world, call), call.text("language_code"), [])
    world.changed()
    return True


def set_chat_menu_button(world: World, call: Call) -> object:
    """Set what the menu button opens in a private chat, or in all of them."""
    button = call.mapping("menu_button")
    kind = button.get("type", "default")
    mini_app = None
    if kind == "web_app":
        label, url = str(button.get("text", "")), common.web_app_url(button.get("web_app"))
        if not label.strip():
            raise bad_request("BOT_MENU_BUTTON_INVALID")
        mini_app = {"text": label, "url": url}
    elif kind not in {"default", "commands"}:
        raise bad_request("unsupported MenuButton type specified")
    world.menus.put_button(_button_chat(world, call), mini_app)
    world.changed()
    return True


def get_chat_menu_button(world: World, call: Call) -> object:
    """Return the setting of the menu button for exactly that chat, or for all of them."""
    chat = _button_chat(world, call)
    mini_app = world.menus.button_setting(chat)
    if mini_app is None:
        return {"type": "commands" if chat == ALL_CHATS else "default"}
    return {"type": "web_app", "text": mini_app["text"], "web_app": {"url": mini_app["url"]}}


def _button_chat(world: World, call: Call) -> int:
    """Return the id of the named chat, or `ALL_CHATS`."""
    return common.known_chat(world, call).id if call.text("chat_id") else ALL_CHATS


def set_my_description(world: World, call: Call) -> object:
    """Set the text that a person reads before they press Start."""
    return _set_text(world, call, "description", DESCRIPTION)


def set_my_short_description(world: World, call: Call) -> object:
    """Set the text on the bot's profile."""
    return _set_text(world, call, "short_description", SHORT_DESCRIPTION)


def get_my_description(world: World, call: Call) -> object:
    """Return the text that a person reads before they press Start."""
    return _get_text(world, call, "description")


def get_my_short_description(world: World, call: Call) -> object:
    """Return the text on the bot's profile."""
    return _get_text(world, call, "short_description")


def _scope(world: World, call: Call) -> dict[str, object]:
    """Return the scope of a menu; a chat that it names must be known to the bot."""
    scope = call.mapping("scope")
    if "chat_id" in scope:
        common.known_chat(world, Call(call.method, scope))
    return scope


def _set_text(world: World, call: Call, name: str, most: int) -> bool:
    text = call.text(name)
    if len(text) > most:
        raise bad_request(f"{name} is too long")
    world.descriptions[description_key(name, call.text("language_code"))] = text
    world.changed()
    return True


def _get_text(world: World, call: Call, name: str) -> wire.Json:
    return {name: world.description(name, call.text("language_code"))}


METHODS = {
    "getMe": get_me,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
    "setMyDescription": set_my_description,
    "getMyDescription": get_my_description,
    "setMyShortDescription": set_my_short_description,
    "getMyShortDescription": get_my_short_description,
}
