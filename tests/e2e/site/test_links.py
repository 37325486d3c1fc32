"""From the chat to the public pages: `/site`, and the button below the standings."""

from pathlib import Path

import pytest

from tests.e2e.harness import Table, button, table
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import says

PUBLIC = {"server_public_url": "https://scrabble.example.org", "public_enabled": "true"}


async def test_site_leads_to_ones_own_competitions_and_to_all(tmp_path: Path) -> None:
    """Each competition has a button with its page's address, also below its standings."""
    settings = {**PUBLIC, "public_directory": str(tmp_path / "site")}
    async with table(tmp_path, changed=settings, after=cup_begun("Ana Pop", "Ion Rus")) as laid:
        season = Season.at(laid, *laid.done)
        page = f"https://scrabble.example.org/c/{season.code.lower()}/index.html"

        (answer,) = await laid.say(season.players["Ana Pop"], "/site")
        (standings,) = await laid.say(season.players["Ana Pop"], "/clasament")

        assert says(answer, "site_link.here")
        assert {each.url for each in answer.buttons} == {page, "https://scrabble.example.org/"}
        assert button(standings, "button.on_site").url == page


async def test_a_competition_that_is_left_out_has_no_link(tmp_path: Path) -> None:
    """Neither `/site` nor its standings has a button for it."""
    settings = {**PUBLIC, "public_directory": str(tmp_path / "site"), "public_left_out": "ct25,CT"}
    async with table(tmp_path, changed=settings, after=cup_begun("Ana Pop", "Ion Rus")) as laid:
        season = Season.at(laid, *laid.done)
        assert season.code in {"CT25", "CT"}

        (answer,) = await laid.say(season.players["Ana Pop"], "/site")
        (standings,) = await laid.say(season.players["Ana Pop"], "/clasament")

        assert {each.url for each in answer.buttons} == {"https://scrabble.example.org/"}
        assert not [each for each in standings.buttons if each.url]


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_without_public_pages_there_is_no_link(table: Table, season: Season) -> None:
    """The answer names the alternative."""
    (answer,) = await table.say(season.players["Ana Pop"], "/site")

    assert says(answer, "site_link.none")
