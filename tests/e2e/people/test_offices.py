"""Arbiters and operators: appointed, given their commands at once, and removed."""

from dataclasses import replace
from pathlib import Path

from engine.ids import MatchCode
from sandbox import Message, SandboxUser
from storage.streams import match_stream
from tests.e2e.bench import exchanged
from tests.e2e.harness import PATIENCE, Pair, Table, button
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.places_shared import called_off
from tests.e2e.texts import facts_of, mentions, says, told, worded


async def menu(table: Table, user: SandboxUser) -> list[str]:
    """Return the commands in a person's chat menu, after menus have been updated."""
    await table.app.menus()
    shown = table.sandbox.world.menus.shown_to(user.chat, user.id, user.account.language_code)
    return [each["command"] for each in shown]


async def at_once(table: Table) -> None:
    """Let the bot answer and send everything pending, without its periodic jobs."""
    await table.sandbox.drained(seconds=PATIENCE)
    await table.app.worker.settle()
    await table.app.courier.settle()


async def named(table: Table, name: str = "Dana Arbitru") -> SandboxUser:
    """Have the operator name an arbiter, who opens the link."""
    (link, *_) = await table.say(table.operator, "/arbitru")
    user = table.sandbox.add_user(name, language_code="ro")
    user.follow(facts_of(link, "arbiter.link")["link"])
    await at_once(table)
    user.press_button(user.last, button(user.last, "button.office.arbiter"))
    await at_once(table)
    return user


async def test_who_holds_an_office_is_welcomed_to_it(table: Table) -> None:
    """`/start` gives arbiter and operator their task lists, and asks neither for an invitation.

    A player who is also an arbiter finds games and task list.
    """
    (arbiter,) = await table.say(table.arbiter, "/start")
    (operator,) = await table.say(table.operator, "/start")
    (nothing,) = await table.say(table.operator, "/campionat")

    assert says(arbiter, "start.hello_office", who="Radu Arbitru")
    assert mentions(arbiter, "start.is_arbiter")
    await table.press(table.arbiter, arbiter, "button.desk")
    assert says(arbiter, "docket.empty")
    assert mentions(operator, "start.operator")
    assert not mentions(operator, "start.is_arbiter")
    assert says(nothing, "comp.none_operator")
    (link,) = await table.say(table.operator, "/arbitru")
    other = table.sandbox.add_user("Dana Arbitru", language_code="ro")
    await table.join(other, facts_of(link, "arbiter.link")["link"])
    _, place, _ = await table.invite("Radu Arbitru", "Ion Rus", by=other)
    await table.join(table.arbiter, place)
    (again,) = await table.say(table.arbiter, "/start")
    assert says(again, "start.hello_again")
    assert mentions(again, "start.is_arbiter")
    button(again, "button.desk")
    button(again, "button.my_games")


async def test_an_arbiters_commands_are_in_their_menu_as_soon_as_they_are_one(table: Table) -> None:
    """The task list is first, in the arbiter's language; a player's menu has no such command."""
    dana = await named(table)

    assert (await menu(table, dana))[:2] == ["mesa", "meciuri"]
    dana.send("/limba en")
    await at_once(table)
    assert (await menu(table, dana))[:2] == ["tasks", "matches"]
    player = table.sandbox.add_user("Ana", language_code="ro")
    await table.say(player, "/start")
    assert not {"mesa", "meciuri", "tasks"} & set(await menu(table, player))


async def test_an_office_is_asked_about_before_it_is_given(table: Table) -> None:
    """A person who says that the link is not theirs leaves it valid; it makes only one arbiter."""
    (link, *_) = await table.say(table.operator, "/arbitru")
    good = facts_of(link, "arbiter.link")["link"]
    wrong = table.sandbox.add_user("Greșit", language_code="ro")
    asked = await table.follow(wrong, good)
    assert says(asked, "office.offer_arbiter")
    taken = button(asked, "button.office.arbiter")
    await table.press(wrong, asked, "button.office.no")
    assert says(asked, "office.declined")
    assert says((await table.say(wrong, "/mesa"))[-1], "command.not_for_you")

    assert says(await table.follow(table.arbiter, good), "office.has_it")
    dana = table.sandbox.add_user("Dana Arbitru", language_code="ro")
    await table.join(dana, good)
    await table.forge(wrong, asked, taken.data)

    assert says(asked, "start.bad_code")
    assert "mesa" in await menu(table, dana)
    assert "mesa" not in await menu(table, wrong)
    assert says(await table.follow(dana, good), "start.arbiter")


async def test_a_second_link_for_the_same_role_stays_for_somebody_else(table: Table) -> None:
    """Who opened two links and accepts both has the role once; the other link makes an arbiter."""
    links = [
        facts_of((await table.say(table.operator, "/arbitru"))[0], "arbiter.link")["link"]
        for _ in range(2)
    ]
    dana = table.sandbox.add_user("Dana Arbitru", language_code="ro")
    first, second = [await table.follow(dana, link) for link in links]
    await table.press(dana, first, "button.office.arbiter")
    await table.press(dana, second, "button.office.arbiter")

    assert says(first, "start.arbiter")
    assert says(second, "office.has_it")
    other = table.sandbox.add_user("Alt Arbitru", language_code="ro")
    assert says(await table.follow(other, links[1]), "office.offer_arbiter")


