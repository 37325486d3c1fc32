"""Opens an arbiter's waiting tasks as the arbiter does: by `/mesa` and its button."""

from sandbox import Message, SandboxUser
from tests.e2e.harness import Table


async def from_task_list(table: Table, about: str, *, user: SandboxUser | None = None) -> Message:
    """Have an arbiter open the task of that game, match, case or letter.

    Returns the message, or of several the one with buttons.
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
