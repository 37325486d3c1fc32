"""Ratings in chat: from files to a published list, why a number is so, and nothing in between."""

import re

import pytest

from bot.bench import bench
from bot.sandbox.faults import Refuse, ServerError
from tests.bot.tables.files import xlsx
from tests.e2e.harness import Table
from tests.e2e.rating_talk import RatingTalk, cells, keeper
from tests.e2e.season import cup
from tests.e2e.texts import says
from tests.rating_files import (
    FNGO_FINAL,
    GAMES,
    absp_example,
    calendar,
    csv_of,
    fngo_example,
    free_games,
    pfs_example,
    rows_of,
)


async def test_a_keeper_gets_from_a_file_to_a_published_list(table: Table) -> None:
    """Faults first, then the list; published twice, the old version stays; movers and histories."""
    talk = await keeper(table)
    await talk.begin("frs")
    broken = calendar(3).replace(b"2025-01-04", b"4 ianuarie")
    await talk.send(("jocuri.csv", broken))
    told = talk.last[0]
    assert "8 greșeli; nu am calculat nimic" in told.text
    assert "• rândul 2, coloana date: „4 ianuarie” nu este o dată" in told.text
    assert talk.last[1].document is not None
    whole = talk.last[1].document
    assert whole.name == "greseli.txt"
    assert len(whole.content.decode().splitlines()) == 8

    summary = await talk.send(("jocuri.csv", calendar(3, kinds=("classic", "free"))))
    assert "8 jucători, 6 partide, 4 ianuarie 2025 – 18 ianuarie 2025" in summary.text
    assert "Data listei: 18 ianuarie 2025" in summary.text
    shown, book = await talk.rate(summary)
    assert says(summary, "rating.done")
    assert "FRS 2011 · General, 18 ianuarie 2025 (nepublicată)" in shown.text
    assert list(cells(book)) == ["General", "Duplicat clasic", "Libere", "Termeni"]

    (asked,) = await talk.press(shown, "Publică")
    sha = re.findall(r"[0-9a-f]{64}", asked.text)
    await talk.press(asked, "Da, public")
    assert "Am publicat FRS 2011 · General, 18 ianuarie 2025 (" in asked.text
    assert re.findall(r"[0-9a-f]{64}", asked.text) == sha
    await talk.press(shown, "Publică")
    await talk.press(talk.user.last, "Da, public")
    assert says(talk.user.last, "rating.published_already")

    reader = RatingTalk.of(table, "Vlad Popa")
    found = await reader.say("/lista frs clasic 2025-01-20")
    assert "FRS 2011 · Duplicat clasic, 18 ianuarie 2025 (publicată)" in found.text
    assert "Publică" not in "".join(found.labels)
    assert says(await reader.say("/lista frs clasic 2025-01-17"), "lists.none_of")

    await talk.begin("frs")
    shown, _ = await talk.rate(
        await talk.send(("jocuri.csv", calendar(4, kinds=("classic", "free"))))
    )
    assert "↑" in shown.text
    await talk.press(shown, "Duplicat clasic")
    (moves,) = await talk.press(shown, "Mișcări")
    assert "Față de lista din 18 ianuarie 2025:" in moves.text
    assert "Au urcat" in moves.text
    assert moves.photo is not None
    await talk.press(shown, "Evoluție")
    assert "„pop”: poate Vlad Popa sau Ana Pop" in (await talk.say("pop")).text
    chart = await talk.say("ana pop, Ion Rus, dan luca")
    assert chart.photo is not None
    assert "evoluția ratingului" in chart.text
    (asked,) = await talk.press(shown, "Publică")
    await talk.press(asked, "Da, public")

    assert "25 ianuarie 2025" in (await reader.say("/lista frs clasic")).text
    assert "18 ianuarie 2025" in (await reader.say("/lista clasic 24.01.2025")).text