async def test_an_operator_has_their_commands_before_they_ask_for_anything(table: Table) -> None:
    """A new operator has the commands of operator and arbiter, in a menu of one screen."""
    shown = await menu(table, table.operator)

    assert {"arbitru", "responsabil_rating", "mesa", "meciuri", "campionat"} <= set(shown)
    assert len(shown) <= 12
    (help_,) = await table.say(table.operator, "/ajutor")
    assert mentions(help_, "menu.names_arbiter")
    await table.press(table.operator, help_, "button.help_more")
    await table.press(table.operator, help_, "help.subject.arbiter")
    assert "/mesa" in help_.text


async def test_an_operator_takes_an_arbiters_office_back(table: Table) -> None:
    """After the second tap the commands disappear from the menu, and no longer work."""
    dana = await named(table)
    (listed, *_) = await table.say(table.operator, "/arbitru")
    await table.press(table.operator, listed, "button.arbiters")
    assert says(listed, "office.arbiters", n=2)
    mine = next(each for each in listed.buttons if each.label == "Dana Arbitru")
    table.operator.press_button(listed, mine)
    await table.settle()
    assert says(listed, "office.ask", who="Dana Arbitru")
    assert (await menu(table, dana))[0] == "mesa"

    table.operator.press_button(listed, button(listed, "button.dismiss_sure"))
    await at_once(table)

    assert says(listed, "office.dismissed", who="Dana Arbitru")
    assert told(dana.messages, "office.dismissed_you")
    assert "mesa" not in await menu(table, dana)
    assert "jocuri" in await menu(table, dana)
    assert says((await table.say(dana, "/mesa"))[-1], "command.not_for_you")
    assert "mesa" in await menu(table, table.arbiter)


async def test_nobody_is_left_without_an_arbiter(table: Table, pair: Pair) -> None:
    """An arbiter first hands over their matches, and only an operator removes an arbiter."""
    (listed, *_) = await table.say(table.operator, "/arbitru")
    await table.press(table.operator, listed, "button.arbiters")
    (mine,) = [each for each in listed.buttons if each.label == "Radu Arbitru"]

    await table.forge(pair.red, pair.red.messages[-1], f"{mine.data}:yes")
    await table.forge(table.operator, listed, f"{mine.data}:yes")

    assert says(listed, "office.rules", who="Radu Arbitru", what=pair.code)

    await exchanged(table, match_stream(MatchCode(pair.code)), "home_seed", "home_seeD")
    await table.stop_bot()
    await table.start_bot()
    (listed, *_) = await table.say(table.operator, "/arbitru")
    await table.forge(table.operator, listed, f"{mine.data}:yes")

    assert says(listed, "office.rules", who="Radu Arbitru", what=pair.code)
    await exchanged(table, match_stream(MatchCode(pair.code)), "home_seeD", "home_seed")


async def test_a_cancelled_match_needs_no_arbiter(
    table: Table, invited: tuple[str, str, str]
) -> None:
    """Its arbiter may be dismissed, because nothing in it is still to be decided."""
    code, *_ = invited
    await called_off(table, code)
    (listed, *_) = await table.say(table.operator, "/arbitru")
    await table.press(table.operator, listed, "button.arbiters")

    mine = next(each for each in listed.buttons if each.label == "Radu Arbitru")
    table.operator.press_button(listed, mine)
    await table.settle()

    assert says(listed, "office.ask", who="Radu Arbitru")
    assert "mesa" in await menu(table, table.arbiter)


async def test_an_operator_of_the_past_is_shown_a_players_menu(tmp_path: Path) -> None:
    """Once removed from the configuration, they have no office's commands after the next start."""
    async with laid_table(tmp_path) as laid:
        assert "responsabil_rating" in await menu(laid, laid.operator)
        await laid.stop_bot()
        others = replace(laid.config.operators, ids=(laid.arbiter.id,))
        laid.config = replace(laid.config, operators=others)

        await laid.start_bot()

        assert "responsabil_rating" not in await menu(laid, laid.operator)
        assert "jocuri" in await menu(laid, laid.operator)
        assert "responsabil_rating" in await menu(laid, laid.arbiter)


def _offer(message: Message) -> bool:
    """Return whether a message offers to remove an arbiter or operator."""
    return worded("button.dismiss") in message.labels


async def test_another_operator_reads_who_has_opened_a_link(table: Table) -> None:
    """An operator can at once take back an office that went to the wrong person."""
    dana = await named(table)

    (heard,) = [one for one in table.operator.messages if _offer(one) and "Dana" in one.text]
    assert mentions(heard, "operator.arbiter_named", who="Dana Arbitru", number=str(dana.id))
    await table.press(table.operator, heard, "button.dismiss")
    await table.press(table.operator, heard, "button.dismiss_sure")
    assert "mesa" not in await menu(table, dana)


async def test_a_telegram_number_is_for_operators_alone(table: Table) -> None:
    """Where the bot has an operator, nobody else needs their number, and nobody is shown it."""
    stranger = table.sandbox.add_user("Olga Dinu", language_code="ro")
    started = await table.say(stranger, "/start")
    (answer,) = await table.say(stranger, "/arbitru")

    assert says(answer, "letter.how")
    assert not any(f"{stranger.id}" in each.text for each in (*started, answer))
    (how,) = await table.say(table.arbiter, "/arbitru")
    assert says(how, "letter.how")
