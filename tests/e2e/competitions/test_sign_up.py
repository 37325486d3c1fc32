"""Sign-up by one public link: seats, the waiting list, the arbiter's approval, the closing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.site.options import SiteOptions
from engine.competitions.sign_up import SignUpState
from engine.ids import PersonId
from storage.people.forgetting import forget
from tests.e2e.championship import FOUR, press, set_up
from tests.e2e.competitions.sign_up_shared import (
    SETTINGS,
    TWO_PLACES,
    SignUp,
    SignUpOpened,
    one_waiting,
    opened,
    sign_up,
)
from tests.e2e.grouped import link_of, posts
from tests.e2e.harness import Table, bucharest
from tests.e2e.public_site import written
from tests.e2e.texts import facts_of, mentions, says, told

PAGE = "c/cn25/index.html"


@pytest_asyncio.fixture
async def unlimited(tmp_path: Path) -> AsyncIterator[SignUp]:
    """Give an open sign-up without further terms."""
    async with sign_up(tmp_path, SignUpOpened()) as signing:
        yield signing


@pytest_asyncio.fixture
async def two_places(tmp_path: Path) -> AsyncIterator[SignUp]:
    """Give an open sign-up with two seats, which asks for an e-mail address."""
    async with sign_up(tmp_path, TWO_PLACES) as signing:
        yield signing


@pytest_asyncio.fixture
async def approving(tmp_path: Path) -> AsyncIterator[SignUp]:
    """Give a sign-up until 10 May in which the arbiter approves each person."""
    terms = (("word", ""), ("email", ""), ("day", "10.05"))
    async with sign_up(tmp_path, SignUpOpened(terms)) as signing:
        yield signing


@pytest_asyncio.fixture
async def one_waits(tmp_path: Path) -> AsyncIterator[SignUp]:
    """Give a sign-up whose two seats Ana Pop and Geo Luca have; Ion Rus waits."""
    async with sign_up(tmp_path, one_waiting) as signing:
        yield signing


async def test_people_sign_up_withdraw_and_move_up(two_places: SignUp) -> None:
    """With two seats the third person waits, and takes the seat of one who withdraws."""
    signing, table = two_places, two_places.table
    ana, ana_card = await signing.enter("Ana Pop, Cluj")
    await signing.enter("Ion Rus, Iași")
    dan, dan_card = await signing.enter("Dan Ene")
    ema, ema_card = await signing.enter("Ema Ilie, Iași")
    assert says(ana_card, "sign_up.state_in", name="Ana Pop")
    assert says(dan_card, "sign_up.state_waiting", n="1")
    assert says(ema_card, "sign_up.state_waiting", n="2")
    assert await signing.names(SignUpState.IN) == ["Ana Pop", "Ion Rus"]
    inside, _, waiting = signing.list.text.partition("Pe lista de așteptare")
    assert "1. Ana Pop, Cluj\n2. Ion Rus, Iași" in inside
    assert "1. Dan Ene\n2. Ema Ilie, Iași" in waiting
    assert len(told(table.arbiter.messages, "sign_up.list")) == 1

    await signing.withdraw(ana, ana_card)

    assert says(ana_card, "sign_up.withdrawn")
    assert told(dan.messages, "sign_up.moved_up")
    assert not told(ema.messages, "sign_up.moved_up")
    assert await signing.names(SignUpState.IN) == ["Ion Rus", "Dan Ene"]
    await table.press(ana, ana_card, "button.sign_up.show")
    assert "Te înscrii ca Ana Pop, Cluj" in ana_card.text
    await table.press(ana, ana_card, "button.sign_up.yes")
    assert says(ana_card, "sign_up.state_waiting", n="2")
    assert "Contul" not in signing.list.text


async def test_the_deadline_makes_players_of_them_with_their_accounts(table: Table) -> None:
    """Nobody needs a personal link; people who still wait are notified; the draw can begin.

    The end of the competition deletes what people gave; until then the arbiter may need an address.
    """
    signing = await opened(table, places="2", day="10.05")
    entered = ("Ana Pop", "Ion Rus")
    people = [await signing.enter(f"{name}, Cluj") for name in entered]
    late, _ = await signing.enter("Ema Ilie")
    await table.travel_to(bucharest("2025-05-10", "23:59:00"))
    assert not (await signing.championship.now()).phase.players
    await table.travel_to(bucharest("2025-05-11", "00:00:30"))

    competition = await signing.championship.now()
    assert len(competition.phase.players) == 2
    assert competition.claimed == set(competition.phase.players)
    assert [one.club for one in competition.phase.entries] == ["Cluj"] * 2
    assert {*(await signing.championship.names()).values()} == {*entered}
    for user, _ in people:
        (own,) = told(user.messages, "sign_up.entered")
        assert mentions(own, "comp.own")
    assert told(late.messages, "sign_up.left_waiting")
    assert says(await table.follow(late, signing.link), "sign_up.state_left")
    stranger = signing.stranger("Geo")
    assert says(await table.follow(stranger, signing.link), "sign_up.closed")
    assert told(table.arbiter.messages, "sign_up.closed_told", n="2", left="1")
    await signing.championship.say("/campionat " + signing.championship.code)
    await signing.championship.steps("commit", "yes_commit", "draw", "list")
    assert says(await table.follow(stranger, signing.link), "sign_up.closed")
    assert says(await table.follow(people[0][0], signing.link), "sign_up.state_plays")

    await table.travel_to(bucharest("2025-06-01", "12:00:00"))
    await signing.championship.homologate_all()
    assert {one.name for one in await signing.people()} >= {*entered}
    await signing.championship.say(f"/campionat {signing.championship.code}")
    await signing.championship.steps("close", "yes_close")
    assert await signing.people() == []


async def test_a_press_after_the_deadline_or_twice_changes_nothing(unlimited: SignUp) -> None:
    """The card stays in the chat, and a second press shows the same state.

    A stranger finds open sign-ups with the command, whose button opens the same card as the link;
    after the closing it offers nothing.
    """
    signing, table = unlimited, unlimited.table
    ana = signing.stranger("Ana")
    (found,) = await table.say(ana, "/campionat")
    assert says(found, "sign_up.offered")
    await press(table, ana, found, "button.sign_up.to")
    assert says(found, "sign_up.ask_name")
    (card,) = await table.say(ana, "Ana Pop, Cluj")
    await table.press(ana, card, "button.sign_up.yes")
    assert await signing.names(SignUpState.IN) == ["Ana Pop"]
    await table.forge(ana, card, f"su:{signing.championship.code}:yes")
    await table.forge(ana, card, f"su:{signing.championship.code}:yes")
    assert says(card, "sign_up.state_in")
    ion = signing.stranger("Ion")
    late = await signing.asked(ion, "Ion Rus")
    await signing.close()
    await table.press(ion, late, "button.sign_up.yes")
    assert mentions(late, "fault.sign_up_closed")
    assert [one.name for one in await signing.people()] == ["Ana Pop"]
    (found,) = await table.say(signing.stranger("Dan"), "/campionat")
    assert says(found, "comp.nothing")
    await signing.withdraw(ana, await table.follow(ana, signing.link))
    await table.forge(ana, card, f"su:{signing.championship.code}:sure")
    assert not (await signing.championship.now()).phase.players
    assert len(told(table.arbiter.messages, "comp.withdrawn_told")) == 1


async def test_the_arbiters_word_comes_before_an_entry_counts(approving: SignUp) -> None:
    """The arbiter may refuse and later accept; a second arbiter's press changes nothing.

    Those who wait are in the task list, until the arbiter has decided on each.
    """
    signing, table = approving, approving.table
    ana, card = await signing.enter("Ana Pop, Cluj")
    ion, _ = await signing.enter("Ion Rus")
    assert says(card, "sign_up.state_asked")
    for name, key in (("Ana Pop", "accept"), ("Ion Rus", "refuse")):
        (asked,) = told(table.arbiter.messages, "sign_up.asks", who=name)
        await table.press(table.arbiter, asked, f"button.sign_up.{key}")
    assert told(ana.messages, "sign_up.state_in")
    assert told(ion.messages, "sign_up.state_refused")
    assert await signing.names(SignUpState.IN) == ["Ana Pop"]
    assert says(await table.follow(ion, signing.link), "sign_up.state_refused")

    person = next(one.person for one in await signing.people() if one.name == "Ion Rus")
    shown = await signing.manage()
    accept = f"c:{signing.championship.code}:suy:{person}"
    await table.forge(table.arbiter, shown, accept)
    assert await signing.names(SignUpState.IN) == ["Ana Pop", "Ion Rus"]
    await table.forge(table.arbiter, shown, accept)
    assert len(told(ion.messages, "sign_up.state_in")) == 1
    await _decided_from_the_task_list(signing)


async def _decided_from_the_task_list(signing: SignUp) -> None:
    """Have the arbiter accept two more from the task list, whose heading leads to all that wait."""
    table = signing.table
    await signing.enter("Dan Ene")
    await signing.enter("Ema Ilie")

    (tasks,) = await table.say(table.arbiter, "/mesa")

    assert mentions(tasks, "docket.sign_up")
    assert "Dan Ene și Ema Ilie" in tasks.text
    assert "10 mai" in tasks.text
    opening = next(one for one in tasks.buttons if one.label.startswith("✋"))
    seen = len(table.arbiter.messages)
    table.arbiter.press_button(tasks, opening)
    await table.settle()
    (people,) = told(table.arbiter.messages[seen:], "sign_up.people")
    for name in ("Dan Ene", "Ema Ilie"):
        await press(table, table.arbiter, people, "button.plain", label=name)
        await press(table, table.arbiter, people, "button.sign_up.accept")
        await press(table, table.arbiter, people, "button.comp.sign_up_people")
    assert await signing.names(SignUpState.IN) == ["Ana Pop", "Ion Rus", "Dan Ene", "Ema Ilie"]
    (after,) = await table.say(table.arbiter, "/mesa")
    assert not mentions(after, "docket.sign_up")


async def test_an_email_is_for_the_arbiter_alone(two_places: SignUp) -> None:
    """An optional address is checked, only the arbiter's card shows it, and a withdrawal ends it.

    A person who withdraws and signs up again is not listed with the earlier address.
    """
    signing, table = two_places, two_places.table
    ana = signing.stranger("Ana")
    card = await signing.asked(ana, "Ana Pop, Cluj")
    await table.press(ana, card, "button.sign_up.email")
    (wrong,) = await table.say(ana, "ana la exemplu")
    assert mentions(wrong, "fault.sign_up_email")
    (card,) = await table.say(ana, "ana@exemplu.ro")
    await table.press(ana, card, "button.sign_up.yes")
    (one,) = await signing.people()
    assert one.email == "ana@exemplu.ro"
    assert not [m for m in table.arbiter.messages if "ana@exemplu.ro" in m.text]
    await table.forge(
        table.arbiter, await signing.manage(), f"c:{one.competition}:sup:{one.person}"
    )
    assert [m for m in table.arbiter.messages if "ana@exemplu.ro" in m.text]
    ion, _ = await signing.enter("Ion Rus")
    assert not [m for m in ion.messages if "ana@exemplu.ro" in m.text]
    await signing.withdraw(ana, card)
    assert (await signing.people())[0].email == ""

    await table.forge(ana, card, f"su:{one.competition}:yes")
    await table.forge(ana, card, f"su:{one.competition}:email")
    (card,) = await table.say(ana, "ana@exemplu.ro")
    assert "ana@exemplu.ro" in [each.email for each in await signing.people()]
    await signing.withdraw(ana, card)
    await table.forge(ana, card, f"su:{one.competition}:yes")
    assert await signing.names(SignUpState.IN) == ["Ion Rus", "Ana Pop"]
    assert [each.email for each in await signing.people()] == ["", ""]


async def test_a_club_has_no_more_players_than_it_may(two_places: SignUp) -> None:
    """The second member of a club waits, and a person of another club goes first."""
    signing, table = two_places, two_places.table
    card = await signing.manage()
    await press(table, table.arbiter, card, "button.comp.sign_up_terms")
    await press(table, table.arbiter, card, "button.comp.sign_up_club")
    await table.say(table.arbiter, "1")
    ana, ana_card = await signing.enter("Ana Pop, Cluj")
    ion, ion_card = await signing.enter("Ion Rus, CLUJ")
    _, dan_card = await signing.enter("Dan Ene, Iași")
    assert says(ion_card, "sign_up.state_waiting", n="1")
    assert says(dan_card, "sign_up.state_in")
    await signing.withdraw(ana, ana_card)
    assert told(ion.messages, "sign_up.moved_up")
    assert {one.club for one in await signing.people()} == {"Cluj", "Iași"}


async def test_the_club_of_an_applicant_is_that_of_the_players_entered_meanwhile(
    approving: SignUp,
) -> None:
    """The draw keeps the members of a club apart, however each of them wrote it, and when."""
    signing, table = approving, approving.table
    await signing.enter("Ana Pop, CS Iasi")
    await signing.championship.say(f"/campionat {signing.championship.code}")
    await signing.championship.enter("Ion Rus, C.S. Iași")
    (question,) = told(table.arbiter.messages, "sign_up.asks")
    await press(table, table.arbiter, question, "button.sign_up.accept")
    await signing.close()

    entries = (await signing.championship.now()).phase.entries
    assert [entry.club for entry in entries] == ["C.S. Iași"] * 2


async def test_who_cannot_sign_up_reads_why(unlimited: SignUp) -> None:
    """An arbiter, a player, a taken name, a wrong link and an unreadable name are refused."""
    signing, table = unlimited, unlimited.table
    code = signing.championship.code
    await signing.championship.say(f"/campionat {code}")
    await signing.championship.enter(FOUR)
    player = await signing.championship.claim("Ana Pop")
    arbiters = await table.follow(table.arbiter, signing.link)
    (arbiters,) = await table.say(table.arbiter, "Radu Arbitru, Cluj")
    await table.press(table.arbiter, arbiters, "button.sign_up.yes")
    assert mentions(arbiters, "fault.sign_up_arbiter")
    card = await table.follow(player, signing.link)
    await table.press(player, card, "button.sign_up.yes")
    assert mentions(card, "fault.sign_up_plays")
    _, card = await signing.enter("Ion Rus, Iași")
    assert mentions(card, "fault.sign_up_listed")
    await signing.enter("Geo Luca")
    _, card = await signing.enter("GEO LUCĂ, Brașov")
    assert mentions(card, "fault.sign_up_same_name")
    stranger = signing.stranger("Vio")
    for link in (signing.link.replace(code, "NIMIC"), signing.link.replace(code, "")):
        assert says(await table.follow(stranger, link), "sign_up.unknown")
    await table.follow(stranger, signing.link)
    for typed in ("???", "Vio Marin\nGeo Luca", "x" * 70):
        (wrong,) = await table.say(stranger, typed)
        assert mentions(wrong, "fault.sign_up_name"), wrong.text


async def test_a_freed_place_goes_to_the_next_who_can_be_reached(one_waits: SignUp) -> None:
    """A forgotten person's name, club and e-mail disappear everywhere, also from the list.

    A waiting person who blocked the bot is shown so, and the next one gets the seat. A person who
    becomes an arbiter is told that they left the sign-up.
    """
    signing, table, people = one_waits, one_waits.table, one_waits.championship.players
    ion = people["Ion Rus"]
    (one, *_) = await signing.people()
    await _forget(table, one.person)
    await table.travel(0.01)
    assert told(ion.messages, "sign_up.moved_up")
    assert [each.name for each in await signing.people()] == ["Geo Luca", "Ion Rus"]
    assert "Ana Pop" not in signing.list.text

    dan, _ = await signing.enter("Dan Ene")
    await signing.enter("Ema Ilie")
    vio, _ = await signing.enter("Vio Marin")
    dan.block()
    geo = people["Geo Luca"]
    await signing.withdraw(geo, await table.follow(geo, signing.link))
    assert await signing.names(SignUpState.IN) == ["Ion Rus", "Ema Ilie"]
    assert await signing.names(SignUpState.WAITING) == ["Dan Ene", "Vio Marin"]
    assert mentions(signing.list, "sign_up.out_of_reach")

    (link,) = await table.say(table.operator, "/arbitru")
    await table.join(ion, facts_of(link, "arbiter.link")["link"])
    championship = signing.championship
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.arbiters")

    await championship.press("button.comp.arbiter_on", label="Ion")

    assert told(ion.messages, "sign_up.arbiter_out")
    assert told(vio.messages, "sign_up.moved_up")
    assert await signing.names(SignUpState.IN) == ["Ema Ilie", "Vio Marin"]


async def _forget(table: Table, person: PersonId) -> None:
    async with table.app.runtime.database.transaction() as tx:
        await forget(tx, person, table.app.runtime.clock.now(), "Jucător retras")


async def test_the_site_and_the_group_show_an_open_sign_up(table: Table, tmp_path: Path) -> None:
    """The site shows names as their owners allow, the group none; e-mails stay hidden."""
    championship = await set_up(table, SETTINGS)
    group = table.sandbox.add_group("Cupa pe Telegram", [table.arbiter])
    _, url = await link_of(table, "/grup", "button.link")
    table.arbiter.follow(url, group=group)
    await table.settle()
    (card,) = await table.say(table.arbiter, f"/campionat {championship.code}")
    championship.card = card
    await championship.press("button.comp.sign_up_new")
    await championship.press("button.comp.sign_up_places")
    await championship.say("2")
    (shown,) = told(await championship.press("button.comp.sign_up_open"), "sign_up.list")
    signing = SignUp(championship, facts_of(shown, "sign_up.list")["link"])
    ana, _ = await signing.enter("Ana Pop, Cluj")
    await table.choose(ana, "name:initials")
    for typed in ("Ion Rus", "Dan Ene"):
        await signing.enter(typed)
    (post,) = told(posts(group), "sign_up.post")
    assert [one.url for one in post.buttons] == [signing.link]
    page = (await written(table, tmp_path / "site", SiteOptions(bot="un_bot"))).text(PAGE)
    assert "https://t.me/un_bot?start=ins-CN25" in page
    assert "A. P." in page
    assert "Ion Rus" in page
    for hidden in ("Ana Pop", "Dan Ene", "Contul"):
        assert hidden not in page
    assert "Pe lista de așteptare: 1" in page
    assert "0 jucători înscriși" not in page
    await signing.close()
    assert told(posts(group), "sign_up.post_closed", n="2")
    assert not [one for one in posts(group) if "Ana" in one.text or "Ion" in one.text]
    page = (await written(table, tmp_path / "site", SiteOptions(bot="un_bot"))).text(PAGE)
    assert "start=ins-" not in page


async def test_a_name_that_the_arbiter_adds_meanwhile_is_no_second_player(
    one_waits: SignUp,
) -> None:
    """The list leaves out people with a seat; a waiting person gets the seat entered.

    Each term can change during the sign-up; a wrong value changes nothing. Raising the limit lets
    waiting people move up.
    """
    signing, table, people = one_waits, one_waits.table, one_waits.championship.players
    ema, _ = await signing.enter("Ema Ilie")
    await signing.championship.say(f"/campionat {signing.championship.code}")
    await signing.championship.press("button.comp.add")
    await signing.championship.say("Ana Pop, Cluj\nIon Rus, Iași\nDan Ene, Cluj")
    await signing.championship.press("button.comp.enter")
    assert len((await signing.championship.now()).phase.players) == 2
    await _places_asked(signing)
    (wrong,) = await table.say(table.arbiter, "multe")
    assert mentions(wrong, "fault.sign_up_number")
    await signing.championship.send("locuri.txt", b"3")  # a file is a list, and no number
    assert not told(ema.messages, "sign_up.moved_up")
    await _places_asked(signing)
    await table.say(table.arbiter, "9")
    assert told(ema.messages, "sign_up.moved_up")
    await signing.close()
    names = await signing.championship.names()
    assert sorted(names.values()) == ["Ana Pop", "Dan Ene", "Ema Ilie", "Geo Luca", "Ion Rus"]
    competition = await signing.championship.now()
    free = [names[who] for who in competition.phase.players if who not in competition.claimed]
    assert free == ["Dan Ene"]
    assert told(people["Ana Pop"].messages, "sign_up.entered")
    assert told(people["Ion Rus"].messages, "sign_up.entered")


async def _places_asked(signing: SignUp) -> None:
    """Have the arbiter press the term of the number of seats."""
    table, card = signing.table, await signing.manage()
    await press(table, table.arbiter, card, "button.comp.sign_up_terms")
    await press(table, table.arbiter, card, "button.comp.sign_up_places")


async def test_two_people_of_one_name_do_not_get_one_seat(approving: SignUp) -> None:
    """One of them takes the seat that the arbiter entered under the name; both play."""
    signing, table = approving, approving.table
    await signing.enter("Ion Rus")
    (asked,) = told(table.arbiter.messages, "sign_up.asks", who="Ion Rus")
    await table.press(table.arbiter, asked, "button.sign_up.refuse")
    await signing.enter("Ion Rus")
    await signing.championship.say(f"/campionat {signing.championship.code}")
    await signing.championship.enter("Ion Rus\nDan Ene")
    shown = await signing.manage()
    for one in await signing.people():
        accept = f"c:{signing.championship.code}:suy:{one.person}"
        await table.forge(table.arbiter, shown, accept)

    await signing.close()

    names = await signing.championship.names()
    assert sorted(names.values()) == ["Dan Ene", "Ion Rus", "Ion Rus"]
    claimed = (await signing.championship.now()).claimed
    assert {one.person for one in await signing.people()} <= claimed


async def test_a_place_freed_after_the_closing_names_who_waits(two_places: SignUp) -> None:
    """The arbiter reads who is first on the waiting list, with a button that calls them."""
    signing, table = two_places, two_places.table
    table.dead_messages = 1  # Dan cannot be told that the sign-up closed without them
    ana, _ = await signing.enter("Ana Pop")
    await signing.enter("Geo Luca")
    dan, _ = await signing.enter("Dan Ene")
    ion, _ = await signing.enter("Ion Rus")
    dan.block()
    await signing.close()
    seen = len(table.arbiter.messages)

    await signing.withdraw(ana, await table.follow(ana, signing.link))

    freed = [one for one in table.arbiter.messages[seen:] if mentions(one, "sign_up.free_place")]
    (told_so,) = [one for one in freed if one.from_bot]
    assert mentions(told_so, "comp.free_place_away", who="Dan Ene")
    await press(table, table.arbiter, told_so, "button.sign_up.call", label="Ion Rus")
    assert told(ion.messages, "sign_up.called")
    assert sorted((await signing.championship.names()).values()) == ["Geo Luca", "Ion Rus"]


async def test_a_link_under_a_listed_name_asks_the_arbiter(unlimited: SignUp) -> None:
    """„Ion Popescu” by link beside „Popescu Ion” on the list is a question, also at the closing.

    A known person signs up by one tap. Until the closing the card does not offer the draw, and an
    earlier button is refused; the first day stays after the last day of the sign-up.
    """
    championship, table = unlimited.championship, unlimited.table
    await _first_day_too_early(unlimited)
    await championship.say(f"/campionat {championship.code}")
    await championship.enter("Popescu Ion\nDan Ene")
    assert not [one for one in championship.card.buttons if one.data.endswith(":commit")]
    await table.forge(table.arbiter, championship.card, f"c:{championship.code}:commit:yes")
    assert mentions(championship.card, "fault.sign_up_open")
    await _known_person_signs_up(unlimited)

    await unlimited.enter("Ion Popescu")

    (asked,) = told(table.arbiter.messages, "namesakes.ask")
    assert mentions(asked, "resolve.why_order")
    await unlimited.close()
    assert len(told(table.arbiter.messages, "namesakes.ask")) == 2
    await press(table, table.arbiter, asked, "button.namesakes.apart")
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.commit")
    assert mentions(championship.card, "comp.ask.commit", n=4)


async def _first_day_too_early(signing: SignUp) -> None:
    """Have the arbiter type an earlier first day: it is refused with the reason."""
    championship = signing.championship
    before = (await championship.now()).phase.plan
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.plan")
    await championship.press("button.comp.dates_only")

    (refused,) = await championship.say("05.05 30.09")

    assert mentions(refused, "fault.sign_up_after_start")
    assert (await championship.now()).phase.plan == before


async def _known_person_signs_up(signing: SignUp) -> None:
    """Have a player of a match sign up under the name from their games, with another club."""
    table = signing.table
    pair = await table.match()
    card = await table.follow(pair.red, signing.link)
    assert says(card, "sign_up.card", name="Ana Pop")
    await table.press(pair.red, card, "button.sign_up.club")
    (card,) = await table.say(pair.red, "Argus")
    await table.press(pair.red, card, "button.sign_up.yes")
    (one,) = await signing.people()
    assert (one.name, one.club) == ("Ana Pop", "Argus")
