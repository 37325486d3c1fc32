"""`/analiza`: the analysis of a finished game, for its own players, after the embargo."""

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bot.analysis.field_comparison import table_of
from bot.analysis.findings import FindingLabel
from bot.analysis.stored_findings import unpacked
from bot.texts.messages import Text
from engine.games.game import Stage, move_notation
from engine.ids import GameId, Leg, MatchCode
from sandbox import Message
from storage.analysis import analyses
from tests.e2e.analysed import NAMES, TURNS, after, frozen, goes_on, is_outdated, shown
from tests.e2e.bench import REASON, card_of, claim, has_button, tap
from tests.e2e.harness import Pair, Table, button
from tests.e2e.harness import table as laid_table
from tests.e2e.play.overview_shared import approved, both_resigned
from tests.e2e.public_site import written as site_written
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says


@pytest.fixture
def pair(pairs: list[Pair]) -> Pair:
    """Give the pair that began with the highest-scoring plays."""
    return pairs[0]


@pytest.mark.article("2.1", "8.5", "5.2")
@pytest.mark.cup(*NAMES, over=TURNS)
async def test_an_analysis_opens_with_the_last_game_and_closes_when_one_is_resumed(
    table: Table,
    season: Season,
) -> None:
    """Even the game's own players wait, because the analysis would help tables that still play.

    If a ruling resumes another game meanwhile, waiting people read the reason.
    """
    pair, *others = await season.pairs()
    home = GameId(f"{pair.code}/1")
    (answer,) = await table.say(others[0].red, f"/analiza {others[0].id}")
    assert mentions(answer, "fault.analysis_running", game=others[0].id)
    (answer,) = await table.say(pair.red, f"/analiza {home}")
    assert mentions(answer, "fault.analysis_playing", game=home, games=2)
    await season.resigned_by_red(MatchCode(others[0].code), Leg.HOME)
    await season.abandoned(GameId(others[1].id), (await others[1].game()).red.person)
    card = await shown(table, pair.red, home)
    assert card.photo is not None

    case = await claim(others[0], others[0].red, "technical", "s1")
    card = card_of(table.arbiter, case)
    (offer,) = await tap(table, table.arbiter, card, "more:annulled")
    await tap(table, table.arbiter, offer, f"rule:{case}:annulled.m1")
    (decision,) = await table.say(table.arbiter, REASON)
    await is_outdated(table, home)
    last = pair.red.messages[-1]
    _, process = await frozen(pair.red, home)
    press = table.arbiter.press_button(decision, button(decision, "button.decide"))
    await table.arbiter.answered(press)
    assert (await others[0].game()).stage is Stage.RUNNING
    await goes_on(table, process)

    working, answer = [each for each in after(pair.red, last) if home in each.text]
    assert says(working, "analysis.working", game=home)
    assert mentions(answer, "fault.analysis_playing", game=home, games=1)
    (answer,) = await table.say(pair.red, f"/analiza {home}")
    assert mentions(answer, "fault.analysis_playing", game=home, games=1)


