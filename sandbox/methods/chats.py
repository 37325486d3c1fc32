"""Looking up chats, members and files, and opening forum topics."""

from sandbox import limits, wire
from sandbox.call import Call
from sandbox.errors import bad_request
from sandbox.formatting.entities import Formatted
from sandbox.methods import common
from sandbox.world import World

NO_GIFTS = dict.fromkeys(
    (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    ),
    False,
)
TOPIC_COLOUR = 7322096
"""The colour of every topic's icon, as an RGB number."""
LONGEST_TOPIC = 128
"""The most characters of a topic's title."""


def get_chat(world: World, call: Call) -> object:
    """Return a `ChatFullInfo`."""
    chat = common.known_chat(world, call)
    return wire.chat(chat) | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": NO_GIFTS,
    }


def get_chat_member(world: World, call: Call) -> object:
    """Return a `ChatMember`, which says who is in the chat and whether the bot still is."""
    chat = common.known_chat(world, call)
    person = call.number("user_id") or 0
    if person == world.bot.id:
        return world.bot_member(chat.bot_status)
    account = world.book.people.get(person)
    if account is None:
        raise bad_request("member not found")
    return {"user": wire.user(account), "status": "member" if person in chat.members else "left"}


def get_file(world: World, call: Call) -> object:
    """Return a `File` with its download path; at most 20 MB can be downloaded."""
    file_id = call.text("file_id")
    file = world.files.find(file_id)
    if file is None:
        raise bad_request("invalid file_id")
    is_thumbnail = file_id == file.thumbnail_id
    content = file.thumbnail if is_thumbnail else file.content
    if len(content) > limits.DOWNLOAD_BYTES:
        raise bad_request("file is too big")
    return {
        "file_id": file_id,
        "file_unique_id": f"{file.unique_id}s" if is_thumbnail else file.unique_id,
        "file_size": len(content),
        "file_path": f"thumbnails/{file.id}.jpg" if is_thumbnail else file.path,
    }


def create_forum_topic(world: World, call: Call) -> object:
    """Open a topic in a forum."""
    chat = common.open_chat(world, call)
    if not chat.is_forum:
        raise bad_request("the chat is not a forum")
    if not chat.bot_is_admin:
        raise bad_request("not enough rights to create a topic")
    name = call.text("name")
    if not 1 <= len(name) <= LONGEST_TOPIC:
        raise bad_request("TOPIC_TITLE_INVALID")
    opening = world.post(chat, world.bot, Formatted())
    opening.thread = opening.id  # the message that opens a topic gives it its id
    opening.service = {"forum_topic_created": {"name": name, "icon_color": TOPIC_COLOUR}}
    chat.topics[opening.id] = name
    return {"message_thread_id": opening.id, "name": name, "icon_color": TOPIC_COLOUR}


METHODS = {
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getFile": get_file,
    "createForumTopic": create_forum_topic,
}
