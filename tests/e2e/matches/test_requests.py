"""`/joaca` and `/cereri`: strangers arrange a friendly match without an arbiter."""

from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest_asyncio

from engine.games.events import Ending
from engine.matches.match import MatchStage
from sandbox import SandboxUser
from storage.people import people
from storage.people.forgetting import forget
from tests.e2e.bench import later
from tests.e2e.championship import set_up
from tests.e2e.grouped import link_of, posts
from tests.e2e.harness import Pair, Table, arbiter_made, button, last_with
from tests.e2e.harness import table as laid_table
from tests.e2e.matches.requests_shared import Strangers, newcomers
from tests.e2e.matches.requests_shared import met as met  # noqa: PLC0414  (a fixture)
from tests.e2e.matches.requests_shared import strangers as strangers  # noqa: PLC0414  (a fixture)
from tests.e2e.mini_app import mini_app
from tests.e2e.plays import best
from tests.e2e.texts import facts_of, mentions, says, told, worded
from tests.sandbox.pictures import picture


async def request_open(laid: Table) -> tuple[SandboxUser, SandboxUser]:
    """Have one of two strangers make a public request for two games; return both."""
    await arbiter_made(laid)
    made = newcomers(laid)
    await made.offer("play:10:2:public")
    return made.ana, made.ion


