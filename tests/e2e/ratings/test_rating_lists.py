"""Ratings in chat: lists published, found, compared, and protected from other people."""

import re
from base64 import b64decode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.documents.render.png import lasting
from bot.ratings.calculation.task import TaskAction
from bot.ratings.jobs.calculating import rate
from sandbox import Message, SandboxUser
from tests.bot.ratings.lists.given import task_of
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.harness import table as laid_table
from tests.e2e.rating_talk import RatingTalk, cells, cells_in, keeper
from tests.e2e.texts import says
from tests.rating_files import EVENTS, GAMES, absp_example, calendar, csv_of

KINDS = ("classic", "free", "anticipation")
NEXT_GAME = "2025-03-01,Open,1,Xenia Radu,Q1 Adversar,400,300"


def in_one_run(system: str, *files: bytes, **more: Any) -> dict[str, list[list[object]]]:
    """Return the spreadsheet of a list of these files, calculated here and not by the bot."""
    task, contents = task_of(system, *files, action=TaskAction.RATE, **more)
    return cells_in(b64decode(rate(task, contents, lambda _: None)["book"]))


async def test_a_keeper_gets_from_a_file_to_a_published_list(table: Table) -> None:
    """Errors come first, then the list; asked twice, it is published once, for everybody."""
    talk = await keeper(table)
    await talk.begin("frs")
    every_other = [
        row if number % 2 else row.replace(b"2025-01-", b"ianuarie ")
        for number, row in enumerate(calendar(3).splitlines(keepends=True), 1)
    ]
    await talk.send(("jocuri.csv", b"".join(every_other)))
    assert "• rândurile 2, 4, 6, 8, 10, …, coloana date: de exemplu " in talk.last[0].text
    assert talk.last[1].document is not None
    whole = talk.last[1].document
    assert whole.name == "greseli.txt"
    assert len(whole.content.decode().splitlines()) == len(every_other) // 2

    summary = await talk.send(("jocuri.csv", calendar(3, kinds=("classic", "free"))))
    assert "8 jucători, 6 partide, 4 ianuarie 2025 – 18 ianuarie 2025" in summary.text
    assert "Data listei: 18 ianuarie 2025" in summary.text
    shown, book = await talk.rate(summary)
    assert says(summary, "rating.done")
    assert "FRS 2011 · General, 18 ianuarie 2025 (nepublicată)" in shown.text
    assert list(cells(book)) == ["General", "Duplicat clasic", "Libere", "Termeni"]

    (asked,) = await talk.press(shown, "Publică")
    (asked_again,) = await talk.press(shown, "Publică")
    assert "Va fi versiunea 1" in asked.text
    sha = re.findall(r"[0-9a-f]{64}", asked.text)
    await talk.press(asked, "Da, o public")
    assert "Am publicat FRS 2011 · General, 18 ianuarie 2025 (" in asked.text
    assert re.findall(r"[0-9a-f]{64}", asked.text) == sha
    await talk.press(asked_again, "Da, o public")
    assert says(asked_again, "rating.published_already")
    (refused,) = await talk.press(shown, "Publică")
    assert says(refused, "rating.published_already")

    reader = RatingTalk.of(table, "Vlad Popa")
    found = await reader.say("/lista frs clasic 2025-01-20")
    assert "FRS 2011 · Duplicat clasic, 18 ianuarie 2025 (publicată)" in found.text
    assert "Publică" not in "".join(found.labels)
    assert says(await reader.say("/lista frs clasic 2025-01-17"), "lists.none_of")


async def frs_published(laid: Table) -> tuple[SandboxUser]:
    """Have a ratings officer publish an FRS list of three disciplines; return that person."""
    await arbiter_made(laid)
    talk = await keeper(laid)
    shown, _ = await talk.works_out("frs", ("jocuri.csv", calendar(3, kinds=KINDS)))
    await talk.publish(shown)
    return (talk.user,)


@pytest_asyncio.fixture(name="officer")
async def _officer(tmp_path: Path) -> AsyncIterator[RatingTalk]:
    """Give the ratings officer who has published that list."""
    async with laid_table(tmp_path, after=frs_published) as laid:
        yield RatingTalk(laid, *laid.done)


