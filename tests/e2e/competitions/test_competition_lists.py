"""Lists of a competition's players: from files, with mistakes, late, or not lists at all."""

from io import BytesIO

import pytest
from openpyxl import Workbook

from sandbox.faults import Refuse, ServerError, TimeOut
from tests.e2e.championship import FOUR, PLAYERS, Championship, press, set_up
from tests.e2e.texts import mentions, says, worded
from tests.sandbox.pictures import picture


def spreadsheet() -> bytes:
    """Return the list of players as an XLSX file, with ratings in place of seeds."""
    book = Workbook()
    sheet = book.create_sheet(index=0)
    for line in PLAYERS.splitlines():
        name, club, seed = line.split(",")
        sheet.append([name, club, seed if seed == "seed" else 2000 - 10 * int(seed)])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
async def test_players_come_from_a_file(championship: Championship, kind: str) -> None:
    """CSV from a spreadsheet and XLSX give the same players; ratings decide the seeding."""
    content = ("\ufeff" + PLAYERS.replace(",", ";")).encode() if kind == "csv" else spreadsheet()
    await championship.press("button.comp.add")
    (shown,) = await championship.send(f"lista.{kind}", content)
    assert mentions(shown, "comp.ratings_made_places") == (kind == "xlsx")
    championship.note_links(await championship.press("button.comp.enter"))
    entries = (await championship.now()).phase.entries

    assert len(championship.links) == 6
    assert [(entry.club, entry.seeding) for entry in entries] == [
        ("Cluj", 1),
        ("Iași", 2),
        ("Cluj", 3),
        ("Iași", 4),
        ("", 5),
        ("Brașov", 6),
    ]


async def test_a_list_that_nobody_has_asked_for_is_read_all_the_same(
    championship: Championship,
) -> None:
    """A list sent or pasted unasked is read; ordinary text and other files are not.

    The organiser reads which columns were ignored before players are entered. Each column that is
    taken is named once, in the order of a list: surname, given name, club.
    """
    content = "nume;orașul;telefon;club\nAna Pop;Cluj;0722;\n".encode()

    (shown,) = await championship.send("lista.csv", content)

    assert mentions(shown, "comp.columns_aside", columns="orașul, telefon")
    (plain,) = await championship.send("lista.csv", PLAYERS.encode())
    assert "deoparte" not in plain.text
    (turned,) = await championship.send("lista.csv", b"Prenume;Nume;Club\nAna;Pop;Argus\n")
    assert turned.text.count("„Prenume”") == 1
    assert turned.text.index("„Nume”") < turned.text.index("„Prenume”")
    (shown,) = await championship.send("lista.csv", PLAYERS.encode())
    assert mentions(shown, "comp.file_understood", n=6)
    await championship.press("button.comp.enter")
    (pasted,) = await championship.say("Tina Popa\nSorin Radu\nLia Sava, Cluj")
    assert mentions(pasted, "comp.understood", n=3)
    await championship.press("button.comp.enter")
    assert len((await championship.now()).phase.entries) == 9

    (answer,) = await championship.say("Bună seara")
    assert says(answer, "play.unknown_arbiter")
    (refused,) = await championship.send("regulament.pdf", b"%PDF-1.4")
    assert says(refused, "relayed.no_picture")


async def test_of_several_competitions_the_arbiter_says_whose_list_it_is(
    championship: Championship,
) -> None:
    """Each competition with open entries is a button, which takes the file already sent."""
    other = await set_up(championship.table, title="Cupa Toamnei 2025")
    content = PLAYERS.encode()

    (which,) = await other.send("lista.csv", content)
    assert says(which, "comp.whose_list")
    assert set(which.labels) == {"Cupa Primăverii 2025", "Cupa Toamnei 2025"}
    other.arbiter.press(which, "Cupa Toamnei 2025")
    await championship.table.settle()
    (shown,) = await other.send("lista.csv", content)
    assert mentions(shown, "comp.file_understood", n=6)
    await other.press("button.comp.enter")

    assert len((await other.now()).phase.entries) == 6
    assert (await championship.now()).phase.entries == ()


