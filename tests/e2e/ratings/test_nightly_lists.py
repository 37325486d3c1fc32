"""The list of the bot's own competitions: published nightly, explained, never rewritten."""

from collections.abc import AsyncIterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from pypdf import PdfReader

from bot.program.schedule import run_job
from bot.texts.public_names import initials
from engine.ids import PersonId
from sandbox import Message, SandboxUser
from storage.people import forgetting, people
from tests.e2e.bench import later
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import Pair, Table, continues, table
from tests.e2e.public_site import written
from tests.e2e.rating_talk import RatingTalk, cells, keeper
from tests.e2e.ratings.nightly_lists_shared import figures_of, lists_of, night
from tests.e2e.running.nightly_shared import nightly
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import mentions, says

THREE = ("Ana Pop", "Ion Rus", "Geo Luca")


async def answer(table: Table, name: str, text: str) -> Message:
    """Return the bot's answer to a newcomer of that name."""
    return await RatingTalk.of(table, name).say(text)


def named(season: Season, user: SandboxUser) -> str:
    """Return a player's name on the entry list."""
    return next(name for name, one in season.players.items() if one is user)


async def loser(season: Season, pair: Pair) -> PersonId:
    """Return the player of an approved match who has the lower sum of coefficients."""
    people = [await season.person(named(season, user)) for user in (pair.red, pair.blue)]
    home, back = (await season.table.stored.match(pair.code)).results
    sums = (home.red + back.blue, home.blue + back.red)
    return people[sums.index(min(sums))]


async def own_list(season: Season, name: str) -> list[Message]:
    """Return the bot's answer to `/ratingul_meu` from a player of the cup."""
    return await season.table.say(season.players[name], "/ratingul_meu")


first_match_over = cup_begun(*THREE, over=2)


@continues(first_match_over)
async def one_list_published(laid: Table) -> tuple[Any, ...]:
    """Publish a list of the cup's first match; return the cup."""
    await night(laid)
    return laid.done


@continues(one_list_published)
async def two_lists_published(laid: Table) -> tuple[Any, ...]:
    """Play a cup's second match, and publish another list; return the cup."""
    begun = Season.at(laid, *laid.done)
    _, second, _ = await begun.pairs()
    await begun.over(second, 0)
    await night(laid)
    return begun.left


@pytest_asyncio.fixture(name="listed")
async def _listed(tmp_path: Path) -> AsyncIterator[Season]:
    """Give a cup whose first result is on a list."""
    async with table(tmp_path, after=one_list_published) as laid:
        yield Season.at(laid, *laid.done)


@pytest_asyncio.fixture(name="listed_twice")
async def _listed_twice(tmp_path: Path) -> AsyncIterator[Season]:
    """Give a cup whose first two results are on lists of two nights."""
    async with table(tmp_path, after=two_lists_published) as laid:
        yield Season.at(laid, *laid.done)


@pytest.mark.cup("Ana Pop", "Ion Rus", agreed=2)
async def test_a_result_is_on_the_list_the_next_morning(table: Table, season: Season) -> None:
    """Without an approved result there is no list, and without a new one no new version."""
    await night(table)
    assert await lists_of(table) == []

    (pair,) = await season.pairs()
    await season.homologate(pair)
    await night(table)
    (made,) = await lists_of(table)
    # Two players: V = 150, and 50 more or fewer for the places (art. 5, 6).
    assert sorted(rating for _, _, rating in await figures_of(table, made)) == [100, 200]

    await night(table)
    assert await lists_of(table) == [made]

    shown = await answer(table, "Vlad Popa", "/lista competitii")
    assert "FRS 2011 · Competiții prin bot" in shown.text
    assert "200" in shown.text
    assert "provizoriu" in shown.text
    assert shown.photo is not None
    assert not {"Publică", "Foaie de calcul", "Salvează pentru data viitoare"} & set(shown.labels)


async def test_a_player_finds_their_rating_without_saying_who_they_are(
    listed_twice: Season, tmp_path: Path
) -> None:
    """The answer has row, terms and curve, because the bot knows its players.

    So has their public page. An old night names the list of its month that is still explained.
    """
    season, table = listed_twice, listed_twice.table
    latest, _ = await lists_of(table)

    (own,) = await own_list(season, "Ana Pop")
    assert "Competiții prin bot" in own.text
    (terms,) = await table.press(season.players["Ana Pop"], own, "button.my_rating_why")
    assert "Ana Pop" in terms.text
    assert "#" not in terms.text
    assert "Cupa Telegram 2025, 1" in terms.text
    (chart,) = await table.press(season.players["Ana Pop"], own, "button.my_rating_chart")
    assert chart.photo is not None
    assert len(await figures_of(table, latest)) == 3
    await _explained_a_month_later(listed_twice)
    await _shown_on_the_players_page(listed_twice, tmp_path)


