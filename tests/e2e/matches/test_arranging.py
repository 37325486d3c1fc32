"""`/meci`: it shows its reading first, and the match's title is on the sheets."""

from types import SimpleNamespace

import pytest
from sqlalchemy import update

from bot.chat.matches.arranging import STORED_AS
from bot.service.readers.matches import match_snapshots
from sandbox import Message
from storage.schema import waiting
from tests.e2e.harness import Table, bucharest, button
from tests.e2e.texts import facts_of, mentions, says, told, worded


async def understood(table: Table, typed: str) -> Message:
    """Have the arbiter write `/meci …`; return the card with the bot's reading of it."""
    (card,) = await table.say(table.arbiter, f"/meci {typed}")
    return card


async def test_nobody_is_invited_before_the_arbiter_confirms(table: Table) -> None:
    """The card has both names, day and weekday, thinking time, and the sheets' title.

    At 390 px two buttons in a row have room for twenty letters; the day has its own row. Then each
    player's link is a message of its own, with a button that shares only that link.
    """
    card = await understood(table, "Ana Pop - Ion Rus start 3 mai titlu Cupa Clujului")

    assert says(
        card,
        "arrange.understood",
        first="Ana Pop",
        second="Ion Rus",
        start="2025-05-03",
        budget=30,
        title="Cupa Clujului",
    )
    assert "sâmbătă, 3 mai 2025" in card.text
    rows = card.keyboard
    assert [
        each.label for row in rows if len(row) > 1 for each in row if len(each.label) > 20
    ] == []
    assert [worded("button.drop")] in [[each.label for each in row] for row in rows]
    (listed,) = await table.say(table.arbiter, "/meciuri")
    assert says(listed, "matches.none")
    invitations = await table.press(table.arbiter, card, "button.arrange.yes")
    assert says(card, "arrange.done", title="Cupa Clujului")
    names = (("Ana Pop", "Ion Rus"), ("Ion Rus", "Ana Pop"))
    for message, (who, partner) in zip(invitations, names, strict=True):
        facts = facts_of(message, "arrange.invitation")
        assert (facts["who"], facts["partner"]) == (who, partner)
        (forward,) = message.buttons
        assert forward.label == worded("button.forward", who=who)
        assert forward.url.startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2F")
        assert facts["link"].rpartition("=")[2] in forward.url


