"""What waits for an arbiter, opened as they do: from `/mesa`, by its button."""

from sandbox import Message, SandboxUser
from tests.e2e.harness import Table


async def from_task_list(table: Table, about: str, *, user: SandboxUser | None = None) -> Message:
    """Have an arbiter open what waits for them about that game, match, case or letter.

    Returns what they are sent, the message with buttons where there are several.
    """
    arbiter = user or table.arbiter
    (listed,) = await table.say(arbiter, "/mesa")
    (opens,) = [
        each
        for each in listed.buttons
        if each.data.startswith("mesa:open:") and each.data.split(":", 3)[3] == about
    ]
    seen = len(arbiter.messages)
    arbiter.press_button(listed, opens)
    await table.settle()
    sent = arbiter.messages[seen:]
    return next((each for each in reversed(sent) if each.buttons), sent[-1])
