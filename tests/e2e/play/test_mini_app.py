"""The Mini App's interface: who gets access, what they see, and that it is the chat's game."""

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qsl, quote
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import select

from bot.program.metrics import Metrics
from bot.runtime import log
from bot.runtime.limits import Allowance, Gate, RateLimits
from bot.runtime.listeners import GameChanged, PlayerGames
from bot.runtime.unit import Runtime
from bot.web.page import page
from bot.web.play.events import Events
from engine.games.events import Passed, PlacementMade
from engine.games.game import Game, Stage
from engine.ids import GameId, Seat
from storage.people import forgetting, people
from storage.schema import metadata
from tests.builders import play
from tests.e2e.browser_user import NO_TLS
from tests.e2e.harness import MORNING, Pair, bucharest, button, label, match_begun, table
from tests.e2e.mini_app import API, MiniApp, mini_app, of
from tests.e2e.play.overview_shared import approved
from tests.e2e.players import is_in_browser
from tests.e2e.plays import legal, longest, no_word
from tests.e2e.plays import written as written_move
from tests.e2e.texts import says, told, worded
from tests.sandbox.pictures import picture


@pytest_asyncio.fixture(name="web")
async def _web(pair: Pair) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match whose home game has just begun."""
    async with mini_app(pair.table) as web:
        yield web


@pytest.mark.only_telegram("signs in by Telegram")
async def test_who_is_shown_it_by_telegram_gets_in_for_twelve_hours(
    web: MiniApp, pair: Pair
) -> None:
    """Only data signed by Telegram gives a token."""
    answer = await web.session(f"tma {web.signed(pair.red)}")

    assert answer.status_code == 200
    body = answer.json()
    assert body.keys() == {"token", "expires", "language", "arbiter", "bot", "texts"}
    assert (body["language"], body["texts"]["unit.days"][0]) == ("ro", "{n} zi")
    assert body["expires"] == "2025-05-01T19:00:00+00:00"
    assert (await (await web.with_token(body["token"])).get("/games")).status_code == 200
    await pair.table.sandbox.travel(timedelta(hours=12))
    assert (await (await web.with_token(body["token"])).get("/games")).status_code == 401


async def test_what_is_shown_first_comes_with_the_session(web: MiniApp, pair: Pair) -> None:
    """The first answer has the requested or the most urgent game, and never a foreign one.

    A game comes compressed to a phone that accepts it; the content is identical for others.
    """
    stranger = pair.table.sandbox.add_user("Vasile", language_code="ro")
    await pair.table.say(stranger, "/start")
    asked = f"?game={quote(pair.id, safe='')}"
    for user, query in ((pair.red, asked), (pair.red, "?game="), (pair.table.arbiter, asked)):
        body = (await web.sign_in(user, query)).json()
        tab = await web.with_token(body["token"])
        assert body["first"]["games"] == (await tab.get("/games")).json()
        shown = body["first"]["game"]
        assert shown == await tab.game(pair.id)
        tag = body["first"]["tag"]
        assert (await tab.get(of(pair.id), **{"If-None-Match": tag})).status_code == 304

    for user, query in ((stranger, asked), (stranger, "?game="), (pair.red, "?game=ZZZZ%2F1")):
        body = (await web.sign_in(user, query)).json()
        assert body["first"]["game"] is None
        assert pair.id not in str(body) or user is pair.red
    assert (await web.session("tma x=1", asked)).status_code == 401

    tab = await web.open(pair.red)
    compressed = await tab.get(of(pair.id), **{"Accept-Encoding": "gzip"})
    plain = await tab.get(of(pair.id), **{"Accept-Encoding": "identity"})

    assert compressed.headers["content-encoding"] == "gzip"
    assert int(compressed.headers["content-length"]) < len(plain.content) / 2
    assert "content-encoding" not in plain.headers
    assert compressed.json() == plain.json()


@pytest.mark.only_telegram("signs in by Telegram")
async def test_whatever_is_not_signed_for_this_bot_within_the_hour_is_nobody(
    web: MiniApp, pair: Pair
) -> None:
    """Forged, changed, old, future, duplicated or missing data gets 401.

    A person whom Telegram confirms but the bot does not know is asked to write to it.
    """
    good = web.signed(pair.red)
    now = pair.table.sandbox.clock.now().timestamp()
    too_big, fraction = f'{{"id": {2**63}}}', '{"id": 1e30}'
    wrong = [
        "",
        f"Bearer {good}",
        "tma",
        "tma x=1",
        f"tma {good}&user=%7B%22id%22%3A1%7D",
        f"tma {good[:-1]}{'0' if good[-1] != '0' else '1'}",
        f"tma {web.signed(pair.red, hash='')}",
        f"tma {web.signed(pair.red, hash='ă')}",
        f"tma {good.replace('auth_date=17', 'auth_date=18')}",
        f"tma {web.signed(pair.red, auth_date=str(int(now) - 3601))}",
        f"tma {web.signed(pair.red, auth_date=str(int(now) + 120))}",
        f"tma {web.signed(pair.red, auth_date='9' * 40)}",
        f"tma {web.signed(pair.red, user='[]')}",
        f"tma {web.signed(pair.red, user='null')}",
        f"tma {web.signed(pair.red, user=too_big)}",
        f"tma {web.signed(pair.red, user=fraction)}",
    ]
    for each in wrong:
        answer = await web.session(each)
        assert answer.status_code == 401, each
        assert answer.json().keys() - {"texts", "language", "mails"} == {"error", "article", "text"}

    just = web.signed(pair.red, auth_date=str(int(now) - 3599), signature="third party")
    assert (await web.session(f"tma {just}")).status_code == 200

    stranger = pair.table.sandbox.add_user("Vasile", language_code="ro")

    answer = await web.session(f"tma {web.signed(stranger)}")

    assert answer.status_code == 403
    assert "/start" in answer.json()["text"]


async def test_without_a_token_every_other_address_is_closed(web: MiniApp, pair: Pair) -> None:
    """The answer is 401 with a sentence; an invented token is none."""
    for given in (
        {},
        {"Authorization": "Bearer x"},
        {"Authorization": f"tma {web.signed(pair.table.arbiter)}"},
    ):
        tab = await web.with_token("")
        tab.client.headers.pop("authorization")
        tab.client.headers.update(given)
        game = of(pair.id)
        for method, path in (
            ("GET", "/games"),
            ("GET", game),
            ("GET", "/events"),
            ("GET", f"{game}/notebook"),
            ("POST", f"{game}/preview"),
            ("POST", f"{game}/moves"),
            ("POST", f"{game}/conditions"),
            ("PUT", f"{game}/notebook"),
            ("DELETE", f"{game}/notebook"),
        ):
            answer = await tab.client.request(method, f"{API}{path}", content=b"{")
            assert answer.status_code == 401, path
            assert answer.json()["text"] == worded("web.unauthorized")


async def test_ones_games_are_listed_and_a_game_shows_everything_to_both(
    web: MiniApp, pair: Pair
) -> None:
    """Opponent, colour, turn, last day and score are listed, and the codes open the games.

    Both see everything; what a page has already gets 304.
    """
    red, blue = await web.open(pair.red), await web.open(pair.blue)

    (mine,) = (await red.get("/games")).json()
    (theirs,) = (await blue.get("/games")).json()

    assert mine["game"] == theirs["game"] == pair.id
    assert (mine["partner"], mine["colour"], mine["turn"]) == ("Ion Rus", "red", "red")
    assert (theirs["partner"], theirs["colour"], theirs["turn"]) == ("Ana Pop", "blue", "red")
    assert mine["last_day"] == "2025-06-01"
    assert mine["score"] == {"own": 0, "partner": 0}

    await pair.place(pair.red, "H8 CASA")
    tab = blue

    answer = await tab.get(of(pair.id))
    seen, game = answer.json(), await pair.game()

    assert len(seen["board"]) == 15
    assert seen["board"][7] == ".......CASA...."
    assert seen["racks"] == {"red": game.red.rack, "blue": game.blue.rack}
    assert (seen["sequence"], seen["used"]) == (game.sequence, game.drawn)
    assert seen["scores"]["red"] == game.red.score > 0
    assert seen["caps"] == {"red": game.cap(game.turn.partner), "blue": game.cap(game.turn)}
    assert [each["word"] for each in seen["placements"]] == ["CASA"]
    assert seen["stage"] == "running"
    assert seen["clock"]["blue"]["left"] == 30
    again = await tab.get(of(pair.id), **{"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_304_is_not_said_of_what_looks_otherwise(web: MiniApp, pair: Pair) -> None:
    """A day later, or with one's own new conditional move, the same version is sent again.

    So it is after the arbiter has approved the results, though the game's log has no event, and
    however often the server has sent what the page may have lost on the way.
    """
    table, tab = pair.table, await web.open(pair.blue)

    async def is_sent_until_known(known: str) -> str:
        """Check that the page with that tag is sent what it lacks; return the new tag."""
        await tab.game(pair.id)  # an answer that the page may not have got
        answer = await tab.get(of(pair.id), **{"If-None-Match": known})
        assert answer.status_code == 200
        tag = answer.headers["etag"]
        assert (await tab.get(of(pair.id), **{"If-None-Match": tag})).status_code == 304
        return tag

    tag = (await tab.get(of(pair.id))).headers["etag"]
    await tab.post(f"{of(pair.id)}/conditions", lines=["H8 CASA -> PAS"])
    tag = await is_sent_until_known(tag)
    assert [each["text"] for each in (await tab.game(pair.id))["conditions"]] == ["H8 CASA → PAS"]

    await table.sandbox.travel(timedelta(hours=11, minutes=30))
    await table.travel(0.3)
    tab = await web.open(pair.blue)
    tag = await is_sent_until_known(tag)

    await pair.give_up_both()
    tag = await is_sent_until_known(tag)
    await approved(pair)
    await is_sent_until_known(tag)


async def test_somebody_elses_game_is_no_more_there_than_an_unknown_one(
    web: MiniApp, pair: Pair
) -> None:
    """Every address answers 404 in the same words; the game's arbiter may only look."""
    stranger = pair.table.sandbox.add_user("Vasile", language_code="ro")
    await pair.table.say(stranger, "/start")
    tab, arbiter = await web.open(stranger), await web.open(pair.table.arbiter)
    sent = {"placement": "H8 CASA", "version": 1, "id": str(uuid4()), "lines": ["PAS -> PAS"]}
    answers: list[dict[str, str]] = []
    for code in (pair.id, "ZZZZ/1", pair.code, "é/../x"):
        for method, path in (
            ("GET", ""),
            ("GET", "/notebook"),
            ("POST", "/preview"),
            ("POST", "/moves"),
            ("POST", "/conditions"),
            ("PUT", "/notebook"),
            ("DELETE", "/notebook"),
        ):
            body = {**sent, "id": str(uuid4())}
            answer = await tab.client.request(method, f"{API}{of(code)}{path}", json=body)
            assert answer.status_code == 404, (code, method, path, answer.text)
            said = {**answer.json(), "text": answer.json()["text"].replace(code.upper(), "")}
            answers.append(said)
    assert answers == [answers[0]] * len(answers)

    assert (await arbiter.game(pair.id))["colour"] is None
    assert (await arbiter.move(pair.id, "H8 CASA")).status_code == 403


