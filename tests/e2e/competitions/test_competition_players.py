"""A competition's players on its card: known people, replaced, removed and withdrawn."""

from engine.competitions.competition import CompetitionStage
from engine.ids import PersonId
from sandbox import SandboxUser
from tests.e2e.championship import FOUR, Championship, press
from tests.e2e.harness import bucharest, button
from tests.e2e.texts import facts_of, mentions, says, told


async def test_who_has_met_the_bot_before_plays_under_the_name_written_for_them(
    championship: Championship,
) -> None:
    """A person known to the bot plays under the name in the competition's list."""
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


async def test_a_replacement_takes_over_opponents_and_colours(entered: Championship) -> None:
    """After the draw only the name changes, and the group is notified.

    The button of an earlier card, from before a player came, says that the seat is taken.
    """
    championship = entered
    ana = entered.players["Ana Pop"]
    number = _number(await championship.names(), "Ana Pop")
    link = f"c:{championship.code}:link:{number}"
    await championship.table.forge(championship.arbiter, championship.card, link)
    assert mentions(championship.card, "fault.place_taken")
    await championship.say(f"/campionat {championship.code}")
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
    """The players' buttons are ordered by strength, like the list above them."""
    await championship.enter("Ana Pop,,4\nIon Rus,,2\nDan Ene,,3\nEma Ilie,,1\n")
    await championship.press("button.comp.players")

    labels = [one.label for one in championship.card.buttons[:4]]
    assert labels == ["Ema Ilie", "Ion Rus", "Dan Ene", "Ana Pop"]
    lines = championship.card.text.splitlines()[1:5]
    assert all(label in line for label, line in zip(labels, lines, strict=True))


async def test_who_plays_already_is_taken_out_by_a_ruling_and_the_card_says_so(
    championship: Championship,
) -> None:
    """The player reads who withdrew them before the start; the card then offers the next step."""
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
    """The player asks on their own card; the arbiter is notified, and colours are drawn again.

    Before, a withdrawal is taken back: the player has the same seat and matches, and the lists are
    as they were.
    """
    await championship.enter()
    ana = await championship.claim("Ana Pop")
    await championship.draw()
    await _withdrawal_taken_back(championship, ana)
    seen = len(championship.arbiter.messages)
    (own,) = await championship.table.say(ana, "/campionat")
    (ask,) = [each.data for each in own.buttons if each.data.endswith(":out")]
    await press(championship.table, ana, own, "button.comp.withdraw_me")
    assert "Ana Pop" in (await championship.names()).values()
    await press(championship.table, ana, own, "button.comp.yes_withdraw_me")
    await championship.table.forge(ana, own, ask)
    assert not mentions(own, "comp.ask.withdraw_me"), "asked although the answer would be refused"

    assert "Ana Pop" not in (await championship.names()).values()
    (heard,) = told(championship.arbiter.messages[seen:], "comp.withdrawn_told", who="Ana Pop")
    assert button(heard, "button.comp.card").data == f"c:{championship.code}:card"
    assert (await championship.now()).stage is CompetitionStage.GROUPED
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.list")
    assert len((await championship.now()).phase.matches) == 4


async def _withdrawal_taken_back(championship: Championship, ana: SandboxUser) -> None:
    """Have Ana withdraw, and the arbiter take it back on the card of players."""
    before = (await championship.now()).phase
    (own,) = await championship.table.say(ana, "/campionat")
    await press(championship.table, ana, own, "button.comp.withdraw_me")
    await press(championship.table, ana, own, "button.comp.yes_withdraw_me")
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.players")

    (asked,) = await championship.press("button.comp.stay_of")
    assert mentions(asked, "stay.show", who="Ana Pop")
    await press(championship.table, championship.arbiter, asked, "stay.usual")
    await press(championship.table, championship.arbiter, asked, "button.decide")

    assert mentions(asked, "stay.done", who="Ana Pop")
    after = await championship.now()
    assert after.stage is CompetitionStage.LISTED
    assert (after.phase.entries, after.phase.groups) == (before.entries, before.groups)
    assert after.phase.matches == before.matches
    assert told(ana.messages, "stay.told_you")
    await championship.say(f"/campionat {championship.code}")
