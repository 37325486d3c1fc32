"""Competitions of several years in one series: the hall of fame, and the search `/cauta`."""

from pathlib import Path

from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.ids import GameId
from sandbox import Message, SandboxUser
from storage.people import forgetting, people
from tests.e2e.championship import Championship, press, set_up
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.harness import table as laid_out
from tests.e2e.season import cup
from tests.e2e.texts import mentions, says, worded
from tests.e2e.years import WINNERS, approved, begun, in_series, two_years_over


async def test_a_competition_enters_its_obvious_series_by_a_button(
    championship: Championship,
) -> None:
    """The card proposes it from the title; another spelling finds it, and a button undoes it."""
    await championship.press("button.comp.series")
    assert worded("button.series.name", series="Cupa Primăverii") in championship.card.labels
    await championship.press("button.series.name", label="Cupa Primăverii")
    assert mentions(championship.card, "series.put_in", series="Cupa Primăverii")
    other = await set_up(championship.table, title="Cupa Toamnei 2025")
    await other.press("button.comp.series")
    await other.say("cupa  primaverii")
    assert mentions(other.card, "series.put_in", series="Cupa Primăverii")
    await other.press("button.comp.series")
    assert mentions(other.card, "series.now", series="Cupa Primăverii")
    await other.press("button.comp.series_out")
    assert mentions(other.card, "series.out", title="Cupa Toamnei 2025")
    await other.press("button.comp.series")
    (refused,) = await other.say("CN")
    assert mentions(refused, "fault.series_name")
    await other.say("CNS")

    assert mentions(other.card, "series.put_in", series="CNS")
    (shown,) = await championship.say("/galerie primaverii")
    assert says(shown, "gallery.series", series="Cupa Primăverii")
    assert "Cupa Toamnei" not in shown.text


async def test_the_gallery_shows_each_years_podium_and_who_won_most(tmp_path: Path) -> None:
    """Everybody reads it once the site is public; a running year has no winner yet."""
    async with laid_out(tmp_path, changed=_public(tmp_path), after=two_years_over) as laid:
        _, users = laid.done
        again = WINNERS["Cupa Orașelor 2025"][:2]
        third = await begun(laid, "Cupa Orașelor 2026", again, users)
        await in_series(third, "Cupa Orașelor")
        stranger = laid.sandbox.add_user("Vasile", language_code="ro")

        (shown,) = await laid.say(stranger, "/galerie")

        assert mentions(shown, "gallery.year", year="2025", title="Cupa Orașelor 2025")
        assert mentions(shown, "gallery.place.1", who="Ana Pop", sum="6.0000")
        assert mentions(shown, "gallery.place.3", who="Dan Ene", sum="2.0000")
        assert shown.text.index("2026") < shown.text.index("2025") < shown.text.index("2024")
        assert mentions(shown, "gallery.running")
        *_, most = shown.text.split(worded("gallery.titles", rows=[]).strip())
        assert most.split("\n")[1] == "Ana Pop: 🥇 1 și 🥈 1" or "Ștefan Ionescu: 🥇 1" in most
        await laid.choose(users["Ana Pop"], "name:hidden")
        (hidden,) = await laid.say(stranger, "/galerie orașelor")
        assert "Ana Pop" not in hidden.text
        assert hidden.text.count("Ștefan Ionescu: 🥇 1 și 🥈 1") == 1


async def test_search_finds_people_and_results_without_diacritics_and_in_any_order(
    tmp_path: Path,
) -> None:
    """One word, two names or a beginning finds a card with ranks, titles and own record.

    Where no name is exact, one or two typing errors are found. Nobody finds hidden names, hidden
    initials or forgotten people, by any former name.
    """
    async with laid_out(tmp_path, changed=_public(tmp_path), after=two_years_over) as laid:
        codes, users = laid.done
        await _found_with_their_results(laid, users["Dan Ene"], codes)
        await _long_query_in_another_alphabet(laid, users)
        await _most_similar_name(laid, users["Dan Ene"])
        await _nothing_hidden(laid, users)


