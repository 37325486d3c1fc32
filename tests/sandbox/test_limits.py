import httpx
import pytest
from telegram import Bot, BotCommand, BotCommandScopeAllPrivateChats, BotCommandScopeChat
from telegram.constants import ReactionEmoji
from telegram.error import BadRequest, NetworkError, RetryAfter

from sandbox import Sandbox, SandboxError, SandboxUser, limits
from sandbox.call import Call
from sandbox.errors import ApiError
from sandbox.pace import SendingPace
from sandbox.updates import PRESS_RETENTION
from tests.sandbox.conftest import TLS
from tests.sandbox.messages_shared import buttons


async def test_a_text_has_4096_characters_after_parsing(bot: Bot, ana: SandboxUser) -> None:
    """The limit counts visible text, not tags; a longer or an empty text is refused."""
    await bot.send_message(ana.id, f"<b>{'ș' * 4096}</b>", parse_mode="HTML")
    assert len(ana.last.text) == 4096
    with pytest.raises(BadRequest, match="Message is too long"):
        await bot.send_message(ana.id, "ș" * 4097)
    with pytest.raises(BadRequest, match="Message text is empty"):
        await bot.send_message(ana.id, " \n ")


async def test_a_caption_has_1024_characters(bot: Bot, ana: SandboxUser) -> None:
    """A longer one is refused."""
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.send_document(ana.id, b"text", filename="a.txt", caption="a" * 1025)


async def test_a_buttons_data_has_64_bytes(bot: Bot, ana: SandboxUser) -> None:
    """Bytes, not characters."""
    async with httpx.AsyncClient() as client:
        statuses = []
        for data in ("a" * 64, "a" * 63 + "ș", ""):
            keyboard = {"inline_keyboard": [[{"text": "Da", "callback_data": data}]]}
            reply = await client.post(
                f"{bot.base_url}/sendMessage",
                json={"chat_id": ana.id, "text": "?", "reply_markup": keyboard},
            )
            statuses.append(reply.json().get("description", "sent"))

    assert statuses == ["sent", *["Bad Request: BUTTON_DATA_INVALID"] * 2]


async def test_a_bot_reacts_with_every_emoji_of_telegrams_list(bot: Bot, ana: SandboxUser) -> None:
    """Also with those of several characters; any other emoji is refused."""
    assert {emoji.value for emoji in ReactionEmoji} == limits.REACTIONS
    message = ana.send("Salut")
    await bot.set_message_reaction(ana.id, message.id, ReactionEmoji.MAN_TECHNOLOGIST)
    assert message.reaction == ReactionEmoji.MAN_TECHNOLOGIST
    with pytest.raises(BadRequest, match="Reaction_invalid"):
        await bot.set_message_reaction(ana.id, message.id, "🎲")


@pytest.mark.parametrize("typed", ["1_0", " 7", "x", "1.5", "9" * 5000])
def test_a_number_has_only_digits(typed: str) -> None:
    """What Python would read as a number, and Telegram does not, is refused."""
    with pytest.raises(ApiError, match='field "message_id" must be a valid Number'):
        Call("editMessageText", {"message_id": typed}).number("message_id")


def test_json_that_is_nested_too_deeply_is_refused() -> None:
    """It is answered like other JSON that cannot be read."""
    with pytest.raises(ApiError, match="can't parse reply_markup"):
        Call("sendMessage", {"reply_markup": "[" * 100_000}).mapping("reply_markup")


