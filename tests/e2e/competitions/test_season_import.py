"""`/preia`: the results of a past season become a permanently closed competition."""

import io
import zipfile
from pathlib import Path

from openpyxl import load_workbook

from bot.site.paths import game_path
from engine.competitions.competition import Competition, CompetitionStage
from engine.games.game import Game, Stage
from engine.ids import Leg, game_id
from tests.e2e.competitions.season_import_shared import ABOUT, RESULTS, record, result
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import filled, played, resend, send
from tests.e2e.public_site import Written, written
from tests.e2e.texts import facts_of, mentions, says
from tests.import_forms import form


async def test_results_of_a_past_season_make_a_closed_competition(
    table: Table, tmp_path: Path
) -> None:
    """Scores give coefficients by article 8, stated ones stay; standings and site show them.

    Preview, pages, standings, CSV and feed show a score or game left out as not stated.
    """
    (*_, shown) = await send(table, form((), results=RESULTS, about=ABOUT))
    assert mentions(shown, "import.shown_season", players=3, number=3)
    assert "Ion Rus – Dan Ene, partida tur: scor neprecizat (1,5300 – 0,4700)" in shown.text
    await table.press(table.arbiter, shown, "button.import.yes")
    code = facts_of(shown, "import.done_season")["code"]

    competition = await table.stored.competition(code)

    assert competition.stage is CompetitionStage.CLOSED
    assert competition.imported
    (rows,) = competition.phase.tables().values()
    assert [f"{row.coefficients}" for row in rows] == ["3.0232", "2.5068", "0.4700"]
    site = await written(table, tmp_path / "site")
    page = site.text(f"c/{code.lower()}/index.html")
    assert "preluate, trase în afara botului" in page
    match = site.text(f"m/{competition.phase.matches[0].code.lower()}.html")
    assert "Preluată: a început în afara botului" in match
    await _not_stated(table, site, competition)


async def _not_stated(table: Table, site: Written, competition: Competition) -> None:
    """Check what site, standings and search show of a game without score, and of none."""
    code = competition.code.lower()
    whole, part = competition.phase.matches
    page = site.text(f"m/{part.code.lower()}.html")
    assert all(each in page for each in ("scor neprecizat", "1,5300", "0,4700"))
    assert "rezultat neprecizat" in page
    assert "o partidă neprecizată" in page
    known = site.text(f"m/{whole.code.lower()}.html")
    assert all(each in known for each in ("524–480", "1,5219", "399–401"))
    assert "neprecizat" not in known
    group = site.text(f"c/{code}/faza-1-a.html")
    assert "<small>scor neprecizat</small>" in group
    assert "<td>—</td><td>—</td>" in group
    assert "None" not in group
    results = site.text(f"c/{code}/rezultate.csv").splitlines()
    assert [line.split(",")[9:13] for line in results if f"{part.code}/1" in line] == [
        ["", "", "1.5300", "0.4700"]
    ]
    assert "scor neprecizat" in site.text(f"c/{code}/rezultate.atom")
    for path in ("index.html", "rezultate.csv", "rezultate.atom", "date.json", "clasament.csv"):
        assert "0–0" not in site.text(f"c/{code}/{path}"), path
    shown = await table.say(table.arbiter, "/clasament")
    assert any("Cupa Primăverii 2019" in one.text for one in shown)
    assert "—" in shown[0].text
    (*_, found) = await table.say(table.arbiter, "/cauta Dan Ene")
    assert "0–0" not in found.text


async def _equal_sums(table: Table) -> None:
    """Check the tie-breaks of the preview: here the difference of the scores."""
    shares = {"red_coefficient": "1,5300", "blue_coefficient": "0,4700", "red_score": "400"}
    rows = (
        result("Ana Pop", "Ion Rus", **shares, blue_score="300"),
        result("Ana Pop", "Dan Ene", **shares, blue_score="350"),
    )

    (*_, shown) = await send(table, form((), results=rows, about=ABOUT))

    assert shown.text.index("Dan Ene: 0,47") < shown.text.index("Ion Rus: 0,47")