async def test_a_corrected_result_changes_the_next_list_and_no_other(listed: Season) -> None:
    """The published list stays as it was, and the next list names the games.

    A sign-up with a rating limit reads the list in force.
    """
    season, table = listed, listed.table
    await _limited_sign_up(listed)
    first, *_ = await season.pairs()
    (old,) = await lists_of(table)
    before = await figures_of(table, old)
    loser = next(key for _, key, rating in before if rating == 100)
    who = next(person for person in season.users if loser == f"#{person}")

    await season.championship.correct(who)
    await night(table)
    new, again = await lists_of(table)

    assert again == old
    assert await figures_of(table, old) == before
    assert {key: rating for _, key, rating in await figures_of(table, new)}[loser] == 200
    shown = await answer(table, "Vlad Popa", "/lista competitii")
    assert "2 rezultate corectate" in shown.text
    assert f"{first.code}/1" in shown.text


async def _limited_sign_up(listed: Season) -> None:
    """Have the winner, with 200, enter at once; the other player, with 100, is refused."""
    season, table = listed, listed.table
    (made,) = await lists_of(table)
    ratings_of = {key: rating for _, key, rating in await figures_of(table, made)}
    signing = await opened(table, rating="150+")

    for who, user in season.users.items():
        card = await table.follow(user, signing.link)
        await table.press(user, card, "button.sign_up.yes")
        rating = ratings_of.get(f"#{who}")
        key = "fault.sign_up_rating" if rating == 100 else "sign_up.state_asked"
        assert mentions(card, "sign_up.state_in" if rating == 200 else key)


async def _explained_a_month_later(listed_twice: Season) -> None:
    """Ask a month later: the old figures stay, and only the later list still has its terms."""
    table = listed_twice.table
    new, old = await lists_of(table)
    before = await figures_of(table, old)
    await later(table, 31)
    await run_job(nightly(table, "prune"))
    talk = RatingTalk.of(table, "Vlad Popa")

    shown = await talk.say(f"/lista competitii {old.day:%d.%m.%Y}")
    (answered,) = await talk.press(shown, "De ce")

    facts = {"day": old.day.isoformat(), "last": new.day.isoformat()}
    assert says(answered, "rating.terms_gone", **facts)
    assert await figures_of(table, old) == before
    (explained,) = await talk.press(answered, answered.labels[0])
    (whom,) = await talk.press(explained, "De ce")
    (terms,) = await talk.press(whom, whom.labels[0])
    assert "Cupa Telegram 2025, 1" in terms.text
    assert new.day > old.day


async def test_names_are_as_their_owners_let_them_be_seen(listed_twice: Season) -> None:
    """List and terms show initials for a minor and a dash for a hidden name."""
    season, table = listed_twice, listed_twice.table
    first, *_ = await season.pairs()
    red, blue = named(season, first.red), named(season, first.blue)
    talk = RatingTalk.of(table, "Vlad Popa")
    assert red in (await talk.say("/lista competitii")).text
    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, await season.person(red), minor=True)
        await people.change(tx, await season.person(blue), public_name="hidden")

    shown = await talk.say("/lista competitii")
    await talk.press(shown, "De ce?")
    (terms,) = await talk.press(talk.last[-1], initials(red))
    for text in (shown.text, terms.text):
        assert initials(red) in text
        assert not {red, blue} & {name for name in THREE if name in text}
    assert "—" in shown.text


async def test_a_forgotten_person_leaves_the_list_and_their_games_stay(
    listed_twice: Season,
) -> None:
    """The earlier list loses the name, the next the row; opponents keep their points.

    The person who gets the seat has none of these games.
    """
    season, table = listed_twice, listed_twice.table
    first, second, _ = await season.pairs()
    old = await lists_of(table)
    leaver, stayer = (
        (first.red, first.blue)
        if first.blue in {second.red, second.blue}
        else (first.blue, first.red)
    )
    gone, kept = [await season.person(named(season, user)) for user in (leaver, stayer)]
    async with table.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, table.sandbox.clock.now(), f"Jucător retras {gone}")
    await night(table)
    assert await lists_of(table) == old
    shown = await answer(table, "Vlad Popa", "/lista competitii")
    assert "—" in shown.text
    assert named(season, leaver) not in shown.text

    await season.championship.correct(await loser(season, second))
    await night(table)
    new, *_ = await lists_of(table)
    rows = {key: place for place, key, _ in await figures_of(table, new)}
    (third,) = {*(await season.competition()).claimed} - {kept}
    assert rows.keys() == {f"#{kept}", f"#{third}"}


