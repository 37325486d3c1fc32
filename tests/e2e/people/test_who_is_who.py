"""One resolver of persons: whichever way names come in, the same name means the same person."""

from pathlib import Path

from engine.ids import CompetitionCode
from tests.e2e.championship import set_up
from tests.e2e.competitions.season_import_shared import ABOUT, result
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import send
from tests.e2e.people.who_is_who_shared import people_of, season
from tests.e2e.public_site import written
from tests.e2e.texts import facts_of, mentions, told
from tests.import_forms import form

ANA, ION, DAN = "Ana Pop", "Ion Popescu", "Dan Ene"
SPELLINGS = {
    ANA: ("ANA POP", "Pop, Ana", "ana  pop"),
    ION: ("POPESCU, Ion", "Ion-Popescu", "ion popescu"),
    DAN: ("Dan  Ene", "ENE, DAN", "Dán Ene"),
}


async def test_two_seasons_have_the_same_persons(table: Table) -> None:
    """A second season meets the people of the first one, however their names are spelt."""
    first, _ = await season(table, "Cupa Unu", ANA, ION, DAN)
    second, answers = await season(table, "Cupa Doi", *(SPELLINGS[one][1] for one in SPELLINGS))

    assert await people_of(table, second) == await people_of(table, first)
    assert not mentions(answers[-1], "resolve.ask")


async def test_a_likely_name_is_asked_about_once(table: Table) -> None:
    """The answer "the same" joins both, and the same file asks nothing when it comes again."""
    first, _ = await season(table, "Cupa Unu", ANA, ION, DAN)
    rows = [result(ANA, "Popescu Ion", red_score="400", blue_score="300")]
    sent = form((), results=rows, about={**ABOUT, "title": "Cupa Doi"})
    (asked,) = await send(table, sent)
    assert mentions(asked, "resolve.ask", who="Popescu Ion")
    assert mentions(asked, "resolve.why_order")

    await table.press(table.arbiter, asked, "button.resolve.same")
    await table.press(table.arbiter, asked, "button.import.yes")

    code = CompetitionCode(facts_of(asked, "import.done_season")["code"])
    assert await people_of(table, code) == (await people_of(table, first))[:2]
    (*_, again) = await send(table, sent)
    assert mentions(again, "import.recorded_before", code=code)
    assert not mentions(again, "resolve.ask")


async def test_another_person_of_a_likely_name_stays_another(table: Table) -> None:
    """The answer "another" makes a new person, whom the same name means from then on."""
    first, _ = await season(table, "Cupa Unu", ANA, ION)
    (asked,) = await send(
        table,
        form(
            (),
            results=[result(ANA, "Ion Popesku", red_score="400", blue_score="300")],
            about={**ABOUT, "title": "Cupa Doi"},
        ),
    )
    assert mentions(asked, "resolve.why_letter")
    await table.press(table.arbiter, asked, "button.resolve.another")
    await table.press(table.arbiter, asked, "button.import.yes")
    code = CompetitionCode(facts_of(asked, "import.done_season")["code"])
    second = await people_of(table, code)

    third, _ = await season(table, "Cupa Trei", ANA, "Ion Popesku")

    assert second[1] not in await people_of(table, first)
    assert await people_of(table, third) == second


async def test_two_rows_of_one_file_are_asked_about(table: Table) -> None:
    """„Dan Ene” and „Dan Enne” in one file are one player or two, as the arbiter says."""
    rows = [
        result(ANA, DAN, red_score="400", blue_score="300"),
        result("Dan Enne", ION, red_score="400", blue_score="300"),
    ]
    (asked,) = await send(table, form((), results=rows, about=ABOUT))
    assert mentions(asked, "resolve.ask", who="Dan Enne")

    await table.press(table.arbiter, asked, "button.resolve.same")

    assert mentions(asked, "import.shown_season", players=3)


async def test_a_known_player_gets_their_own_link_and_nobody_else_can_use_it(table: Table) -> None:
    """A second match reserves the seat for the person; another account is sent away."""
    pair = await table.match()
    card = (await table.say(table.arbiter, "/meci ANA POP - Dan Ene"))[-1]
    assert mentions(card, "resolve.joined")
    seen = len(pair.red.messages)
    sent = await table.press(table.arbiter, card, "button.arrange.yes")
    link = facts_of(sent[0], "arrange.invitation")["link"]
    stranger = table.sandbox.add_user("Altă Ana", language_code="ro")

    assert mentions(await table.follow(stranger, link), "join.anothers", who=ANA)
    (own,) = told(pair.red.messages[seen:], "arrange.invitation")
    await table.press(pair.red, own, "button.join.open")
    await table.press(pair.red, own, "button.join.yes")

    match = await table.stored.match(facts_of(card, "arrange.done")["match"])
    before = await table.stored.match(pair.code)
    assert match.first in match.joined & before.joined


async def test_the_draw_waits_for_an_answer_about_two_similar_players(table: Table) -> None:
    """A name corrected into a similar one is asked about at once and before the draw."""
    championship = await set_up(table)
    await championship.enter(f"{ANA}\n{ION}\n{DAN}\nEma Ilie\nGeo Luca\nVio Marin")
    await championship.press("button.comp.players")
    await championship.press("button.plain", label="Ema Ilie")
    await championship.press("button.comp.name")
    (confirm,) = await table.say(table.arbiter, "Popescu Ion")
    seen = len(table.arbiter.messages)
    await table.press(table.arbiter, confirm, "button.name.yes")
    (asked,) = told(table.arbiter.messages[seen:], "namesakes.ask")
    assert mentions(asked, "resolve.why_order")
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.commit")
    assert mentions(championship.card, "namesakes.ask")

    await championship.press("button.namesakes.apart")
    await championship.press("button.comp.commit")

    assert mentions(championship.card, "comp.ask.commit", n=6)


async def test_a_hidden_person_stays_hidden_in_a_past_season(table: Table, tmp_path: Path) -> None:
    """The site shows a known person in an imported season as they want to be seen."""
    pair = await table.match(names=("Ana Hidoiu", "Ion Rus"))
    await table.choose(pair.red, "name:hidden")

    code, _ = await season(table, "Cupa Unu", "Ana Hidoiu", DAN)

    site = await written(table, tmp_path / "site")
    page = site.text(f"c/{code.lower()}/index.html")
    assert DAN in page
    assert "Hidoiu" not in page
