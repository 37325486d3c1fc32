"""The board of the Mini App, tapped on a phone: moves are checked, sent, refused, kept."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import APIResponse, Browser, Locator, Route, expect

from engine.games.game import Stage
from engine.ids import Seat
from engine.notation import parse_placement
from engine.placement import Placement
from engine.plain import Play
from sandbox import SandboxUser
from tests.chromium import FAULTS_OF_LOOKS
from tests.e2e.harness import Pair, bucharest, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import DARK, NO_STORAGE, Phone, phone, user_to_move
from tests.e2e.play.board_shared import drag, faults, has_no_faults_in_both_themes
from tests.e2e.play.conditional_shared import answer_to
from tests.e2e.play.conftest import last_turns_left
from tests.e2e.play.overview_shared import approved
from tests.e2e.plays import legal, longest, no_word, written

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CASA = parse_placement("H8 CASA")
SIZES_AND_ZOOMS = (
    *((390, 844, 100), (390, 844, 200), (360, 740, 100), (360, 740, 150)),
    *((740, 360, 100), (768, 1024, 100)),
)
"""Width and height in pixels, and the size of type in percent."""
AXE_AGAIN = {(390, 200), (740, 100)}
"""Where axe checks the looks again: in large type, and in landscape with parts side by side."""
ABOVE_A_FINGER = 28
"""Pixels between a finger and the letter that it carries."""
UNCOVERED = """name => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [[0.1, 0.1], [0.5, 0.5], [0.9, 0.9]].every(([x, y]) => {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    return top?.closest(".foot") !== null;
  });
}"""
"""Whether an element of the foot can be seen, and nothing else lies over it."""
JUDGED_ABOVE_KEYS = """() => {
  const [judged, keys] = [".judged > :last-child", ".keys"].map(
    (name) => document.querySelector(name).getBoundingClientRect());
  return judged.bottom <= keys.top;
}"""
"""Whether the judgement ends above the keys, read at once: the next answer replaces it."""
TOPS = "all => all.map((each) => each.getBoundingClientRect().top)"


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot after the test's opening, which by default begins one match."""
    opening = getattr(request, "param", match_begun)
    async with table(tmp_path, after=opening) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


def with_a_joker(found: Sequence[Play]) -> Placement | None:
    """Return the highest-scoring of these moves that uses a blank."""
    using = (each for each in found if any(letter.islower() for letter in each.word))
    return next((each.placement for each in using), None)


