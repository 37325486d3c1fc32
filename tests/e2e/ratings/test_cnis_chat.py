"""The individual championship in chat: scales, points, a season, the next round, prints."""

import re

from bot.texts.i18n import load_catalogue
from sandbox import Message
from tests.e2e.harness import Table, label
from tests.e2e.rating_talk import RatingTalk, cells
from tests.e2e.texts import mentions, says
from tests.rating_files import GAMES, NAMES, calendar, csv_of

PLAYERS = csv_of(
    "player,born,club,rating",
    (f"{name},{1950 + 9 * n},{'AB'[n % 2]},{150 - n}" for n, name in enumerate(NAMES)),
)


def named(message: Message) -> str:
    """Return the name of the file in the message."""
    assert message.document is not None
    return message.document.name


def printed(message: Message, name: str) -> None:
    """Check that a message has A4 pages with a descriptive file name."""
    assert message.document is not None
    assert named(message) == f"{name}.pdf"
    assert message.document.content.startswith(b"%PDF")


async def test_a_scale_at_once_or_asked_for(table: Table) -> None:
    """Scale 14 and the top of scale 100 are as published, and marked as a reconstruction."""
    talk = RatingTalk.of(table)
    answer = await talk.say("/cnis 14 0")
    assert "606, 438, 370, 317, 273, 235, 201, 169, 141, 114, 88, 64, 42, 20" in answer.text
    assert "reconstruite" in answer.text
    assert answer.photo is not None
    (pages,) = await talk.press(answer, "De tipărit")
    printed(pages, "cnis-scara-14-14-participanti")

    asked = await talk.say("/cnis")
    await talk.press(asked, "Scara unei partide")
    answer = await talk.say("100 v150")
    assert "1000, 859, 801, 757, 720, 688, 659, 632, 608, 585" in answer.text
    assert "de la 1 la 1000" in (await talk.say("/cnis douăzeci")).text
    await talk.press(answer, "page:t:scale.100.0.1:1")
    assert "2/3 ▶" in "".join(answer.labels) or "3/3 ▶" in "".join(answer.labels)


async def test_points_of_a_game_typed_or_sent(table: Table) -> None:
    """Equal scores share points; V comes from the ratings or is typed.

    Button and question both subtract 150, because V of CNIS art. 6 is not the game's value. A file
    sent while V is asked for belongs to the list, and its caption is not taken for V.
    """
    talk = RatingTalk.of(table)
    await talk.begin("cnis_points")
    summary = await talk.say("1. Ana Pop, 165\n2. Ion Rus\n2. Dan Luca\n4. Vlad Popa")
    assert "4 jucători, V = 4, scara 10" in summary.text
    (asked,) = await talk.press(summary, label("button.cnis_value"))
    assert mentions(asked, "cnis.ask_value")
    assert all("150" in text for text in (label("button.cnis_value"), asked.text))
    for key in ("button.cnis_value", "cnis.ask_value"):
        assert "150" in load_catalogue("en").entries[key][0]
    summary = await talk.say("10")
    assert "V = 10, scara 14" in summary.text
    shown, book = await talk.rate(summary)
    assert "1. Ana Pop 606" in shown.text
    assert "2. Dan Luca 404\n2. Ion Rus 404" in shown.text
    assert named(book) == "cnis-punctele-unei-partide.xlsx"
    assert cells(book)["Puncte"][1] == [1, "Ana Pop", 606, "606"]

    await talk.begin("cnis_points")
    summary = await talk.say("1. Ana Pop\n2. Ion Rus")
    await talk.press(summary, label("button.cnis_value"))
    places = b"place,player,rating\n1,Dan Luca,165\n2,Vlad Popa,150\n"
    answer = await talk.send(("locuri.csv", places))
    assert not mentions(answer, "cnis.ask_value")
    assert "locuri.csv" in answer.text


async def test_a_season_with_titles_and_terms(table: Table) -> None:
    """Buttons open tables of categories and events; all results show, the counted ones marked."""
    talk = RatingTalk.of(table)
    await talk.begin("cnis_season")
    results = calendar(7, kinds=("classic", "free", "anticipation", "composition"))
    wrong = PLAYERS.replace(b"Ana Pop,", b"Ana Popp,")
    await talk.send(("rezultate.csv", results), ("jucatori.csv", wrong))
    assert "„Ana Pop” nu este în jucatori.csv; seamănă cu „Ana Popp”" in talk.last[0].text
    answer = await talk.send(("rezultate.csv", results), ("jucatori.csv", PLAYERS))
    assert "8 jucători, 28 de partide" in answer.text
    shown, book = await talk.rate(answer)

    assert shown.text.startswith("Seniori 2025")
    assert "🥇 Campion național, absolut: " in shown.text
    assert named(book) == "cnis-clasamente-2025.xlsx"
    assert {"Seniori", "Decani", "Speranțe"} <= set(cells(book))
    await talk.press(shown, "Seniori, Libere")
    assert shown.text.startswith("Seniori 2025: Libere")
    (pages,) = await talk.press(shown, "De tipărit")
    printed(pages, "cnis-seniori-2025-libere")
    await talk.press(shown, "De ce")
    why = await talk.say("ana pop")
    assert "Duplicat clasic, Etapa 1: locul 1: " in why.text
    assert "(nu contează)" in why.text
    await talk.press(shown, "De ce")
    assert "„Zoe” nu este pe liste" in (await talk.say("Zoe")).text
    await talk.press(shown, "De ce")
    assert "„pop”: poate Ana Pop sau Vlad Popa" in (await talk.say("pop")).text

    other = RatingTalk.of(table, "Ion Rus")
    message = await other.say("/cnis")
    data = next(button.data for button in shown.buttons if button.data.startswith("page:w:"))
    await table.forge(other.user, message, data)
    assert says(message, "refused") or "nu mai există" in message.text


