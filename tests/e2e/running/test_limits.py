"""Floods: one warning, then nothing; moves are still accepted, and codes cannot be guessed."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest_asyncio

from bot.chat.ratings.list_files import MOST_FILES
from bot.runtime.limits import PERSON, Allowance, Gate, RateLimits
from sandbox import MessageButton
from tests.e2e.harness import Pair, Table, table
from tests.e2e.rating_talk import RatingTalk
from tests.e2e.texts import facts_of, says, told


@pytest_asyncio.fixture(name="guarded")
async def _guarded(tmp_path: Path) -> AsyncIterator[Table]:
    """Give a table whose bot limits floods, as in production."""
    async with table(tmp_path, gate=Gate()) as laid:
        yield laid


async def test_a_flood_is_answered_once_and_keeps_nobody_from_playing(guarded: Table) -> None:
    """Of thirty questions twenty are answered; the flooder's own move still counts."""
    pair: Pair = await guarded.match()
    seen = len(pair.red.messages)
    for _ in range(30):
        pair.red.send("/limba")
    await guarded.settle()
    answers = [each for each in pair.red.messages[seen:] if each.from_bot]
    notices = told(answers, "limit.too_much")
    assert len(notices) == 1
    assert len(answers) < 25

    await pair.place(pair.red, "H8 CASA")
    assert len((await pair.game()).moves) == 1

    (told_,) = await guarded.say(pair.blue, "/limba")
    assert not says(told_, "limit.too_much")
    pressed = [pair.red.press_button(notices[0], MessageButton("x", "lang:ro")) for _ in range(10)]
    await guarded.settle()
    assert not any(press.answered for press in pressed)
    await guarded.travel(0.01)
    (after,) = await guarded.say(pair.red, "/limba")
    assert says(after, "language.ask")


async def test_a_flood_of_moves_is_a_flood_too(tmp_path: Path) -> None:
    """A player who types moves without end is warned once; a stranger cannot do so.

    A person without a game needs no moves, so their texts count as questions.
    """
    most = 25
    gate = Gate(moves=RateLimits(Allowance(most, timedelta(seconds=1))))
    async with table(tmp_path, gate=gate) as guarded:
        pair = await guarded.match()
        stranger = guarded.sandbox.add_user("Neobositul", language_code="ro")
        for user, text, key, answered in (
            (stranger, "PAS", "limit.too_much", PERSON.burst),
            (pair.red, "A1 ZZZZ", "limit.too_many_moves", most),
        ):
            seen = len(user.messages)
            for _ in range(most + 3):
                user.send(text)
            await guarded.settle()
            answers = [each for each in user.messages[seen:] if each.from_bot]
            assert len(told(answers, key)) == 1
            assert len(answers) == answered + 1
        (told_,) = await guarded.say(pair.red, "/limba")
        assert says(told_, "language.ask")
        await guarded.travel(0.01)
        await pair.place(pair.red, "H8 CASA")
        assert len((await pair.game()).moves) == 1


async def test_of_a_flood_of_files_few_are_fetched(guarded: Table) -> None:
    """Of many tables the bot fetches as many as a list may have, and no unrequested one."""
    talk = RatingTalk.of(guarded, "Străin Grăbit")
    for _ in range(PERSON.burst + 5):
        talk.user.send_document("lista.csv", b"date,player\n")
    await guarded.settle()
    assert guarded.sandbox.calls_of("getFile") == []

    await guarded.travel(0.01)
    await talk.begin("frs")
    for _ in range(PERSON.burst + 5):
        talk.user.send_document("lista.csv", b"date,player\n")
    await guarded.settle()
    assert 0 < len(guarded.sandbox.calls_of("getFile")) <= MOST_FILES


async def test_an_arbiter_who_presses_and_pastes_is_not_held_up(guarded: Table) -> None:
    """Thirty actions at once are an arbiter's ordinary work."""
    seen = len(guarded.arbiter.messages)
    for _ in range(30):
        guarded.arbiter.send("/meciuri")
    await guarded.settle()

    answers = [each for each in guarded.arbiter.messages[seen:] if each.from_bot]
    assert len(answers) == 30
    assert not told(answers, "limit.too_much")


async def test_codes_cannot_be_guessed(guarded: Table) -> None:
    """After six wrong codes even a valid one is ignored for some time."""
    _, good, other = await guarded.invite()
    user = guarded.sandbox.add_user("Ghicitor", language_code="ro")
    for number in range(6):
        user.follow(f"https://t.me/{guarded.sandbox.username}?start=AAAAAAAAAAAAAAA{number}")
    await guarded.settle()
    assert len(told(user.messages, "start.bad_code")) == 6

    user.follow(good)
    await guarded.settle()
    assert says(user.last, "start.too_many_codes")
    ana = guarded.sandbox.add_user("Ana", language_code="ro")
    await guarded.join(ana, other)
    assert told(ana.messages, "start.joined")

    await guarded.travel(0.01)
    await guarded.join(user, good)
    assert told(user.messages, "start.joined")


async def test_a_groups_code_cannot_be_guessed_nor_used_by_another(guarded: Table) -> None:
    """Another's code is refused and stays valid for its owner; a person has six tries."""
    arbiter = guarded.arbiter
    (card,) = await guarded.say(arbiter, "/arhiva")
    (way,) = [each for each in card.buttons if each.data == "copies:archive"]
    arbiter.press_button(card, way)
    await guarded.settle()
    code = facts_of(arbiter.last, "copies.how")["code"]
    thief = guarded.sandbox.add_user("Hoț", language_code="ro")
    group = guarded.sandbox.add_group("Arhiva", [arbiter, thief])
    thief.send(f"/leaga {code}", chat=group)
    for number in range(6):
        arbiter.send(f"/leaga AAAAAAAAAAAAAAA{number}", chat=group)
    arbiter.send(f"/leaga {code}", chat=group)
    await guarded.settle()
    assert not told(group.messages, "group.archive_linked")

    await guarded.travel(0.01)
    for _ in range(2):
        arbiter.send(f"/leaga {code}", chat=group)
        await guarded.settle()
        assert len(told(group.messages, "group.archive_linked")) == 1


async def test_a_flooded_group_gets_less_and_nobody_else_is_kept_waiting(guarded: Table) -> None:
    """A group's commands share one allowance, and no warning is posted, to spare the group."""
    crowd = [guarded.sandbox.add_user(f"Om {n}", language_code="ro") for n in range(4)]
    group = guarded.sandbox.add_group("Gălăgie", crowd)
    for user in crowd * 15:
        user.send("/leaga cod", chat=group)
    await guarded.settle()

    answers = [each for each in group.messages if each.from_bot]
    assert 0 < len(answers) <= 40