async def test_faults_of_a_season_are_named_by_row(table: Table) -> None:
    """Double games, unswapped colours, half results, too high coefficients, missing days.

    Results that cannot be need the arbiter's word: the higher score has the higher coefficient. A
    sheet, column or footer is never passed over. Equal sums are ordered as in the standings.
    """
    await _equal_sums(table)
    await _unread(table)
    await _level_coefficients(table)
    await _odd_results(table)
    rows = (
        *RESULTS[:1],
        result("Ion Rus", "Ana Pop", red_score="400", blue_score="300"),
        result("Ana Pop", "Ion Rus", "retur", red_score="400", blue_score="300"),
        result("Ana Pop", "Dan Ene", red_score="400"),
        result("Ion Rus", "Dan Ene", red_coefficient="1,9", blue_coefficient="0,1"),
    )

    (answer,) = await send(table, form((), results=rows, about={"title": "Cupa 2019"}))

    for key in ("season_days", "game_twice", "colours", "both", "coefficient"):
        assert mentions(answer, f"import.{key}"), key
    (*_, shown) = await resend(table, form((), results=RESULTS, about=ABOUT))
    await table.press(table.arbiter, shown, "button.drop")
    assert says(shown, "import.dropped")


TABLE = """Jucătorul,Ana Pop,Ion Rus,Dan Ene,Total
Ana Pop,X,524-480,350-351,"5,05"
Ion Rus,399-401,X,500-300,"3,03"
Dan Ene,380-420,400-299,X,"3,92"
"""
"""Home games above the diagonal, return games below it."""
IMPOSSIBLE = (
    "30.06.2019 – 01.02.2019",
    "01.02.2019",
    "01.02.2019, 01.04.2019, 30.06.2019",
    "01.02.2019 – 30.06.2199",
)
"""Days that cannot be those of a past season."""


async def test_a_crosstable_is_understood_asked_about_and_recorded(table: Table) -> None:
    """The bot asks for title and days, and shows its reading, which a button can reverse.

    Days that cannot be are asked for again, and the title typed beside them counts. After the
    preview thanks change nothing; title and days together do, and then the first preview is stale.
    """
    (question,) = await send(table, TABLE.encode(), "cupa.csv")
    assert says(question, "import.ask_season")
    (again,) = await table.say(table.arbiter, "Cupa Primăverii 2019")
    assert says(again, "import.ask_season")
    for days in IMPOSSIBLE:
        (asked,) = await table.say(table.arbiter, f"Cupa 2019, {days}")
        assert says(asked, "import.ask_days"), days
    (first,) = await table.say(table.arbiter, "01.02.2019 – 30.06.2019")
    assert mentions(first, "import.shown_season", title="Cupa 2019", start="2019-02-01")
    for days in IMPOSSIBLE:
        (again,) = await table.say(table.arbiter, f"Alta, {days}")
        assert says(again, "import.ask_days"), days
    (waits,) = await table.say(table.arbiter, "mulțumesc, e bine")
    assert says(waits, "import.waits_season", file="cupa.csv", title="Cupa 2019")
    (shown,) = await table.say(table.arbiter, "Cupa Verii 2019, 01.02.2019 – 30.06.2019")
    assert mentions(shown, "import.shown_season", title="Cupa Verii 2019", players=3, number=6)
    assert mentions(shown, "import.layout_halves")
    assert "Ana Pop – Ion Rus, partida tur: 524–480" in shown.text

    await table.press(table.arbiter, first, "button.import.yes")
    assert not says(first, "import.done_season")
    await table.press(table.arbiter, shown, "button.import.swap_legs")
    assert "Ana Pop – Ion Rus, partida retur: 524–480" in shown.text
    await table.press(table.arbiter, shown, "button.import.yes")

    assert says(shown, "import.done_season", title="Cupa Verii 2019")
    code = facts_of(shown, "import.done_season")["code"]
    competition = await table.stored.competition(code)
    assert f"{competition.phase.plan.closing}" == "2019-06-30"
    assert len(competition.phase.results) == 6
    (rows,) = competition.phase.tables().values()
    assert [row.games for row in rows] == [4, 4, 4]