async def test_a_preview_says_what_the_chat_would_and_names_all_that_is_wrong(
    web: MiniApp, pair: Pair
) -> None:
    """Words, points, counted points, tiles used and days are shown; nothing changes.

    Each error has its article, in the person's language, the opponent's turn included.
    """
    tab = await web.open(pair.red)

    answer = await tab.post(f"{of(pair.id)}/preview", placement="H8 CASA")

    assert answer.json() == {
        "faults": [],
        "words": [{"word": "CASA", "valid": True}],
        "points": 8,
        "counted": 8,
        "takes": (await pair.game()).sequence[14:18],
        "days": 0,
    }
    assert len(await pair.events()) == 1

    red, blue = tab, await web.open(pair.blue)

    off = (await red.post(f"{of(pair.id)}/preview", placement="A1 ZET")).json()
    unread = (await red.post(f"{of(pair.id)}/preview", placement="CASA")).json()
    early = (await blue.post(f"{of(pair.id)}/preview", placement="H8 SEAN")).json()
    passing = (await red.post(f"{of(pair.id)}/preview", placement="PAS")).json()

    assert [each["error"] for each in off["faults"]] == ["off_centre", "not_on_rack"]
    assert {each["article"] for each in off["faults"]} == {"5.1"}
    assert "H8" in off["faults"][0]["text"]
    assert [each["error"] for each in unread["faults"]] == ["no_position"]
    assert early["faults"][0]["error"] == "not_your_turn"
    assert early["words"] == [{"word": "SEAN", "valid": False}] or early["words"]
    assert passing == {
        "faults": [],
        "words": [],
        "points": 0,
        "counted": 0,
        "takes": "",
        "days": 0,
    }


