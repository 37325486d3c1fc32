"""One whole match, played once by people who write and press; tests then read the messages.

The generator plays the home game, at first half a day a turn, with refusals, leave and a reminder;
the return game begins when both ask for it, and ends by four passes.
"""

from copy import copy
from dataclasses import dataclass, field

from engine.games.game import Game, Stage
from engine.ids import Seat
from sandbox import Message, SandboxUser
from tests.e2e import texts
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.plays import longest, no_word
from tests.e2e.task_list import from_task_list

Scene = dict[str, list[Message]]
"""What the bot sent to `ana`, `ion` and the `arbiter` at one time, as it read then."""
SLOW_TURNS = 5
"""The turns of the home game that are half a day or more apart."""


@dataclass(slots=True, kw_only=True)
class Turn:
    """A sent move or pass, and the messages that each of the three then got."""

    by: str
    partner: str
    typed: str
    before: Game
    after: Game
    preview: Message
    scene: Scene


@dataclass(slots=True, kw_only=True)
class Story:
    """The match, its turns, and its scenes by name."""

    table: Table
    people: dict[str, SandboxUser]
    pair: Pair
    scenes: dict[str, Scene]
    turns: list[Turn] = field(default_factory=list)
    _heard: dict[str, int] = field(default_factory=dict)

    @property
    def ana(self) -> SandboxUser:
        """Return Red of the home game."""
        return self.people["ana"]

    @property
    def ion(self) -> SandboxUser:
        """Return Blue of the home game."""
        return self.people["ion"]

    def news(self) -> Scene:
        """Return the bot's messages to each of the three since the last call."""
        found = {}
        for name, user in self.people.items():
            new = user.messages[self._heard.get(name, 0) :]
            found[name] = [copy(message) for message in new if message.from_bot]
            self._heard[name] = len(user.messages)
        return found

    def close(self, scene: str) -> None:
        """End a scene, which gets all messages since the last one."""
        self.scenes[scene] = self.news()

    async def turn(self, typed: str | None = None) -> bool:
        """Have the player on turn lay as many tiles as possible; return `False` when it is over."""
        game = await self.pair.game()
        if game.stage is not Stage.RUNNING:
            return False
        by = self.pair.red if game.turn is Seat.RED else self.pair.blue
        names = [name for name, user in self.people.items() if user is by]
        names += [name for name in ("ana", "ion") if name not in names]
        text = typed or longest(game) or "PAS"
        self.news()
        preview = await self.pair.type(by, text)
        shown = copy(preview)
        await self.table.press(by, preview, "button.send")
        self.turns.append(
            Turn(
                by=names[0],
                partner=names[1],
                typed=text,
                before=game,
                after=await self.pair.game(),
                preview=shown,
                scene=self.news(),
            )
        )
        self.turns[-1].scene[names[0]].insert(0, copy(preview))
        return True


async def play_match(table: Table) -> Story:
    """Play the match and return its story."""
    story = await _begun(table)
    await _home_game(story)
    await _return_game(story)
    await _results(story)
    return story


async def _begun(table: Table) -> Story:
    """Arrange the match for 3 May; both join two days before; advance to that day."""
    ana = table.sandbox.add_user("anutza_23", language_code="ro")
    ion = table.sandbox.add_user("Ionel", language_code="ro")
    people = {"ana": ana, "ion": ion, "arbiter": table.arbiter}
    code, one, other = await table.invite(options="faza preliminara start 2025-05-03")
    story = Story(table=table, people=people, pair=Pair(table, code, ana, ion), scenes={})
    await table.say(table.arbiter, f"/verifica {code}")
    story.close("arranged")
    for user, link in ((ana, one), (ion, other)):
        await table.join(user, link)
    story.close("joined")
    await table.travel_to(bucharest("2025-05-03", "07:59:59"))
    story.close("too early")
    await table.travel_to(bucharest("2025-05-03", "08:00:00"))
    story.close("opened")
    return story


async def _home_game(story: Story) -> None:
    """Play the home game to its end."""
    table, pair = story.table, story.pair
    await table.say(story.ana, no_word(await pair.game()))
    story.close("no word")
    await table.say(story.ana, "A1 ZEU")
    story.close("impossible")
    await table.say(story.ion, "/concediu 5.05 6.05")
    story.close("leave announced")
    await story.turn()
    await table.travel_to(bucharest("2025-05-08"))
    story.close("reminded")
    while await story.turn():
        if len(story.turns) < SLOW_TURNS:
            await table.travel(0.5)


async def _return_game(story: Story) -> None:
    """Begin the return game at once, make three moves, then pass."""
    table, pair = story.table, story.pair
    story.close("home game over")
    for user, scene in ((story.ana, "one is ready"), (story.ion, "both are ready")):
        (offer,) = texts.told(user.messages, "return_leg.offered")
        await table.press(user, offer, "button.return_leg")
        story.close(scene)
        story.scenes[scene]["pressed"] = [copy(offer)]
    story.pair = Pair(table, pair.code, red=story.ion, blue=story.ana, leg=2)
    for typed in (None,) * 3 + ("PAS",) * 4:
        await story.turn(typed)


async def _results(story: Story) -> None:
    """Have both players confirm, and the arbiter approve."""
    table = story.table
    (card,) = await table.say(table.arbiter, f"/omologheaza {story.pair.code}")
    asked = [story.ana.messages[-1], story.ion.messages[-1], card]
    story.scenes["results"] = {
        name: [copy(message)] for name, message in zip(story.people, asked, strict=True)
    }
    for user, question in ((story.ana, asked[0]), (story.ion, asked[1])):
        await table.press(user, question, "button.results_yes")
    story.close("confirmed")
    asked[2] = await from_task_list(table, story.pair.code)
    await table.press(table.arbiter, asked[2], "button.homologate")
    story.close("homologated")
    story.scenes["homologated"]["pressed"] = [copy(message) for message in asked]
