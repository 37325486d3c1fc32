"""One resolver of persons: whichever way names come in, the same name means the same person."""

from engine.ids import CompetitionCode
from sandbox import Message
from tests.e2e.championship import set_up
from tests.e2e.competitions.season_import_shared import ABOUT, result
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import send
from tests.e2e.people.who_is_who_shared import people_of, season
from tests.e2e.texts import facts_of, mentions, told
from tests.import_forms import form

ANA, ION, DAN = "Ana Pop", "Ion Popescu", "Dan Ene"
SPELLINGS = {
    ANA: ("ANA POP", "Pop, Ana", "ana  pop"),
    ION: ("POPESCU, Ion", "Ion-Popescu", "ion popescu"),
    DAN: ("Dan  Ene", "ENE, DAN", "Dán Ene"),
}


async def test_a_season_meets_the_people_of_those_before(table: Table) -> None:
    """A known person is met however the name is spelt, and asked about under a likely one.

    The answer "the same" joins both, and the same file asks nothing when it comes again. The answer
    "another" makes a new person, whom the same name means from then on.
    """
    first, _ = await season(table, "Cupa Unu", ANA, ION, DAN)
    second, answers = await season(table, "Cupa Doi", *(SPELLINGS[one][1] for one in SPELLINGS))
    assert await people_of(table, second) == await people_of(table, first)
    assert not mentions(answers[-1], "resolve.ask")

    rows = [result(ANA, "Popescu Ion", red_score="400", blue_score="300")]
    sent = form((), results=rows, about={**ABOUT, "title": "Cupa Trei"})
    (asked,) = await send(table, sent)
    assert mentions(asked, "resolve.ask", who="Popescu Ion")
    assert mentions(asked, "resolve.why_order")
    code = await brought_in(table, asked, "same")
    assert await people_of(table, code) == (await people_of(table, first))[:2]
    (*_, again) = await send(table, sent)
    assert mentions(again, "import.recorded_before", code=code)
    assert not mentions(again, "resolve.ask")

    rows = [result(ANA, "Ion Popesku", red_score="400", blue_score="300")]
    (asked,) = await send(table, form((), results=rows, about={**ABOUT, "title": "Cupa Patru"}))
    assert mentions(asked, "resolve.why_letter")
    code = await brought_in(table, asked, "another")
    fifth, _ = await season(table, "Cupa Cinci", ANA, "Ion Popesku")
    assert (await people_of(table, code))[1] not in await people_of(table, first)
    assert await people_of(table, fifth) == await people_of(table, code)


async def brought_in(table: Table, asked: Message, answer: str) -> CompetitionCode:
    """Have the arbiter answer about a likely name, and import the season; return its code."""
    await table.press(table.arbiter, asked, f"button.resolve.{answer}")
    await table.press(table.arbiter, asked, "button.import.yes")
    return CompetitionCode(facts_of(asked, "import.done_season")["code"])


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