async def test_an_analysis_has_every_turn_its_definitions_and_the_other_tables(
    analysed_pair: Pair,
) -> None:
    """A second request returns the stored analysis at once; one tap explains each figure.

    The approved result has a button for each game, and so has the game in the archive.
    """
    pair, table = analysed_pair, analysed_pair.table
    home = f"{pair.code}/1"
    (card,) = await table.say(pair.blue, f"/analiza {home}")
    assert mentions(card, "analysis.accuracy", red="Ana Pop")
    assert mentions(card, "analysis.words_not_official")

    (book,) = await table.press(pair.blue, card, "button.analysis.book")
    assert book.document is not None
    assert book.document.name == f"analiza-{pair.code}-1.xlsx"
    turns, others, notes = load_workbook(io.BytesIO(book.document.content)).worksheets
    moves = (await table.stored.game(home)).moves
    rows = list(turns.iter_rows(min_row=2, values_only=True))
    assert [row[2] for row in rows] == [move_notation(move) for move in moves]
    assert [row[9] for row in rows[-4:]] == [None] * 4  # passes, of which nothing is judged
    made = [row for row in others.iter_rows(min_row=2, values_only=True) if row[0] == "1 roșu"]
    assert len(made) == 3
    points = [int(str(row[4])) for row in made]
    assert points == sorted(points, reverse=True)
    assert [row[2] for row in made if row[5]] == ["Ana Pop"]
    assert "care nu este lista oficială" in str(list(notes.iter_rows(values_only=True))[-1][0])
    (means,) = await table.press(pair.blue, card, "button.analysis.means")
    assert says(means, "analysis.means")
    (tables,) = await table.press(pair.blue, card, "button.analysis.tables")
    assert mentions(tables, "analysis.tables.card", game=home, n=3)
    assert tables.photo is not None

    (result,) = [
        each
        for each in pair.red.messages
        if f"an:show:{home}" in [one.data for one in each.buttons]
    ]
    assert f"an:show:{pair.code}/2" in [one.data for one in result.buttons]
    pair.red.press(result, f"an:show:{home}")
    await table.settle()
    assert mentions(pair.red.messages[-1], "analysis.card", game=home)

    (archive,) = await table.say(pair.red, "/arhiva_mea")
    pair.red.press(archive, home)
    await table.settle()
    (card,) = await table.press(pair.red, pair.red.messages[-1], "button.analysis")
    assert mentions(card, "analysis.card", game=home)


async def test_a_hidden_player_who_made_the_best_play_is_a_number(pair: Pair) -> None:
    """Names in the tables of a sequence appear as on public pages."""
    table = pair.table
    game = GameId(f"{pair.code}/1")
    made, hid = set[str](), set[str]()
    for user in (pair.red, pair.blue):
        hid.add((await table.stored.person(user.id)).name)
        await table.choose(user, "name:hidden")
    async with table.stored.database.reading() as tx:
        listed = await table_of(tx, table.app.shared, game)
    for row in listed.rows:
        assert isinstance(row[-1], Text)
        made.add(str(row[-1].params["who"]))

    assert made
    assert not made & hid


async def test_others_see_an_analysis_when_both_players_allow_it(
    analysed_pair: Pair, analysed_pairs: list[Pair]
) -> None:
    """Third players and the arbiter see it only while both players allow it."""
    pair, table, home = analysed_pair, analysed_pair.table, f"{analysed_pair.code}/1"
    everybody = {user for each in analysed_pairs for user in (each.red, each.blue)}
    (third,) = everybody - {pair.red, pair.blue}
    card = await shown(table, pair.red, home)

    for outsider in (third, table.arbiter):
        (answer,) = await table.say(outsider, f"/analiza {home}")
        assert mentions(answer, "fault.analysis_private", game=home)
    (answer,) = await table.press(pair.red, card, "button.analysis.public")
    assert says(answer, "analysis.opened_one", game=home)
    (answer,) = await table.say(third, f"/analiza {home}")
    assert mentions(answer, "fault.analysis_private", game=home)

    asked = pair.blue.last
    who = pair.red.name.removesuffix(" de pe telefon")
    assert says(asked, "analysis.asked", who=who, game=home)
    assert asked.silent
    (answer,) = await table.press(pair.blue, asked, "button.analysis.public")
    assert says(answer, "analysis.opened", game=home)
    assert says(pair.red.last, "analysis.opened", game=home)
    assert mentions((await table.say(third, f"/analiza {home}"))[0], "analysis.card", game=home)

    (blues_card,) = await table.say(pair.blue, f"/analiza {home}")
    (answer,) = await table.press(pair.blue, blues_card, "button.analysis.private")
    assert says(answer, "analysis.kept", game=home)
    (blues_card,) = await table.say(pair.blue, f"/analiza {home}")
    heard = len(pair.red.messages)
    await table.press(pair.blue, blues_card, "button.analysis.public")
    (blues_card,) = await table.say(pair.blue, f"/analiza {home}")
    await table.press(pair.blue, blues_card, "button.analysis.private")
    assert len(pair.red.messages) == heard
    (answer,) = await table.say(third, f"/analiza {home}")
    assert mentions(answer, "fault.analysis_private", game=home)


