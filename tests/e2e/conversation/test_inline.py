"""Standings and results in any chat: everybody can insert them, as on the public pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.documents.render.lists.listing_layout import PHONE_WIDTH
from bot.documents.render.png import lasting
from bot.documents.standings.album import TableRef, table_picture
from bot.documents.standings.scene import Scene
from bot.documents.standings.stored_scene import competition_at, scene_of
from bot.texts.i18n import load_catalogue
from bot.texts.public_names import initials
from sandbox import SandboxUser
from sandbox.questions import InlineQuestion
from storage.competitions import publicity
from storage.people import people
from storage.streams import competition_stream
from tests.e2e.bench import exchanged
from tests.e2e.harness import Table, button, table
from tests.e2e.season import Season, cup_begun

PUBLIC = {"server_public_url": "https://scrabble.example.org", "public_enabled": "true"}


@asynccontextmanager
async def _public(folder: Path, **more: str) -> AsyncIterator[tuple[Season, SandboxUser]]:
    """Give a public competition with one approved match, and a person unknown to the bot."""
    settings = {**PUBLIC, "public_directory": str(folder / "site"), **more}
    begun = cup_begun("Ana Pop", "Ion Rus", "Geo Luca", over=2)
    async with table(folder, changed=settings, after=begun) as laid:
        season = Season.at(laid, *laid.done)
        yield season, laid.sandbox.add_user("Vasile", language_code="ro")


async def _asked(at: Table, who: SandboxUser, text: str) -> InlineQuestion:
    question = who.ask_inline(text)
    await at.settle()
    assert question.answered
    return question


async def test_anybody_puts_public_standings_into_their_own_chat(tmp_path: Path) -> None:
    """A word of its title finds them, with a button to the page; the bot stores no asker."""
    async with _public(tmp_path) as (season, stranger):
        at = season.table

        (offered,) = (await _asked(at, stranger, "cupa")).offered

        assert "Cupa Telegram 2025" in offered.title
        assert "Ana Pop" in offered.body.text
        page = f"https://scrabble.example.org/c/{season.code.lower()}/index.html"
        assert [key.url for row in offered.keyboard for key in row] == [page]
        group = at.sandbox.add_group("Prieteni", [stranger])
        assert stranger.put(offered, group).text == offered.body.text
        assert (await _asked(at, stranger, "nimic de felul ăsta")).offered == ()
        async with at.app.runtime.database.reading() as tx:
            assert await people.by_account(tx, stranger.id) is None


async def test_a_result_is_found_by_its_match_and_only_once_it_is_official(
    tmp_path: Path,
) -> None:
    """The button below the standings searches for the match that the bot then finds.

    No query finds a move, a score or a letter of a running game.
    """
    async with _public(tmp_path) as (season, stranger):
        at = season.table
        done, running = (await season.pairs())[:2]
        results = (await season.competition()).phase.results

        (offered,) = (await _asked(at, stranger, done.code.lower())).offered

        for found in results.values():
            assert f"{found.red_score}–{found.blue_score}" in offered.body.text
        await at.answer_sheet(running.red, f"{running.code}/1", "PAS")
        assert (await _asked(at, stranger, running.code)).offered == ()
        for asked in ("", season.code, running.code, f"{running.code}/1"):
            others = (await _asked(at, stranger, asked)).offered
            assert not [one for one in others if running.code in one.body.text], asked
        (standings,) = await at.say(season.players["Ana Pop"], "/clasament")
        assert button(standings, "button.share").share == season.code


async def test_a_damaged_competition_is_not_offered(tmp_path: Path) -> None:
    """A query for all still gets an answer, without it."""
    async with _public(tmp_path) as (season, stranger):
        at = season.table
        await exchanged(at, competition_stream(season.code), "Cupa", "Cupe")
        await at.stop_bot()
        await at.start_bot()

        assert (await _asked(at, stranger, "")).offered == ()
        await exchanged(at, competition_stream(season.code), "Cupe", "Cupa")


async def test_names_are_offered_as_their_owners_let_them(tmp_path: Path) -> None:
    """Names hidden on pages are hidden in every chat; the text is in the asker's language."""
    async with _public(tmp_path) as (season, _):
        at = season.table
        john = at.sandbox.add_user("John", language_code="en")
        async with at.app.runtime.database.transaction() as tx:
            await publicity.show_names(tx, season.code, "hidden")

        (offered,) = (await _asked(at, john, season.code)).offered

        assert "Player 1" in offered.body.text
        assert not [name for name in ("Ana", "Ion", "Geo") if name in offered.body.text]


async def test_what_is_on_no_public_page_is_not_offered(tmp_path: Path) -> None:
    """Neither its code, its name nor its match finds a competition that is not public."""
    async with _public(tmp_path, public_left_out="CT25,CT") as (season, stranger):
        match = (await season.pairs())[0].code

        for asked in ("", season.code, "cupa", match):
            assert (await _asked(season.table, stranger, asked)).offered == ()
        (standings,) = await season.table.say(season.players["Ana Pop"], "/clasament")
        assert not [key for key in standings.buttons if key.share]


@pytest.mark.cup("Ana Pop", "Ion Rus")
@pytest.mark.usefixtures("season")
async def test_where_nothing_is_public_nothing_is_offered(table: Table) -> None:
    """A bot without public pages answers with an empty list."""
    stranger = table.sandbox.add_user("Vasile", language_code="ro")

    assert (await _asked(table, stranger, "cupa")).offered == ()


async def test_a_picture_to_pass_on_has_the_names_that_everybody_may_read(tmp_path: Path) -> None:
    """A shared picture has each name as organiser and player allow, at a phone's width."""
    async with _public(tmp_path) as (season, _):
        at, ana = season.table, season.players["Ana Pop"]
        scene = await _scene(season)

        async def passed_on() -> bytes:
            (standings,) = await at.say(ana, "/clasament")
            sent = await at.press(ana, standings, "button.share_picture")
            (picture,) = [each.photo for each in sent if each.photo]
            assert picture.width == PHONE_WIDTH
            return lasting(picture.content)

        async with at.app.runtime.database.transaction() as tx:
            await publicity.show_names(tx, season.code, "initials")
        short = {who: initials(name) for who, name in scene.names.items()}
        assert await passed_on() == _drawn(replace(scene, names=short))

        await at.choose(ana, "name:hidden")
        number = (await at.stored.person(ana.id)).id
        place = scene.phase.players.index(number) + 1
        veiled = short | {number: f"Jucător {place}"}
        assert await passed_on() == _drawn(replace(scene, names=veiled))


async def _scene(season: Season) -> Scene:
    """Return the phase with its approved results only."""
    app = season.table.app
    async with app.runtime.database.reading() as tx:
        known = await competition_at(tx, app.shared, season.code)
        scene = await scene_of(tx, app.shared, known, app.runtime.clock.now())
    return replace(scene, proposed={})


def _drawn(scene: Scene) -> bytes:
    (group,) = scene.groups
    public = TableRef(phase=scene.number, group=group.name, is_public=True)
    return lasting(table_picture(scene, public, load_catalogue("ro").plain))
