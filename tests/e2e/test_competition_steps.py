"""What else an arbiter does with a competition: wrong answers, lists as files, changes."""

from datetime import date
from io import BytesIO

import pytest
import pytest_asyncio
from openpyxl import Workbook

from bot.sandbox import SandboxUser
from bot.sandbox.faults import FaultKind, Refuse, ServerError
from engine.competitions.competition import CompetitionStage
from engine.ids import PersonId
from engine.rulesets import SequenceScope
from tests.e2e.championship import PLAYERS, Championship, press, set_up
from tests.e2e.harness import Table, bucharest
from tests.e2e.texts import facts_of, mentions, says, told, worded
from tests.sandbox.pictures import picture

FOUR = "Ana Pop, Cluj, 1\nIon Rus, Iași, 2\nDan Ene, Cluj, 3\nEma Ilie, Iași, 4"


@pytest_asyncio.fixture
async def championship(table: Table) -> Championship:
    """Give a competition just created, at the table of 1 May."""
    return await set_up(table, title="Cupa Primăverii 2025")


@pytest_asyncio.fixture
async def deputy(table: Table) -> SandboxUser:
    """Give another arbiter."""
    user = table.sandbox.add_user("Dora Arbitru", language_code="ro")
    link = facts_of((await table.say(table.operator, "/arbitru"))[-1], "arbiter.link")["link"]
    user.follow(link)
    await table.settle()
    return user


async def test_a_wrong_answer_loses_nothing(table: Table) -> None:
    """What is set stays, the question comes again with what was wrong; all may be changed."""
    arbiter = table.arbiter
    (card,) = await table.say(arbiter, "/campionat Cupa Toamnei")
    await press(table, arbiter, card, "comp.phases.both")
    for wrong, fault in (
        ("multe", "fault.number_of_groups"),
        ("99", "fault.number_of_groups"),
    ):
        (card,) = await table.say(arbiter, wrong)
        assert mentions(card, fault)
        assert mentions(card, "comp.known", what="Nume", value="Cupa Toamnei")
        assert mentions(card, "comp.ask.groups")
    (card,) = await table.say(arbiter, "/campionat Cupa Iernii")
    assert mentions(card, "comp.begun", title="Cupa Toamnei")
    (card,) = await table.say(arbiter, "/campionat Cupa Toamnei")
    assert not mentions(card, "comp.begun")
    await table.say(arbiter, "3")
    for wrong, fault in (
        ("cândva", "fault.unreadable_date"),
        ("30.09 5.05", "fault.period_backwards"),
        ("2025-04-01 2025-09-30", "fault.phase_start_past"),
    ):
        (card,) = await table.say(arbiter, wrong)
        assert mentions(card, fault)
    await table.say(arbiter, "5.05 30.09")
    await table.say(arbiter, "2+1")
    (card,) = await table.say(arbiter, "1.10 28.02")
    assert mentions(card, "fault.starts_before_results")
    (card,) = await table.say(arbiter, "10.10 28.02")
    await press(table, arbiter, card, "button.comp.exclusion.keep")
    await press(table, arbiter, card, "button.comp.change")
    await press(table, arbiter, card, "comp.field.groups")
    await press(table, arbiter, card, "button.plain", label="4")
    assert mentions(card, "comp.known", what="Grupe", value="4")
    assert mentions(card, "comp.ask.scope")
    await press(table, arbiter, card, "button.comp.cancel")

    assert says(card, "comp.new_cancelled")
    (answer,) = await table.say(arbiter, "3")
    assert says(answer, "play.unknown")


async def test_the_scope_of_sequences_is_frozen_under_its_own_name(table: Table) -> None:
    """Rules that differ from the shipped ones are not called by their name."""
    championship = await set_up(table, {"scope": "match"}, title="Cupa Verii 2025")
    rules = (await championship.now()).rules

    assert rules.sequence_scope is SequenceScope.MATCH
    assert rules.name == "cn-2025-match"


def spreadsheet() -> bytes:
    """Return the list of players as an XLSX file, with ratings instead of seeds."""
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
    """A CSV as spreadsheets save it and an XLSX are read alike; ratings become places."""
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


async def test_a_wrong_list_is_refused_by_line_and_nothing_good_is_lost(
    championship: Championship,
) -> None:
    """The lines that were understood are entered by a button, then the others sent again."""
    await championship.press("button.comp.add")
    (refused,) = await championship.send("poza.csv", b"\x00\x01\x02")
    assert (await championship.now()).phase.entries == ()
    assert not says(refused, "relayed.no_picture")
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


