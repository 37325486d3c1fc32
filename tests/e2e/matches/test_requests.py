"""`/joaca` and `/cereri`: strangers find each other for a friendly match without an arbiter."""

from dataclasses import dataclass

import pytest

from engine.games.events import Ending
from engine.matches.match import MatchStage
from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, Table, button, last_with
from tests.e2e.texts import facts_of, says, told


@dataclass(slots=True)
class Strangers:
    """Two people whom no arbiter knows, and the table at which they meet."""

    table: Table
    ana: SandboxUser
    ion: SandboxUser

    async def offer(self, data: str, user: SandboxUser | None = None) -> Message:
        """Have a person choose these terms on the card of `/joaca`; return the card."""
        author = user or self.ana
        (card,) = await self.table.say(author, "/joaca")
        _, days, games, _ = data.split(":")
        for pressed in (f"play:{days}:2", f"play:{days}:{games}", data):
            author.press_button(card, next(one for one in card.buttons if one.data == pressed))
            await self.table.settle()
        return card

    async def meet(self, data: str = "play:10:2:public") -> Pair:
        """Have Ana make a public request and Ion accept it from the list."""
        await self.offer(data)
        (listed,) = await self.table.say(self.ion, "/cereri")
        await self.table.press(self.ion, listed, "button.requests.accept")
        code = facts_of(listed, "requests.begun")["match"]
        return Pair(self.table, code, self.ana, self.ion)


@pytest.fixture
def strangers(table: Table) -> Strangers:
    """Give two people who have never written to the bot."""
    ana = table.sandbox.add_user("Ana Pop", language_code="ro")
    return Strangers(table, ana, table.sandbox.add_user("Ion Rus", language_code="ro"))


async def test_two_strangers_meet_and_play_to_the_end_without_an_arbiter(
    strangers: Strangers,
) -> None:
    """A claim on time ends the home game at once; the result of both games counts at once."""
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    known = len(laid.arbiter.messages), len(laid.operator.messages)
    await strangers.offer("play:10:2:public")
    (listed,) = await laid.say(ion, "/cereri")
    row = facts_of(listed, "requests.list")
    assert "Ana Pop" in row["rows"]
    assert "nu contează în niciun campionat" in row["rules"]

    await laid.press(ion, listed, "button.requests.accept")

    code = facts_of(listed, "requests.begun")["match"]
    assert told(ana.messages, "requests.accepted", partner="Ion Rus", match=code)
    pair = Pair(laid, code, ana, ion)
    for user in (ana, ion):
        assert told(user.messages, "leg.started")
    await pair.place(ana, "H8 CASA")
    assert told(ion.messages, "turn.board", game=pair.id)

    await laid.travel(12)

    assert told(ion.messages, "requests.time_you", partner="Ana Pop")
    await laid.press(ana, last_with(ana, f"onclock:{pair.id}"), "button.claim_on_time")
    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.NO_SHOW
    for user in (ana, ion):
        await laid.press(user, last_with(user, f"ret:{code}"), "button.return_leg")
    pair.leg = 2
    await pair.pass_all(ion, ana)
    for user in (ana, ion):
        assert told(user.messages, "results.final_friendly", match=code)
    assert (await laid.stored.match(code)).stage is MatchStage.HOMOLOGATED
    assert (len(laid.arbiter.messages), len(laid.operator.messages)) == known


async def test_of_two_who_tap_at_once_exactly_one_plays(strangers: Strangers) -> None:
    """The other reads that the request is no longer open."""
    laid, ion = strangers.table, strangers.ion
    dan = laid.sandbox.add_user("Dan Ene", language_code="ro")
    await strangers.offer("play:10:2:public")
    lists = {user: (await laid.say(user, "/cereri"))[0] for user in (ion, dan)}
    for user, listed in lists.items():
        user.press_button(listed, button(listed, "button.requests.accept"))
    await laid.settle()

    begun = [user for user, listed in lists.items() if says(listed, "requests.begun")]
    assert len(begun) == 1
    (late,) = {ion, dan} - {*begun}
    assert says(lists[late], "requests.none")
    assert len(told(strangers.ana.messages, "requests.accepted")) == 1


