"""Links: the bot first asks whether a link is for this person, and helps if it is not."""

import asyncio
import secrets

import pytest

from sandbox import SandboxUser
from tests.e2e.bench import later
from tests.e2e.championship import Championship
from tests.e2e.harness import Pair, Table, button
from tests.e2e.players import joined_of
from tests.e2e.texts import facts_of, mentions, says, told, worded


def somebody(table: Table, name: str) -> SandboxUser:
    """Return a person unknown to the bot."""
    return table.sandbox.add_user(name, language_code="ro")


@pytest.mark.article("9.6")
async def test_a_link_asks_whom_it_is_for_before_anybody_has_a_place(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """No seat is taken before the yes; then the arbiter reads which account took it.

    Opened again, one's own link leads to the match; the opponent's link stays theirs. An arbiter
    reads for whom a link is and can forward it: art. 1.1 separates the roles.
    """
    code, one, other = invited
    ana, ion = somebody(table, "anutza_23"), somebody(table, "Ion")
    answer = await table.follow(table.arbiter, one)
    assert says(answer, "join.arbiters", who="Ana Pop")
    assert [each.label for each in answer.buttons] == [worded("button.forward", who="Ana Pop")]

    asked = await table.follow(ana, one)

    assert says(asked, "join.ask", who="Ana Pop", arbiter="Radu Arbitru")
    assert "cu Ion Rus" in asked.text
    assert not (await table.stored.match(code)).joined
    assert not told(table.arbiter.messages, "start.arbiter_told")
    await table.press(ana, asked, "button.join.yes")
    assert says(asked, "start.joined", match=code, partner="Ion Rus", title="meci cu arbitru")
    assert not asked.buttons
    assert says(
        table.arbiter.messages[-1],
        "start.arbiter_told",
        who="Ana Pop",
        match=code,
        account="anutza_23",
    )

    held = await table.follow(ana, one)
    assert says(held, "join.held")
    assert mentions(held, "matches.invited", who="Ion Rus")
    answer = await table.follow(ana, other)
    assert says(answer, "join.partners", who="Ion Rus", name="Ana Pop")
    assert says(await table.join(ion, other), "start.joined", match=code)
    answer = await table.follow(ana, other)
    assert says(answer, "join.partners_void", who="Ion Rus", name="Ana Pop")
    held = await table.follow(ana, one)
    assert mentions(held, "join.playing")
    (board,) = await table.press(ana, held, "button.open_game")
    assert board.photo is not None


async def test_a_code_may_begin_like_a_link_that_runs_a_command(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link is an invitation unless it names a command, whatever its random code begins with."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: f"c-{secrets.token_hex(size)}")
    _, one, _ = await table.invite()
    assert "start=c-" in one

    asked = await table.follow(somebody(table, "anutza_23"), one)

    assert says(asked, "join.ask", who="Ana Pop", arbiter="Radu Arbitru")


async def test_who_says_no_keeps_nothing_and_spoils_nothing(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """The person reads whom to ask, the arbiter gets one silent notice, the link stays valid.

    Who pressed no by mistake need not look for the link. Copied alone or forwarded with the
    arbiter's text to the bot, a link asks the same as when tapped.
    """
    code, one, other = invited
    ana, ion = somebody(table, "Ana de pe telefon"), somebody(table, "Ionel")
    forwarded = next(each.text for each in table.arbiter.messages if other in each.text)
    asked = await table.follow(ana, other)
    seen = len(table.arbiter.messages)

    await table.press(ana, asked, "button.join.no")

    assert says(asked, "join.declined", who="Ion Rus", arbiter="Radu Arbitru")
    (forward,) = [each for each in asked.buttons if each.url]
    assert forward.label == worded("button.forward", who="Ion Rus")
    assert "share/url" in forward.url
    (heard,) = table.arbiter.messages[seen:]
    assert says(heard, "join.declined_told", who="Ion Rus", account="Ana de pe telefon")
    assert heard.silent
    again = await table.follow(ana, other)
    await table.press(ana, again, "button.join.no")
    assert len(told(table.arbiter.messages, "join.declined_told")) == 1

    (asked,) = await table.say(ion, forwarded)
    assert says(asked, "join.ask", who="Ion Rus")
    await table.press(ion, asked, "button.join.yes")
    assert says(asked, "start.joined", match=code)
    (asked,) = await table.say(ana, one.removeprefix("https://"))
    assert says(asked, "join.ask", who="Ana Pop")
    for key in ("no", "again", "yes"):
        await table.press(ana, asked, f"button.join.{key}")
    assert says(asked, "start.joined", match=code)
    (cut,) = await table.say(ana, other[:-3])
    assert says(cut, "start.bad_code")


@pytest.mark.only_telegram("the account has a name")
async def test_the_rightful_owner_of_a_used_link_reads_that_nothing_is_lost(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """If another person took it, the owner reads whom to ask, and the arbiter gets a button."""
    code, one, _ = invited
    await table.join(somebody(table, "Altcineva"), one)
    ana = somebody(table, "Ana")

    refused = await table.follow(ana, one)

    assert says(refused, "join.used", who="Ana Pop", arbiter="Radu Arbitru")
    (heard,) = told(table.arbiter.messages, "join.used_told", who="Ana Pop", account="Ana")
    assert heard.silent
    await table.press(table.arbiter, heard, "button.places")
    assert mentions(heard, "place.taken", who="Ana Pop")
    assert mentions(heard, "place.account", account="Altcineva")
    assert (await table.stored.match(code)).joined


@pytest.mark.only_telegram("the account has a name")
async def test_a_used_link_of_an_ended_match_alarms_nobody(given_up: Pair) -> None:
    """A stranger reads that the seat is not free; the arbiter has no seat to free."""
    table = given_up.table
    (invitation,) = told(table.arbiter.messages, "arrange.invitation", who="Ana Pop")

    refused = await table.follow(
        somebody(table, "Altcineva"), facts_of(invitation, "arrange.invitation")["link"]
    )

    assert says(refused, "join.gone", who="Ana Pop", arbiter="Radu Arbitru")
    assert not told(table.arbiter.messages, "join.used_told")


async def test_an_expired_link_is_said_to_be_one(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """After 60 days it says for whom it was; the arbiter is notified and makes another."""
    _, one, _ = invited
    await later(table, 61)
    ana = somebody(table, "Ana")

    assert says(await table.follow(ana, one), "join.expired", who="Ana Pop")
    (heard,) = told(table.arbiter.messages, "join.expired_told", who="Ana Pop")
    await table.press(table.arbiter, heard, "button.places")
    fresh = facts_of_links(heard.text)[0]

    assert says(await table.join(ana, fresh), "start.joined")


def facts_of_links(text: str) -> list[str]:
    """Return the links in a text."""
    return [word for word in text.split() if "?start=" in word]


async def test_both_links_pressed_at_once_by_one_person_give_them_one_place(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """The first press takes a seat; the other seat still waits for its player."""
    code, one, other = invited
    ana = somebody(table, "Ana")
    first, second = await table.follow(ana, one), await table.follow(ana, other)

    for asked in (first, second):
        ana.press_button(asked, button(asked, "button.join.yes"))
    await table.settle()

    match = await table.stored.match(code)
    assert len(match.joined) == 1
    assert len(set(match.people)) == 2
    assert says(first, "start.joined")
    assert says(second, "join.partners", who="Ion Rus")


async def test_one_link_pressed_at_once_by_two_people_seats_one_of_them(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """The second person reads that it was used, and no other person's name changes."""
    code, one, _ = invited
    people = [somebody(table, name) for name in ("Prima", "A doua")]
    asked = [await table.follow(user, one) for user in people]

    for user, question in zip(people, asked, strict=True):
        user.press_button(question, button(question, "button.join.yes"))
    await asyncio.sleep(0)
    await table.settle()

    outcomes = [says(each, "start.joined") for each in asked]
    assert sorted(outcomes) == [False, True]
    late = asked[outcomes.index(False)]
    assert says(late, "join.used", who="Ana Pop")
    assert len((await table.stored.match(code)).joined) == 1
    (welcome,) = await table.say(people[outcomes.index(False)], "/start")
    assert not mentions(welcome, "start.hello", who="Ana Pop")


async def test_who_plays_elsewhere_reads_by_which_name_they_are_known(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """The known name stays everywhere; the arbiter sees both names and may correct one."""
    _, one, _ = invited
    user = somebody(table, "Ana")
    await table.join(user, one)
    code, other, _ = await table.invite(first="Anna Popp", second="Dan Ene")

    asked = await table.follow(user, other)
    assert mentions(asked, "join.known", name="Ana Pop")
    await table.press(user, asked, "button.join.yes")

    heard = table.arbiter.messages[-1]
    assert says(heard, joined_of(user), who="Ana Pop", match=code)
    assert mentions(heard, "join.other_name", who="Anna Popp", name="Ana Pop")
    assert heard.buttons


async def test_two_called_alike_are_not_put_on_one_sheet(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """„Ion Rus – Ion Rus” is refused before it happens; after a correction they can join."""
    _, _, other = invited
    ion = somebody(table, "Ion")
    await table.join(ion, other)
    code, one, _ = await table.invite(first="Ana Pop", second="Ion Rus")
    asked = await table.follow(ion, one)
    assert mentions(asked, "join.known", name="Ion Rus")

    await table.press(ion, asked, "button.join.yes")

    assert says(asked, "join.namesake", name="Ion Rus")
    assert not (await table.stored.match(code)).joined
    (heard,) = told(table.arbiter.messages, "join.namesake_told", name="Ion Rus", who="Ana Pop")
    await table.press(table.arbiter, heard, "button.places")
    (ask, *_) = [each for each in heard.buttons if each.label.endswith("Ion Rus")][-1:]
    table.arbiter.press_button(heard, ask)
    await table.settle()
    (confirm,) = await table.say(table.arbiter, "Ion Rus (Iași)")
    await table.press(table.arbiter, confirm, "button.name.yes")

    assert says(await table.join(ion, one), "start.joined", match=code)


async def test_a_link_of_a_competition_asks_as_well(table: Table, four: Championship) -> None:
    """Yes gives the seat; opened again, it leads to the own list; another's link says so.

    One message is edited for each new player, and only the last player makes a sound.
    """
    ana = somebody(table, "anutza_23")

    asked = await table.follow(ana, four.links["Ana Pop"])
    assert says(asked, "join.ask", who="Ana Pop")
    assert not (await four.now()).claimed
    await table.press(ana, asked, "button.join.yes")
    assert says(asked, "comp.claimed", who="Ana Pop")
    assert mentions(table.arbiter.messages[-1], "comp.came_row", account="anutza_23")

    held = await table.follow(ana, four.links["Ana Pop"])
    assert says(held, "join.held")
    assert button(held, "button.my_games").data == "games:0"
    other = await table.follow(ana, four.links["Ion Rus"])
    assert says(other, "join.partners", who="Ion Rus", name="Ana Pop")
    assert len((await four.now()).claimed) == 1

    for name in four.links.keys() - {"Ana Pop"}:
        await four.claim(name)
    growing, last = told(table.arbiter.messages, "comp.came_list")
    assert says(growing, "comp.came_list", n=3, all=4)
    assert says(last, "comp.came_list", n=4, all=4)
    assert [growing.silent, last.silent] == [True, False]


async def test_forged_answers_and_made_up_codes_lead_nowhere(pair: Pair) -> None:
    """An invented code does nothing, and neither does an answer that no button has.

    A guessed link is answered with what to do about an incomplete one; without a link a player
    comes back to their games and never reads that they need an invitation.
    """
    table, stranger = pair.table, somebody(pair.table, "Străinul")
    before = await table.stored.match(pair.code)
    link = f"https://t.me/{table.sandbox.username}?start=AAAAAAAAAAAAAAAA"
    assert says(await table.follow(stranger, link), "start.bad_code")
    for answer in ("yes", "no", "again", "maybe"):
        (shown,) = await table.say(stranger, "/ajutor")

        await table.forge(stranger, shown, f"join:AAAAAAAAAAAAAAAA:{answer}")

        unknown = "fault.button_unknown" if answer == "maybe" else "button.unknown"
        assert mentions(shown, unknown)
        assert await table.stored.match(pair.code) == before

    (hello,) = await table.say(pair.red, "/start")
    assert says(hello, "start.hello_again", who="Ana Pop")
    assert button(hello, "button.my_games").data == "games:0"