async def test_a_move_there_is_a_move_in_the_chat(web: MiniApp, pair: Pair) -> None:
    """The opponent gets board and sheets, the author a silent line, and the version increases."""
    tab = await web.open(pair.red)

    answer = await tab.move(pair.id, "H8 CASA")
    await pair.table.settle()

    assert (answer.status_code, answer.json()) == (200, {"version": 2})
    assert isinstance((await pair.events())[-1], PlacementMade)
    assert len(told(pair.blue.messages, "turn.board", game=pair.id)) == 1
    assert says(pair.red.last, "play.sent", placement="H8 CASA")
    assert (await tab.game(pair.id))["turn"] == "blue"
    passed = await (await web.open(pair.blue)).move(pair.id)
    assert passed.json() == {"version": 3}
    assert isinstance((await pair.events())[-1], Passed)


async def test_a_move_there_takes_the_buttons_from_a_preview_in_the_chat(
    web: MiniApp, pair: Pair
) -> None:
    """An unsent preview says so; a later one keeps its buttons."""
    open_one = await pair.type(pair.red, "H8 CASA")
    assert open_one.buttons
    await (await web.open(pair.red)).move(pair.id, "8H CASA")
    await pair.table.settle()

    assert says(open_one, "play.on_board", placement="H8 CASA")
    assert not open_one.buttons
    await pair.place(pair.blue, "PAS")
    await pair.type(pair.red, "PAS")
    assert says(open_one, "play.on_board", placement="H8 CASA")


@pytest.mark.only_telegram("sends a photograph")
async def test_a_photograph_of_what_is_then_placed_there_goes_on(web: MiniApp, pair: Pair) -> None:
    """A photograph belongs to the move typed in the chat, and is sent with no other."""
    page = await web.open(pair.red)
    for typed in ("H8 CASA", "8H CASA"):
        await pair.type(pair.red, typed)
        pair.red.send_photo(picture(300, 400))
        await pair.table.settle()
        assert says(pair.red.last, "relayed.joined", move=typed)
    await page.move(pair.id, "8H CASA")
    await pair.table.settle()

    (sheet,) = told(pair.blue.messages, "relayed.sheet", game=pair.id, note="8H CASA")
    assert sheet.photo is not None