async def test_a_photo_is_no_list(championship: Championship) -> None:
    """Whoever sends something else hears what it is, what to send, and may still send a list."""
    await championship.press("button.comp.add")
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


@pytest.mark.parametrize("fault", [ServerError(), Refuse(400, "Bad Request: wrong file_id")])
async def test_a_list_that_telegram_keeps_back_is_asked_for_again(
    championship: Championship, fault: FaultKind
) -> None:
    """It is not called no table; sent once more, it is read."""
    await championship.press("button.comp.add")
    championship.table.sandbox.faults.add(fault, method="getFile", times=1)
    (answer,) = await championship.send("lista.csv", PLAYERS.encode())
    assert says(answer, "comp.not_fetched", file="lista.csv")
    assert worded("button.comp.give_up") in answer.labels

    await championship.send("lista.csv", PLAYERS.encode())
    await championship.press("button.comp.enter")
    assert len((await championship.now()).phase.entries) == 6


async def test_who_has_met_the_bot_before_plays_under_the_name_written_for_him(
    championship: Championship,
) -> None:
    """He may have looked round, set his hours, or come too late for another invitation."""
    await championship.enter(FOUR)
    table = championship.table
    user = table.sandbox.add_user("anuta_77", language_code="ro")
    await table.say(user, "/start")
    card = (await table.say(user, "/setari"))[-1]
    await table.forge(user, card, "set:digest:daily")
    await championship.claim("Ana Pop", user=user)
    person = await championship.table.stored.person(user.id)
    (coming,) = await table.say(user, "/jocuri")
    facts = {"title": "Cupa Primăverii 2025", "start": "2025-05-05"}
    assert mentions(coming, "games.coming_phase", **facts)

    assert (person.name, person.club) == ("Ana Pop", "Cluj")
    assert person.id in (await championship.now()).claimed
    assert list((await championship.names()).values()).count("Ana Pop") == 1


async def test_a_replacement_takes_over_partners_and_colours(championship: Championship) -> None:
    """After the draw only the name changes, and his group hears it."""
    await championship.enter(FOUR)
    ana = await championship.claim("Ana Pop")
    await championship.draw()
    before = (await championship.now()).phase
    groups = {who: group.name for group in before.groups for who in group.players}
    names = await championship.names()
    (gone,) = [
        who
        for who, name in names.items()
        if name != "Ana Pop" and groups[who] == groups[_number(names, "Ana Pop")]
    ]
    await championship.press("button.comp.players")
    await championship.press("button.plain", label=names[gone])
    await championship.press("button.comp.replace")
    (wrong,) = await championship.send("înlocuitor.pdf", b"%PDF-1.4")
    assert says(wrong, "comp.no_table")
    seen = len(ana.messages)
    answers = await championship.say("Vio Marin, Brașov")
    after = (await championship.now()).phase
    new = _number(await championship.names(), "Vio Marin")

    assert [match.code for match in after.matches] == [match.code for match in before.matches]
    assert {match.red for match in after.matches} == {
        new if match.red == gone else match.red for match in before.matches
    }
    facts = {"new": "Vio Marin", "old": names[gone]}
    assert mentions(championship.card, "comp.done.replaced", **facts)
    championship.note_links(answers)
    assert list(championship.links)[-1] == "Vio Marin"
    (invitations,) = told(answers, "comp.invitations")
    assert len([line for line in invitations.text.splitlines() if "start=" in line]) == 1
    assert mentions(ana.messages[seen], "comp.replaced_told", **facts)
    assert mentions(ana.messages[seen], "comp.own")


async def test_the_buttons_of_players_stand_in_the_order_of_their_list(
    championship: Championship,
) -> None:
    """By strength, as the list above them, whatever the order in which they were entered."""
    await championship.enter("Ana Pop,,4\nIon Rus,,2\nDan Ene,,3\nEma Ilie,,1\n")
    await championship.press("button.comp.players")

    labels = [one.label for one in championship.card.buttons[:4]]
    assert labels == ["Ema Ilie", "Ion Rus", "Dan Ene", "Ana Pop"]
    lines = championship.card.text.splitlines()[1:5]
    assert all(label in line for label, line in zip(labels, lines, strict=True))