async def test_a_preview_with_games_beside_is_not_italic(table: Table) -> None:
    """A preview that is shown again keeps its own form, and names the games below the results."""
    game = played(days=1, whole=True)
    scores = f"{game.red.score}-{game.blue.score}"
    crosstable = f"Jucătorul,Ana Pop,Ion Rus\nAna Pop,X,{scores}\nIon Rus,399-401,X\n"
    await send(table, crosstable.encode(), "cupa.csv")
    (shown,) = await table.say(table.arbiter, "Cupa Primăverii 2019, 01.02.2019 – 30.06.2019")
    await resend(table, record(game), "tur.gcg")

    await table.press(table.arbiter, shown, "button.import.swap_legs")
    await table.press(table.arbiter, shown, "button.import.swap_legs")

    assert mentions(shown, "import.games_beside", n=1, most=2)
    assert "italic" not in [entity.kind for entity in shown.entities]


async def _unclear_halves(table: Table) -> None:
    """Send a table whose halves are unclear: each reading has a button."""
    unclear = TABLE.replace("399-401", "480-524")
    (question,) = await send(table, unclear.encode(), "cupa.csv")
    assert says(question, "import.ask_layout")

    await table.press(table.arbiter, question, "button.import.mirror")

    assert mentions(question, "import.cross_differs", who="Ana Pop")
    assert "rândul 4, <b>Ana Pop</b>" in question.text or "rândul 4, Ana Pop" in question.text