async def test_the_next_round_with_tables_and_byes(table: Table) -> None:
    """Clubs are separated, and the next round follows from the games by the chosen system."""
    talk = RatingTalk.of(table)
    await talk.begin("cnis_round")
    seven = PLAYERS.decode().rsplit("\n", 2)[0].encode() + b"\n"
    summary = await talk.send(("jucatori.csv", seven))
    assert "urmează runda 1 din 5" in summary.text
    await talk.press(summary, "Seniori")
    assert "urmează runda 1 din 8" in summary.text
    shown, _ = await talk.rate(summary)
    pairs = re.findall(r"Masa \d: (.+?) – (.+)", shown.text)
    assert len(pairs) == 3
    club = {name: "AB"[n % 2] for n, name in enumerate(NAMES)}
    assert all(club[one] != club[other] for one, other in pairs)
    assert "Pauză: " in shown.text
    (pages,) = await talk.press(shown, "De tipărit")
    printed(pages, "cnis-runda-1")

    games = csv_of(
        GAMES,
        [f"2025-02-01,Open,1,{one},{other},400,300" for one, other in pairs]
        + [f"2025-02-01,Open,1,{(set(NAMES[:7]) - {p for pair in pairs for p in pair}).pop()},,,"],
    )
    await talk.begin("cnis_round")
    summary = await talk.send(("jucatori.csv", seven), ("partide.csv", games))
    assert "partide jucate: 3; urmează runda 2" in summary.text
    shown, book = await talk.rate(summary)
    again = re.findall(r"Masa \d: (.+?) – (.+?)(?: \(.*)?$", shown.text, re.MULTILINE)
    assert not {frozenset(pair) for pair in again} & {frozenset(pair) for pair in pairs}
    assert named(book) == "cnis-runda-2.xlsx"
    assert cells(book)["Runda 2"][0][:3] == ["masa", "jucător", "scor"]


async def test_a_withdrawal_leaves_byes_in_a_round_robin(table: Table) -> None:
    """If one of four leaves, the schedule of four remains and all others still meet once."""
    talk = RatingTalk.of(table)
    gone, second, third, fourth = NAMES[:4]
    games = csv_of(
        GAMES,
        (
            f"2025-02-01,Open,1,{gone},{second},400,300",
            f"2025-02-01,Open,1,{third},{fourth},400,300",
            f"2025-02-01,Open,2,{second},{third},400,300",
            f"2025-02-01,Open,2,{fourth},,,",
        ),
    )
    people = csv_of("player,withdrawn", [f"{gone},da", *(f"{n}," for n in NAMES[1:4])])
    await talk.begin("cnis_round")
    summary = await talk.send(("jucatori.csv", people), ("partide.csv", games))
    await talk.press(summary, "Fiecare cu fiecare")
    assert "urmează runda 3 din 5" in summary.text  # two rounds of KOTH follow
    shown, _ = await talk.rate(summary)
    assert "Art. 13" not in shown.text
    (pair,) = re.findall(r"Masa \d: (.+?) – (.+?)(?: \(.*)?$", shown.text, re.MULTILINE)
    assert set(pair) == {second, fourth}
    assert f"Pauză: {third}" in shown.text


async def test_equal_points_against_the_print_are_reported(table: Table) -> None:
    """On the flat end of a large scale the answer shows where it differs from art. 6."""
    answer = await RatingTalk.of(table).say("/cnis 97 -4")
    assert "Pasul este 0" in answer.text


async def test_seniors_and_youth_in_two_files_have_no_double_titles(table: Table) -> None:
    """Result files form one season: a youth player wins no title among seniors."""
    names = NAMES[:6]
    born = [2008, *(1970 + n for n in range(5))]
    people = csv_of("player,born", [f"{n},{year}" for n, year in zip(names, born, strict=True)])
    header = "date,type,event,player,place,stage,competition"
    rows = [f"2025-03-01,classic,1,{name},{place},," for place, name in enumerate(names, 1)]
    young = [f"2025-04-01,classic,1,{names[0]},1,Cluj,youth"]
    talk = RatingTalk.of(table)
    await talk.begin("cnis_season")
    asked = await talk.send(
        ("seniori.csv", csv_of(header, rows)),
        ("tineret.csv", csv_of(header, young)),
        ("sportivi.csv", people),
    )
    assert "seniori.csv" in asked.text
    assert "tineret.csv" in asked.text
    await talk.press(asked, "Tineret din clasamente comune")
    assert "punctele din clasamentele comune" in asked.text
    shown, _ = await talk.rate(asked)

    assert f"Vicecampion național, absolut: {names[1]}" in shown.text
    assert "🥇" not in shown.text
    assert names[0] in shown.text