async def test_no_code_of_a_match_can_be_read_as_a_move(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who types the code alone means the match."""
    letters = iter("M7AP" + "8HAB" + "PASS" + "KXQF")
    chance = SimpleNamespace(choice=lambda _: next(letters))
    monkeypatch.setattr(match_snapshots, "secrets", chance)
    card = await understood(table, "Ana Pop - Ion Rus")

    await table.press(table.arbiter, card, "button.arrange.yes")

    assert says(card, "arrange.done", match="KXQF")


async def test_a_match_that_was_refused_is_not_made(table: Table) -> None:
    """After *Renunță* no match exists; the card's buttons and questions are void."""
    card = await understood(table, "Ana Pop - Ion Rus")
    await table.press(table.arbiter, card, "button.arrange.start")
    await table.press(table.arbiter, card, "button.drop")
    (answer,) = await table.say(table.arbiter, "poimâine")

    assert says(card, "confirm.kept")
    assert not card.buttons
    assert says(answer, "play.unknown_arbiter")
    assert says((await table.say(table.arbiter, "/meciuri"))[-1], "matches.none")


async def test_a_draft_that_an_earlier_version_stored_is_stale(table: Table) -> None:
    """Its card says so instead of failing; `/meci` makes a new one."""
    card = await understood(table, "Ana Pop - Ion Rus")
    async with table.app.runtime.database.transaction() as tx:
        old = {"value": """aBcDeFgH {"first": "Ana Pop"}"""}
        await tx.execute(update(waiting).where(waiting.c.key == STORED_AS).values(old))

    yes = button(card, "button.arrange.yes")

    assert await table.forge(table.arbiter, card, yes.data) == worded("arrange.stale")


async def test_a_card_makes_one_match_however_often_it_is_pressed(table: Table) -> None:
    """Two simultaneous presses make one match, which the card names; a replaced card makes none."""
    old = await understood(table, "Ana Pop - Ion Rus")
    card = await understood(table, "Ana Pop - Dan Ene")
    old_yes = button(old, "button.arrange.yes")
    assert await table.forge(table.arbiter, old, old_yes.data) == worded("arrange.stale")
    yes = button(card, "button.arrange.yes")
    for _ in range(2):
        table.arbiter.press_button(card, yes)
    await table.settle()

    assert len(told(table.arbiter.messages, "arrange.invitation")) == 2
    assert mentions(card, "arrange.done")


async def test_a_day_written_as_if_it_were_a_name_is_taken_for_the_start(table: Table) -> None:
    """The bot says so before it arranges anything.

    If the start has its own field, a player named Marți keeps the name.
    """
    card = await understood(table, "Ana Pop - Ion Marți start azi")
    assert says(card, "arrange.understood", second="Ion Marți", start="2025-05-01")
    for typed, start, word in (
        ("maine", "2025-05-02", "maine"),
        ("mâine", "2025-05-02", "mâine"),
        ("luni", "2025-05-05", "luni"),
        ("pe 3 mai", "2025-05-03", "3.05"),
        ("3.05.2025", "2025-05-03", "3.05.2025"),
    ):
        card = await understood(table, f"Ana Pop - Ion Rus {typed}")

        facts = {"first": "Ana Pop", "second": "Ion Rus", "start": start}
        assert mentions(card, "arrange.understood", **facts), typed
        assert mentions(card, "arrange.taken", word=word), typed


REFUSED = (
    ("Ana Pop - Ion Rus 31.02", "fault.no_such_date"),
    ("Ana 3.05 Pop - Ion Rus", "fault.match_stray_date"),
    ("Ana Pop - Ana Pop", "fault.match_same_name"),
    ("Ana Pop Ion Rus", "fault.match_names"),
    ("Ana Pop - Ion Rus start 1.04.2025", "fault.match_start_past"),
    ("Ana Pop - Ion Rus titlu " + "x" * 81, "fault.match_title_long"),
    ("\u3164\u3164 - Ion Rus", "fault.match_names"),
    ("\u17b4\u180b - Ion Rus", "fault.match_names"),
    ("Ana\u034f Pop - Ana Pop\ufe0f", "fault.match_same_name"),
)
"""What is refused, and why; fillers are no name, and two names that look alike are the same."""


async def test_what_cannot_be_meant_is_refused_with_what_to_write(table: Table) -> None:
    """The bot shows no card and arranges no match, but says what was wrong."""
    for typed, key in REFUSED:
        (answer,) = await table.say(table.arbiter, f"/meci {typed}")

        assert mentions(answer, key), ascii(typed)


async def test_day_title_and_days_can_be_changed_under_the_card(table: Table) -> None:
    """Buttons and one-line answers change them; an unreadable day is asked for again."""
    arbiter = table.arbiter
    card = await understood(table, "Ana Pop - Ion Rus")
    await table.press(arbiter, card, "button.arrange.days")
    assert mentions(card, "arrange.understood", budget=20)
    (asked,) = await table.press(arbiter, card, "button.arrange.start")
    assert says(asked, "arrange.ask_start")
    (wrong,) = await table.say(arbiter, "pe la Paști")
    assert mentions(wrong, "fault.unreadable_date")
    (card,) = await table.say(arbiter, "poimâine")
    assert mentions(card, "arrange.understood", start="2025-05-03", budget=20)
    (asked,) = await table.press(arbiter, card, "button.arrange.title")
    await table.press(arbiter, asked, "button.undecide")
    (asked,) = await table.press(arbiter, card, "button.arrange.title")
    (card,) = await table.say(arbiter, "„Cupa Clujului”")

    await table.press(arbiter, card, "button.arrange.yes")

    code = facts_of(card, "arrange.done")["match"]
    match = await table.stored.match(code)
    assert (match.title, f"{match.start}") == ("Cupa Clujului", "2025-05-03")


async def test_a_card_that_lies_until_its_day_has_passed_makes_no_match(table: Table) -> None:
    """The bot refuses the outdated day, and the command must be written again."""
    card = await understood(table, "Ana Pop - Ion Rus start azi")
    await table.travel_to(bucharest("2025-05-02", "08:00:00"))

    await table.press(table.arbiter, card, "button.arrange.yes")

    assert mentions(card, "fault.match_start_past")


async def test_a_match_outside_a_championship_is_a_friendly_one(table: Table) -> None:
    """Game records and sheets say so, and never name the national championship."""
    friendly = await table.match()
    named = await table.match(options="titlu Cupa Clujului")

    for pair, title in ((friendly, "Meci cu arbitru"), (named, "Cupa Clujului")):
        answers = await table.say(pair.red, f"/export {pair.id}")
        files = [one.document for one in answers if one.document is not None]
        (record,) = [one.content.decode() for one in files if one.name.endswith(".gcg")]
        assert title in record
        assert "Campionatul" not in record