async def test_a_game_can_be_played_there_to_its_end(ending: Pair) -> None:
    """From the last tiles of the sequence to the last move, each result equals its preview."""
    pair = ending
    async with mini_app(pair.table) as web:
        await _played_to_its_end(web, pair)


async def _played_to_its_end(web: MiniApp, pair: Pair) -> None:
    """Play the rest of the game there, and check that nothing follows."""
    tabs = {Seat.RED: await web.open(pair.red), Seat.BLUE: await web.open(pair.blue)}
    while (game := await pair.game()).stage is Stage.RUNNING:
        tab, typed = tabs[game.turn], longest(game) or "PAS"
        shown = (await tab.post(f"{of(pair.id)}/preview", placement=typed)).json()
        assert shown["faults"] == []
        before = (await tab.game(pair.id))["scores"][game.turn.value]

        made = await tab.move(pair.id, "" if typed == "PAS" else typed)

        assert made.status_code == 200, made.text
        after = await tabs[game.turn.partner].game(pair.id)
        if after["stage"] == "running":
            assert after["scores"][game.turn.value] == before + shown["counted"]
            assert after["used"] == game.drawn + len(shown["takes"])

    ended, late = await tabs[Seat.RED].game(pair.id), await tabs[Seat.RED].move(pair.id)
    assert (ended["stage"], ended["turn"], ended["last_day"]) == ("ended", None, None)
    assert sum(1 for each in ended["owners"] if each[1] == "waiting") == 0
    assert (late.status_code, late.json()["error"]) == (422, "game_over")
    shown = (await tabs[Seat.RED].post(f"{of(pair.id)}/preview", placement="A1 CASA")).json()
    assert shown["faults"][0]["error"] == "game_over"
    assert [each["game"] for each in (await tabs[Seat.RED].get("/games")).json()] == []


async def test_the_same_move_sent_twice_is_made_once_and_answered_alike(
    web: MiniApp, pair: Pair
) -> None:
    """If the network loses the answer, the repeated request, even at once, adds no second move.

    One person's request number reveals nothing about another's.
    """
    tab, number = await web.open(pair.red), str(uuid4())
    sent = {"placement": "H8 CASA", "version": 1, "id": number}

    answers = await asyncio.gather(
        *(tab.post(f"{of(pair.id)}/moves", **sent) for _ in range(5)),
        tab.post(f"{of(pair.id)}/moves", **{**sent, "id": number.upper()}),
    )
    late = await tab.post(f"{of(pair.id)}/moves", **sent)

    assert {(each.status_code, each.text) for each in (*answers, late)} == {(200, '{"version":2}')}
    assert len(await pair.events()) == 2

    answer = await (await web.open(pair.blue)).move(pair.id, id=number)

    assert answer.json() == {"version": 3}


@pytest.mark.article("7.2")
async def test_the_app_knows_who_is_on_leave(web: MiniApp, pair: Pair) -> None:
    """The game tells it in a sentence for its reader, as the chat does."""
    await pair.table.say(pair.blue, "/concediu 3.05 5.05")
    await pair.table.travel_to(bucharest("2025-05-04", "12:00:00"))

    games = [await (await web.open(user)).game(pair.id) for user in (pair.red, pair.blue)]

    assert [each["leave"] for each in games] == [
        [worded("game.other_leave", who="Ion Rus", until="2025-05-05")],
        [worded("game.own_leave", until="2025-05-05")],
    ]


async def test_a_refused_move_names_every_fault_and_changes_nothing(
    web: MiniApp, pair: Pair
) -> None:
    """The answer is 422 with article and sentence for each error, as in the chat.

    Malformed requests get 400, large ones 413, unknown addresses 404; what was meant for an earlier
    version gets 409 with the present one.
    """
    tab = await web.open(pair.red)
    wordless = no_word(await pair.game())

    wrong = await tab.move(pair.id, "A1 ZET")
    unreadable = await tab.move(pair.id, "casa mea")
    unknown = await tab.move(pair.id, wordless)
    turn = await (await web.open(pair.blue)).move(pair.id, "H8 CASA")

    assert [each.status_code for each in (wrong, unreadable, unknown, turn)] == [422] * 4
    assert [each["error"] for each in wrong.json()["faults"]] == ["off_centre", "not_on_rack"]
    assert wrong.json()["error"] == "off_centre"
    assert wrong.json()["article"] == "5.1"
    assert {each["error"] for each in unknown.json()["faults"]} == {"unknown_word"}
    assert turn.json()["error"] == "not_your_turn"
    assert len(await pair.events()) == 1

    tab = await web.open(pair.red)
    good = {"placement": "H8 CASA", "version": 1, "id": str(uuid4())}
    for malformed in (
        {"version": "1"},
        {"version": True},
        {"version": -1},
        {"version": 10**12},
        {"id": "7"},
        {"id": None},
        {"placement": 8},
        {"placement": "H8 " + "A" * 300},
        {"placement": "H8 CA\0SA"},
        {"placement": "H8 \ud800"},
        {"pass": True},
        {"pass": "yes"},
    ):
        content = json.dumps({**good, **malformed})
        answer = await tab.client.post(f"{API}{of(pair.id)}/moves", content=content)
        assert answer.status_code == 400, malformed
    for body in (b"", b"[]", b"{", b'"x"', b"\xff", b"[" * 50_000):
        answer = await tab.client.post(f"{API}{of(pair.id)}/moves", content=body)
        assert answer.status_code == 400, body[:10]
    large = await tab.client.post(f"{API}{of(pair.id)}/moves", content=b" " * 70_000)
    assert large.status_code == 413
    assert (await tab.get("/nothing")).status_code == 404
    assert len(await pair.events()) == 1

    tab = await web.open(pair.red)
    await pair.place(pair.red, "H8 CASA")

    answer = await tab.move(pair.id, "H8 SOPA", version=1)
    ahead = await tab.move(pair.id, "H8 SOPA", version=99)

    assert answer.status_code == ahead.status_code == 409
    assert answer.json()["version"] == 2
    assert answer.json()["error"] == "moved_on"
    assert len(await pair.events()) == 2