async def test_a_list_of_the_same_day_is_the_next_version(table: Table) -> None:
    """The one before it can still be read, from the list of days."""
    talk = await keeper(table)

    async def publish(games: bytes) -> str:
        await talk.begin("frs")
        shown, _ = await talk.rate(await talk.send(("e.csv", games)))
        (asked,) = await talk.press(shown, "Publică")
        question = asked.text
        await talk.press(asked, "Da, public")
        assert says(asked, "rating.published_now")
        return question

    games = calendar(2, kinds=("elliptic",))
    assert "Va fi versiunea 1" in await publish(games)
    again = await publish(games.replace(b"Dan Luca", b"Dana Lupu"))
    assert "Va fi versiunea 2" in again
    assert "există deja o listă" in again

    reader = RatingTalk.of(table, "Dan Luca")
    latest = await reader.say("/lista frs eliptic")
    assert "versiunea 2" in latest.text
    assert "Dan Luca" not in latest.text
    (days,) = await reader.press(latest, "Alte liste")
    (old,) = await reader.press(days, "11 ianuarie 2025")
    assert "(publicată)" in old.text
    assert "Dan Luca" in old.text


async def test_files_that_telegram_keeps_back_are_asked_for_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are named, what came stays and what is still wanted is said; sent once more, all go on.

    So it is for the championship's tables, and when the server fails however often it is asked.
    """
    monkeypatch.setattr(bench, "FETCH_TRIES", (0.0, 0.0))
    faults, (games, starts) = table.sandbox.faults, absp_example()
    talk = RatingTalk.of(table, "Xenia Radu")
    await talk.begin("absp")
    faults.add(Refuse(400, "Bad Request: wrong file_id"), method="getFile", times=2)
    told = await talk.send(("partide.csv", games))
    assert "Telegram nu mi-a dat fișierul partide.csv: nu am putut să-l citesc." in told.text
    assert "Mai trimite partidele, cu coloanele" in told.text
    await talk.send(("ratinguri.csv", starts))
    assert "13 jucători, 12 partide" in (await talk.send(("partide.csv", games))).text
    faults.add(Refuse(400, "Bad Request: wrong file_id"), method="getFile", times=2)
    told = await talk.send(("mai noi.csv", games))
    assert "Telegram nu mi-a dat fișierul mai noi.csv" in told.text
    assert "13 jucători, 12 partide" in told.text
    await talk.rate(told)

    await talk.begin("cnis_season")
    faults.add(ServerError(), method="getFile", times=9)
    told = await talk.send(("sezon.csv", calendar(7)))
    assert "Telegram nu mi-a dat fișierul sezon.csv: nu am putut să-l citesc." in told.text
    assert "Mai trimite rezultatele sezonului" in told.text
    faults.clear()
    assert "✓ rezultatele" in (await talk.send(("sezon.csv", calendar(7)))).text


async def test_absp_from_xlsx_with_a_name_misspelt(table: Table) -> None:
    """The files come together; the name is asked about; 167 is told with all its terms."""
    games, starts = absp_example()
    rows = rows_of(games)
    rows[12][4] = "Q12 Adversarr"
    talk = RatingTalk.of(table, "Xenia Radu")
    await talk.begin("absp")
    asked = await talk.send(
        ("partide.xlsx", xlsx(*rows)), ("ratinguri.xlsx", xlsx(*rows_of(starts)))
    )
    assert "Q12 Adversarr (rândul 13) seamănă cu Q12 Adversar, cunoscut dinainte" in asked.text
    assert [each.text for each in talk.last].count("⏳ Citesc fișierele…") == 0

    await talk.press(asked, "Da, este Q12 Adversar")
    assert "13 jucători, 12 partide" in asked.text
    assert "„Q12 Adversarr” este Q12 Adversar." in asked.text
    assert "ultimele 150 de partide" in asked.text
    await talk.press(asked, "Ultimele 100 de partide")
    assert "ultimele 100 de partide" in asked.text
    await talk.press(asked, "Ultimele 150 de partide")
    shown, book = await talk.rate(asked)
    assert "Xenia Radu" in shown.text
    steps = cells(book)["Termeni"]
    assert ["Xenia Radu", "2001 / 12", 166.75] in [[row[0], *row[3:]] for row in steps]

    (whom,) = await talk.press(shown, "De ce")
    (why,) = await talk.press(whom, "Xenia Radu")
    assert "Open (1 februarie 2025): 167; a venit cu 160" in why.text
    assert why.document is not None
    told = why.document.content.decode()
    assert "ratingul turneului: 2001 : 12 = 166,75" in told
    await talk.press(shown, "De ce")
    near = await talk.say("Xenia Rady")
    assert says(near, "rating.name_near", name="Xenia Rady")
    assert near.labels == ("Xenia Radu",)


async def test_who_is_new_is_not_taken_for_another(table: Table) -> None:
    """Close names among newcomers: each is asked about, or all are said to be others."""
    rows = [
        f"2025-02-0{n},Open,{n},{one},{other},400,300"
        for n, one, other in (
            (1, "Ana Pop", "Ion Rus"),
            (2, "Ana Popp", "Ion Russ"),
            (3, "Anna Pop", "Ion Rus"),
        )
    ]
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("partide.csv", csv_of(GAMES, rows)))
    assert "5 jucători" in card.text
    await talk.press(card, "Toți sunt noi")
    assert "Nume de lămurit: 3" in card.text
    await talk.press(card, "Da, este Ana Pop")
    await talk.press(card, "Toate cele 2 nume sunt ale altora")
    assert "4 jucători (din care noi: 4)" in card.text
    shown, _ = await talk.rate(card)
    assert "Ana Popp" not in shown.text
    assert {"Ana Pop", "Anna Pop", "Ion Rus", "Ion Russ"} <= set(
        re.findall(r"\d\. (\w+ \w+)", shown.text)
    )


async def test_pfs_and_fngo_give_the_figures_of_their_texts(table: Table) -> None:
    """116 for 24 games at 120; table 2, with every figure on the way."""
    talk = RatingTalk.of(table, "Xenia Radu")
    games, starts = pfs_example()
    await talk.begin("pfs")
    summary = await talk.send(("p.csv", games), ("r.csv", starts))
    assert "Data listei: 3 februarie 2025" in summary.text
    await talk.press(summary, "Altă dată")
    summary = await talk.say("2025-03-01")
    assert "Data listei: 1 martie 2025" in summary.text
    shown, _ = await talk.rate(summary)
    assert "Tu: Xenia Radu 120 (în așteptare)" in shown.text
    await talk.press(shown, "Ratinguri temporare")
    assert "Xenia Radu 116 (temporar)" in shown.text
    await talk.press(shown, "De ce")
    assert "Σ scalpuri : partide, cel puțin 100: 3480 : 30 = 116" in (await talk.say("xenia")).text

    games, starts = fngo_example()
    await talk.begin("fngo")
    shown, _ = await talk.rate(await talk.send(("g.csv", games), ("s.csv", starts)))
    places = dict(re.findall(r"\d\. (\w) (\d+)", shown.text))
    assert places == {player: str(rating) for player, rating in FNGO_FINAL.items()}
    await talk.press(shown, "De ce")
    assert "FA, rotunjit: 40 · (3,5 − 2,165) = 53" in (await talk.say("D")).text


async def test_a_list_may_start_from_a_published_one(table: Table) -> None:
    """Its ratings and games are what a file would have said."""
    talk = await keeper(table)
    games, starts = absp_example()
    await talk.begin("absp")
    shown, _ = await talk.rate(await talk.send(("g.csv", games), ("s.csv", starts)))
    (asked,) = await talk.press(shown, "Publică")
    await talk.press(asked, "Da, public")

    await talk.begin("absp")
    next_ = csv_of(GAMES, ["2025-03-01,Open,1,Xenia Radu,Q1 Adversar,400,300"])
    card = await talk.send(("g2.csv", next_))
    await talk.press(card, "De la lista din 1 februarie 2025")
    assert "13 jucători, 1 partidă" in card.text
    shown, _ = await talk.rate(card)
    await talk.press(shown, "De ce")
    assert "113 partide" in (await talk.say("xenia")).text


async def test_ones_own_rating_under_the_name_one_confirms(table: Table) -> None:
    """Asked once; near names are offered; the name is forgotten when one says so."""
    talk = await keeper(table)
    await talk.begin("frs")
    shown, _ = await talk.rate(await talk.send(("a.csv", calendar(3, kinds=("anticipation",)))))
    (asked,) = await talk.press(shown, "Publică")
    await talk.press(asked, "Da, public")

    me = RatingTalk.of(table, "Stefania")
    asked = await me.say("/ratingul_meu")
    assert says(asked, "my_rating.is_it", player="Ștefania Dragomir")
    (mine,) = await me.press(asked, "Da, sunt Ștefania Dragomir")
    assert "FRS 2011 · Anticipație, 18 ianuarie 2025" in mine.text
    mine = await me.say("/ratingul_meu")
    assert mine.text.startswith("Ștefania Dragomir")
    (why,) = await me.press(mine, "🔍 Anticipație")
    assert "Anticipație: " in why.text
    (chart,) = await me.press(mine, "📈 Anticipație")
    assert chart.photo is not None
    await me.press(mine, "uită numele")
    assert says(mine, "my_rating.unlinked")
    near = await me.say("/ratingul_meu Gheorghe Ionesc")
    assert says(near, "my_rating.is_it") or says(near, "my_rating.which")
    assert near.labels == ("Da, sunt Gheorghe Ionescu",)
    assert says(await me.say("/ratingul_meu Nimeni Altul"), "my_rating.unknown")


async def test_nobody_publishes_or_reads_what_is_not_his(table: Table) -> None:
    """Whatever data a press carries: another's list, a list to publish, a list that never was."""
    talk = RatingTalk.of(table)
    await talk.begin("frs")
    shown, _ = await talk.rate(await talk.send(("a.csv", calendar(2))))
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