async def test_a_wrong_list_is_refused_by_line_and_nothing_good_is_lost(
    championship: Championship,
) -> None:
    """A button enters the valid lines; the arbiter then sends the others again.

    A button of an earlier pasted list shows the later one: nobody is entered by it, and the errors
    of the later list are named again.
    """
    await championship.press("button.comp.add")
    (earlier,) = await championship.say("Ana Pop\nIon Rus")
    await championship.say("Geo Luca, Sibiu, tare\nDan Ene")

    arbiter = championship.table.arbiter
    await press(championship.table, arbiter, earlier, "button.comp.enter")

    assert mentions(earlier, "comp.understood", n=1)
    assert mentions(earlier, "list_fault.number", found="tare")
    assert not (await championship.now()).phase.entries

    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.add")
    (refused,) = await championship.send("poza.csv", b"\x00\x01\x02")
    assert (await championship.now()).phase.entries == ()
    assert not says(refused, "relayed.no_picture")
    (nobody,) = await championship.say(", Iași, 2")
    assert says(nobody, "comp.understood_nobody")
    assert mentions(nobody, "comp.fault_line", line=1)
    assert worded("button.comp.enter", n=0) not in nobody.labels
    (shown,) = await championship.say("Ana Pop, Cluj, 1\n, Iași, 2\nana pop\nIon Rus, Iași, doi")
    assert mentions(shown, "comp.fault_line", line=2)
    assert mentions(shown, "table.player_twice", found="ana pop", first=1)
    assert mentions(shown, "list_fault.number", found="doi")
    await championship.press("button.comp.enter")
    await championship.press("button.comp.add")
    await championship.say("Ana Pop, Cluj, 1\nIon Rus, Iași, 2")
    await championship.press("button.comp.enter")

    names = await championship.names()
    assert sorted(names.values()) == ["Ana Pop", "Ion Rus"]


async def test_a_list_from_a_messenger_publishes_no_telephone(championship: Championship) -> None:
    """Numbers of lines and telephones stay out of names and clubs; the rest is read."""
    await championship.enter(
        "1\ufe0f\u20e3 Ana Pop (0722 123 456)\n2\ufe0f\u20e3 Ion Rus, tel. 0733 111 222\n"
        "c) Dan Ene (CS Cluj, 0744 555 666)"
    )

    assert sorted((await championship.names()).values()) == ["Ana Pop", "Dan Ene", "Ion Rus"]
    entries = (await championship.now()).phase.entries
    assert sorted(one.club for one in entries) == ["", "", "CS Cluj"]


async def test_a_photo_is_no_list(championship: Championship) -> None:
    """The bot names the wrong file and the right one, and still accepts a list afterwards.

    It does not call a list that Telegram keeps back an invalid table, and reads it when sent again.
    """
    await championship.press("button.comp.add")
    for fault in (ServerError(), Refuse(400, "Bad Request: wrong file_id")):
        championship.table.sandbox.faults.add(fault, method="getFile", times=1)
        (answer,) = await championship.send("lista.csv", PLAYERS.encode())
        assert says(answer, "comp.not_fetched", file="lista.csv"), fault
        assert worded("button.comp.give_up") in answer.labels
    for name, content, found in (
        ("lista.pdf", b"%PDF-1.4", "PDF"),
        ("jucatori.docx", b"PK\x03\x04", "DOCX"),
        ("lista.csv", b"\x89PNG\r\n\x1a\n" + bytes(9), "PNG"),
    ):
        (answer,) = await championship.send(name, content)
        assert says(answer, "comp.no_table")
        assert f"• {name}: {worded('table.foreign', found=found)}" in answer.text
        assert worded("button.comp.give_up") in answer.labels
    (answer,) = await championship.send("mare.csv", b"x" * (1 << 20) + b"x")
    assert says(answer, "rating.too_large")
    (answer,) = await championship.send("lista.xyz", b"?")
    assert mentions(answer, "fault.no_table_sent")
    championship.arbiter.send_photo(picture())
    await championship.table.settle()
    assert says(championship.arbiter.last, "comp.no_photo")

    await championship.send("lista.csv", PLAYERS.encode())
    await championship.press("button.comp.enter")
    assert len((await championship.now()).phase.entries) == 6