async def test_conditional_replies_are_those_of_the_chat(web: MiniApp, pair: Pair) -> None:
    """One set or deleted in either place is set or deleted in the other.

    If the answer is lost and the request repeated, from field or line, none is added.
    """
    tab, path = await web.open(pair.blue), f"{of(pair.id)}/conditions"

    kept = await tab.post(path, lines=["H8 CASA -> PAS", "H8 NUMIC -> PAS"])
    wrong = await tab.post(path, text="H8 NUMIC -> PAS")

    assert kept.status_code == 200
    assert [each["kept"] for each in kept.json()["results"]] == [True, False]
    assert kept.json()["results"][1]["faults"]
    (stored,) = kept.json()["conditions"]
    assert (stored["partner"], stored["reply"]) == ("H8 CASA", "PAS")
    assert wrong.status_code == 422
    assert wrong.json()["faults"]
    (listed,) = await pair.table.say(pair.blue, f"/conditie {pair.id}")
    assert "H8 CASA" in listed.text
    gone = await tab.client.delete(f"{API}{path}/{stored['id']}")
    assert gone.json()["conditions"] == []
    assert (await tab.game(pair.id))["conditions"] == []

    tab, path = await web.open(pair.blue), f"{of(pair.id)}/conditions"

    for wanted in ({"lines": ["H8 CASA -> PAS"]}, {"moves": ["H8 CASA", "PAS"]}):
        answers = [await tab.post(path, **wanted) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 200]
        first, second = ([each["reply"] for each in one.json()["conditions"]] for one in answers)
        assert first == second == ["PAS"]


async def test_a_notebook_is_its_authors_alone(web: MiniApp, pair: Pair) -> None:
    """Its author writes, reads, overwrites and deletes lines; the opponent sees none."""
    red, blue, path = await web.open(pair.red), await web.open(pair.blue), f"{of(pair.id)}/notebook"
    after = play(await pair.game(), "H8 CASA", at=MORNING)
    lines = [{"name": "întâi", "moves": ["H8 CASA", written_move(legal(after)[0])]}]

    empty = (await red.get(path)).json()
    put = await red.client.put(f"{API}{path}", json={"lines": lines, "version": 1})

    assert empty == {"lines": [], "positions": [], "version": 1, "revision": 0}
    assert (put.status_code, put.json()) == (200, {"version": 1, "revision": 1})
    kept = (await red.get(path)).json()
    [line] = kept["lines"]
    assert (line["name"], line["moves"], line["fate"]) == ("întâi", lines[0]["moves"], "open")
    assert (kept["version"], kept["revision"]) == (1, 1)
    assert (await blue.get(path)).json()["lines"] == []
    stale = await red.client.put(f"{API}{path}", json={"lines": [], "version": 1, "revision": 0})
    assert (stale.status_code, stale.json()["revision"]) == (409, 1)
    await pair.place(pair.red, "H8 CASA")
    late = await red.client.put(f"{API}{path}", json={"lines": [], "version": 1})
    assert (late.status_code, late.json()["version"]) == (409, 2)
    assert (await red.client.delete(f"{API}{path}")).status_code == 200
    assert (await red.get(path)).json() == {**empty, "version": 2}


async def test_a_notebook_holds_what_it_is_to_hold_and_no_more(web: MiniApp, pair: Pair) -> None:
    """Above twelve moves a line, above two hundred positions or unplayable: 422; no list: 400."""
    tab, path = await web.open(pair.red), f"{API}{of(pair.id)}/notebook"

    async def put(lines: object) -> tuple[int, str]:
        answer = await tab.client.put(path, json={"lines": lines, "version": 1})
        return answer.status_code, answer.json().get("error", "")

    game = await pair.game()
    first = [written_move(each) for each in legal(game)[:99]]
    assert await put([[each, "PAS"] for each in first]) == (200, "")
    kept = (await tab.get(f"{of(pair.id)}/notebook")).json()["positions"]
    assert len(kept) == 2 * 99
    assert sum(each["pass"] for each in kept) == 99
    assert await put([*([each, "PAS"] for each in first), ["PAS"] * 3]) == (422, "notebook_full")
    assert await put([{"moves": ["PAS"] * 13}]) == (422, "line_too_long")
    assert await put([{}]) == (422, "no_line")
    assert await put([["H8 ZZZ"]]) == (422, "not_on_rack")
    assert await put("PAS") == (400, "bad_request")
    assert await put(None) == (400, "bad_request")
    assert (await tab.get(f"{of(pair.id)}/notebook")).json()["positions"] == kept