async def test_the_next_list_says_what_has_moved(officer: RatingTalk) -> None:
    """The next list shows rises and new ratings, and the earlier list stays readable."""
    talk, table = officer, officer.table
    shown, _ = await talk.works_out("frs", ("jocuri.csv", calendar(4, kinds=KINDS)))
    assert "↑" in shown.text
    await talk.press(shown, "Duplicat clasic")
    assert shown.photo is not None
    everybody = lasting(shown.photo.content)
    (moves,) = await talk.press(shown, "Cine urcă, cine coboară")
    assert "Față de lista din 18 ianuarie 2025:" in moves.text
    assert "Au urcat" in moves.text
    assert moves.photo is not None
    assert lasting(moves.photo.content) != everybody
    await talk.press(shown, "Evoluție")
    assert "„pop”: poate Vlad Popa sau Ana Pop" in (await talk.say("pop")).text
    chart = await talk.say("ana pop, Ion Rus, dan luca")
    assert chart.photo is not None
    assert "evoluția ratingului" in chart.text
    assert "ce vreme" not in (await talk.say("ce vreme")).text  # no longer the name of a player
    await talk.publish(shown)

    reader = RatingTalk.of(table, "Vlad Popa")
    assert "25 ianuarie 2025" in (await reader.say("/lista frs clasic")).text
    assert "18 ianuarie 2025" in (await reader.say("/lista clasic 24.01.2025")).text


async def absp_published(laid: Table) -> tuple[SandboxUser, Message]:
    """Have a ratings officer save and publish an ABSP list; return that person and the saved list.

    It counts each player's last 100 games.
    """
    await arbiter_made(laid)
    talk, (games, starts) = await keeper(laid), absp_example()
    await talk.begin("absp")
    card = await talk.send(("g.csv", games), ("s.csv", starts))
    await talk.press(card, "Ultimele 100 de partide")
    shown, _ = await talk.rate(card)
    (saved,) = await talk.press(shown, "Salvează pentru data viitoare")
    await talk.publish(shown)
    return talk.user, saved


@pytest_asyncio.fixture(name="absp_officer")
async def _absp_officer(tmp_path: Path) -> AsyncIterator[RatingTalk]:
    """Give the ratings officer who has published that list."""
    async with laid_table(tmp_path, after=absp_published) as laid:
        yield RatingTalk(laid, laid.done[0])


async def test_a_list_may_start_from_a_published_one(absp_officer: RatingTalk) -> None:
    """Its ratings and games have the same effect as a file with them."""
    talk = absp_officer
    await talk.begin("absp")
    card = await talk.send(("g2.csv", csv_of(GAMES, [NEXT_GAME])))
    await talk.press(card, "De la lista din 1 februarie 2025")
    assert "13 jucători, 1 partidă" in card.text
    shown, _ = await talk.rate(card)
    await talk.press(shown, "De ce")
    assert "113 partide" in (await talk.say("xenia")).text


async def test_a_keeper_goes_on_from_a_published_list_as_in_one_run(officer: RatingTalk) -> None:
    """A button takes only the next games; the result equals one run, for FRS with all values."""
    talk, table = officer, officer.table
    whole = calendar(5, kinds=KINDS)
    header, *rows = whole.splitlines()

    asked = await talk.begin("frs")
    await talk.press(asked, "Continuă lista din 18 ianuarie 2025")
    assert "✓ lista de continuat: frs-2025-01-18.json" in asked.text
    again = await talk.send(("ian.csv", calendar(3, kinds=KINDS)))
    assert "lista salvată are deja fișierul acesta, ca „jocuri.csv”" in again.text
    later = [row for row in rows if row > b"2025-01-19"]
    summary = await talk.send(("febr.csv", b"\n".join([header, *later])))
    assert "8 jucători, 15 partide" in summary.text
    _, book = await talk.rate(summary)
    assert cells(book) == in_one_run("frs", whole)

    reader = RatingTalk.of(table, "Vlad Popa")
    asked = await reader.begin("frs")
    assert not [label for label in asked.labels if "Continuă lista" in label]
    token = next(each.data for each in asked.buttons if each.data.startswith("rat:stop:"))[9:]
    await table.forge(reader.user, asked, f"rat:on:1:{token}")
    assert says(asked, "refused")


async def test_a_list_that_was_saved_is_gone_on_from(absp_officer: RatingTalk) -> None:
    """Anybody may send a saved list with the next games."""
    games, starts = absp_example()
    _, saved = absp_officer.table.done
    assert saved.document is not None
    assert saved.document.name == "absp-2025-02-01.json"

    talk = RatingTalk.of(absp_officer.table, "Xenia Radu")
    await talk.begin("absp")
    later = csv_of(GAMES, [NEXT_GAME])
    file = (saved.document.name, saved.document.content)
    card = await talk.send(file, ("martie.csv", later))
    assert "ultimele 100 de partide" in card.text
    _, book = await talk.rate(card)
    both = games + NEXT_GAME.encode()
    options = {"window": "100", "day": "2025-03-01"}
    assert cells(book) == in_one_run("absp", both, starts, options=options)