async def test_only_tables_are_taken_and_not_too_large_ones(table: Table) -> None:
    """What is no file, no table, or too much is said, and the conversation goes on."""
    talk = RatingTalk.of(table)
    await talk.begin("frs")
    assert says(await talk.say("salut"), "rating.no_file")
    large = await talk.send(("mare.csv", b"x" * (21 << 20)))
    assert "Fișierul are 21" in large.text
    assert says(await talk.send_photo(), "rating.no_photo")
    assert says(await talk.send_voice(), "rating.no_photo")
    assert talk.user.last.labels == ("📎 Exemplu", "✖ Renunț")
    told = await talk.send(
        ("carte.pdf", b"%PDF-1.7\n%\xe2\xe3\n1 0 obj,2\n"), ("poza.csv", b"\x89PNG\r\n" + bytes(9))
    )
    first, *wrong, last = told.text.splitlines()
    assert first == "❌ Acesta nu este un tabel:"
    assert sorted(wrong) == [
        "• carte.pdf: este un fișier PDF; primesc CSV, XLSX sau XLS",
        "• poza.csv: este un fișier PNG; primesc CSV, XLSX sau XLS",
    ]
    assert last == "Exportă tabelul și trimite-l ca document."
    await talk.send(("rele.csv", b"x,y\n1,2\n"), ("scan.pdf", b"%PDF-1.4"))
    lines = talk.last[0].text.splitlines()
    assert lines[1] == "• scan.pdf: este un fișier PDF; primesc CSV, XLSX sau XLS"
    assert lines[2].startswith("• rele.csv, ")
    told = await talk.send(
        (
            "formule.xlsx",
            xlsx(
                ["date", "type", "event", "player", "place"], ["2025-01-01", "free", "1", "=A1", 1]
            ),
        )
    )
    assert "formulă fără valoare" in told.text
    summary = await talk.send(("bun.csv", calendar(2)))
    assert "▶ Calculează" in summary.labels
    await talk.press(summary, "Renunț")
    assert says(summary, "rating.stopped")
    assert await talk.stage() is None