async def test_each_position_of_a_line_comes_validated(web: MiniApp, pair: Pair) -> None:
    """Points, counted points, tiles left and drawn, racks and scores are those of a real game.

    A preview at a line's end uses the rack of the player to move; an invalid line says why.
    """
    tab, path = await web.open(pair.red), f"{of(pair.id)}/notebook"
    game = await pair.game()
    moves = ["H8 CASA"]
    while len(moves) < 4:
        moves.append(written_move(legal(play(game, *moves, at=MORNING))[0]))
    await tab.client.put(f"{API}{path}", json={"lines": [moves], "version": 1})

    found = (await tab.get(path)).json()["positions"]

    assert [each["above"] for each in found] == [None, 1, 2, 3]
    for at, each in enumerate(found, 1):
        real = play(game, *moves[:at], at=MORNING)
        made = real.moves[-1]
        assert isinstance(made, PlacementMade)
        assert (each["points"], each["counted"]) == (made.points, made.counted)
        assert each["racks"] == {seat.value: real.side(seat).rack for seat in Seat}
        assert each["scores"] == {seat.value: real.side(seat).score for seat in Seat}
        assert (each["used"], each["turn"]) == (real.drawn, real.turn.value)
        assert all(word["valid"] for word in each["words"])

    tab, path = await web.open(pair.red), f"{of(pair.id)}/preview"
    reply = written_move(legal(play(await pair.game(), "H8 CASA", at=MORNING))[0])

    good = await tab.post(path, placement=reply, after=["H8 CASA"])
    lacking = await tab.post(path, placement="H8 CASAX", after=["H8 CASA"])
    failed = await tab.post(path, placement=reply, after=["A1 CASA"])

    assert good.json()["faults"] == []
    assert (good.json()["points"], good.json()["days"]) == (
        legal_points(await pair.game(), reply),
        0,
    )
    assert "Partenerului îi mai trebuie un X" in lacking.text
    assert (failed.status_code, failed.json()["article"]) == (422, "5.1")


def legal_points(game: Game, text: str) -> int:
    """Return the points of Blue's move after Red's H8 CASA."""
    made = play(game, "H8 CASA", text, at=MORNING).moves[-1]
    assert isinstance(made, PlacementMade)
    return made.points


async def test_a_line_is_made_a_conditional_reply(web: MiniApp, pair: Pair) -> None:
    """On the player's own turn it begins with their move; all answers have points, as in chat."""
    tab, game = await web.open(pair.red), await pair.game()
    moves = ["H8 CASA"]
    while len(moves) < 5:
        moves.append(written_move(legal(play(game, *moves, at=MORNING))[0]))

    kept = await tab.post(f"{of(pair.id)}/conditions", moves=moves)
    alone = await tab.post(f"{of(pair.id)}/conditions", moves=moves[:1])

    answers = [move for move in play(game, *moves, at=MORNING).moves if move.by is Seat.RED][1:]
    [result] = kept.json()["results"]
    assert result["points"] == sum(getattr(each, "counted", 0) for each in answers)
    [stored] = kept.json()["conditions"]
    assert (stored["own"], stored["partner"], stored["reply"]) == tuple(moves[:3])
    assert (alone.status_code, alone.json()["error"]) == (422, "line_without_answer")


async def test_a_page_that_is_open_gets_every_change(web: MiniApp, pair: Pair) -> None:
    """An open page gets each new version of the player's games, and of no others."""
    tab = await web.open(pair.blue)
    async with tab.client.stream("GET", f"{API}/events") as stream:
        lines = stream.aiter_lines()
        assert (await anext(lines)).startswith(":")
        await pair.place(pair.red, "H8 CASA")

        heard = [line async for line in _first(lines, "data:")]

    assert json.loads(heard[0][5:]) == {"game": pair.id}
    assert stream.headers["content-type"].startswith("text/event-stream")


async def test_what_another_program_has_done_is_found_too(pair: Pair) -> None:
    """The next poll finds it for open streams; nothing is sent about an unchanged game."""
    here = pair.table.app.runtime
    other = Runtime(here.database, here.clock)
    events, heard = Events(other), list[object]()
    async with here.database.reading() as tx:
        person = await people.by_account(tx, pair.red.id)
    assert person is not None
    with other.listeners.listening(PlayerGames(person.id), heard.append):
        await events.poll()
        await events.poll()
        assert heard == []
        await pair.place(pair.red, "H8 CASA")
        await events.poll()
        await events.poll()
        await pair.table.say(pair.blue, f"/mesaj {pair.id} Salut!")
        await events.poll()
        await events.poll()

    assert heard == [GameChanged(GameId(pair.id))] * 2


