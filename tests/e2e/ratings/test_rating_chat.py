"""Ratings in chat: from files to a list, and the explanation of each number."""

import re

import pytest

from tests.bot.documents.tables.files import xlsx
from tests.e2e.harness import Table
from tests.e2e.rating_talk import RatingTalk, cells
from tests.e2e.season import Season
from tests.e2e.texts import says
from tests.rating_files import (
    FNGO_FINAL,
    GAMES,
    absp_example,
    csv_of,
    fngo_example,
    pfs_example,
    rows_of,
)


async def test_absp_from_xlsx_with_a_name_misspelt(table: Table) -> None:
    """Several files at once bring a question about the name; 167 is shown with all its terms."""
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
    assert "ratingul turneului: 2001 : 12 = 166,75" in why.text
    assert "Open, 12 partide, ponderi 225 … 214: 2634 · 2001 : 12" in why.text
    await talk.press(shown, "De ce")
    near = await talk.say("Xenia Rady")
    assert says(near, "rating.name_near", name="Xenia Rady")
    assert near.labels == ("Xenia Radu",)


async def test_a_finished_list_leaves_another_question_open(table: Table) -> None:
    """A city asked for before the list is made is still awaited after it."""
    games, starts = absp_example()
    talk = RatingTalk.of(table)
    await talk.begin("absp")
    asked = await talk.send(
        ("partide.xlsx", xlsx(*rows_of(games))), ("ratinguri.xlsx", xlsx(*rows_of(starts)))
    )
    settings = await talk.say("/setari")
    await talk.press(settings, "set:open:zone")
    await talk.press(settings, "set:city")

    await talk.rate(asked)

    assert says(await talk.say("Chișinău"), "settings.state", zone="Europe/Chisinau")


async def test_who_is_new_is_not_taken_for_another(table: Table) -> None:
    """Each similar name is asked about, or one button says that all are different people."""
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
    await talk.press(card, "Toate sunt ale altora (2)")
    assert "4 jucători (din care noi: 4)" in card.text
    shown, _ = await talk.rate(card)
    assert "Ana Popp" not in shown.text
    assert {"Ana Pop", "Anna Pop", "Ion Rus", "Ion Russ"} <= set(
        re.findall(r"\d\. (\w+ \w+)", shown.text)
    )


async def test_pfs_and_fngo_give_the_figures_of_their_texts(table: Table) -> None:
    """116 for 24 games at 120, and table 2, both with every intermediate figure."""
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


@pytest.mark.cup("Ana Pop", "Ion Rus", agreed=2)
async def test_a_competitions_own_games_can_be_rated(table: Table, season: Season) -> None:
    """Approved, fully played games count for members; a stranger is not offered them."""
    (one,) = await season.pairs()
    stranger = RatingTalk.of(table, "Zoe Străina")
    asked = await stranger.begin("absp")
    assert not [label for label in asked.labels if "Partidele din" in label]
    await season.homologate(one)
    talk = RatingTalk(table, one.red)
    asked = await talk.begin("absp")
    (label,) = [label for label in asked.labels if "Partidele din" in label]
    await talk.press(asked, label)
    assert "2 jucători (din care noi: 2), 2 partide" in asked.text
    assert "Nu am luat în calcul" not in asked.text
    await talk.press(asked, "Toți sunt noi")
    shown, _ = await talk.rate(asked)
    assert all(name in shown.text for name in season.players)

    asked = await stranger.begin("absp")
    token = next(each.data for each in asked.buttons if each.data.startswith("rat:stop:"))[9:]
    await table.forge(stranger.user, asked, f"rat:comp:{season.code}:{token}")
    assert "2 partide" not in asked.text


async def test_everything_is_said_in_english_too(table: Table) -> None:
    """Conversation, list, spreadsheet and terms are in English for its readers."""
    talk = RatingTalk.of(table, "Ana Pop", "en")
    asked = await talk.say("/rating")
    await talk.press(asked, "PFS – Hollington")
    assert "Send here, as a CSV, XLSX, ODS or XLS file" in asked.text
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
    shown, book = await talk.press(summary, "Calculate")
    assert "(not published)" in shown.text
    assert "Terms" in cells(book)
    found = await talk.say("/list")
    assert found.text.startswith(("The lists in force", "No list"))
    assert (
        "known" in (await talk.say("/list xyz")).text or "neither a system" in talk.user.last.text
    )


async def test_a_league_is_said_to_be_one(table: Table) -> None:
    """Distant days are read as tournaments; one press makes them a league, another undoes it."""
    rows = [f"2025-0{n}-01,Liga Nord,{n},Ana Pop,Ion Rus,400,300" for n in range(1, 4)]
    talk = RatingTalk.of(table, "Ana Pop")
    await talk.begin("absp")
    asked = await talk.send(("r.csv", csv_of(GAMES, rows)))
    await talk.press(asked, "Toți sunt noi")
    assert "„Liga Nord” se ia ca 3 turnee" in asked.text

    await talk.press(asked, "„Liga Nord” este o ligă")
    assert "Ligă, un singur turneu oricât s-ar întrerupe: Liga Nord." in asked.text
    assert "se ia ca" not in asked.text
    shown, _ = await talk.rate(asked)
    assert "Ana Pop" in shown.text