async def _found_with_their_results(laid: Table, dan: SandboxUser, codes: list[str]) -> None:
    """Check what Dan finds by words without diacritics, and the card of the player found."""
    (found,) = await laid.say(dan, "/cauta ionescu stefan")

    where = "Cupa Orașelor 2024; Cupa Orașelor 2025"
    assert "Ștefan Ionescu" in found.text
    assert all(title in found.text for title in where.split("; "))
    assert found.text.count("412–398") + found.text.count("398–412") == 7
    (pair,) = await laid.say(dan, "/cauta ana STEF")
    assert mentions(pair, "search.result", red="Ana Pop", blue="Ștefan Ionescu")
    assert "Dan Ene" not in pair.text
    (nothing,) = await laid.say(dan, "/cauta popescu")
    assert says(nothing, "search.nothing", words="popescu")
    (how,) = await laid.say(dan, "/cauta")
    assert says(how, "search.how")

    await press(laid, dan, found, "button.list_on")
    assert found.text.count("🔴") == 1
    (found,) = await laid.say(dan, "/cauta Stefan")
    (card,) = await press(laid, dan, found, "button.plain", label="Ștefan Ionescu")
    assert mentions(card, "search.place", title="Cupa Orașelor 2024", place=1, sum="6.0000")
    assert mentions(card, "search.titles", series="Cupa Orașelor", n=1)
    assert mentions(card, "search.with_you", won=0, drawn=0, lost=4)
    assert mentions(card, "search.meeting", who="Ana Pop", won=2, drawn=0, lost=2)
    data = [one.data for one in found.buttons if one.data.startswith("who:")]
    assert data
    assert all(one.split(":")[1] in codes for one in data)


async def _long_query_in_another_alphabet(laid: Table, users: dict[str, SandboxUser]) -> None:
    """Check that the buttons repeat as much of the words as fits them, in bytes."""
    number = (await laid.stored.person(users["Ștefan Ionescu"].id)).id
    async with laid.app.runtime.database.transaction() as tx:
        await people.change(tx, number, name="Константин Ионеску")

    (found,) = await laid.say(users["Dan Ene"], "/cauta " + "Константин " * 5)

    assert mentions(found, "search.result", red="Ana Pop", blue="Константин Ионеску")
    await press(laid, users["Dan Ene"], found, "button.list_on")
    assert found.text.count("🔴") == 1
    async with laid.app.runtime.database.transaction() as tx:
        await people.change(tx, number, name="Ștefan Ionescu")


async def _most_similar_name(laid: Table, reader: SandboxUser) -> None:
    """Check that one or two typing errors are found, and another surname is not."""
    (found,) = await laid.say(reader, "/cauta Ionesku")
    assert mentions(found, "search.near", asked="ionesku")
    assert mentions(found, "search.result", red="Ana Pop", blue="Ștefan Ionescu")
    (both,) = await laid.say(reader, "/cauta Stefam ana Ioneskcu")
    assert mentions(both, "search.near", asked="stefam ana ioneskcu")
    assert "Dan Ene" not in both.text
    (exact,) = await laid.say(reader, "/cauta ionescu")
    assert not mentions(exact, "search.near", asked="ionescu")
    (far,) = await laid.say(reader, "/cauta Marinescu")
    assert says(far, "search.nothing", words="marinescu")


async def _nothing_hidden(laid: Table, users: dict[str, SandboxUser]) -> None:
    """Check that a stranger finds neither hidden nor forgotten people, by whatever word."""
    stranger = laid.sandbox.add_user("Vasile", language_code="ro")
    await laid.choose(users["Ana Pop"], "name:hidden")
    await laid.choose(users["Ștefan Ionescu"], "name:initials")
    (hidden,) = await laid.say(users["Dan Ene"], "/cauta Ionesku")
    assert says(hidden, "search.nothing", words="ionesku")
    await _forgotten(laid, users["Dan Ene"])

    for words in ("ana", "pop", "stefan", "ionescu", "dan", "ene", "jucator", "participant"):
        (answer,) = await laid.say(stranger, f"/cauta {words}")
        assert says(answer, "search.nothing", words=words)
    (gallery,) = await laid.say(stranger, "/galerie")
    for name in WINNERS["Cupa Orașelor 2024"]:
        assert not any(part in gallery.text for part in name.split() if part != "Ene")


