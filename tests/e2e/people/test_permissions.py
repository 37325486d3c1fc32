"""Permissions: every command in every role, for one's own game and for others'.

`test_worlds` tries buttons and invented input.

Six people ask about one game: a player of it, a player of another game, its arbiter, another
arbiter, the operator, and a stranger.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from sqlalchemy import func, select

from bot.chat.commands import COMMANDS
from bot.chat.handling import Command, CommandRole
from sandbox import Message, SandboxUser
from storage.schema import events
from tests.e2e.harness import Pair, Table, table
from tests.e2e.plays import best
from tests.e2e.texts import facts_of, mentions

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAYER, FOREIGN, ARBITER, OTHER_ARBITER, OPERATOR, STRANGER = ROLES = (
    "player",
    "player of another game",
    "arbiter",
    "another arbiter",
    "operator",
    "stranger",
)
LEAST_AND_MOST = (STRANGER, OPERATOR)
"""Who asks a command for anyone about nothing: a person of no role, and one of every role."""
OUTSIDERS = (FOREIGN, OTHER_ARBITER, OPERATOR, STRANGER)
"""The four who may not see the game."""

REFUSALS = (
    "command.not_for_you",
    "fault.no_such_game",
    "fault.no_such_match",
    "fault.no_such_case",
    "fault.no_such_competition",
    "fault.not_your_game",
    "fault.not_your_match",
)
"""How the bot says that something is not one's own; a game one may not see is not even there."""

OF_PLAYERS = {
    "aminteste",
    "conditie",
    "returneaza",
    "contestatie",
    "intrerupere",
    "abandon",
}
"""About a game, for its players alone."""
OF_ITS_PEOPLE = {
    "tabla",
    "fisa",
    "timp",
    "jurnal",
    "sir",
    "litere",
    "istoric",
    "verifica",
    "export",
    "nota",
    "mesaje",
}
"""About a game, for its players and its arbiter."""
OF_ITS_ARBITER = {"decizie", "prelungire", "invitatie", "imputernicire"}
"""About a game, for its arbiter alone."""
BY_MATCH = {"invitatie", "imputernicire"}
"""Of these, about a match."""
SPECIAL = {"introdu", "dosar", "cazuri", "clasament", "campionat"}
"""Told in tests of their own: they depend on more than who asks."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The game in question, and the six people."""

    table: Table
    pair: Pair
    people: dict[str, SandboxUser]

    async def ask(
        self, command: str, about: str = "", *, roles: tuple[str, ...] = ROLES
    ) -> dict[str, Message]:
        """Have people of these roles use a command at once; return the first answer to each."""
        people = {role: self.people[role] for role in roles}
        seen = {role: len(user.messages) for role, user in people.items()}
        for user in people.values():
            user.send(f"/{command} {about}".strip())
        await self.table.settle()
        return {
            role: next(each for each in user.messages[seen[role] :] if each.from_bot)
            for role, user in people.items()
        }

    async def written(self) -> int:
        """Return the number of stored events."""
        async with self.table.stored.database.reading() as tx:
            return int((await tx.execute(select(func.count()).select_from(events))).scalar_one())


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """Give a game in which Red has opened, another game, and the other people."""
    folder = tmp_path_factory.mktemp("permissions")
    async with table(folder) as laid:
        pair = await laid.match()
        await pair.place(pair.red, best(await pair.game()) or "PAS")
        dan, ema, other, nobody = (
            laid.sandbox.add_user(name, language_code="ro") for name in ("Dan", "Ema", "Rea", "Neo")
        )
        await laid.match(red=dan, blue=ema)
        answers = await laid.say(laid.operator, "/arbitru")
        await laid.join(other, facts_of(answers[-1], "arbiter.link")["link"])
        await laid.say(nobody, "/start")
        six = (pair.blue, dan, laid.arbiter, other, laid.operator, nobody)
        yield Scene(laid, pair, dict(zip(ROLES, six, strict=True)))


def is_refusal(answer: Message) -> bool:
    """Return whether the answer refuses a foreign game or a foreign role's command."""
    return any(mentions(answer, key) for key in REFUSALS)


def allowed(command: Command) -> set[str]:
    """Return which of the six people may use the command on the game."""
    if command.romanian in OF_PLAYERS:
        return {PLAYER}
    if command.romanian in OF_ITS_PEOPLE:
        return {PLAYER, ARBITER}
    if command.romanian in OF_ITS_ARBITER:
        return {ARBITER}
    if command.role is CommandRole.ANYONE:
        return set(ROLES)
    if command.role is CommandRole.ARBITER:
        return {ARBITER, OTHER_ARBITER, OPERATOR}
    return {OPERATOR}


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each.romanian not in SPECIAL], ids=lambda c: c.romanian
)
async def test_a_command_is_for_those_it_is_meant_for(scene: Scene, command: Command) -> None:
    """All others are refused, and only an opened case stores an event."""
    of_game = command.romanian in OF_PLAYERS | OF_ITS_PEOPLE | OF_ITS_ARBITER
    about = scene.pair.code if command.romanian in BY_MATCH else scene.pair.id
    for_all = command.role is CommandRole.ANYONE and not of_game
    roles = LEAST_AND_MOST if for_all else ROLES
    before = await scene.written()

    answers = await scene.ask(command.romanian, about if of_game else "", roles=roles)

    welcome = {role for role, each in answers.items() if not is_refusal(each)}
    assert welcome == allowed(command) & {*roles}
    assert await scene.written() == before + (command.romanian == "decizie")


async def test_a_game_one_may_not_see_does_not_seem_to_exist(scene: Scene) -> None:
    """The answer about a foreign game is identical to that about a nonexistent game."""
    for command in ("tabla", "fisa", "litere", "export", "dosar", "jurnal"):
        foreign = await scene.ask(command, scene.pair.id, roles=OUTSIDERS)
        never = await scene.ask(command, "ZZZZ/1", roles=OUTSIDERS)
        for role in OUTSIDERS:
            assert foreign[role].text.replace(scene.pair.id, "ZZZZ/1") == never[role].text
