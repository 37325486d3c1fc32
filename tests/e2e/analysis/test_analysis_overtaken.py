"""Analyses that become invalid: by a ruling, a new version, another word list or lost consent."""

from pathlib import Path

import pytest

from engine.ids import GameId
from engine.words.lexicon import Edition, write_edition
from storage.analysis import analyses
from tests.e2e.analysed import (
    after,
    frozen,
    goes_on,
    is_outdated,
    shown,
)
from tests.e2e.bench import own_case, rule
from tests.e2e.harness import Pair, button, config_for
from tests.e2e.texts import mentions, says


@pytest.fixture
def pair(analysed_pair: Pair) -> Pair:
    """Give the pair whose home game is analysed."""
    return analysed_pair


@pytest.mark.article("3.1", "5.2", "8.5")
async def test_a_new_version_rebuilds_an_analysis_and_a_ruling_deletes_it(
    pair: Pair, home: GameId, tmp_path: Path
) -> None:
    """The bot never reads the stored analysis of an old version, even an unreadable one.

    A game uses its own word list, before and after its analysis, though another comes into force.
    After a ruling no finding of that game is stored.
    """
    table = pair.table
    card = await shown(table, pair.red, home)
    folder = tmp_path / "lists"
    listed = Edition(name="LOC-2025", sha256="", words=0, licence="", official=True, folder=folder)
    write_edition(["CASA", "MASA"], listed)
    table.config, _ = config_for(
        tmp_path,
        table.config.telegram.base_url,
        table.sandbox.token,
        table.operator.id,
        lexicon_directory=str(folder),
        federation_next_word_list="LOC-2025",
        federation_next_word_list_from="2025-05-01",
    )
    await table.stop_bot()
    await table.start_bot()
    (kept,) = await table.say(pair.red, f"/analiza {home}")
    assert kept.text == card.text
    await is_outdated(table, home, b"of another time")

    working, again = await table.say(pair.red, f"/analiza {home}")

    assert says(working, "analysis.working", game=home)
    assert again.text == card.text
    async with table.stored.database.reading() as tx:
        assert await analyses.find(tx, home) is not None

    await rule(table, await own_case(table, home), "loss.red")

    async with table.stored.database.reading() as tx:
        assert await analyses.find(tx, home) is None


async def test_who_waits_gets_nothing_once_a_player_takes_their_word_back(
    pair: Pair, analysed_pairs: list[Pair], home: GameId
) -> None:
    """A person who asked while both players allowed it gets nothing after one withdraws consent."""
    table = pair.table
    everybody = {user for each in analysed_pairs for user in (each.red, each.blue)}
    (third,) = everybody - {pair.red, pair.blue}
    cards = [await shown(table, user, home) for user in (pair.red, pair.blue)]
    for user, card in zip((pair.red, pair.blue), cards, strict=True):
        await table.press(user, card, "button.analysis.public")
    card = await shown(table, pair.red, home)
    await is_outdated(table, home)

    working, process = await frozen(third, home)
    press = pair.red.press_button(card, button(card, "button.analysis.private"))
    await pair.red.answered(press)
    await goes_on(table, process)

    (answer,) = after(third, working)
    assert mentions(answer, "fault.analysis_private", game=home)
