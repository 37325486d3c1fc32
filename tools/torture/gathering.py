"""Prepare a campaign: appoint arbiters, arrange and join matches, before any fault."""

from dataclasses import dataclass
from random import Random

from engine.ids import MatchCode
from sandbox import Message, Sandbox, SandboxUser
from tools.torture.crowd import Crowd
from tools.torture.players import PATIENCE, DatabaseReader, TortureMatch
from tools.torture.reading import links, pattern, says
from tools.torture.records import Records
from tools.torture.tabs import Tabs


@dataclass(slots=True)
class Gathering:
    """Appoints arbiters and arranges matches, before any fault."""

    sandbox: Sandbox
    reader: DatabaseReader
    records: Records
    random: Random
    arbiters: list[SandboxUser]
    crowd: Crowd
    tabs: Tabs
    arranged: int = 0
    """The number of matches arranged so far."""

    async def begin(self, operator: SandboxUser) -> None:
        """Let the operator appoint the arbiters."""
        await self._say(operator, "/start", None)
        for arbiter in self.arbiters:
            await self.appoint(operator, arbiter)

    async def appoint(self, operator: SandboxUser, arbiter: SandboxUser) -> None:
        """Let the operator appoint one more arbiter."""
        answers = await self._say(operator, "/arbitru", "arbiter.link")
        arbiter.follow(links(answers[-1].text)[0])
        (question,) = await self._answers(arbiter, 0, "office.offer_arbiter", 1)
        arbiter.press_button(question, question.buttons[0])
        await self._until_answered(question)

    async def match(self) -> TortureMatch:
        """Arrange one more match, and let both players join it."""
        self.arranged += 1
        users = [self.sandbox.add_user(f"{name}{self.arranged}", "ro") for name in ("Ana", "Ion")]
        names = " - ".join(f"{user.name} Pop" for user in users)
        arbiter = self.arbiters[self.arranged % len(self.arbiters)]
        card = (await self._say(arbiter, f"/meci {names}", "arrange.understood"))[-1]
        before = len(arbiter.messages)
        arbiter.press_button(card, card.buttons[0])
        answers = await self._answers(arbiter, before, "arrange.invitation", 2)
        facts = pattern("arrange.done").fullmatch(card.text)
        if facts is None:
            raise RuntimeError(f"the match is not arranged: {card.text}")
        invitations = [link for answer in answers for link in links(answer.text)]
        for user, link in zip(users, invitations, strict=True):
            user.follow(link)
            (question,) = await self._answers(user, 0, "join.ask", 1)
            user.press_button(question, question.buttons[0])
            await self._until_answered(question)
        code = MatchCode(facts["match"])
        players = {await self.reader.person(user): user for user in users}
        shared = (self.sandbox, self.reader, self.records, self.random)
        return TortureMatch(*shared, code, players, arbiter, self.crowd, self.tabs)

    async def _say(self, user: SandboxUser, text: str, key: str | None) -> list[Message]:
        """Write, and return all answers once there is one with the text of that key."""
        before = len(user.messages)
        user.send(text)
        return await self._answers(user, before, key, 1)

    async def _answers(
        self, user: SandboxUser, before: int, key: str | None, count: int
    ) -> list[Message]:
        """Return the bot's messages since then, once `count` have the text of that key.

        `before`: the number of messages before; `key`: None for any text.
        """

        def all_answers() -> list[Message] | None:
            new = [message for message in user.messages[before:] if message.from_bot]
            matching = [message for message in new if key is None or says(message, key)]
            return new if len(matching) >= count else None

        return await self.sandbox.wait_for(all_answers, seconds=PATIENCE)

    async def _until_answered(self, question: Message) -> None:
        """Wait until a question has been replaced by the answer to its button."""
        await self.sandbox.wait_for(lambda: not question.buttons, seconds=PATIENCE)