async def test_a_press_can_be_answered_for_150_seconds(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """Later, or with an unknown id, the answer is refused."""
    await bot.send_message(ana.id, "Trimiți?", reply_markup=buttons("Da"))
    press = ana.press(ana.last, "Da")
    await sandbox.travel(PRESS_RETENTION)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(press.id)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query("12345")


async def test_a_deep_link_has_64_plain_characters(bot: Bot, ana: SandboxUser) -> None:
    """A valid link sends /start with its code; the app accepts no other."""
    ana.follow(f"https://t.me/{bot.username}?start=meci-A_1")
    assert ana.last.text == "/start meci-A_1"
    for payload in ("a" * 65, "două cuvinte", "a=b"):
        with pytest.raises(SandboxError):
            ana.start(payload)


async def test_sending_too_fast_is_refused_when_asked_for(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The limit is one message a second in a private chat, and other chats are not delayed."""
    ion = sandbox.add_user("Ion")
    ion.start()
    sandbox.enforce_pace()
    await bot.send_message(ana.id, "unu")
    with pytest.raises(RetryAfter):
        await bot.send_message(ana.id, "doi")
    await bot.send_message(ion.id, "unu")


def test_the_pace_is_counted_in_windows() -> None:
    """30 messages a second in all, 20 a minute in a group; a refused one does not count."""
    pace = SendingPace()
    pace.enforced = True

    assert [pace.admit(chat, 0.0) for chat in range(1, 32)] == [0] * 30 + [1]
    assert pace.admit(99, 1.0) == 0
    assert [pace.admit(-1, 10.0 + second) for second in range(20)] == [0] * 20
    assert pace.admit(-1, 40.0) == 30
    assert pace.admit(-1, 40.6) == 30
    assert pace.admit(-1, 40.6 + 30) == 0


def test_an_album_waits_until_there_is_room_for_all_its_pictures() -> None:
    """The wait that is stated is enough, also if the messages before came one by one."""
    pace = SendingPace()
    pace.enforced = True
    for second in range(20):
        pace.admit(-1, 10.0 + second)

    seconds = pace.admit(-1, 40.0, messages=10)

    assert seconds == 39  # until the tenth message, of second 19, has left the minute
    assert pace.admit(-1, 40.0 + seconds, messages=10) == 0


def test_what_came_in_a_second_is_remembered() -> None:
    """The maximum of any second, for all chats or some, counts an album by its pictures."""
    pace = SendingPace()
    for at, chat, messages in ((0.0, 1, 1), (0.4, 2, 3), (0.9, 1, 1), (1.3, 1, 1), (5.0, 2, 2)):
        pace.admit(chat, at, messages=messages)

    assert pace.busiest() == 5
    assert pace.busiest({1}) == 2
    assert pace.busiest(since=1.0) == 2


async def test_command_menus_follow_scope_and_language(bot: Bot, ana: SandboxUser) -> None:
    """A person sees the narrowest menu in their language; a bad command is refused."""
    await bot.set_my_commands([BotCommand("help", "Help")])
    await bot.set_my_commands(
        [BotCommand("ajutor", "Ajutor")],
        scope=BotCommandScopeAllPrivateChats(),
        language_code="ro",
    )
    menus = ana._world.menus
    assert menus.shown_to(ana.chat, ana.id, "ro-RO")[0]["command"] == "ajutor"
    assert menus.shown_to(ana.chat, ana.id, "en")[0]["command"] == "help"

    await bot.set_my_commands([BotCommand("meci", "Meci")], scope=BotCommandScopeChat(ana.id))
    assert menus.shown_to(ana.chat, ana.id, "ro")[0]["command"] == "meci"
    await bot.delete_my_commands(scope=BotCommandScopeChat(ana.id))
    assert menus.shown_to(ana.chat, ana.id, "ro")[0]["command"] == "ajutor"
    assert (await bot.get_my_commands())[0].command == "help"
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.set_my_commands([BotCommand("meci", "Meci")], scope=BotCommandScopeChat(77))
    with pytest.raises(BadRequest, match="Bot_command_invalid"):
        await bot.set_my_commands([BotCommand("Fișa", "Fișa")])


async def test_the_bots_descriptions_are_kept_by_language(bot: Bot) -> None:
    """A language without its own text gets the general one."""
    await bot.set_my_description("Scrabble by correspondence")
    await bot.set_my_description("Scrabble prin corespondență", language_code="ro")
    await bot.set_my_short_description("Scrabble")

    assert (await bot.get_my_description("ro")).description == "Scrabble prin corespondență"
    assert (await bot.get_my_description("de")).description == "Scrabble by correspondence"
    assert (await bot.get_my_short_description()).short_description == "Scrabble"


@pytest.mark.parametrize("how", ["query", "form", "json"])
async def test_calls_may_be_written_in_any_form(bot: Bot, ana: SandboxUser, how: str) -> None:
    """Query, form and JSON are equal, and the method's case does not matter."""
    url, values = f"{bot.base_url}/SENDmessage", {"chat_id": str(ana.id), "text": "ș&+"}
    async with httpx.AsyncClient(verify=TLS["verify"]) as http:
        if how == "query":
            reply = await http.get(url, params=values)
        elif how == "form":
            reply = await http.post(url, data=values)
        else:
            reply = await http.post(url, json=values)

    assert reply.json()["result"]["text"] == ana.last.text == "ș&+"


async def test_an_upload_has_50_megabytes(bot: Bot, ana: SandboxUser) -> None:
    """One byte more is refused, and nothing arrives."""
    with pytest.raises(NetworkError, match="Request Entity Too Large"):
        await bot.send_document(ana.id, bytes(limits.UPLOAD_BYTES + 1), filename="mare.bin")

    assert ana.last.text == "/start"


def keys(*rows: object) -> dict[str, object]:
    """Return a call's buttons unchecked."""
    return {"reply_markup": {"inline_keyboard": list(rows)}}


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"chat_id": "--5"}, "chat not found"),
        ({"chat_id": "²"}, "chat not found"),
        ({"chat_id": ""}, "chat_id is empty"),
        ({"reply_parameters": {"message_id": "unu"}}, "must be a valid Number"),
        ({"entities": [{"type": "bold", "offset": "unu", "length": 1}]}, "MessageEntity"),
        ({"entities": {"type": "bold"}}, "Array of Objects expected"),
        ({"reply_markup": "{"}, "Can't parse JSON object"),
        ({"reply_markup": "[]"}, "Object expected"),
        (keys("Da"), "Array of Arrays expected"),
        (keys(["Da"]), "Object expected"),
        (keys([{"text": " ", "callback_data": "da"}]), "Text must be non-empty"),
        (keys([{"text": "Da"}]), "Text buttons are unallowed"),
        (keys([{"text": "Da", "url": "http://localhost/x"}]), "Wrong HTTP URL"),
        (keys([{"text": "Da", "url": "http://["}]), "Wrong HTTP URL"),
        (keys([{"text": "Da", "web_app": {"url": "https://["}}]), "Only HTTPS links"),
        (keys([{"text": "Da", "callback_data": "da"}] * 101), "reply markup is too long"),
        ({"parse_mode": "MarkdownV2"}, "unsupported parse_mode"),
    ],
)
async def test_nonsense_is_a_bad_request(
    bot: Bot, ana: SandboxUser, values: dict[str, object], complaint: str
) -> None:
    """A nonsensical request is refused as by Telegram, without a server error."""
    async with httpx.AsyncClient(verify=TLS["verify"]) as http:
        body = {"chat_id": ana.id, "text": "salut", **values}
        reply = await http.post(f"{bot.base_url}/sendMessage", json=body)

    assert reply.status_code == 400
    assert complaint in reply.json()["description"]


@pytest.mark.parametrize("content", ["{", "[" * 100_000])
async def test_a_body_that_is_no_json_is_a_bad_request(bot: Bot, content: str) -> None:
    """Also if it is nested too deeply, the answer is a refusal and no server error."""
    async with httpx.AsyncClient(verify=TLS["verify"]) as http:
        headers = {"content-type": "application/json"}
        reply = await http.post(f"{bot.base_url}/getMe", content=content, headers=headers)

    assert reply.status_code == 400
    assert "can't parse JSON object" in reply.json()["description"]