async def _first(lines: AsyncIterator[str], begins: str) -> AsyncIterator[str]:
    async for line in lines:
        if line.startswith(begins):
            yield line
            return


async def test_who_opened_it_before_they_had_a_place_has_it_open(web: MiniApp, pair: Pair) -> None:
    """The open page shows the game as soon as it begins."""
    newcomer = pair.table.sandbox.add_user("Vasile", language_code="ro")
    await pair.table.say(newcomer, "/start")
    before = await web.open(newcomer)
    assert (await before.get("/games")).json() == []
    code, link, other = await pair.table.invite("Vasile Dan", "Maria Ene")

    await pair.table.join(newcomer, link)
    await pair.table.join(pair.table.sandbox.add_user("Maria", language_code="ro"), other)

    assert [each["game"] for each in (await before.get("/games")).json()] == [f"{code}/1"]


async def test_who_is_forgotten_has_no_token_and_no_notebook(web: MiniApp, pair: Pair) -> None:
    """`/uita_ma` closes open pages at once and deletes all lines."""
    tab = await web.open(pair.red)
    path = f"{API}{of(pair.id)}/notebook"
    await tab.client.put(path, json={"lines": [["H8 CASA"]], "version": 1})
    await pair.table.say(pair.red, "/uita_ma")
    assert (await tab.get("/games")).status_code == 401

    tab = await web.open(pair.red)
    await pair.pass_all(pair.red, pair.blue)
    async with pair.table.app.runtime.database.transaction() as tx:
        person = await people.by_account(tx, pair.red.id)
        assert person is not None
        counts = await forgetting.forget(tx, person.id, pair.table.sandbox.clock.now(), "Nimeni")

    assert counts["notebooks"] == 1
    assert (await tab.get("/games")).status_code == 401
    assert (await web.sign_in(pair.red)).status_code == (401 if is_in_browser(pair.red) else 403)


async def test_a_flood_is_turned_away_and_keeps_nobody_from_playing(tmp_path: Path) -> None:
    """The answer is 429 with a sentence and a waiting time; the flooder's own move still counts."""
    gate = Gate(looks=RateLimits(Allowance(20, timedelta(seconds=1))))
    async with table(tmp_path, gate=gate, after=match_begun) as laid, mini_app(laid) as web:
        pair = Pair(laid, *laid.done)
        tab, other = await web.open(pair.red), await web.open(pair.blue)

        answers = [await tab.get("/games") for _ in range(40)]

        refused = [each for each in answers if each.status_code == 429]
        assert 15 < len(refused) < 25
        assert refused[0].json()["text"] == "Prea multe deodată. Mai încearcă peste câteva secunde."
        assert refused[0].headers["retry-after"] == "1"
        assert (await tab.move(pair.id, "H8 CASA", version=1)).status_code == 200
        assert (await other.get("/games")).status_code == 200


@pytest.mark.only_telegram("signs in by Telegram")
async def test_what_fails_says_so_and_no_log_has_what_was_signed(
    web: MiniApp, pair: Pair, capfd: pytest.CaptureFixture[str]
) -> None:
    """A failure gives 500, a sentence, and a log line without initData or token."""
    signed = web.signed(pair.red)
    token = (await web.session(f"tma {signed}")).json()["token"]
    tab, written = await web.with_token(token), io.StringIO()
    root = logging.getLogger()
    before = (root.handlers, root.level)
    log.set_up(level="DEBUG", stream=written)
    async with pair.table.app.runtime.database.transaction() as tx:
        await tx.exec_driver_sql("ALTER TABLE conditions RENAME TO mislaid")

    answer = await tab.get(of(pair.id))
    await web.session(f"tma {signed}x")
    root.handlers, root.level = before

    async with pair.table.app.runtime.database.transaction() as tx:
        await tx.exec_driver_sql("ALTER TABLE mislaid RENAME TO conditions")
        rows = [
            str(row) for each in metadata.sorted_tables for row in await tx.execute(select(each))
        ]
    assert answer.status_code == 500
    assert answer.json()["error"] == "failed"
    assert "could not be answered" in written.getvalue()
    metrics = Metrics(pair.table.app.runtime)
    await metrics.refresh()
    everything = [written.getvalue(), answer.text, *rows, repr(list(metrics.collect()))]
    everything += capfd.readouterr()
    for hidden in (token, signed, dict(parse_qsl(signed))["hash"]):
        assert not any(hidden in each for each in everything)


async def test_a_page_reads_the_language_of_its_reader(web: MiniApp, pair: Pair) -> None:
    """A reader who has chosen English reads refusals and game in English."""
    await pair.table.say(pair.blue, "/limba en")
    tab = await web.open(pair.blue)

    answer = await tab.move(pair.id, "H8 CASA")

    assert answer.json()["error"] == "not_your_turn"
    assert "turn" in answer.json()["text"]
    assert (await tab.game(pair.id))["hindrance"]["text"] == answer.json()["text"]