async def test_a_link_is_for_one_person_who_reads_the_rules_first(strangers: Strangers) -> None:
    """One game of five days; its author cannot accept it, and a third person comes too late."""
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    card = await strangers.offer("play:5:1:link")
    link = facts_of(card, "requests.link_done")["link"]
    assert says(await laid.follow(ana, link), "requests.own_link")
    (listed,) = await laid.say(ion, "/cereri")
    assert says(listed, "requests.none")

    asked = await laid.follow(ion, link)
    assert "Regulile meciului amical" in facts_of(asked, "requests.asked")["rules"]
    await laid.press(ion, asked, "button.requests.yes")

    code = facts_of(asked, "requests.begun")["match"]
    dan = laid.sandbox.add_user("Dan Ene", language_code="ro")
    assert says(await laid.follow(dan, link), "requests.gone")
    pair = Pair(laid, code, ana, ion)
    assert (await pair.game()).budget == 5
    assert told(ana.messages, "leg.started", leg="partida", budget=5)
    await pair.pass_all(ana, ion)
    assert told(ion.messages, "results.final_friendly", match=code)
    assert not told(ion.messages, "return_leg.offered")


async def test_a_request_ends_after_fourteen_days_or_when_withdrawn(strangers: Strangers) -> None:
    """A person has three open requests at most; a tap on one that is over begins nothing."""
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    for _ in range(3):
        await strangers.offer("play:10:2:public")
    card = await strangers.offer("play:10:2:public")
    assert "3 cereri deschise" in card.text

    (own,) = await laid.say(ana, "/cereri")
    (first, *_) = (each for each in own.buttons if each.data.endswith(":off"))
    ana.press_button(own, first)
    await laid.settle()
    assert len([each for each in own.buttons if each.data.endswith(":off")]) == 2
    (listed,) = await laid.say(ion, "/cereri")
    taps = [each for each in listed.buttons if each.data.endswith(":yes")]
    assert len(taps) == 2

    await laid.travel(14)
    ion.press_button(listed, taps[0])
    await laid.settle()
    assert says(listed, "requests.none")
    assert not told(ana.messages, "requests.accepted")


async def test_what_needs_an_arbiter_is_refused_with_the_agreed_rule(strangers: Strangers) -> None:
    """A refused word offers no arbiter; a claim names what can be claimed, and a letter is none."""
    pair = await strangers.meet()
    laid, ana = strangers.table, strangers.ana

    (refused,) = await laid.say(ana, "H8 PLOSA")
    assert not [each for each in refused.buttons if each.data.startswith("ask:")]
    (answer,) = await laid.say(ana, "/contestatie")
    assert says(answer, "requests.nothing_to_claim", partner="Ion Rus")
    for text in ("/arbitru Ce fac?", f"/legatura {pair.code} e-mail"):
        answer = (await laid.say(ana, text))[-1]
        assert "se joacă fără arbitru" in answer.text
    toast = await laid.forge(ana, refused, f"onclock:{pair.id}")
    del toast
    assert (await pair.game()).ended is None


async def test_a_request_shows_the_public_name_alone(strangers: Strangers) -> None:
    """Anyone who hides their name is asked for as somebody, until the sheets name both players."""
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    await laid.choose(ana, "name:initials")
    await strangers.offer("play:10:2:public")
    (listed,) = await laid.say(ion, "/cereri")
    assert "A. P." in listed.text
    assert "Ana" not in listed.text

    await laid.choose(ana, "name:hidden")
    (listed,) = await laid.say(ion, "/cereri")
    assert "Cineva" in facts_of(listed, "requests.list")["rows"]