async def test_a_list_that_telegram_is_slow_to_hand_over_holds_up_nobody(
    championship: Championship,
) -> None:
    """The bot answers others meanwhile, and never downloads a stranger's unrequested file."""
    table = championship.table
    table.app.telegram._files.patience = 3.0
    stranger = table.sandbox.add_user("Străinul", language_code="ro")
    await championship.press("button.comp.add")
    hanging = table.sandbox.faults.add(TimeOut(), method="getFile", times=9)
    seen = len(championship.arbiter.messages)
    championship.arbiter.send_document("lista.csv", PLAYERS.encode())
    for _ in range(5):
        stranger.send_document("tabel.csv", b"a,b\n1,2\n")
    for _ in range(5):
        assert says(await stranger.receive(), "relayed.no_picture")

    assert hanging.fired == 1
    assert not [each for each in championship.arbiter.messages[seen:] if each.from_bot]
    await table.settle()
    assert says(championship.arbiter.last, "comp.not_fetched", file="lista.csv")
    assert hanging.fired == 1


async def test_a_list_that_was_entered_before_has_nobody_to_enter(
    championship: Championship,
) -> None:
    """The arbiter who sends it twice reads that everybody is entered; a new line is still taken."""
    await championship.enter(FOUR)
    await championship.press("button.comp.add")
    await championship.say(FOUR.replace("Cluj", "Impetus Cluj"))
    assert not mentions(championship.card, "table.seed_twice", first="Ana Pop")
    assert mentions(championship.card, "resolve.ask", who="Ana Pop")
    await championship.say(FOUR)

    assert mentions(championship.card, "comp.already_entered")
    assert not mentions(championship.card, "comp.same_person")
    assert not {worded("button.comp.enter", n=n) for n in (0, 4)} & {*championship.card.labels}
    await championship.say(f"{FOUR}\nGeo Luca")
    answers = await championship.press("button.comp.enter")

    assert mentions(championship.card, "comp.done.entered", n=1)
    assert "Geo Luca" in answers[0].text
    assert "Ana Pop" not in answers[0].text


async def test_a_second_player_of_one_name_is_asked_about(championship: Championship) -> None:
    """With another club the bot asks who is meant; without a club a button says it is another."""
    await championship.enter(FOUR)
    await championship.press("button.comp.add")
    await championship.say("Ana Pop, Brașov, 1")
    await championship.press("button.resolve.another")
    assert mentions(championship.card, "table.seed_twice", found=1, first="Ana Pop")
    assert not {worded("button.comp.enter", n=n) for n in (0, 1)} & {*championship.card.labels}
    await championship.say("Ana Pop, Brașov, 9\nGeo Luca, Sibiu, tare")
    assert mentions(championship.card, "resolve.ask", who="Ana Pop")
    await championship.press("button.resolve.another")
    assert mentions(championship.card, "list_fault.number", found="tare")
    *_, asked = await championship.press("button.comp.enter")
    assert sorted((await championship.names()).values()).count("Ana Pop") == 2
    both = {"first": "Ana Pop (Cluj)", "second": "Ana Pop (Brașov)"}
    assert mentions(asked, "namesakes.ask_same", **both)
    answers = await championship.press("button.comp.invitations")
    assert "Ana Pop (Cluj): https" in answers[0].text
    assert "Ana Pop (Brașov): https" in answers[0].text
    await championship.press("button.comp.players")
    assert {"Ana Pop (Cluj)", "Ana Pop (Brașov)"} <= {*championship.card.labels}

    await championship.press("button.comp.add")
    await championship.say("Ion Rus")
    assert mentions(championship.card, "comp.already_entered", who="Ion Rus")
    await championship.press("button.resolve.namesake")
    await championship.press("button.comp.enter")
    assert sorted((await championship.names()).values()).count("Ion Rus") == 2