async def test_ones_own_rating_under_the_name_one_confirms(
    officer: RatingTalk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot asks once for the player's name, offers similar ones, and can delete it.

    Terms too long for a message come as a file, named after the player. Its first line names
    player, system and day. A list of the same day is the next version; the list of days still
    opens the earlier one.
    """
    me = RatingTalk.of(officer.table, "Stefania")
    asked = await me.say("/ratingul_meu")
    assert says(asked, "my_rating.is_it", player="Ștefania Dragomir")
    (mine,) = await me.press(asked, "Da, sunt Ștefania Dragomir")
    assert "FRS 2011 · Anticipație, 18 ianuarie 2025" in mine.text
    mine = await me.say("/ratingul_meu")
    assert mine.text.startswith("Ștefania Dragomir")
    (why,) = await me.press(mine, "🔍 Anticipație")
    assert "Anticipație: " in why.text
    with monkeypatch.context() as patch:
        patch.setattr("bot.chat.ratings.explanations._MOST_LINES", 1)
        (why,) = await me.press(mine, "🔍 Anticipație")
    assert why.document is not None
    assert why.document.name == "frs-stefania-dragomir.txt"
    first, *terms = why.document.content.decode().splitlines()
    assert first == "Ștefania Dragomir – FRS 2011, 18 ianuarie 2025"
    assert any("Anticipație" in line for line in terms)
    (chart,) = await me.press(mine, "📈 Anticipație")
    assert chart.photo is not None
    await me.press(mine, "uită numele")
    assert says(mine, "my_rating.unlinked")
    near = await me.say("/ratingul_meu Gheorghe Ionesc")
    assert says(near, "my_rating.is_it") or says(near, "my_rating.which")
    assert near.labels == ("Da, sunt Gheorghe Ionescu",)
    asked = await me.say("/ratingul_meu Stefania")
    assert await me.press(near, "Da, sunt Gheorghe Ionescu") == []  # of a name asked before
    (mine,) = await me.press(asked, "Da, sunt Ștefania Dragomir")
    assert mine.text.startswith("Ștefania Dragomir")
    assert says(await me.say("/ratingul_meu Nimeni Altul"), "my_rating.unknown")
    await _next_version(officer)


async def _next_version(officer: RatingTalk) -> None:
    """Publish a list of the same day, and open the earlier version from the list of days."""
    games = calendar(3).replace(b"Dan Luca", b"Dana Lupu")
    shown, _ = await officer.works_out("frs", ("e.csv", games))
    again = await officer.publish(shown)
    assert "Va fi versiunea 2" in again
    assert "există deja o listă" in again

    reader = RatingTalk.of(officer.table, "Dan Luca")
    latest = await reader.say("/lista frs clasic")
    assert "versiunea 2" in latest.text
    assert "Dan Luca" not in latest.text
    (days,) = await reader.press(latest, "Alte liste")
    (old,) = await reader.press(days, "18 ianuarie 2025")
    assert "(publicată)" in old.text
    assert "Dan Luca" in old.text


async def test_nobody_publishes_or_reads_what_is_not_theirs(table: Table) -> None:
    """No press opens another's list, publishes a list without right, or finds a missing one."""
    talk = RatingTalk.of(table)
    shown, _ = await talk.works_out("frs", ("a.csv", calendar(2)))
    ref = next(button.data for button in shown.buttons if button.data.startswith("list:w:"))[7:]
    assert "Publică" not in "".join(shown.labels)
    for way in ("p", "y"):
        await table.forge(talk.user, shown, f"list:{way}:{ref}")
        assert (
            "numai un responsabil de rating" in talk.user.last.text or "responsabil" in shown.text
        )
    other = RatingTalk.of(table, "Ion Rus")
    message = await other.say("/rating")
    for data in (
        f"list:t:{ref}:0",
        f"list:x:{ref}",
        "list:t:p999:0",
        "list:t:r0.classic:0",
        "list:q:p1",
    ):
        await table.forge(other.user, message, data)
        assert (
            "nu mai există" in message.text
            or "nu se mai poate" in message.text
            or "buton" in message.text.lower()
        )
    for data in (
        "rat:go:xxxx",
        "rat:system:zzz",
        "rat:same:",
        "list:",
        "page:t:1.x",
        "myrating:yes:7",
        "cnis:",
    ):
        await table.forge(other.user, message, data)


async def test_who_is_provisional_stands_on_the_general_list(table: Table) -> None:
    """A provisional player is marked on the general list and has no rank."""
    rows = [
        f"2025-04-0{n},classic,{n},{p},{m}" for n in (1, 2, 3) for m, p in ((1, "Ana"), (2, "Ion"))
    ]
    rows += ["2025-04-04,elliptic,4,Dan,1", "2025-04-04,elliptic,4,Ana,2"]
    talk = RatingTalk.of(table)
    shown, book = await talk.works_out("frs", ("e.csv", csv_of(EVENTS, rows)))
    assert "General, provizorii" in cells(book)
    assert "… și încă 1" in shown.text