async def test_one_thing_at_a_time_that_can_be_stopped(table: Table) -> None:
    """A long working out does not hold the bot up; stopped, it leaves nothing."""
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("mult.csv", free_games(30_000)))
    await talk.press(card, "Toți sunt noi")
    runs = await talk.kept_runs()
    talk.user.press(card, "Calculează")
    await talk.sees(card, "calculez")

    other = RatingTalk.of(table, "Ion Rus")
    other.user.send("/cuvant CASA")
    await other.user.receive("CASA")
    talk.user.send("/rating")
    busy = await talk.user.receive("Îți calculez deja")
    talk.user.press(busy, "Renunț")
    await table.settle()
    assert says(busy, "rating.stopped")
    assert await talk.stage() is None
    assert await talk.kept_runs() == runs


async def test_a_competitions_own_games_can_be_rated(table: Table) -> None:
    """Those homologated and played out, for who is in it; a stranger is not offered them."""
    made = await cup(table, "Ana Pop", "Ion Rus", "Dan Luca")
    one, _, _ = await made.pairs()
    await made.play_both(one, 2)
    stranger = RatingTalk.of(table, "Zoe Străina")
    asked = await stranger.begin("absp")
    assert not [label for label in asked.labels if "Partidele din" in label]
    await made.homologate(one)
    talk = RatingTalk(table, one.red)
    asked = await talk.begin("absp")
    (label,) = [label for label in asked.labels if "Partidele din" in label]
    await talk.press(asked, label)
    assert "2 jucători (din care noi: 2), 2 partide" in asked.text
    assert "Lăsate deoparte" not in asked.text
    await talk.press(asked, "Toți sunt noi")
    shown, _ = await talk.rate(asked)
    names = {name for name, user in made.players.items() if user in {one.red, one.blue}}
    assert all(name in shown.text for name in names)

    asked = await stranger.begin("absp")
    token = next(each.data for each in asked.buttons if each.data.startswith("rat:stop:"))[9:]
    await table.forge(stranger.user, asked, f"rat:comp:{made.code}:{token}")
    assert "2 partide" not in asked.text