async def test_search_shows_no_result_that_is_not_official_and_no_closed_game(
    tmp_path: Path,
) -> None:
    """A game without approval is absent; an official one has a button after its embargo."""
    names = ("Ana Pop", "Ion Rus", "Geo Luca")
    async with laid_out(tmp_path, changed=_public(tmp_path), after=arbiter_made) as laid:
        season = await cup(laid, *names, returns="2025-06-15")
        stranger = laid.sandbox.add_user("Vasile", language_code="ro")
        pairs = await season.pairs()
        await season.abandoned(GameId(pairs[0].id), (await season.matches())[0].red)

        for name in ("pop", "rus", "luca"):
            (before,) = await laid.say(stranger, f"/cauta {name}")
            assert "🔴" not in before.text
        await approved(season.championship, names, only=pairs[0].id)
        shown = await _results(laid, stranger, names)
        assert shown.text.count("🔴") == 1
        assert pairs[0].id not in shown.text
        assert not any(pairs[0].id in one.label for one in shown.buttons)

        await approved(season.championship, names)
        shown = await _results(laid, stranger, names)
        assert worded("button.search.game", game=pairs[0].id) in shown.labels


async def _results(laid: Table, user: SandboxUser, names: tuple[str, ...]) -> Message:
    """Return the first answer with a result to a search by one of these names."""
    for name in names:
        (shown,) = await laid.say(user, f"/cauta {name}")
        if "🔴" in shown.text:
            return shown
    raise AssertionError(names)


async def test_a_competition_that_is_not_public_is_for_its_people_alone(tmp_path: Path) -> None:
    """Without a site a stranger finds nothing and no gallery; a player of it finds both."""
    async with laid_out(tmp_path, after=two_years_over) as laid:
        _, users = laid.done
        stranger = laid.sandbox.add_user("Vasile", language_code="ro")

        (nothing,) = await laid.say(stranger, "/cauta ana")
        (none,) = await laid.say(stranger, "/galerie")

        assert says(nothing, "search.nothing", words="ana")
        assert says(none, "gallery.none")
        (found,) = await laid.say(users["Dan Ene"], "/cauta ana")
        assert "Ana Pop" in found.text


async def test_a_competition_is_created_in_its_series(table: Table) -> None:
    """The last question of the set-up offers the obvious series, which can be undone."""
    (card,) = await table.say(table.arbiter, "/campionat Cupa Orașelor 2025")
    await press(table, table.arbiter, card, "comp.phases.final")
    for typed in ("1", "2025-05-05 2025-09-30"):
        (card,) = await table.say(table.arbiter, typed)
    await press(table, table.arbiter, card, "button.comp.exclusion.half")
    await press(table, table.arbiter, card, "button.comp.scope.home")
    await press(table, table.arbiter, card, "button.series.put_in", label="Cupa Orașelor")
    assert "Cupa Orașelor\n" in card.text
    await press(table, table.arbiter, card, "button.comp.series_out")
    await press(table, table.arbiter, card, "button.series.put_in")
    await press(table, table.arbiter, card, "button.comp.create")

    (shown,) = await table.say(table.arbiter, "/galerie")
    assert says(shown, "gallery.series", series="Cupa Orașelor")


def _public(folder: Path) -> dict[str, str]:
    return {
        "server_public_url": "https://scrabble.example.org",
        "public_enabled": "true",
        "public_directory": str(folder / "site"),
    }


async def _forgotten(laid: Table, user: SandboxUser) -> None:
    number = (await laid.stored.person(user.id)).id
    async with laid.app.runtime.database.transaction() as tx:
        name = load_catalogue("ro").plain(say("person.withdrawn", number=str(number)))
        await forgetting.forget(tx, number, laid.sandbox.clock.now(), name)
