"""`/verifica` before a game begins: commitments of its draws, for the people concerned."""

import hashlib

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.harness import HOME_SEED, RETURN_SEED, Table
from tests.e2e.texts import says


async def joined(table: Table, options: str = "") -> tuple[str, SandboxUser]:
    """Have a match arranged and its first player join; return its code and that player."""
    ana = table.sandbox.add_user("Ana", language_code="ro")
    code, link, _ = await table.invite(options=options)
    await table.join(ana, link)
    return code, ana


def hashes(message: Message) -> list[bool]:
    """Return whether the message shows the SHA-256 of both the home and the return seed."""
    seeds = (HOME_SEED, RETURN_SEED)
    return [hashlib.sha256(bytes.fromhex(seed)).hexdigest() in message.text for seed in seeds]


@pytest.mark.article("1.3")
async def test_what_the_letters_are_held_to_can_be_read_before_the_game(table: Table) -> None:
    """Player and arbiter see both hashes and no seed; other people see nothing."""
    code, ana = await joined(table, "start 20.05.2025")

    (offered,) = await table.say(ana, "/verifica")
    assert says(offered, "verify.which")
    seen = len(ana.messages)
    ana.press_button(offered, offered.buttons[0])
    await table.settle()
    (by_button,) = ana.messages[seen:]
    (by_code,) = await table.say(ana, f"/verifica {code.lower()}")
    (arbiters,) = await table.say(table.arbiter, f"/verifica {code}")

    for shown in (by_button, by_code, arbiters):
        assert says(shown, "verify.match", match=code)
        assert hashes(shown) == [True, True]
        assert HOME_SEED not in shown.text
        assert RETURN_SEED not in shown.text
    stranger = table.sandbox.add_user("Chibițul", language_code="ro")
    (refused,) = await table.say(stranger, f"/verifica {code}")
    assert hashes(refused) == [False, False]
    assert await table.forge(stranger, refused, f"verify:match:{code}")
    assert stranger.last is refused


async def test_who_has_nothing_to_verify_reads_so(table: Table) -> None:
    """A person without game, match or competition reads that, not an empty list."""
    stranger = table.sandbox.add_user("Chibițul", language_code="ro")

    (answer,) = await table.say(stranger, "/verifica")

    assert says(answer, "games.none")
