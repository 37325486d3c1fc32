"""A player is forgotten in a running game: the seat comes free, and nobody is blamed (art. 9.1)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from storage.people import forgetting
from tests.e2e.bench import offered, own_case
from tests.e2e.harness import Pair, Table, bucharest, casa_placed, continues, table
from tests.e2e.matches.places_shared import places, somebody
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told

FORGOTTEN = "Jucător retras"


@continues(casa_placed)
async def red_forgotten(laid: Table) -> tuple[Any, ...]:
    """Forget Red after their first move, when Blue is to move."""
    pair = Pair(laid, *laid.done)
    gone = (await laid.stored.person(pair.red.id)).id
    heard = len(pair.blue.messages)
    async with laid.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, laid.sandbox.clock.now(), FORGOTTEN)
    await laid.travel(0.1)
    return laid.done, heard


@pytest_asyncio.fixture(name="left")
async def _left(tmp_path: Path) -> AsyncIterator[tuple[Pair, int]]:
    """Give that match, and the number of messages that Blue had before."""
    async with table(tmp_path, after=red_forgotten) as laid:
        left, heard = laid.done
        yield Pair(laid, *left), heard


async def silent(pair: Pair) -> None:
    """Let Blue not answer for two weeks."""
    for day in ("06", "11", "15"):
        await pair.table.travel_to(bucharest(f"2025-05-{day}"))


@pytest.mark.article("9.6")
async def test_the_arbiter_can_seat_another_person(left: tuple[Pair, int]) -> None:
    """The seat is free with a new invitation; the next person has Red's rack and score."""
    pair, laid = left[0], left[0].table
    card = await places(laid, pair.code)
    assert mentions(card, "place.open", who=FORGOTTEN)
    link = next(line for line in card.text.splitlines() if line.startswith("https://t.me/"))
    heir = somebody(laid, "Ema")

    joined = await laid.join(heir, link)

    assert says(joined, "start.joined", match=pair.code, partner="Ion Rus")
    await pair.place(pair.blue, "PAS")
    await pair.place(heir, "PAS")
    assert len((await pair.game()).moves) == 3


@pytest.mark.article("9.1")
async def test_the_opponent_and_the_arbiter_read_it(left: tuple[Pair, int]) -> None:
    """Both get a message about the game, on the day on which the player is forgotten."""
    pair, heard = left

    assert [one for one in pair.blue.messages[heard:] if pair.code in one.text]
    assert [one for one in pair.table.arbiter.messages if FORGOTTEN in one.text]


@pytest.mark.article("7.2", "9.1")
async def test_nobody_calls_the_opponent_silent(left: tuple[Pair, int]) -> None:
    """Blue gets no reminder of five days, and no case file proposes that Blue has lost."""
    pair, laid = left[0], left[0].table

    await silent(pair)

    assert not told(pair.blue.messages, "remind.resend", game=pair.id)
    found = offered(await own_case(laid, pair.id))
    assert not {"no_show.blue", "abandoned.blue", "lost_on_time.blue"} & set(found)


@pytest.mark.article("9.1")
async def test_resignation_is_proposed_for_the_player_who_left(left: tuple[Pair, int]) -> None:
    """The arbiter may rule that Red has resigned, though Blue is to move: 0.4700 and 1.5300."""
    pair, laid = left[0], left[0].table
    await silent(pair)

    card = await own_case(laid, pair.id)

    assert "abandoned.red" in offered(card)
    assert mentions(card, "effect.coefficients", red_c="0.4700", blue_c="1.5300")


@pytest.mark.article("9.1", "9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_in_a_competition_every_seat_comes_free_and_every_opponent_reads_it(
    season: Season,
) -> None:
    """Both opponents get a message that day, and both matches have a new invitation."""
    laid, gone = season.table, await season.person("Ana Pop")
    own = await season.matches(of=gone)
    heard = {who: len(user.messages) for who, user in season.users.items()}
    async with laid.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, laid.sandbox.clock.now(), FORGOTTEN)
    await laid.travel(0.1)

    for match in own:
        (opponent,) = {match.red, match.blue} - {gone}
        news = season.users[opponent].messages[heard[opponent] :]
        assert [one for one in news if match.code in one.text]
        assert mentions(await places(laid, match.code), "place.open", who=FORGOTTEN)