@pytest.mark.parametrize("web", [last_turns_left], indirect=True)
async def test_a_game_is_played_to_its_end_by_taps_alone(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Red on two phones and Blue on a tablet, with blanks: each move is checked and both see it."""
    jokers = 0
    async with AsyncExitStack() as stack:

        async def opened(user: SandboxUser, size: tuple[int, int]) -> Phone:
            return await stack.enter_async_context(phone(browser, web, user, pair.id, size=size))

        phones = {
            pair.red.id: [await opened(pair.red, size) for size in ((360, 740), (390, 844))],
            pair.blue.id: [await opened(pair.blue, (768, 1024))],
        }
        game = await pair.game()
        while game.stage is Stage.RUNNING:
            held = phones[user_to_move(game, pair.red, pair.blue).id]
            own = held[len(game.moves) // 2 % len(held)]
            both = f"{game.side(game.turn).score}–{game.side(game.turn.partner).score}"
            await expect(own.page.locator(".score")).to_contain_text(f"{both} · e rândul tău")
            if not (found := legal(game)):
                await own.page.get_by_role("button", name="PAS", exact=True).tap()
            else:
                placement = with_a_joker(found) or parse_placement(longest(game) or "")
                jokers += sum(letter.islower() for letter in placement.word)
                await own.lay(game, placement)
                await own.shows_result("✓")
            await own.send()
            made, game = len(game.moves), await pair.game()
            assert len(game.moves) == made + 1
        for user, seat in ((pair.red, Seat.RED), (pair.blue, Seat.BLUE)):
            both = f"{game.side(seat).score}–{game.side(seat.partner).score}"
            for held_phone in phones[user.id]:
                score = held_phone.page.locator(".score")
                await expect(score).to_contain_text(f"{both} · partidă încheiată")
    assert jokers


async def test_touching_a_square_again_turns_the_arrow_and_a_wrong_move_is_refused(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Taps on a square cycle through across, down and none; a tapped tile returns.

    An unlisted word or a move off the centre is reported with its article, and cannot be sent.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        square = own.square(7, 7)
        for arrow in ("across", "down", None):
            await square.tap()
            assert await square.get_attribute("data-arrow") == arrow
        await own.lay(await pair.game(), CASA)
        await own.shows_result("✓ CASA")
        rack = await own.rack()
        await square.tap()
        assert len(await own.rack()) == len(rack) + 1
        await own.page.get_by_role("button", name="Ia literele").tap()
        assert len(await own.rack()) == 7
        assert await own.page.locator("[data-laid]").count() == 0

        game = await pair.game()
        wrong = parse_placement(no_word(game))
        await own.lay(game, wrong)
        await own.shows_result(f"✗ {wrong.word.upper()}")
        await own.shows_result("art. 3.1")
        assert (await own.main_button())["is_active"] is False
        await own.page.get_by_role("button", name="Ia literele").tap()
        await own.lay(game, parse_placement("A1 CASA"))
        await own.shows_result("art. 5.1")
        assert (await own.main_button())["is_active"] is False


async def test_a_game_that_moved_on_says_so_and_takes_nothing(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """After a move in the chat, the board shows it and says that the player's move was sent.

    If it is not the move on the board, the page says that its letters are back in the rack.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        news = own.page.get_by_role("alert")
        await own.lay(await pair.game(), CASA)
        await own.may_send()
        await pair.place(pair.red, "H8 CASA")
        await expect(own.page.locator('[data-laid="board"]')).to_have_count(4)
        await expect(own.page.locator(".score")).to_contain_text("la rând: Ion Rus")
        await expect(news).to_contain_text("Depunerea ta a fost trimisă: H8 CASA, 8 puncte")
        await expect(news).not_to_contain_text("s-au întors în mână")
        assert len((await pair.game()).moves) == 1

        await pair.place(pair.blue, "PAS")
        await expect(own.page.locator(".score")).to_contain_text("e rândul tău")
        laid, placed, *_ = legal(await pair.game())
        await own.lay(await pair.game(), laid.placement)
        await own.may_send()
        await pair.place(pair.red, written(placed))
        await expect(news).to_contain_text(f"Depunerea ta a fost trimisă: {written(placed)}")
        await expect(news).to_contain_text("s-au întors în mână")


async def test_letters_are_dragged_to_a_square_to_another_and_off_the_board(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A mouse moves one from its key to H8, then H9; dropped off the board, it is in the rack.

    Under a finger the square is outlined, the letter is at most two squares wide, and it lies there
    once it is dropped.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        typed = own.page.locator('[data-laid="typed"]')
        await drag(own, own.key("S"), own.square(7, 7))
        await expect(own.square(7, 7)).to_have_attribute("data-laid", "typed")
        await drag(own, own.square(7, 7), own.square(7, 8))
        await expect(own.square(7, 8)).to_have_attribute("data-laid", "typed")
        assert await typed.count() == 1
        await drag(own, own.square(7, 8), own.page.get_by_role("heading"))
        await expect(typed).to_have_count(0)
        assert len(await own.rack()) == 7

        key, square = own.key("S"), own.square(7, 7)
        start, end = await key.bounding_box(), await square.bounding_box()
        assert start
        assert end
        finger = await own.page.context.new_cdp_session(own.page)
        target = own.page.locator(".target")
        x, y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2 + ABOVE_A_FINGER
        way = [("touchStart", start["x"] + 20, start["y"] + 20), ("touchMove", x, y)]
        for kind, *at in (*way, ("touchMove", x, y)):
            point = {"x": at[0], "y": at[1], "id": 1}
            await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        await expect(target).to_be_visible()
        outlined = await target.bounding_box()
        assert outlined
        assert max(abs(outlined[side] - end[side]) for side in ("x", "y", "width", "height")) < 2
        carried = await own.page.locator(".dragged").bounding_box()
        assert carried
        assert carried["width"] <= 2 * (end["width"] + 1)
        await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await expect(square).to_have_attribute("data-laid", "typed")
        await expect(target).to_be_hidden()


async def test_who_sees_tiles_racks_and_conditional_moves(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Blue sees Red's four tiles in Red's colour, and both racks, but not what Red prepared."""
    await pair.place(pair.red, "H8 CASA")
    theirs = await answer_to(pair)
    reply = await answer_to(pair, theirs)
    await pair.table.say(pair.red, f"/conditie {theirs} -> {reply}")
    async with phone(browser, web, pair.red, pair.id) as own:
        await expect(own.page.locator(".waiting")).to_contain_text(reply)
    async with phone(browser, web, pair.blue, pair.id) as other:
        await expect(other.page.locator('[data-owner="red"][data-lately]')).to_have_count(4)
        assert await other.page.locator('[data-owner="blue"]').count() == 0
        rack = " ".join((await pair.game()).red.rack)
        await expect(other.page.get_by_text("Literele partenerului:")).to_contain_text(rack)
        await expect(other.page.locator(".waiting")).to_be_hidden()


async def test_a_game_that_is_over_says_who_won_and_leads_to_the_other(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """If it ends while open, winner and coefficients appear, and one tap opens the return game.

    The winner comes first; what a coefficient is opens on a tap; another match is a tap away.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        await pair.give_up_both()
        over = own.page.locator(".over")
        await expect(over.locator("p").first).to_contain_text("După coeficienții propuși")
        await expect(over).to_contain_text("Ion Rus a abandonat")
        await expect(over).to_contain_text("A câștigat Ana Pop")
        await expect(over).to_contain_text("1,5300")
        await own.page.get_by_text("Ce este un coeficient?").tap()
        await expect(over).to_contain_text("Câștigătorul primește 1 + P")
        assert await faults(own) == []
        await own.page.get_by_role("button", name=f"Cealaltă partidă: {pair.code}/2").tap()
        await expect(own.page.get_by_role("heading")).to_contain_text(f"{pair.code}/2")
        await expect(over).to_contain_text("A câștigat Ion Rus")
        await own.page.get_by_role("button", name="Joacă cu altcineva").tap()
        await expect(own.page.get_by_role("heading", name="Cine vrea să joace")).to_be_visible()


async def test_the_arbiters_approval_reaches_an_open_board(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """What was proposed becomes official without opening the finished game again."""
    await pair.give_up_both()
    async with phone(browser, web, pair.red, pair.id) as own:
        result = own.page.locator(".over p").first
        await expect(result).to_contain_text("După coeficienții propuși")
        await approved(pair)
        await expect(result).to_contain_text("Meciul dintre")


async def test_without_network_letters_stay_and_nothing_goes_by_itself(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Letters typed offline survive closing: „încă netrimis”; only a press sends them.

    The order of shuffled letters survives it too.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        drawn = await own.rack()
        mixed = drawn
        for _ in range(20):  # an order may stay the same, but not so often
            await own.page.get_by_role("button", name="Amestecă").tap()
            if (mixed := await own.rack()) != drawn:
                break
        assert mixed != drawn
        assert sorted(mixed) == sorted(drawn)
        await own.page.reload()
        await expect(own.page.locator(".key")).to_have_count(len(drawn))
        assert await own.rack() == mixed

        await own.lay(await pair.game(), CASA)
        await own.may_send()
        await own.page.context.set_offline(True)
        await own.send()
        await expect(own.page.get_by_role("alert")).to_contain_text("Fără rețea")
        assert len((await pair.game()).moves) == 0
        await own.page.context.set_offline(False)
        await own.page.reload()
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(4)
        await expect(own.page.get_by_text("încă netrimis")).to_be_visible()
        await own.may_send()
        await pair.table.settle()
        assert len((await pair.game()).moves) == 0
        await own.send()
    assert len((await pair.game()).moves) == 1


async def test_all_of_it_goes_by_keyboard_and_is_confirmed(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Arrow keys move on the board, Enter sets the arrow, letters lay, Backspace removes.

    The confirmation names points, total and the player to move, and never shows as a refusal.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        await expect(own.page.locator(".score")).to_contain_text("e rândul tău, până pe")
        await own.square(7, 7).focus()
        for key in ("ArrowLeft", "ArrowRight", "Enter", "c", "a", "x", "s", "p", "Backspace", "a"):
            await own.page.keyboard.press(key)
        await own.shows_result("✓ CASA")
        label = await own.square(7, 7).get_attribute("aria-label")
        assert label == "H8, cuvânt dublu, C, pusă acum"
        await own.may_send()
        await own.page.keyboard.press("Control+Enter")
        await expect(own.page.locator('[data-laid="board"]')).to_have_count(4)
        await own.shows_result("Trimis ✓ 8 puncte, în total 8 · la rând: Ion Rus, până pe")
        await expect(own.page.locator(".score")).to_contain_text("la rând: Ion Rus, până pe")
        assert "Nu ești la rând" not in await own.page.locator("#app").inner_text()


async def test_nothing_stands_in_anybodys_way(pair: Pair, web: MiniApp, browser: Browser) -> None:
    """Axe finds no error in any part, light, dark or in large type, and nothing overflows."""
    await pair.place(pair.red, "H8 CASA")
    async with phone(browser, web, pair.blue, pair.id, size=(390, 844)) as own:
        first = legal(await pair.game())[0]
        await own.lay(await pair.game(), first.placement)
        await own.shows_result("✓")
        for name in ("Tabla", "Fișa", "Timp", "Șirul", "Carnet"):
            await own.page.get_by_role("tab", name=name).tap()
            await has_no_faults_in_both_themes(own, name)
            for width, height, zoom in SIZES_AND_ZOOMS:
                await own.resize(width, height, zoom)
                at = f"{name}, {width} pixels, {zoom}%"
                wide = await own.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, at
                assert not (cut := await own.cut_off()), f"{at}: {cut}"
                if (width, zoom) in AXE_AGAIN:
                    assert not (found := await faults(own, FAULTS_OF_LOOKS)), f"{at}: {found}"
            await own.resize(390, 844)


async def test_each_letter_is_read_on_its_tile(pair: Pair, web: MiniApp, browser: Browser) -> None:
    """Every tile is readable: laid or typed, on rack or in sequence, in both colour schemes."""
    for user in (pair.red, pair.blue):
        async with phone(browser, web, user, pair.id, theme=DARK) as own:
            best = legal(await pair.game())[0]
            await own.lay(await pair.game(), best.placement)
            await own.shows_result("✓")
            for theme in ("dark", "light"):
                await own.page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
                assert not await own.faint()
            await own.page.get_by_role("tab", name="Șirul").tap()
            assert not await own.faint()
            tiles = own.page.locator(".sequence .tile")
            widths = await tiles.evaluate_all("all => all.map(each => each.offsetWidth)")
            assert max(widths) - min(widths) <= 1
        await pair.place(user, written(best))


async def test_letters_stay_where_they_are_whatever_is_said(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """No key moves under the finger for a prompt, a one-line result or a three-line refusal.

    At every size the message about a move, its points and all keys are visible together.
    """
    async with phone(browser, web, pair.red, pair.id, size=(360, 640)) as own:
        foot = own.page.locator(".tools")
        places = [await foot.bounding_box()]
        keys = own.page.locator(".rack > *")
        tops = await keys.evaluate_all(TOPS)
        for typed, said in ((no_word(await pair.game()), "art. 3.1"), ("H8 CASA", "✓ CASA")):
            await own.lay(await pair.game(), parse_placement(typed))
            await own.shows_result(said)
            places.append(await foot.bounding_box())
            assert await keys.evaluate_all(TOPS) == tops
            assert await own.page.evaluate(JUDGED_ABOVE_KEYS)
            await own.page.get_by_role("button", name="Ia literele").tap()
            await own.square(7, 7).tap()
            await own.square(7, 7).tap()
        assert places[0] is not None
        assert places == [places[0]] * 3

        await own.lay(await pair.game(), CASA)
        await own.shows_result("✓ CASA")
        for width, height in ((320, 480), (375, 560), (375, 667), (390, 844), (1440, 900)):
            await own.resize(width, height)
            wide = await own.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, width
            for name in (".words", ".points", ".rack", ".tools"):
                part = own.page.locator(name)
                await expect(part).to_be_in_viewport(ratio=0.99)
                assert await own.page.evaluate(UNCOVERED, name), (name, width)


async def test_the_board_grows_around_the_arrow_and_takes_no_more_room(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A button enlarges it: the present square and its message stay visible.

    While it scrolls, the columns' numbers stay at the top and the rows' letters at the side.
    Spreading two fingers enlarges it too, pinching reduces it, and neither lays a letter.
    """
    async with phone(browser, web, pair.red, pair.id) as own:
        view, grid = own.page.locator(".view"), own.page.get_by_role("grid")
        enlarge, whole = (
            own.page.get_by_role("button", name=each) for each in ("Mărește", "Toată tabla")
        )
        small = await grid.bounding_box()
        assert small
        await pinch(own, view, 40, 160)
        await expect(whole).to_be_visible()
        large = await grid.bounding_box()
        assert large
        assert large["width"] > 1.4 * small["width"]
        await pinch(own, view, 160, 40)
        await expect(enlarge).to_be_visible()
        assert await grid.bounding_box() == small
        assert sorted(await own.rack()) == sorted((await pair.game()).red.rack)

        await own.square(14, 14).tap()
        await enlarge.tap()
        await expect(own.square(14, 14)).to_be_in_viewport(ratio=0.9)
        for name in ("O", "15"):
            await expect(own.page.locator(f'i[data-name="{name}"]')).to_be_in_viewport(ratio=0.9)
        await whole.tap()

        before = await view.bounding_box()
        await own.lay(await pair.game(), parse_placement("15A CASA"))
        await own.shows_result("art. 5.1")
        await enlarge.tap()
        await expect(own.square(4, 14)).to_be_in_viewport(ratio=0.9)
        fault = own.page.get_by_text("art. 5.1").first
        await expect(fault).to_be_in_viewport(ratio=0.9)
        after = await view.bounding_box()
        assert before
        assert after
        assert abs(after["height"] - before["height"]) < 2
        assert not await faults(own)


async def pinch(own: Phone, what: Locator, before: float, after: float) -> None:
    """Put two fingers on an element at one distance, and move them to another."""
    box = await what.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = await own.page.context.new_cdp_session(own.page)
    for kind, between in (("touchStart", before), ("touchMove", after), ("touchEnd", None)):
        ends = () if between is None else (-between / 2, between / 2)
        points = [{"x": x + each, "y": y, "id": n} for n, each in enumerate(ends)]
        await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


async def test_a_browser_that_stores_nothing_plays_all_the_same(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Letters can be shuffled, and a move with a lost answer counts once when pressed again."""
    answers = list[APIResponse]()

    async def lost(route: Route) -> None:
        if answers:
            await route.fallback()
        else:
            answers.append(await route.fetch())
            await route.abort()

    opened = phone(browser, web, pair.red, pair.id, without="events", script=NO_STORAGE)
    async with opened as own:
        orders = {await own.rack()}
        for _ in range(9):
            await own.page.get_by_role("button", name="Amestecă").tap()
            orders.add(await own.rack())
        assert len(orders) > 1
        await own.page.route("**/moves", lost)
        await own.lay(await pair.game(), CASA)
        await own.send()
        await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        await own.send()
        await expect(own.page.get_by_role("alert")).to_have_count(0)
    assert [each.status for each in answers] == [200]
    assert len((await pair.game()).moves) == 1


async def test_what_is_rarely_seen_stands_in_nobodys_way_either(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Messages about lost network, new moves or the end can be closed, and axe finds no error."""
    async with phone(browser, web, pair.red, pair.id, theme=DARK) as own:
        await own.lay(await pair.game(), CASA)
        await own.may_send()
        await own.page.context.set_offline(True)
        await own.send()
        news = own.page.get_by_role("alert")
        await expect(news).to_contain_text("Fără rețea")
        assert not await faults(own)
        await news.get_by_role("button", name="Închide mesajul").tap()
        await expect(news).to_have_count(0)
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(4)
        await own.page.context.set_offline(False)
        await pair.place(pair.red, "8H CASA")
        await own.page.reload()
        await expect(own.page.locator('[data-laid="board"]')).to_have_count(4)
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(0)
        await pair.pass_all(pair.blue, pair.red)
        await expect(own.page.locator(".score")).to_contain_text("partidă încheiată")
        for name in ("Tabla", "Carnet"):
            await own.page.get_by_role("tab", name=name).tap()
            assert not await faults(own), name


@pytest.mark.article("7.2")
async def test_the_header_tells_that_the_opponent_is_on_leave(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Beside the score and the turn, on a narrow phone too."""
    await pair.table.say(pair.blue, "/concediu 3.05 5.05")
    await pair.table.travel_to(bucharest("2025-05-04", "12:00:00"))

    async with phone(browser, web, pair.red, pair.id, size=(360, 640)) as own:
        score = own.page.locator(".score")
        await expect(score).to_contain_text("Ion Rus este în concediu până pe 5 mai")
        assert await score.evaluate("each => each.scrollWidth <= each.clientWidth")
