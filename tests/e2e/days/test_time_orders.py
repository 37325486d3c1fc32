"""Days that an arbiter gives: to one player, to both, or for an outage; each can be undone."""

import pytest

from engine.games.ruling_events import TimeGranted
from sandbox import Message
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told
from tests.sandbox.pictures import picture

REASON = "Spitalizare, cu adeverință"


async def decided(table: Table, card: Message) -> None:
    """Have the arbiter confirm the decision on the card."""
    assert says(card, "decision.confirm")
    await table.press(table.arbiter, card, "button.decide")


async def grants(pair: Pair) -> list[TimeGranted]:
    """Return every change of days that an arbiter has ordered in the game."""
    return [event for event in await pair.events() if isinstance(event, TimeGranted)]


@pytest.mark.article("7.2")
async def test_an_extension_by_buttons_asks_for_whom_days_and_reason(casa: Pair) -> None:
    """Only the second tap applies it; a message to each player has author, days and reason."""
    pair, table, arbiter = casa, casa.table, casa.table.arbiter
    (asked,) = await table.say(arbiter, f"/prelungire {pair.id}")
    assert says(asked, "extension.whom", game=pair.id)
    await table.press(arbiter, asked, "extension.blue")
    assert says(asked, "extension.how_many")
    (refused,) = await table.say(arbiter, "mult")
    assert says(refused, "extension.no_number")
    (why,) = await table.say(arbiter, "4 zile")
    assert mentions(why, "extension.give", n=4)
    (card,) = await table.say(arbiter, REASON)
    assert mentions(card, "grant.given", game=pair.id, who="Ion Rus", n=4, left=34)
    assert await grants(pair) == []

    await decided(table, card)

    (given,) = await grants(pair)
    assert (given.days, given.by.value, given.article) == (4, "blue", "7.2")
    assert given.reason == REASON
    (own,) = told(pair.blue.messages, "grant.told", author="Radu Arbitru")
    assert mentions(own, "grant.given_you", game=pair.id, n=4, left=34)
    assert mentions(own, "grant.until", until="2025-06-05")
    assert own.reply_to is None
    (copy,) = told(pair.red.messages, "grant.told", reason=REASON)
    assert mentions(copy, "grant.given", who="Ion Rus", n=4)
    assert len(told(arbiter.messages, "grant.told")) == 0
    (ledger,) = await table.say(pair.red, f"/jurnal {pair.id}")
    assert mentions(ledger, "ledger.granted", author="Radu Arbitru", n=4)


@pytest.mark.article("7.2")
async def test_an_extension_in_one_line_is_undone_by_its_opposite(pair: Pair) -> None:
    """One line extends both players' time with a reason; its button takes back exactly that."""
    table, arbiter = pair.table, pair.table.arbiter
    (card,) = await table.say(arbiter, f"/prelungire {pair.code.lower()} amândoi 3 zile {REASON}")
    await decided(table, card)
    game = await pair.game()
    assert (game.red.granted, game.blue.granted) == (3, 3)
    assert says(card, "extension.done", reason=REASON)

    await table.press(arbiter, card, "button.undo")
    assert mentions(card, "extension.take_back", n=3)
    (again,) = await table.say(arbiter, "Am greșit partida")
    await decided(table, again)
    game = await pair.game()
    assert (game.red.granted, game.blue.granted) == (0, 0)
    assert len(told(pair.red.messages, "grant.told")) == 2

    (refused,) = await table.say(arbiter, f"/prelungire {pair.id} ana -1 încă una")
    assert mentions(refused, "fault.grant_out_of_range")
    (refused,) = await table.say(arbiter, f"/prelungire {pair.id} vasile 3 boală")
    assert mentions(refused, "fault.nobody_in_game", one="Ana Pop", other="Ion Rus")


async def test_a_whole_name_gets_the_days_although_the_opponents_contains_it(table: Table) -> None:
    """Ana Pop is meant by her name, and not also Ioana Pop."""
    pair = await table.match(names=("Ana Pop", "Ioana Pop"))

    (card,) = await table.say(table.arbiter, f"/prelungire {pair.id} ana pop 3 {REASON}")

    assert mentions(card, "grant.given", game=pair.id, who="Ana Pop", n=3, left=33)


@pytest.mark.article("7.2")
async def test_a_decision_is_confirmed_once_and_only_by_its_arbiter(pair: Pair) -> None:
    """A second tap, a cancelled card and a forged press do nothing.

    Before the decision its reason can be changed.
    """
    table, arbiter = pair.table, pair.table.arbiter
    (card,) = await table.say(arbiter, f"/prelungire {pair.id} ana 2 o întâmplare")
    yes = button(card, "button.decide")
    arbiter.press_button(card, yes)
    arbiter.press_button(card, yes)
    await table.settle()
    assert len(await grants(pair)) == 1

    (other,) = await table.say(arbiter, f"/prelungire {pair.id} ana 5 altceva")
    yes = button(other, "button.decide")
    await table.press(arbiter, other, "button.undecide")
    assert says(other, "confirm.kept")
    await table.forge(arbiter, other, yes.data)
    await table.forge(pair.red, pair.red.messages[-1], f"ext:{pair.id}:red:9")
    (answer,) = await table.say(pair.red, f"/prelungire {pair.id} ana 9 vreau")
    assert says(answer, "command.not_for_you")
    assert len(await grants(pair)) == 1
    await _reason_changed(pair)