async def test_the_site_shows_what_was_missed_when_both_players_allow_it(
    pairs: list[Pair], tmp_path: Path
) -> None:
    """The replay shows it under each play, and removes it if one player withdraws consent.

    No estimate goes beyond the last move of a game that somebody resigned after two moves.
    """
    pair, folder = pairs[1], tmp_path / "site"  # they began with poor placements
    table = pair.table
    code = f"{pair.code}/1"
    page = f"m/{pair.code.lower()}-1.html"
    first = (await site_written(table, folder)).text(page)
    assert "Se putea" not in first
    cards = [await shown(table, user, code) for user in (pair.red, pair.blue)]
    await _goes_as_far_as_the_game(table, code, cards[0])
    for user, card in zip((pair.red, pair.blue), cards, strict=True):
        assert "Se putea" not in (await site_written(table, folder)).text(page)
        await table.press(user, card, "button.analysis.public")
    site = await site_written(table, folder)
    assert "Se putea" in site.text(page)
    assert "Ambii jucători" in site.text(page)
    assert "care nu este lista oficială" in site.text(page)
    better = site.text(page).partition("Arată pe tablă ce se putea</summary>")[2]
    assert better.partition("</details>")[0].count("<rect") > 1

    card = await shown(table, pair.red, code)
    await table.press(pair.red, card, "button.analysis.private")
    assert (await site_written(table, folder)).text(page) == first


async def _goes_as_far_as_the_game(table: Table, code: str, card: Message) -> None:
    """Check that the findings of a resigned game end with its last move."""
    async with table.stored.database.reading() as tx:
        stored = await analyses.find(tx, GameId(code))
    assert stored is not None
    found = unpacked(stored, stored.head)
    assert found is not None
    first, last = found.turns
    assert (first.label, last.label) == (FindingLabel.ESTIMATED, FindingLabel.STATIC)
    assert len(first.line) <= 2
    assert last.lost == last.behind
    left = (await table.stored.game(code)).left_in_sequence
    assert mentions(card, "analysis.undrawn", n=left)


@pytest.mark.article("8.5")
async def test_only_games_that_can_be_analysed_are_offered(tmp_path: Path) -> None:
    """The bot says when another game can be analysed; a sole game has no other tables."""
    async with laid_table(tmp_path, after=both_resigned) as table:
        code, red, blue, _ = table.done
        await _offered_when_approved(table, Pair(table, code, red, blue))


async def _offered_when_approved(table: Table, pair: Pair) -> None:
    """Check the offers before and after the arbiter's approval."""
    (answer,) = await table.say(pair.red, "/analiza")
    assert mentions(answer, "analysis.none")
    assert mentions(answer, "fault.analysis_homologation", game=pair.id)
    assert not answer.buttons

    await approved(pair)
    (offered,) = await table.say(pair.red, "/analiza")
    assert [each.data for each in offered.buttons] == [f"an:show:{pair.id}", "an:season"]
    assert not mentions(offered, "fault.analysis_homologation", game=pair.id)
    card = await shown(table, pair.red, pair.id)
    assert not has_button(card, "button.analysis.tables")
    assert has_button(card, "button.analysis.possible")


async def test_who_has_no_finished_game_reads_so(table: Table, casa: Pair) -> None:
    """The bot offers no running game, and another match's code opens nothing for a stranger."""
    pair = casa
    (answer,) = await table.say(pair.red, "/analiza")
    assert says(answer, "analysis.none")
    (answer,) = await table.say(pair.red, "/analiza XXXX/1")
    assert mentions(answer, "fault.no_such_game")
    (answer,) = await table.say(pair.red, "/analiza sezon")
    assert says(answer, "season.none")
