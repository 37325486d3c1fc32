"""Claims and rulings for tests: people file, answer and rule on them by messages and buttons."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.service.service import Service
from engine.cases.case import Case
from engine.cases.events import CaseId
from engine.cases.fold import replay_case
from engine.competitions.guards import Act
from engine.competitions.planning import set_arbiters
from engine.ids import PersonId
from sandbox import Message, MessageButton, SandboxUser
from storage import log
from storage.people import people
from storage.streams import case_stream
from tests.e2e.harness import Pair, Table, continues, label, match_begun
from tests.e2e.plays import no_word
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, pattern, told

WHY = "Pentru că așa scrie pe fișă."
REASON = "Am verificat fișa."
LATER = timedelta(minutes=15)


@continues(match_begun)
async def unlisted_placed(laid: Table) -> tuple[Any, ...]:
    """Have Red open with a word that is not listed; return the match and the move."""
    pair = Pair(laid, *laid.done)
    typed = no_word(await pair.game())
    await pair.place(pair.red, typed)
    return laid.done, typed


def pressed(message: Message, data: str) -> MessageButton:
    """Return the only button below the message whose data starts, or ends, with that text.

    A move's place, such as `s0`, is enough without the instant of the move.
    """
    found = [each for each in message.buttons if _is_of(each, data)]
    assert len(found) == 1, (data, [each.data for each in message.buttons])
    return found[0]


def _is_of(button: MessageButton, data: str) -> bool:
    place = button.data.rpartition(":")[2].partition(".")[0]
    is_move = re.fullmatch(r"[sra]\d+", data) is not None and place == data
    return button.data.startswith(data) or button.data.endswith(f":{data}") or is_move


async def tap(table: Table, user: SandboxUser, message: Message, data: str) -> list[Message]:
    """Have a person press the button with that data; return the new messages without the edit.

    A card's button that is not on its first page is pressed on the second.
    """
    await turn_to(table, user, message, data)
    seen = len(user.messages)
    user.press_button(message, pressed(message, data))
    await table.settle()
    return user.messages[seen:]


async def turn_to(table: Table, user: SandboxUser, card: Message, data: str) -> None:
    """Open the second page of a card if the button with that data is not on the first."""
    if not any(_is_of(each, data) for each in card.buttons):
        await turn(table, user, card)


async def turn(table: Table, user: SandboxUser, card: Message) -> None:
    """Open the second page of a card, with every ruling, if it has one."""
    for more in [each for each in card.buttons if each.data.endswith(":all")]:
        user.press_button(card, more)
        await table.settle()


async def dialogue(pair: Pair, user: SandboxUser, *choices: str, why: str = WHY) -> Message:
    """Have a player choose a kind of claim and write the reason; return the last question."""
    (card,) = await pair.table.say(user, f"/contestatie {pair.id}")
    for choice in choices:
        await tap(pair.table, user, card, choice)
    (shown,) = await pair.table.say(user, why)
    return shown


async def file(pair: Pair, user: SandboxUser, *choices: str, why: str = WHY) -> CaseId:
    """Have a player file a claim; return the case, which is not complete yet."""
    shown = await dialogue(pair, user, *choices, why=why)
    await pair.table.press(user, shown, "button.claim.file")
    return CaseId(facts_of(shown, "claim.filed")["case"])


async def claim(pair: Pair, user: SandboxUser, *choices: str, why: str = WHY) -> CaseId:
    """Have a player file a claim and let the opponent receive it; return the case."""
    case = await file(pair, user, *choices, why=why)
    await delivered(pair.table)
    return case


async def delivered(table: Table) -> None:
    """Let the bot confirm that the opponent has the message, so that the arbiter gets the card."""
    await table.sandbox.travel(LATER)
    await table.settle()
    await table.settle()


async def later(table: Table, days: int) -> None:
    """Advance the clock by that many days at once, unlike `Table.travel`."""
    await table.travel_to(table.sandbox.clock.now() + timedelta(days=days))


def card_of(arbiter: SandboxUser, case: str) -> Message:
    """Return the arbiter's only card of the case in its present form."""
    shown = told(arbiter.messages, "case.card", case=case)
    assert len(shown) == 1, shown
    return shown[0]


async def own_case(table: Table, game: str) -> Message:
    """Have the arbiter open a case without a claim; return its card."""
    return (await table.say(table.arbiter, f"/decizie {game}"))[-1]


