"""What a kind of game has, in lists, pickers, pages and texts."""

from pathlib import Path
from typing import Any

from sandbox import SandboxUser
from storage.people import people
from storage.play import game_rows
from storage.play.game_rows import GameRow
from tests.e2e.harness import Pair, Table, continues, table
from tests.e2e.matches.practice_shared import Trainee, practice_moved
from tests.e2e.mini_app import mini_app
from tests.e2e.texts import mentions, says, worded

TO_SOMEBODY = (
    *("/mesaj", "/mesaj salut", "- salut", "/mesaje", "/arbitru", "/arbitru Se poate?"),
    *("/contestatie", "/aminteste", "/dosar", "/conditie"),
)
"""Commands that concern an opponent who reads, or an arbiter."""


@continues(practice_moved)
async def both_begun(laid: Table) -> tuple[Any, ...]:
    """Begin a match with an arbiter as well; return the player and the match's code."""
    (user,) = laid.done
    real = await laid.match(red=user)
    return user, real.code


@continues(practice_moved)
async def friendly_begun(laid: Table) -> tuple[Any, ...]:
    """Begin a friendly match as well; return the player."""
    (user,) = laid.done
    (card,) = await laid.say(user, "/joaca")
    await laid.forge(user, card, "play:10:2:public")
    other = laid.sandbox.add_user("Dan Ene", language_code="ro")
    (listed,) = await laid.say(other, "/cereri")
    other.press_button(listed, listed.buttons[0])
    await laid.settle()
    return (user,)


async def test_practice_is_never_meant_where_somebody_reads(tmp_path: Path) -> None:
    """With a real game running, a message, letter or claim is about it, without a question."""
    async with table(tmp_path, after=both_begun) as laid:
        user, code = laid.done
        practice = next(row.game_id for row in await _listed(laid, user) if code not in row.game_id)
        for command in TO_SOMEBODY:
            answers = await laid.say(user, command)
            assert answers, command
            for answer in answers:
                shown = [answer.text, *(each.data for each in answer.buttons)]
                assert not says(answer, "games.which"), command
                assert not [one for one in shown if practice.partition("/")[0] in one], command

        (leave,) = await laid.say(user, "/concediu")
        assert code in leave.text
        assert practice.partition("/")[0] not in leave.text


async def test_a_practice_game_alone_names_itself_in_every_refusal(tmp_path: Path) -> None:
    """Letters and claims are refused as practice, and there are no messages to stop."""
    async with table(tmp_path, after=practice_moved) as laid:
        (user,) = laid.done
        for command in ("/arbitru", "/arbitru Se poate?", "/contestatie"):
            (answer,) = await laid.say(user, command)
            assert mentions(answer, "fault.practice_unruled"), command
        (answer,) = await laid.say(user, "/mesaje")
        assert says(answer, "chat.practice_none")
        assert not answer.buttons
        (helped,) = await laid.say(user, "/ajutor")
        for command in ("/mesaj", "/concediu", "/arbitru"):
            assert f"{command} –" not in helped.text
        assert mentions(helped, "help.play")


async def test_a_friendly_match_has_neither_arbiter_nor_phase(tmp_path: Path) -> None:
    """A letter is refused at once, no button offers one, and leave speaks of no phase."""
    async with table(tmp_path, after=friendly_begun) as laid:
        (user,) = laid.done
        (refused,) = await laid.say(user, "/arbitru")
        assert mentions(refused, "fault.no_arbiter_here")
        (offered,) = await laid.say(user, "frumos jucat azi")
        assert not [each for each in offered.buttons if "!" in each.data]
        (noted,) = await laid.say(user, "/concediu 10.05 12.05")
        assert says(noted, "leave.noted_match")
        assert "faz" not in noted.text
        (refused,) = await laid.say(user, "/concediu 20.05 29.05")
        assert mentions(refused, "fault.leave_over_allowance")
        assert "faz" not in refused.text


async def test_the_sheets_of_practice_are_headed_practice(tmp_path: Path) -> None:
    """Chat and app show a practice game without competition, phase, arbiter or messages."""
    async with table(tmp_path, after=practice_moved) as laid, mini_app(laid) as app:
        (user,) = laid.done
        pair: Pair = Trainee(laid, user).playing()
        shown = await (await app.open(user)).game(pair.id)
        assert shown["competition"] == worded("match.practice")
        assert (shown["arbiter"], shown["messages"]) == ("", False)


async def _listed(laid: Table, user: SandboxUser) -> list[GameRow]:
    async with laid.app.runtime.database.reading() as tx:
        (person,) = [one for one in await people.everybody(tx) if one.address == user.id]
        return await game_rows.listed_of(tx, person.id)