async def strangers_played(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Have two strangers begin a single game of five days and Red resign it; return the same."""
    await arbiter_made(laid)
    pair = await newcomers(laid).meet("play:5:1:public")
    await resigned(pair)
    return pair.code, pair.red, pair.blue


async def resigned(pair: Pair) -> None:
    """Have Red resign the game."""
    (question,) = await pair.table.say(pair.red, f"/abandon {pair.id}")
    await pair.table.press(pair.red, question, "button.abandon")


@pytest_asyncio.fixture
async def waiting(tmp_path: Path) -> AsyncIterator[Strangers]:
    """Give two strangers, after Ana's public request for two games."""
    async with laid_table(tmp_path, after=request_open) as laid:
        yield Strangers(laid, *laid.done)


@pytest_asyncio.fixture
async def played(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give the match of a single game that two strangers have just ended."""
    async with laid_table(tmp_path, after=strangers_played) as laid:
        yield Pair(laid, *laid.done)


async def test_two_strangers_meet_and_play_to_the_end_without_an_arbiter(
    strangers: Strangers,
) -> None:
    """A claim on time ends the home game at once, and both games' results count at once."""
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    known = len(laid.arbiter.messages), len(laid.operator.messages)
    (card,) = await laid.say(ana, "/joaca")
    assert not any("Cuvinte" in label for label in card.labels)  # one list leaves no choice
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

    await later(laid, 12)

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


async def test_the_end_says_in_one_sentence_who_won_and_why(played: Pair) -> None:
    """Each reads it from their own side, with what may follow under it, in the chat and in the app.

    There each asks for a rematch below it; the second who asks opens the new game.
    """
    coefficients = {"first_c": "1.5300", "second_c": "0.0000"}
    why = worded("way.no_show", who="Ana Pop")
    (lost,), (won,) = (
        told(user.messages, "results.final_friendly", match=played.code)
        for user in (played.red, played.blue)
    )

    assert mentions(won, "results.won_you", games="", why=why, **coefficients)
    assert mentions(lost, "results.won", first="Ion Rus", games="", why=why, **coefficients)
    for final in (won, lost):
        for key in ("button.requests.rematch", "button.requests.another"):
            button(final, key)
    (offer,) = await played.table.press(played.blue, won, "button.requests.another")
    (means,) = await played.table.press(played.blue, won, "button.coefficient")
    assert says(offer, "requests.offer")
    assert mentions(means, "article.more.8.1")
    assert mentions(won, "results.won_you")

    pair, laid, ana, ion = played, played.table, played.red, played.blue
    async with mini_app(laid) as app:
        tabs = [await app.open(user) for user in (ana, ion)]
        ends = [(await tab.game(pair.id))["end"] for tab in tabs]
        assert [end["rematch"] for end in ends] == [pair.code, pair.code]
        assert sum("Ai câștigat meciul" in end["head"] for end in ends) == 1
        asked, begun = [
            (await tab.post("/requests/rematch", match=pair.code, id=str(uuid4()))).json()
            for tab in tabs
        ]
    assert asked["game"] is None
    assert "Ion Rus" in asked["text"]
    assert begun["game"].endswith("/1")
    assert told(ana.messages, "requests.accepted", partner="Ion Rus")


async def test_a_drawn_match_says_so_and_how_each_game_ended(met: Pair) -> None:
    """One game each, at equal coefficients: neither reads that the other has won."""
    await met.give_up_both()

    for user in (met.red, met.blue):
        (final,) = told(user.messages, "results.final_friendly", match=met.code)
        assert mentions(final, "results.drawn", first="Ana Pop", second="Ion Rus")
        assert mentions(final, "results.games", first="1", second="1")
        assert mentions(final, "results.way_home", way=worded("way.abandoned", who="Ion Rus"))
        assert mentions(final, "results.way_return", way=worded("way.abandoned", who="Ana Pop"))


async def test_draw_analysis_and_archive_are_as_in_competitions(met: Pair) -> None:
    """Only the players see them; the analysis opens at the end, and no text names an arbiter."""
    pair, laid, ana, ion = met, met.table, met.red, met.blue
    await pair.place(ana, "H8 CASA")
    (early,) = await laid.say(ana, f"/analiza {pair.id}")
    assert mentions(early, "fault.analysis_friendly", game=pair.id)
    (drawn,) = await laid.say(ion, f"/verifica {pair.code}")
    assert "SHA-256" in drawn.text
    (question,) = await laid.say(ion, f"/abandon {pair.id}")
    await laid.press(ion, question, "button.abandon")
    (between,) = await laid.say(ana, f"/analiza {pair.id}")
    assert mentions(between, "fault.analysis_friendly", game=pair.id)
    for user in (ana, ion):
        await laid.press(user, last_with(user, f"ret:{pair.code}"), "button.return_leg")
    pair.leg = 2
    await resigned(pair)

    for user in (ana, ion):
        (listed,) = await laid.say(user, "/arhiva_mea")
        assert f"{pair.code}/1" in listed.text
        assert f"{pair.code}/2" in listed.text
    *_, analysed = await laid.say(ana, f"/analiza {pair.code}/1")
    assert "Ana Pop a luat" in analysed.text
    stranger = laid.sandbox.add_user("Dan Ene", language_code="ro")
    for command in ("/analiza", "/fisa", "/export"):
        (refused,) = await laid.say(stranger, f"{command} {pair.code}/1")
        assert mentions(refused, "fault.no_such_game", game=f"{pair.code}/1")


async def test_of_two_who_tap_at_once_exactly_one_plays(waiting: Strangers) -> None:
    """The other person reads that the request is no longer open."""
    laid, ion = waiting.table, waiting.ion
    dan = laid.sandbox.add_user("Dan Ene", language_code="ro")
    lists = {user: (await laid.say(user, "/cereri"))[0] for user in (ion, dan)}
    for user, listed in lists.items():
        user.press_button(listed, button(listed, "button.requests.accept"))
    await laid.settle()

    begun = [user for user, listed in lists.items() if says(listed, "requests.begun")]
    assert len(begun) == 1
    (late,) = {ion, dan} - {*begun}
    assert says(lists[late], "requests.none")
    assert len(told(waiting.ana.messages, "requests.accepted")) == 1


async def test_a_link_is_for_one_person_who_reads_the_rules_first(strangers: Strangers) -> None:
    """The author cannot accept their own request for a game of five days; a third is too late."""
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
    await resigned(pair)
    assert told(ion.messages, "results.final_friendly", match=code)
    assert not told(ion.messages, "return_leg.offered")


async def test_a_request_ends_after_fourteen_days_or_when_withdrawn(strangers: Strangers) -> None:
    """A person has at most three open requests; a tap on a closed one starts nothing.

    A player without opponents is offered no block.
    """
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    for _ in range(3):
        await strangers.offer("play:10:2:public")
    card = await strangers.offer("play:10:2:public")
    assert "3 cereri deschise" in card.text

    (own,) = await laid.say(ana, "/cereri")
    assert not [one for one in own.buttons if one.data.startswith("apart")]
    (first, *_) = (each for each in own.buttons if each.data.endswith(":off"))
    ana.press_button(own, first)
    await laid.settle()
    assert len([each for each in own.buttons if each.data.endswith(":off")]) == 2
    (listed,) = await laid.say(ion, "/cereri")
    taps = [each for each in listed.buttons if each.data.endswith(":yes")]
    assert len(taps) == 2

    await later(laid, 14)
    ion.press_button(listed, taps[0])
    await laid.settle()
    assert says(listed, "requests.none")
    assert not told(ana.messages, "requests.accepted")


async def test_what_needs_an_arbiter_is_refused_with_the_agreed_rule(met: Pair) -> None:
    """A refused word offers no arbiter, a claim lists what it may concern, no letter is sent."""
    pair, laid, ana = met, met.table, met.red

    (refused,) = await laid.say(ana, "H8 PLOSA")
    assert not [each for each in refused.buttons if each.data.startswith("ask:")]
    (answer,) = await laid.say(ana, "/contestatie")
    assert says(answer, "requests.nothing_to_claim", partner="Ion Rus")
    for text in ("/arbitru Ce fac?", f"/legatura {pair.code} e-mail"):
        answer = (await laid.say(ana, text))[-1]
        assert "se joacă fără arbitru" in answer.text
    await laid.forge(ana, refused, f"onclock:{pair.id}")
    assert (await pair.game()).ended is None


async def test_a_request_shows_the_public_name_alone(waiting: Strangers) -> None:
    """A person who hides their name stays anonymous until the sheets name both players.

    A minor has initials. Neither the list nor the app shows the author's account or number.
    """
    laid, ana, ion = waiting.table, waiting.ana, waiting.ion
    number = (await laid.stored.person(ana.id)).id
    async with laid.app.runtime.database.transaction() as tx:
        await people.change(tx, number, minor=True)

    (listed,) = await laid.say(ion, "/cereri")
    async with mini_app(laid) as app:
        found = await (await app.open(ion)).get("/requests")
    (shown,) = found.json()["requests"]

    assert "A. P." in listed.text
    assert "Ana" not in listed.text + found.text
    assert shown["who"] == "A. P."
    assert {*shown} == {"token", "who", "terms", "until", "punctual"}
    for text in (found.text, *(one.data for one in listed.buttons)):
        assert f"{ana.id}" not in text

    async with laid.app.runtime.database.transaction() as tx:
        await people.change(tx, number, minor=False)
    await laid.choose(ana, "name:initials")
    (listed,) = await laid.say(ion, "/cereri")
    assert "A. P." in listed.text
    assert "Ana" not in listed.text

    await laid.choose(ana, "name:hidden")
    (listed,) = await laid.say(ion, "/cereri")
    assert "Cineva" in facts_of(listed, "requests.list")["rows"]


async def test_reported_messages_reach_the_operators_once(met: Pair) -> None:
    """The operators get the reporter and the messages once, and no arbiter gets them."""
    pair, laid, ana, ion = met, met.table, met.red, met.blue
    await laid.say(ion, f"/mesaj {pair.id} Ceva urât")
    (line,) = told(ana.messages, "chat.line", game=pair.id)

    (asked,) = await laid.press(ana, line, "button.report_friendly")
    again = button(line, "button.report_friendly").data
    await laid.press(ana, asked, "button.report_sure")
    assert says(asked, "chat.reported_friendly")
    assert await laid.forge(ana, line, again) == worded("chat.reported_already")

    (reported,) = told(laid.operator.messages, "chat.report", who="Ana Pop")
    assert mentions(reported, "chat.row", who="Ion Rus", text="Ceva urât")
    assert not told(laid.arbiter.messages, "chat.report")


async def test_both_players_know_whether_the_match_counts_for_ratings(met: Pair) -> None:
    """List, link, start, `/timp`, app and rematch say so; the default is unrated."""
    laid, ana, ion = met.table, met.red, met.blue
    strangers = Strangers(laid, ana, ion)
    assert not (await laid.stored.match(met.code)).rated
    (started,) = told(ana.messages, "leg.started", game=met.id)
    assert mentions(started, "match.unrated")
    card = await strangers.offer("play:5:1:link:yes")
    link = facts_of(card, "requests.link_done")["link"]
    asked = await laid.follow(ion, link)
    assert "o singură partidă, cu rating" in facts_of(asked, "requests.asked")["terms"]
    pair = await strangers.meet("play:5:1:public:yes")
    row = (await laid.say(ion, "/cereri"))[0].text
    assert "Ana Pop" not in row  # anyone who has the link may use it
    assert (await laid.stored.match(pair.code)).rated
    for user in (ana, ion):
        (started,) = told(user.messages, "leg.started", game=pair.id)
        assert mentions(started, "match.rated")
    (time,) = await laid.say(ana, f"/timp {pair.id}")
    assert mentions(time, "match.rated")
    async with mini_app(laid) as app:
        assert (await (await app.open(ana)).game(pair.id))["rated"] is True

    await resigned(pair)
    await laid.press(ana, last_with(ana, f"again:{pair.code}"), "button.requests.rematch")
    (again,) = told(ion.messages, "requests.rematch_asked")
    assert "cu rating" in facts_of(again, "requests.rematch_asked")["terms"]

    ruled = await laid.match(red=ana, blue=ion)
    (started,) = told(ana.messages, "leg.started", game=ruled.id)
    assert not mentions(started, "match.unrated")


async def test_a_rematch_is_offered_by_one_tap_and_accepted_by_another(played: Pair) -> None:
    """A rematch has the same terms and swapped colours; the asker's second tap does nothing."""
    pair, laid, ana, ion = played, played.table, played.red, played.blue
    for _ in range(2):
        result = last_with(ana, f"again:{pair.code}")
        (sent, *_) = await laid.press(ana, result, "button.requests.rematch")
        assert says(sent, "requests.rematch_sent", partner="Ion Rus")
    (asked,) = told(ion.messages, "requests.rematch_asked", who="Ana Pop")
    assert "o singură partidă" in facts_of(asked, "requests.rematch_asked")["terms"]
    result = last_with(ion, f"again:{pair.code}")
    (begun, *_) = await laid.press(ion, result, "button.requests.rematch")

    code = facts_of(begun, "requests.begun")["match"]
    assert told(ana.messages, "requests.accepted", partner="Ion Rus", match=code)
    seen = len(ana.messages)
    await laid.forge(ana, ana.messages[-1], f"again:{code}")
    assert mentions(ana.messages[seen], "fault.button_unknown")
    again = Pair(laid, code, ion, ana)
    await again.place(ion, "H8 CASA")
    assert told(ana.messages, "turn.board", game=again.id)
    game = await again.game()
    assert (game.red.score, game.budget) == (8, 5)
    late = await laid.press(ion, asked, "button.requests.yes")
    assert not told(late, "requests.begun")


async def test_a_blocked_person_and_its_author_see_no_requests_of_each_other(
    played: Pair,
) -> None:
    """A link is refused as closed, no rematch can begin, and the block can be lifted."""
    pair, laid, ana, ion = played, played.table, played.red, played.blue
    strangers = Strangers(laid, ana, ion)
    await strangers.offer("play:10:2:public")
    link = facts_of(await strangers.offer("play:5:1:link"), "requests.link_done")["link"]
    await strangers.offer("play:30:2:public", ion)
    (listed,) = await laid.say(ana, "/cereri")
    assert "Ion Rus" in listed.text

    await laid.press(ana, listed, "button.requests.blocks")
    seen = len(ion.messages)
    await laid.press(ana, listed, "button.requests.block")

    assert len(ion.messages) == seen
    for user in (ana, ion):
        (shown,) = await laid.say(user, "/cereri")
        assert says(shown, "requests.none")
    assert says(await laid.follow(ion, link), "requests.gone")
    result = last_with(ion, f"again:{pair.code}")
    (answer,) = await laid.press(ion, result, "button.requests.rematch")
    assert says(answer, "requests.rematch_impossible")

    (settings,) = await laid.say(ana, "/setari")
    await laid.press(ana, settings, "button.requests.blocks")
    await laid.press(ana, settings, "button.requests.unblock")
    (shown,) = await laid.say(ion, "/cereri")
    assert "Ana Pop" in facts_of(shown, "requests.list")["rows"]
    assert says(await laid.follow(ion, link), "requests.asked")
    assert not [one for one in (await laid.say(ana, "/setari"))[0].buttons if "apart" in one.data]


async def test_a_block_stops_messages_in_friendly_games_alone(met: Pair) -> None:
    """A running friendly game continues without messages; a competition game does not change.

    Lifting undoes only the block: a match muted before it stays muted.
    """
    pair, laid, ana, ion = met, met.table, met.red, met.blue
    ruled = await laid.match(red=ana, blue=ion)
    (listed,) = await laid.say(ana, "/cereri")
    await laid.press(ana, listed, "button.requests.blocks")
    await laid.press(ana, listed, "button.requests.block")

    (refused,) = await laid.say(ion, f"/mesaj {pair.id} Salut!")
    assert says(refused, "chat.muted", partner="Ana Pop")
    (sent,) = await laid.say(ion, f"/mesaj {ruled.id} Salut!")
    assert says(sent, "chat.sent")
    assert not told(ana.messages, "chat.line", game=pair.id)

    await laid.press(ana, listed, "button.requests.unblock")
    assert says((await laid.say(ion, f"/mesaj {pair.id} Salut!"))[0], "chat.sent")

    await laid.forge(ana, ana.last, f"hush:{pair.id}:on")
    await laid.travel(0.01)
    (listed,) = await laid.say(ana, "/cereri")
    await laid.press(ana, listed, "button.requests.blocks")
    await laid.press(ana, listed, "button.requests.block")
    await laid.press(ana, listed, "button.requests.unblock")
    (refused,) = await laid.say(ion, f"/mesaj {pair.id} Salut!")
    assert says(refused, "chat.muted", partner="Ana Pop")


async def test_two_players_of_the_same_name_do_not_begin_a_match(waiting: Strangers) -> None:
    """The sheets could not distinguish them; accents and capitals do not count."""
    laid = waiting.table
    other = laid.sandbox.add_user("ANĂ POP", language_code="ro")
    (listed,) = await laid.say(other, "/cereri")

    await laid.press(other, listed, "button.requests.accept")

    assert mentions(listed, "fault.requests_same_name", name="Ana Pop")
    assert not told(waiting.ana.messages, "requests.accepted")
    (listed,) = await laid.say(waiting.ion, "/cereri")
    assert "Ana Pop" in listed.text


async def test_a_friendly_turn_offers_no_arbiter(met: Pair) -> None:
    """Board, photo and Mini App mention none; the board offers a claim on time when due."""
    pair, laid, ana, ion = met, met.table, met.red, met.blue
    await pair.place(ana, "H8 CASA")
    async with mini_app(laid) as app:
        assert (await (await app.open(ana)).game(pair.id))["arbiter"] == ""
    (board, *_) = told(ion.messages, "turn.board", game=pair.id)
    assert not [each for each in board.buttons if "claim" in each.data or "onclock" in each.data]

    ion.send_photo(picture(300, 400))
    await laid.settle()
    assert says(ion.messages[-1], "relayed.ask_friendly", partner="Ana Pop")

    await later(laid, 12)
    await pair.place(ion, "PAS")

    board = told(ana.messages, "turn.board", game=pair.id)[-1]
    await laid.press(ana, board, "button.claim_on_time")
    assert (await pair.game()).ended is not None


async def test_a_request_shows_how_punctual_its_author_is(met: Pair) -> None:
    """A request shows a newcomer, and later the usual days and the losses on time."""
    pair, laid, ana, ion = met, met.table, met.red, met.blue
    strangers = Strangers(laid, ana, ion)
    await strangers.offer("play:10:2:public")
    dan = laid.sandbox.add_user("Dan Ene", language_code="ro")
    (listed,) = await laid.say(dan, "/cereri")
    assert mentions(listed, "requests.punctual_new")
    for _ in range(5):
        for user in (ana, ion):
            await pair.place(user, "PAS" if user is ion else best(await pair.game()) or "PAS")
    (listed,) = await laid.say(dan, "/cereri")
    assert mentions(listed, "requests.punctual_same_day")
    await later(laid, 12)
    await laid.press(ion, last_with(ion, f"onclock:{pair.id}"), "button.claim_on_time")
    await strangers.offer("play:10:2:public")
    (listed,) = await laid.say(dan, "/cereri")
    assert mentions(listed, "requests.punctual_lost", n="1")


async def test_a_forgotten_persons_requests_are_gone(waiting: Strangers) -> None:
    """No list or link shows them, and the person's name appears nowhere."""
    laid, ana, ion = waiting.table, waiting.ana, waiting.ion
    card = await waiting.offer("play:5:1:link")
    link = facts_of(card, "requests.link_done")["link"]
    async with laid.app.runtime.database.transaction() as tx:
        person = await people.by_account(tx, ana.id)
        assert person is not None
        await forget(tx, person.id, laid.app.runtime.clock.now(), "Jucător retras")
    (listed,) = await laid.say(ion, "/cereri")
    assert says(listed, "requests.none")
    assert says(await laid.follow(ion, link), "requests.gone")
    assert not [one for one in ion.messages if "Ana" in one.text]


async def test_a_group_that_asked_sees_requests_without_names(strangers: Strangers) -> None:
    """Each has one post, edited when it is accepted or over; its button opens the bot."""
    laid, ana, ion = strangers.table, strangers.ana, strangers.ion
    await set_up(laid)
    group = laid.sandbox.add_group("Cupa pe Telegram", [laid.arbiter, ion])
    _, url = await link_of(laid, "/grup", "button.link")
    laid.arbiter.follow(url, group=group)
    await laid.settle()
    await strangers.offer("play:5:1:public")
    (card,) = await laid.say(laid.arbiter, "/grup")
    await laid.press(laid.arbiter, card, "button.group.show_requests")
    assert says(card, "group.with_requests")
    assert not told(posts(group), "requests.post")

    await strangers.offer("play:10:2:public")
    await strangers.offer("play:30:2:link")
    (post,) = told(posts(group), "requests.post")
    assert "Ana" not in post.text
    assert "10 zile" in post.text
    asked = await laid.follow(ion, button(post, "button.requests.open").url)
    await laid.press(ion, asked, "button.requests.yes")
    assert says(post, "requests.post_taken")
    assert not post.keyboard

    await strangers.offer("play:30:2:public")
    (second,) = told(posts(group), "requests.post")
    (own,) = await laid.say(ana, "/cereri")
    token = button(second, "button.requests.open").url.partition("joc-")[2]
    ana.press(own, f"req:{token}:off")
    await laid.settle()
    assert says(second, "requests.post_over")

    await strangers.offer("play:10:1:public")
    (third,) = told(posts(group), "requests.post")
    await later(laid, 15)
    assert says(third, "requests.post_over")
    assert len(told(posts(group), "requests.post_over")) == 2