async def test_players_of_one_rank_by_rating_each_keep_it(championship: Championship) -> None:
    """The best of two lists with ratings are both the first; each may be sent again as that."""
    await championship.enter("Ana Pop, Cluj, 1800")
    await championship.press("button.comp.add")
    await championship.say("Ion Rus, Iași, 1700")
    await championship.press("button.comp.enter")
    assert {entry.seeding for entry in (await championship.now()).phase.entries} == {1}
    await championship.press("button.comp.add")
    await championship.say("Ana Pop, Cluj, 1\nGeo Luca")

    assert not mentions(championship.card, "table.seed_twice")
    await championship.press("button.comp.enter")
    assert len((await championship.now()).phase.entries) == 3


async def test_a_club_has_its_first_spelling_in_every_list(championship: Championship) -> None:
    """So the draw keeps its players apart, whichever list and replacement names them."""
    await championship.enter("Ana Pop, C.S. Iași\nIon Rus, Cluj")
    await championship.press("button.comp.add")
    await championship.say("Dan Ene, CS iasi\nGeo Luca, C S IAŞI")
    await championship.press("button.comp.enter")
    await championship.steps("players")
    await championship.press("button.plain", label="Ion Rus")
    await championship.press("button.comp.replace")
    await championship.say("Ema Ilie, Cs Iasi")

    entries = (await championship.now()).phase.entries
    assert [entry.club for entry in entries] == ["C.S. Iași"] * 4


async def test_two_clubs_beside_the_name_of_one_known_player_are_asked_about(
    championship: Championship,
) -> None:
    """The entered player has no club, so either line may mean them; neither is lost unasked."""
    await championship.enter("Ana Pop\nIon Rus")
    await championship.press("button.comp.add")
    await championship.say("Ana Pop, Cluj\nAna Pop, Iași")

    assert mentions(championship.card, "resolve.ask", who="Ana Pop")
    assert len([label for label in championship.card.labels if "Ana Pop" in label]) == 1
    await championship.press("button.resolve.another")
    await championship.press("button.comp.enter")
    assert sorted((await championship.names()).values()) == ["Ana Pop", "Ana Pop", "Ion Rus"]


async def test_a_list_sent_again_still_asks_about_the_people_from_elsewhere(
    championship: Championship,
) -> None:
    """However many of it are entered, somebody known may be said to be another."""
    table = championship.table
    await championship.enter("Ana Pop")
    other = await set_up(table, {"phases": "final"}, title="Cupa Toamnei 2025")
    many = "\n".join(f"Dan {letter * 5}" for letter in "ABCDEFGHIJKLM")
    await other.enter(many)
    await other.press("button.comp.add")
    await other.say(f"{many}\nAna Pop")

    named = {worded("button.resolve.not", who="Ana Pop")}
    assert {label for label in other.card.labels if "Dan" in label or "Ana" in label} == named


async def test_a_replacement_of_an_entered_players_name_is_to_be_corrected(
    championship: Championship,
) -> None:
    """The arbiter reads it at once, because the invitations of both would not open."""
    await championship.enter("Ana Pop, Cluj\nIon Rus")
    await championship.steps("players")
    await championship.press("button.plain", label="Ion Rus")
    await championship.press("button.comp.replace")
    await championship.say("Ana Pop, Brașov")
    *_, asked = await championship.press("button.resolve.another")

    both = {"first": "Ana Pop (Cluj)", "second": "Ana Pop (Brașov)"}
    assert mentions(asked, "namesakes.ask_same", **both)
