"""What `test_places` and other tests share."""

from sandbox import Message, SandboxUser
from tests.e2e.harness import Table
from tests.e2e.texts import facts_of, mentions, worded


def somebody(table: Table, name: str) -> SandboxUser:
    """Return a person unknown to the bot."""
    return table.sandbox.add_user(name, language_code="ro")


async def places(table: Table, code: str) -> Message:
    """Return the arbiter's card of a match's seats."""
    (card,) = await table.say(table.arbiter, f"/invitatie {code}")
    return card


async def pressed(table: Table, user: SandboxUser, message: Message, label: str) -> list[Message]:
    """Have a person press the button with that label; return their other new messages."""
    seen = len(user.messages)
    user.press(message, label)
    await table.settle()
    return user.messages[seen:]


async def asked_beside(table: Table, card: Message, key: str, **facts: str) -> Message:
    """Have the arbiter press that button of a card; return the question, a message of its own."""
    (asked,) = await pressed(table, table.arbiter, card, worded(key, **facts))
    return asked


async def freed(table: Table, code: str, who: str, reason: str = "place.usual_other") -> str:
    """Have the arbiter free a seat with a usual reason; return the new link."""
    asked = await asked_beside(table, await places(table, code), "button.place.free", who=who)
    assert mentions(asked, "place.question", who=who)
    await pressed(table, table.arbiter, asked, worded(reason))
    assert mentions(asked, "place.show", who=who)
    await table.press(table.arbiter, asked, "button.decide")
    return facts_of(asked, "place.freed")["link"]


async def called_off(table: Table, code: str) -> Message:
    """Have the arbiter cancel a match; return the question, which then confirms it."""
    asked = await asked_beside(table, await places(table, code), "button.call_off")
    await pressed(table, table.arbiter, asked, worded("call_off.usual_mistake"))
    assert mentions(asked, "call_off.show", match=code)
    await table.press(table.arbiter, asked, "button.decide")
    return asked