def archive(**files: bytes) -> bytes:
    """Return a ZIP archive of GCG files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, content in files.items():
            made.writestr(f"{name}.gcg", content)
    return out.getvalue()


async def test_a_game_beside_its_result_is_kept_with_its_moves(
    table: Table, tmp_path: Path
) -> None:
    """Board and sheet are shown; archive and site have it, marked as imported."""
    game = played(days=1, whole=True)
    scores = {"red_score": f"{game.red.score}", "blue_score": f"{game.blue.score}"}
    rows = (result("Ana Pop", "Ion Rus", **scores), *RESULTS[1:])
    await send(table, form((), results=rows, about=ABOUT))

    answers = await resend(table, record(game), "tur.gcg")

    assert mentions(answers[-1], "import.games_beside", n=1, most=3)
    pictures = [one.photo for one in answers if one.photo is not None]
    assert len(pictures) == len(("board", "sheet", "time sheet"))
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    code = facts_of(answers[-1], "import.done_season")["code"]
    competition = await table.stored.competition(code)
    assert len(competition.phase.results) == 3
    (rows_,) = competition.phase.tables().values()
    assert sorted(row.games for row in rows_) == [1, 2, 3]
    listed = competition.phase.matches[0]
    stored = await table.stored.game(game_id(listed.code, Leg.HOME))
    assert (stored.board, stored.stage, stored.imported) == (game.board, Stage.ENDED, True)
    assert (stored.red.score, stored.blue.score) == (game.red.score, game.blue.score)
    site = await written(table, tmp_path / "site")
    assert "Preluată: a început în afara botului" in site.text(f"m/{listed.code.lower()}.html")
    assert site.text(game_path(stored.id))
    (proved,) = await table.say(table.arbiter, f"/verifica {stored.id}")
    assert says(proved, "verify.imported")
    found = await table.say(table.arbiter, f"/export {stored.id}")
    assert any(one.document is not None for one in found)
    assert await table.stored.findings() == ()


async def test_games_that_do_not_fit_their_results_are_named_by_file(table: Table) -> None:
    """Another score, unknown players, an unfinished game, and an archive with one valid game.

    A foreign tile, a rack of nine and a missing rack of an old game have file and line.
    """
    game, running = played(days=1, whole=True), played(moves=3)
    scores = {"red_score": f"{game.red.score}", "blue_score": f"{game.blue.score}"}
    rows = (result("Ana Pop", "Ion Rus", **scores), *RESULTS[2:])
    wrong = (result("Ana Pop", "Ion Rus", red_score="300", blue_score="200"), *RESULTS[2:])
    await send(table, form((), results=wrong, about=ABOUT))
    (refused,) = await resend(table, record(game), "tur.gcg")
    assert mentions(refused, "import.games_beside", n=0, most=2)
    assert mentions(refused, "import.gcg_score", wanted="300–200")

    await resend(table, form((), results=rows, about=ABOUT))
    files = {
        "bun": record(game),
        "necunoscut": record(game, blue="Ema Ban"),
        "neterminat": record(running),
        "invers": record(game, "Ion Rus", "Ana Pop"),
    }
    answers = await resend(table, archive(**files), "partide.zip")

    assert mentions(answers[-1], "import.games_beside", n=1, most=2)
    assert mentions(answers[-1], "import.gcg_no_result", red="Ana Pop", blue="Ema Ban")
    assert mentions(answers[-1], "import.gcg_colours", red="Ana Pop", blue="Ion Rus")
    assert "neterminat.gcg" in answers[-1].text
    many = {f"necunoscut{number}": record(game, blue="Ema Ban") for number in range(27)}
    (*_, cut) = await resend(table, archive(**many), "partide.zip")
    assert mentions(cut, "import.more_faults", n=2)
    (broken,) = await resend(table, b"PK", "partide.zip")
    assert mentions(broken, "import.zip_broken")
    await _racks_named_by_line(table, game)


async def _racks_named_by_line(table: Table, game: Game) -> None:
    """Send the game with racks that cannot be, each in its own file of an archive."""
    lines = record(game).decode().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(">"))
    nick, rack, *others = lines[at].split()
    racks = {
        "nine": f"{rack}AE",
        "foreign": f"{rack[:-1]}J" if rack[-1] != "J" else "?",
        "none": "",
    }
    files = {
        name: "\n".join(
            [*lines[:at], " ".join(filter(None, (nick, held, *others))), *lines[at + 1 :]]
        ).encode()
        for name, held in racks.items()
    }

    answers = await resend(table, archive(**files), "partide.zip")

    text = answers[-1].text
    assert mentions(answers[-1], "fault.gcg_rack_size", text=racks["nine"])
    assert mentions(answers[-1], "fault.gcg_no_rack")
    assert all(f"{name}.gcg, rândul {at + 1}" in text for name in racks), text


FOOTED = (
    TABLE
    + """Total,,,,12