async def test_a_bot_that_stops_meanwhile_begins_again(table: Table) -> None:
    """What was wanted is still wanted; the list comes once."""
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    card = await talk.send(("mult.csv", free_games(12_000)))
    await talk.press(card, "Toți sunt noi")
    seen = len(talk.user.messages)
    talk.user.press(card, "Calculează")
    await talk.sees(card, "calculez")
    await table.stop_bot()
    await table.start_bot()
    await table.settle()

    lists = [each for each in talk.user.messages[seen:] if each.photo is not None]
    assert len(lists) == 1
    assert says(card, "rating.done")
    assert await talk.kept_runs() == 1


async def test_everything_is_said_in_english_too(table: Table) -> None:
    """To who reads English: conversation, list, spreadsheet, terms."""
    talk = RatingTalk.of(table, "Ana Pop", "en")
    asked = await talk.say("/rating")
    await talk.press(asked, "PFS – Hollington")
    assert "Send here, as a CSV, XLSX or XLS file" in asked.text
    samples = await talk.press(asked, "Example")
    assert [each.document.name for each in samples if each.document] == [
        "exemplu-partide.csv",
        "exemplu-ratinguri.csv",
    ]
    contents = [each.document.content for each in samples if each.document]
    summary = await talk.send(("g.csv", contents[0]), ("s.csv", contents[1]))
    assert "4 players (of whom new: 2), 3 games" in summary.text
    await talk.press(summary, "The best tournaments")
    assert "The best tournaments count" in summary.text
    shown, book = await talk.press(summary, "Work it out")
    assert "(not published)" in shown.text
    assert "Terms" in cells(book)
    found = await talk.say("/list")
    assert found.text.startswith(("The lists in force", "No list"))
    assert (
        "known" in (await talk.say("/list xyz")).text or "neither a system" in talk.user.last.text
    )


async def test_an_example_is_a_file_that_works(table: Table) -> None:
    """Every system's example files can be sent back as they are."""
    talk = RatingTalk.of(table)
    for system in ("frs", "absp", "fngo", "cnis_points", "cnis_season", "cnis_round"):
        asked = await talk.begin(system)
        samples = await talk.press(asked, "Exemplu")
        files = [(each.document.name, each.document.content) for each in samples if each.document]
        summary = await talk.send(*files)
        assert "▶ Calculează" in summary.labels, (system, summary.text)
        await talk.press(summary, "Renunț")