async def rule(
    table: Table,
    card: Message,
    ruling: str,
    *,
    by: SandboxUser | None = None,
    reason: str = REASON,
) -> Message:
    """Have an arbiter choose a ruling on the card, give a reason and confirm; return the answer."""
    arbiter = by or table.arbiter
    (asked,) = await _begun(table, arbiter, card, f"rule:{_case(card)}:{ruling}")
    return await confirm(table, arbiter, reason, asked)


async def _begun(table: Table, arbiter: SandboxUser, card: Message, data: str) -> list[Message]:
    """Have an arbiter press that button of a card or of its second page; return the answers.

    The second page has a button for every ruling that is possible (`test_card_pages`), and the card
    one that leads there. It is not opened here: the bot then says what each of them would bring,
    which takes it longer than the ruling.
    """
    if any(_is_of(each, data) for each in card.buttons):
        return await tap(table, arbiter, card, data)
    assert any(each.data.endswith(":all") for each in card.buttons), card.buttons
    seen = len(arbiter.messages)
    arbiter.press_button(card, MessageButton("on the second page", data))
    await table.settle()
    return arbiter.messages[seen:]


async def confirm(table: Table, arbiter: SandboxUser, reason: str, asked: Message) -> Message:
    """Have an arbiter give the requested reason and confirm; return the answer."""
    assert pattern("decision.why").fullmatch(asked.text)
    (shown,) = await table.say(arbiter, reason)
    await table.press(arbiter, shown, "button.decide")
    return shown


async def choose(table: Table, card: Message, kind: str, ruling: str) -> Message:
    """Have the arbiter open a kind of ruling, choose one of its figures, and confirm."""
    (offer,) = await _begun(table, table.arbiter, card, f"k:{_case(card)}:more:{kind}")
    (asked,) = await tap(table, table.arbiter, offer, f"rule:{_case(card)}:{ruling}")
    return await confirm(table, table.arbiter, REASON, asked)


def _case(card: Message) -> str:
    return facts_of(card, "case.card")["case"]


def offered(card: Message) -> list[str]:
    """Return the labels of the ruling buttons on the card."""
    return [each.data.rpartition(":")[2] for each in card.buttons if each.data.startswith("rule:")]


def lifting(card: Message) -> str:
    """Return the last ruling on the card that takes an act back."""
    return [one for one in offered(card) if one.startswith("lifted")][-1]


async def case_now(table: Table, case: str) -> Case:
    """Return the case, rebuilt from its events."""
    async with table.stored.database.reading() as tx:
        stored = await log.load(tx, case_stream(case))
    return replay_case(row.event for row in stored)


@dataclass(slots=True)
class Deputy:
    """A second arbiter of a competition."""

    user: SandboxUser
    person: PersonId


async def second_arbiter(made: Season, name: str = "Dana Arbitru") -> Deputy:
    """Add a person as an arbiter of the competition beside its chief arbiter."""
    table = made.table
    user = table.sandbox.add_user(name, language_code="ro")
    await table.say(user, "/start")
    deputy = await person_of(table, user)
    await name_arbiters(made, await person_of(table, table.arbiter), deputy)
    return Deputy(user, deputy)


async def name_arbiters(made: Season, *arbiters: PersonId) -> None:
    """Give the competition these arbiters, the chief arbiter first."""
    async with made.table.app.runtime.unit() as unit:
        service = Service(unit, made.table.app.shared)
        snapshot = await service.competitions.load(made.code)
        act = Act(by=snapshot.competition.arbiters[0], at=unit.now)
        await service.competition_acts.record(
            snapshot, set_arbiters(snapshot.competition, act, arbiters), unit.now
        )
        for arbiter in arbiters:
            await people.change(unit.tx, arbiter, arbiter=True)


async def person_of(table: Table, user: SandboxUser) -> PersonId:
    """Return the person that the bot stores for that account."""
    return (await table.stored.person(user.id)).id


async def join_club(table: Table, user: SandboxUser, club: str) -> None:
    """Store the person's club."""
    person = await person_of(table, user)
    async with table.app.runtime.unit() as unit:
        await people.change(unit.tx, person, club=club)


def has_button(message: Message, key: str) -> bool:
    """Return whether the message has a button with that label."""
    return label(key) in [each.label for each in message.buttons]


async def exchanged(table: Table, stream: str, before: str, after: str) -> int:
    """Change the stored log, as somebody with access to the file could; count its events."""
    async with table.app.runtime.database.transaction() as tx:
        await tx.exec_driver_sql(
            "UPDATE events SET payload = replace(payload, ?, ?) WHERE stream = ?",
            (before, after, stream),
        )
        found = await tx.exec_driver_sql("SELECT count(*) FROM events WHERE stream = ?", (stream,))
        return int(found.scalar_one())
