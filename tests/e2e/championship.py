"""Drives `/campionat` as an arbiter: sets up, fills, draws and starts a competition.

The arbiter has one card, whose message the presses change; the methods return any other message.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from bot.service.pure.competitions.draft import (
    CompetitionDraft,
    DraftField,
    answered,
    plans_of,
    ruleset_of,
)
from bot.service.pure.competitions.titles import code_for
from bot.service.service import Service
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionCreated
from engine.competitions.guards import Act
from engine.competitions.parts import ExclusionPolicy
from engine.competitions.planning import create
from engine.competitions.results import approve_result, correct_result
from engine.figures import figures
from engine.ids import CompetitionCode, PersonId
from sandbox import Message, SandboxUser
from storage.people import people
from tests.e2e.harness import Table, in_telegram
from tests.e2e.texts import facts_of, mentions, patterns, told

PLAYERS = """\
name,club,seed
Ana Pop,Cluj,1
Ion Rus,Iași,2
Dan Ene,Cluj,3
Ema Ilie,Iași,4
Geo Luca,,5
Vio Marin,Brașov,6
"""
"""Six players, who make two groups of three."""
FOUR = "Ana Pop, Cluj, 1\nIon Rus, Iași, 2\nDan Ene, Cluj, 3\nEma Ilie, Iași, 4"
"""The same without a header and the last two, as an arbiter types them."""

_MOST, _LEAST = Decimal("1.6667"), Decimal("0.3333")


@dataclass(slots=True)
class Championship:
    """A competition in the sandbox, as its arbiter sees it."""

    table: Table
    code: CompetitionCode
    card: Message
    links: dict[str, str] = field(default_factory=dict)
    players: dict[str, SandboxUser] = field(default_factory=dict)

    @property
    def arbiter(self) -> SandboxUser:
        """Return the arbiter who set up the competition."""
        return self.table.arbiter

    async def now(self) -> Competition:
        """Return the competition, rebuilt from its events."""
        return await self.table.stored.competition(self.code)

    async def names(self) -> dict[PersonId, str]:
        """Return the names of the players in the phase."""
        players = (await self.now()).phase.players
        async with self.table.stored.database.reading() as tx:
            return {who: (await people.get(tx, who)).name for who in players}

    async def homologate_all(self, *, alike: bool = False) -> None:
        """Approve every open game of the phase as a draw, directly in the storage.

        The earlier a player is in their group, the more they score, so the first player leads. With
        `alike` all score the same, and only the draw of lots separates them.
        """
        app = self.table.app
        async with app.runtime.unit() as unit:
            service = Service(unit, app.shared)
            snapshot = await service.competitions.load(self.code)
            act = Act(by=snapshot.competition.arbiters[0], at=unit.now)
            order = [who for group in snapshot.competition.phase.groups for who in group.players]
            for game, (red, blue) in snapshot.competition.phase.open_games().items():
                scores = (400 - order.index(red), 400 - order.index(blue))
                scores = (400, 400) if alike else scores
                level = figures(Decimal(1), Decimal(1), scores=scores, article="8.4")
                events = approve_result(snapshot.competition, act, game, level)
                snapshot = await service.competition_acts.record(snapshot, events, unit.now)
        await self.table.settle()

    async def correct(self, winner: PersonId) -> None:
        """Make the player the winner of their official games of the first phase.

        Stores a ruling directly, without a case.
        """
        app = self.table.app
        async with app.runtime.unit() as unit:
            service = Service(unit, app.shared)
            snapshot = await service.competitions.load(self.code)
            act = Act(by=snapshot.competition.arbiters[0], at=unit.now)
            official = snapshot.competition.phases[0].results
            for match in snapshot.competition.phases[0].matches:
                games = match.games if winner in match.players else {}
                for game, (red, _) in games.items():
                    if game not in official:
                        continue
                    worth = (_MOST, _LEAST) if red == winner else (_LEAST, _MOST)
                    found = figures(*worth, scores=(400, 400), article="10.2")
                    events = correct_result(snapshot.competition, act, game, found, "hotărâre")
                    snapshot = await service.competition_acts.record(snapshot, events, unit.now)
        await self.table.settle()

    async def press(self, key: str, /, *, label: str = "") -> list[Message]:
        """Press the button of that key (or with that label) under the card."""
        return await press(self.table, self.arbiter, self.card, key, label=label)

    async def say(self, text: str) -> list[Message]:
        """Have the arbiter write a text; a card in the answer becomes the present card."""
        return self._seen(await self.table.say(self.arbiter, text))

    async def send(self, name: str, content: bytes) -> list[Message]:
        """Have the arbiter send a file."""
        seen = len(self.arbiter.messages)
        self.arbiter.send_document(name, content)
        await self.table.settle()
        return self._seen([one for one in self.arbiter.messages[seen:] if one.from_bot])

    def _seen(self, answers: list[Message]) -> list[Message]:
        with_buttons = [one for one in answers if any(key.data for key in one.buttons)]
        if with_buttons:
            self.card = with_buttons[-1]
        return answers

    async def enter(self, players: str = PLAYERS) -> None:
        """Paste a list, enter all players on it, and store their invitation links."""
        await self.press("button.comp.add")
        await self.say(players)
        await self.table.all_are_others(self.arbiter, self.card)
        answers = await self.press("button.comp.enter")
        self.note_links(answers)

    def note_links(self, answers: list[Message]) -> None:
        """Store the links of a message with invitations."""
        messages = told(answers, "comp.invitations")
        assert len(messages) == 1
        messages += told(answers, "comp.invitations_more")
        lines = [line for message in messages for line in message.text.splitlines()]
        rows = [line.partition(": ") for line in lines if "start=" in line]
        self.links |= {name: link for name, _, link in rows}

    async def claim(self, name: str, *, user: SandboxUser | None = None) -> SandboxUser:
        """Have a player open their invitation."""
        user = user or self.table.sandbox.add_user(f"{name} de pe telefon", language_code="ro")
        await self.table.join(user, self.links[name])
        self.players[name] = user
        return user

    async def claim_all(self, *names: str) -> None:
        """Have these players open their invitations at the same time; `players` may know them."""
        sandbox = self.table.sandbox
        for name in names:
            if name not in self.players:
                user = sandbox.add_user(f"{name} de pe telefon", language_code="ro")
                self.players[name] = user
            self.players[name].follow(in_telegram(self.links[name]))
        await self.table.settle()
        for name in names:
            asked = self.players[name].last
            (accept,) = [each for each in asked.buttons if each.data.endswith(":yes")]
            self.players[name].press_button(asked, accept)
        await self.table.settle()

    async def draw(self) -> None:
        """Close the entries; draw groups and colours."""
        await self.steps("commit", "yes_commit", "draw", "list")

    async def steps(self, *keys: str) -> None:
        """Press these buttons of the card in this order."""
        for key in keys:
            await self.press(f"button.comp.{key}")


async def press(
    table: Table, user: SandboxUser, message: Message, key: str, *, label: str = ""
) -> list[Message]:
    """Have a person press the button with that key, or the first with that label."""
    wanted = patterns(key)
    found = [
        one
        for one in message.buttons
        if label in one.label and any(each.fullmatch(one.label) for each in wanted)
    ]
    assert found, f"no button {key} {label} under {message!r}"
    seen = len(user.messages)
    user.press_button(message, found[0])
    await table.settle()
    return user.messages[seen:]


async def set_up(
    table: Table,
    answers: Mapping[str, str] | None = None,
    *,
    title: str = "Campionatul Național 2025",
) -> Championship:
    """Create a competition with these answers directly in the storage; return it with its card.

    `set_up_in_chat` creates the same one by ten more messages.
    """
    arbiter = await table.stored.person(table.arbiter.id)
    shared = table.app.shared
    async with table.app.runtime.unit() as unit:
        service = Service(unit, shared)
        draft = CompetitionDraft()
        for name, answer in {"title": title, **_given(answers)}.items():
            draft = answered(draft, DraftField(name), answer, service.today(), shared.rules)
        plans = plans_of(draft)
        created = CompetitionCreated(
            at=unit.now,
            competition=await service.competitions.free_code(code_for(draft.title)),
            title=draft.title,
            arbiters=(arbiter.id,),
            rules=ruleset_of(draft, shared.rules),
            edition=shared.edition_on(plans[0].start),
            plans=plans,
            exclusion=ExclusionPolicy(draft.exclusion),
        )
        create(created)
        await service.competition_acts.begin(created)
    (card,) = await table.say(table.arbiter, f"/campionat {created.competition}")
    return Championship(table, created.competition, card)


async def set_up_in_chat(
    table: Table,
    answers: Mapping[str, str] | None = None,
    *,
    title: str = "Campionatul Național 2025",
) -> Championship:
    """Have the arbiter set up a competition by messages and buttons."""
    given = _given(answers)
    (card,) = await table.say(table.arbiter, f"/campionat {title}")
    assert not mentions(card, "comp.begun"), "another competition is being set up"
    await press(table, table.arbiter, card, f"comp.phases.{given['phases']}")
    for name in ("groups", "preliminary", "advance", "final"):
        if name in given:
            (card,) = await table.say(table.arbiter, given[name])
    for name in ("exclusion", "scope"):
        await press(table, table.arbiter, card, f"button.comp.{name}.{given[name]}")
    if "returns" in given:
        (card,) = await table.say(table.arbiter, given["returns"])
    await press(table, table.arbiter, card, "button.comp.create")
    return Championship(table, CompetitionCode(facts_of(card, "comp.card")["code"]), card)


def _given(answers: Mapping[str, str] | None) -> dict[str, str]:
    """Return the answers for two phases and two groups from 5 May, unless `answers` differ.

    With `phases` „final” or „preliminary” the competition has only that phase.
    """
    given = {
        "phases": "both",
        "groups": "2",
        "preliminary": "5.05 30.09",
        "advance": "1+1",
        "final": "10.10 28.02",
        "exclusion": "half",
        "scope": "home",
        **(answers or {}),
    }
    if given["phases"] == "final":
        del given["preliminary"], given["advance"]
    if given["phases"] == "preliminary":
        del given["final"], given["advance"]
    return given
