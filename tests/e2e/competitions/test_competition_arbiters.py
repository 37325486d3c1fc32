"""A competition's arbiters: co-arbiters, the chief arbiter, and people who are refused."""

from io import BytesIO

import pytest
import pytest_asyncio
from PIL import Image, ImageChops

from bot.documents.render.layout import HEAD
from sandbox import Message, SandboxUser
from tests.e2e.championship import FOUR, Championship, press
from tests.e2e.harness import Table
from tests.e2e.mini_app import mini_app
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, says, told


@pytest_asyncio.fixture
async def deputy(table: Table) -> SandboxUser:
    """Give a second arbiter."""
    return await arbiter_joined(table, "Dora Arbitru")


async def arbiter_joined(table: Table, name: str) -> SandboxUser:
    """Have another arbiter accept the operator's link."""
    user = table.sandbox.add_user(name, language_code="ro")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    await table.join(user, link)
    return user


async def test_a_competition_is_handed_over_in_two_taps(
    championship: Championship, deputy: SandboxUser
) -> None:
    """A co-arbiter sees the card and rules; all arbiters are notified of the new chief arbiter.

    An arbiter who is added twice, by a second press on the way at once, is added once.
    """
    table = championship.table
    await championship.press("button.comp.arbiters")
    (add,) = [one for one in championship.card.buttons if "Dora" in one.label]
    for _ in range(2):
        championship.arbiter.press_button(championship.card, add)
    await table.settle()
    assert len((await championship.now()).arbiters) == 2
    (added,) = told(deputy.messages, "comp.arbiter_added")
    assert mentions(added, "comp.arbiter_added", title="Cupa Primăverii 2025")
    (card,) = await table.say(deputy, f"/campionat {championship.code}")
    assert mentions(card, "comp.card", code=championship.code)
    await championship.press("button.comp.arbiters")
    await championship.press("button.comp.arbiter_main", label="Dora")
    former, dora = (await championship.now()).arbiters
    await championship.press("button.comp.yes_arbiter_main")

    assert (await championship.now()).arbiters == (dora, former)
    assert told(deputy.messages, "comp.handed_over")
    await press(table, deputy, card, "button.comp.arbiters")
    await press(table, deputy, card, "button.comp.arbiter_off")
    await press(table, deputy, card, "button.comp.yes_arbiter_off")
    assert (await championship.now()).arbiters == (dora,)
    (refused,) = await championship.say(f"/campionat {championship.code}")
    assert mentions(refused, "fault.not_in_competition", title="Cupa Primăverii 2025")
    (listed,) = await championship.say("/campionat")
    assert says(listed, "comp.none")


@pytest.mark.usefixtures("deputy")
async def test_every_arbiter_can_be_added_however_many_there_are(
    championship: Championship, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page offers the first, its button the others."""
    monkeypatch.setattr("bot.chat.competitions.arbiters._ON_PAGE", 1)
    await arbiter_joined(championship.table, "Vera Arbitru")
    await championship.press("button.comp.arbiters")
    assert championship.card.labels[0] == "➕ Dora Arbitru"

    await championship.press("button.list_on")

    assert championship.card.labels[0] == "➕ Vera Arbitru"


async def test_who_is_no_arbiter_of_it_changes_nothing(
    championship: Championship, deputy: SandboxUser
) -> None:
    """Other arbiters, players and strangers are refused at a forged button."""
    table = championship.table
    await championship.enter(FOUR)
    ana = await championship.claim("Ana Pop")
    before = await championship.now()
    steps = ("commit:yes", "enter", "add", "inv", "arb", "plan", "advance:yes", "close:yes", "x")
    for person in (deputy, ana):
        message = next(one for one in person.messages if one.from_bot)
        for step in steps:
            await table.forge(person, message, f"c:{championship.code}:{step}")
    await table.forge(ana, ana.messages[-1], "cn:new")
    await table.forge(ana, ana.messages[-1], "c:XX:card")

    assert await championship.now() == before
    (nothing,) = await table.say(table.operator, "/campionat")
    assert says(nothing, "comp.none_operator")


@pytest.mark.article("2.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_both_sheets_and_the_board_in_the_app_name_every_arbiter(
    season: Season, deputy: SandboxUser
) -> None:
    """A new arbiter appears on the sheets from then on, beside the chief arbiter."""
    table = season.table
    (pair,) = await season.pairs()
    before = await table.say(pair.red, f"/fisa {pair.id}")
    await season.championship.say(f"/campionat {season.code}")
    await season.championship.press("button.comp.arbiters")
    await season.championship.press("button.comp.arbiter_on", label="Dora")
    assert told(deputy.messages, "comp.arbiter_added", title=(await season.competition()).title)

    after = await table.say(pair.red, f"/fisa {pair.id}")

    assert len(before) == len(after) == 2
    for one, other in zip(before, after, strict=True):
        changed = ImageChops.difference(picture(one), picture(other)).getbbox()
        assert changed is not None
        assert changed[1] > HEAD.y
        assert changed[3] < HEAD.bottom + 14
    async with mini_app(table) as web:
        seen = await (await web.open(pair.red)).game(pair.id)
    assert seen["arbiter"] == f"{table.arbiter.name}, {deputy.name}"


def picture(message: Message) -> Image.Image:
    """Return the picture attached to a message."""
    assert message.photo is not None
    return Image.open(BytesIO(message.photo.content)).convert("L")