async def test_no_address_shows_what_could_be_placed(web: MiniApp, pair: Pair) -> None:
    """No answer about a running game has its best plays."""
    tab, game = await web.open(pair.red), await pair.game()
    found = [written_move(each) for each in legal(game)[:40]]
    words = {each.split()[1].upper() for each in found if len(each.split()[1]) > 5}
    assert words

    answers = [
        await tab.get(path)
        for path in ("/games", of(pair.id), f"{of(pair.id)}/notebook", f"{of(pair.id)}/plays",
                     f"{of(pair.id)}/hints", f"{of(pair.id)}/analysis")
    ]  # fmt: skip
    answers.append(await tab.post(f"{of(pair.id)}/preview", placement="H8 CASA"))
    answers.append(await tab.post(f"{of(pair.id)}/preview", placement="PAS", after=["PAS", "PAS"]))
    lines = {"lines": [["PAS", "PAS", "PAS"]], "version": 1}
    answers.append(await tab.client.put(f"{API}{of(pair.id)}/notebook", json=lines))
    answers.append(await tab.get(f"{of(pair.id)}/notebook"))
    answers.append(await tab.post(f"{of(pair.id)}/conditions", moves=["PAS", "PAS", "PAS"]))
    answers.append(await tab.post(f"{of(pair.id)}/conditions", lines=["PAS -> PAS"]))

    assert not any(word in each.text for word in words for each in answers)


@pytest.mark.only_telegram("opens the board in Telegram's window")
async def test_each_message_about_a_game_opens_its_board(tmp_path: Path) -> None:
    """The button is first below a turn, last below a preview, and missing below silent pictures."""
    settings = {"server_public_url": "https://bot.example/"}
    async with table(tmp_path, changed=settings, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        preview = await pair.type(pair.red, "H8 CASA")
        opened = button(preview, "button.open_board")
        assert opened.web_app == f"https://bot.example/app/?game={pair.code}%2F1"
        assert preview.labels[:1] == (label("button.send"),)

        await laid.press(pair.red, preview, "button.send")

        (board,) = told(pair.blue.messages, "turn.board", game=pair.id)
        assert board.labels[:1] == (label("button.open_board"),)
        assert button(board, "button.open_board").web_app == opened.web_app
        quiet = [each for each in pair.blue.messages if each.silent and each.album]
        assert quiet
        assert not any(each.keyboard for each in quiet)
        await laid.app.menus()
        menu = laid.sandbox.world.menus.button_of(pair.red.chat)
        assert menu == {"text": "Tabla", "url": "https://bot.example/app/"}


async def test_without_an_address_nothing_opens_a_board(pair: Pair) -> None:
    """Everything works in the chat, and the menu button shows the commands."""
    preview = await pair.type(pair.red, "H8 CASA")

    buttons = [each for message in pair.red.messages for row in message.keyboard for each in row]
    assert preview.keyboard
    assert not any(each.web_app for each in buttons)
    assert pair.table.sandbox.world.menus.button_of(pair.red.chat) is None


_NOT_IN_TELEGRAM = {
    *("base64url.js", "feed.js", "devices.js", "mail_form.js", "entrance.js", "push.js"),
    *("opened_link.js", "own_page.css"),
    *("icon.svg", "icon-180.png", "icon-512.png", "manifest.webmanifest"),
}
"""What only a page of its own loads."""
_OTHER = str.maketrans("0123456789abcdef", "123456789abcdef0")
"""Makes another hash of one."""


async def test_the_page_is_handed_out_under_a_strict_policy(web: MiniApp) -> None:
    """Only own files under permanent addresses are loaded, less than 80 kB in Telegram."""
    async with httpx.AsyncClient(base_url=web.base_url, verify=NO_TLS) as client:
        index = await client.get("/app/")
        assert index.status_code == 200
        policy = index.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        frames = policy.partition("frame-ancestors ")[2].split(";")[0].split()
        may_frame = (
            "https://web.telegram.org",
            "https://*.telegram.org",
            "http://127.0.0.1:",
            "http://localhost:",
        )
        assert frames
        assert all(each.startswith(may_frame) for each in frames)
        assert index.headers["cache-control"] == "no-cache"
        names = [part.split('"')[0] for part in index.text.split('"static/')[1:]]
        assert names
        for name in names:
            asset = await client.get(f"/app/static/{name}")
            assert asset.status_code == 200
            assert "immutable" in asset.headers["cache-control"]
        own = names[0].split("/")[0]
        sizes = [int(index.headers["content-length"])]
        for name in page().assets:
            if name in _NOT_IN_TELEGRAM:
                continue
            asset = await client.get(f"/app/static/{own}/{name}")
            assert asset.headers["content-encoding"] == "gzip"
            sizes.append(int(asset.headers["content-length"]))
        assert sum(sizes) < 60_000
        old = await client.get(f"/app/static/{own.translate(_OTHER)}/page.css")
        assert old.status_code == 404
        assert (await client.get("/app")).headers["location"] == "app/"