async def test_who_plays_already_is_taken_out_by_a_ruling_and_the_card_says_so(
    championship: Championship,
) -> None:
    """Withdrawn by the arbiter before the start, a player hears by whom; then the card helps on."""
    await championship.enter()
    ana = await championship.claim("Ana Pop")
    await championship.press("button.comp.players")
    await championship.press("button.plain", label="Ana Pop")
    await championship.steps("withdraw", "yes_withdraw")
    assert mentions(ana.messages[-1], "comp.taken_out", by="Radu Arbitru")

    await championship.draw()
    await championship.table.travel_to(bucharest("2025-05-05", "08:01:00"))
    assert (await championship.now()).stage is CompetitionStage.RUNNING
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.players")
    await championship.press("button.plain", label="Ion Rus")
    game = facts_of(championship.card, "comp.player_card")["link"]
    assert "/decizie" in game


def _number(names: dict[PersonId, str], name: str) -> PersonId:
    return next(who for who, known in names.items() if known == name)


async def test_a_player_withdraws_and_the_lists_are_made_again(championship: Championship) -> None:
    """He asks on his own card; the arbiter hears it, and colours are drawn again without him."""
    await championship.enter()
    ana = await championship.claim("Ana Pop")
    await championship.draw()
    seen = len(championship.arbiter.messages)
    (own,) = await championship.table.say(ana, "/campionat")
    await press(championship.table, ana, own, "button.comp.withdraw_me")
    assert "Ana Pop" in (await championship.names()).values()
    await press(championship.table, ana, own, "button.comp.yes_withdraw_me")

    assert "Ana Pop" not in (await championship.names()).values()
    assert told(championship.arbiter.messages[seen:], "comp.withdrawn_told", who="Ana Pop")
    assert (await championship.now()).stage is CompetitionStage.GROUPED
    await championship.press("button.comp.lists")
    await championship.table.say(championship.arbiter, f"/campionat {championship.code}")
    championship.card = championship.arbiter.messages[-1]
    await championship.press("button.comp.list")
    assert len((await championship.now()).phase.matches) == 4


async def test_an_annulled_draw_needs_a_reason_and_new_seeds(championship: Championship) -> None:
    """Everybody reads the reason, entries open again, and what was drawn stays in the log."""
    await championship.enter(FOUR)
    ana = await championship.claim("Ana Pop")
    await championship.draw()
    await championship.press("button.comp.annul")
    (short,) = await championship.say("x")
    assert mentions(short, "fault.reason_needed")
    assert (await championship.now()).stage is CompetitionStage.LISTED
    seen = len(ana.messages)
    await championship.say("S-a înscris greșit un jucător")
    competition = await championship.now()

    assert competition.stage is CompetitionStage.OPEN
    assert competition.phase.matches == ()
    (message,) = told(ana.messages[seen:], "comp.annulled")
    assert "S-a înscris greșit un jucător" in message.text


async def test_changed_dates_are_told_to_everybody(championship: Championship) -> None:
    """The plan changes by one line; a plan that cannot be is refused and the card comes back."""
    await championship.enter(FOUR)
    ana = await championship.claim("Ana Pop")
    await championship.press("button.comp.plan")
    await championship.press("button.comp.dates_preliminary")
    (refused,) = await championship.say("12.05 15.10")
    assert mentions(refused, "fault.starts_before_results")
    seen = len(ana.messages)
    await championship.say("12.05 1.10")
    plan = (await championship.now()).phase.plan

    assert (plan.start, plan.closing) == (date(2025, 5, 12), date(2025, 10, 1))
    assert told(ana.messages[seen:], "comp.plan_changed")


async def test_a_competition_is_handed_over_in_two_taps(
    championship: Championship, deputy: SandboxUser
) -> None:
    """A co-arbiter sees the card and rules; who becomes the main arbiter is told to all of them."""
    table = championship.table
    await championship.press("button.comp.arbiters")
    await championship.press("button.comp.arbiter_on", label="Dora")
    assert told(deputy.messages, "comp.arbiter_added", title="Cupa Primăverii 2025")
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


async def test_who_is_no_arbiter_of_it_changes_nothing(
    championship: Championship, deputy: SandboxUser
) -> None:
    """Neither another arbiter, nor a player, nor a stranger gets past a forged button."""
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
    assert says(nothing, "comp.nothing")