async def _reason_changed(pair: Pair) -> None:
    """Replace the reason typed in the command by the next text; the old button does nothing."""
    table, arbiter = pair.table, pair.table.arbiter
    (card,) = await table.say(arbiter, f"/prelungire {pair.id} ana 2 boala")
    yes = button(card, "button.decide")
    await table.press(arbiter, card, "button.other_reason")
    assert mentions(card, "decision.why")
    await table.forge(arbiter, card, yes.data)
    assert len(await grants(pair)) == 1
    arbiter.send_photo(picture())
    await table.settle()
    assert mentions(arbiter.last, "relayed.asked")

    (again,) = await table.say(arbiter, "boală, cu adeverință")
    assert mentions(again, "decision.confirm", reason="boală, cu adeverință")
    await table.press(arbiter, again, "button.decide")

    assert len(await grants(pair)) == 2
    assert mentions(pair.red.last, "grant.told", reason="boală, cu adeverință")


@pytest.mark.article("7.1")
async def test_an_outage_is_made_good_in_every_game_it_touched(table: Table, casa: Pair) -> None:
    """Each player to move gets three days less leave, once, and deadlines move."""
    one, other, quiet = casa, await table.match(), await table.match()
    await table.say(other.red, "/concediu 3.05")
    await table.travel_to(table.sandbox.clock.now().replace(day=4))
    await quiet.place(quiet.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-09"))
    (asked,) = await table.say(table.operator, "/compensare")
    assert says(asked, "outage.how", games=3)
    (refused,) = await table.say(table.operator, "5.05 3.05")
    assert mentions(refused, "fault.period_backwards")
    (found,) = await table.say(table.operator, "3.05-5.05")
    assert mentions(found, "outage.found", games=3)
    await table.press(table.operator, found, "outage.usual")
    assert mentions(found, "outage.show", first="2025-05-03", last="2025-05-05")

    await table.press(table.operator, found, "button.decide")

    assert says(found, "outage.done")
    for pair, red, blue in ((one, 0, 3), (other, 2, 0), (quiet, 1, 1)):
        game = await pair.game()
        assert (game.red.granted, game.blue.granted) == (red, blue)
    (own,) = told(one.blue.messages, "grant.told", author="Olga Operator")
    assert mentions(own, "grant.given_you", game=one.id, n=3, left=26)
    (copy,) = told(table.arbiter.messages, "grant.told")
    assert mentions(copy, "grant.given", game=other.id, n=2)
    (again,) = await table.say(table.arbiter, "/compensare 3.05-5.05 încă o dată")
    assert mentions(again, "fault.nothing_to_make_good")
    (longer,) = await table.say(table.arbiter, "/compensare 3.05-6.05 și ziua de 6")
    assert mentions(longer, "grant.given", game=one.id, who="Ion Rus", n=1)

    await table.press(table.operator, found, "button.undo")
    (card,) = await table.say(table.operator, "Nu era nevoie")
    await table.press(table.operator, card, "button.decide")
    assert says(card, "outage.undone")
    for pair in (one, other, quiet):
        game = await pair.game()
        assert (game.red.granted, game.blue.granted) == (0, 0)
        assert game.red.made_good == game.blue.made_good == ()


@pytest.mark.article("7.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_phase_is_extended_for_everybody_or_for_all_games_of_one_player(
    table: Table,
    season: Season,
) -> None:
    """From one game the arbiter reaches all of the player's games; each player gets one notice."""
    pairs, outsider = await season.pairs(), await table.match()
    ana, arbiter = season.players["Ana Pop"], table.arbiter
    hers = next(pair for pair in pairs if ana in {pair.red, pair.blue})
    (asked,) = await table.say(arbiter, f"/prelungire {hers.id}")
    await table.forge(arbiter, asked, f"ext:@{season.code}:{await season.person('Ana Pop')}:")
    assert says(asked, "extension.how_many")
    await table.say(arbiter, "5")
    (card,) = await table.say(arbiter, REASON)
    await decided(table, card)

    granted = [
        (game.red.granted, game.blue.granted, pair.red is ana, pair.blue is ana)
        for pair in pairs
        for game in [await pair.game()]
    ]
    assert all((red, blue) == (5 * a, 5 * b) for red, blue, a, b in granted)
    (own,) = told(ana.messages, "grant.told")
    assert len([line for line in own.text.splitlines() if line.startswith("•")]) == 2

    (card,) = await table.say(arbiter, f"/prelungire {season.code} toți 2 zile pană de curent")
    await decided(table, card)
    games = [await pair.game() for pair in pairs]
    assert sum(game.red.granted + game.blue.granted for game in games) == 2 * 5 + 6 * 2
    assert len(told(season.players["Dan Ene"].messages, "grant.told")) == 2
    assert (await outsider.game()).red.granted == 0