@pytest.mark.cup(*THREE, over=2)
async def test_the_organiser_chooses_the_system_or_none(table: Table, season: Season) -> None:
    """Under ABSP the same games give another list with provisional newcomers; or none is made.

    Once no game counts any longer, an empty list is in force the same night and says why.
    """
    assert (await season.competition()).phase.results
    for system, count in (("off", 0), ("pfs", 1), ("absp", 1)):
        table.config = replace(
            table.config,
            ratings=replace(table.config.ratings, competitions=system, friendlies="off"),
        )
        await table.stop_bot()
        await table.start_bot()
        if system == "off":
            assert "ratings" not in {job.name for job in table.app.schedule._jobs}
            continue
        await night(table)
        assert len(await lists_of(table, system)) == count
    shown = await answer(table, "Vlad Popa", "/lista absp competitii")
    assert "provizoriu" in shown.text
    assert await lists_of(table) == []
    await _no_game_counts_any_longer(table, season)


async def _no_game_counts_any_longer(table: Table, season: Season) -> None:
    """Check the lists after the results of the cup's only official match are corrected."""
    (old,) = await lists_of(table, "absp")
    before = await figures_of(table, old)
    assert before

    (first, *_) = await season.pairs()
    await season.championship.correct(await loser(season, first))
    await night(table)

    new, again = await lists_of(table, "absp")
    assert (again, await figures_of(table, old)) == (old, before)
    assert await figures_of(table, new) == []
    shown = await answer(table, "Vlad Popa", "/lista absp competitii")
    assert mentions(shown, "rating.nobody_listed")
    assert "corectat" in shown.text
    await night(table)
    assert len(await lists_of(table, "absp")) == 2


async def _shown_on_the_players_page(listed_twice: Season, tmp_path: Path) -> None:
    """Check the list's figure on the page, marked while provisional; a hidden name has none."""
    season, table = listed_twice, listed_twice.table
    latest, old = await lists_of(table)
    rows = {key: rating for _, key, rating in await figures_of(table, latest)}
    ana = await season.person("Ana Pop")

    site = await written(table, tmp_path / "site")
    page = site.text("j/ana-pop.html")
    assert "FRS 2011 · Competiții prin bot" in page
    assert f"<b>{rows[f'#{ana}']}</b>" in page
    assert "(provizoriu)" in page
    before = {key for _, key, _ in await figures_of(table, old)}
    assert page.count("<circle") == 1 + (f"#{ana}" in before)
    assert "Ana Pop" in site.text(f"r/frs-competitions-{latest.day}.html")

    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, ana, public_name="initials")
    files = (await written(table, tmp_path / "site")).everything()
    assert not [path for path, content in files.items() if b"Ana Pop" in content]
    assert b"A. P." in files[f"r/frs-competitions-{latest.day}.html"]


async def test_a_nightly_list_says_what_it_counts_and_its_officer_gets_it_as_files(
    listed: Season,
) -> None:
    """The list names the counted matches of those played; only an officer gets its files."""
    season, table = listed, listed.table
    _, second, third = await season.pairs()
    await season.play_both(second, 0)
    await season.resigned(third)
    await night(table)
    officer = await keeper(table)
    shown = await officer.say("/lista competitii")
    assert mentions(shown, "rating.counts", counted=2, n=3), shown.text

    (book,) = await table.press(officer.user, shown, "button.list_book")
    (printed,) = await table.press(officer.user, shown, "button.list_paper")
    assert book.document is not None
    assert printed.document is not None
    (rows,) = cells(book).values()
    assert {*THREE} <= {row[1] for row in rows if len(row) > 1}
    assert all(isinstance(row[2], int | float) for row in rows[1:] if row[1])
    text = "".join(
        page.extract_text() for page in PdfReader(BytesIO(printed.document.content)).pages
    )
    assert all(name in text for name in (*THREE, "2 din 3 meciuri jucate", "Nume și semnătură"))

    plain = await answer(table, "Vlad Popa", "/lista competitii")
    assert not any("tipărit" in label or "calcul" in label for label in plain.labels)
