"""Rating lists and rulings on the public site: their contents, and the names that they show."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.runtime import processes
from bot.site.options import ShownRulings, SiteOptions
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.ids import PersonId, Seat
from storage.competitions.public_state import public_state
from storage.people import forgetting, people
from storage.ratings.claimed_names import RatedName, link
from tests.e2e.bench import REASON, WHY, card_of, claim, own_case, rule
from tests.e2e.championship import FOUR, set_up
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import played, send
from tests.e2e.people.who_is_who_shared import season as imported
from tests.e2e.public_site import written
from tests.e2e.rating_talk import RatingTalk, keeper
from tests.e2e.ratings import forked
from tests.e2e.season import Season
from tests.e2e.texts import mentions
from tests.import_forms import form, game_line, move_lines
from tests.rating_files import NAMES, calendar


@pytest.fixture(scope="module", autouse=True)
def _forked_jobs() -> Iterator[None]:
    """Fork the processes that calculate rating lists."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "start", forked.start)
        yield


RULINGS = SiteOptions(rulings=ShownRulings.SUMMARY)
LATER, EARLIER = "r/frs-classic-2025-01-25.html", "r/frs-classic-2025-01-18.html"
PLAYERS = ("Ana Pop", "Ștefan Țiriac")


def _cells(page: str) -> list[list[str]]:
    """Return the cells of a page's table, without markup."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in rows
    ]


async def _publish(talk: RatingTalk, games: bytes) -> None:
    shown, _ = await talk.works_out("frs", ("jocuri.csv", games))
    await talk.publish(shown)


async def _hide(table: Table, name: str, *, key: str = "") -> None:
    """Have a person hide their name on all public pages, rating lists included."""
    user = table.sandbox.add_user(name, language_code="ro")
    await table.say(user, "/start")
    person = (await table.stored.person(user.id)).id
    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, person, public_name="hidden")
    await _say_which(table, person, name, key)


async def _say_which(table: Table, person: PersonId, name: str, key: str) -> None:
    """Have a person say which name on the lists is theirs, so that the site is rebuilt."""
    async with table.app.runtime.database.transaction() as tx:
        before = await public_state(tx)
        await link(tx, person, RatedName(player=name, key=key), table.sandbox.clock.now())
        assert await public_state(tx) != before


async def test_a_published_list_says_what_moved_since_the_one_before(
    table: Table, tmp_path: Path
) -> None:
    """A list shows rises, falls and newcomers; hidden names are a dash in both lists."""
    talk = await keeper(table)
    await _publish(talk, calendar(3, names=NAMES[:7]))
    await _publish(
        talk,
        calendar(3, names=NAMES[:7])
        + b"".join(
            line + b"\n" for line in calendar(4).splitlines() if line.startswith(b"2025-01-25")
        ),
    )
    await _hide(table, "Ion Rus", key="ion rus")
    site = await written(table, tmp_path / "site")

    head, *rows = _cells(site.text(LATER))
    assert head == ["Loc", "Jucător", "Rating", "Partide", "Schimbare"]
    moved = {name: (_figure(rating), change) for _, name, rating, _, change in rows}
    assert moved.keys() == {*NAMES, "—"} - {"Ion Rus"}
    before = {row[1]: _figure(row[2]) for row in _cells(site.text(EARLIER))[1:]}
    assert before.keys() == moved.keys() - {NAMES[7]}
    for name, rating in before.items():
        now, change = moved[name]
        assert int(change.replace("−", "-")) == now - rating
    assert {change[0] for _, change in moved.values()} >= {"+", "−"}
    assert moved[NAMES[7]][1] == "nou"
    assert "Schimbare" not in site.text(EARLIER)

    assert 'href="frs-classic-2025-01-18.html"' in site.text(LATER)
    (file,) = re.findall(r'href="\.\./(liste/[^"]+\.csv)"', site.text(LATER))
    assert "Ana Pop" in site.text(file)
    for path, content in site.everything().items():
        assert "Ion Rus" not in content.decode(errors="replace"), path
    index = site.text("ratinguri.html")
    assert index.index(LATER) < index.index(EARLIER)
    assert 'href="liste.atom"' in index
    assert "Change" in site.text(f"en/{LATER}")


def _figure(rating: str) -> int:
    """Return the rating without the sign of a provisional rating."""
    return int(rating.removesuffix(" ?"))


def _rulings(season: Season) -> str:
    return f"c/{season.code.lower()}/hotarari.html"


@pytest.mark.article("2.1", "10.1")
@pytest.mark.cup(*PLAYERS)
async def test_a_ruling_is_shown_with_its_game_and_by_names_as_they_may_be_shown(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Before the game's end only its article is shown, and nothing if the organiser hides it.

    The clock may show the same instant for a ruling as for the start of its game.
    """
    async with table.app.runtime.database.transaction() as tx:
        for name in PLAYERS:
            await people.change(tx, await season.person(name), public_name="hidden")
    (pair,) = await season.pairs()
    for _ in range(2):
        await season.place(await pair.game())
    case = await claim(pair, pair.blue, "conduct")
    await rule(table, card_of(table.arbiter, case), "warning.red")
    path = _rulings(season)
    closed = (await written(table, tmp_path / "site", RULINGS)).text(path)
    assert "S-a luat o decizie. Textul ei se vede odată cu partida." in closed
    assert "regulament.html#art-10-3" in closed
    assert "Partida tur, meciul " + pair.code in closed

    await season.resigned(pair)
    await rule(table, await own_case(table, f"{pair.code}/2"), "warning.red")
    site = await written(table, tmp_path / "site", RULINGS)

    assert path in site.made.written
    for leg in (1, 2):
        game = await table.stored.game(f"{pair.code}/{leg}")
        number = 1 + (await season.competition()).phase.players.index(game.red.person)
        assert site.text(path).count(f"Avertisment: Jucător {number}") == 1
        assert f"Player {number}" in site.text(f"en/{path}")
    assert "Jucător 1" in site.text(path)
    assert "Jucător 2" in site.text(path)
    for file, content in site.everything().items():
        for secret in (*PLAYERS, REASON, WHY):
            assert secret.encode() not in content, file
    front = f"c/{season.code.lower()}/index.html"
    assert 'href="hotarari.html"' in site.text(front)

    site = await written(table, tmp_path / "site", replace(RULINGS, rulings=ShownRulings.OFF))
    assert path not in site.everything()
    assert "hotarari.html" not in site.text(front)


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_who_is_forgotten_is_gone_from_every_page_at_the_next_making(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """Their name leaves the competition, their rating lists, and their page's address."""
    ana = await season.person("Ana Pop")
    await _say_which(table, ana, "Ana Pop", "ana pop")
    await _publish(await keeper(table), calendar(1))
    before = await written(table, tmp_path / "site")
    assert "j/ana-pop.html" in before.everything()

    async with table.app.runtime.database.transaction() as tx:
        state = await public_state(tx)
        name = load_catalogue("ro").plain(say("person.withdrawn", number=str(ana)))
        await forgetting.forget(tx, ana, table.sandbox.clock.now(), name)
        assert await public_state(tx) != state
    site = await written(table, tmp_path / "site")

    for path, content in site.everything().items():
        assert "Ana Pop" not in content.decode(errors="replace"), path
        assert "ana-pop" not in path + content.decode(errors="replace"), path
    assert "Jucător 1" in site.text(f"c/{season.code.lower()}/faza-1-a.html")
    names = [row[1] for row in _cells(site.text("r/frs-classic-2025-01-04.html"))]
    assert names.count("—") == 1
    assert "Ion Rus" in names


async def test_the_club_of_who_hides_their_name_would_name_them(
    table: Table, tmp_path: Path
) -> None:
    """The club appears only beside a full name."""
    answers = {"phases": "final", "groups": "1", "final": "2025-05-05 2025-09-30"}
    championship = await set_up(table, answers)
    await championship.enter(FOUR)
    await table.choose(await championship.claim("Ion Rus"), "name:hidden")
    await table.choose(await championship.claim("Ema Ilie"), "name:initials")
    await championship.draw()

    site = await written(table, tmp_path / "site")

    group = site.text(f"c/{championship.code.lower()}/faza-1-a.html")
    assert group.count("<small>Cluj</small>") == len(("Ana Pop", "Dan Ene"))
    for path, content in site.everything().items():
        assert "Iași".encode() not in content, path


ANA, EVA = "Ana Hidoiu", "Eva Minoriu"
DAN, GEO = "Dan Ene", "Geo Luca"
ABOUT = {"title": "Cupa Doi", "closing": "2025-09-30"}


async def _competition(table: Table, name: str, other: str) -> None:
    """Import a competition of one game between two people."""
    game = played()
    names = {Seat.RED: name, Seat.BLUE: other}
    content = form([game_line(game, names)], move_lines(game), about=ABOUT)
    card = (await send(table, content))[-1]
    assert not mentions(card, "resolve.ask")
    await table.press(table.arbiter, card, "button.import.yes")


async def _ratings(table: Table, *names: str) -> None:
    """Publish a rating list of these people."""
    quoted = [f'"{name}"' for name in names]
    await _publish(await keeper(table), calendar(3, names=quoted))


async def test_nothing_that_is_brought_in_publishes_a_name_in_full(
    table: Table, tmp_path: Path
) -> None:
    """Pages, feeds and files have the others' names, and theirs as they want it seen.

    Ana hides her name and Eva is a minor; each import spells one of them in another way.
    """
    pair = await table.match(names=(ANA, EVA))
    await table.choose(pair.red, "name:hidden")
    minor = (await table.stored.person(pair.blue.id)).id
    async with table.app.runtime.database.transaction() as tx:
        await people.change(tx, minor, minor=True)

    await imported(table, "Cupa Unu", ANA, DAN, "MINORIU, Eva")
    await _competition(table, "HIDOIU, Ana", EVA)
    await _ratings(table, ANA, GEO, "MINORIU, Eva")

    site = await written(table, tmp_path / "site")
    files = {path: text.decode("utf-8", "replace") for path, text in site.everything().items()}
    for published in (DAN, ABOUT["title"], GEO):
        assert [path for path, text in files.items() if published in text], published
    for name in ("hidoiu", "minoriu"):
        assert [path for path, text in files.items() if name in text.casefold()] == [], name