Secretar general,I. Popescu
"""
)


async def test_what_is_doubtful_in_a_crosstable_is_named_or_asked(table: Table) -> None:
    """Inconsistent or damaged cells are named by row and column, and unclear halves are a question.

    A total and a signature under the table are no players, and the preview names them; surnames
    and given names are one name.
    """
    await _unclear_halves(table)
    await _doubtful_cells(table)
    await _given_names(table)
    await send(table, FOOTED.encode(), "cupa.csv")
    (shown,) = await table.say(table.arbiter, "Cupa 2019, 01.02.2019 – 30.06.2019")

    assert mentions(shown, "import.shown_season", players=3, number=6)
    assert "Total 12, Secretar general I. Popescu" in shown.text


async def _given_names(table: Table) -> None:
    """Send columns of surnames and given names, beside numbers and clubs."""
    lines = [
        "Nr. crt.,Nume,Prenume,Club,1,2",
        "1,Pop,Ana,Cluj,X,524-480",
        "2,Rus,Ion,Iași,480-524,X",
    ]
    await send(table, "\n".join(lines).encode(), "cupa.csv")
    (shown,) = await table.say(table.arbiter, "Cupa 2019, 01.02.2019 – 30.06.2019")

    assert "Ana Pop – Ion Rus" in shown.text


async def _doubtful_cells(table: Table) -> None:
    """Send a wrong total, `forfait`, turned names and damaged letters."""
    wrong = TABLE.replace('"5,05"', '"5,50"')
    (answer,) = await send(table, wrong.encode(), "cupa.csv")
    assert mentions(answer, "import.cross_total", found="5,50", right="5,0475")
    for old, new, key in (
        ("350-351", "forfait", "import.cross_unplayed"),
        ("Dan Ene", "¸tefan ÝŚrlea", "table.letters"),
        ("Dan Ene", "Rus Ion", "import.turned"),
    ):
        (answer,) = await send(table, TABLE.replace(old, new).encode(), "cupa.csv")
        assert mentions(answer, key), key


async def _unread(table: Table) -> None:
    """Send a sheet without use and a column of the wrong kind."""
    content = form((), results=RESULTS, about=ABOUT)
    book = load_workbook(io.BytesIO(content))
    book.create_sheet("Foaie2").append(["Ana Pop", 524])
    sheet = next(each for each in book if each.title == "Rezultate")
    sheet.cell(1, sheet.max_column + 1, "Prenume ROȘU")
    out = io.BytesIO()
    book.save(out)

    (answer,) = await send(table, out.getvalue())

    assert mentions(answer, "import.sheet_unread")
    assert mentions(answer, "import.doubtful_column", found="Prenume ROȘU")


async def test_a_season_that_is_recorded_already_is_recognised(recorded: Table) -> None:
    """The same file again is a question; the season is recorded twice only if they are two."""
    table, (code,) = recorded, recorded.done
    content = form((), results=RESULTS, about=ABOUT)

    (*_, asked) = await send(table, content)

    assert says(asked, "import.recorded_before", title=ABOUT["title"], code=code)
    await table.press(table.arbiter, asked, "button.import.again")
    assert mentions(asked, "import.shown_season", players=3, number=3)
    (*_, again) = await send(table, content)
    await table.press(table.arbiter, again, "button.drop")
    assert says(again, "import.dropped")
    (*_, renamed) = await send(table, form((), results=RESULTS, about={**ABOUT, "title": "Alta"}))
    assert says(renamed, "import.recorded_before", title=ABOUT["title"], code=code)


async def test_a_recorded_season_is_replaced_in_one_step(recorded: Table, tmp_path: Path) -> None:
    """The old one appears nowhere, the new one has its results and the series of the old one."""
    table, (code,) = recorded, recorded.done
    (shown, *_) = await table.say(table.arbiter, f"/campionat {code}")
    await table.press(table.arbiter, shown, "button.comp.series")
    await table.say(table.arbiter, "Cupa Primăverii")
    game = played(days=1, whole=True)
    scores = {"red_score": f"{game.red.score}", "blue_score": f"{game.blue.score}"}
    right = (result("Ana Pop", "Ion Rus", **scores), *RESULTS[1:])
    (*_, asked) = await send(table, form((), results=right, about=ABOUT))

    await table.press(table.arbiter, asked, "button.import.replace")

    assert mentions(asked, "import.shown_season", players=3, number=3)
    assert mentions(asked, "import.replaces", code=code)
    assert not (await table.stored.competition(code)).taken_back
    (*_, beside) = await resend(table, record(game), "tur.gcg")
    said = await table.press(table.arbiter, beside, "button.import.yes")
    assert any(mentions(one, "import.replaced", code=code) for one in said)
    new = facts_of(beside, "import.done_season")["code"]
    assert (await table.stored.competition(code)).taken_back
    site = await written(table, tmp_path / "site")
    assert f"c/{code.lower()}/index.html" not in site.everything()
    assert f"{game.red.score}" in site.text(f"c/{new.lower()}/rezultate.csv")
    assert "Cupa Primăverii" in site.text(f"c/{new.lower()}/index.html")
    assert "j/ana-pop-2.html" not in site.everything()
    assert await table.stored.findings() == ()


async def _odd_results(table: Table) -> None:
    """Send two winners, a loser with more, an unequal draw and a tiny sum."""
    rows = (
        *RESULTS[:1],
        result("Ana Pop", "Dan Ene", red_coefficient="1,6667", blue_coefficient="0,9000"),
        result(
            "Dan Ene",
            "Ana Pop",
            "retur",
            red_score="400",
            blue_score="300",
            red_coefficient="0,4286",
            blue_coefficient="1,5714",
        ),
        result(
            "Ion Rus",
            "Dan Ene",
            red_score="400",
            blue_score="400",
            red_coefficient="1,5",
            blue_coefficient="0,5",
        ),
        result("Dan Ene", "Ion Rus", "retur", red_coefficient="0,1", blue_coefficient="0,2"),
    )

    (asked,) = await send(table, form((), results=rows, about=ABOUT))

    for key in ("winners", "order", "draw", "sum"):
        assert mentions(asked, f"import.odd_{key}"), key
    await table.press(table.arbiter, asked, "button.import.odd")
    assert mentions(asked, "import.shown_season", players=3, number=5)


async def _level_coefficients(table: Table) -> None:
    """Send a higher score without the higher coefficient, as Red and as Blue."""
    level = {"red_coefficient": "1", "blue_coefficient": "1"}
    for red, blue in (("300", "400"), ("400", "300")):
        unequal = result("Ion Rus", "Dan Ene", red_score=red, blue_score=blue, **level)

        (*_, asked) = await send(table, form((), results=(*RESULTS[:1], unequal), about=ABOUT))

        assert mentions(asked, "import.odd_order"), red


async def test_a_game_sent_while_a_name_is_in_doubt_is_kept_for_after(recorded: Table) -> None:
    """The open question is asked again, without a button that cannot work; the file waits."""
    table = recorded
    game = played(days=1, whole=True)
    scores = {"red_score": f"{game.red.score}", "blue_score": f"{game.blue.score}"}
    rows = (
        result("Ana Pop", "Ion Rus", **scores),
        result("Ion Rus", "Dan Enne", red_coefficient="1,5300", blue_coefficient="0,4700"),
    )
    (*_, doubt) = await send(table, form((), results=rows, about={**ABOUT, "title": "Cupa 2"}))
    assert mentions(doubt, "resolve.ask", who="Dan Enne")

    (refused, again) = await resend(table, b"no archive", "tur.zip")
    assert mentions(refused, "import.zip_broken")
    assert mentions(again, "resolve.ask", who="Dan Enne")
    (kept, again) = await resend(table, record(game), "tur.gcg")

    assert says(kept, "import.kept_beside")
    assert not kept.buttons
    assert mentions(again, "resolve.ask", who="Dan Enne")
    await table.press(table.arbiter, again, "button.resolve.another")
    assert mentions(again, "import.shown_season", players=3, number=2)
    assert mentions(again, "import.games_beside", n=1, most=2)
    await table.press(table.arbiter, again, "button.import.yes")
    code = facts_of(again, "import.done_season")["code"]
    listed = (await table.stored.competition(code)).phase.matches[0]
    stored = await table.stored.game(game_id(listed.code, Leg.HOME))
    assert stored.board == game.board


async def test_a_recorded_match_is_recognised(table: Table) -> None:
    """The same home game of the same players is a question; nothing is recorded twice unasked.

    A text after the preview names the form that waits; its button still records it.
    """
    content = filled(played())
    (*_, shown) = await send(table, content, "meci.xlsx")
    (waits,) = await table.say(table.arbiter, "e bine așa")
    assert says(waits, "import.waits", file="meci.xlsx")
    await table.press(table.arbiter, shown, "button.import.yes")
    code = facts_of(shown, "import.done_match")["match"]

    (*_, asked) = await send(table, content)

    assert says(asked, "import.recorded_match", match=code)
    await table.press(table.arbiter, asked, "button.import.again")
    assert mentions(asked, "import.shown_match")
